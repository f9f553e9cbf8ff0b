import Foundation
import ListEngineData
import ListEngineSQLite

// usage: DataBenchmark FOLDER ROWS...
// The rivals that need other libraries are the programs that the environment variables GTK_RIVAL and GRDB_RIVAL name.
// A table of items with names and times, in files of the folder that are made once. Prints a table of processor times in
// milliseconds: median / 95th percentile (median on the clock).

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "memory" {
    try await printMemory(arguments[2])
    exit(0)
}
if arguments.count == 3, arguments[1] == "writes" {
    try await measureManyWrites(arguments[2])
    exit(0)
}
guard arguments.count > 2 else {
    print("usage: DataBenchmark FOLDER ROWS...")
    exit(2)
}

func makeFile(_ path: String, _ count: Int) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let connection = try SQLiteConnection(path: path + ".new", isReadOnly: false)
    try connection.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
        CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT, size INT, time INT);
        BEGIN;
        WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count))
        INSERT INTO items SELECT i,
            char(97 + abs(random() % 16)) || char(97 + abs(random() % 6)) || char(97 + abs(random() % 16))
                || char(97 + abs(random() % 16)) || ' ' || lower(hex(randomblob(6))),
            abs(random() % 100000), abs(random() % 2000000000) FROM c;
        CREATE INDEX items_time ON items(time);
        CREATE INDEX items_name ON items(name);
        CREATE VIRTUAL TABLE names USING fts5(name, content='items', content_rowid='id', prefix='1 2 3');
        INSERT INTO names(names) VALUES ('rebuild');
        COMMIT;
        PRAGMA journal_mode = WAL;
        """)
    try FileManager.default.moveItem(atPath: path + ".new", toPath: path)
}

/// The quantiles of an estimate, or all pages of a count.
func outlines(_ source: SQLiteRows, since revision: RowRevision?) async throws -> (
    quantiles: [SQLiteKey], pages: [RowPage<SQLiteKey>]
) {
    var (quantiles, pages): ([SQLiteKey], [RowPage<SQLiteKey>]) = ([], [])
    for try await outline in source.outlines(since: revision) {
        switch outline {
        case .estimate(_, let keys): quantiles = keys
        case .pages(let more, _, _): pages += more
        }
    }
    return (quantiles, pages)
}

func measureFile(_ path: String, _ count: Int) async throws {
    let source = try SQLiteRows(path: path, .table("items"), order: byTime)
    _ = try await source.rows(.first, limit: 50)
    try await measure("open to first items", goal: "5 at all sizes") {
        let source = try SQLiteRows(path: path, .table("items"), order: byTime)
        _ = try await source.rows(.first, limit: 50)
    }
    try await measure("thumb: estimate of counts", goal: "10") {
        for try await outline in source.outlines(since: nil) {
            if case .estimate = outline { break }
        }
    }
    let (quantiles, pages) = try await outlines(source, since: nil)
    var (total, worst) = (0, 0.0)
    var next = 0
    for page in pages {
        while next < quantiles.count, quantiles[next] <= page.first {
            worst = max(worst, abs(Double(total) / Double(count) - Double(next + 1) / Double(quantiles.count + 1)))
            next += 1
        }
        total += page.count
    }
    record("thumb: largest error, %", goal: "1", String(format: "%.2f", worst * 100))
    try await measure("exact counts of the index, count(*) known", goal: "1 / 3 / 40") {
        _ = try await outlines(source, since: .initial)
    }
    if count <= 1_000_000 {
        let even = try SQLiteRows(
            path: path, .table("items"), order: byTime, condition: SQLiteCondition("size % 2 = 0"))
        var (slices, time) = (0, Times.now())
        try await measure("exact counts by slices, filtered", rounds: 3) {
            for try await _ in even.outlines(since: .initial) { slices += 1 }
        }
        time = Times.now() - time
        record("a slice, filtered: mean", goal: "4", text(time.processor / Double(slices)))
    }
    var random = SystemRandomNumberGenerator()
    let starts = (0..<200).map { _ in pages[Int.random(in: 1..<max(2, pages.count), using: &random) % pages.count].first
    }
    var place = 0
    try await measure("a page of 50 at a random key", rounds: 101) {
        place += 1
        _ = try await source.rows(.from(starts[place % starts.count]), limit: 50)
    }
    try await measure("a page of 50 before a random key", rounds: 101) {
        place += 1
        _ = try await source.rows(.before(starts[place % starts.count]), limit: 50)
    }
    try await measure("FTS5 key, first items in rowid order", goal: "8 at 10^7") {
        let found = try SQLiteRows(
            path: path, .table("items"), order: [.ascending("id")], condition: .match("names", "ba*"))
        _ = try await found.rows(.first, limit: 50)
    }
    try await measure("FTS5 key, first items by time", goal: "25 at 10^7", rounds: 5) {
        let found = try SQLiteRows(
            path: path, .table("items"), order: byTime, condition: .match("names", "ba*"))
        _ = try await found.rows(.first, limit: 50)
    }
    // Rivals.
    let rival = try SQLiteConnection(path: path)
    try await measure("rival: count(*)") { _ = try rival.rows("SELECT count(*) FROM items") }
    for part in [50, 99] {
        try await measure("rival: OFFSET \(part) %", rounds: 5) {
            _ = try rival.rows("SELECT * FROM items ORDER BY time DESC, id DESC LIMIT 50 OFFSET \(count * part / 100)")
        }
    }
    var all: [Int64] = []
    try await measure("rival: all rowids in order", rounds: 3) {
        all = try rival.rows("SELECT id FROM items ORDER BY time DESC, id DESC").map {
            if case .integer(let id) = $0[0] { id } else { 0 }
        }
    }
    precondition(all.count == count)
    try await measureSorting(path)
    try await measureSections(path)
    try await measureCancelling(path)
    try await measureLists(path, count)
    try recordProcess(
        CommandLine.arguments[0], ["memory", path],
        goals: ["memory beyond SQLite's: exact counts, kB": "2,000"])
    try await measureWrites(path)
    try await measureManyWrites(path)
    // They keep all rows in memory.
    for rival in ["GTK_RIVAL", "GRDB_RIVAL"] where count <= 1_000_000 {
        if let program = ProcessInfo.processInfo.environment[rival] { try recordProcess(program, [path]) }
    }
}

/// Updates of the key, 2,000 in a transaction, with and without a list that follows them.
func measureWrites(_ path: String) async throws {
    let writer = try SQLiteConnection(path: path, isReadOnly: false)
    try writer.execute("PRAGMA synchronous = OFF")
    func write() throws {
        try writer.execute(
            "BEGIN; UPDATE items SET time = time + 1 WHERE id IN (SELECT i * 47 FROM (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL "
                + "SELECT i + 1 FROM c WHERE i < 2000) SELECT i FROM c)); COMMIT")
    }
    try write()
    var (plain, followed) = ([Double](), [Double]())
    for _ in 0..<7 {
        var start = Times.now()
        try write()
        plain.append((Times.now() - start).processor)
        let source = try SQLiteRows(
            connection: writer.pointer, .table("items"), order: byTime, pollInterval: 1_000, isOnlyWriter: true)
        _ = try await source.rows(.first, limit: 50)
        start = Times.now()
        try write()
        _ = try await source.rows(.first, limit: 50)
        followed.append((Times.now() - start).processor)
        source.stopObserving()
    }
    // One transaction has 2,000 updates.
    record("own write: SQLite alone, us", text(median(plain) / 2))
    record(
        "own write to its edit, more than SQLite alone, us", goal: "50", text((median(followed) - median(plain)) / 2))
    let reader = try SQLiteRows(path: path, .table("items"), order: byTime, pollInterval: 1_000)
    _ = try await reader.rows(.first, limit: 50)
    var foreign: [Double] = []
    for number in 0..<21 {
        try writer.execute("UPDATE items SET size = \(number) WHERE id = \(number + 1)")
        let start = Times.now()
        _ = try await reader.rows(.first, limit: 100)
        foreign.append((Times.now() - start).processor)
    }
    record(
        "foreign write: look and read the screen", goal: "0.3",
        "\(text(median(foreign))) / \(text(quantile(foreign, 0.95)))")
}

let counts = arguments.dropFirst(2).compactMap { Int($0) }
for count in counts {
    let path = "\(arguments[1])/items-\(count).db"
    try makeFile(path, count)
    try await measureFile(path, count)
}
print(
    "| processor time, ms: median / p95 (median on the clock) | goal | \(counts.map { "\($0) rows" }.joined(separator: " | ")) |"
)
print("|---|---|\(counts.map { _ in "---|" }.joined())")
for line in lines { print("| \(line.name) | \(line.goal) | \(line.results.joined(separator: " | ")) |") }
