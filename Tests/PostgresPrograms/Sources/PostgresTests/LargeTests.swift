import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// The order of the large table, which an index has.
private let byTime = [PostgresOrderTerm.descending("time"), .descending("id")]

/// Makes a table, without a journal.
private func makeTable(_ count: Int) throws {
    let writer = try Writer()
    try writer.execute(
        """
        SET statement_timeout = 0; DROP TABLE IF EXISTS items, items_listengine CASCADE;
        CREATE TABLE items(id bigint PRIMARY KEY, name text, size int, time int NOT NULL);
        INSERT INTO items SELECT n, 'name ' || n, n % 1000, (n * 7919) % 20000003 FROM generate_series(1, \(count)::bigint) n;
        CREATE INDEX ON items(time DESC, id DESC)
        """)
    try writer.execute("SET statement_timeout = 0")
    try writer.execute("VACUUM ANALYZE items")
}

private func itemRows(_ server: PostgresServer) -> PostgresRows {
    PostgresRows(server, .table("items"), columns: ["id", "name"], order: byTime)
}

/// The first outline of a source.
private func estimate(_ source: PostgresRows) throws -> RowOutline<ColumnKey>? {
    try wait {
        for try await outline in source.outlines(since: nil) { return outline }
        return nil
    }
}

/// How far nine quantiles are from the tenths of the rows, as a share of all rows; at most 1.
private func thumbError(_ outline: RowOutline<ColumnKey>?, _ count: Int, _ writer: Writer) throws -> Double {
    guard case .estimate(_, let quantiles)? = outline, quantiles.count == 99 else { return 1 }
    let keys = PostgresKeys(terms: [PostgresKeys.Term(type: .signed(23), isDescending: true)])
    return try (1..<10).map { part in
        let time = keys.place(of: quantiles[part * 10 - 1])?.values[0]?.reduce(0) { $0 << 8 | Int64($1) } ?? 0
        let before = try writer.integer("SELECT count(*) FROM items WHERE time > \(time)") ?? 0
        return abs(Double(before) / Double(count) - Double(part) / 10)
    }.max() ?? 1
}

/// A list that is shown without a view.
@MainActor private final class ShownList {
    let rows: LiveRows<PostgresRows>

    init(_ source: PostgresRows) {
        rows = LiveRows(source)
        rows.onFault = { fail("\($0)") }
    }

    func settle(_ what: String, until condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 120)
        while !condition() {
            guard Date() < end else {
                return fail("waited in vain: \(what), \(rows.count), \(String(describing: rows.failure))")
            }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.0002))
        }
    }

    func isLoaded(_ range: Range<Int>) -> Bool { range.allSatisfy { rows.id(at: $0) != nil } }

    /// Shows rows until they are loaded and all are counted.
    func show(_ range: Range<Int>, count: Int) {
        rows.show(range)
        settle("exact counts") { rows.count == .exact(count) && isLoaded(range) }
    }
}

/// A large table: `ROWS` is its number of rows.
func testLarge() {
    let count = ProcessInfo.processInfo.environment["ROWS"].flatMap(Int.init) ?? 1_000_000
    run("\(count) rows are estimated, counted, and followed") {
        try MainActor.assumeIsolated {
            try makeTable(count)
            let (writer, server) = (try Writer(), PostgresServer(parameters()))
            let error = try thumbError(estimate(itemRows(server)), count, writer)
            expect(error < 0.02, "the error of the thumb is \(error)")
            try wait { try await server.installJournal(on: "items") }
            let list = ShownList(itemRows(server))
            list.show(0..<50, count: count)
            guard let id = list.rows.state(at: 5).row?[0].string else { return fail("no row") }
            try writer.execute("UPDATE items SET name = 'changed' WHERE id = \(id); DELETE FROM items WHERE id = 1")
            list.settle("the write") {
                list.rows.count == .exact(count - 1) && list.rows.state(at: 5).row?[1].string == "changed"
            }
            try writer.execute("DROP TABLE items, items_listengine CASCADE")
        }
    }
}

// MARK: - Figures

/// Rows of the table of figures: a name, a goal, and what was measured for each number of rows.
nonisolated(unsafe) private var figures: [(name: String, goal: String, results: [String])] = []

private func record(_ name: String, goal: String = "", _ result: String) {
    if let place = figures.firstIndex(where: { $0.name == name }) {
        figures[place].results.append(result)
    } else {
        figures.append((name, goal, [result]))
    }
    print("  \(name): \(result)")
    fflush(nil)
}

private func text(_ number: Double) -> String {
    String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number)
}

/// Measures a task on the clock, in milliseconds. The closure returns when it began, or nil: when it was called.
private func measure(_ name: String, goal: String = "", rounds: Int = 51, _ body: () throws -> UInt64?) rethrows {
    var times: [Double] = []
    for _ in 0..<rounds {
        let called = now()
        let start = try body() ?? called
        times.append(Double(now() - start) / 1e6)
    }
    times.sort()
    let late = rounds < 5 ? "" : " / " + text(times[min(rounds - 1, rounds * 95 / 100)])
    record(name, goal: goal, text(times[rounds / 2]) + late)
}

