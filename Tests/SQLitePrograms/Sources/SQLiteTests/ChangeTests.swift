import CSQLite
import Foundation
import ListEngineData

@testable import ListEngineSQLite

/// The keys of a list that follows its source by edits.
struct FollowedList {
    var keys: [SQLiteKey] = []
    var ids: [SQLiteKey: SQLiteKey] = [:]

    mutating func read(_ plan: RowPlan, _ connection: SQLiteConnection) throws {
        let rows = try plan.page(.first, limit: .max, connection).rows
        keys = rows.map(\.key)
        ids = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.id) })
    }

    /// Returns a fault.
    mutating func apply(_ edits: [SQLiteEdit]) -> String? {
        for edit in edits {
            guard let old = edit.old else { continue }
            guard ids[old] == edit.id else { return "an edit of a row that the list does not have" }
            ids[old] = nil
        }
        for edit in edits {
            guard let new = edit.new else { continue }
            guard ids[new] == nil else { return "an edit inserts a row that the list has" }
            ids[new] = edit.id
        }
        keys = ids.keys.sorted()
        return nil
    }
}

/// Applies changes. Returns a fault.
private func apply(
    _ changes: [SQLiteChanges], to list: inout FollowedList, _ follower: Follower, _ connection: SQLiteConnection,
    _ last: inout RowRevision
) throws -> String? {
    for change in changes {
        if change.revision <= last { return "a revision that is not larger than the one before" }
        last = change.revision
        switch change {
        case .edits(let edits, _): if let fault = list.apply(edits) { return fault }
        case .somewhere, .everything: try list.read(follower.plan, connection)
        }
    }
    return nil
}

private let historyTables = [
    """
    CREATE TABLE p(id INTEGER PRIMARY KEY);
    CREATE TABLE t(id INTEGER PRIMARY KEY, a, u UNIQUE, p REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE, CHECK (a IS NOT 13));
    CREATE INDEX i ON t(a);
    CREATE TRIGGER after_a AFTER UPDATE OF a ON t WHEN new.a = 5 BEGIN UPDATE t SET a = 6 WHERE u = new.u + 1; END;
    CREATE TRIGGER after_i AFTER INSERT ON t WHEN new.a = 4 BEGIN DELETE FROM t WHERE a = 3; END;
    """,
    """
    CREATE TABLE p(id INTEGER PRIMARY KEY);
    CREATE TABLE t(id INT, a, u UNIQUE, p REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE, CHECK (a IS NOT 13),
        PRIMARY KEY (id)) WITHOUT ROWID;
    CREATE INDEX i ON t(a DESC);
    """,
]

private func historyStatement(_ random: inout Random) -> String {
    let id = random.below(30)
    let other = random.below(30)
    let value = random.pick(["NULL", "1", "2.5", "'x'", "'y'", "4", "5", "13", "x'00'", "\(other)"])
    switch random.below(16) {
    case 0, 1, 2: return "INSERT INTO t VALUES (\(id), \(value), \(other), NULL)"
    case 3: return "INSERT OR REPLACE INTO t VALUES (\(id), \(value), \(other), (SELECT max(id) FROM p))"
    case 4: return "REPLACE INTO t SELECT id + 1, \(value), u, p FROM t WHERE id < \(id)"
    case 5: return "UPDATE t SET a = \(value) WHERE id = \(id)"
    case 6: return "UPDATE t SET a = \(value), u = u + 100 WHERE id > \(id)"
    case 7: return "UPDATE OR REPLACE t SET id = \(other) WHERE id = \(id)"
    case 8: return "UPDATE t SET id = id + 7 WHERE id = \(id)"
    case 9: return "DELETE FROM t WHERE id = \(id)"
    case 10:
        return "INSERT INTO t VALUES (\(id), \(value), \(other), NULL) ON CONFLICT(id) DO UPDATE SET a = excluded.a"
    // Fails at a later row, after changing some.
    case 11: return "UPDATE t SET a = CASE WHEN id > \(id) THEN 13 ELSE \(value) END"
    case 12: return "INSERT OR IGNORE INTO p VALUES (\(id))"
    case 13:
        return random.chance(2)
            ? "DELETE FROM p WHERE id = \(id)" : "UPDATE OR IGNORE p SET id = id + 1 WHERE id = \(id)"
    case 14: return random.chance(4) ? "DELETE FROM t" : "UPDATE t SET u = u"
    default: return "INSERT OR FAIL INTO t SELECT id + \(id), a, u + 50, p FROM t"
    }
}

