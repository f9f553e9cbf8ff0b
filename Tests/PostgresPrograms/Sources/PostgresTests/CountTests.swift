import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// All outlines of a source, in their order.
private func outlines(_ source: PostgresRows) throws -> [RowOutline<ColumnKey>] {
    try wait {
        var found: [RowOutline<ColumnKey>] = []
        for try await outline in source.outlines(since: nil) { found.append(outline) }
        return found
    }
}

/// The largest error of the thumb: how far the quantiles are from the places that they stand for, as a share of the rows.
private func thumbError(_ outline: RowOutline<ColumnKey>, _ keys: [ColumnKey]) -> Double? {
    guard case .estimate(_, let quantiles) = outline, !quantiles.isEmpty else { return nil }
    return quantiles.enumerated().map { place, quantile in
        let before = keys.firstIndex { $0 >= quantile } ?? keys.count
        return abs(Double(before) / Double(keys.count) - Double(place + 1) / Double(quantiles.count + 1))
    }.max()
}

/// All keys of a source.
private func keys(_ source: PostgresRows) throws -> [ColumnKey] {
    try wait { try await source.rows(.first, limit: 1_000_000).rows.map(\.key) }
}

/// Counts a random table, and compares each page with its rows.
private func countingFault(_ seed: UInt64, _ spoil: ([RowPage<ColumnKey>]) -> [RowPage<ColumnKey>] = { $0 }) throws
    -> String?
{
    var random = Random(seed: seed)
    let writer = try Writer()
    try writer.execute(
        """
        DROP TABLE IF EXISTS c; CREATE TABLE c(id int PRIMARY KEY, a int\(random.chance(2) ? " NOT NULL" : ""));
        INSERT INTO c SELECT n, n * 7919 % \(random.pick([1, 3, 1_000, 100_000]))
        FROM generate_series(1, \(random.pick([0, 1, 511, 512, 513, 1_024, 4_096, 5_000, 30_000]))) n;
        \(random.chance(2) ? "CREATE INDEX ON c(a, id);" : "") \(random.chance(2) ? "ANALYZE c" : "")
        """)
    let condition = random.chance(3) ? PostgresCondition("id % $1 > 0", [.integer(Int64(2 + random.below(5)))]) : nil
    let source = PostgresRows(
        PostgresServer(parameters()), .table("c"), columns: [],
        order: [PostgresOrderTerm("a", isDescending: random.chance(2)), .ascending("id")], condition: condition)
    let keys = try keys(source)
    var place = 0
    var isEnd = false
    for outline in try outlines(source) {
        guard case .pages(let stated, let end, _) = outline else { continue }
        if isEnd { return "pages follow the last one" }
        for page in spoil(stated) {
            let next = place + page.count
            guard next <= keys.count else { return "more rows are counted than the \(keys.count) there are" }
            for key in keys[place..<next] where key < page.first { return "a row comes before its page" }
            if place > 0, keys[place - 1] >= page.first { return "a row comes after its page" }
            if page.count > PostgresPlan.pageSize { return "a page has \(page.count) rows" }
            place = next
        }
        isEnd = end == nil
    }
    return place == keys.count && isEnd ? nil : "\(place) of \(keys.count) rows are counted"
}

