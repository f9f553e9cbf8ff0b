import CSQLite
import Foundation
import ListEngineData

@testable import ListEngineSQLite

/// A list of a table that observes the connection that writes, and is followed by hand.
private final class Observed {
    let writer: SQLiteConnection
    let reader: SQLiteConnection
    var log: HintLog?
    var follower: Follower!
    var list = FollowedList()
    var last = RowRevision.initial

    init(_ sql: String, order: [SQLiteOrderTerm], begin: String = "") throws {
        let path = newPath()
        writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + sql)
        reader = try SQLiteConnection(path: path)
        try writer.execute(begin)
        follower = try Follower(
            reader,
            log: {
                self.log = HintLog($0, writer: self.writer.pointer)
                return self.log
            }, isOnlyWriter: true,
            plan: { try RowPlan(.table("t"), columns: nil, order: order, condition: nil, connection: $0) })
        _ = try reader.snapshot { try follower.follow(reader, ended: 0) }
        try list.read(follower.plan, reader)
    }

    deinit { log?.stop() }

    /// Follows, and expects that the list has the rows of the table.
    @discardableResult
    func follow(line: Int = #line) throws -> [SQLiteChanges] {
        let ended = follower.endedEvents()
        return try reader.snapshot {
            let changes = try follower.follow(reader, ended: ended)
            if let fault = try apply(changes, to: &list, follower, reader, &last) { fail(fault, line: line) }
            var truth = FollowedList()
            try truth.read(follower.plan, reader)
            expect(truth.ids == list.ids, "\(list.ids.count) rows instead of \(truth.ids.count)", line: line)
            return changes
        }
    }
}

private let simpleTable = "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);"
private let byA: [SQLiteOrderTerm] = [.ascending("a"), .ascending("id")]

private func numbers(_ count: Int) -> String {
    "WITH RECURSIVE c(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM c WHERE i < \(count + 9)) INSERT INTO t SELECT i, i FROM c"
}

