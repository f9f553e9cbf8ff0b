import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

private func expectItems(_ pool: DatabasePool, _ shown: Shown<Item>, _ what: String, line: Int = #line) throws {
    // A reader of GRDB has statements from before the migration, with the columns of that time.
    pool.invalidateReadOnlyConnections()
    let expected = try pool.read { try Item.order(Column("name"), Column("id")).fetchAll($0) }
    MainActor.assumeIsolated { shown.settles(expected, what, line: line) }
}

func testSchemas() {
    run("migrations add a column, and make the table again with its columns in another order") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 40)
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            try expectItems(pool, shown, "before")
            var migrator = DatabaseMigrator()
            migrator.registerMigration("note") { connection in
                try connection.alter(table: "item") { $0.add(column: "note", .text) }
                try connection.execute(sql: "UPDATE item SET note = 'note of ' || id")
            }
            try migrator.migrate(pool)
            try expectItems(pool, shown, "with a new column")
            settle("the new column") { shown.records?.first?.note != nil }
            try pool.write { try $0.execute(sql: "UPDATE item SET note = 'new', name = 'a' WHERE id = 5") }
            try expectItems(pool, shown, "after a write")
            migrator.registerMigration("order") { connection in
                try connection.execute(
                    sql: """
                        CREATE TABLE new_item(note TEXT, score INT, name TEXT NOT NULL, id INTEGER PRIMARY KEY);
                        INSERT INTO new_item SELECT note, score, name, id FROM item WHERE id % 3 != 0;
                        DROP TABLE item;
                        ALTER TABLE new_item RENAME TO item;
                        CREATE INDEX item_name ON item(name);
                        """)
            }
            try migrator.migrate(pool)
            try expectItems(pool, shown, "with a new table")
            var history = History(random: Random(seed: 2))
            try history.read(pool)
            for _ in 0..<20 { try history.step(pool) }
            try expectItems(pool, shown, "after more writes")
        }
    }

    run("functions and collations of the program's configuration are there") {
        var configuration = newConfiguration()
        configuration.prepareDatabase { connection in
            connection.add(
                collation: DatabaseCollation("SHORT") { left, right in
                    left.count < right.count
                        ? .orderedAscending : left.count > right.count ? .orderedDescending : .orderedSame
                })
            connection.add(
                function: DatabaseFunction("is_even", argumentCount: 1, pure: true) { values in
                    Int64.fromDatabaseValue(values[0]).map { $0 % 2 == 0 }
                })
        }
        let pool = try newPool(newPath(), configuration)
        try pool.write { connection in
            for (id, name) in [(1, "xxx"), (2, "a"), (3, "bb"), (4, "bbbb")] {
                try Item(Int64(id), name).insert(connection)
            }
        }
        let short = SQLiteCollation.program("SHORT") { [UInt8($0.count)] }
        let source = try GRDBRows<Item>(pool, order: [.ascending("name", collation: short), .ascending("id")])
        let names = try wait { try await source.rows(.first, limit: 9).rows.map(\.row.name) }
        expect(names == ["a", "bb", "xxx", "bbbb"], "\(names)")
        let even = try GRDBRows<Item>(pool, order: byName, condition: SQLiteCondition("is_even(id)"))
        let ids = try wait { try await even.rows(.first, limit: 9).rows.map(\.row.id) }
        expect(ids == [2, 4], "\(ids)")
    }

    run("a query, with values of all types") {
        struct Values: Decodable, FetchableRecord, Equatable {
            var id: Int64
            var text: String
            var real: Double
            var data: Data
            var date: Date
            var missing: String?
        }
        let pool = try newPool(items: 3)
        let source = try GRDBRows<Values>(
            pool,
            .query(
                "SELECT id, name || char(0) || 'ö' AS text, id / 2.0 AS real, x'00ff' AS data, '2026-11-27 10:00:00' AS date, NULL AS missing FROM item",
                identity: ["id"]), order: [.ascending("id")])
        let read = try wait { try await source.rows(.first, limit: 9).rows.map(\.row) }
        // A reader of GRDB has statements from before the migration, with the columns of that time.
        pool.invalidateReadOnlyConnections()
        let expected = try pool.read { connection in
            try Values.fetchAll(
                connection,
                sql:
                    "SELECT id, name || char(0) || 'ö' AS text, id / 2.0 AS real, x'00ff' AS data, '2026-11-27 10:00:00' AS date, NULL AS missing FROM item"
            )
        }
        expect(read == expected && read.count == 3, "\(read)")
    }

    run("records are decoded from rows with GRDB's conversions, and with the columns in their order") {
        let pool = try DatabasePool(path: newPath(), configuration: newConfiguration())
        try pool.write {
            // The text that looks like a number is stored as one, and the number as a text.
            try $0.execute(
                sql: """
                    CREATE TABLE place(id INTEGER PRIMARY KEY, zip NUMERIC, c INT, b TEXT, a, data, more TEXT);
                    INSERT INTO place VALUES (1, '0612', 'many', 7, 1.5, x'', 'second'), (2, 3.5, '12', x'c3b6', '', NULL, NULL);
                    INSERT INTO place VALUES (3, NULL, NULL, NULL, NULL, x'00ff', ''), (4, 1, 9e99, CAST(x'61ff62' AS TEXT), '0x1', '', 5);
                    """)
        }
        let sql = "SELECT id, zip, c, b, a, data, more, b AS \"a \"\"quoted\"\" name\" FROM place"
        let source = try GRDBRows<Place>(
            pool, .query(sql, identity: ["id"]), order: [.ascending("id")], pollInterval: 0.002)
        let slice = try wait { try await source.rows(.first, limit: 9) }
        let expected = try pool.read { try Place.fetchAll($0, sql: sql + " ORDER BY id") }
        expect(slice.rows.map(\.row) == expected && expected.count == 4, "\(slice.rows.map(\.row)), not \(expected)")
        // The rows of edits too.
        let table = try GRDBRows<Place>(pool, .table("place"), order: [.ascending("id")], pollInterval: 0.002)
        let changes = table.changes()
        for number in 0..<100 {
            try pool.write { try $0.execute(sql: "UPDATE place SET b = ? WHERE id = 2", arguments: [number]) }
            let change = try wait { await changes.first { _ in true } }
            guard case .edits(let edits, _)? = change else { continue }
            let fetched = try pool.read { try Place.fetchOne($0, sql: "SELECT * FROM place WHERE id = 2") }
            return expect(edits.map(\.row) == [fetched] && fetched?.fourth == "\(number)", "\(edits.map(\.row))")
        }
        fail("no edits")
    }

    run("the columns of a record's selection are read, and other selections are refused") {
        let pool = try newPool(items: 3)
        let source = try GRDBRows<Brief>(pool, order: byName)
        expect(source.columnNames == ["id", "name"], "\(source.columnNames)")
        let read = try wait { try await source.rows(.first, limit: 9).rows.map(\.row) }
        expect(
            read == (try pool.read { try Brief.order(Column("name"), Column("id")).fetchAll($0) }) && read.count == 3)
        do {
            _ = try GRDBRows<WithRowid>(pool, order: byName)
            fail("the selection was not refused")
        } catch let error as SQLiteError {
            expect(
                error.cause == .noSuchColumn && error.description.contains("databaseSelection of WithRowid"), "\(error)"
            )
        }
        let given = try GRDBRows<WithRowid>(pool, columns: ["id", "name"], order: byName)
        expect(given.columnNames == ["id", "name"])
    }
}

/// A record that reads by position and by name, and converts.
private struct Place: FetchableRecord, Equatable {
    var names: [String]
    var id: Int64
    var zip: String?
    var number: Int64?
    var fourth: String?
    var real: Double?
    var data: Data?
    var last: String?

    init(row: Row) {
        names = Array(row.columnNames)
        id = row[0]
        zip = row["ZIP"]
        number = row[2]
        fourth = row[3]
        real = row["a"]
        data = row["data"]
        last = row[names.count - 1]
    }
}

private struct Brief: Codable, Equatable, FetchableRecord, TableRecord {
    static var databaseTableName: String { "item" }
    static var databaseSelection: [any SQLSelectable] { [Column("id"), Column("name")] }
    var id: Int64
    var name: String
}

private struct WithRowid: Codable, FetchableRecord, TableRecord {
    static var databaseTableName: String { "item" }
    static var databaseSelection: [any SQLSelectable] { [.allColumns, .rowID] }
    var id: Int64
    var name: String
}
