import Foundation
import ListEngineData
import ListEngineDataTesting

@testable import ListEngineSQLite

/// The test that any source can be run through, with the rows of a file.
func testRules() {
    for isOwn in [true, false] {
        law("a file follows the rules of sources, \(isOwn ? "own" : "foreign") writes", 12) { seed in
            var random = Random(seed: seed)
            let path = newPath()
            let writer = try newDatabase(path, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;" + countedTables)
            defer { remove(path) }
            try fillCountedTables(writer, random.pick([0, 1, 30, 700]), &random)
            let (contents, order) = random.pick(
                countedOrders + [(.table("t"), [.ascending("a"), .descending("name"), .ascending("id")])])
            let condition = random.chance(4) ? SQLiteCondition("id % 2 = 0") : nil
            let source =
                isOwn
                ? try SQLiteRows(
                    connection: writer.pointer, contents, order: order, condition: condition, pollInterval: 0.002,
                    isOnlyWriter: true)
                : try SQLiteRows(path: path, contents, order: order, condition: condition, pollInterval: 0.002)
            defer { source.stopObserving() }
            let lock = NSLock()
            nonisolated(unsafe) let shared = (writer: writer, random: UncheckedRandom(random))
            let found = try wait {
                await source.violations(seed: seed, changes: 6) { _ in
                    try lock.withLock { try shared.random.write(shared.writer) }
                }
            }
            return found.isEmpty ? nil : "\(order), \(condition == nil ? "all rows" : "a condition"): \(found)"
        }
    }
}

/// The rows that a list over any source shows, as strings.
@MainActor private func list<Source: RowSource>(_ source: Source, _ text: (Source.Row) -> String) throws -> [String] {
    let found = try wait { await source.violations(mostRows: 400) }
    expect(found.isEmpty, "\(Source.self): \(found)")
    let rows = LiveRows(source)
    var shown: [String] = []
    settle("\(Source.self)") {
        rows.show(0..<rows.numberOfItems)
        shown = (0..<rows.numberOfItems).compactMap { rows.state(at: $0).row.map(text) }
        return rows.count.isExact && shown.count == rows.numberOfItems
    }
    return shown
}

/// One program over an array, a file and the pages of a server: only the source differs.
func testSameList() {
    run("an array, a file and pages show the same list") {
        let names = (0..<300).map { "name \(1_000 + $0 * 7)" }
        let path = newPath()
        let writer = try newDatabase(
            path, "PRAGMA journal_mode = WAL; CREATE TABLE person(name TEXT NOT NULL PRIMARY KEY)")
        for name in names { _ = try writer.rows("INSERT INTO person VALUES (?)", [.text(name)]) }
        let array = ArrayRows(names.map { KeyedRow(key: $0, id: $0, row: $0) })
        let file = try SQLiteRows(path: path, .table("person"), order: [.ascending("name")])
        let pages = PageRows<Int, String, String>(id: { $0 }) { cursor, limit in
            let first = cursor ?? 0
            let end = min(first + limit, names.count)
            return RowsOfPage(Array(names[first..<end]), next: end < names.count ? end : nil)
        }
        try MainActor.assumeIsolated {
            let shown = [try list(array) { $0 }, try list(file) { $0[0].string ?? "" }, try list(pages) { $0 }]
            for shown in shown { expect(shown == names, "\(shown.prefix(5))") }
        }
    }
}

private final class UncheckedRandom {
    private var random: Random

    init(_ random: Random) { self.random = random }

    func write(_ writer: SQLiteConnection) throws {
        switch random.below(4) {
        case 0: try writer.execute("DELETE FROM t WHERE id % 9 = \(random.below(9)); DELETE FROM w WHERE id % 9 = 1")
        case 1: try writer.execute("UPDATE t SET a = \(random.below(50)) WHERE id % 6 = \(random.below(6))")
        case 2: try writer.execute("BEGIN; DELETE FROM t; ROLLBACK; UPDATE t SET name = name || 'x' WHERE id % 50 = 0")
        default: try fillCountedTables(writer, random.below(60), &random)
        }
    }
}
