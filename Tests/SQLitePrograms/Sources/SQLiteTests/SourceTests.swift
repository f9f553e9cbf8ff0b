import CListEngineSQLite
import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

/// All rows of a source, by pages.
func allRows(_ source: SQLiteRows) async throws -> (ids: [SQLiteKey], revision: RowRevision) {
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

func count(_ outlines: AsyncThrowingStream<RowOutline<SQLiteKey>, any Error>) async throws -> (Int, Int?) {
    var (total, estimate) = (0, Int?.none)
    for try await outline in outlines {
        switch outline {
        case .estimate(let count, _): estimate = count.shown
        case .pages(let pages, _, _): total += pages.reduce(0) { $0 + $1.count }
        }
    }
    return (total, estimate)
}

/// How many times SQLite runs 100 instructions.
private func countSteps(_ connection: SQLiteConnection, _ body: () throws -> Void) rethrows -> Int {
    nonisolated(unsafe) var steps = 0
    try withUnsafeMutablePointer(to: &steps) { steps in
        sqlite3_progress_handler(
            connection.pointer, 100,
            {
                $0!.assumingMemoryBound(to: Int.self).pointee += 1
                return 0
            }, steps)
        try body()
    }
    sqlite3_progress_handler(connection.pointer, 0, nil, nil)
    return steps
}

/// A user without rights: `SQLiteTests unprivileged PATH`.
func readWithoutRights(_ path: String) throws -> Never {
    if getuid() == 0 {
        expect(setgid(65_534) == 0 && setuid(65_534) == 0)
    }
    var isRefused = false
    do { _ = try SQLiteRows(path: path, .table("t"), order: [.ascending("id")]) } catch let error as SQLiteError {
        isRefused = error.cause == .readOnly && error.message.contains("?immutable=1")
        if !isRefused { print(error) }
    }
    _ = try SQLiteRows(path: "file:\(path)?immutable=1", .table("t"), order: [.ascending("id")])
    exit(isRefused ? 0 : 1)
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
        let isByRowid = random.chance(3)
        let order =
            (isByRowid ? [] : [SQLiteOrderTerm("time", isDescending: random.chance(2))])
            + [SQLiteOrderTerm("id", isDescending: random.chance(2))]
        // Rowids come in any order.
        let condition =
            random.chance(2)
            ? SQLiteCondition.match("f", "a*")
            : SQLiteCondition(rowids: "SELECT id FROM t WHERE name LIKE ? ORDER BY time", [.text("a%")])
        let source = try SQLiteRows(path: path, .table("t"), order: order, condition: condition, pollInterval: 1_000)
        for step in 0..<3 {
            let found = try wait { try await allRows(source).ids }
            let backward = try wait { try await source.rows(.last, limit: 100_000).rows.map(\.id) }
            if backward != found { return "step \(step) backward: \(difference(backward, found))" }
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

    run("a condition on the column of the order does not keep a page from seeking") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a INT); CREATE INDEX i ON t(a);
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO t SELECT i, i FROM c;
            """)
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.descending("a"), .descending("id")],
            condition: SQLiteCondition("a < ? AND a > ?", [.integer(19_000), .integer(1_000)]), connection: connection)
        guard let key = try plan.page(.first, limit: 9_000, connection).rows.last?.key else { return fail("no rows") }
        for side in [PageSide.after(key), .from(key), .before(key)] {
            var rows: [SQLiteValue] = []
            let steps = try countSteps(connection) {
                rows = try plan.page(side, limit: 3, connection).rows.map { $0.row[1] }
            }
            expect(steps < 10, "\(side): \(steps) times 100 instructions")
            expect(rows.count == 3 && rows.allSatisfy { (9_997...10_003).map { .integer($0) }.contains($0) }, "\(rows)")
        }
    }

    run("a search in the order of rowids reads one page of the full-text index") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
            CREATE VIRTUAL TABLE f USING fts5(name, content='t', content_rowid='id', prefix='1');
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO t SELECT i, 'a' || i FROM c;
            INSERT INTO f(f) VALUES ('rebuild');
            """)
        for isDescending in [false, true] {
            let order = [SQLiteOrderTerm("id", isDescending: isDescending)]
            func open() throws -> RowPlan {
                try RowPlan(
                    .table("t"), columns: nil, order: order, condition: .match("f", "a*"), connection: connection)
            }
            let plan = try open()
            var number = le_sqlite_value()
            (number.type, number.integer) = (LE_SQLITE_INTEGER, 10_000)
            let middle = plan.keys.encode { _ in number }
            for side in [PageSide.first, .last, .from(middle), .after(middle), .before(middle)] {
                let steps = try countSteps(connection) { _ = try open().page(side, limit: 10, connection) }
                expect(steps < 100, "\(side): \(steps) times 100 instructions")
            }
            expect(try plan.row(plan.identities.encode { _ in number }, connection)?.row[1] == .text("a10000"))
        }
        expectError(.statement, containing: "unterminated string") {
            _ = try RowPlan(
                .table("t"), columns: nil, order: [.ascending("id")], condition: .match("f", "\""),
                connection: connection)
        }
    }

    run("a search finds rows whatever their rowid is called") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute(
            """
            CREATE TABLE t(body TEXT);
            CREATE VIRTUAL TABLE f USING fts5(body, content='t');
            INSERT INTO t VALUES ('ape'), ('bee'), ('ant');
            INSERT INTO f(f) VALUES ('rebuild');
            """)
        for table in ["t", "f"] {
            for name in ["rowid", "_rowid_", "oid", "ROWID"] {
                let plan = try RowPlan(
                    .table(table), columns: [name, "body"], order: [.descending(name)], condition: .match("f", "a*"),
                    connection: connection)
                let found = try plan.page(.first, limit: 10, connection).rows.map(\.row)
                expect(found.map { $0[0] } == [.integer(3), .integer(1)], "\(table), \(name): \(found)")
                expect(found.map { $0[1] } == [.text("ant"), .text("ape")], "\(table), \(name): \(found)")
            }
        }
    }

    run("names are quoted as SQLite reads them") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        for name in ["a\"b", "\"", "a\"\u{301}b", "select", "", "a'b", "a]b"] {
            try connection.execute("CREATE TABLE \(quotedName(name))(id INTEGER PRIMARY KEY, \(quotedName(name)))")
            try connection.execute("INSERT INTO \(quotedName(name)) VALUES (1, 'x')")
            let plan = try RowPlan(
                .table(name), columns: nil, order: [.ascending(name), .ascending("id")], condition: nil,
                connection: connection)
            expect(try plan.page(.first, limit: 10, connection).rows.map { $0.row[1] } == [.text("x")], "\(name)")
        }
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
        let path = newPath()
        _ = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY)")
        expect(chmod(path, 0o444) == 0 && chmod(folder, 0o555) == 0)
        defer { chmod(folder, 0o700) }
        // The superuser can write everywhere, so another user reads it.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["unprivileged", path]
        try process.run()
        process.waitUntilExit()
        expect(process.terminationStatus == 0, "ended with \(process.terminationStatus)")
    }

    run("rows that another connection replaces without the events of their deletion") {
        let path = newPath()
        let writer = try newDatabase(
            path,
            "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE, a); INSERT INTO t VALUES (1, 1, 1), (2, 2, 2)"
        )
        // With a list that observes one connection, while another one writes.
        let observed = try SQLiteConnection(path: path, isReadOnly: false)
        let source = try SQLiteRows(
            connection: observed.pointer, .table("t"), order: [.ascending("a"), .ascending("id")], pollInterval: 1_000)
        defer { source.stopObserving() }
        expect(try wait { try await allRows(source).ids.count } == 2)
        try observed.execute("UPDATE t SET a = 5 WHERE id = 2")
        try writer.execute("PRAGMA recursive_triggers = OFF; REPLACE INTO t VALUES (3, 1, 9)")
        let found = try wait { try await source.rows(.first, limit: 5).rows.map { $0.row[0] } }
        expect(found == [.integer(2), .integer(3)], "\(found)")
    }

    run("a database in memory is refused with a reason") {
        let memory = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        expectError(.cannotOpen, containing: "in memory") {
            _ = try SQLiteRows(connection: memory.pointer, .table("t"), order: [])
        }
    }
}
