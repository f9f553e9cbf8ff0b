import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

// usage: GRDBBenchmark FILE
// A list over the table that DataBenchmark makes, then a ValueObservation of all its rows. Prints lines of a name and a result, with a tab in between:
// processor time of the process in milliseconds, and private memory in kB.

struct Item: Codable, FetchableRecord, Sendable {
    var id: Int64
    var name: String
    var size: Int64
    var time: Int64
}

func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func privateMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
}

let pool = try DatabasePool(path: CommandLine.arguments[1])
try await pool.read { _ = try Int.fetchOne($0, sql: "SELECT 1 FROM items LIMIT 1") }

/// A list, until it has shown the first rows, three own writes and three foreign ones.
@MainActor func measureList() async throws {
    let memory = privateMemory()
    var start = processorTime()
    let source = try GRDBRows<Item>(pool, .table("items"), order: [.descending("time"), .descending("id")])
    let rows = LiveRows(source)
    /// Waits for the list, and returns the processor time.
    func time(until condition: (Item) -> Bool) async throws -> Double {
        while true {
            rows.show(0..<50)
            if rows.numberOfItems > 49, case .loaded(let item) = rows.state(at: 3), condition(item) { break }
            try await Task.sleep(nanoseconds: 500_000)
        }
        return processorTime() - start
    }
    print("GRDBRows: first rows\t\(try await time { _ in true })")
    while !rows.count.isExact { try await Task.sleep(nanoseconds: 500_000) }
    print("GRDBRows: memory with exact counts, kB\t\(privateMemory() - memory)")
    guard case .loaded(let item) = rows.state(at: 3) else { return }
    let other = try DatabaseQueue(path: CommandLine.arguments[1])
    for (writer, name) in [(pool as any DatabaseWriter, "own"), (other as any DatabaseWriter, "foreign")] {
        var times: [Double] = []
        for _ in 0..<3 {
            let text = UUID().uuidString
            start = processorTime()
            try await writer.write {
                try $0.execute(sql: "UPDATE items SET name = ? WHERE id = ?", arguments: [text, item.id])
            }
            times.append(try await time { $0.name == text })
        }
        print("GRDBRows: \(name) write on the screen\t\(times.sorted()[1])")
    }
}

try await measureList()
let memory = privateMemory()
var start = processorTime()
let observation = ValueObservation.tracking {
    try Item.fetchAll($0, sql: "SELECT * FROM items ORDER BY time DESC, id DESC")
}
var values = 0
var writes: [Double] = []
for try await items in observation.values(in: pool) {
    let time = processorTime() - start
    if values == 0 {
        print("GRDB ValueObservation: first value\t\(time)")
        print("GRDB ValueObservation: memory, kB\t\(privateMemory() - memory)")
    } else {
        writes.append(time)
    }
    values += 1
    if writes.count == 3 { break }
    precondition(!items.isEmpty)
    start = processorTime()
    try await pool.write { try $0.execute(sql: "UPDATE items SET time = time + 1 WHERE id = 7") }
}
writes.sort()
print("GRDB ValueObservation: after one write\t\(writes[1])")