/// Random writes of a program, with the list followed now and then, even in the middle of a transaction.
private func ownFault(_ seed: UInt64, keepsFirst: Bool) throws -> String? {
    var random = Random(seed: seed)
    let path = newPath()
    defer { remove(path) }
    let mode = random.pick(["WAL", "WAL", "DELETE"])
    let writer = try newDatabase(
        path, "PRAGMA journal_mode = \(mode); PRAGMA foreign_keys = ON;" + random.pick(historyTables))
    if random.chance(2) { try writer.execute("PRAGMA recursive_triggers = ON") }
    for _ in 0..<random.below(20) { try? writer.execute(historyStatement(&random)) }
    let reader = try SQLiteConnection(path: path)
    sqlite3_busy_timeout(reader.pointer, 0)
    let order = [
        SQLiteOrderTerm("a", isDescending: random.chance(2)), SQLiteOrderTerm("id", isDescending: random.chance(2)),
    ]
    if random.chance(4) {
        try writer.execute("BEGIN")
        for _ in 0..<3 { try? writer.execute(historyStatement(&random)) }
    }
    var log: HintLog?
    let follower = try Follower(
        reader,
        log: {
            log = HintLog($0, writer: writer.pointer, keepsFirst: keepsFirst)
            return log
        }, isOnlyWriter: true,
        plan: { try RowPlan(.table("t"), columns: nil, order: order, condition: nil, connection: $0) })
    defer { log?.stop() }
    guard log != nil else { return "no hook" }
    var list = FollowedList()
    var last = RowRevision.initial
    _ = try reader.snapshot { try follower.follow(reader, ended: 0) }
    try list.read(follower.plan, reader)
    // A full disk: statements fail with SQLITE_FULL, some of them halfway.
    let isSmall = random.chance(4)
    if isSmall { _ = try writer.rows("PRAGMA max_page_count = \((try writer.integer("PRAGMA page_count") ?? 0) + 3)") }
    for step in 0..<40 {
        switch random.below(isSmall ? 11 : 10) {
        case 10: try? writer.execute("INSERT INTO t SELECT id + \(step + 100), zeroblob(3000), NULL, NULL FROM t")
        case 0: try? writer.execute("BEGIN")
        case 1: try? writer.execute("COMMIT")
        case 2: try? writer.execute(random.chance(2) ? "ROLLBACK" : "ROLLBACK TO s")
        case 3: try? writer.execute(random.chance(2) ? "SAVEPOINT s" : "RELEASE s")
        case 6 where random.chance(4):
            try? writer.execute(random.pick(["CREATE INDEX j ON t(u, a)", "DROP INDEX IF EXISTS j", "ANALYZE"]))
        case 4, 5:
            let ended = follower.endedEvents()
            do {
                let fault: String? = try reader.snapshot {
                    let changes = try follower.follow(reader, ended: ended)
                    if let fault = try apply(changes, to: &list, follower, reader, &last) { return fault }
                    var truth = FollowedList()
                    try truth.read(follower.plan, reader)
                    return truth.ids == list.ids ? nil : "the list is not ORDER BY"
                }
                if let fault { return "\(fault), step \(step), \(mode)" }
            } catch let error as SQLiteError where error.cause == .busy {}
        default: try? writer.execute(historyStatement(&random))
        }
    }
    return nil
}

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

private func testObservation() {
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

    run("virtual tables are not observed") {
        let writer = try newDatabase(newPath(), "CREATE VIRTUAL TABLE t USING rtree(id, low, high)")
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.ascending("id"), .ascending("rowid")], condition: nil,
            connection: writer)
        expect(!plan.hookColumns.isComplete && HintLog(plan, writer: writer.pointer) == nil)
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
        let source = try SQLiteRows(
            path: path, .table("t"), order: [.ascending("a", collation: short), .ascending("id")], prepare: prepare)
        let found = try wait { try await source.rows(.first, limit: 5).rows.map { $0.row[0] } }
        expect(found == [.integer(2), .integer(3), .integer(1)], "\(found)")
    }
}

