import ListEngine
import ListEngineTerminal

// TerminalTable ROWS: a table with three columns in a terminal. The programs in Rivals show the same rows.

let rows = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let table = ListTable<Int> {
    ListColumn("number", width: .points(12)) { (row: Int) in ItemContent("\(row)") }
    ListColumn("name", width: .points(20)) { (row: Int) in ItemContent("name \(row)") }
    ListColumn("value", width: .points(16)) { (row: Int) in ItemContent("\(row &* 7919 % 100_003)") }
}
let list = TerminalList { ListBlock("rows", Array(0..<rows), id: \.self).columns(of: table) }
await list.run()
