import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// A random table, view or query, and an order of it.
struct RandomContents {
    var contents = PostgresContents.table("t")
    var order: [PostgresOrderTerm] = []
    var condition: PostgresCondition?
    /// The rows in the order, for the reference.
    var reference = "t"
    var types: [TestType]

    init(_ random: inout Random, _ writer: Writer) throws {
        var random = random
        types = (0..<3).map { _ in random.pick(testTypes) }
        let names = ["a", "b", "c"]
        let columns = zip(names, types).map { "\($0) \($1.name)\(random.chance(3) ? " NOT NULL" : "")" }
        let key = random.pick([["id"], ["id"], ["b", "id"]])
        try writer.execute(
            "CREATE TEMP TABLE t(\(columns.joined(separator: ", ")), id bigint, PRIMARY KEY (\(key.joined(separator: ", "))))"
        )
        func term(_ column: String) -> PostgresOrderTerm {
            let isText = names.firstIndex(of: column).map { types[$0].isText } ?? false
            return PostgresOrderTerm(
                column, isDescending: random.chance(2), isNullFirst: random.pick([nil, nil, true, false]),
                collation: isText ? .c : nil)
        }
        for column in names where random.chance(2) { order.append(term(column)) }
        order.shuffle(using: &random)
        for column in key where !order.contains(where: { $0.column == column }) { order.append(term(column)) }
        for _ in 0..<random.below(2) {
            let parts = order.map {
                "\($0.column)\($0.collation == nil ? "" : " COLLATE \"C\"") \($0.isDescending ? "DESC" : "ASC")"
            }
            try writer.execute("CREATE INDEX ON t (\(parts.joined(separator: ", ")))")
        }
        switch random.below(4) {
        case 0:
            try writer.execute("CREATE TEMP VIEW v AS SELECT * FROM t WHERE id % 3 <> 0")
            (contents, reference) = (.view("v", identity: key), "v")
        case 1: contents = .query("SELECT * FROM t", identity: key)
        default: break
        }
        if random.chance(3) { condition = PostgresCondition("id % $1 <> $2", [.integer(4), .integer(1)]) }
    }

    func plan(_ writer: Writer) throws -> PostgresPlan {
        try PostgresPlan(contents, columns: ["id"], order: order, condition: condition, writer.session)
    }

    func insert(_ count: Int, _ random: inout Random, _ writer: Writer) throws {
        for _ in 0..<count {
            let values = types.map { random.chance(6) ? "NULL" : random.pick($0.values) }
            // A column that is not NULL refuses some rows.
            try? writer.execute(
                "INSERT INTO t VALUES (\(values.joined(separator: ", ")), \(random.below(2_000) - 1_000)) ON CONFLICT DO NOTHING"
            )
        }
    }
}

typealias Pager = (PostgresPlan, PostgresSide, Int, PostgresSession) throws -> (rows: [PostgresReadRow], isEnd: Bool)

private func ours(_ plan: PostgresPlan, _ side: PostgresSide, _ limit: Int, _ session: PostgresSession) throws -> (
    rows: [PostgresReadRow], isEnd: Bool
) {
    let statement = try plan.pageStatement(side, limit: limit + 1)
    return try plan.page(session.run([statement])[0], isBackward: side.isBackward, limit: limit)
}