func testChanges() {
    testObservation()
    law("a list that follows its program's writes is ORDER BY", 500) { try ownFault($0, keepsFirst: true) }
    planted("the last old key of a row", 50) { try ownFault($0, keepsFirst: false) }

    run("a full disk is named, and the list keeps what was committed") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1)")
        _ = try writer.rows("PRAGMA max_page_count = 10")
        let source = try SQLiteRows(
            connection: writer.pointer, .table("t"), order: [.ascending("id")], isOnlyWriter: true)
        defer { source.stopObserving() }
        expectError(.diskFull, containing: "INSERT") {
            try writer.execute("INSERT INTO t VALUES (2, 2), (3, zeroblob(100000))")
        }
        expect(try wait { try await source.rows(.first, limit: 5).rows.map { $0.row[0] } } == [.integer(1)])
    }

    run("columns whose old values the hook does not know are not observed") {
        let path = newPath()
        let writer = try newDatabase(
            path,
            """
            CREATE TABLE d(id INTEGER PRIMARY KEY, a); INSERT INTO d(a) VALUES (1); ALTER TABLE d ADD COLUMN b DEFAULT 7;
            CREATE TABLE g(id INTEGER PRIMARY KEY, a, b AS (a + 1));
            """)
        for table in ["d", "g"] {
            let plan = try RowPlan(
                .table(table), columns: nil, order: [.ascending("b"), .ascending("id")], condition: nil,
                connection: writer)
            expect(HintLog(plan, writer: writer.pointer) == nil, table)
        }
    }

    run("a changed schema starts the list again, and a missing column is reported until it is back") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        let reader = try SQLiteConnection(path: path)
        let follower = try Follower(reader, log: { _ in nil }, isOnlyWriter: false) {
            try RowPlan(
                .table("t"), columns: nil, order: [.ascending("a"), .ascending("id")], condition: nil, connection: $0)
        }
        func follow() throws -> [SQLiteChanges] { try reader.snapshot { try follower.follow(reader, ended: 0) } }
        expect(try follow().isEmpty)
        try writer.execute("VACUUM")
        guard case .everything? = try follow().first else { return fail("VACUUM renumbers rowids") }
        try writer.execute("INSERT INTO t VALUES (1, 1)")
        guard case .somewhere? = try follow().first else { return fail("a write of another connection") }
        expect(try follow().isEmpty)
        try writer.execute("ALTER TABLE t RENAME COLUMN a TO b")
        guard case .everything? = try follow().first else { return fail("a changed schema") }
        expect(follower.failure?.cause == .noSuchColumn && follower.failure?.message.contains("a") ?? false)
        try writer.execute("ALTER TABLE t RENAME COLUMN b TO a")
        guard case .everything? = try follow().first else { return fail("a changed schema") }
        expect(follower.failure == nil)
        try writer.execute("DROP TABLE t")
        guard case .everything? = try follow().first else { return fail("a dropped table") }
        expect(follower.failure?.cause == .noSuchTable)
    }

    run("more hints than a list can use start it again") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        let reader = try SQLiteConnection(path: path)
        var log: HintLog?
        let follower = try Follower(
            reader,
            log: {
                log = HintLog($0, writer: writer.pointer)
                return log
            }, isOnlyWriter: true,
            plan: { try RowPlan(.table("t"), columns: nil, order: [.ascending("id")], condition: nil, connection: $0) })
        defer { log?.stop() }
        _ = try reader.snapshot { try follower.follow(reader, ended: 0) }
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i <= \(HintLog.most)) INSERT INTO t SELECT i, i FROM c"
        )
        let changes = try reader.snapshot { try follower.follow(reader, ended: follower.endedEvents()) }
        guard case .everything? = changes.first, changes.count == 1 else { return fail("\(changes.count) changes") }
    }
}

// MARK: - The source