/// Private memory of the process in kB, after free memory was given back to the system.
private func privateMemory() -> Int {
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
}

/// Measures a list and the same tasks in SQL, and prints a table. `make bench-postgres` calls it.
/// - Parameter counts: The numbers of rows, of which the first one is measured in a fresh process.
@MainActor func measureFigures(_ counts: [Int]) throws {
    for count in counts { try measureTable(count) }
    print(
        "| on the clock, ms: median / 95th percentile | goal | \(counts.map { "\($0) rows" }.joined(separator: " | ")) |"
    )
    print("|---|---|\(counts.map { _ in "---|" }.joined())")
    for line in figures { print("| \(line.name) | \(line.goal) | \(line.results.joined(separator: " | ")) |") }
}

@MainActor private func measureTable(_ count: Int) throws {
    try makeTable(count)
    let (writer, server) = (try Writer(), PostgresServer(parameters()))
    try writer.execute("SET statement_timeout = 0")
    // The memory of a connection is not that of the list.
    expect(try wait { try await itemRows(server).rows(.first, limit: 50).rows.count } == 50)
    let memory = privateMemory()
    let list = ShownList(itemRows(server))
    list.rows.show(0..<50)
    measure("exact counts, by slices", rounds: 1) {
        list.show(0..<50, count: count)
        return nil
    }
    record("memory of the list, with exact counts, kB", goal: "2,000", "\(privateMemory() - memory)")

    try measure("first 50 rows of a new list", goal: "5") {
        expect(try wait { try await itemRows(server).rows(.first, limit: 50).rows.count } == 50)
        return nil
    }
    try measure("the same, with the connection") {
        let own = PostgresServer(parameters())
        expect(try wait { try await itemRows(own).rows(.first, limit: 50).rows.count } == 50)
        return nil
    }
    let (source, pages) = (itemRows(server), try pageStarts(itemRows(server)))
    var random = Random(seed: 3)
    for (name, isBackward) in [("50 rows from a random key on", false), ("50 rows before a random key", true)] {
        try measure(name, goal: "2", rounds: 201) {
            let key = pages[1 + random.below(pages.count - 2)]
            let start = now()
            let side: RowSide<ColumnKey> = isBackward ? .before(key) : .from(key)
            expect(try wait { try await source.rows(side, limit: 50).rows.count } == 50)
            return start
        }
    }
    var outline: RowOutline<ColumnKey>?
    try measure("thumb: estimate of the counts", goal: "10") {
        outline = try estimate(source)
        return nil
    }
    record("thumb: largest error at nine places, %", goal: "1", text(try thumbError(outline, count, writer) * 100))

    func write(_ text: String, _ id: String = "77") throws {
        try writer.execute("UPDATE items SET name = '\(text)' WHERE id = \(id)")
    }
    try measure("a write without a journal", rounds: 201) {
        try write("a")
        return nil
    }
    try wait { try await server.installJournal(on: "items") }
    try measure("a write with a journal", rounds: 201) {
        try write("b")
        return nil
    }
    let followed = ShownList(itemRows(server))
    followed.show(0..<50, count: count)
    guard let id = followed.rows.state(at: 5).row?[0].string else { return fail("no row") }
    var number = 0
    try measure("a foreign write, from its commit to its row in the list", goal: "25", rounds: 101) {
        number += 1
        try write("changed \(number)", id)
        let start = now()
        followed.settle("the write") { followed.rows.state(at: 5).row?[1].string == "changed \(number)" }
        return start
    }
    try measureRivals(count, writer)
    try writer.execute("DROP TABLE items, items_listengine CASCADE")
}

/// The first keys of all pages of counts.
private func pageStarts(_ source: PostgresRows) throws -> [ColumnKey] {
    try wait {
        var keys: [ColumnKey] = []
        for try await outline in source.outlines(since: .initial) {
            if case .pages(let pages, _, _) = outline { keys += pages.map(\.first) }
        }
        return keys
    }
}

/// The same tasks without a list.
private func measureRivals(_ count: Int, _ writer: Writer) throws {
    let query = "SELECT id, name FROM items ORDER BY time DESC, id DESC"
    try measure("SQL: count(*)", rounds: 5) {
        _ = try writer.integer("SELECT count(*) FROM items")
        return nil
    }
    for part in [50, 99] {
        try measure("SQL: OFFSET \(part) %", rounds: 3) {
            _ = try writer.rows("\(query) LIMIT 50 OFFSET \(count / 100 * part)")
            return nil
        }
    }
    try measure("SQL: scroll cursor, move to the middle", rounds: 3) {
        try writer.execute(
            "BEGIN; DECLARE c SCROLL CURSOR FOR \(query); FETCH 50 FROM c; MOVE ABSOLUTE \(count / 2) FROM c; COMMIT")
        return nil
    }
}
