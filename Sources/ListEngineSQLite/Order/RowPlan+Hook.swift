#if SQLite
    import CSQLite

    extension RowPlan {
        /// The columns of the table that the hook reports, and where the terms and the identity are among them.
        struct HookColumns: Hashable, Sendable {
            var columns: [Int32] = []
            var key: [Int?] = []
            var identity: [Int?] = []
        }

        /// Nil if the hook does not know all values.
        /// - Throws: ``SQLiteError``
        func findHookColumns(_ connection: SQLiteConnection) throws -> HookColumns? {
            guard let table else { return nil }
            // Virtual tables have no page, and the hook does not know of them.
            let root = try connection.integer(
                "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
                [.text(table)])
            guard root ?? 0 > 0 else { return nil }
            // The values of the hook are in the encoding of the database.
            let all = keys.terms + identities.terms
            // The hook holds locks, with which it must not call the program.
            guard !all.contains(where: { if case .program = $0.collation.kind { true } else { false } }) else {
                return nil
            }
            guard encoding == UInt8(SQLITE_UTF8) || all.allSatisfy(\.collation.comparesStoredBytes) else { return nil }
            // cid, name, type, notnull, dflt_value, pk, hidden (2, 3: generated)
            let information = try connection.rows("PRAGMA main.table_xinfo(\(quotedName(table)))")
            // The hook counts stored columns only.
            guard information.allSatisfy({ $0[6] == .integer(0) }) else { return nil }
            var result = HookColumns()
            func place(_ term: Term) -> Int?? {
                if term.isRowid { return .some(nil) }
                let row = information.first { $0[1].string.map { sqlite3_stricmp($0, term.column) == 0 } ?? false }
                // SQLite 3.40 reports NULL for a row that is older than its column and has the column's default.
                guard let row, case .integer(let column) = row[0], row[4] == .null else { return nil }
                result.columns.append(Int32(column))
                return result.columns.count - 1
            }
            for term in terms {
                guard let place = place(term) else { return nil }
                result.key.append(place)
            }
            for term in identity {
                guard let place = place(term) else { return nil }
                result.identity.append(place)
            }
            return result.columns.count <= 64 ? result : nil
        }
    }
#endif