/// Waits for a task that uses a source.
func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, any Error>?
    Task.detached {
        do { result = .success(try await body()) } catch { result = .failure(error) }
        done.signal()
    }
    if done.wait(timeout: .now() + 60) == .timedOut {
        throw SQLiteError(.busy, "the source did not answer in a minute")
    }
    return try result!.get()
}

/// All rows of a source, by pages.
private func allRows(_ source: SQLiteRows) async throws -> (ids: [SQLiteKey], revision: RowRevision) {
    while true {
        var ids: [SQLiteKey] = []
        var side = RowSide<SQLiteKey>.first
        var revisions: Set<RowRevision> = []
        while true {
            let slice = try await source.rows(side, limit: 100)
            ids += slice.rows.map(\.id)
            revisions.insert(slice.revision)
            guard !slice.isEnd, let last = slice.rows.last else { break }
            side = .after(last.key)
        }
        // The pages of one revision.
        if revisions.count == 1 { return (ids, revisions.first!) }
    }
}

private func count(_ outlines: AsyncThrowingStream<RowOutline<SQLiteKey>, any Error>) async throws -> (Int, Int?) {
    var (total, estimate) = (0, Int?.none)
    for try await outline in outlines {
        switch outline {
        case .estimate(let count, _): estimate = count.shown
        case .pages(let pages, _, _): total += pages.reduce(0) { $0 + $1.count }
        }
    }
    return (total, estimate)
}

