import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

/// Random writes of a program, and the rows that they lead to.
struct History {
    struct Undone: Error {}

    var random: Random
    /// The rows by identity, as the writes leave them.
    private(set) var items: [Int64: Item] = [:]

    init(random: Random) { self.random = random }

    mutating func read(_ database: some DatabaseReader) throws {
        items = try database.read { Dictionary(uniqueKeysWithValues: try Item.fetchAll($0).map { ($0.id, $0) }) }
    }

    /// One access of a program: a transaction that ends in one way or the other, or a statement without one.
    mutating func step(_ database: any DatabaseWriter) throws {
        let before = items
        switch random.below(8) {
        case 0:
            // Rolled back by an error.
            do {
                try database.write { connection in
                    try statements(connection)
                    throw Undone()
                }
            } catch is Undone { items = before }
        case 1:
            try database.writeWithoutTransaction { connection in
                try connection.inTransaction {
                    try statements(connection)
                    return .rollback
                }
            }
            items = before
        case 2:
            try database.writeWithoutTransaction { connection in try statement(connection) }
        case 3:
            try database.write { connection in
                try statements(connection)
                let inner = items
                try connection.inSavepoint {
                    try statements(connection)
                    return .rollback
                }
                items = inner
                try statements(connection)
            }
        case 4:
            try database.write { connection in
                try connection.inSavepoint {
                    try statements(connection)
                    return .commit
                }
                try statements(connection)
            }
        default: try database.write { connection in try statements(connection) }
        }
    }

    private mutating func statements(_ connection: Database) throws {
        for _ in 0...random.below(5) { try statement(connection) }
    }

    private mutating func statement(_ connection: Database) throws {
        let id = Int64(random.below(60))
        let item = Item(id, "name \(random.below(40))", random.chance(5) ? nil : random.below(20))
        switch random.below(10) {
        case 0, 1, 2:
            // Replaces a row that is there.
            try item.insert(connection, onConflict: .replace)
            items[id] = item
        case 3:
            guard items[id] != nil else { return }
            try item.update(connection)
            items[id] = item
        case 4:
            try item.upsert(connection)
            items[id] = item
        case 5:
            try Item.deleteOne(connection, key: id)
            items[id] = nil
        case 6:
            // Fails halfway: SQLite undoes what the statement has done.
            guard items.count > 1 else { return }
            do {
                try connection.execute(sql: "UPDATE item SET id = \(id), name = name || 'x'")
                fail("the statement did not fail")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {}
        case 7:
            // A new identity.
            guard items[id] != nil, items[id + 100] == nil else { return }
            try connection.execute(sql: "UPDATE item SET id = id + 100 WHERE id = ?", arguments: [id])
            items[id + 100] = items.removeValue(forKey: id).map { Item(id + 100, $0.name, $0.score) }
        case 8:
            let half = random.below(2)
            try connection.execute(sql: "UPDATE item SET score = 7 WHERE id % 2 = ?", arguments: [half])
            for key in items.keys where Int(key) % 2 == half { items[key]!.score = 7 }
        default:
            guard random.chance(4) else { return }
            try Item.deleteAll(connection)
            items = [:]
        }
    }

    var byName: [Item] { items.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }
}

func testWrites() {
    for isOwn in [true, false] {
        law("a live list equals an array after each burst of \(isOwn ? "own" : "foreign") writes", 12) { seed in
            try MainActor.assumeIsolated { try followHistory(seed, isOwn: isOwn) }
        }
    }
    law("a live list equals an array after own writes while it scrolls, and foreign writes", 12) { seed in
        try MainActor.assumeIsolated { try followTwoWriters(seed) }
    }
    run("own writes are edits as long as no one else writes, without a promise that no one does") {
        let path = newPath()
        let pool = try newPool(path, items: 100)
        let other = try DatabaseQueue(path: path, configuration: newConfiguration())
        let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002)
        expect(try editsArrive(source, pool))
        try other.write { try Item(2, "b").update($0) }
        expect(try editsArrive(source, pool))
    }

    run("own writes arrive as edits only, and as few as there are rows") {
        let pool = try newPool(items: 100)
        let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true)
        // From here on, the list observes the connection. Before, changes may be reported as a new start.
        expect(try editsArrive(source, pool))
        let later = source.changes()
        for number in 0..<50 { try pool.write { try Item(1, "a \(number)").update($0) } }
        try pool.write { try Item(2, "b").update($0) }
        let seen = try wait { () -> [Item?] in
            var seen: [Item?] = []
            for await change in later {
                guard case .edits(let edits, _) = change else { throw SQLiteError(.statement, "\(change)") }
                seen += edits.map(\.row)
                if edits.contains(where: { $0.row?.name == "b" }) { break }
            }
            return seen
        }
        expect(seen.contains(Item(2, "b")) && seen.allSatisfy { $0?.id == 1 || $0?.id == 2 }, "\(seen)")
    }
}

/// Writes until the list reports edits. It may not yet observe the connection, or look before it knows that the transaction has ended.
func editsArrive(_ source: GRDBRows<Item>, _ pool: DatabasePool) throws -> Bool {
    let stream = source.changes()
    for number in 0..<100 {
        try pool.write { try Item(1, "name \(number)").update($0) }
        let change = try wait { await stream.first { _ in true } }
        if case .edits(let edits, _)? = change, edits.map(\.row?.name) == ["name \(number)"] { return true }
    }
    return false
}

/// With only own writes, nothing but the edits tells the list.
@MainActor private func followHistory(_ seed: UInt64, isOwn: Bool) throws -> String? {
    let path = newPath()
    let pool = try newPool(path, items: 50)
    let other = try DatabaseQueue(path: path, configuration: newConfiguration())
    var history = History(random: Random(seed: seed))
    try history.read(pool)
    let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: isOwn)
    let shown = Shown(source)
    for burst in 0..<10 {
        for _ in 0...history.random.below(12) { try history.step(isOwn ? pool : other) }
        let expected = history.byName
        guard try pool.read({ try Item.order(Column("name"), Column("id")).fetchAll($0) }) == expected else {
            return "the array is wrong after burst \(burst)"
        }
        shown.settles(expected, "seed \(seed), burst \(burst)")
        if shown.records != expected { return "burst \(burst)" }
    }
    return nil
}

@MainActor private func followTwoWriters(_ seed: UInt64) throws -> String? {
    let path = newPath()
    let pool = try newPool(path, items: 2_000)
    var configuration = newConfiguration()
    configuration.busyMode = .timeout(60)
    let other = try DatabaseQueue(path: path, configuration: configuration)
    let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002)
    let shown = Shown(source)
    var history = History(random: Random(seed: seed))
    try history.read(pool)
    for step in 0..<60 {
        try history.step(history.random.chance(4) ? other : pool)
        if history.random.chance(2) {
            let first = history.random.below(max(1, shown.rows.numberOfItems))
            shown.rows.show(first..<first + 40)
        }
        if step % 5 == 0 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002)) }
    }
    let expected = history.byName
    shown.settles(expected, "seed \(seed)")
    return shown.records == expected ? nil : "a list of \(shown.rows.numberOfItems) rows, not \(expected.count)"
}
