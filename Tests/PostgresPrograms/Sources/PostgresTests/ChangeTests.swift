import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// The rows that a list has: their keys by identity.
private struct Model {
    var keys: [ColumnKey: ColumnKey] = [:]

    /// Takes changes. Returns a fault if they contradict what the list has.
    mutating func apply(_ changes: [PostgresChanges], again: () throws -> [ColumnKey: ColumnKey]) rethrows -> String? {
        for change in changes {
            switch change {
            case .edits(let edits, _):
                for edit in edits {
                    guard keys[edit.id] == edit.old else { return "an edit has an old key that the list does not have" }
                }
                for edit in edits { keys[edit.id] = edit.new }
            case .somewhere, .everything: keys = try again()
            case .sections: break
            }
        }
        return nil
    }
}

private func allRows(_ follower: PostgresFollower, _ session: PostgresSession) throws -> [PostgresReadRow] {
    try follower.read(
        session, { [try $0.pageStatement(.first, limit: 20_000)] },
        { plan, results in try plan.page(results[0], isBackward: false, limit: 20_000).rows })
}

private func installed(_ sql: String) throws -> Writer {
    let writer = try Writer()
    try writer.execute(
        "DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note; " + sql)
    let server = PostgresServer(parameters())
    try wait { try await server.installJournal(on: "h", columns: ["id", "a"]) }
    return writer
}

/// A random sequence of transactions in several sessions, which overlap, while a list reads. After each look, the edits must lead to the rows
/// of the same transaction.
private func changeFault(_ seed: UInt64, spoil: @escaping (String) -> String = { $0 }) throws -> String? {
    var random = Random(seed: seed)
    let first = try installed(
        "CREATE TABLE h(id int PRIMARY KEY, a int); INSERT INTO h SELECT n, n % 5 FROM generate_series(1, 30) n")
    let writers = try [first] + (0..<2).map { _ in try Writer() }
    for writer in writers { try writer.execute("SET lock_timeout = '20ms'") }
    var open = [false, false, false]
    var reported: [PostgresChanges] = []
    let follower = PostgresFollower(
        plan: {
            try PostgresPlan(
                .table("h"), columns: [], order: [.ascending("a"), .descending("id")], condition: nil, $0)
        }, report: { reported += $0 }, changing: spoil)
    let session = try PostgresSession(parameters())
    var model = Model()
    var isFirst = true
    for step in 0..<60 {
        let number = random.below(writers.count)
        let writer = writers[number]
        let id = random.below(40)
        let sql: String
        switch random.below(12) {
        case 0, 1:
            sql = open[number] ? random.pick(["COMMIT", "ROLLBACK"]) : "BEGIN"
            open[number].toggle()
        case 2: sql = open[number] ? random.pick(["SAVEPOINT s", "ROLLBACK TO s", "RELEASE s"]) : "SELECT 1"
        case 3: sql = "DELETE FROM h WHERE id = \(id)"
        case 4: sql = "UPDATE h SET id = id + 1 WHERE id = \(id)"
        case 5: sql = "UPDATE h SET a = \(random.below(6)) WHERE id % 7 = \(id % 7)"
        case 6: sql = "INSERT INTO h VALUES (\(id), \(random.below(6))) ON CONFLICT (id) DO UPDATE SET a = h.a + 1"
        case 7:
            sql =
                "WITH d AS (DELETE FROM h WHERE id = \(id) RETURNING id) INSERT INTO h SELECT id + 100, 3 FROM d ON CONFLICT DO NOTHING"
        case 8:  // A reader waits for the transaction that truncates.
            sql = random.chance(6) && !open[number] ? "TRUNCATE h" : "UPDATE h SET a = a WHERE id = \(id)"
        default: sql = "UPDATE h SET a = \(random.chance(5) ? "NULL" : String(random.below(9))) WHERE id = \(id)"
        }
        do { try writer.execute(sql) } catch let error as PostgresError {
            // A lock that another session has, an unknown savepoint, or a key that exists: the transaction has failed.
            if error.cause == .connection { throw error }
            if open[number] {
                try writer.execute("ROLLBACK")
                open[number] = false
            }
        }
        guard step % 3 == 0 || random.chance(4) else { continue }
        reported = []
        let rows = try allRows(follower, session)
        let truth = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.key) })
        if isFirst { model.keys = truth }
        isFirst = false
        if let fault = model.apply(reported, again: { truth }) { return "step \(step): \(fault)" }
        if model.keys != truth {
            return "step \(step): the list has \(model.keys.count) rows, the table \(truth.count), or other keys"
        }
    }
    return nil
}

