import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// A type, and literals whose order is hard.
struct TestType {
    var name: String
    var values: [String]
    var isText = false
}

let testTypes = [
    TestType(name: "smallint", values: ["0", "-1", "1", "-32768", "32767"]),
    TestType(name: "integer", values: ["0", "-1", "1", "-2147483648", "2147483647", "65536"]),
    TestType(name: "bigint", values: ["0", "-1", "1", "-9223372036854775808", "9223372036854775807", "256"]),
    TestType(name: "boolean", values: ["true", "false"]),
    TestType(
        name: "real", values: ["0", "'-0'", "1.5", "-1.5", "'NaN'", "'Infinity'", "'-Infinity'", "1e-40", "-3e38"]),
    TestType(
        name: "double precision",
        values: ["0", "'-0'", "1.5", "-1.5", "'NaN'", "'Infinity'", "'-Infinity'", "5e-324", "-1.7e308", "1e15"]),
    TestType(
        name: "numeric",
        values: [
            "0", "0.00", "1", "1.000", "-1", "9999", "10000", "10001", "-10000", "0.0001", "-0.0001", "0.00009",
            "1e100", "-1e100",
            "123456789012345678901234567890.123456789", "'NaN'", "'Infinity'", "'-Infinity'", "99999999.9999",
            "100000000",
        ]),
    TestType(
        name: "text",
        values: ["''", "'a'", "'ab'", "'a b'", "'B'", "'b '", "'é'", "'😀'", "E'\\x01'", "repeat('a', 3000)"],
        isText: true),
    TestType(name: "character varying(20)", values: ["''", "'a'", "'a '", "'ab'", "'Z'"], isText: true),
    TestType(name: "character(4)", values: ["''", "'a'", "'a '", "'ab'", "E'a\\x01'", "'Z'"], isText: true),
    TestType(name: "name", values: ["''", "'a'", "'ab'", "'Z'"], isText: true),
    TestType(name: "bytea", values: ["''", "'\\x00'", "'\\x0000'", "'\\x00ff'", "'\\x61'", "'\\xff'", "'\\x6100'"]),
    TestType(
        name: "uuid",
        values: [
            "'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "gen_random_uuid()",
        ]),
    TestType(name: "date", values: ["'2026-11-27'", "'1969-12-31'", "'infinity'", "'-infinity'", "'4713-01-01 BC'"]),
    TestType(name: "time", values: ["'00:00'", "'24:00'", "'12:30:00.000001'"]),
    TestType(
        name: "timestamp", values: ["'2026-11-27 12:00'", "'1999-12-31 23:59:59.999999'", "'infinity'", "'-infinity'"]),
    TestType(name: "timestamp with time zone", values: ["'2026-11-27 12:00+02'", "'1999-12-31'", "'infinity'"]),
    TestType(name: "oid", values: ["0", "1", "4294967295"]),
]

