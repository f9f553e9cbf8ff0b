import FileReading
import Foundation
import ListEngineSQLite

/// A change of one value of a row.
struct FieldChange: Sendable {
    var table: String
    var column: String
    /// The columns that identify the row, and their values before the change.
    var keyColumns: [String]
    var key: [SQLiteValue]
    var old: SQLiteValue
    var new: SQLiteValue
    /// Whether the column is another name of the rowid.
    var isRowid: Bool

    /// The change back.
    var undone: FieldChange {
        var change = self
        (change.old, change.new, change.key) = (new, old, newKey)
        return change
    }

    /// Another change, which was made to the row as it was before this one. Nil if this one changes nothing for it.
    func changed(_ other: FieldChange) -> FieldChange? {
        guard other.table == table, other.key == key else { return nil }
        var later = other
        later.key = newKey
        if other.column == column, other.old == old { later.old = new }
        return later.key == other.key && later.old == other.old ? nil : later
    }

    /// The values of the key after the change.
    var newKey: [SQLiteValue] {
        zip(keyColumns, key).map { name, value in
            name == column || isRowid && keyColumns.count == 1 ? new : value
        }
    }
}

/// Why a value was not changed: what the user reads.
struct WriteProblem: Error {
    var description: String
    /// Whether another program has changed what was to be changed.
    var isConflict = false
    /// Whether the same change can succeed later.
    var canRetry = false
}

/// Writes to a file, in the order of the calls and off the main thread.
final class TableWriter: Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "le-table.writer")
    private let state = State()

    /// Used on the queue only.
    private final class State: @unchecked Sendable {
        var connection: SQLiteConnection?
    }

    init(_ path: String) { self.path = path }

    /// Changes a value, if it is still the old one.
    /// - Returns: The change with the value as the table has stored it.
    /// - Throws: ``WriteProblem``
    func write(_ change: FieldChange) async throws -> FieldChange {
        try await withCheckedThrowingContinuation { done in
            queue.async { [self] in done.resume(with: Result { try perform(change) }) }
        }
    }

    private func perform(_ change: FieldChange) throws -> FieldChange {
        do {
            let connection = try state.connection ?? open()
            state.connection = connection
            // Waits for other writers, for up to five seconds.
            try connection.execute("BEGIN IMMEDIATE")
            do {
                let stored = try update(change, connection)
                try connection.execute("COMMIT")
                return stored
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
        } catch let error as SQLiteError {
            // The file may be another one the next time.
            state.connection = nil
            throw Self.problem(error)
        }
    }

    private func open() throws -> SQLiteConnection {
        // SQLite would create the file.
        if !path.hasPrefix("file:"), !FileManager.default.fileExists(atPath: path) {
            throw WriteProblem(description: "the file was deleted", canRetry: true)
        }
        let connection = try SQLiteConnection(path: path, isReadOnly: false)
        // The file may come from anyone: its triggers call no function that could do harm.
        try connection.execute("PRAGMA trusted_schema = OFF")
        // SQLite checks references only for connections that ask for it.
        try connection.execute("PRAGMA foreign_keys = ON")
        return connection
    }

    private func update(_ change: FieldChange, _ connection: SQLiteConnection) throws -> FieldChange {
        let (table, column) = ("main." + quotedName(change.table), quotedName(change.column))
        let isRow = change.keyColumns.map { "\(quotedName($0)) = ?" }.joined(separator: " AND ")
        // Collations can take different texts for equal.
        _ = try connection.rows(
            "UPDATE \(table) SET \(column) = ? WHERE \(isRow) AND \(column) COLLATE BINARY IS ?",
            [change.new] + change.key + [change.old])
        let count = try connection.rows("SELECT changes()")[0][0]
        let current = try connection.rows(
            "SELECT \(column) FROM \(table) WHERE \(isRow)", count == .integer(0) ? change.key : change.newKey)
        guard count != .integer(0) else {
            guard let found = current.first?.first else {
                throw WriteProblem(description: "another program has deleted the row", isConflict: true)
            }
            throw WriteProblem(
                description: "another program has changed it to \(FieldText(found).text)", isConflict: true)
        }
        var stored = change
        if let value = current.first?.first { stored.new = value }
        return stored
    }

    private static func problem(_ error: SQLiteError) -> WriteProblem {
        switch error.cause {
        case .busy: WriteProblem(description: "the file is locked by another program", canRetry: true)
        case .readOnly: WriteProblem(description: "the file cannot be written", canRetry: true)
        case .inputOutput, .diskFull, .cannotOpen, .outOfMemory:
            WriteProblem(description: error.message, canRetry: true)
        default: WriteProblem(description: error.message)
        }
    }
}
