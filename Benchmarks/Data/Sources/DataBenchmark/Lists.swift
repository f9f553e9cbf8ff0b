import CSQLite
import Foundation
import ListEngine
import ListEngineData
import ListEngineSQLite

let byTime = [SQLiteOrderTerm.descending("time"), .descending("id")]

/// A list that is shown without a view. Counts the processor time of the longest turn of the main thread.
@MainActor
final class ShownList {
    let scheduler = UpdateScheduler.manual()
    let rows: LiveRows<SQLiteRows>
    var longestTurn = 0.0

    init(_ source: SQLiteRows) { rows = LiveRows(source, scheduler: scheduler) }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    func turn(_ body: () -> Void = {}) {
        let start = Self.threadTime()
        body()
        scheduler.runPending()
        longestTurn = max(longestTurn, Self.threadTime() - start)
    }

    /// Runs the list until a condition holds.
    func run(until condition: () -> Bool) async throws {
        while !condition() {
            turn()
            try await Task.sleep(nanoseconds: 200_000)
        }
    }

    func isLoaded(_ range: Range<Int>) -> Bool { range.allSatisfy { rows.id(at: $0) != nil } }
}

/// Gives free memory back to the system. The headers that Swift imports do not declare `malloc_trim`.
private func giveBack() {
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
}

/// Memory of a process that shows a list until its counts are exact. It runs in a process of its own.
@MainActor
func printMemory(_ path: String) async throws {
    // What any program with SQLite has.
    let other = try SQLiteConnection(path: path)
    _ = try other.rows("SELECT * FROM items ORDER BY time DESC, id DESC LIMIT 50")
    giveBack()
    let (before, cache) = (privateMemory(), Int(sqlite3_memory_used()))
    let list = ShownList(try SQLiteRows(path: path, .table("items"), order: byTime))
    func report(_ name: String) {
        giveBack()
        print("\(name)\t\(privateMemory() - before - (Int(sqlite3_memory_used()) - cache) / 1_024)")
    }
    list.rows.show(0..<50)
    try await list.run { list.isLoaded(0..<50) }
    report("memory beyond SQLite's: first page, kB")
    try await list.run { list.rows.count.isExact }
    report("memory beyond SQLite's: exact counts, kB")
}

/// Runs this program again, and records the lines that it prints.
func recordProcess(_ program: String, _ arguments: [String], goals: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "\t")
        guard parts.count == 2 else { continue }
        let name = String(parts[0])
        record(
            name, goal: goals[name] ?? "",
            Double(parts[1]).map { $0 < 1e6 ? text($0) : String(Int($0)) } ?? String(parts[1]))
    }
}

@MainActor
func measureLists(_ path: String, _ count: Int) async throws {
    let list = ShownList(try SQLiteRows(path: path, .table("items"), order: byTime, pollInterval: 1_000))
    list.rows.show(0..<50)
    try await list.run { list.rows.count.isExact && list.isLoaded(0..<50) }
    record("main thread: longest turn while counts become exact", goal: "1", text(list.longestTurn))
    var random = SystemRandomNumberGenerator()
    var (times, corrected) = ([Times](), 0)
    for _ in 0..<31 {
        let place = Int.random(in: 0..<count - 50, using: &random)
        let (start, before) = (Times.now(), list.rows.numberOfItems)
        list.turn { list.rows.show(place..<place + 50) }
        try await list.run { list.isLoaded(place..<place + 50) }
        times.append(Times.now() - start)
        corrected = max(corrected, abs(list.rows.numberOfItems - before))
    }
    let processor = times.map(\.processor)
    record(
        "a jump to any place, 50 rows", goal: "20",
        "\(text(median(processor))) / \(text(quantile(processor, 0.95))) (\(text(median(times.map(\.wall)))))")
    record("items that a jump corrects", goal: "0", "\(corrected)")
    let following = ShownList(try SQLiteRows(path: path, .table("items"), order: byTime))
    following.rows.show(0..<50)
    try await following.run { following.rows.count.isExact && following.isLoaded(0..<50) }
    following.longestTurn = 0
    let writer = try SQLiteConnection(path: path, isReadOnly: false)
    for _ in 0..<5 {
        let former = following.rows.revision
        try writer.execute("UPDATE items SET size = size + 1 WHERE id = 1")
        try await following.run {
            following.rows.revision != former && following.rows.count.isExact && following.isLoaded(0..<50)
        }
    }
    record("main thread: longest turn while another process writes", goal: "1", text(following.longestTurn))
    // A filtered list is counted in slices.
    guard count <= 1_000_000 else { return }
    let even = ShownList(
        try SQLiteRows(
            path: path, .table("items"), order: byTime, condition: SQLiteCondition("size % 2 = 0"), pollInterval: 1_000)
    )
    even.rows.show(0..<50)
    try await even.run { even.rows.count.isExact }
    record("main thread: longest turn while slices are counted", goal: "1", text(even.longestTurn))
}

