import Foundation
import GRDB
import ListEngineData
import ListEngineDataTesting
import ListEngineGRDB
import ListEngineSQLite

/// The test that any source can be run through.
func testRules() {
    for (kind, isOwn) in [("pool", true), ("pool", false), ("queue", true)] {
        law("a \(kind) follows the rules of sources, \(isOwn ? "own" : "foreign") writes", 12) { seed in
            var random = Random(seed: seed)
            let path = newPath()
            let pool = try newPool(path, items: random.pick([0, 1, 30, 700]))
            var configuration = newConfiguration()
            configuration.journalMode = .wal
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let order = random.pick([byName, [.descending("score"), .ascending("id")], [.descending("id")]])
            let condition = random.chance(4) ? SQLiteCondition("id % 2 = 0") : nil
            let sections = random.chance(3) && order.count > 1 ? SQLiteSections.column() : nil
            let source =
                kind == "pool"
                ? try GRDBRows<Item>(
                    pool, order: order, condition: condition, sections: sections, pollInterval: 0.002,
                    isOnlyWriter: isOwn)
                : try GRDBRows<Item>(
                    queue, order: order, condition: condition, sections: sections, pollInterval: 0.002,
                    isOnlyWriter: isOwn)
            let writer: any DatabaseWriter = (kind == "pool") == isOwn ? pool : queue
            let lock = NSLock()
            nonisolated(unsafe) var history = History(random: random)
            let found = try wait {
                await source.violations(seed: seed, changes: 6) { _ in
                    try lock.withLock { try history.step(writer) }
                }
            }
            return found.isEmpty
                ? nil
                : "\(order), \(condition == nil ? "all rows" : "a condition"), sections \(sections != nil): \(found)"
        }
    }
}
