import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

// MARK: - Records

/// A record as programs write it.
struct Item: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "item"
    var id: Int64
    var name: String
    var score: Int?
    /// A column of a later version of the schema.
    var note: String?

    init(_ id: Int64, _ name: String, _ score: Int? = nil) { (self.id, self.name, self.score) = (id, name, score) }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["score"] = score
    }
}

let byName: [SQLiteOrderTerm] = [.ascending("name"), .ascending("id")]

// MARK: - Files

/// A folder for the files of the tests.
let folder: String = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("grdb-tests-\(getpid())")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url.resolvingSymlinksInPath().path
}()

nonisolated(unsafe) private var files = 0

/// The path of a file that does not exist.
func newPath() -> String {
    files += 1
    return "\(folder)/\(files).db"
}

/// The configuration of the tests. Files need not survive a crash of the machine.
func newConfiguration() -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    return configuration
}

/// Opens a new file with some items.
func newPool(_ path: String = newPath(), items: Int = 0, _ configuration: Configuration = newConfiguration()) throws
    -> DatabasePool
{
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.write { connection in
        try connection.execute(
            sql: """
                CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INT);
                CREATE INDEX item_name ON item(name);
                CREATE INDEX item_score ON item(score);
                CREATE TABLE other(id INTEGER PRIMARY KEY, item INT REFERENCES item(id) ON DELETE CASCADE);
                """)
        for id in 1..<Int64(items + 1) { try Item(id, "name \(id % 37)", Int(id % 11)).insert(connection) }
    }
    return pool
}

/// The files with a path that begins so and that this process has open.
func openFiles(_ path: String) -> Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.filter { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix(path) ?? false
    }.count
}

// MARK: - Waiting

/// Runs the main loop until a condition holds; fails after a minute.
@MainActor func settle(_ what: @autoclosure () -> String, line: Int = #line, until condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    while !condition() {
        guard Date() < end else { return fail("waited in vain: \(what())", line: line) }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002))
    }
}

/// A list that shows all rows of a source.
@MainActor final class Shown<Record: FetchableRecord & Sendable> {
    let rows: LiveRows<GRDBRows<Record>>
    private(set) var faults: [RowSourceFault] = []

    init(_ source: GRDBRows<Record>) {
        rows = LiveRows(source)
        rows.onFault = { [unowned self] in faults.append($0) }
        rows.show(0..<50)
    }

    /// The records, if all of them are loaded and counted.
    var records: [Record]? {
        rows.show(0..<max(1, rows.numberOfItems))
        guard rows.count == .exact(rows.numberOfItems) else { return nil }
        var records: [Record] = []
        for position in 0..<rows.numberOfItems {
            guard case .loaded(let record) = rows.state(at: position) else { return nil }
            records.append(record)
        }
        return records
    }
}

extension Shown where Record: Equatable {
    func settles(_ expected: [Record], _ what: String, line: Int = #line) {
        settle(
            "\(what): \(rows.numberOfItems) rows of \(expected.count), \(rows.count), \(rows.failure.map { "\($0)" } ?? "no failure")",
            line: line
        ) { records == expected }
        if let records, records != expected { fail("\(zip(records, expected).first { $0 != $1 }!)", line: line) }
        expect(faults.isEmpty, "\(faults.prefix(3))", line: line)
    }
}
