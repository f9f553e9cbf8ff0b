import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

/// A random table, view or query, and an order of it.
struct RandomContents {
    var connection: SQLiteConnection
    var contents: SQLiteContents
    var order: [SQLiteOrderTerm]
    var condition: SQLiteCondition?
    /// The name of the table or view, for the reference.
    var source: String
    var table: String
    var identity: [String]

    init(_ random: inout Random, _ connection: SQLiteConnection) throws {
        self.connection = connection
        table = "t"
        let encoding = random.pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"])
        let collations = ["BINARY", "NOCASE", "RTRIM"]
        let types = ["", "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB"]
        var columns = ["a", "b", "c"].map { "\($0) \(random.pick(types)) COLLATE \(random.pick(collations))" }
        var options = ""
        let kind = random.below(5)
        var names = ["a", "b", "c"]
        switch kind {
        case 0: identity = ["rowid"]
        case 1:
            columns.append("id INTEGER PRIMARY KEY")
            identity = ["id"]
            names.append("id")
        case 2:
            columns.append("id INTEGER NOT NULL")
            columns.append("PRIMARY KEY (b, id)")
            options = " WITHOUT ROWID"
            identity = ["b", "id"]
            names.append("id")
        case 3:
            columns.append("id \(random.pick(types)) NOT NULL COLLATE \(random.pick(collations)) UNIQUE")
            identity = ["rowid"]
            names.append("id")
        default:
            columns.append("rowid TEXT")
            columns.append("id INTEGER PRIMARY KEY")
            identity = ["id"]
            names += ["id", "rowid"]
        }
        try connection.execute(
            "PRAGMA encoding = '\(encoding)'; PRAGMA page_size = \(random.pick([512, 1_024, 4_096])); CREATE TABLE t(\(columns.joined(separator: ", ")))\(options)"
        )
        func direction(_ random: inout Random) -> String { random.pick(["ASC", "DESC"]) }
        for number in 0..<random.below(3) {
            let parts = (0...random.below(2)).map { _ in "\(random.pick(names)) \(direction(&random))" }
            try connection.execute("CREATE INDEX IF NOT EXISTS i\(number) ON t(\(parts.joined(separator: ", ")))")
        }
        source = "t"
        contents = .table("t")
        let key = kind == 3 ? ["id"] : identity
        // A view's columns have no collation, so rows of the key must differ in their bytes: all keys here do.
        if kind == 1 || kind == 4, random.chance(3) {
            source = "v"
            try connection.execute(
                "CREATE VIEW v AS SELECT \(names.map { "\"\($0)\"" }.joined(separator: ", ")) FROM t WHERE a IS NOT 2")
            contents = random.chance(2) ? .view("v", identity: key) : .query("SELECT * FROM v", identity: key)
        }
        order = []
        for _ in 0..<random.below(3) {
            let collation: SQLiteCollation? = random.pick([nil, nil, .binary, .noCase, .trimmedRight])
            order.append(
                SQLiteOrderTerm(
                    random.pick(names.filter { $0 != "rowid" }), isDescending: random.chance(2), collation: collation))
        }
        order += key.map { SQLiteOrderTerm($0, isDescending: random.chance(2)) }
        if random.chance(3) {
            condition = SQLiteCondition(
                random.pick(["b IS NOT ?", "a IS NOT ?1 AND b IS NOT ?1", "b IS NOT :b"]), [hardValue(&random)])
        }
    }

    func insert(_ count: Int, _ random: inout Random) throws {
        let columns = try connection.rows("PRAGMA table_xinfo(t)").map { $0[1].string! }
        for _ in 0..<count {
            let values = columns.map { column -> SQLiteValue in
                if column == "id" { return .integer(Int64(random.below(2_000)) - 1_000) }
                if random.chance(40) { return .text([UInt8](repeating: 120, count: random.below(3_000))) }
                return random.chance(2) ? .integer(Int64(random.below(3))) : hardValue(&random)
            }
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            _ = try connection.rows("INSERT OR IGNORE INTO t(\(names)) VALUES (\(marks))", values)
        }
    }

    func plan() throws -> RowPlan {
        try RowPlan(contents, columns: nil, order: order, condition: condition, connection: connection)
    }
}

typealias Pager = @Sendable (RowPlan, PageSide, Int, SQLiteConnection) throws -> (rows: [ReadRow], isEnd: Bool)

private let ours: Pager = { try $0.page($1, limit: $2, $3) }