func testChanges() {
    law("edits lead from one state to the next, with transactions that overlap", 60) { try changeFault($0) }

    planted("a journal that is read by numbers loses transactions that end late", 60) { seed in
        try changeFault(seed) {
            $0.replacingOccurrences(
                of: "NOT pg_visible_in_snapshot(listengine_xid, $1)",
                with: "listengine_xid >= pg_snapshot_xmax($1)")
        }
    }

    planted("the last old key of a row", 60) { seed in
        try changeFault(seed) {
            $0.replacingOccurrences(of: "\"id\", listengine_number)", with: "\"id\", listengine_number DESC)")
        }
    }

    run("a transaction that commits late, and one that is rolled back after it has notified") {
        let late = try installed("CREATE TABLE h(id int PRIMARY KEY, a int)")
        let other = try Writer()
        // It looks for changes only when it is notified.
        let server = PostgresServer(parameters(), heartbeat: 1e6)
        let source = PostgresRows(server, .table("h"), order: [.ascending("id")])
        let reported = Reported(source)
        expect(try wait { try await source.rows(.first, limit: 10).rows.isEmpty })
        try late.execute("BEGIN; INSERT INTO h VALUES (1, 1)")
        for id in 2...5 { try other.execute("INSERT INTO h VALUES (\(id), 0)") }
        try other.execute("BEGIN; INSERT INTO h VALUES (9, 9); ROLLBACK")
        reported.wait(for: 4)
        expect(reported.ids == ["2", "3", "4", "5"], "\(reported.ids)")
        try late.execute("COMMIT")
        reported.wait(for: 5)
        expect(reported.ids == ["1", "2", "3", "4", "5"], "\(reported.ids)")
    }

    run("statements of triggers and of foreign keys, and very large ones, are followed") {
        let writer = try installed(
            """
            DROP TABLE IF EXISTS parent CASCADE; CREATE TABLE parent(id int PRIMARY KEY); INSERT INTO parent SELECT generate_series(1, 3);
            CREATE TABLE h(id int PRIMARY KEY, a int, parent int REFERENCES parent ON DELETE CASCADE);
            CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN UPDATE h SET a = a + 1 WHERE id = new.id; RETURN NULL; END $$;
            CREATE TRIGGER again AFTER UPDATE ON h FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION again();
            INSERT INTO h SELECT n, n, n % 3 + 1 FROM generate_series(1, 60) n
            """)
        var reported: [PostgresChanges] = []
        let follower = PostgresFollower(
            plan: {
                try PostgresPlan(
                    .table("h"), columns: [], order: [.ascending("a"), .ascending("id")], condition: nil, $0)
            }, report: { reported += $0 })
        let session = try PostgresSession(parameters())
        var model = Model()
        for (step, sql) in [
            "SELECT 1", "UPDATE h SET a = 100 WHERE id = 7", "DELETE FROM parent WHERE id = 2",
            "UPDATE h SET a = a + 5 WHERE id % 2 = 0",
            "INSERT INTO h SELECT n, n FROM generate_series(1000, 12000) n", "UPDATE h SET a = 1 WHERE id = 3",
            "TRUNCATE h",
        ].enumerated() {
            try writer.execute(sql)
            reported = []
            let rows = try allRows(follower, session)
            let truth = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.key) })
            if step == 0 { model.keys = truth }
            expect(step == 0 || !reported.isEmpty, "\(sql): nothing is reported")
            if let fault = model.apply(reported, again: { truth }) { fail("\(sql): \(fault)") }
            expect(model.keys == truth, "\(sql): the list has other rows")
        }
        try writer.execute("DROP FUNCTION again CASCADE")
    }

    run("a journal keeps the entries of a transaction that has ended after a mark") {
        let late = try installed("CREATE TABLE h(id int PRIMARY KEY, a int)")
        let other = try Writer()
        let server = PostgresServer(parameters())
        try late.execute("BEGIN; INSERT INTO h VALUES (1, 1)")
        try other.execute("INSERT INTO h VALUES (2, 2)")
        try wait { try await server.cleanJournal(of: "h") }
        // The entries and the mark are from yesterday.
        try late.execute("COMMIT; INSERT INTO h VALUES (3, 3)")
        try other.execute("UPDATE h_listengine SET listengine_time = listengine_time - interval '1 day'")
        try wait { try await server.cleanJournal(of: "h") }
        let left = try other.rows(
            "SELECT id::text FROM h_listengine WHERE listengine_kind = 'n' ORDER BY listengine_number")
        expect(left == [["1"], ["3"]], "\(left)")
    }

    run("tables that a journal would not follow are refused; a removed journal leaves nothing") {
        let writer = try installed("CREATE TABLE h(id int PRIMARY KEY, a int)")
        try writer.execute(
            """
            DROP TABLE IF EXISTS parts, loose CASCADE; CREATE TABLE parts(id int PRIMARY KEY) PARTITION BY RANGE (id);
            CREATE TABLE loose(id int)
            """)
        let server = PostgresServer(parameters())
        expectError(.journal, containing: "parts") { try wait { try await server.installJournal(on: "parts") } }
        expectError(.noIdentity, containing: "loose") { try wait { try await server.installJournal(on: "loose") } }
        expectError(.noSuchTable) { try wait { try await server.installJournal(on: "nothing") } }
        expectError(.noSuchColumn) { try wait { try await server.installJournal(on: "h", columns: ["b"]) } }
        // The failed installation has changed nothing.
        let triggers = "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'h'::regclass"
        expect(try writer.integer(triggers) == 4)
        try wait { try await server.removeJournal(of: "h") }
        expect(try writer.integer(triggers) == 0)
        expect(try writer.integer("SELECT count(*) FROM pg_proc WHERE proname LIKE 'h_listengine%'") == 0)
    }

    run("a journal that is replaced, or removed and installed again, loses no change") {
        let writer = try installed(
            "DROP TABLE IF EXISTS p; CREATE TABLE p(id int PRIMARY KEY); CREATE TABLE h(id int PRIMARY KEY, a int REFERENCES p)"
        )
        let server = PostgresServer(parameters())
        var reported: [PostgresChanges] = []
        let follower = PostgresFollower(
            plan: {
                try PostgresPlan(.table("h"), columns: [], order: [.ascending("id")], condition: nil, $0)
            }, report: { reported += $0 })
        let session = try PostgresSession(parameters())
        var model = Model()
        func check(_ what: String) throws {
            reported = []
            let rows = try allRows(follower, session)
            let truth = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.key) })
            if let fault = model.apply(reported, again: { truth }) { fail("\(what): \(fault)") }
            expect(model.keys == truth, "\(what): the list has \(model.keys.count) rows, the table \(truth.count)")
        }
        try check("at first")
        try wait { try await server.removeJournal(of: "h") }
        try writer.execute("INSERT INTO h VALUES (1)")
        try wait { try await server.installJournal(on: "h") }
        try check("removed, and installed again")
        try writer.execute("INSERT INTO h VALUES (2)")
        try wait { try await server.installJournal(on: "h", columns: ["a"]) }
        try check("replaced")
        try writer.execute("INSERT INTO h VALUES (3)")
        try check("followed")
        try wait { try await server.removeJournal(of: "h") }
        try check("removed")
        try wait { try await server.installJournal(on: "h") }
        try check("installed while a list is open")
        try writer.execute("INSERT INTO h VALUES (4)")
        try check("followed again")
    }

    run("a list follows no journal whose triggers do not fire, and starts again when they do") {
        let writer = try installed(
            "DROP TABLE IF EXISTS child; CREATE TABLE h(id int PRIMARY KEY, a int); CREATE TABLE child(id int NOT NULL, a int)"
        )
        var reported: [PostgresChanges] = []
        let follower = PostgresFollower(
            plan: {
                try PostgresPlan(.table("h"), columns: [], order: [.ascending("id")], condition: nil, $0)
            }, report: { reported += $0 })
        let session = try PostgresSession(parameters())
        _ = try allRows(follower, session)
        expect(follower.plan?.journal != nil)
        for (stop, start) in [
            ("ALTER TABLE h DISABLE TRIGGER listengine_update", "ALTER TABLE h ENABLE TRIGGER listengine_update"),
            ("ALTER TABLE child INHERIT h", "ALTER TABLE child NO INHERIT h"),
            ("ALTER TABLE h INHERIT loose", "ALTER TABLE h NO INHERIT loose"),
        ] {
            try writer.execute("DROP TABLE IF EXISTS loose CASCADE; CREATE TABLE loose(id int)")
            for (sql, isFollowed) in [(stop, false), (start, true)] {
                reported = []
                try writer.execute(sql)
                _ = try allRows(follower, session)
                expect((follower.plan?.journal != nil) == isFollowed, sql)
                guard case .everything = reported.first else { return fail("\(sql): \(reported)") }
            }
        }
        try writer.execute("DROP TABLE child, loose")
    }

    run("NULL in a column that did not allow it is in the pages after a key") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS n; CREATE TABLE n(id int PRIMARY KEY, a int NOT NULL); INSERT INTO n VALUES (1, 1), (2, 2)"
        )
        let source = PostgresRows(
            PostgresServer(parameters()), .table("n"), order: [.ascending("a"), .ascending("id")])
        let first = try wait { try await source.rows(.first, limit: 1).rows[0].key }
        try writer.execute("ALTER TABLE n ALTER a DROP NOT NULL; INSERT INTO n VALUES (9, NULL)")
        expect(try wait { try await source.rows(.after(first), limit: 10).rows.count } == 2)
    }

    run("a policy hides rows, and counts are not those of edits") {
        let writer = try installed(
            """
            DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN;
            CREATE TABLE h(id int PRIMARY KEY, a int); INSERT INTO h SELECT n, n % 2 FROM generate_series(1, 10) n;
            ALTER TABLE h ENABLE ROW LEVEL SECURITY; CREATE POLICY odd ON h TO reader USING (a = 1);
            GRANT SELECT ON h TO reader
            """)
        try writer.execute("GRANT SELECT ON h_listengine TO reader")
        var reported: [PostgresChanges] = []
        let follower = PostgresFollower(
            plan: {
                try PostgresPlan(.table("h"), columns: [], order: [.ascending("id")], condition: nil, $0)
            }, report: { reported += $0 })
        let session = try PostgresSession(parameters(user: "reader"))
        var model = Model()
        for sql in [
            "SELECT 1", "UPDATE h SET a = 2 WHERE a = 0", "UPDATE h SET a = 1 WHERE id = 2",
            "DELETE FROM h WHERE id = 4",
        ] {
            try writer.execute(sql)
            reported = []
            let rows = try allRows(follower, session)
            let truth = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.key) })
            if sql == "SELECT 1" {
                model.keys = truth
            } else {
                expect(!reported.isEmpty, "\(sql): nothing is reported")
            }
            if let fault = model.apply(reported, again: { truth }) { fail("\(sql): \(fault)") }
            expect(model.keys == truth, "\(sql): the list has other rows")
        }
        try writer.execute("DROP TABLE h, h_listengine CASCADE; DROP ROLE reader")
    }

    run("of many changes only the keys are read") {
        let writer = try installed(
            "CREATE TABLE h(id int PRIMARY KEY, a int, body text); INSERT INTO h SELECT n, n, 'x' FROM generate_series(1, 500) n"
        )
        var reported: [PostgresChanges] = []
        let follower = PostgresFollower(
            plan: {
                try PostgresPlan(.table("h"), columns: ["body"], order: [.ascending("id")], condition: nil, $0)
            }, report: { reported += $0 })
        let session = try PostgresSession(parameters())
        _ = try allRows(follower, session)
        for (most, rows) in [(100, 100), (300, 0)] {
            try writer.execute("UPDATE h SET body = 'new' WHERE id <= \(most)")
            reported = []
            _ = try allRows(follower, session)
            guard case .edits(let edits, _) = reported.first else { return fail("expected edits, found \(reported)") }
            expect(edits.count == most && edits.allSatisfy { $0.old != nil && $0.new != nil })
            let read = edits.compactMap { $0.row?[0].string }
            expect(read == Array(repeating: "new", count: rows), "\(read.count) of \(most) rows are read")
        }
    }

    run("a key of a domain that refuses NULL, and one of a type that a list cannot order") {
        let writer = try installed(
            """
            DROP DOMAIN IF EXISTS small CASCADE; DROP DOMAIN IF EXISTS large CASCADE;
            CREATE DOMAIN large AS int NOT NULL; CREATE DOMAIN small AS large CHECK (VALUE < 99);
            CREATE TABLE h(id small PRIMARY KEY, a int); INSERT INTO h VALUES (1, 1)
            """)
        let server = PostgresServer(parameters())
        try writer.execute("UPDATE h SET id = 2; TRUNCATE h")
        try wait { try await server.cleanJournal(of: "h") }
        try writer.execute("DROP TABLE IF EXISTS i; CREATE TABLE i(id inet PRIMARY KEY)")
        expectError(.type, containing: "inet") { try wait { try await server.installJournal(on: "i") } }
    }

    run("a table that is changed, dropped and created again starts the list again, and faults are named") {
        let writer = try installed("CREATE TABLE h(id int PRIMARY KEY, a int); INSERT INTO h VALUES (1, 1)")
        let source = PostgresRows(
            PostgresServer(parameters()), .table("h"), order: [.ascending("a"), .ascending("id")])
        let reported = Reported(source)
        func read() throws -> Int {
            try wait { try await source.rows(.first, limit: 10).rows.first?.row.values.count ?? 0 }
        }
        expect(try read() == 2)
        try writer.execute("ALTER TABLE h ADD b int")
        expect(try read() == 3)
        reported.wait(forRestarts: 1)
        expect(reported.restarts == 1, "\(reported.restarts)")
        try writer.execute("ALTER TABLE h RENAME a TO c")
        expectError(.noSuchColumn, containing: "found a; its columns are id, c, b") { _ = try read() }
        try writer.execute("ALTER TABLE h RENAME c TO a")
        expect(try read() == 3)
        try writer.execute("DROP TABLE h CASCADE")
        expectError(.noSuchTable, containing: "h") { _ = try read() }
        try writer.execute("CREATE TABLE h(id int PRIMARY KEY, a int); INSERT INTO h VALUES (5, 5)")
        expect(try read() == 2)
        reported.wait(forRestarts: 3)
        expect(reported.restarts >= 3, "\(reported.restarts)")
    }
}

/// Collects the changes of a source: the identities of rows that were inserted.
final class Reported: @unchecked Sendable {
    private let lock = NSLock()
    private var rows: [String] = []
    private var restartCount = 0
    private let source: PostgresRows

    init(_ source: PostgresRows) {
        self.source = source
        let changes = source.changes()
        Task.detached { [weak self] in
            for await change in changes { self?.take(change) }
        }
    }

    private func take(_ change: PostgresChanges) {
        lock.withLock {
            switch change {
            case .edits(let edits, _): rows += edits.compactMap { $0.row?[0].string }
            case .everything: restartCount += 1
            case .somewhere, .sections: break
            }
        }
    }

    var ids: [String] { lock.withLock { rows.sorted() } }
    var restarts: Int { lock.withLock { restartCount } }

    func wait(for count: Int) { for _ in 0..<6_000 where ids.count < count { usleep(10_000) } }

    func wait(forRestarts count: Int) { for _ in 0..<6_000 where restarts < count { usleep(10_000) } }
}