func testCounts() {
    law("counts are those of the rows, for each page", 40) { try countingFault($0) }

    planted("a page has one row less", 20) { seed in
        try countingFault(seed) { pages in
            var pages = pages
            if let last = pages.indices.last, pages.count > 3 { pages[last].count -= 1 }
            return pages
        }
    }

    run(
        "an estimate has an error of two percent by statistics, of ten by a sample, and of the count no more than it states"
    ) {
        let writer = try Writer()
        try writer.execute(
            """
            DROP TABLE IF EXISTS e; CREATE TABLE e(id int PRIMARY KEY, even int NOT NULL, skewed float8 NOT NULL, few int, mostly int, word text);
            INSERT INTO e SELECT n, n::bigint * 48271 % 1000003, (n::bigint * 48271 % 1000003)::float8 ^ 8, n % 10, CASE WHEN n % 3 = 0 THEN n END,
                md5(n::text) FROM generate_series(1, 100000) n
            """)
        let server = PostgresServer(parameters())
        func check(_ what: String, _ order: [PostgresOrderTerm], _ condition: PostgresCondition? = nil, most: Double)
            throws
        {
            let source = PostgresRows(server, .table("e"), columns: [], order: order, condition: condition)
            let all = try keys(source)
            guard let first = try outlines(source).first, case .estimate(let count, let quantiles) = first else {
                return fail("\(what): there is no estimate")
            }
            expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 < $1 }, "\(what): not ascending")
            let error = abs(Double(count.shown - all.count)) / Double(all.count)
            expect(error < most, "\(what): the count is wrong by \(error)")
            if case .estimated(let shown, let within) = count {
                expect(abs(shown - all.count) <= within, "\(what): \(shown) is wrong by more than \(within)")
            } else {
                fail("\(what): \(count) is no estimate")
            }
            let thumb = thumbError(first, all) ?? 1
            expect(thumb < most, "\(what): the thumb is wrong by \(thumb)")
        }
        try writer.execute("ANALYZE e")
        // The statistics are those of a random sample of 30,000 rows.
        try check("evenly", [.ascending("even"), .ascending("id")], most: 0.02)
        try check("descending", [.descending("even"), .ascending("id")], most: 0.02)
        try check("by a key", [.ascending("id")], most: 0.02)
        try check("skewed", [.ascending("skewed"), .ascending("id")], most: 0.02)
        try check("strings", [.ascending("word", collation: .c), .ascending("id")], most: 0.02)
        // These read pages of the table. Rows of a page are similar, so the error is larger.
        try check("ten values", [.ascending("few"), .ascending("id")], most: 0.1)
        try check("mostly NULL", [.ascending("mostly"), .ascending("id")], most: 0.1)
        try check(
            "condition", [.ascending("even"), .ascending("id")], PostgresCondition("few < $1", [.integer(5)]),
            most: 0.1)
        try writer.execute("DELETE FROM pg_statistic WHERE starelid = 'e'::regclass")
        try check("without statistics", [.ascending("even"), .ascending("id")], most: 0.1)
    }

    run("names do not decide whether the server sorts all rows") {
        let writer = try Writer()
        try writer.execute(
            """
            DROP TABLE IF EXISTS c; CREATE TABLE c(id int PRIMARY KEY, "Sort Order" int NOT NULL);
            CREATE INDEX "Sort  (c" ON c("Sort Order", id)
            """)
        let source = PostgresRows(
            PostgresServer(parameters()), .table("c"), order: [.ascending("Sort Order"), .ascending("id")])
        expect(try wait { try await source.missingIndex() } == nil)
    }

    run("a slice without rows is reported, so that counts become exact") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS c; CREATE TABLE c(id int PRIMARY KEY); INSERT INTO c SELECT generate_series(1, 20000)"
        )
        // The first slice has 4,096 rows. At the row after them it takes a lock, and from then on only those rows fulfil the condition.
        let condition = PostgresCondition(
            """
            CASE WHEN id <= 4096 THEN true WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 79) THEN false
                ELSE pg_advisory_lock(79) IS NOT NULL END
            """)
        let source = PostgresRows(
            PostgresServer(parameters()), .table("c"), order: [.ascending("id")], condition: condition)
        let pages = try outlines(source).compactMap { outline in
            if case .pages(let pages, let end, _) = outline { (pages.count, end == nil) } else { nil }
        }
        expect(pages.map(\.0) == [8, 0] && pages.map(\.1) == [false, true], "\(pages)")
    }

    run("a list without an index names the index to create, and is counted") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS c; CREATE TABLE c(id int PRIMARY KEY, a int); INSERT INTO c SELECT n, n % 7 FROM generate_series(1, 3000) n"
        )
        let server = PostgresServer(parameters())
        let source = PostgresRows(server, .table("c"), order: [.descending("a"), .descending("id")])
        let statement = try wait { try await source.missingIndex() }
        expect(statement == "CREATE INDEX ON \"public\".\"c\" (\"a\" DESC, \"id\" DESC)", "\(statement ?? "nil")")
        try writer.execute(statement ?? "")
        let again = PostgresRows(server, .table("c"), order: [.descending("a"), .descending("id")])
        expect(try wait { try await again.missingIndex() } == nil)
        expect(
            try wait { try await PostgresRows(server, .table("c"), order: [.ascending("id")]).missingIndex() } == nil)
    }
}
