#if SQLite
    import CListEngineSQLite
    import CSQLite

    /// A b-tree of the file that has the rows of a list in its order: a table, or an index of it.
    struct RowTree: Sendable {
        /// The page of its root, as of the version of the schema that the plan was made for.
        var root: UInt32
        /// Whether the tree has the rows in the opposite order.
        var isReversed: Bool
    }

    /// How the rows of a list are read: names resolved, the order checked, as of one version of the schema.
    struct RowPlan: Sendable {
        struct Term: Sendable {
            var column: String
            var isRowid: Bool
            /// The column in SQL.
            var sql: String
            /// With its collation, where it has one.
            var collated: String
            var isDescending: Bool
            /// Whether SQLite converts text to a number when it compares the text with the column.
            var isNumeric = false

            /// A rowid is never NULL, and a full-text index does not seek with IS.
            var equal: String { isRowid ? "=" : "IS" }
        }

        /// Reads keys, with as many terms as the order.
        var keys: KeyCoder
        /// Reads identities.
        var identities: KeyCoder
        var terms: [Term]
        var identity: [Term]
        /// The SQL after FROM.
        var source: String
        /// The selected columns in SQL, and their names.
        var columns: [String]
        var columnNames: [String]
        /// The most bytes of a value that are read; nil for all. Even, for UTF-16.
        private var valueLimit: Int?
        /// The condition, or nil.
        var condition: SQLiteCondition?
        /// SQLITE_UTF8 or the encoding of the database.
        var encoding: UInt8
        /// The version of the schema that the plan was made for.
        var schemaVersion: Int64
        /// The table, if the rows are those of a table.
        var table: String?
        /// The name of its rowid, if it has one.
        var rowid: String?
        /// The b-tree whose order is that of all rows, if there is one.
        var tree: RowTree?
        /// Whether the key is compared before the condition, in SQL and its parameters.
        private var keysComeFirst = false
        /// Whether no index has the order, so that the list sorts the rows itself: see ``SortedRows``.
        var isSorted: Bool { sort != .none }
        var sort = Sort.none
        /// Where the hook before a change finds the key; nil if it does not know all of it.
        var hookColumns: HookColumns?

        /// The statement that reads rows after or before a place. With `depth` terms: rows that are equal to the key in all but
        /// the last of them, which is compared. With 0 terms: all rows.
        ///
        /// SQLite does not seek by a row value such as `(a, b) > (?, ?)` when `b` is the rowid, and with mixed directions not at
        /// all. With one statement for each number of equal terms, each is a range of the index.
        func pageStatement(depth: Int, comparison: Comparison, isBackward: Bool, limit: Int? = nil) -> String {
            var conditions: [String] = []
            let first = firstKeyParameter
            for index in 0..<max(0, depth - 1) {
                conditions.append("\(terms[index].collated) \(terms[index].equal) ?\(first + index)")
            }
            if depth > 0 {
                let term = terms[depth - 1].collated
                switch comparison {
                case .less: conditions.append("\(term) < ?\(first + depth - 1)")
                case .greater: conditions.append("\(term) > ?\(first + depth - 1)")
                case .equal: conditions.append("\(term) \(terms[depth - 1].equal) ?\(first + depth - 1)")
                case .null: conditions.append("\(term) IS NULL")
                case .notNull: conditions.append("\(term) IS NOT NULL")
                }
            }
            if let condition, !condition.sql.isEmpty {
                // Of two bounds of a column, SQLite seeks by the first one.
                conditions.insert("(\(condition.sql))", at: keysComeFirst ? conditions.count : 0)
            }
            let order = terms[max(0, depth - 1)...].map {
                "\($0.collated) \($0.isDescending != isBackward ? "DESC" : "ASC")"
            }
            return "SELECT \(selected) FROM \(source)"
                + (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
                + " ORDER BY " + order.joined(separator: ", ") + (limit.map { " LIMIT \($0)" } ?? "")
        }

        /// The parameter of the first term of a key. Those of the condition are before it, or behind the key.
        private var firstKeyParameter: Int { keysComeFirst ? 1 : 1 + (condition?.values.count ?? 0) }

        /// Sets the parameters of ``pageStatement(depth:comparison:isBackward:limit:)``.
        /// - Throws: ``SQLiteError``
        func bind(_ key: ArraySlice<SQLiteValue>, to statement: SQLiteStatement) throws {
            for (index, value) in (condition?.values ?? []).enumerated() {
                try statement.bind(value, at: index + 1 + (keysComeFirst ? key.count : 0))
            }
            for (index, value) in key.enumerated() {
                try statement.bind(
                    value, at: index + firstKeyParameter,
                    encoding: keys.terms[index].collation.comparesStoredBytes ? encoding : UInt8(SQLITE_UTF8))
            }
        }

        enum Sort: Sendable {
            case none, needed
            /// An index has the order, but SQLite takes another one for the condition.
            case despiteIndex
        }

        enum Comparison: Sendable { case less, greater, equal, null, notNull }

        /// The terms, the identity and the columns, in this order.
        var selected: String {
            (terms.map(\.sql) + identity.map(\.sql) + columns.map { limited($0) }).joined(separator: ", ")
        }

        /// The same rows with other columns, whose values are whole.
        func with(columns: [String]) -> RowPlan {
            var plan = self
            (plan.columns, plan.valueLimit) = (columns, nil)
            return plan
        }

        /// A column without the end of long values. As bytes, because a string may contain a zero.
        private func limited(_ column: String) -> String {
            guard let valueLimit else { return column }
            let bytes = "CAST(\(column) AS BLOB)"
            return """
                CASE WHEN typeof(\(column)) IN ('text', 'blob') AND length(\(bytes)) > \(valueLimit) \
                THEN CASE typeof(\(column)) WHEN 'blob' THEN substr(\(column), 1, \(valueLimit)) \
                ELSE CAST(substr(\(bytes), 1, \(valueLimit)) AS TEXT) END ELSE \(column) END
                """
        }

        /// The statement that reads the row with an identity. The parameters of the condition come first.
        var rowStatement: String {
            let first = condition?.values.count ?? 0
            let equal = identity.enumerated().map { "\($1.collated) \($1.equal) ?\(first + $0 + 1)" }
            let conditions = (condition.map { $0.sql.isEmpty ? [] : ["(\($0.sql))"] } ?? []) + equal
            return "SELECT \(selected) FROM \(source) WHERE " + conditions.joined(separator: " AND ")
        }
    }

    extension RowPlan {
        /// A column of what is listed.
        struct Column {
            var name: String
            var collation: String
            var isNotNull: Bool
            /// Its place in the primary key, from 1 on; 0 if it is not in it.
            var primaryKey: Int
            /// Another name of the rowid.
            var isRowid = false
        }

        /// The columns and keys of a table, view or query.
        struct Schema {
            var columns: [Column]
            /// Sets of columns, with collations, that no two rows have equal, and that are never NULL.
            var uniqueKeys: [[(column: String, collation: String)]]
            var rowid: String?

            func column(_ name: String) -> Column? {
                columns.first { sqlite3_stricmp($0.name, name) == 0 }
                    ?? (rowid != nil && ["rowid", "_rowid_", "oid"].contains(name.lowercased())
                        ? Column(name: name, collation: "BINARY", isNotNull: true, primaryKey: 0, isRowid: true) : nil)
            }
        }

        /// - Throws: ``SQLiteError``
        init(
            _ contents: SQLiteContents, columns: [String]?, order: [SQLiteOrderTerm], condition: SQLiteCondition?,
            valueLimit: Int? = nil, connection: SQLiteConnection
        ) throws {
            self.valueLimit = valueLimit.map { max(0, $0) / 2 * 2 }
            let schema: Schema
            let identityNames: [String]
            switch contents {
            case .table(let name):
                schema = try Self.table(name, connection)
                source = "main." + quotedName(name)
                table = name
                identityNames =
                    schema.rowid.map { [$0] }
                    ?? schema.columns.filter { $0.primaryKey > 0 }.sorted { $0.primaryKey < $1.primaryKey }.map(\.name)
            case .view(let name, let identity):
                source = "main." + quotedName(name)
                guard
                    try connection.integer(
                        "SELECT 1 FROM main.sqlite_schema WHERE type = 'view' AND name = ? COLLATE NOCASE",
                        [.text(name)]) != nil
                else { throw SQLiteError(.noSuchTable, "expected a view, found none with the name \(name)") }
                schema = try Self.selection("SELECT * FROM \(source)", identity, connection)
                identityNames = identity
            case .query(let sql, let identity):
                source = "(\(sql))"
                // The names of the columns in an outer query: the second of two columns with the same name gets a new
                // name.
                schema = try Self.selection("SELECT * FROM \(source)", identity, connection)
                identityNames = identity
            }
            let what: String
            switch contents {
            case .table(let name): what = "table \(name)"
            case .view(let name, _): what = "view \(name)"
            case .query: what = "query"
            }
            guard !identityNames.isEmpty else {
                throw SQLiteError(.noIdentity, "expected columns that identify the rows of the \(what), found none")
            }
            func resolve(_ name: String) throws -> Column {
                guard let column = schema.column(name) else {
                    throw SQLiteError(
                        .noSuchColumn,
                        "expected a column of the \(what), found \(name); it has \(schema.columns.map(\.name).joined(separator: ", "))"
                    )
                }
                return column
            }
            var resolved: [(column: Column, collation: SQLiteCollation, isDescending: Bool)] = []
            for term in order {
                let column = try resolve(term.column)
                guard let collation = term.collation ?? Self.builtIn(column.collation) else {
                    throw SQLiteError(
                        .noSuchCollation,
                        "column \(column.name) has the collation \(column.collation): give the order's term a collation of the program"
                    )
                }
                resolved.append((column, collation, term.isDescending))
            }
            // A column occurs once with a collation; a key is unique only under its own collation.
            let isUnique = schema.uniqueKeys.contains { key in
                key.allSatisfy { part in
                    resolved.contains { term in
                        let isSameColumn =
                            sqlite3_stricmp(term.column.name, part.column) == 0
                            || term.column.isRowid && schema.column(part.column)?.isRowid == true
                        return isSameColumn
                            && (term.column.isRowid || sqlite3_stricmp(term.collation.name, part.collation) == 0)
                    }
                }
            }
            guard isUnique else {
                let added = identityNames.map { ".ascending(\"\($0)\")" }.joined(separator: ", ")
                throw SQLiteError(
                    "expected an order of the \(what) that ends in a unique key, found (\(order.map(\.column).joined(separator: ", "))); "
                        + "add \(added) to its end", missing: identityNames)
            }
            func term(_ column: Column, _ collation: SQLiteCollation, _ isDescending: Bool) -> Term {
                let sql = quotedName(column.name)
                // A rowid has no collation, and with one SQLite does not always seek by it.
                let collated = column.isRowid ? sql : "\(sql) COLLATE \(quotedName(collation.name))"
                return Term(
                    column: column.name, isRowid: column.isRowid, sql: sql, collated: collated,
                    isDescending: isDescending)
            }
            terms = resolved.map { term($0.column, $0.collation, $0.isDescending) }
            keys = KeyCoder(terms: resolved.map { .init(collation: $0.collation, isDescending: $0.isDescending) })
            identity = []
            identities = KeyCoder(terms: [])
            for name in identityNames {
                let column = try resolve(name)
                guard let collation = Self.builtIn(column.collation) else {
                    throw SQLiteError(
                        .noSuchCollation, "column \(name) has the collation \(column.collation), and identifies rows")
                }
                identity.append(term(column, collation, false))
                identities.terms.append(.init(collation: collation, isDescending: false))
            }
            columnNames = columns ?? schema.columns.map(\.name)
            self.columns = try columnNames.map { quotedName(try resolve($0).name) }
            rowid = schema.rowid
            schemaVersion = try connection.integer("PRAGMA main.schema_version") ?? 0
            switch try connection.rows("PRAGMA main.encoding").first?.first?.string {
            case "UTF-16le": encoding = UInt8(SQLITE_UTF16LE)
            case "UTF-16be": encoding = UInt8(SQLITE_UTF16BE)
            default: encoding = UInt8(SQLITE_UTF8)
            }
            if let condition { self.condition = try expression(of: condition, what, connection) }
            tree = condition == nil ? try findTree(connection) : nil
            hookColumns = try findHookColumns(connection)
            if tree == nil, try findSort(connection) {
                sort = try findTree(connection) == nil ? .needed : .despiteIndex
            }
            terms[0].isNumeric = try isNumeric(terms[0], connection)
            // Faults of the condition are found here and not in the first page.
            let statement = try connection.statement(pageStatement(depth: 0, comparison: .equal, isBackward: false))
            let count = Int(sqlite3_bind_parameter_count(statement.pointer))
            // With numbers and names of parameters, the condition has to be first.
            keysComeFirst =
                self.condition?.sql.isEmpty == false
                && (0..<count).allSatisfy { sqlite3_bind_parameter_name(statement.pointer, Int32($0 + 1)) == nil }
            guard count == self.condition?.values.count ?? 0 else {
                throw SQLiteError(
                    .statement,
                    "expected \(count) values for the condition, found \(self.condition?.values.count ?? 0)",
                    statement: statement.sql)
            }
        }

        /// By the declared type, as SQLite finds the affinity.
        private func isNumeric(_ term: Term, _ connection: SQLiteConnection) throws -> Bool {
            let statement = try SQLiteStatement("SELECT \(term.sql) FROM \(source)", connection: connection)
            guard let declared = sqlite3_column_decltype(statement.pointer, 0) else { return false }
            let type = String(cString: declared).uppercased()
            if type.contains("INT") { return true }
            return !["CHAR", "CLOB", "TEXT", "BLOB", "ANY"].contains { type.contains($0) }
        }

        private static func builtIn(_ name: String) -> SQLiteCollation? {
            [SQLiteCollation.binary, .noCase, .trimmedRight].first { sqlite3_stricmp($0.name, name) == 0 }
        }

        private static func selection(_ sql: String, _ identity: [String], _ connection: SQLiteConnection) throws
            -> Schema
        {
            let statement = try SQLiteStatement(sql, connection: connection)
            let columns = (0..<statement.columnCount).map { index in
                let name = sqlite3_column_name(statement.pointer, Int32(index)).map { String(cString: $0) } ?? ""
                return Column(name: name, collation: "BINARY", isNotNull: false, primaryKey: 0)
            }
            return Schema(
                columns: columns, uniqueKeys: identity.isEmpty ? [] : [identity.map { ($0, "BINARY") }], rowid: nil)
        }

        private static func table(_ name: String, _ connection: SQLiteConnection) throws -> Schema {
            let found = try connection.rows(
                "SELECT type, sql FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')",
                [.text(name)]
            ).first
            guard let found, found[0].string == "table" else {
                throw SQLiteError(
                    .noSuchTable, "expected a table, found \(found == nil ? "none" : "a view") with the name \(name)")
            }
            var schema = Schema(columns: [], uniqueKeys: [], rowid: nil)
            // cid, name, type, notnull, dflt_value, pk, hidden (1: of a virtual table, not in *)
            let information = try connection.rows("PRAGMA main.table_xinfo(\(quotedName(name)))")
            for row in information where row[6] != .integer(1) {
                let column = row[1].string ?? ""
                var collation: UnsafePointer<CChar>?
                sqlite3_table_column_metadata(connection.pointer, "main", name, column, nil, &collation, nil, nil, nil)
                schema.columns.append(
                    Column(
                        name: column, collation: collation.map { String(cString: $0) } ?? "BINARY",
                        isNotNull: row[3] != .integer(0), primaryKey: row[5].string.flatMap(Int.init) ?? 0))
            }
            // The rowid has three names, and columns can have the same ones. Without a rowid the statement cannot be prepared.
            let taken = Set(schema.columns.map { $0.name.lowercased() })
            let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
            let hasRowid = free.map { free in
                (try? SQLiteStatement("SELECT \(free) FROM main.\(quotedName(name))", connection: connection)) != nil
            }
            // seq, name, unique, origin (c, u, pk), partial
            let indexes = try connection.rows("PRAGMA main.index_list(\(quotedName(name)))")
            let hasPrimaryKeyIndex = indexes.contains { $0[3].string == "pk" }
            let primary = schema.columns.indices.filter { schema.columns[$0].primaryKey > 0 }
            if hasRowid != false, primary.count == 1, !hasPrimaryKeyIndex {
                schema.columns[primary[0]].isRowid = true
                schema.columns[primary[0]].isNotNull = true
                schema.rowid = schema.columns[primary[0]].name
            } else if hasRowid == true {
                schema.rowid = free
            }
            if hasRowid == false {
                for index in primary { schema.columns[index].isNotNull = true }
            }
            if let rowid = schema.rowid { schema.uniqueKeys.append([(rowid, "BINARY")]) }
            for index in indexes where index[2] == .integer(1) && index[4] == .integer(0) {
                // seqno, cid, name, desc, coll, key
                let parts = try connection.rows("PRAGMA main.index_xinfo(\(quotedName(index[1].string ?? "")))")
                    .filter { $0[5] == .integer(1) }
                let key = parts.compactMap { part -> (column: String, collation: String)? in
                    guard let name = part[2].string, schema.column(name)?.isNotNull == true else { return nil }
                    return (name, part[4].string ?? "BINARY")
                }
                if key.count == parts.count, !key.isEmpty { schema.uniqueKeys.append(key) }
            }
            return schema
        }
    }
#endif
