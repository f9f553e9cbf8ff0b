import ListEngine
import ListEngineTerminal

// TerminalTable ROWS [COLUMNS]: a table with three columns in a terminal, or more. The programs in Rivals show the same rows.

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rows = numbers.first ?? 1_000_000
let table = ListTable<Int> {
    ListColumn("number", width: .points(12)) { (row: Int) in ItemContent("\(row)") }
    ListColumn("name", width: .points(20)) { (row: Int) in ItemContent("name \(row)") }
    ListColumn("value", width: .points(16)) { (row: Int) in ItemContent("\(row &* 7919 % 100_003)") }
    for more in 3..<max(3, numbers.dropFirst().first ?? 3) {
        ListColumn("more \(more)", width: .points(10)) { (row: Int) in ItemContent("\((row &* 7919 &+ more) % 1_009)") }
    }
}
let list = TerminalList { ListBlock("rows", Array(0..<rows), id: \.self).columns(of: table) }
await list.run()
