#if SQLite
    import CListEngineSQLite
    import CSQLite

    extension RowPlan {
        /// The same rows without their columns.
        var keysOnly: RowPlan { with(columns: []) }

        /// The same rows with the column of the first term as the only one.
        var firstTermOnly: RowPlan { with(columns: [terms[0].sql]) }

        /// The same rows in the order of their identities, with the terms of the order as columns.
        var byIdentity: RowPlan {
            var plan = with(columns: terms.map(\.sql))
            (plan.terms, plan.keys, plan.identity) = (identity, identities, [])
            return plan
        }

        /// Whether rowids identify the rows.
        var hasRowidIdentity: Bool { identity.count == 1 && identity[0].isRowid }

        /// Whether SQLite would sort all rows for each page, but can find a row by its identity. If SQLite finds only
        /// few rows by an index when the plan is made, SQLite sorts them.
        ///
        /// - Throws: ``SQLiteError``
        func findSort(_ connection: SQLiteConnection) throws -> Bool {
            // The C code sorts, and knows no collation of the program.
            let all = keys.terms + identities.terms
            let isProgram = all.contains { if case .program = $0.collation.kind { true } else { false } }
            if isProgram { return false }
            func steps(_ sql: String) throws -> [String] {
                // id, parent, notused, detail
                try connection.rows("EXPLAIN QUERY PLAN " + sql).compactMap { $0[3].string }
            }
            let page = try steps(pageStatement(depth: 0, comparison: .equal, isBackward: false))
            guard page.contains("USE TEMP B-TREE FOR ORDER BY") else { return false }
            var scans = [byIdentity.pageStatement(depth: 1, comparison: .greater, isBackward: false)]
            if !hasRowidIdentity {
                scans.append(byIdentity.pageStatement(depth: 0, comparison: .equal, isBackward: false))
            }
            let canSort =
                try scans.allSatisfy { try steps($0).allSatisfy { step in !Self.isWhole(step) } }
                && steps(rowStatement).allSatisfy { step in !Self.isWhole(step) && !step.hasPrefix("SCAN") }
            return try canSort && !(page.contains { $0.hasPrefix("SEARCH") } && hasFewRows(connection))
        }

        /// Whether SQLite finds all rows quickly, so that it can sort them for each page.
        private func hasFewRows(_ connection: SQLiteConnection) throws -> Bool {
            guard let condition, condition.rowids == nil, !condition.sql.isEmpty else { return false }
            let statement = try SQLiteStatement(
                "SELECT 1 FROM \(source) WHERE \(condition.sql) LIMIT \(Self.mostSorted + 1)", connection: connection)
            try statement.bind(condition.values)
            // A search that steps over many rows takes too long, even if it finds few.
            sqlite3_progress_handler(connection.pointer, Int32(20 * Self.mostSorted), { _ in 1 }, nil)
            defer { sqlite3_progress_handler(connection.pointer, 0, nil, nil) }
            var count = 0
            do {
                while try statement.step() { count += 1 }
            } catch let error as SQLiteError where error.cause == .interrupted {
                return false
            }
            return count <= Self.mostSorted
        }

        /// The statement that creates the index that the list lacks; nil if the list has one, or does not show a table.
        var missingIndex: String? {
            guard let table, sort == .needed else { return nil }
            // An index has the rowid at its end, ascending, and is read in both directions.
            let end = terms.firstIndex(where: \.isRowid)
            let isReversed = end.map { terms[$0].isDescending } ?? false
            let indexed = terms[..<(end ?? terms.count)]
            let names = indexed.map(\.column).joined(separator: "_")
            let columns = indexed.map { "\($0.collated)\($0.isDescending != isReversed ? " DESC" : "")" }.joined(
                separator: ", ")
            return "CREATE INDEX \(quotedName("\(table)_\(names)")) ON \(quotedName(table))(\(columns))"
        }

        /// Whether a step of SQLite reads all rows before it has the first one.
        private static func isWhole(_ step: String) -> Bool {
            ["USE TEMP B-TREE", "MATERIALIZE", "CO-ROUTINE"].contains { step.hasPrefix($0) }
        }
    }
#endif
