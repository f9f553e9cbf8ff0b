#if PostgreSQL
    import ListEngineData

    extension PostgresPlan {
        /// The number of rows of a page of counts.
        static let pageSize = 512

        /// The terms of the order, with separate names.
        var keySelection: String {
            terms.enumerated().map { "\($0.element.sql) AS listengine_\($0.offset)" }.joined(separator: ", ")
        }

        /// A statement for the keys at which pages begin, among some rows from a key on.
        /// - Parameter pages: The number of pages.
        /// - Throws: ``PostgresError`` if the key is not one of this list.
        func sliceStatement(from key: ColumnKey, pages: Int) throws -> PostgresStatement {
            var statement = try pageStatement(
                .from(key), limit: pages * Self.pageSize + 1, selecting: keySelection)
            let names = terms.indices.map { "listengine_\($0)" }.joined(separator: ", ")
            // The last row says how many there are.
            statement.sql = """
                SELECT \(names), listengine_number, listengine_next IS NULL FROM (
                    SELECT r.*, row_number() OVER () AS listengine_number, lead(1) OVER () AS listengine_next
                    FROM (\(statement.sql)) r) n
                WHERE listengine_number % \(Self.pageSize) = 1 OR listengine_next IS NULL
                """
            return statement
        }

        /// The pages of a slice, and where the next one begins; nil at the end.
        func slice(_ result: PostgresResult, from key: ColumnKey, pages most: Int) throws -> (
            pages: [RowPage<ColumnKey>], end: ColumnKey?
        ) {
            try check(result, isRow: false)
            var pages: [RowPage<ColumnKey>] = []
            for row in 0..<result.count {
                let number = Int(result.integer(row, terms.count) ?? 0)
                let isFirst = number % Self.pageSize == 1
                if isFirst, number > 1 { pages[pages.count - 1].count = Self.pageSize }
                if isFirst, number == most * Self.pageSize + 1 { return (pages, keys.key(result, row, from: 0)) }
                if isFirst {
                    pages.append(RowPage(first: number == 1 ? key : keys.key(result, row, from: 0), count: 0))
                }
                if result.isTrue(row, terms.count + 1), !pages.isEmpty {
                    pages[pages.count - 1].count = number - (pages.count - 1) * Self.pageSize
                }
            }
            return (pages, nil)
        }

        /// Whether the server sorts all rows for a page, because no index has the order.
        /// - Throws: ``PostgresError``
        func sortsAllRows(_ session: PostgresSession) throws -> Bool {
            var statement = try pageStatement(.first, limit: 1)
            statement.sql = "EXPLAIN " + statement.sql
            // A small table is sorted even if it has an index.
            let results = try session.run([
                PostgresStatement(sql: "SELECT set_config('enable_sort', 'off', true)"), statement,
            ])
            return (0..<results[1].count).contains { row in
                let step = (results[1].string(row, 0) ?? "").drop { " ->".contains($0) }
                return step.hasPrefix("Sort  (")
            }
        }

        /// The statement that creates the index of the order.
        var indexStatement: String? {
            guard let relation else { return nil }
            let columns = terms.map {
                let order = $0.isDescending ? " DESC" : ""
                return $0.sql + order
                    + ($0.isNullFirst == $0.isDescending ? "" : $0.isNullFirst ? " NULLS FIRST" : " NULLS LAST")
            }
            return
                "CREATE INDEX ON \(quotedName(relation.name, schema: relation.schema)) (\(columns.joined(separator: ", ")))"
        }
    }
#endif
