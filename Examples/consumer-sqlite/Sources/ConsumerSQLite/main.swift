// Lists the rows of an SQLite file, from outside the package: sections, counts, and a write of the program as an edit.
import Foundation
import ListEngineData
import ListEngineSQLite

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("consumer-sqlite-\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let writer = try SQLiteConnection(path: folder.appendingPathComponent("list.db").path, isReadOnly: false)
try writer.execute(
    """
    PRAGMA journal_mode = WAL;
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
    CREATE INDEX person_name ON person(name);
    INSERT INTO person(name) VALUES ('Ann'), ('bob'), ('Alan'), ('Carol');
    """)
let people = try SQLiteRows(
    connection: writer.pointer, .table("person"), columns: ["name"], order: [.ascending("name"), .ascending("id")],
    sections: .letter, isOnlyWriter: true)
let rows = LiveRows(people)
rows.show(0..<10)

@MainActor func printRows(_ count: Int) async throws {
    while rows.count != .exact(count) || (0..<count).contains(where: { rows.id(at: $0) == nil }) {
        try await Task.sleep(nanoseconds: 1_000_000)
    }
    for section in 0..<rows.numberOfSections {
        let names = rows.positions(ofSection: section).map { position -> String in
            if case .loaded(let row) = rows.state(at: position) { row[0].string ?? "" } else { "…" }
        }
        print("\(rows.heading(ofSection: section)?.title ?? ""): \(names.joined(separator: ", "))")
    }
}

try await printRows(4)
try writer.execute(
    "INSERT INTO person(name) VALUES ('Dora'); DELETE FROM person WHERE name = 'bob'; UPDATE person SET name = 'Eve' WHERE id = 1"
)
// The number of rows is the same, so wait for the one that is new.
while rows.numberOfSections != 4 || rows.heading(ofSection: 3)?.title != "E" {
    try await Task.sleep(nanoseconds: 1_000_000)
}
try await printRows(4)
people.stopObserving()
