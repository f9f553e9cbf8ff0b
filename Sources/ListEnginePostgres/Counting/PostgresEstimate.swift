#if PostgreSQL
    import ListEngineData

    extension PostgresPlan {
        /// The number of rows of a table, as the server estimates it for its plans, and how the values of a column are distributed.
        private static let statistics = """
            SELECT CASE WHEN c.reltuples >= 0 AND c.relpages > 0
                    THEN c.reltuples::float8 / c.relpages * (pg_relation_size(c.oid) / current_setting('block_size')::int) END,
                s.null_frac::float8, c.relkind IN ('r', 'm')
            FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_stats s
                ON s.schemaname = $2 AND s.tablename = $3 AND s.attname = $4 AND NOT s.inherited
            WHERE c.oid = $1
            """

        /// Values of the first term at equal distances: the server's own, and the most common values with their shares.
        private func valuesStatement(_ column: String, _ relation: Relation) -> PostgresStatement {
            let type = terms[0].type.name
            return PostgresStatement(
                sql: """
                    SELECT v.value, v.share FROM pg_catalog.pg_stats s, LATERAL (
                        SELECT value, 0::float8 AS share FROM unnest(s.histogram_bounds::text::\(type)[]) value
                        UNION ALL SELECT * FROM unnest(s.most_common_vals::text::\(type)[], s.most_common_freqs::float8[])) v
                    WHERE s.schemaname = $1 AND s.tablename = $2 AND s.attname = $3 AND NOT s.inherited
                    """,
                parameters: [.text(relation.schema, type: 25), .text(relation.name, type: 25), .text(column, type: 25)])
        }

        /// An estimate without reading the rows, or after reading a sample of some pages; nil if there is none.
        /// - Throws: ``PostgresError``
        func estimate(_ session: PostgresSession) throws -> RowOutline<ColumnKey>? {
            guard let relation else { return try estimateOfPlan(session) }
            let parameters = [
                PostgresParameter.text(String(relation.number), type: 26), .text(relation.schema, type: 25),
                .text(relation.name, type: 25), .text(terms[0].column, type: 25),
            ]
            let found = try session.run([PostgresStatement(sql: Self.statistics, parameters: parameters)])[0]
            guard found.count == 1, let total = found.real(0, 0), found.isTrue(0, 2) else {
                return try estimateOfPlan(session)
            }
            if condition == nil, terms[0].isOrderOfColumn {
                let values = try session.run([valuesStatement(terms[0].column, relation)])[0]
                if let quantiles = quantiles(values, nullShare: found.real(0, 1) ?? 0) {
                    return Self.outline(total, within: 0.02, quantiles)
                }
            }
            return try sample(of: total, session)
        }

        /// A list takes no larger counts.
        private static let mostCount = 1_000_000_000_000

        /// - Parameter error: The error of the count, as a share of it.
        private static func outline(_ total: Double, within error: Double, _ quantiles: [ColumnKey])
            -> RowOutline<ColumnKey>
        {
            let count = Int(max(0, min(total, Double(mostCount))))
            return .estimate(
                count: .estimated(count, within: max(1, Int(Double(count) * error))), quantiles: quantiles)
        }

        /// Keys that divide the rows into a hundred parts. Nil if one value has more rows than such a part: then the order among its rows is
        /// that of the next terms, of which the statistics say nothing.
        private func quantiles(_ values: PostgresResult, nullShare: Double) -> [ColumnKey]? {
            var bounds: [ColumnKey] = []
            var common: [(key: ColumnKey, share: Double)] = []
            for row in 0..<values.count {
                guard let raw = values.bytes(row, 0) else { continue }
                let (key, share) = (keys.bound(raw), values.real(row, 1) ?? 0)
                if share > 0 { common.append((key, share)) } else { bounds.append(key) }
            }
            if nullShare > 0.01 || common.contains(where: { $0.share > 0.01 }) { return nil }
            guard bounds.count > 1 else { return nil }
            bounds.sort()
            // Between two bounds are equally many rows, and those of the common values.
            let step = (1 - nullShare - common.reduce(0) { $0 + $1.share }) / Double(bounds.count - 1)
            let points =
                zip(bounds.dropFirst(), repeatElement(step, count: bounds.count)).map { ($0, $1) }
                + common.map { ($0.key, $0.share) }
            var quantiles: [ColumnKey] = []
            var (before, next) = (terms[0].isNullFirst ? nullShare : 0, 1)
            for (key, share) in points.sorted(by: { $0.0 < $1.0 }) {
                before += share
                guard before >= Double(next) / 100 - step / 2, next < 100 else { continue }
                if quantiles.last.map({ $0 < key }) ?? true { quantiles.append(key) }
                next = Int(before * 100 + 0.5) + 1
            }
            return quantiles
        }

        /// Reads the keys of some pages of the table.
        private func sample(of total: Double, _ session: PostgresSession) throws -> RowOutline<ColumnKey>? {
            // About twenty thousand rows, and always the same pages of the table.
            let percent = total > 20_000 ? max(0.01, 20_000 / total * 100) : 100
            let fixed = condition?.parameters ?? []
            let statement = PostgresStatement(
                sql: """
                    SELECT \(keySelection), \(condition.map { "\($0.term) IS TRUE" } ?? "true")
                    FROM \(source) TABLESAMPLE SYSTEM (\(percent)) REPEATABLE (1) LIMIT 50000
                    """, parameters: fixed)
            let found = try session.run([statement])[0]
            // A condition that few rows fulfil says nothing about their places.
            let rows = (0..<found.count).filter { found.isTrue($0, terms.count) }
            guard rows.count >= 100 else { return try estimateOfPlan(session) }
            let sorted = rows.map { keys.key(found, $0, from: 0) }.sorted()
            // The number of sampled pages varies, so the share of the rows says more than their number. A policy hides the others.
            let isRestricted = relation?.isRestricted ?? false
            let sampled = isRestricted ? total * percent / 100 : Double(found.count)
            let count = total * Double(rows.count) / sampled
            let quantiles = (1..<100).map { sorted[$0 * sorted.count / 100] }
            var different: [ColumnKey] = []
            for key in quantiles where different.last.map({ $0 < key }) ?? true { different.append(key) }
            let error = condition == nil && !isRestricted ? 0.02 : max(0.1, 2 / Double(rows.count).squareRoot())
            return Self.outline(count, within: error, different)
        }

        /// The number of rows that the server expects.
        private func estimateOfPlan(_ session: PostgresSession) throws -> RowOutline<ColumnKey>? {
            let sql = "EXPLAIN SELECT FROM \(source)\(condition.map { " WHERE \($0.term)" } ?? "")"
            let plan = try session.run([PostgresStatement(sql: sql, parameters: condition?.parameters ?? [])])[0]
            guard let line = plan.string(0, 0), let start = line.range(of: " rows=") else { return nil }
            guard let count = Int(line[start.upperBound...].prefix { $0.isNumber }) else { return nil }
            let most = min(count, Self.mostCount)
            return .estimate(count: .estimated(most, within: most), quantiles: [])
        }
    }
#endif
