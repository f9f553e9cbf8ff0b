#if SQLite
    import CSQLite
    import ListEngineData

    /// A row as it was read.
    struct ReadRow: Sendable {
        var key: SQLiteKey
        var id: SQLiteKey
        var row: SQLiteRow
    }

    /// Where rows are read.
    typealias PageSide = RowSide<SQLiteKey>

    extension RowPlan {
        /// A statement for the rows next to a key: those that are equal to it in the first `depth - 1` terms and differ in the next
        /// one in the direction of reading. Together, from the deepest to `depth` 1, they are all rows on that side.
        private struct Step {
            var depth: Int
            var comparison: Comparison
        }

        /// In SQLite NULL is the smallest value, and no comparison with NULL holds.
        private func steps(_ values: [SQLiteValue], isBackward: Bool, isInclusive: Bool) -> [Step] {
            var steps: [Step] = isInclusive ? [Step(depth: values.count, comparison: .equal)] : []
            for depth in stride(from: values.count, through: 1, by: -1) {
                let isNull = values[depth - 1] == .null
                if terms[depth - 1].isDescending == isBackward {
                    // Toward larger values.
                    steps.append(Step(depth: depth, comparison: isNull ? .notNull : .greater))
                } else if !isNull {
                    // One statement with "or NULL" would not use the index.
                    steps.append(Step(depth: depth, comparison: .less))
                    steps.append(Step(depth: depth, comparison: .null))
                }
            }
            return steps
        }

        /// Calls a closure for each row from a place on, in the direction of the side, until it returns false.
        /// - Returns: Whether all rows in this direction were read.
        /// - Throws: ``SQLiteError``
        func forEachRow(
            _ side: PageSide, limit: Int? = nil, _ connection: SQLiteConnection,
            _ body: (SQLiteStatement) throws -> Bool
        ) throws -> Bool {
            let key: SQLiteKey?
            let isInclusive: Bool
            switch side {
            case .first, .last: (key, isInclusive) = (nil, false)
            // All rows are after the place without bytes, and none are before it.
            case .before(let from) where from.bytes.isEmpty: return true
            case .from(let from): (key, isInclusive) = (from.bytes.isEmpty ? nil : from, true)
            case .after(let from): (key, isInclusive) = (from.bytes.isEmpty ? nil : from, false)
            case .before(let from): (key, isInclusive) = (from, false)
            }
            guard let key else {
                return try run(Step(depth: 0, comparison: .equal), [], side.isBackward, limit, connection, body)
            }
            guard let place = keys.place(of: key) else { throw invalid(key) }
            // A key of some terms comes before or after all rows that begin with them.
            let isRow = place.values.count == terms.count && !place.isPast
            let includes = isRow ? isInclusive : place.isPast == side.isBackward
            for step in steps(place.values, isBackward: side.isBackward, isInclusive: includes) {
                guard try run(step, place.values, side.isBackward, nil, connection, body) else { return false }
            }
            return true
        }

        private func run(
            _ step: Step, _ values: [SQLiteValue], _ isBackward: Bool, _ limit: Int?, _ connection: SQLiteConnection,
            _ body: (SQLiteStatement) throws -> Bool
        ) throws -> Bool {
            let statement = try connection.statement(
                pageStatement(
                    depth: step.depth, comparison: step.comparison, isBackward: isBackward, limit: limit))
            defer { statement.reset() }
            // IS NULL and IS NOT NULL have no parameter.
            let bound = step.comparison == .null || step.comparison == .notNull ? step.depth - 1 : step.depth
            try bind(values.prefix(max(0, bound)), to: statement)
            while try statement.step() {
                guard try body(statement) else { return false }
            }
            return true
        }

        /// Reads up to `limit` rows from a place on, ascending, and whether there are no more in that direction.
        /// - Parameter sortsPage: Whether SQLite sorts the rows for this page. The statement then has a limit, so that
        /// SQLite keeps only as many rows as the page needs.
        /// - Throws: ``SQLiteError``
        func page(_ side: PageSide, limit: Int, sortsPage: Bool = false, _ connection: SQLiteConnection) throws -> (
            rows: [ReadRow], isEnd: Bool
        ) {
            var rows: [ReadRow] = []
            let isEnd = try forEachRow(side, limit: sortsPage ? limit + 1 : nil, connection) { statement in
                let row = try readRow(statement)
                // Also the row behind the page: the next page begins after its key.
                if let last = rows.last, last.key == row.key {
                    throw duplicate(statement.sql)
                }
                guard rows.count < limit else { return false }
                rows.append(row)
                return true
            }
            if side.isBackward { rows.reverse() }
            return (rows, isEnd)
        }

        func invalid(_ key: SQLiteKey) -> SQLiteError {
            SQLiteError(.invalidKey, "expected a key with \(terms.count) terms, found \(key.bytes.count) bytes")
        }

        func duplicate(_ statement: String) -> SQLiteError {
            SQLiteError(
                .duplicateKey,
                "expected rows that differ in \(identity.map(\.sql).joined(separator: ", ")), found two equal ones",
                statement: statement)
        }

        func readRow(_ statement: SQLiteStatement) throws -> ReadRow {
            let first = terms.count
            let key = keys.key(of: statement)
            let id = identities.key(of: statement, from: first)
            let values = statement.values(first + identity.count..<statement.columnCount)
            return ReadRow(key: key, id: id, row: SQLiteRow(values))
        }

        /// The row with an identity; nil if it is not in the list.
        /// - Parameter sql: ``rowStatement``, from a caller that reads many rows.
        /// - Throws: ``SQLiteError``
        func row(_ id: SQLiteKey, _ connection: SQLiteConnection, _ sql: String? = nil) throws -> ReadRow? {
            guard let values = identities.values(of: id) else {
                throw SQLiteError(
                    .invalidKey, "expected an identity with \(identity.count) values, found \(id.bytes.count) bytes")
            }
            let statement = try connection.statement(sql ?? rowStatement)
            defer { statement.reset() }
            let first = condition?.values.count ?? 0
            try statement.bind(condition?.values ?? [])
            for index in values.indices {
                try statement.bind(
                    values[index], at: first + index + 1,
                    encoding: identities.terms[index].collation.comparesStoredBytes ? encoding : UInt8(SQLITE_UTF8))
            }
            return try statement.step() ? try readRow(statement) : nil
        }
    }
#endif
