#if SQLite
    import CListEngineSQLite
    import CSQLite
    import ListEngineData

    extension RowPlan {
        /// The condition as an expression; empty if the source has only the rows that fulfil it.
        mutating func expression(of condition: SQLiteCondition, _ what: String, _ connection: SQLiteConnection) throws
            -> SQLiteCondition
        {
            guard let rowids = condition.rowids else { return condition }
            if condition.isSearch, table != nil, terms.count == 1, terms[0].isRowid {
                return try readFromSearch(condition, connection)
            }
            return try Self.select(rowids, condition.values, rowid, what, connection)
        }

        /// The rows of a search in the order of their rowids: SQLite looks up the row of each rowid that the index finds.
        private mutating func readFromSearch(_ search: SQLiteCondition, _ connection: SQLiteConnection) throws
            -> SQLiteCondition
        {
            // In a join, SQLite reads the quoted name of an undeclared rowid as a string.
            let row = source
            columns = columns.map { "\(row).\($0)" }
            terms[0].sql = "\(row).\(terms[0].sql)"
            identity[0].sql = "\(row).\(identity[0].sql)"
            source = "(\(search.rowids ?? "")) CROSS JOIN \(row) ON \(terms[0].sql) = listengine_rowid"
            (terms[0].collated, identity[0].collated) = ("listengine_rowid", "listengine_rowid")
            // A fault in the query is found here and not in the first page.
            let first = try connection.statement(search.rowids ?? "")
            defer { first.reset() }
            try first.bind(search.values)
            _ = try first.step()
            return SQLiteCondition("", search.values)
        }

        /// If a condition finds more rowids than this, the rows are found by reading all rows in order; otherwise they
        /// are sorted.
        static let mostSorted = 4_096

        /// Reads rowids, and returns the condition that a row has one of them.
        private static func select(
            _ rowids: String, _ values: [SQLiteValue], _ rowid: String?, _ what: String, _ connection: SQLiteConnection
        ) throws -> SQLiteCondition {
            guard let rowid else {
                throw SQLiteError(
                    .noIdentity, "expected a table with rowids for a condition on them, found the \(what)")
            }
            let statement = try connection.statement(rowids)
            defer { statement.reset() }
            try statement.bind(values)
            var count: Int64 = 0
            let code = le_sqlite_define_rowids(connection.pointer, statement.pointer, "listengine_rows", &count)
            guard code == SQLITE_OK else { throw SQLiteError(code: code, of: connection.pointer, statement: rowids) }
            let sorts = count <= mostSorted
            var condition =
                sorts
                ? SQLiteCondition("\(quotedName(rowid)) IN (\(rowids))", values)
                : SQLiteCondition("listengine_rows(\(quotedName(rowid)))")
            condition.rowids = rowids
            return condition
        }
    }
#endif
