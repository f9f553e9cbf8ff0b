import FileReading
import Foundation
import ListEngineSQLite

/// A table or view of a file.
public struct TableEntry: Sendable, Hashable {
    public var name: String
    public var isView = false
    /// Whether a module of SQLite keeps the rows, such as FTS5.
    var isVirtual = false
    /// Columns that SQL can name, in the order of the table.
    public var columns: [String]
    /// The full-text index over the rows of the table, or the table itself if it is one.
    public var textIndex: String?
    /// The column that is another name of the rowid.
    var rowidColumn: String?
    /// The columns that identify a row for an UPDATE: names of the rowid or of the primary key. Empty for a view.
    var key: [String] = []
    /// Columns that SQLite computes.
    var computed: Set<String> = []
    /// Columns of numbers, by their declaration.
    var numeric: Set<String> = []

    /// The columns that are read: those that are shown, and the parts of the key that are not.
    var readColumns: [String] { columns + key.filter { !columns.contains($0) } }
}

/// The tables and views of a file.
public struct Catalog: Sendable {
    public var entries: [TableEntry]
    /// The version of the schema.
    var version: SQLiteValue

    /// The version of the schema as it is now; nil if the file cannot be read. It blocks as ``read(_:)`` does.
    static func version(_ path: String) -> SQLiteValue? {
        try? SQLiteConnection(path: path).rows("PRAGMA main.schema_version").first?.first
    }

    /// Reads the schema. It blocks: for up to five seconds if the file is locked.
    /// - Parameter path: A path, or an address that begins with "file:".
    /// - Throws: ``FileProblem``
    public static func read(_ path: String) throws -> Catalog {
        if !path.hasPrefix("file:") {
            var information = stat()
            // A pipe would block, and a folder has no useful message.
            guard stat(path, &information) == 0 else {
                throw FileProblem("cannot be opened: \(String(cString: strerror(errno)))")
            }
            guard information.st_mode & S_IFMT == S_IFREG else { throw FileProblem("is not a file") }
        }
        do {
            return try read(SQLiteConnection(path: path))
        } catch let error as SQLiteError {
            throw FileProblem(error)
        }
    }

    private static func read(_ connection: SQLiteConnection) throws -> Catalog {
        // A change after this is read later.
        let version = try connection.rows("PRAGMA main.schema_version")[0][0]
        // schema, name, type, ncol, wr, strict
        let listed = try connection.rows("PRAGMA main.table_list")
        var entries: [TableEntry] = []
        for row in listed {
            guard let name = row[1].string, let type = row[2].string, type != "shadow",
                !name.lowercased().hasPrefix("sqlite_")
            else { continue }
            // cid, name, type, notnull, dflt_value, pk, hidden
            let information: [[SQLiteValue]]
            do {
                information = try connection.rows("PRAGMA main.table_xinfo(\(quotedName(name)))")
            } catch let error as SQLiteError where error.cause == .statement {
                // A view of a table that is gone: it is listed, and opening it shows the reason.
                entries.append(TableEntry(name: name, isView: type == "view", columns: []))
                continue
            }
            let shown = information.filter { $0[6] != .integer(1) }
            var entry = TableEntry(name: name, isView: type == "view", columns: shown.compactMap { $0[1].string })
            entry.isVirtual = type == "virtual"
            let primary = shown.filter { $0[5] != .integer(0) }
            // A key with an index of its own is not the rowid, as in INTEGER PRIMARY KEY DESC.
            // seq, name, unique, origin, partial
            if primary.count == 1, primary[0][2].string?.uppercased() == "INTEGER",
                try !connection.rows("PRAGMA main.index_list(\(quotedName(name)))").contains(where: {
                    $0[3].string == "pk"
                })
            {
                entry.rowidColumn = primary[0][1].string
            }
            for column in shown {
                guard let name = column[1].string else { continue }
                if column[6] != .integer(0) { entry.computed.insert(name) }
                let type = column[2].string?.uppercased() ?? ""
                if ["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"].contains(where: type.contains) {
                    entry.numeric.insert(name)
                }
            }
            if !entry.isView { entry.key = key(of: entry, primary, connection) }
            entries.append(entry)
        }
        let indexes = try connection.rows(
            "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'"
        ).compactMap { row in
            row[0].string.flatMap { name in row[1].string.flatMap { TextIndex(name: name, sql: $0) } }
        }
        for place in entries.indices where !entries[place].isView {
            let entry = entries[place]
            entries[place].textIndex = indexes.first { $0.name == entry.name || $0.covers(entry) }?.name
        }
        entries.sort { ($0.isView ? 1 : 0, $0.name.lowercased()) < ($1.isView ? 1 : 0, $1.name.lowercased()) }
        return Catalog(entries: entries, version: version)
    }
}

extension Catalog {
    /// The columns that identify the rows of a table.
    private static func key(
        of entry: TableEntry, _ primary: [[SQLiteValue]], _ connection: SQLiteConnection
    ) -> [String] {
        let taken = Set(entry.columns.map { $0.lowercased() })
        // Columns can have the names of the rowid.
        if let free = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }),
            (try? connection.rows("SELECT \(free) FROM main.\(quotedName(entry.name)) LIMIT 0")) != nil
        {
            return [free]
        }
        if let column = entry.rowidColumn { return [column] }
        let parts = primary.compactMap { row in row[1].string.map { (name: $0, place: row[5].string ?? "") } }
        return parts.sorted { Int($0.place) ?? 0 < Int($1.place) ?? 0 }.map(\.name)
    }
}

/// A full-text index (FTS5).
struct TextIndex {
    var name: String
    /// The table whose rows it has, and the column that has their rowids.
    var content: String?
    var contentRowid: String?

    /// Nil if the statement creates a virtual table of another kind.
    init?(name: String, sql: String) {
        guard sql.range(of: #"\bUSING\s+fts5\b"#, options: [.regularExpression, .caseInsensitive]) != nil else {
            return nil
        }
        self.name = name
        content = Self.option("content", of: sql)
        contentRowid = Self.option("content_rowid", of: sql)
    }

    private static func option(_ option: String, of sql: String) -> String? {
        let pattern = #"[(,]\s*"# + option + #"\s*=\s*['"\[`]?([^'"\]`,)]*)"#
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive),
            let match = expression.firstMatch(in: sql, range: NSRange(sql.startIndex..., in: sql)),
            let range = Range(match.range(at: 1), in: sql)
        else { return nil }
        let value = sql[range].trimmingCharacters(in: .whitespaces)
        return value.isEmpty ? nil : value
    }

    /// Whether the rowids of the index are those of a table.
    func covers(_ table: TableEntry) -> Bool {
        guard content?.lowercased() == table.name.lowercased() else { return false }
        guard let column = contentRowid?.lowercased() else { return true }
        return column == table.rowidColumn?.lowercased()
            || ["rowid", "_rowid_", "oid"].contains(column) && !table.columns.contains { $0.lowercased() == column }
    }
}
