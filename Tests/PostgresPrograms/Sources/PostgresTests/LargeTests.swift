import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// Prints the median and the 95th percentile of a task on the clock.
private func measure(_ name: String, rounds: Int = 21, _ body: () throws -> Void) rethrows {
    var times: [Double] = []
    for _ in 0..<rounds {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
    }
    times.sort()
    let (middle, late) = (times[rounds / 2], times[min(rounds - 1, rounds * 95 / 100)])
    print("  | \(name) | \(String(format: "%.2f / %.2f", middle, late)) |")
}

/// Private memory of the process, in kB.
private func privateMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
}

/// A large table: `ROWS` is its number of rows.
func testLarge() {
    let count = ProcessInfo.processInfo.environment["ROWS"].flatMap(Int.init) ?? 1_000_000
    run("\(count) rows are estimated, counted, and followed") {
        try MainActor.assumeIsolated { try measureLarge(count) }
    }
}

@MainActor private func measureLarge(_ count: Int) throws {
    let writer = try Writer()
    try writer.execute(
        """
        SET statement_timeout = 0; DROP TABLE IF EXISTS items, items_listengine CASCADE;
        CREATE TABLE items(id bigint PRIMARY KEY, name text, size int, time int NOT NULL);
        INSERT INTO items SELECT n, 'name ' || n, n % 1000, (n * 7919) % 2000003 FROM generate_series(1, \(count)::bigint) n;
        CREATE INDEX ON items(time DESC, id DESC)
        """)
    try writer.execute("VACUUM ANALYZE items")
    let order = [PostgresOrderTerm.descending("time"), .descending("id")]
    let server = PostgresServer(parameters())
    func source() -> PostgresRows { PostgresRows(server, .table("items"), columns: ["id", "name"], order: order) }
    try measure("connect, first 50 rows") {
        let own = PostgresRows(PostgresServer(parameters()), .table("items"), order: order)
        expect(try wait { try await own.rows(.first, limit: 50).rows.count } == 50)
    }
    try measure("first 50 rows of a new list, connected") {
        let own = source()
        expect(try wait { try await own.rows(.first, limit: 50).rows.count } == 50)
    }
    let shared = source()
    var random = Random(seed: 3)
    let keys = try (0..<21).map { _ in
        let bound = try wait { try await shared.rows(.first, limit: 1).rows[0].key }
        var place = bound.bytes
        // Another time, at random: the first term has four bytes after its first one.
        for byte in 3..<5 { place[byte] = UInt8(random.below(256)) }
        place[2] = ~UInt8(random.below(30))
        return ColumnKey(bytes: place)
    }
    var next = 0
    func key() -> ColumnKey {
        next += 1
        return keys[next % keys.count]
    }
    try measure("50 rows from a random key on") {
        let key = key()
        expect(try wait { try await shared.rows(.from(key), limit: 50).rows.count } == 50)
    }
    try measure("50 rows before a random key") {
        let key = key()
        expect(try wait { try await shared.rows(.before(key), limit: 50).rows.count } == 50)
    }
    var quantiles: [ColumnKey] = []
    try measure("estimate") {
        let own = shared
        quantiles = try wait {
            try await own.server.run { session -> [ColumnKey] in
                guard case .estimate(_, let quantiles)? = try own.follower.currentPlan(session).estimate(session) else {
                    return []
                }
                return quantiles
            }
        }
    }
    var largest = 0.0
    for part in 1..<10 where quantiles.count == 99 {
        let values = PostgresKeys(terms: [PostgresKeys.Term(type: .signed(23), isDescending: true)])
            .place(of: quantiles[part * 10 - 1])?.values[0]
        let time = values?.reduce(0) { $0 << 8 | Int64($1) } ?? 0
        let before = try writer.integer("SELECT count(*) FROM items WHERE time > \(time)") ?? 0
        largest = max(largest, abs(Double(before) / Double(count) - Double(part) / 10))
    }
    print("  | largest error of the estimate at nine places, % | \(String(format: "%.2f", largest * 100)) |")
    expect(quantiles.count == 99 && largest < 0.02, "the error is \(largest) at \(quantiles.count) places")

    let memory = privateMemory()
    let rows = LiveRows(source(), scheduler: .immediate)
    rows.onFault = { fail("\($0)") }
    rows.show(0..<50)
    func settle(_ what: String, until condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !condition() {
            guard Date() < end else {
                return fail("waited in vain: \(what), \(rows.count), \(String(describing: rows.failure))")
            }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.0002))
        }
    }
    measure("exact counts, by slices", rounds: 1) { settle("counts") { rows.count == .exact(count) } }
    print("  | memory of the list, with exact counts, kB | \(privateMemory() - memory) |")

    let plain = try Writer()
    measure("a write without a journal", rounds: 101) {
        try? plain.execute("UPDATE items SET size = size + 1 WHERE id = 77")
    }
    try wait { try await server.installJournal(on: "items") }
    measure("a write with a journal", rounds: 101) {
        try? plain.execute("UPDATE items SET size = size + 1 WHERE id = 77")
    }
    // The list has found the journal.
    let followed = LiveRows(source())
    followed.show(0..<50)
    settle("first rows") { (0..<50).allSatisfy { followed.id(at: $0) != nil } }
    guard case .loaded(let first) = followed.state(at: 5), let id = first[0].string else { return fail("no row") }
    var number = 0
    try measure("a foreign write to its row in the list") {
        number += 1
        try plain.execute("UPDATE items SET name = 'changed \(number)' WHERE id = \(id)")
        settle("the write") {
            if case .loaded(let row) = followed.state(at: 5) { row[1].string == "changed \(number)" } else { false }
        }
    }
    try measure("SQL: count(*)", rounds: 5) { _ = try plain.integer("SELECT count(*) FROM items") }
    for part in [50, 99] {
        try measure("SQL: OFFSET \(part) %", rounds: 3) {
            _ = try plain.rows(
                "SELECT name FROM items ORDER BY time DESC, id DESC LIMIT 50 OFFSET \(count / 100 * part)")
        }
    }
    try measure("SQL: scroll cursor, move to the middle", rounds: 3) {
        try plain.execute(
            "BEGIN; DECLARE c SCROLL CURSOR FOR SELECT name FROM items ORDER BY time DESC, id DESC; FETCH 50 FROM c; MOVE ABSOLUTE \(count / 2) FROM c; COMMIT"
        )
    }
    try writer.execute("DROP TABLE items, items_listengine CASCADE")
}
