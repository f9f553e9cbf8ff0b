import FileReading
import Foundation
import ListEngine
import ListEngineSQLite

/// What the user wants to see of a table.
public struct TableRequest: Sendable, Hashable {
    public var entry: TableEntry
    /// Most significant first. Empty: the order of the table's own key.
    public var order: [ColumnSort] = []
    /// Whether an empty order is replaced by that which the user has chosen the last time.
    var usesStoredOrder = true
    /// Whether rows with equal values in the first column of the order are a section.
    public var isGrouped = false
    /// Only rows that have all of its words. A text that begins with "=" is a condition in SQL.
    public var filter = ""
    /// Whether the filter looks for the beginnings of words in the full-text index of the table, instead of text in the columns.
    public var usesTextIndex: Bool

    public init(_ entry: TableEntry) {
        self.entry = entry
        usesTextIndex = entry.textIndex != nil
    }

    /// Shows the table with the columns that it has now.
    mutating func take(_ new: TableEntry) {
        if new.textIndex != entry.textIndex { usesTextIndex = new.textIndex != nil }
        entry = new
        order.removeAll { !new.columns.contains($0.column) }
        if order.isEmpty { isGrouped = false }
    }

    private var words: [String] { filter.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Opens the rows. It blocks until the schema, and the rowids of a search in the full-text index, are read.
    /// - Throws: Also if the opening is cancelled.
    func open(_ path: String, _ opening: Opening) throws -> SQLiteRows {
        defer { opening.end() }
        let contents: SQLiteContents
        var key: [String] = []
        if entry.isView {
            key = try identity(SQLiteConnection(path: path), opening)
            contents =
                key == [Self.number]
                ? .query(
                    "SELECT *, row_number() OVER () AS \(Self.number) FROM main.\(quotedName(entry.name))",
                    identity: key)
                : .view(entry.name, identity: key)
        } else {
            contents = .table(entry.name)
        }
        var order = order.map { SQLiteOrderTerm($0.column, isDescending: !$0.isAscending) } + terms(key)
        var (isComplete, isBinary) = (false, false)
        while true {
            do {
                return try SQLiteRows(
                    path: path, contents, columns: entry.readColumns, order: order, condition: condition,
                    sections: isGrouped && !self.order.isEmpty ? .column() : nil, valueLimit: FieldText.valueLimit,
                    prepare: { connection in
                        // The file may come from anyone: its views call no function that could do harm.
                        try connection.execute("PRAGMA trusted_schema = OFF")
                        try opening.use(connection)
                    })
            } catch let error as SQLiteError where error.cause == .orderNotUnique && !isComplete {
                // Once: a key whose collation belongs to another program is not unique in any other order.
                isComplete = true
                let missing = terms(error.missingColumns)
                guard !missing.isEmpty else { throw error }
                order += missing
            } catch let error as SQLiteError where error.cause == .noSuchCollation && !isBinary {
                // The collation belongs to the program that made the file.
                isBinary = true
                guard !self.order.isEmpty else { throw error }
                for place in self.order.indices { order[place].collation = .binary }
            }
        }
    }

    private func terms(_ columns: [String]) -> [SQLiteOrderTerm] {
        let isDescending = order.last.map { !$0.isAscending } ?? false
        let missing = columns.filter { column in !order.contains { $0.column == column } }
        return missing.map { SQLiteOrderTerm($0, isDescending: isDescending) }
    }

    // MARK: The filter

    /// The condition that the user has written in SQL. Nil if the filter is words.
    var ownCondition: String? {
        guard filter.hasPrefix("=") else { return nil }
        let sql = filter.dropFirst().trimmingCharacters(in: .whitespaces)
        return sql.isEmpty ? "1" : sql
    }

    private var condition: SQLiteCondition? {
        if let sql = ownCondition { return SQLiteCondition(sql) }
        let words = words
        guard !words.isEmpty else { return nil }
        if usesTextIndex, let index = entry.textIndex {
            let query = words.map { quotedName($0) + "*" }
            return .match(index, query.joined(separator: " "))
        }
        var values: [SQLiteValue] = []
        let conditions = words.map { word in
            let (columns, text) = searched(word)
            // By scalars, as SQLite reads them.
            var pattern = "".unicodeScalars
            for scalar in text.unicodeScalars {
                if "%_\\".unicodeScalars.contains(scalar) { pattern.append("\\") }
                pattern.append(scalar)
            }
            values += columns.map { _ in .text("%" + String(pattern) + "%") }
            return "(" + columns.map { "\(quotedName($0)) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")"
        }
        return SQLiteCondition(conditions.joined(separator: " AND "), values)
    }

    /// The columns in which a word is searched, and the text: "name:apple" searches in one column.
    private func searched(_ word: String) -> (columns: [String], text: String) {
        if let colon = word.firstIndex(of: ":"), let column = entry.columns.first(where: { $0 == word[..<colon] }) {
            return ([column], String(word[word.index(after: colon)...]))
        }
        // SQLite limits the depth of expressions.
        return (Array(entry.columns.prefix(200)), word)
    }

    // MARK: Views

    /// The column that numbers the rows of a view that has no key.
    private static let number = "listengine_number"

    /// The column that identifies the rows of a view. SQLite does not know it, so the values are looked at: up to a number of rows. In a
    /// larger view, a column with the name id is believed, and the list reports an error if two rows have the same value. A view that is
    /// still read after a second has no key.
    private func identity(_ connection: SQLiteConnection, _ opening: Opening) throws -> [String] {
        try connection.execute("PRAGMA trusted_schema = OFF")
        try opening.use(connection)
        let limit = opening.limit(connection, seconds: 1)
        defer { limit.cancel() }
        let (view, most) = ("main." + quotedName(entry.name), 100_000)
        let candidates = entry.columns.filter { $0.lowercased().hasSuffix("id") || $0.lowercased().hasSuffix("key") }
        for column in candidates.sorted(by: { $0.count < $1.count }).prefix(4) {
            let name = quotedName(column)
            let found: [SQLiteValue]
            do {
                found = try connection.rows(
                    "SELECT count(*), count(DISTINCT \(name)) FROM (SELECT \(name) FROM \(view) LIMIT \(most))")[0]
            } catch let error as SQLiteError where error.cause == .interrupted {
                break
            }
            guard found[0] == found[1] else { continue }
            if found[0] != .integer(Int64(most)) || column.lowercased() == "id" { return [column] }
        }
        return [Self.number]
    }
}
