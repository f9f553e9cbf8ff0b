import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

/// Compares sorted rows with ORDER BY, in their transaction: all of them both ways, and pages at random keys.
private func sortedFault(
    _ sorted: SortedRows, _ plan: RowPlan, _ contents: RandomContents, _ random: inout Random
) throws -> String? {
    let expected = try referenceKeys(contents, plan.identities)
    guard let (rows, isEnd) = try sorted.page(.first, limit: .max, plan, contents.connection), isEnd else {
        return "the order is not right"
    }
    if rows.map(\.id) != expected { return "forward: \(difference(rows.map(\.id), expected))" }
    guard let backward = try sorted.page(.last, limit: .max, plan, contents.connection) else {
        return "the order is not right"
    }
    if backward.rows.map(\.id) != expected { return "backward: \(difference(backward.rows.map(\.id), expected))" }
    guard let counts = try sorted.counts(plan, contents.connection) else { return "no counts" }
    if counts.reduce(0, { $0 + $1.count }) != expected.count { return "counts" }
    var start = 0
    for page in counts {
        if start > 0, !(rows[start - 1].key < page.first && page.first <= rows[start].key) {
            return "the start of a page"
        }
        start += page.count
    }
    for _ in 0..<3 where !rows.isEmpty {
        let key = rows[random.below(rows.count)].key
        for side in [PageSide.from(key), .after(key), .before(key)] {
            let limit = 1 + random.below(20)
            let reference = try plan.page(side, limit: limit, contents.connection)
            guard let found = try sorted.page(side, limit: limit, plan, contents.connection) else { return "\(side)" }
            if found.rows.map(\.key) != reference.rows.map(\.key) || found.isEnd != reference.isEnd { return "\(side)" }
        }
    }
    return nil
}

nonisolated(unsafe) private var compared = 0

/// Sorts a random table in the shortest slices, while the table changes between them.
private func sortFault(_ seed: UInt64, followsEdits: Bool = true) throws -> String? {
    var random = Random(seed: seed)
    let path = newPath()
    defer { remove(path) }
    let writer = try newDatabase(path)
    let contents = try RandomContents(&random, writer)
    try writer.execute("PRAGMA journal_mode = WAL")
    try contents.insert(random.pick([0, 1, 40, 150, 400]), &random)
    var reading = contents
    reading.connection = try SQLiteConnection(path: path)
    var log: HintLog?
    let isOwn = random.chance(2)
    let follower = try Follower(
        reading.connection,
        log: {
            log = isOwn ? HintLog($0, writer: writer.pointer) : nil
            return log
        }, isOnlyWriter: true,
        plan: {
            try RowPlan(
                contents.contents, columns: nil, order: contents.order, condition: contents.condition, connection: $0)
        })
    defer { log?.stop() }
    guard follower.plan.isSorted else { return nil }
    let sorting = Sorting(
        memory: random.pick([300, 10_000, 1 << 20]), pageSize: random.pick([1, 4, 512]), sliceEnd: { 0 })
    for step in 0..<40 {
        if random.chance(random.pick([2, 8])) {
            let identity = "\"\(contents.identity[0])\""
            let condition = "\(identity) % 7 = \(random.below(7))"
            switch random.below(5) {
            case 4: try? writer.execute("UPDATE t SET a = \(random.below(5))")
            case 0: try contents.insert(1 + random.below(30), &random)
            case 1: try writer.execute("DELETE FROM t WHERE " + condition)
            case 2: try? writer.execute("UPDATE OR IGNORE t SET a = \(random.below(5)), c = b WHERE " + condition)
            default: try? writer.execute("UPDATE OR REPLACE t SET \(identity) = \(identity) + 1500 WHERE \(condition)")
            }
        }
        let ended = follower.endedEvents()
        let fault: String?? = try reading.connection.snapshot {
            let changes = try follower.follow(reading.connection, ended: ended)
            if followsEdits { sorting.follow(changes, follower.plan, reading.connection) }
            return try sorting.sorted(follower.plan, reading.connection, isCancelled: { false }) { sorted -> String? in
                if followsEdits, random.chance(2) { return "" }
                compared += 1
                return try sortedFault(sorted, follower.plan, reading, &random) ?? ""
            }
        }
        if let fault, !fault!.isEmpty { return "\(fault!) of \(contents.order), step \(step)" }
        if fault == nil { for _ in 0..<random.below(20) { try sorting.sort(follower.plan) } }
    }
    return nil
}

