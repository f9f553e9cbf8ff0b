#if PostgreSQL
    import ListEngineData

    typealias PostgresSide = RowSide<ColumnKey>

    /// A row as it was read.
    struct PostgresReadRow {
        var key: ColumnKey
        var id: ColumnKey
        var row: ColumnRow
    }

    extension PostgresPlan {
        /// The rows next to a key are those that are equal to it in the first `depth - 1` terms and differ in the next one in the
        /// direction of reading. Together, from the deepest to depth 1, they are all rows on that side.
        private struct Step {
            var depth: Int
            var comparison: Comparison
        }

        private enum Comparison {
            case equal, greater, less, null, notNull
        }

        private func steps(_ values: [[UInt8]?], isBackward: Bool, isInclusive: Bool) -> [Step] {
            var steps: [Step] = isInclusive ? [Step(depth: values.count, comparison: .equal)] : []
            for depth in stride(from: values.count, through: 1, by: -1) {
                let term = terms[depth - 1]
                let isNullAhead = term.isNullFirst == isBackward
                if values[depth - 1] == nil {
                    if !isNullAhead { steps.append(Step(depth: depth, comparison: .notNull)) }
                } else {
                    steps.append(Step(depth: depth, comparison: term.isDescending == isBackward ? .greater : .less))
                    // One condition with "or NULL" would not use the index.
                    if isNullAhead, term.isNullable { steps.append(Step(depth: depth, comparison: .null)) }
                }
            }
            return steps
        }

        /// The selected columns of a row: its key, its identity and its columns. The columns have names that no column of a table has,
        /// because ORDER BY takes the name of a selected column before that of a column of the table.
        var selection: String { selection { $0 } }

        /// - Parameter column: Changes the expression of a column that is neither in the key nor in the identity.
        func selection(_ column: (String) -> String) -> String {
            let selected = terms.map(\.sql) + identity.map { quotedName($0.column) } + columns.map(column)
            return selected.enumerated().map { "\($0.element) AS listengine_\($0.offset)" }.joined(separator: ", ")
        }

        /// A statement for the first rows on a side.
        /// - Throws: ``PostgresError`` if the key is not one of this list.
        func pageStatement(
            _ side: PostgresSide, limit: Int, selecting selection: String? = nil
        ) throws -> PostgresStatement {
            var key: ColumnKey?
            var isInclusive = false
            switch side {
            case .first, .last: break
            case .from(let from): (key, isInclusive) = (from.bytes.isEmpty ? nil : from, true)
            case .after(let from), .before(let from): key = from
            }
            let isBackward = side.isBackward
            let fixed = condition?.parameters ?? []
            func select(_ comparison: String) -> String {
                let conditions = [condition.map(\.term) ?? "", comparison].filter { !$0.isEmpty }
                return """
                    SELECT \(selection ?? self.selection) FROM \(source)\
                    \(conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")) \
                    ORDER BY \(ordering(isBackward: isBackward)) LIMIT \(limit)
                    """
            }
            guard let key else { return PostgresStatement(sql: select(""), parameters: fixed) }
            guard let place = keys.place(of: key) else { throw invalid(key) }
            // A key of some terms comes before or after all rows that begin with them.
            let isRow = place.values.count == terms.count && !place.isPast
            let includes = isRow ? isInclusive : place.isPast == isBackward
            if place.values.isEmpty {
                return PostgresStatement(sql: select(includes ? "" : "false"), parameters: fixed)
            }
            let parameters = zip(place.values, terms).map {
                PostgresParameter(type: $1.type.number, bytes: $0, isBinary: true)
            }
            func parameter(_ term: Int) -> String { "$\(fixed.count + term + 1)" }
            if comparesRows {
                let range = place.values.indices
                let comparison = (terms[0].isDescending == isBackward ? ">" : "<") + (includes ? "=" : "")
                let sql = select(
                    "(\(terms[range].map(\.sql).joined(separator: ", "))) \(comparison) (\(range.map(parameter).joined(separator: ", ")))"
                )
                return PostgresStatement(sql: sql, parameters: fixed + parameters)
            }
            // A parameter that no step uses has no type, so each step has separate parameters.
            var (all, parts): ([PostgresParameter], [String]) = (fixed, [])
            for step in steps(place.values, isBackward: isBackward, isInclusive: includes) {
                var conditions: [String] = []
                for term in 0..<step.depth {
                    let isLast = term == step.depth - 1
                    let comparison = isLast ? step.comparison : .equal
                    let sql = terms[term].sql
                    switch comparison {
                    case .null: conditions.append("\(sql) IS NULL")
                    case .notNull: conditions.append("\(sql) IS NOT NULL")
                    case .equal where place.values[term] == nil: conditions.append("\(sql) IS NULL")
                    case .equal, .greater, .less:
                        all.append(parameters[term])
                        let symbol = comparison == .equal ? "=" : comparison == .greater ? ">" : "<"
                        conditions.append("\(sql) \(symbol) $\(all.count)")
                    }
                }
                parts.append(select(conditions.joined(separator: " AND ")))
            }
            if parts.isEmpty { parts = [select("false")] }
            let sql = parts.count == 1 ? parts[0] : "(\(parts.joined(separator: ") UNION ALL ("))) LIMIT \(limit)"
            return PostgresStatement(sql: sql, parameters: all)
        }

        /// The rows of a page statement whose limit was one more than the page needs, ascending, and whether there are no more in that
        /// direction.
        /// - Throws: ``PostgresError``
        func page(_ result: PostgresResult, isBackward: Bool, limit: Int) throws -> (
            rows: [PostgresReadRow], isEnd: Bool
        ) {
            try check(result, isRow: true)
            var rows: [PostgresReadRow] = []
            for row in 0..<result.count {
                let read = readRow(result, row)
                if let last = rows.last {
                    if last.key == read.key { throw duplicate() }
                    if (last.key < read.key) == isBackward { throw disorder() }
                }
                rows.append(read)
            }
            let isEnd = rows.count <= limit
            if !isEnd { rows.removeLast() }
            if isBackward { rows.reverse() }
            return (rows, isEnd)
        }

        /// The columns of a query or view have other types than when the plan was made.
        struct ChangedTypes: Error {}

        /// - Parameters:
        ///   - result: Its first columns are the terms of the order.
        ///   - isRow: Whether the identity and the columns of a row follow.
        func check(_ result: PostgresResult, isRow: Bool) throws {
            let types = (0..<result.columnCount).map { result.type(ofColumn: $0) }
            let ordered = terms.map(\.type) + (isRow ? identity.map(\.type) : [])
            let others = isRow ? readings : []
            guard types.count >= ordered.count + others.count,
                zip(types, ordered).allSatisfy({ PostgresType($0) == $1 }),
                zip(types.dropFirst(ordered.count), others).allSatisfy({ PostgresReading($0) == $1 })
            else { throw ChangedTypes() }
        }

        /// - Parameter first: The column with the first term of the key.
        func readRow(_ result: PostgresResult, _ row: Int, from first: Int = 0) -> PostgresReadRow {
            let key = keys.key(result, row, from: first)
            let id = identities.key(result, row, from: first + terms.count)
            let start = first + terms.count + identity.count
            let values = readings.enumerated().map { place, reading -> ColumnValue in
                let column = start + place
                return result.bytes(row, column).map { reading.value(Array($0)) } ?? .null
            }
            return PostgresReadRow(key: key, id: id, row: ColumnRow(values))
        }

        func invalid(_ key: ColumnKey) -> PostgresError {
            PostgresError(.invalidKey, "expected a key with \(terms.count) terms, found \(key.bytes.count) bytes")
        }

        private func duplicate() -> PostgresError {
            PostgresError(
                .duplicateKey,
                "expected rows that differ in \(identity.map(\.column).joined(separator: ", ")), found two equal ones")
        }

        private func disorder() -> PostgresError {
            PostgresError(
                .collation,
                "expected rows in the order of \(terms.map(\.sql).joined(separator: ", ")), found a different one: the sort keys of a collation are not those of the server"
            )
        }
    }
#endif