func testKeys() {
    run("a quote in a name is written twice, also before a combining mark") {
        let name = "a\"\u{301}b"
        expect(quotedName(name).unicodeScalars.count { $0 == "\"" } == 4)
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS q; CREATE TABLE q(id int PRIMARY KEY, \(quotedName(name)) int); INSERT INTO q VALUES (1, 2)"
        )
        let source = PostgresRows(
            PostgresServer(parameters()), .table("q"), columns: [name], order: [.ascending("id")])
        expect(try wait { try await source.rows(.first, limit: 1).rows[0].row[0] } == .integer(2))
    }

    run("conditions: a comment at the end, a zero byte, a value too few; and any patience") {
        let server = PostgresServer(parameters(), patience: .infinity)
        func count(_ condition: PostgresCondition) throws -> Int {
            let source = PostgresRows(
                server, .query("SELECT 1 AS id, 'a' AS name -- one", identity: ["id"]), order: [.ascending("id")],
                condition: condition)
            return try wait { try await source.rows(.first, limit: 2).rows.count }
        }
        expect(try count(PostgresCondition("name = $1 -- that", [.text(Array("a".utf8))])) == 1)
        expectError(.statement, containing: "zero") {
            _ = try count(PostgresCondition("name = $1", [.text(Array("a\0b".utf8))]))
        }
        expectError(.statement) {
            _ = try count(PostgresCondition("name = $1 AND name = $2", [.text(Array("a".utf8))]))
        }
        // The first term of a key is no value of the condition.
        let all = PostgresRows(server, .query("SELECT 1 AS id", identity: ["id"]), order: [.ascending("id")])
        let key = try wait { try await all.rows(.first, limit: 1).rows[0].key }
        let source = PostgresRows(
            server, .query("SELECT 1 AS id", identity: ["id"]), order: [.ascending("id")],
            condition: PostgresCondition("$1 < 5 AND id = $2", [.integer(1)]))
        expectError(.statement) { _ = try wait { try await source.rows(.from(key), limit: 1) } }
    }

    run("a column of a query that has another type than before") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS q; CREATE TABLE q(id int PRIMARY KEY, a int); INSERT INTO q VALUES (1, 10), (2, 20)")
        let source = PostgresRows(
            PostgresServer(parameters()), .query("SELECT * FROM q", identity: ["id"]), order: [.ascending("id")])
        let reported = Reported(source)
        expect(try wait { try await source.rows(.first, limit: 2).rows.map(\.key.bytes.count) } == [5, 5])
        try writer.execute("ALTER TABLE q ALTER id TYPE bigint, ALTER a TYPE text")
        let rows = try wait { try await source.rows(.first, limit: 2).rows }
        expect(
            rows.map(\.key.bytes.count) == [9, 9] && rows.map { $0.row[1] } == [.text("10"), .text("20")], "\(rows)")
        expect(try wait { try await source.rows(.after(rows[0].key), limit: 2).rows.count } == 1)
        reported.wait(forRestarts: 1)
        expect(reported.restarts == 1, "\(reported.restarts)")
    }

    law("keys of each type compare as the server orders them, and give the values back", 8) { seed in
        var random = Random(seed: seed)
        let writer = try Writer()
        for type in testTypes {
            try writer.execute(
                "CREATE TEMP TABLE k(id bigint PRIMARY KEY, v \(type.name)); INSERT INTO k VALUES "
                    + (type.values + ["NULL"] + (0..<10).map { _ in random.pick(type.values) }).enumerated().map {
                        "(\($0.offset), \($0.element))"
                    }.joined(separator: ", "))
            defer { try? writer.execute("DROP TABLE k") }
            let order = [
                PostgresOrderTerm(
                    "v", isDescending: random.chance(2), isNullFirst: random.pick([nil, true, false]),
                    collation: type.isText ? .c : nil),
                PostgresOrderTerm("id", isDescending: random.chance(2)),
            ]
            let plan = try PostgresPlan(.table("k"), columns: nil, order: order, condition: nil, writer.session)
            let expected = try writer.rows(
                "SELECT id::text AS shown FROM k ORDER BY \(plan.ordering(isBackward: false))")
            let statement = try plan.pageStatement(.first, limit: 1_000)
            let rows = try plan.page(writer.session.run([statement])[0], isBackward: false, limit: 1_000).rows
            let found = rows.sorted { $0.key < $1.key }.map { $0.row[0].string }
            if found != expected.map({ $0[0] }) { return "\(type.name), \(order): \(found), expected \(expected)" }
            for row in rows {
                // The statement compares with the values of the key, so it fails if they are not those of the row.
                let own = try writer.session.run([plan.pageStatement(.from(row.key), limit: 1)])[0]
                guard own.count == 1, plan.readRow(own, 0).id == row.id else {
                    return "\(type.name): \(row.row) is not at its key"
                }
            }
        }
        return nil
    }

    run("damaged keys are refused") {
        let writer = try Writer()
        try writer.execute("CREATE TEMP TABLE k(id bigint PRIMARY KEY, v text, n numeric)")
        let plan = try PostgresPlan(
            .table("k"), columns: nil,
            order: [.ascending("v", collation: .c), .descending("n"), .ascending("id")], condition: nil, writer.session)
        var random = Random(seed: 1)
        for _ in 0..<20_000 {
            let bytes = (0..<random.below(24)).map { _ in
                UInt8(random.pick([0, 1, 2, 3, 4, 5, 255, random.below(256)]))
            }
            let key = ColumnKey(bytes: bytes)
            if let place = plan.keys.place(of: key) { expect(place.values.count <= 3) }
        }
        expectError(.invalidKey) { _ = try plan.pageStatement(.from(ColumnKey(bytes: [9])), limit: 1) }
        // A number with more digits than the server has.
        for digits in [65_535, 65_536] {
            let number = [4, 0x80, 0] + (0..<2 * digits).map { UInt8($0 % 2) } + [0, 0]
            let raw = PostgresType.numeric.raw(number[...])
            expect(raw?.value.count == (digits == 65_535 ? 8 + 2 * digits : nil))
        }
    }
}
