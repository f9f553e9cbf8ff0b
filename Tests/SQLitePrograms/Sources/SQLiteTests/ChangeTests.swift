import CSQLite
import Foundation

@testable import ListEngineData
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
func apply(
    _ changes: [SQLiteChanges], to list: inout FollowedList, _ follower: Follower, _ connection: SQLiteConnection,
    _ last: inout RowRevision
) throws -> String? {
    for change in changes {
        if change.revision <= last { return "a revision that is not larger than the one before" }
        last = change.revision
        switch change {
        case .edits(let edits, _): if let fault = list.apply(edits) { return fault }
        case .somewhere, .everything: try list.read(follower.plan, connection)
        case .sections: break
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

func testChanges() {
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
