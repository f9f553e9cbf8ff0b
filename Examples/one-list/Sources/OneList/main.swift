// Lists people from an array, a file, a server, or pages that a server returns. Only the line that makes the source differs.
//
//     OneList array
//     OneList file people.db
//     OneList server "host=/run/postgresql dbname=mail"
//     OneList pages
import Foundation
import ListEngineData
import ListEnginePostgres
import ListEngineSQLite

@MainActor func show<Source: RowSource>(_ source: Source) async throws where Source.Row == ColumnRow {
    let rows = LiveRows(source)
    rows.show(0..<10)
    while !(0..<3).allSatisfy({ $0 < rows.numberOfItems && rows.id(at: $0) != nil }) {
        if let failure = rows.failure { throw failure }
        try await Task.sleep(nanoseconds: 1_000_000)
    }
    for position in 0..<3 {
        if case .loaded(let row) = rows.state(at: position) { print(row[0].string ?? "") }
    }
}

let names = ["Alan", "Bob", "Carol"].map { ColumnRow([.text($0)]) }
let argument = CommandLine.arguments.dropFirst(2).first ?? ""
switch CommandLine.arguments.dropFirst().first {
case "array":
    try await show(ArrayRows(names.enumerated().map { KeyedRow(key: $0.offset, id: $0.offset, row: $0.element) }))
case "file":
    try await show(SQLiteRows(path: argument, .table("person"), columns: ["name"], order: [.ascending("id")]))
case "server":
    try await show(
        PostgresRows(PostgresServer(argument), .table("person"), columns: ["name"], order: [.ascending("id")]))
default:
    try await show(PageRows<Int, ColumnRow, ColumnRow>(id: { $0 }) { _, _ in RowsOfPage(names, next: nil) })
}