/// How long a request that was cancelled goes on, on the clock.
func measureCancelling(_ path: String) async throws {
    func measure(_ name: String, rounds: Int = 21, _ source: () throws -> SQLiteRows) async throws {
        var times: [Double] = []
        for _ in 0..<rounds {
            let source = try source()
            let request = Task.detached { () -> Double? in
                do {
                    _ = try await source.rows(.first, limit: 50)
                    return nil
                } catch { return Times.now().wall }
            }
            try await Task.sleep(nanoseconds: 5_000_000)
            let start = Times.now().wall
            request.cancel()
            if let end = await request.value { times.append(end - start) }
        }
        record(
            name, goal: "5", times.isEmpty ? "done before" : "\(text(median(times))) / \(text(quantile(times, 0.95)))")
    }
    try await measure("cancel, on the clock: a scan") {
        try SQLiteRows(path: path, .table("items"), order: byTime, condition: SQLiteCondition("name LIKE '%qqqq%'"))
    }
    try await measure("cancel, on the clock: sorting without an index") {
        try SQLiteRows(path: path, .table("items"), order: [.ascending("size"), .ascending("id")])
    }
}

/// 10,000 writes in a second, in a transaction for each frame, followed by a list.
@MainActor
func measureManyWrites(_ path: String) async throws {
    let writer = try SQLiteConnection(path: path, isReadOnly: false)
    try writer.execute("PRAGMA synchronous = OFF")
    func write(_ frame: Int) throws {
        try writer.execute("BEGIN")
        let update = try writer.statement("UPDATE items SET time = time + 1 WHERE id = ?")
        for number in 0..<167 {
            try update.bind([.integer(Int64((frame * 167 + number) * 7 % 99_991 + 1))])
            _ = try update.step()
            update.reset()
        }
        try writer.execute("COMMIT")
    }
    for frame in 0..<60 { try write(frame) }
    var (plain, followed) = ([Double](), [Double]())
    for _ in 0..<5 {
        var start = Times.now()
        for frame in 0..<60 { try write(frame) }
        plain.append((Times.now() - start).processor)
        let source = try SQLiteRows(
            connection: writer.pointer, .table("items"), order: byTime, pollInterval: 1_000, isOnlyWriter: true)
        let list = ShownList(source)
        list.rows.show(0..<50)
        try await list.run { list.rows.count.isExact && list.isLoaded(0..<50) }
        start = Times.now()
        for frame in 0..<60 {
            try write(frame)
            // A request takes the changes.
            _ = try await source.rows(.first, limit: 1)
            list.turn()
        }
        followed.append((Times.now() - start).processor)
        source.stopObserving()
    }
    // Milliseconds in a second.
    record(
        "10,000 writes a second: % of a core beyond SQLite's", goal: "5", text((median(followed) - median(plain)) / 10))
}

func measureSorting(_ path: String) async throws {
    try await measure("order without an index: first items", rounds: 3) {
        let source = try SQLiteRows(path: path, .table("items"), order: [.ascending("size"), .ascending("id")])
        _ = try await source.rows(.first, limit: 50)
    }
    let source = try SQLiteRows(path: path, .table("items"), order: [.ascending("size"), .ascending("id")])
    let first = try await source.rows(.first, limit: 50)
    try await measure("order without an index: the next pages") {
        _ = try await source.rows(.after(first.rows[49].key), limit: 50)
    }
    let rival = try SQLiteConnection(path: path)
    try await measure("rival: ORDER BY without an index, first 50", rounds: 3) {
        _ = try rival.rows("SELECT * FROM items ORDER BY size, id LIMIT 50")
    }
}

func measureSections(_ path: String) async throws {
    try await measure("sections: letters, with opening") {
        let source = try SQLiteRows(
            path: path, .table("items"), order: [.ascending("name"), .ascending("id")], sections: .letter)
        _ = try await source.rows(.first, limit: 50)
    }
    try await measure("sections: 1,000 days, with opening", rounds: 5) {
        let source = try SQLiteRows(
            path: path, .table("items"), order: byTime, condition: SQLiteCondition("time < 86400000"), sections: .day())
        _ = try await source.rows(.first, limit: 50)
    }
    let rival = try SQLiteConnection(path: path)
    try await measure("rival: GROUP BY the first letter", rounds: 3) {
        _ = try rival.rows("SELECT substr(name, 1, 1), count(*) FROM items GROUP BY 1")
    }
}