/// Pages a random table both ways, from keys of deleted rows, and from places between rows.
private func pagingFault(_ seed: UInt64, _ pager: Pager) throws -> String? {
    var random = Random(seed: seed)
    let writer = try Writer()
    let contents = try RandomContents(&random, writer)
    random = Random(seed: seed ^ 0xff)
    try contents.insert(random.pick([0, 1, 5, 40, 120]), &random, writer)
    let plan = try contents.plan(writer)
    func expected() throws -> [String] {
        let condition = contents.condition == nil ? "" : " WHERE id % 4 <> 1"
        return try writer.rows(
            "SELECT id::text AS shown FROM \(contents.reference)\(condition) ORDER BY \(plan.ordering(isBackward: false))"
        ).map { $0[0] ?? "" }
    }
    func ids(_ rows: [PostgresReadRow]) -> [String] { rows.map { $0.row[0].string ?? "" } }
    for isBackward in [false, true] {
        var found: [PostgresReadRow] = []
        var side: PostgresSide = isBackward ? .last : .first
        let all = try expected()
        for _ in 0...all.count + 2 {
            let (rows, isEnd) = try pager(plan, side, 1 + random.below(20), writer.session)
            found = isBackward ? rows + found : found + rows
            if isEnd { break }
            guard let next = isBackward ? rows.first : rows.last else { return "a page without rows is not the end" }
            side = isBackward ? .before(next.key) : .after(next.key)
        }
        if ids(found) != all {
            return "\(isBackward ? "backward" : "forward"): \(ids(found)), expected \(all), by \(contents.order)"
        }
        for (one, next) in zip(found, found.dropFirst()) where !(one.key < next.key) { return "keys are not ascending" }
        guard !found.isEmpty, isBackward else { continue }
        // Keys of rows, of some terms of them, and places after those; some rows are deleted.
        try writer.execute("DELETE FROM t WHERE id % 3 = 1")
        let rest = try expected()
        let left = found.filter { Set(rest).contains($0.row[0].string ?? "") }
        for _ in 0..<12 {
            var key = random.pick(found).key
            if random.chance(3) {
                let values = plan.keys.place(of: key)?.values ?? []
                let depth = random.below(values.count)
                var prefix = plan.keys
                prefix.terms = Array(prefix.terms.prefix(depth))
                // The bytes of the first terms are those that a coder of these terms reads.
                var length = key.bytes.count
                while length > 0,
                    prefix.place(of: ColumnKey(bytes: Array(key.bytes[..<length]))).map({
                        $0.values.count != depth || $0.isPast
                    }) ?? true
                {
                    length -= 1
                }
                key = ColumnKey(bytes: Array(key.bytes[..<length]))
                if random.chance(2), depth > 0 { key = key.past }
            }
            let sides: [(PostgresSide, [PostgresReadRow])] = [
                (.from(key), left.filter { $0.key >= key }), (.after(key), left.filter { $0.key > key }),
                (.before(key), left.filter { $0.key < key }),
            ]
            for (side, reference) in sides where !key.bytes.isEmpty {
                let (rows, isEnd) = try pager(plan, side, 7, writer.session)
                let part = side.isBackward ? reference.suffix(7) : reference.prefix(7)
                if ids(rows) != ids(Array(part)) {
                    return "\(side): \(ids(rows)), expected \(ids(Array(part))) by \(contents.order)"
                }
                if isEnd != (reference.count <= 7) { return "\(side): the end is wrong" }
            }
        }
    }
    return nil
}