/// Pages a random table both ways, and from keys of deleted rows.
private func pagingFault(_ seed: UInt64, _ pager: Pager) throws -> String? {
    var random = Random(seed: seed)
    let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
    let contents = try RandomContents(&random, connection)
    try contents.insert(random.pick([0, 1, 5, 40, 150]), &random)
    let plan = try contents.plan()
    // An identity is compared as the key that a list has for it.
    func ids(_ rows: [ReadRow]) -> [SQLiteKey] { rows.map(\.id) }
    let coder = plan.identities
    func reference() throws -> [SQLiteKey] { try referenceKeys(contents, coder) }
    let expected = try reference()
    var forward: [ReadRow] = []
    var side = PageSide.first
    for _ in 0...expected.count + 2 {
        let (rows, isEnd) = try pager(plan, side, 1 + random.below(20), connection)
        forward += rows
        if isEnd { break }
        guard let last = rows.last else { return "a page without rows is not the end" }
        side = .after(last.key)
    }
    if ids(forward) != expected { return "forward: \(difference(ids(forward), expected)) of \(contents.order)" }
    for (one, next) in zip(forward, forward.dropFirst()) where !(one.key < next.key) { return "keys are not ascending" }
    var backward: [ReadRow] = []
    side = .last
    for _ in 0...expected.count + 2 {
        let (rows, isEnd) = try pager(plan, side, 1 + random.below(20), connection)
        backward = rows + backward
        if isEnd { break }
        guard let first = rows.first else { return "a page without rows is not the end" }
        side = .before(first.key)
    }
    if ids(backward) != expected { return "backward: \(difference(ids(backward), expected)) of \(contents.order)" }
    // Some rows are deleted, and their places are kept.
    guard !forward.isEmpty else { return nil }
    let condition = contents.identity.map { "\"\($0)\" IS ?" }.joined(separator: " AND ")
    for row in forward where random.chance(3) {
        _ = try connection.rows("DELETE FROM t WHERE \(condition)", plan.identities.values(of: row.id) ?? [])
    }
    let left = Set(try reference())
    for _ in 0..<4 {
        let place = random.below(forward.count)
        let key = forward[place].key
        let after = ids(Array(forward[(place + 1)...])).filter(left.contains)
        let before = ids(Array(forward[..<place])).filter(left.contains)
        let from = left.contains(forward[place].id) ? [forward[place].id] + after : after
        if try ids(pager(plan, .after(key), 1_000, connection).rows) != after {
            return "after a key of \(contents.order)"
        }
        if try ids(pager(plan, .before(key), 1_000, connection).rows) != before {
            return "before a key of \(contents.order)"
        }
        if try ids(pager(plan, .from(key), 1_000, connection).rows) != from { return "from a key of \(contents.order)" }
        // The places before and after the rows whose keys begin with the first term.
        let first = plan.keys.firstValue(of: key)!.length
        let short = SQLiteKey(bytes: Array(key.bytes[..<first]), originals: key.originals)
        for place in [short, short.past] {
            let from = ids(forward.filter { $0.key >= place && left.contains($0.id) })
            let after = ids(forward.filter { $0.key > place && left.contains($0.id) })
            let before = ids(forward.filter { $0.key < place && left.contains($0.id) })
            if try ids(plan.page(.from(place), limit: 1_000, connection).rows) != from {
                return "from a place of \(contents.order)"
            }
            if try ids(plan.page(.after(place), limit: 1_000, connection).rows) != after {
                return "after a place of \(contents.order)"
            }
            if try ids(plan.page(.before(place), limit: 1_000, connection).rows) != before {
                return "before a place of \(contents.order)"
            }
        }
    }
    if let row = forward.first(where: { left.contains($0.id) }), try plan.row(row.id, connection) == nil {
        return "a row is not found by its identity"
    }
    if let row = forward.first(where: { !left.contains($0.id) }), try plan.row(row.id, connection) != nil {
        return "a deleted row is found by its identity"
    }
    return nil
}

/// The identities in order, by ORDER BY.
func referenceKeys(_ contents: RandomContents, _ coder: KeyCoder) throws -> [SQLiteKey] {
    let isTable = contents.source == "t"
    let terms = contents.order.map { term in
        let collation = term.collation.map { " COLLATE \($0.name)" } ?? (isTable ? "" : " COLLATE BINARY")
        return "\"\(term.column)\"\(collation) \(term.isDescending ? "DESC" : "ASC")"
    }
    let sql =
        "SELECT \(contents.identity.map { "\"\($0)\"" }.joined(separator: ", ")) FROM \(contents.source)"
        + (contents.condition.map { " WHERE \($0.sql)" } ?? "") + " ORDER BY " + terms.joined(separator: ", ")
    let statement = try SQLiteStatement(sql, connection: contents.connection)
    try statement.bind(contents.condition?.values ?? [])
    var keys: [SQLiteKey] = []
    while try statement.step() { keys.append(coder.key(of: statement)) }
    return keys
}

func difference(_ found: [SQLiteKey], _ expected: [SQLiteKey]) -> String {
    let place = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return
        "\(found.count) rows instead of \(expected.count), the first difference at \(place.map(String.init) ?? "the end")"
}

