import Foundation
import ListEngineTerminal

/// A key in a table of a terminal, up to the characters that are written.
func terminalMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.ordinary.filter { $0 <= 1_000_000 }.flatMap { n in
        [("row", false), ("field", true)].map { name, isField in
            Measure("kit.terminal.key/\(name)", n) {
                let stage = MainActor.assumeIsolated { TerminalStage(n, isField) }
                return Field(
                    Contestant(.product, singles: 10_000) { calls in
                        MainActor.assumeIsolated { for _ in 0..<calls { stage.press() } }
                    })
            }
        }
    }
}

/// A screen of 200 columns and 50 rows, which shows twenty columns of numbers.
@MainActor
private final class TerminalStage {
    private let host = TerminalHost()
    private let list: ListDataSource
    private var drawn: Screen?
    private let palette = TerminalPalette(environment: ["TERM": "xterm-256color"])
    private let isField: Bool
    private var pressed = 0
    private var written = 0

    init(_ n: Int, _ isField: Bool) {
        self.isField = isField
        list = ListDataSource(in: host.list)
        host.resize(width: 200, height: 50)
        let table = ListTable<Int> {
            for column in 0..<20 {
                ListColumn("Column \(column)", width: .points(10)) { (number: Int) in ItemContent("\(number + column)")
                }
            }
        }
        list.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<n), id: \.self).columns(of: table)
        }
        _ = host.screen()
        host.list.focusedIndexPath = IndexPath(item: n / 2, section: 0)
        if isField { host.list.focusedColumn = "Column 3" }
        drawn = host.screen()
    }

    /// The focus moves down, and the list scrolls by a row; or the focus moves to the next field.
    func press() {
        pressed += 1
        let code: TerminalKey.Code = isField ? (pressed % 16 < 8 ? .right : .left) : .down
        host.handle(.key(TerminalKey(code)))
        let screen = host.screen()
        written &+= screen.output(from: drawn, palette).utf8.count
        drawn = screen
    }
}
