#if SQLite
    import CSQLite

    extension RowPlan {
        /// The columns of the table that the hook reports, and where the terms and the identity are among them.
        struct HookColumns: Sendable {
            var columns: [Int32] = []
            var key: [Int?] = []
            var identity: [Int?] = []
            /// Whether the hook knows all values.
            var isComplete = true

            init() {}
        }

        /// - Throws: ``SQLiteError``
        func findHookColumns(_ connection: SQLiteConnection) throws -> HookColumns {
            var result = HookColumns()
            guard let table else {
                result.isComplete = false
                return result
            }
            // Virtual tables have no page, and the hook does not know of them.
            let root = try connection.integer(
                "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
                [.text(table)])
            if root ?? 0 <= 0 { result.isComplete = false }
            // The values of the hook are in the encoding of the database.
            let all = keys.terms + identities.terms
            if encoding != UInt8(SQLITE_UTF8), !all.allSatisfy(\.collation.comparesStoredBytes) {
                result.isComplete = false
            }
            // cid, name, type, notnull, dflt_value, pk, hidden (2, 3: generated)
            let information = try connection.rows("PRAGMA main.table_xinfo(\(quotedName(table)))")
            // The hook counts stored columns only.
            if information.contains(where: { $0[6] != .integer(0) }) { result.isComplete = false }
            func place(_ term: Term) -> Int? {
                if term.isRowid { return nil }
                let row = information.first { $0[1].string.map { sqlite3_stricmp($0, term.column) == 0 } ?? false }
                guard let row, case .integer(let column) = row[0] else {
                    result.isComplete = false
                    return nil
                }
                // SQLite 3.40 reports NULL for a row that is older than its column and has the column's default.
                if row[4] != .null { result.isComplete = false }
                result.columns.append(Int32(column))
                return result.columns.count - 1
            }
            result.key = terms.map(place)
            result.identity = identity.map(place)
            if result.columns.count > 64 { result.isComplete = false }
            return result
        }
    }
#endif