/// Pages with row values, as a program would write it without knowing better.
private let rowValues: Pager = { plan, side, limit, connection in
    guard case .after(let key) = side, let values = plan.keys.values(of: key), plan.condition == nil else {
        return try plan.page(side, limit: limit, connection)
    }
    let terms = plan.terms.map(\.collated).joined(separator: ", ")
    let marks = plan.terms.map { _ in "?" }.joined(separator: ", ")
    let order = plan.terms.map { "\($0.collated) \($0.isDescending ? "DESC" : "ASC")" }.joined(separator: ", ")
    let statement = try connection.statement(
        "SELECT \(plan.selected) FROM \(plan.source) WHERE (\(terms)) > (\(marks)) ORDER BY \(order)")
    defer { statement.reset() }
    try statement.bind(values)
    var rows: [ReadRow] = []
    while rows.count < limit {
        guard try statement.step() else { return (rows, true) }
        rows.append(try plan.readRow(statement))
    }
    return (rows, false)
}

func testPaging() {
    law("pages both ways are ORDER BY, also from deleted keys", 600) { try pagingFault($0, ours) }
    planted("row values on ties", 100) { try pagingFault($0, rowValues) }

    run("an order that is not unique is refused, and the error names the term to add") {
        let connection = try SQLiteConnection(
            path: ":memory:", isReadOnly: false)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, code TEXT UNIQUE, size INT);
            CREATE TABLE w(a TEXT, b INT, c INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
            CREATE TABLE r(a INT);
            CREATE UNIQUE INDEX partial ON r(a) WHERE a > 1;
            CREATE VIEW v AS SELECT * FROM t;
            """)
        func plan(_ contents: SQLiteContents, _ order: [SQLiteOrderTerm]) throws {
            _ = try RowPlan(contents, columns: nil, order: order, condition: nil, connection: connection)
        }
        expectError(.orderNotUnique, containing: "add .ascending(\"id\")") {
            try plan(.table("t"), [.ascending("size")])
        }
        expectError(.orderNotUnique, containing: "add .ascending(\"id\")") { try plan(.table("t"), []) }
        // NULL can occur several times.
        expectError(.orderNotUnique) { try plan(.table("t"), [.ascending("code")]) }
        // Strings that differ in their case are equal here.
        expectError(.orderNotUnique) { try plan(.table("t"), [.ascending("name", collation: .noCase)]) }
        expectError(.orderNotUnique, containing: ".ascending(\"a\"), .ascending(\"b\")") {
            try plan(.table("w"), [.ascending("a")])
        }
        expectError(.orderNotUnique, containing: "add .ascending(\"rowid\")") {
            try plan(.table("r"), [.ascending("a")])
        }
        expectError(.noIdentity) { try plan(.view("v", identity: []), [.ascending("id")]) }
        expectError(.orderNotUnique) { try plan(.view("v", identity: ["id"]), [.ascending("size")]) }
        // The error has the columns that a program can add.
        for (contents, column) in [
            (SQLiteContents.table("t"), "size"), (.table("w"), "c"), (.table("r"), "a"),
            (.view("v", identity: ["id"]), "size"),
        ] {
            do {
                try plan(contents, [.descending(column)])
                fail("\(contents) by \(column) is not unique")
            } catch let error as SQLiteError {
                try plan(contents, [.descending(column)] + error.missingColumns.map { .ascending($0) })
            }
        }
        try plan(.table("t"), [.ascending("size"), .ascending("rowid")])
        try plan(.table("t"), [.ascending("name")])
        try plan(.table("w"), [.descending("b"), .ascending("a")])
        try plan(.table("r"), [.ascending("a"), .ascending("_rowid_")])
    }

    run("a missing table or column is named") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE VIEW v AS SELECT * FROM t")
        func plan(_ contents: SQLiteContents, _ columns: [String]? = nil, _ condition: SQLiteCondition? = nil) throws {
            _ = try RowPlan(
                contents, columns: columns, order: [.ascending("id")], condition: condition, connection: connection)
        }
        expectError(.noSuchTable, containing: "nothing") { try plan(.table("nothing")) }
        expectError(.noSuchTable, containing: "a view") { try plan(.table("v")) }
        expectError(.noSuchTable, containing: "t") { try plan(.view("t", identity: ["id"])) }
        expectError(.noSuchColumn, containing: "found b; it has id, a") { try plan(.table("t"), ["b"]) }
        expectError(.statement, containing: "no such column: b") {
            try plan(.table("t"), nil, SQLiteCondition("b = 1"))
        }
        expectError(.statement, containing: "expected 1 values") {
            try plan(.table("t"), nil, SQLiteCondition("a = ?"))
        }
    }

    run("rows with equal keys are reported") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (1)")
        let plan = try RowPlan(
            .query("SELECT a FROM t", identity: ["a"]), columns: nil, order: [.ascending("a")], condition: nil,
            connection: connection)
        for limit in [10, 1] {
            expectError(.duplicateKey, containing: "\"a\"") { _ = try plan.page(.first, limit: limit, connection) }
            expectError(.duplicateKey, containing: "\"a\"") { _ = try plan.page(.last, limit: limit, connection) }
        }
    }

    for encoding in ["UTF-8", "UTF-16le"] {
        run("long values are cut, and nothing else of a row, in \(encoding)") {
            let path = newPath()
            _ = try newDatabase(
                path,
                """
                PRAGMA encoding = '\(encoding)';
                CREATE TABLE t(id INTEGER PRIMARY KEY, v);
                INSERT INTO t(v) VALUES(NULL), (9007199254740993), (0.1), (''), (x''), ('a' || char(0) || 'b'), (zeroblob(1000000)),
                    (printf('%.*c', 1000000, 'x')), ('1' || printf('%.*c', 1000000, '0'));
                """)
            func values(_ limit: Int?) throws -> [SQLiteValue] {
                let rows = try SQLiteRows(
                    path: path, .table("t"), columns: ["v"], order: [.ascending("v"), .ascending("id")],
                    valueLimit: limit)
                return try wait { try await rows.rows(.first, limit: 100).rows.map { $0.row[0] } }
            }
            func cut(_ value: SQLiteValue) -> SQLiteValue {
                let size = encoding == "UTF-8" ? 8 : 4
                return switch value {
                case .text(let bytes): .text(Array(bytes.prefix(size)))
                case .blob(let bytes): .blob(Array(bytes.prefix(8)))
                default: value
                }
            }
            let (whole, limited) = (try values(nil), try values(9))
            expect(whole.count == 9 && limited == whole.map(cut), "\(limited)")
        }
    }
    run("columns of a query with one name are two columns") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, u INT); CREATE TABLE u(id INT); INSERT INTO t VALUES (1, 7); INSERT INTO u VALUES (7)"
        )
        let plan = try RowPlan(
            .query("SELECT t.id, u.id FROM t JOIN u ON t.u = u.id", identity: ["id"]), columns: nil,
            order: [.ascending("id")], condition: nil, connection: connection)
        let row = try plan.page(.first, limit: 1, connection).rows[0].row
        expect([row[0], row[1]] == [.integer(1), .integer(7)], "\(row[0]), \(row[1])")
        expect(Set(plan.columnNames).count == 2, "\(plan.columnNames)")
    }

    run("each statement of a page seeks in the index") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, time INT, name TEXT); CREATE INDEX i ON t(time)")
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.descending("time"), .descending("id")], condition: nil,
            connection: connection)
        for depth in 1...2 {
            for comparison in [RowPlan.Comparison.less, .greater] {
                let sql = plan.pageStatement(depth: depth, comparison: comparison, isBackward: comparison == .greater)
                let steps = try connection.rows("EXPLAIN QUERY PLAN " + sql).map { $0[3].string ?? "" }
                let sought =
                    depth == 1 ? "USING INDEX i (time\(comparison == .less ? "<" : ">")?)" : "(time=? AND rowid"
                expect(steps.count == 1 && steps[0].contains(sought), "\(steps) for \(sql)")
            }
        }
    }

    run("a collation of the program orders by its sort keys") {
        let connection = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        // Compares the strings backward.
        let code = sqlite3_create_collation_v2(
            connection.pointer, "REVERSED", SQLITE_UTF8, nil,
            { _, leftCount, left, rightCount, right in
                let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount)).reversed()
                let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount)).reversed()
                return left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
            }, nil)
        expect(code == SQLITE_OK)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT COLLATE REVERSED);
            INSERT INTO t(name) VALUES ('ab'), ('ba'), ('b'), (NULL), (3), ('ca'), ('ba'), (x'00');
            """)
        expectError(.noSuchCollation, containing: "name") {
            _ = try RowPlan(
                .table("t"), columns: nil, order: [.ascending("name"), .ascending("id")], condition: nil,
                connection: connection)
        }
        let reversed = SQLiteCollation.program("REVERSED") { $0.reversed() }
        let plan = try RowPlan(
            .table("t"), columns: ["id"], order: [.descending("name", collation: reversed), .ascending("id")],
            condition: nil,
            connection: connection)
        var found: [SQLiteValue] = []
        var side = PageSide.first
        while true {
            let (rows, isEnd) = try plan.page(side, limit: 2, connection)
            found += rows.map { $0.row[0] }
            if isEnd { break }
            side = .after(rows.last!.key)
        }
        expect(found == (try connection.rows("SELECT id FROM t ORDER BY name DESC, id")).map { $0[0] }, "\(found)")
    }
}