/// Removes the hook of a connection, as the program or another library can. The header declares the function only with a macro.
private func removeHook(_ connection: OpaquePointer) {
    typealias Function =
        @convention(c) (OpaquePointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
    guard let symbol = dlsym(nil, "sqlite3_preupdate_hook") else { return fail("no hook") }
    _ = unsafeBitCast(symbol, to: Function.self)(connection, nil, nil)
}

func testObservation() {
    run("a transaction with more changes than hints, and a look in the middle of it") {
        let observed = try Observed(simpleTable, order: byA)
        try observed.writer.execute("BEGIN; \(numbers(HintLog.most + 5))")
        try observed.follow()
        try observed.writer.execute("UPDATE t SET a = 0 WHERE id = 1; COMMIT")
        try observed.follow()
        // Then edits again.
        try observed.follow()
        try observed.writer.execute("UPDATE t SET a = 5 WHERE id = 1")
        guard case .edits? = try observed.follow().first else { return fail("no edits") }
    }

    run("a transaction with more bytes in its hints than are kept") {
        let observed = try Observed(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200) INSERT INTO t SELECT i, printf('%.100000c', 'x') FROM c",
            order: byA)
        try observed.writer.execute("BEGIN; UPDATE t SET a = a || 'y' WHERE id <= 100")
        expect(!observed.log!.hasTooMany)
        try observed.writer.execute("UPDATE t SET a = a || 'y' WHERE id > 100")
        expect(observed.log!.hasTooMany)
        try observed.writer.execute("COMMIT")
        try observed.follow()
        for number in 0..<3 {
            try observed.writer.execute("UPDATE t SET a = a || 'z' WHERE id <= 100")
            guard case .edits? = try observed.follow().first else { return fail("no edits, \(number)") }
        }
    }

    run("after the program has replaced the hook, changes are found as those of other processes are") {
        let observed = try Observed(simpleTable, order: byA)
        try observed.writer.execute("UPDATE t SET a = 5 WHERE id = 1")
        guard case .edits? = try observed.follow().first else { return fail("no edits") }
        removeHook(observed.writer.pointer)
        try observed.writer.execute("UPDATE t SET a = 6 WHERE id = 1")
        // Another list sets the hook again.
        let second = HintLog(observed.follower.plan, writer: observed.writer.pointer)
        defer { second?.stop() }
        expect(try observed.follower.mayHaveChanged(observed.reader))
        guard case .everything? = try observed.follow().first else { return fail("the list is stale") }
        expect(try observed.follow().isEmpty)
        try observed.writer.execute("UPDATE t SET a = 7 WHERE id = 1")
        guard case .somewhere? = try observed.follow().first else { return fail("no change") }
        expect(second?.isObserving ?? false && !(second?.hasLostHook ?? true))
    }

    run("a statement that has failed on a connection without a mutex makes no look necessary") {
        let path = newPath()
        _ = try newDatabase(path, "PRAGMA journal_mode = WAL;" + simpleTable)
        var opened: OpaquePointer?
        sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { return fail("not open") }
        defer { sqlite3_close_v2(opened) }
        let reader = try SQLiteConnection(path: path)
        var log: HintLog!
        let follower = try Follower(
            reader,
            log: {
                log = HintLog($0)
                return log
            }, isOnlyWriter: false,
            plan: { try RowPlan(.table("t"), columns: nil, order: byA, condition: nil, connection: $0) })
        expect(log.observe(opened, sinceLastLook: true))
        _ = try reader.snapshot { try follower.follow(reader, ended: 0) }
        expect(sqlite3_exec(opened, "UPDATE t SET id = 9", nil, nil, nil) == SQLITE_CONSTRAINT)
        expect(try !follower.mayHaveChanged(reader))
        log.transactionDidEnd(opened) { 1 }
        expect(try follower.mayHaveChanged(reader))
        let ended = follower.endedEvents()
        expect(try reader.snapshot { try follower.follow(reader, ended: ended) }.isEmpty)
        expect(try !follower.mayHaveChanged(reader))
        sqlite3_exec(opened, "UPDATE t SET a = 9 WHERE id = 1", nil, nil, nil)
        expect(try follower.mayHaveChanged(reader))
    }

    run("a transaction is open while another schema is seen") {
        let observed = try Observed(simpleTable, order: byA)
        try observed.writer.execute(
            "UPDATE t SET a = 7 WHERE id = 1; CREATE INDEX i ON t(a); BEGIN; INSERT INTO t VALUES (9, 9); UPDATE t SET a = 8 WHERE id = 1"
        )
        try observed.follow()
        try observed.writer.execute("COMMIT")
        try observed.follow()
    }

    run("a column that goes away in front of the order's") {
        let observed = try Observed(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, x, a, y); INSERT INTO t VALUES (1, 0, 1, 7), (2, 0, 2, 8)",
            order: byA)
        try observed.writer.execute("ALTER TABLE t DROP COLUMN x")
        try observed.follow()
        try observed.writer.execute("UPDATE t SET a = 3 WHERE id = 1; DELETE FROM t WHERE id = 2")
        try observed.follow()
    }

    run("a table that is made again with another primary key") {
        let observed = try Observed(
            "CREATE TABLE t(id, a, PRIMARY KEY (id)) WITHOUT ROWID; INSERT INTO t VALUES (1, 1)",
            order: [.ascending("a"), .ascending("id")])
        try observed.writer.execute(
            "DROP TABLE t; CREATE TABLE t(id NOT NULL UNIQUE, a, PRIMARY KEY (id, a)) WITHOUT ROWID; INSERT INTO t VALUES (1, 1)"
        )
        try observed.follow()
        try observed.writer.execute("INSERT INTO t VALUES (2, 1)")
        try observed.follow()
    }

    run("a statement that was prepared before the observation is observed") {
        let path = newPath()
        let writer = try newDatabase(path, simpleTable)
        let delete = try writer.statement("DELETE FROM t")
        let plan = try RowPlan(.table("t"), columns: nil, order: byA, condition: nil, connection: writer)
        guard let log = HintLog(plan, writer: writer.pointer) else { return fail("no hook") }
        defer { log.stop() }
        expect(try !delete.step())
        delete.reset()
        expect(log.endedEvents() == 3, "\(log.endedEvents()) events")
        // A statement that runs cannot be prepared again.
        try writer.execute(numbers(3))
        log.stop()
        let select = try writer.statement("SELECT id FROM t")
        expect(try select.step())
        expect(HintLog(plan, writer: writer.pointer) == nil)
        select.reset()
    }

    run("a transaction that began before the observation") {
        let observed = try Observed(simpleTable, order: byA, begin: "BEGIN; UPDATE t SET a = 5 WHERE id = 1")
        try observed.follow()
        try observed.writer.execute("UPDATE t SET a = 6 WHERE id = 2; COMMIT")
        try observed.follow()
    }

    run("a long transaction is not read again and again") {
        let observed = try Observed(simpleTable, order: byA)
        try observed.writer.execute("BEGIN; \(numbers(1_000))")
        nonisolated(unsafe) var statements = 0
        try withUnsafeMutablePointer(to: &statements) { statements in
            sqlite3_trace_v2(
                observed.reader.pointer, UInt32(SQLITE_TRACE_STMT),
                { _, context, _, _ in
                    context!.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }, statements)
            try observed.follow()
            sqlite3_trace_v2(observed.reader.pointer, 0, nil, nil)
        }
        expect(statements < 20, "\(statements) statements")
        try observed.writer.execute("COMMIT")
        try observed.follow()
    }

    run("a connection is not asked after the observation has ended") {
        let observed = try Observed(simpleTable, order: byA)
        try observed.writer.execute("BEGIN; DELETE FROM t WHERE id = 1")
        expect(observed.follower.endedEvents() == 0)
        observed.log?.stop()
        // An answer of the connection would be 0.
        expect(observed.follower.endedEvents() == 1)
    }

    run("a connection can be closed while it is observed") {
        for isDropped in [true, false] {
            let observed = try Observed(simpleTable, order: byA)
            let path = newPath()
            var writer: SQLiteConnection? = try newDatabase(path, "PRAGMA journal_mode = WAL;" + simpleTable)
            var source: SQLiteRows? = try SQLiteRows(
                connection: writer!.pointer, .table("t"), order: byA, pollInterval: 0.001, isOnlyWriter: true)
            let changes = source!.changes()
            try writer!.execute("BEGIN; UPDATE t SET a = 7 WHERE id = 1")
            if isDropped { source = nil }
            writer = nil
            if let source {
                let other = try SQLiteConnection(path: path, isReadOnly: false)
                try other.execute("INSERT INTO t VALUES (4, 4)")
                try wait {
                    for await case .somewhere in changes { break }
                }
                expect(try wait { try await source.rows(.first, limit: 9).rows.count } == 4)
                source.stopObserving()
            }
            // Another connection, perhaps at the same address.
            try observed.writer.execute("UPDATE t SET a = 9 WHERE id = 2")
            try observed.follow()
        }
    }

    run("sources come and go while their connection writes in another thread") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + simpleTable + numbers(200))
        let (isDone, written) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            while isDone.wait(timeout: .now()) == .timedOut {
                do { try writer.execute("UPDATE t SET a = a + 1 WHERE id % 2 = 0") } catch { fail("\(error)") }
            }
            written.signal()
        }
        for _ in 0..<300 {
            // The connection is not observed if a statement runs.
            let source = try SQLiteRows(
                connection: writer.pointer, .table("t"), order: byA, pollInterval: 0.001, isOnlyWriter: true)
            _ = try wait { try await source.rows(.first, limit: 20) }
        }
        isDone.signal()
        expect(written.wait(timeout: .now() + 60) == .success)
    }

    run("the hook goes away with the first change after the observation has ended") {
        let observed = try Observed(simpleTable, order: byA)
        observed.log?.stop()
        try observed.writer.execute("UPDATE t SET a = 9 WHERE id = 2")
        // With a hook, the rows are deleted one by one, in steps of the statement.
        func steps() throws -> Int32 {
            let delete = try SQLiteStatement("DELETE FROM t", connection: observed.writer)
            expect(try !delete.step())
            return sqlite3_stmt_status(delete.pointer, SQLITE_STMTSTATUS_VM_STEP, 0)
        }
        try observed.writer.execute(numbers(1_000))
        expect(try steps() < 100)
        let plan = observed.follower.plan
        guard let log = HintLog(plan, writer: observed.writer.pointer) else { return fail("no hook") }
        try observed.writer.execute(numbers(1_000))
        expect(try steps() > 1_000)
        expect(log.endedEvents() == 2_000, "\(log.endedEvents()) events")
    }

    run("a connection of a second copy of the library is refused") {
        let path = newPath()
        _ = try newDatabase(path, simpleTable)
        let open = try SQLiteConnection(path: path)
        let maps = FileHandle(forReadingAtPath: "/proc/self/maps")!.readDataToEndOfFile()
        let files = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        guard let file = files.first(where: { $0.contains("libsqlite3") })?.split(separator: " ").last else {
            return fail("no library")
        }
        let copy = folder + "/copy.so"
        try FileManager.default.copyItem(atPath: String(file), toPath: copy)
        // A library that binds its calls to itself, as one that is linked statically.
        guard let second = dlopen(copy, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) else {
            return fail(String(cString: dlerror()))
        }
        typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
        typealias Close = @convention(c) (OpaquePointer?) -> Int32
        let openSecond = unsafeBitCast(dlsym(second, "sqlite3_open"), to: Open.self)
        let closeSecond = unsafeBitCast(dlsym(second, "sqlite3_close"), to: Close.self)
        var opened: OpaquePointer?
        expect(openSecond(path, &opened) == SQLITE_OK)
        expectError(.statement, containing: "second copy") {
            _ = try SQLiteRows(connection: opened!, .table("t"), order: byA)
        }
        _ = closeSecond(opened)
        try open.checkLibrary()
    }

    run("virtual tables are not observed") {
        let writer = try newDatabase(newPath(), "CREATE VIRTUAL TABLE t USING rtree(id, low, high)")
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.ascending("id"), .ascending("rowid")], condition: nil,
            connection: writer)
        expect(plan.hookColumns == nil && HintLog(plan, writer: writer.pointer) == nil)
    }

    run("a connection without a mutex is refused") {
        let path = newPath()
        _ = try newDatabase(path, simpleTable)
        var opened: OpaquePointer?
        sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { return fail("not open") }
        defer { sqlite3_close_v2(opened) }
        expectError(.statement, containing: "serialized") {
            _ = try SQLiteRows(connection: opened, .table("t"), order: byA)
        }
    }

    run("a commit between the rowids of a condition and the first transaction") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + simpleTable + numbers(5_000))
        let reader = try SQLiteConnection(path: path)
        var isFirst = true
        let follower = try Follower(reader, log: { _ in nil }, isOnlyWriter: false) {
            let plan = try RowPlan(
                .table("t"), columns: nil, order: byA, condition: SQLiteCondition(rowids: "SELECT id FROM t"),
                connection: $0)
            if isFirst { try writer.execute("INSERT INTO t VALUES (4, 4)") }
            isFirst = false
            return plan
        }
        let count = try reader.snapshot {
            _ = try follower.follow(reader, ended: 0)
            return try follower.plan.page(.first, limit: .max, reader).rows.count
        }
        expect(count == 5_004, "\(count) rows")
    }

    run("a collation of the program is defined for each connection of a source") {
        @Sendable func prepare(_ connection: SQLiteConnection) throws {
            sqlite3_create_collation_v2(
                connection.pointer, "SHORT", SQLITE_UTF8, nil, { _, left, _, right, _ in left - right }, nil)
        }
        let path = newPath()
        let writer = try newDatabase(path)
        try prepare(writer)
        try writer.execute(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE SHORT); INSERT INTO t VALUES (1, 'xxx'), (2, 'a'), (3, 'bb')"
        )
        let short = SQLiteCollation.program("SHORT") { [UInt8($0.count)] }
        let order: [SQLiteOrderTerm] = [.ascending("a", collation: short), .ascending("id")]
        // The hook, which holds locks, does not call the program.
        let plan = try RowPlan(.table("t"), columns: nil, order: order, condition: nil, connection: writer)
        expect(plan.hookColumns == nil)
        let source = try SQLiteRows(path: path, .table("t"), order: order, prepare: prepare)
        let found = try wait { try await source.rows(.first, limit: 5).rows.map { $0.row[0] } }
        expect(found == [.integer(2), .integer(3), .integer(1)], "\(found)")
    }
}
