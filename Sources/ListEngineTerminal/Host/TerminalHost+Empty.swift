import Foundation
import ListEngine

extension TerminalHost {
    /// The lines of an empty list, in its middle.
    /// - Returns: The line of the button too, if there is one.
    func emptyLines(of content: EmptyContent, width: Int, height: Int) -> (lines: [[StyledText]], button: Int?) {
        guard width > 0 else { return ([], nil) }
        func centred(_ text: String, _ style: TextStyle) -> [[StyledText]] {
            text.wrapped(to: max(1, width - 2), limit: 20).map { wrapped in
                var line = wrapped
                while line.last == " " { line.removeLast() }
                let before = String(repeating: " ", count: max(0, (width - line.columns()) / 2))
                return [StyledText(before), StyledText(line, style), StyledText("")]
            }
        }
        var lines: [[StyledText]] = []
        if content.isLoading {
            lines += centred("⋯", .dim)
        } else if let sign = content.image?.text, !sign.isEmpty {
            lines += centred(sign, .plain)
        }
        lines += centred(content.title, .bold)
        if let text = content.text, !text.isEmpty { lines += centred(text, .dim) }
        var button: Int?
        if let action = content.action {
            button = lines.count
            lines += centred("[" + action.title.cut(to: max(1, width - 4)) + "]", .focused)
        }
        let above = max(0, (height - lines.count) / 2)
        return (Array(repeating: [StyledText("")], count: above) + lines, button.map { $0 + above })
    }
}