func testSorting() {
    law("rows that the list sorts are ORDER BY, also while they change", 60) { try sortFault($0) }
    run("sorted rows were compared") { expect(compared > 200 || compared == 0, "\(compared) times") }
    planted("changes while rows are sorted are dropped", 50) { try sortFault($0, followsEdits: false) }

    run("an order with an index, and a search by key that is not possible, are not sorted outside of SQLite") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE INDEX i ON t(a);
            CREATE VIEW v AS SELECT id, b FROM t; CREATE VIEW sums AS SELECT a AS id, sum(b) AS b FROM t GROUP BY a;
            """)
        func isSorted(_ contents: SQLiteContents, _ columns: String...) throws -> Bool {
            try RowPlan(
                contents, columns: nil, order: columns.map { .ascending($0) }, condition: nil, connection: connection
            ).isSorted
        }
        expect(try !isSorted(.table("t"), "id"))
        expect(try !isSorted(.table("t"), "a", "id"))
        expect(try isSorted(.table("t"), "b", "id"))
        expect(try isSorted(.view("v", identity: ["id"]), "b", "id"))
        expect(try !isSorted(.view("sums", identity: ["id"]), "b", "id"))
    }

    run("the index that a list lacks is named, and gives the order") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE \"t t\"(id INTEGER PRIMARY KEY, a TEXT, b)")
        for order: [SQLiteOrderTerm] in [
            [.ascending("a"), .ascending("id")],
            [.descending("b"), .ascending("a", collation: .noCase), .ascending("id")],
            [.descending("b"), .descending("id")], [.ascending("a"), .descending("b"), .descending("id")],
        ] {
            func missing() throws -> String? { try SQLiteRows(path: path, .table("t t"), order: order).missingIndex }
            guard let statement = try missing() else { return fail("no index is missing") }
            expect(statement.contains("INDEX \"t t_"), statement)
            try writer.execute(statement)
            expect(try missing() == nil, statement)
            let name = try writer.rows("SELECT name FROM sqlite_schema WHERE type = 'index'")[0][0].string ?? ""
            try writer.execute("DROP INDEX \(quotedName(name))")
        }
    }

    run("a list without an index sorts in short steps, and a cancelled request does not sort on") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 60000) INSERT INTO t SELECT i, i * 7919 % 60000 FROM c"
        )
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.ascending("a"), .ascending("id")], condition: nil, connection: writer)
        let rows = try SortedRows(plan)
        var slices = 0
        while !rows.isComplete {
            try writer.snapshot { try rows.read(plan, writer, until: 0) }
            slices += 1
            _ = try rows.sort(plan, until: 0)
        }
        // 64 rows in a slice of reading; 16,384 comparisons in one of sorting, and 64 rows in one of paging.
        expect(slices > 60_000 / 64 * 2, "\(slices) slices")
        // All in one transaction, as after two changes in the middle of it.
        let sorting = Sorting(sliceEnd: { 0 })
        for _ in 0..<2 {
            _ = try writer.snapshot { try sorting.sorted(plan, writer, isCancelled: { false }) { _ in true } }
            sorting.follow([.somewhere(RowRevision(1))], plan, writer)
        }
        var asked = 0
        do {
            _ = try writer.snapshot {
                try sorting.sorted(
                    plan, writer,
                    isCancelled: {
                        asked += 1
                        return asked == 5
                    }, { _ in true })
            }
            fail("it was not cancelled")
        } catch is CancellationError {}
        expect(asked == 5, "\(asked)")
        // It goes on where it was.
        expect(try writer.snapshot { try sorting.sorted(plan, writer, isCancelled: { false }) { _ in true } } == true)
    }

    run("edits of sorted rows that are interrupted, or take long, are applied later") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) INSERT INTO t SELECT i, i FROM c"
        )
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.ascending("a"), .ascending("id")], condition: nil, connection: writer)
        let rows = try SortedRows(plan, pageSize: 16)
        func keys() throws -> [SQLiteKey: SQLiteKey] {
            let all = try plan.page(.first, limit: .max, writer).rows
            return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.key) })
        }
        while !rows.isComplete {
            try rows.read(plan, writer, until: .max)
            _ = try rows.sort(plan, until: .max)
        }
        nonisolated(unsafe) var left = 0
        for round in 1...30 {
            let old = try keys()
            try writer.execute(
                "UPDATE t SET a = (a * 7919 + \(round)) % 3000 WHERE id % 20 = \(round % 20); DELETE FROM t WHERE id = \(round); INSERT INTO t(a) VALUES (\(round))"
            )
            let new = try keys()
            var edits = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
                .map { SQLiteEdit(id: $0, old: old[$0], new: new[$0]) }
            var attempts = 0
            repeat {
                attempts += 1
                left = round % 2 == 0 ? 40 * attempts : .max
                try withUnsafeMutablePointer(to: &left) { left in
                    sqlite3_progress_handler(
                        writer.pointer, 10,
                        {
                            let left = $0!.assumingMemoryBound(to: Int.self)
                            left.pointee -= 1
                            return left.pointee == 0 ? 1 : 0
                        }, left)
                    defer { sqlite3_progress_handler(writer.pointer, 0, nil, nil) }
                    do {
                        expect(try rows.apply(edits, plan, writer, until: 0), "the order is not right")
                    } catch let error as SQLiteError where error.cause == .interrupted {}
                }
                edits = []
            } while rows.hasWaiting && attempts < 1_000
            expect(attempts > 5, "\(attempts) attempts")
            let expected = try plan.page(.first, limit: .max, writer).rows.map(\.id)
            let found = try rows.page(.first, limit: .max, plan, writer)?.rows.map(\.id) ?? []
            expect(found == expected, "round \(round): \(difference(found, expected))")
        }
    }

    run("few rows of a condition are sorted by SQLite, many are read by their rowids") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, time INTEGER, name)")
        try writer.execute(
            """
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)
            INSERT INTO t SELECT i, i, i * 7919 % 20000 FROM c;
            CREATE INDEX t_time ON t(time); CREATE INDEX t_name ON t(name)
            """)
        func plan(_ condition: String, _ column: String = "name") throws -> RowPlan {
            try RowPlan(
                .table("t"), columns: nil, order: [.ascending(column), .ascending("id")],
                condition: SQLiteCondition(condition), connection: writer)
        }
        // SQLite takes the index of the condition, though another one has the order.
        for condition in ["time BETWEEN 5 AND 19000", "time = 7", "time > 19900"] {
            let found = try plan(condition)
            expect(found.missingIndex == nil, condition)
        }
        try writer.execute("DROP INDEX t_name")
        expect(try !plan("time > 19900").isSorted)
        expect(try !plan("time = 7").isSorted)
        let many = try plan("time BETWEEN 5 AND 19000")
        expect(many.isSorted && many.missingIndex != nil)
        // A search that finds few rows, but only after many others.
        expect(try plan("time > 5 AND abs(name + id) = -1").isSorted)
        // The first slice is not sorted either.
        let statements = try [many.firstByIdentity].flatMap { side -> [String] in
            guard case .from = side else { return ["none"] }
            return try writer.rows(
                "EXPLAIN QUERY PLAN "
                    + many.byIdentity.pageStatement(depth: 1, comparison: .greater, isBackward: false)
            ).compactMap { $0[3].string }
        }
        expect(!statements.contains { $0.contains("TEMP B-TREE") || $0 == "none" }, "\(statements)")
        let rows = try SortedRows(many)
        try writer.snapshot { try rows.read(many, writer, until: .max) }
        while try rows.sort(many, until: .max) {}
        let found = try rows.page(.first, limit: .max, many, writer)?.rows.map(\.id)
        expect(try found == many.page(.first, limit: .max, writer).rows.map(\.id))
    }

    run("a condition that is not the same twice is reported") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500) INSERT INTO t SELECT i, i FROM c"
        )
        let source = try SQLiteRows(
            path: path, .table("t"), order: [.ascending("a"), .ascending("id")],
            condition: SQLiteCondition("random() % 2 = 0"))
        expectError(.statement, containing: "is random") {
            _ = try wait { try await source.rows(.first, limit: 1_000) }
        }
    }

    run("a sorted list counts, and does not sort again, while another table changes") {
        let path = newPath()
        let writer = try newDatabase(
            path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE other(x)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO t SELECT i, i * 7919 % 20000 FROM c"
        )
        let source = try SQLiteRows(
            path: path, .table("t"), order: [.ascending("a"), .ascending("id")], pollInterval: 1_000)
        _ = try wait { try await source.rows(.first, limit: 2_000) }
        source.sorting.restEnd = .max
        let revision = try wait { try await source.rows(.first, limit: 10) }.revision
        for _ in 0..<5 {
            try writer.execute("INSERT INTO other VALUES (1)")
            let slice = try wait { try await source.rows(.first, limit: 10) }
            let total = try wait { try await count(source.outlines(since: nil)).0 }
            expect(slice.revision == revision && total == 20_000, "\(total) rows at \(slice.revision)")
        }
        // A row that is not where it was.
        try writer.execute("UPDATE t SET a = a + 10 WHERE a = 3")
        let ids = try wait { try await source.rows(.first, limit: 20).rows.map(\.id) }
        let connection = try SQLiteConnection(path: path)
        let plan = try RowPlan(
            .table("t"), columns: [], order: [.ascending("a"), .ascending("id")], condition: nil,
            connection: connection)
        expect(try ids == plan.page(.first, limit: 20, connection).rows.map(\.id))
    }

    for isOwn in [true, false] {
        run("a source without an index follows \(isOwn ? "its program" : "another process"), and counts") {
            let path = newPath()
            var random = Random(seed: 21)
            let writer = try newDatabase(path, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;" + countedTables)
            try fillCountedTables(writer, 2_000, &random)
            let order = [SQLiteOrderTerm.descending("a"), .ascending("id")]
            let source =
                isOwn
                ? try SQLiteRows(
                    connection: writer.pointer, .table("t"), order: order, pollInterval: 0.002, isOnlyWriter: true)
                : try SQLiteRows(path: path, .table("t"), order: order, pollInterval: 0.002)
            defer { source.stopObserving() }
            // A list that looks.
            let looking = Task.detached { for await _ in source.changes() {} }
            defer { looking.cancel() }
            for round in 0..<6 {
                if isOwn {
                    try fillCountedTables(writer, 100, &random)
                    try writer.execute(
                        "DELETE FROM t WHERE id % 11 = \(round); UPDATE t SET a = a + 1 WHERE id % 3 = 0")
                } else {
                    try withWriter(path, UInt64(round)) {
                        usleep(20_000)
                        _ = try wait { try await source.rows(.first, limit: 100) }
                    }
                }
                // Another process is not looked for during the rest.
                source.sorting.restEnd = 0
                // SQLite finds the first ones.
                let first = try wait { try await source.rows(.first, limit: 7).rows.map(\.id) }
                let last = try wait { try await source.rows(.last, limit: 7).rows.map(\.id) }
                let (ids, _) = try wait { try await allRows(source) }
                expect(first == Array(ids.prefix(7)) && last == Array(ids.suffix(7)), "round \(round)")
                let connection = try SQLiteConnection(path: path)
                let plan = try RowPlan(.table("t"), columns: [], order: order, condition: nil, connection: connection)
                let expected = try plan.page(.first, limit: .max, connection).rows.map(\.id)
                expect(ids == expected, "round \(round): \(difference(ids, expected))")
                let (total, _) = try wait { try await count(source.outlines(since: nil)) }
                expect(total == expected.count, "round \(round): \(total) of \(expected.count)")
            }
        }
    }
}
