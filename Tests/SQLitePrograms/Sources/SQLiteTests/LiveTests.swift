import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

/// Runs the main loop until a condition holds; fails after a minute.
@MainActor func settle(_ what: String, until condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    while !condition() {
        guard Date() < end else { return fail("waited in vain: \(what)") }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002))
    }
}

func testLiveRows() {
    for isOwn in [true, false] {
        run("a live list equals ORDER BY after each burst of \(isOwn ? "own" : "foreign") writes") {
            try MainActor.assumeIsolated { try followBursts(isOwn: isOwn) }
        }
    }
    run("a list with a condition is counted to its end while another process writes") {
        try MainActor.assumeIsolated { try countWhileAnotherProcessWrites() }
    }
}

/// Each commit comes before the next slice of the count.
@MainActor private func countWhileAnotherProcessWrites() throws {
    let path = newPath()
    let writer = try newDatabase(path, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a INT)")
    try writer.execute(
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 60000) INSERT INTO t SELECT i, 1 FROM c"
    )
    let source = try SQLiteRows(
        path: path, .table("t"), order: [.ascending("id")], condition: SQLiteCondition("a > 0"), pollInterval: 0.002)
    let rows = LiveRows(source)
    rows.show(0..<20)
    settle("\(rows.count)") {
        try? writer.execute("UPDATE t SET a = a + 1 WHERE id = 1")
        return rows.numberOfItems > 59_000
    }
    settle("\(rows.count)") { rows.count == .exact(60_000) }
}

@MainActor private func followBursts(isOwn: Bool) throws {
    var random = Random(seed: isOwn ? 8 : 9)
    let path = newPath()
    let writer = try newDatabase(path, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;" + countedTables)
    try fillCountedTables(writer, 1_500, &random)
    try writer.execute("UPDATE t SET a = abs(id % 20)")
    let order = [SQLiteOrderTerm.descending("a"), .descending("id")]
    let source =
        isOwn
        ? try SQLiteRows(
            connection: writer.pointer, .table("t"), order: order, sections: .column(), pollInterval: 0.002,
            isOnlyWriter: true)
        : try SQLiteRows(path: path, .table("t"), order: order, sections: .column(), pollInterval: 0.002)
    defer { source.stopObserving() }
    let rows = LiveRows(source)
    var faults: [RowSourceFault] = []
    rows.onFault = { faults.append($0) }
    let reader = try SQLiteConnection(path: path)
    let plan = try RowPlan(.table("t"), columns: [], order: order, condition: nil, connection: reader)
    for burst in 0..<12 {
        let all = try plan.page(.first, limit: .max, reader).rows
        let expected = all.map(\.id)
        var sections: [Int] = []
        for (place, row) in all.enumerated() {
            let length = plan.keys.firstValue(of: row.key)!.length
            if place == 0 || !all[place - 1].key.bytes.starts(with: row.key.bytes[..<length]) { sections.append(place) }
        }
        // All rows are near the screen.
        settle("burst \(burst), \(rows.numberOfItems) of \(expected.count) rows") {
            rows.show(0..<max(1, rows.numberOfItems))
            return rows.numberOfItems == expected.count && rows.count == .exact(expected.count)
                && expected.indices.allSatisfy { rows.id(at: $0) == expected[$0] }
                && (0..<rows.numberOfSections).map { rows.positions(ofSection: $0).lowerBound } == sections
        }
        switch random.below(4) {
        case 0: try writer.execute("DELETE FROM t WHERE id % 9 = \(random.below(9))")
        case 1: try writer.execute("UPDATE t SET a = \(random.below(50)) WHERE id % 6 = \(random.below(6))")
        case 2: try writer.execute("BEGIN; DELETE FROM t WHERE id > 0; ROLLBACK; UPDATE t SET a = a + 1 WHERE id < 0")
        default: try fillCountedTables(writer, random.below(100), &random)
        }
    }
    expect(faults.isEmpty, "\(faults.prefix(3))")
}
