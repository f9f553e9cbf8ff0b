import ListEngineTerminal

/// Keys from a text, and the resulting screens.
///
/// A line names a key ("down", "pagedown", "enter"), as often as a number behind it says; "type TEXT" presses each character of a
/// text, "size 60x20" resizes the screen, and "screen" prints it. Lines that begin with # and empty ones mean nothing.
@MainActor
public struct Script {
    private static let keys: [String: TerminalKey.Code] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "pageup": .pageUp,
        "pagedown": .pageDown,
        "home": .home, "end": .end, "enter": .enter, "tab": .tab, "escape": .escape,
        "backspace": .backspace,
        "space": .character(" "),
    ]

    /// The key with a name; nil if there is none.
    private static func key(_ name: String) -> TerminalKey? {
        if name == "backtab" { return TerminalKey(.tab, .shift) }
        if name == "quit" { return .control("c") }
        return keys[name.lowercased()].map { TerminalKey($0) }
    }

    public struct Fault: Error, CustomStringConvertible {
        public var line: Int
        public var text: String
        public var description: String { "line \(line): \(text) is no key and no command" }
    }

    /// Runs a script.
    /// - Returns: The screens that it prints, each below a line with the keys before it.
    public static func run(_ text: String, on browser: Browser) throws(Fault) -> String {
        var output = ""
        var since: [String] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let command = words.first, !command.hasPrefix("#") else { continue }
            let argument = words.count > 1 ? words[1] : ""
            if command == "screen" {
                output += "=== \(since.isEmpty ? "at the start" : since.joined(separator: ", "))\n"
                output += browser.screen().text + "\n"
                since = []
                continue
            }
            since.append(String(line))
            if command == "type" {
                for character in argument { browser.press(TerminalKey(.character(character))) }
            } else if command == "size", let (width, height) = size(argument) {
                browser.resize(width: width, height: height)
            } else if let key = key(command), let times = argument.isEmpty ? 1 : Int(argument), times > 0 {
                for _ in 0..<times { browser.press(key) }
            } else {
                throw Fault(line: number + 1, text: String(line))
            }
        }
        return output
    }

    /// Columns and rows: "80x24".
    public nonisolated static func size(_ text: some StringProtocol) -> (width: Int, height: Int)? {
        let numbers = text.split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
            (1...1000).contains(width),
            (1...1000).contains(height)
        else { return nil }
        return (width, height)
    }
}
