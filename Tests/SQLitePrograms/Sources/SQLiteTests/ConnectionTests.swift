import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

func testConnections() {
    run("every value comes back as it was bound") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        let values: [SQLiteValue] = [
            .null, .integer(.max), .integer(.min), .real(-0.0), .real(.infinity), .text([]), .text([0, 65, 0]),
            .text([0xff, 0xfe, 0x80]), .blob([]), .blob([0, 1, 2]),
        ]
        for value in values {
            expect(try connection.rows("SELECT ?", [value]) == [[value]], "\(value)")
        }
        // SQLite stores no NaN.
        expect(try connection.rows("SELECT ?", [.real(.nan)]) == [[.null]])
    }

    run("an error names the statement and the cause") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        expectError(.statement, containing: "SELEC 1") { _ = try connection.rows("SELEC 1") }
        expectError(.statement, containing: "found none") { _ = try connection.statement("  ") }
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)")
        expectError(.constraint, containing: "INSERT INTO t VALUES (1)") {
            try connection.execute("INSERT INTO t VALUES (1)")
        }
        expectError(.cannotOpen, containing: "/nowhere/x.db") { _ = try SQLiteConnection(path: "/nowhere/x.db") }
    }

    run("a file that is no database is named") {
        let path = newPath()
        try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: path))
        let connection = try SQLiteConnection(path: path)
        expectError(.notADatabase) { _ = try connection.rows("SELECT * FROM sqlite_schema") }
    }

    run("a snapshot sees one state, and a failing one is ended") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let reader = try SQLiteConnection(path: path)
        try reader.snapshot {
            expect(try reader.integer("SELECT count(*) FROM t") == 1)
            try writer.execute("INSERT INTO t VALUES (2)")
            expect(try reader.integer("SELECT count(*) FROM t") == 1)
        }
        expect(try reader.integer("SELECT count(*) FROM t") == 2)
        struct Stop: Error {}
        do { try reader.snapshot { throw Stop() } } catch is Stop {}
        expect(sqlite3_get_autocommit(reader.pointer) != 0)
    }

    run("a snapshot does not end a transaction of the program") {
        let writer = try newDatabase(newPath(), "CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES (1)")
        expectError(.statement) { try writer.snapshot {} }
        try writer.execute("COMMIT")
        expect(try writer.integer("SELECT count(*) FROM t") == 1)
    }

    run("a locked file is waited for, and then an error") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(a)")
        let reader = try SQLiteConnection(path: path)
        try writer.execute("BEGIN EXCLUSIVE")
        sqlite3_busy_timeout(reader.pointer, 50)
        expectError(.busy) { _ = try reader.rows("SELECT * FROM t") }
        sqlite3_busy_timeout(reader.pointer, 60_000)
        let thread = Thread {
            usleep(20_000)
            try? writer.execute("COMMIT")
        }
        thread.start()
        expect(try reader.rows("SELECT * FROM t") == [])
    }

    run("a running statement can be interrupted from another thread") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        // Until the statement has begun, there is nothing to interrupt.
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            while done.wait(timeout: .now() + .milliseconds(5)) == .timedOut { connection.interrupt() }
        }
        thread.start()
        expectError(.interrupted) {
            _ = try connection.rows(
                "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c")
        }
        done.signal()
    }

    run("a borrowed connection stays open") {
        let owner = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        do {
            let borrowed = SQLiteConnection(borrowing: owner.pointer)
            try borrowed.execute("CREATE TABLE t(a)")
        }
        expect(try owner.rows("SELECT * FROM t") == [])
    }
}
