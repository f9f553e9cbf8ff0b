import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

/// An item whose score must be there.
private struct Scored: Codable, FetchableRecord, TableRecord {
    static var databaseTableName: String { "item" }
    var id: Int64
    var score: Int
}

func testErrors() {
    func expectError(_ cause: SQLiteError.Cause, _ text: String, line: Int = #line, _ body: () throws -> Void) {
        do {
            try body()
            fail("expected an error, \(cause)", line: line)
        } catch let error as SQLiteError {
            expect(error.cause == cause && error.description.contains(text), "\(error)", line: line)
        } catch { fail("expected \(cause), found \(error)", line: line) }
    }

    run("a database in memory, or not in WAL mode, is refused") {
        let memory = try DatabaseQueue()
        expectError(.cannotOpen, "in memory") { _ = try GRDBRows<Item>(memory, order: byName) }
        let named = try DatabaseQueue(named: "shared")
        expectError(.cannotOpen, "in memory") { _ = try GRDBRows<Item>(named, order: byName) }
        let queue = try DatabaseQueue(path: newPath())
        try queue.write { try $0.execute(sql: "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)") }
        expectError(.statement, "journal mode delete") { _ = try GRDBRows<Item>(queue, order: byName) }
        // No reader of the list is left that makes a write fail.
        try queue.write { _ = try Item.deleteAll($0) }
    }

    run("other writers are refused") {
        let pool = try newPool(items: 1)
        expectError(.statement, "AnyDatabaseWriter") {
            _ = try GRDBRows<Item>(AnyDatabaseWriter(pool), order: byName)
        }
    }

    run("a wrong table, order or column is named") {
        let pool = try newPool(items: 1)
        expectError(.noSuchTable, "nothing") { _ = try GRDBRows<Item>(pool, .table("nothing"), order: byName) }
        expectError(.orderNotUnique, "id") { _ = try GRDBRows<Item>(pool, order: [.ascending("name")]) }
        expectError(.noSuchColumn, "size") { _ = try GRDBRows<Item>(pool, order: [.ascending("size")]) }
    }

    run("a row that cannot be decoded fails, and is shown after it was mended") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 3)
            let shown = Shown(try GRDBRows<Scored>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            settle("the rows") { shown.records?.count == 3 }
            try pool.write { try $0.execute(sql: "UPDATE item SET score = NULL WHERE id = 2") }
            settle("the failure") { shown.rows.failure is RowDecodingError }
            expect("\(shown.rows.failure.map { "\($0)" } ?? "")".contains("score"))
            try pool.write { try $0.execute(sql: "UPDATE item SET score = 4 WHERE id = 2") }
            settle("the mended row") {
                if shown.rows.failure != nil { shown.rows.retry() }
                return shown.records?.contains { $0.id == 2 && $0.score == 4 } ?? false
            }
        }
    }
}