func testSources() {
    run("a source counts by pages where it can, and by slices elsewhere") {
        let path = newPath()
        var random = Random(seed: 3)
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + countedTables)
        try fillCountedTables(writer, 3_000, &random)
        let total = Int(try writer.integer("SELECT count(*) FROM t")!)
        let some = Int(try writer.integer("SELECT count(*) FROM t WHERE id % 2 = 0")!)
        let whole = try SQLiteRows(path: path, .table("t"), order: [.descending("a"), .descending("id")])
        let (counted, estimate) = try wait { try await count(whole.outlines(since: nil)) }
        expect(counted == total, "\(counted) of \(total)")
        expect(estimate.map { abs($0 - total) < total / 5 } ?? false, "estimate \(estimate ?? -1) of \(total)")
        let part = try SQLiteRows(
            path: path, .table("t"), order: [.descending("a"), .ascending("id")],
            condition: SQLiteCondition("id % ? = 0", [.integer(2)]))
        let (filtered, none) = try wait { try await count(part.outlines(since: nil)) }
        expect(filtered == some && none == nil, "\(filtered) of \(some)")
        let rows = try wait { try await allRows(whole).ids.count }
        expect(rows == total)
    }

    run("a source follows two processes, one of which is killed again and again") {
        let path = newPath()
        var random = Random(seed: 4)
        let writer = try newDatabase(path, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;" + countedTables)
        try fillCountedTables(writer, 500, &random)
        let source = try SQLiteRows(
            path: path, .table("t"), order: [.ascending("a"), .ascending("id")], pollInterval: 0.002)
        let stream = source.changes()
        let seen = Task.detached { () -> [RowRevision] in
            var revisions: [RowRevision] = []
            for await change in stream { revisions.append(change.revision) }
            return revisions
        }
        for round in 0..<5 {
            try withWriter(path, UInt64(round)) { usleep(100_000) }
            // The writer is dead now, in the middle of something.
            let (ids, revision) = try wait { try await allRows(source) }
            let connection = try SQLiteConnection(path: path)
            let plan = try RowPlan(
                .table("t"), columns: [], order: [.ascending("a"), .ascending("id")], condition: nil,
                connection: connection)
            let expected = try plan.page(.first, limit: .max, connection).rows.map(\.id)
            expect(ids == expected, "round \(round): \(difference(ids, expected)), revision \(revision.number)")
            expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
        }
        seen.cancel()
        let revisions = try wait { await seen.value }
        expect(revisions.count >= 5, "\(revisions.count) changes were reported")
        expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 }, "revisions are not ascending")
    }

    run("a file that is replaced starts the list again") {
        let path = newPath()
        _ = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1)")
        let source = try SQLiteRows(path: path, .table("t"), order: [.ascending("id")], pollInterval: 0.002)
        let stream = source.changes()
        expect(try wait { try await allRows(source).ids.count } == 1)
        let other = newPath()
        _ = try newDatabase(other, "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 2)")
        expect(rename(other, path) == 0)
        try wait {
            for await case .everything in stream { break }
        }
        expect(try wait { try await allRows(source).ids.count } == 2)
    }

    run("writes of the program arrive as edits while the list reads") {
        let path = newPath()
        let writer = try newDatabase(
            path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 5)")
        let source = try SQLiteRows(
            connection: writer.pointer, .table("t"), order: [.ascending("a"), .ascending("id")], pollInterval: 0.002,
            isOnlyWriter: true)
        defer { source.stopObserving() }
        let stream = source.changes()
        var list = FollowedList()
        let first = try wait { try await source.rows(.first, limit: 10) }
        for row in first.rows { list.ids[row.key] = row.id }
        let edits = Task.detached { () -> [SQLiteEdit] in
            var edits: [SQLiteEdit] = []
            for await case .edits(let more, _) in stream {
                edits += more
                if more.contains(where: { $0.row?[0] == .integer(999) }) { break }
            }
            return edits
        }
        var random = Random(seed: 5)
        for number in 2...500 {
            try writer.execute(
                "INSERT INTO t VALUES (\(number), \(random.below(50))); UPDATE t SET a = a + 1 WHERE id = \(1 + random.below(number))"
            )
        }
        try writer.execute("INSERT INTO t VALUES (999, 0)")
        for edit in try wait({ await edits.value }) {
            if let fault = list.apply([edit]) { return fail(fault) }
        }
        expect(list.keys == (try wait { try await source.rows(.first, limit: 1_000).rows.map(\.key) }))
    }

    run("several lists observe one connection, and one that stops still finds changes") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        func source(_ order: SQLiteOrderTerm) throws -> SQLiteRows {
            try SQLiteRows(
                connection: writer.pointer, .table("t"), order: [order, .ascending("id")], pollInterval: 0.002,
                isOnlyWriter: true)
        }
        let sources = [try source(.ascending("a")), try source(.descending("a"))]
        let streams = sources.map { $0.changes() }
        try writer.execute("INSERT INTO t VALUES (1, 1)")
        for stream in streams {
            try wait {
                for await case .edits(let edits, _) in stream where edits.count == 1 { break }
            }
        }
        let later = sources.map { $0.changes() }
        sources[0].stopObserving()
        try writer.execute("INSERT INTO t VALUES (2, 1)")
        try wait {
            for await case .somewhere in later[0] { break }
        }
        try wait {
            for await case .edits(let edits, _) in later[1] where edits.count == 1 { break }
        }
        sources[1].stopObserving()
    }

    law("rows that a full-text index finds are ORDER BY, and follow changes", 12) { seed in
        var random = Random(seed: seed)
        let path = newPath()
        defer { remove(path) }
        let writer = try newDatabase(
            path,
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, time INT); CREATE INDEX i ON t(time);
            CREATE VIRTUAL TABLE f USING fts5(name, content='t', content_rowid='id', prefix='1 2');
            CREATE TRIGGER ti AFTER INSERT ON t BEGIN INSERT INTO f(rowid, name) VALUES (new.id, new.name); END;
            CREATE TRIGGER td AFTER DELETE ON t BEGIN INSERT INTO f(f, rowid, name) VALUES ('delete', old.id, old.name); END;
            """)
        // Dense rowids become bits, others an array; few are sorted.
        let spread = random.pick([1, 3, 1_000_003])
        func insert(_ count: Int, from first: Int) throws {
            try writer.execute("BEGIN")
            for number in first..<first + count {
                let name = String((0..<3).map { _ in random.pick(["a", "b", "c"]) }.joined())
                _ = try writer.rows(
                    "INSERT INTO t VALUES (?, ?, ?)",
                    [.integer(Int64((number - 500) * spread)), .text(name), .integer(Int64(random.below(100)))])
            }
            try writer.execute("COMMIT")
        }
        try insert(seed % 3 == 0 ? 14_000 : 300, from: 0)
        let order = [SQLiteOrderTerm("time", isDescending: random.chance(2)), .ascending("id")]
        // Rowids come in any order.
        let condition =
            random.chance(2)
            ? SQLiteCondition.match("f", "a*")
            : SQLiteCondition(rowids: "SELECT id FROM t WHERE name LIKE ? ORDER BY time", [.text("a%")])
        let source = try SQLiteRows(path: path, .table("t"), order: order, condition: condition, pollInterval: 1_000)
        for step in 0..<3 {
            let found = try wait { try await allRows(source).ids }
            let connection = try SQLiteConnection(path: path)
            let plan = try RowPlan(
                .table("t"), columns: nil, order: order, condition: SQLiteCondition("name LIKE 'a%'"),
                connection: connection)
            let expected = try plan.page(.first, limit: .max, connection).rows.map(\.id)
            if found != expected { return "step \(step): \(difference(found, expected)), spread \(spread)" }
            let (counted, _) = try wait { try await count(source.outlines(since: nil)) }
            if counted != expected.count { return "step \(step): \(counted) of \(expected.count)" }
            try writer.execute("DELETE FROM t WHERE id % 5 = \(step)")
            try insert(50, from: 20_000 + step * 100)
        }
        return nil
    }

    run("a cancelled request stops a long statement, and the next one works") {
        let path = newPath()
        _ = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
        let endless =
            "id > (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c WHERE i < 0)"
        let source = try SQLiteRows(
            path: path, .table("t"), order: [.ascending("id")], condition: SQLiteCondition(endless))
        for _ in 0..<3 {
            let request = Task.detached { try await source.rows(.first, limit: 1) }
            usleep(20_000)
            request.cancel()
            do {
                _ = try wait { try await request.value }
                fail("an endless statement has ended")
            } catch is CancellationError {}
        }
    }

    run("requests that are cancelled at any moment leave no transaction open") {
        let path = newPath()
        var random = Random(seed: 11)
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + countedTables)
        try fillCountedTables(writer, 3_000, &random)
        let source = try SQLiteRows(path: path, .table("t"), order: [.descending("a"), .ascending("id")])
        for _ in 0..<300 {
            let counts = random.chance(2)
            let request = Task.detached {
                if counts {
                    _ = try await count(source.outlines(since: nil))
                } else {
                    _ = try await source.rows(.last, limit: 100)
                }
            }
            usleep(UInt32(random.below(2_000)))
            request.cancel()
            do { try wait { try await request.value } } catch is CancellationError {}
        }
        // A transaction that is open would see the old state, or keep the next one from beginning.
        try writer.execute("DELETE FROM t")
        expect(try wait { try await source.rows(.first, limit: 1).rows.isEmpty })
    }

    run("a damaged file reads what it can, and names the damage") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA page_size = 1024;" + countedTables)
        var random = Random(seed: 6)
        try fillCountedTables(writer, 2_000, &random)
        let root = Int(try writer.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'ia'")!)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in bytes.indices where index >= bytes.count / 2 && index < bytes.count - 2_048 { bytes[index] = 0xaa }
        _ = root
        let copy = newPath()
        try bytes.write(to: URL(fileURLWithPath: copy))
        let source = try SQLiteRows(path: copy, .table("t"), order: [.ascending("a"), .ascending("id")])
        do {
            _ = try wait { try await count(source.outlines(since: nil)) }
            _ = try wait { try await allRows(source) }
            fail("damage was not noticed")
        } catch let error as SQLiteError { expect(error.cause == .damaged, "\(error)") }
    }

    run("a file in a folder that cannot be written is read as immutable") {
        guard getuid() != 0 else { return }  // The superuser can write everywhere.
        let path = newPath()
        _ = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        expect(chmod(folder, 0o500) == 0)
        defer { chmod(folder, 0o700) }
        expectError(.cannotOpen) { _ = try SQLiteRows(path: path, .table("t"), order: [.ascending("id")]) }
        _ = try SQLiteRows(path: "file:\(path)?immutable=1", .table("t"), order: [.ascending("id")])
    }

    run("a database in memory is refused with a reason") {
        let memory = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        expectError(.cannotOpen, containing: "in memory") {
            _ = try SQLiteRows(connection: memory.pointer, .table("t"), order: [])
        }
    }
}
