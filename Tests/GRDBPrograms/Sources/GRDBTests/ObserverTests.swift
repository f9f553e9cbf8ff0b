import CSQLite
import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

/// The events that GRDB reports to a program.
private final class Events: TransactionObserver {
    var seen: [String] = []

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {
        seen.append("\(event.kind) \(event.tableName) \(event.rowID)")
    }
    func databaseWillCommit() { seen.append("will commit") }
    func databaseDidCommit(_ connection: Database) { seen.append("commit") }
    func databaseDidRollback(_ connection: Database) { seen.append("rollback") }
}

/// Cancels each commit of a certain item.
private final class Refusal: TransactionObserver {
    struct Refused: Error {}
    private var hasSeen = false

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { eventKind.tableName == "item" }
    func databaseDidChange(with event: DatabaseEvent) { if event.rowID == 7_777 { hasSeen = true } }
    func databaseWillCommit() throws { if hasSeen { throw Refused() } }
    func databaseDidCommit(_ connection: Database) { hasSeen = false }
    func databaseDidRollback(_ connection: Database) { hasSeen = false }
}

private func events(listed: Bool, seed: UInt64) throws -> [String] {
    let pool = try newPool(items: 50)
    let source = listed ? try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002) : nil
    let events = Events()
    // After the hook of the list, and before it is used.
    pool.add(transactionObserver: events)
    var history = History(random: Random(seed: seed))
    try history.read(pool)
    for _ in 0..<40 { try history.step(pool) }
    return withExtendedLifetime(source) { events.seen }
}

func testOtherObservers() {
    law("observers of the program see the same with a list and without one", 8) { seed in
        let (with, without) = (try events(listed: true, seed: seed), try events(listed: false, seed: seed))
        return with == without && with.contains("commit") ? nil : "\(with.count) events instead of \(without.count)"
    }

    run("a ValueObservation and a list show the same after each write") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 50)
            nonisolated(unsafe) var observed: [Item] = []
            let observation = ValueObservation.tracking { try Item.order(Column("name"), Column("id")).fetchAll($0) }
            // The list begins before the observation does, and another one after it.
            let first = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            let cancellable = observation.start(
                in: pool, scheduling: .immediate, onError: { fail("\($0)") }, onChange: { observed = $0 })
            let second = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            var history = History(random: Random(seed: 3))
            try history.read(pool)
            for burst in 0..<10 {
                for _ in 0..<5 { try history.step(pool) }
                first.settles(history.byName, "burst \(burst)")
                second.settles(history.byName, "burst \(burst), second list")
                settle("the observation") { observed == history.byName }
            }
            cancellable.cancel()
            // The observation takes its hook away when it ends.
            try history.step(pool)
            first.settles(history.byName, "after the observation")
        }
    }

    run("a commit that an observer of the program cancels changes no row") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 20)
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            let refusal = Refusal()
            pool.add(transactionObserver: refusal)
            var history = History(random: Random(seed: 1))
            try history.read(pool)
            shown.settles(history.byName, "before")
            do {
                try pool.write { connection in
                    try Item.deleteOne(connection, key: 3)
                    try Item(7_777, "refused").insert(connection)
                }
                fail("the commit was not cancelled")
            } catch is Refusal.Refused {}
            try pool.write { try Item(100, "last").insert($0) }
            try history.read(pool)
            shown.settles(history.byName, "after")
            expect(history.items[3] != nil && history.items[7_777] == nil)
            withExtendedLifetime(refusal) {}
        }
    }

    run("a table is emptied in one step after the list is gone") {
        let pool = try DatabasePool(path: newPath(), configuration: newConfiguration())
        /// The steps of a statement that deletes all rows. With a hook, it deletes them one by one.
        func steps() throws -> CInt {
            try pool.write { connection in
                try connection.execute(
                    sql:
                        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000) INSERT INTO plain SELECT i, i FROM c"
                )
                let delete = try connection.makeStatement(sql: "DELETE FROM plain")
                try delete.execute()
                return sqlite3_stmt_status(delete.sqliteStatement, SQLITE_STMTSTATUS_VM_STEP, 0)
            }
        }
        try pool.write { try $0.execute(sql: "CREATE TABLE plain(id INTEGER PRIMARY KEY, name TEXT)") }
        expect(try steps() < 100)
        do {
            let source = try GRDBRows<Item>(pool, .table("plain"), order: byName, pollInterval: 0.002)
            pool.writeWithoutTransaction { _ in }
            expect(try steps() > 1_000)
            withExtendedLifetime(source) {}
        }
        let end = Date(timeIntervalSinceNow: 60)
        while try steps() > 100, Date() < end {}
        expect(try steps() < 100)
    }

    run("a list that the program has taken the hook from shows all writes") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 20)
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            var history = History(random: Random(seed: 5))
            try history.read(pool)
            shown.settles(history.byName, "before")
            typealias Function =
                @convention(c) (OpaquePointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
            guard let symbol = dlsym(nil, "sqlite3_preupdate_hook") else { return fail("no hook") }
            pool.writeWithoutTransaction {
                _ = unsafeBitCast(symbol, to: Function.self)($0.sqliteConnection, nil, nil)
            }
            for burst in 0..<4 {
                for _ in 0..<5 { try history.step(pool) }
                shown.settles(history.byName, "burst \(burst)")
            }
        }
    }
}