func testPaging() {
    law("pages are those of ORDER BY, both ways and from keys of deleted rows", 150) { try pagingFault($0, ours) }

    planted("a row after NULL is left out", 60) { seed in
        try pagingFault(seed) { plan, side, limit, session in
            var statement = try plan.pageStatement(side, limit: limit + 1)
            statement.sql = statement.sql.replacingOccurrences(of: "IS NOT NULL ORDER", with: "IS NULL AND false ORDER")
            return try plan.page(session.run([statement])[0], isBackward: side.isBackward, limit: limit)
        }
    }

    planted("rows with equal first terms are left out", 60) { seed in
        try pagingFault(seed) { plan, side, limit, session in
            guard case .after(let key) = side, plan.terms.count > 1, let first = plan.keys.place(of: key)?.values[0]
            else {
                return try ours(plan, side, limit, session)
            }
            let bound = first.withUnsafeBytes { plan.keys.bound($0) }
            return try ours(plan, .after(bound.past), limit, session)
        }
    }

    run("a page over an index reads no other rows") {
        let writer = try Writer()
        try writer.execute(
            """
            CREATE TEMP TABLE t(id bigint PRIMARY KEY, time int NOT NULL, name text COLLATE "C");
            INSERT INTO t SELECT n, n % 3, CASE WHEN n % 5 > 0 THEN 'x' || n % 500 END FROM generate_series(1, 20000) n;
            CREATE INDEX ON t(time DESC, id DESC); CREATE INDEX ON t(name, id); ANALYZE t
            """)
        for order in [
            [PostgresOrderTerm.descending("time"), .descending("id")], [.ascending("name"), .ascending("id")],
        ] {
            let plan = try PostgresPlan(.table("t"), columns: nil, order: order, condition: nil, writer.session)
            let first = try ours(plan, .first, 9_000, writer.session).rows
            for side in [PostgresSide.after(first[8_500].key), .before(first[8_500].key)] {
                var statement = try plan.pageStatement(side, limit: 50)
                statement.sql = "EXPLAIN (ANALYZE, BUFFERS, FORMAT TEXT) " + statement.sql
                let steps = try writer.rows(statement.sql, statement.parameters).map { $0[0] ?? "" }
                // A few rows with equal names may be sorted.
                let read = steps.compactMap { step in
                    step.range(of: "actual.*rows=", options: .regularExpression).flatMap { range in
                        Int(step[range.upperBound...].prefix { $0.isNumber })
                    }
                }
                expect(!read.isEmpty && read.allSatisfy { $0 <= 50 }, "\(steps)")
                expect(!steps.contains { $0.contains("Rows Removed") || $0.contains("Seq Scan") }, "\(steps)")
            }
        }
    }

    run("faults of the program are named") {
        let writer = try Writer()
        try writer.execute(
            """
            CREATE TEMP TABLE t(id bigint PRIMARY KEY, name text, mail text COLLATE "C" UNIQUE, kind inet, a int NOT NULL, b int NOT NULL, UNIQUE (a, b));
            CREATE TEMP TABLE named(id int PRIMARY KEY, name text COLLATE "und-x-icu");
            CREATE TEMP TABLE loose(name text COLLATE "C"); CREATE TEMP VIEW v AS SELECT * FROM t
            """)
        func plan(_ contents: PostgresContents, columns: [String]? = nil, _ order: [PostgresOrderTerm]) throws {
            _ = try PostgresPlan(contents, columns: columns, order: order, condition: nil, writer.session)
        }
        expectError(.noSuchTable, containing: "nothing") { try plan(.table("nothing"), [.ascending("id")]) }
        expectError(.noSuchTable, containing: "nowhere") {
            try plan(.table("t", schema: "nowhere"), [.ascending("id")])
        }
        expectError(.noSuchColumn, containing: "nme; its columns are id, name") {
            try plan(.table("t"), [.ascending("nme")])
        }
        expectError(.noSuchColumn, containing: "body") { try plan(.table("t"), columns: ["body"], [.ascending("id")]) }
        expectError(.orderNotUnique, containing: "add id") { try plan(.table("t"), [.ascending("a")]) }
        // A unique column that can be NULL is no key.
        expectError(.orderNotUnique, containing: "add id") { try plan(.table("t"), [.ascending("mail")]) }
        expectError(.orderNotUnique, containing: "no terms") { try plan(.table("t"), []) }
        try plan(.table("t"), [.ascending("a"), .descending("b")])
        expectError(.noIdentity, containing: "as a view") { try plan(.table("loose"), [.ascending("name")]) }
        expectError(.noIdentity) { try plan(.view("v", identity: []), [.ascending("id")]) }
        expectError(.type, containing: "kind") { try plan(.table("t"), [.ascending("kind"), .ascending("id")]) }
        expectError(.collation, containing: "name") {
            // The database compares by code points; this column does not.
            try plan(.table("named"), [.ascending("name"), .ascending("id")])
        }
        expectError(.collation, containing: "name") {
            try plan(.query("SELECT * FROM t", identity: ["id"]), [.ascending("name"), .ascending("id")])
        }
        try plan(.table("t"), [.ascending("name", collation: .c), .ascending("id")])
        do { try plan(.table("t"), [.ascending("a")]) } catch let error as PostgresError {
            expect(error.missingColumns == ["id"])
        }
    }

    run("rows that are equal, and rows in a different order than the program says, are reported") {
        let writer = try Writer()
        try writer.execute(
            "CREATE TEMP TABLE t(id int, name text); INSERT INTO t VALUES (1, 'b'), (1, 'b'), (2, 'A'), (3, 'c')")
        let query = PostgresContents.query("SELECT * FROM t", identity: ["id"])
        let plan = try PostgresPlan(query, columns: nil, order: [.ascending("id")], condition: nil, writer.session)
        expectError(.duplicateKey, containing: "id") { _ = try ours(plan, .first, 1, writer.session) }
        let wrong = PostgresCollation.program("und-x-icu") { $0.reversed() }
        let other = try PostgresPlan(
            .query("SELECT DISTINCT * FROM t", identity: ["id"]), columns: nil,
            order: [.ascending("name", collation: wrong), .descending("id")], condition: nil, writer.session)
        // A, b, c is right; reversed strings of one letter are the same, so A comes first.
        expectError(.collation, containing: "sort keys") {
            let falling = PostgresCollation.program("und-x-icu") { $0.map { ~$0 } }
            let plan = try PostgresPlan(
                .query("SELECT DISTINCT * FROM t", identity: ["id"]), columns: nil,
                order: [.ascending("name", collation: falling), .descending("id")], condition: nil, writer.session)
            _ = try ours(plan, .first, 10, writer.session)
        }
        expect(try ours(other, .first, 10, writer.session).rows.count == 3)
    }
}
