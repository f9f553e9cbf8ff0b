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

    run("a table is emptied at once again after the list is gone") {
        let pool = try newPool(items: 50)
        let events = Events()
        do {
            let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002)
            _ = try wait { try await source.rows(.first, limit: 5) }
        }
        try pool.write { try Item(1, "a").update($0) }
        pool.add(transactionObserver: events)
        try pool.write { _ = try Item.deleteAll($0) }
        expect(events.seen.filter { $0.hasPrefix("delete") }.count == 50, "\(events.seen.count)")
    }
}
