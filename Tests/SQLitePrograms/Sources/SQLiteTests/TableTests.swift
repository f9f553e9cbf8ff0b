import Foundation
import ListEngine
import ListEngineData
import ListEngineSQLite

private func text(_ value: SQLiteValue) -> String { value.string ?? "" }

func testTables() {
    run("a table over a file is sorted by every title, forward and backward") {
        try MainActor.assumeIsolated { try sortTable() }
    }
}

/// A table over a file, sorted by its titles, as a program writes it that knows the guide alone.
@MainActor private func sortTable() throws {
    let path = newPath()
    let writer = try newDatabase(
        path,
        "PRAGMA journal_mode = WAL; CREATE TABLE message(id INTEGER PRIMARY KEY, subject TEXT, size INT);"
            + "CREATE INDEX message_subject ON message(subject)")
    for number in 0..<40 {
        _ = try writer.rows(
            "INSERT INTO message(subject, size) VALUES (?, ?)",
            [.text("subject \(number % 7)"), .integer(Int64(number * 7_919 % 100))])
    }
    let key: [SQLiteOrderTerm] = [.ascending("id")]
    let rows = LiveRows(try SQLiteRows(path: path, .table("message"), order: key))
    let table = ListTable<SQLiteRow> {
        ListColumn("id") { row in ItemContent(text(row[0])) }
        ListColumn("subject") { row in ItemContent(text(row[1])) }
        ListColumn("size") { row in ItemContent(text(row[2])) }
    }
    let section = RowSection(rows, table: table) { order in
        try SQLiteRows(path: path, .table("message"), order: .sorted(by: order, then: key))
    }
    let view = CollectionView(size: CGSize(width: 300, height: 3_000))
    let list = ListDataSource(in: view)
    list.build { section }
    let shown = { () -> [[String]] in
        view.layoutIfNeeded()
        return view.visibleCells.compactMap { cell in
            let texts = cell.fields.compactMap { ($0.view as? ContentCell)?.content.title }
            return texts.count == 3 ? texts : nil
        }
    }
    settle("the rows") { shown().count == 40 }
    for (column, place) in [("subject", 1), ("size", 2), ("id", 0)] {
        for isAscending in [true, false] {
            let order = [ColumnSort(column, isAscending: isAscending)]
            view.sort(by: order)
            let sql =
                "SELECT id FROM message ORDER BY \(column) \(isAscending ? "" : "DESC"), id \(isAscending ? "" : "DESC")"
            let expected = try writer.rows(sql).map { text($0[0]) }
            settle("\(column), \(isAscending)") { shown().map { $0[0] } == expected }
            expect(rows.failure == nil && place < 3)
        }
    }
    // The file is gone: the rows stay in their order, until it is there again.
    let before = shown()
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    view.sort(by: [ColumnSort("subject")])
    settle("the failure") { rows.failure != nil }
    expect(shown() == before)
    expect(
        view.columns?.sortOrder == [ColumnSort("id", isAscending: false)],
        "the titles show the order of the rows")
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    rows.retry()
    let expected = try writer.rows("SELECT id FROM message ORDER BY subject, id").map { text($0[0]) }
    settle("sorted after all") { shown().map { $0[0] } == expected }
    // A column that the table does not have.
    try view.setColumns([Column("no such column")] + (view.columns?.columns ?? []))
    view.sort(by: "no such column")
    settle("an unknown column") { rows.failure is SQLiteError }
    expect(view.columns?.sortOrder == [ColumnSort("subject")])
    withExtendedLifetime(list) {}
}
