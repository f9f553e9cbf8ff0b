import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

private let paris = TimeZone(identifier: "Europe/Paris")!

/// A column, values whose sections are hard, and the sections in SQL.
private struct SectionCase {
    var type: String
    var values: [String]
    var sections: PostgresSections
    /// The same for all rows of a section.
    var label: String
    /// The title in SQL; nil if it is not compared.
    var title: String?
}

private let letters = [
    "''", "'a'", "'ab'", "'B'", "'Zz'", "'é'", "'éa'", "'Я'", "'日本'", "'😀'", "E'\\x01'", "E'\\uD7FF'", "E'\\uE000a'",
    "E'\\U0010FFFF'", "' '",
]
private let moments = [
    "'2026-03-29 00:30'", "'2026-03-29 23:30'", "'2026-10-25 01:30'", "'2026-10-24 23:59:59.999999'",
    "'1969-12-31 23:59'",
    "'2000-01-01'", "'1999-12-31 12:00'", "'infinity'", "'-infinity'", "'2026-11-27 00:00'", "'1600-02-29 05:00'",
]
private let seconds = ["0", "-1", "86399", "86400", "1774737000", "1774741000", "1792889999", "-2000000000"]
private let inDays = "CASE WHEN isfinite(v) THEN"

private let sectionCases = [
    SectionCase(type: "int", values: ["1", "2", "3", "-5"], sections: .column(), label: "v::text", title: "v::text"),
    SectionCase(type: "text COLLATE \"C\"", values: letters, sections: .column(), label: "v", title: "v"),
    SectionCase(
        type: "text COLLATE \"C\"", values: letters, sections: .letter, label: "left(v, 1)", title: "left(v, 1)"),
    SectionCase(type: "date", values: moments, sections: .column(), label: "v::text", title: "v::text"),
    SectionCase(
        type: "uuid", values: (1...5).map { "md5('\($0)')::uuid" }, sections: .column { "id \($0.string ?? "none")" },
        label: "v::text", title: "'id ' || v"),
    SectionCase(
        type: "numeric", values: ["1", "1.5", "-2", "1e20"], sections: .column(), label: "v::text", title: "v::text"),
    SectionCase(
        type: "double precision", values: ["1.5", "'NaN'", "-2", "'-Infinity'"], sections: .column(), label: "v::text"),
    SectionCase(type: "character(3)", values: ["'a'", "'ab'", "'b'"], sections: .column(), label: "v::text"),
    SectionCase(
        type: "date", values: moments, sections: .day(), label: "v::text", title: "\(inDays) v::text ELSE '' END"),
    SectionCase(
        type: "timestamp", values: moments, sections: .day(), label: "v::date::text",
        title: "\(inDays) v::date::text ELSE '' END"),
    SectionCase(
        type: "timestamptz", values: moments, sections: .day(timeZone: paris),
        label: "(v AT TIME ZONE 'Europe/Paris')::date::text",
        title: "\(inDays) (v AT TIME ZONE 'Europe/Paris')::date::text ELSE '' END"),
    SectionCase(
        type: "int", values: seconds, sections: .day(timeZone: paris),
        label: "(to_timestamp(v) AT TIME ZONE 'Europe/Paris')::date::text",
        title: "(to_timestamp(v) AT TIME ZONE 'Europe/Paris')::date::text"),
    SectionCase(
        type: "bigint", values: seconds.map { $0 + "999" }, sections: .day(unitsPerSecond: 1_000, timeZone: paris),
        label: "(to_timestamp(floor(v / 1000.0)) AT TIME ZONE 'Europe/Paris')::date::text"),
]

/// The rows of a source, when all sections are those of the rows.
private func currentRows(_ source: PostgresRows) throws -> [KeyedRow<ColumnKey, ColumnKey, ColumnRow>] {
    for _ in 0..<60_000 {
        _ = try wait { try await source.rows(.first, limit: 1) }
        guard try wait({ try await source.server.run { _ in source.sectioning?.isCurrent ?? true } }) else {
            usleep(1_000)
            continue
        }
        return try wait { try await source.rows(.first, limit: 10_000).rows }
    }
    throw PostgresError(.statement, "the sections are not found")
}

/// The pages of all outlines of a count: later ones replace earlier ones.
private func countedPages(_ source: PostgresRows) throws -> [RowPage<ColumnKey>] {
    try wait {
        var all: [RowPage<ColumnKey>] = []
        for try await outline in source.outlines(since: .initial) {
            guard case .pages(let pages, let end, _) = outline, let first = pages.first?.first else { continue }
            all.removeAll { page in page.first >= first && (end.map { page.first < $0 } ?? true) }
            all += pages
            all.sort { $0.first < $1.first }
        }
        return all
    }
}

private func sectionFault(_ seed: UInt64, isPlanted: Bool = false) throws -> String? {
    var random = Random(seed: seed)
    let test = random.pick(sectionCases)
    let writer = try Writer()
    try writer.execute(
        """
        DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note; SET TimeZone = 'UTC';
        CREATE TABLE h(id int PRIMARY KEY, v \(test.type)); \(random.chance(2) ? "CREATE INDEX ON h(v, id)" : "")
        """)
    var number = 0
    func insert(_ count: Int) throws {
        for _ in 0..<count {
            number += 1
            try writer.execute(
                "INSERT INTO h VALUES (\(number), \(random.chance(8) ? "NULL" : random.pick(test.values)))")
        }
    }
    try insert(random.pick([0, 3, 60]))
    // Pages of 512 rows, in which sections begin.
    if random.chance(3) {
        try writer.execute(
            "INSERT INTO h SELECT n, (ARRAY[\(test.values.joined(separator: ", "))]::\(test.type)[])[n % \(test.values.count) + 1] FROM generate_series(1000, 2800) n"
        )
    }
    let server = PostgresServer(parameters())
    let hasJournal = random.chance(2)
    if hasJournal { try wait { try await server.installJournal(on: "h", columns: ["v"]) } }
    let order = [
        PostgresOrderTerm("v", isDescending: random.chance(2), isNullFirst: random.pick([nil, true, false])),
        PostgresOrderTerm("id", isDescending: random.chance(2)),
    ]
    let condition = random.chance(4) ? PostgresCondition("id % 3 > 0") : nil
    let source = PostgresRows(server, .table("h"), order: order, condition: condition, sections: test.sections)
    for step in 0..<3 {
        let rows = try currentRows(source)
        let headings = try wait { try await server.run { _ in source.sectioning?.headings ?? [] } }
        let what = "\(test.type), \(order), step \(step)"
        for (one, next) in zip(headings, headings.dropFirst()) where one.first >= next.first {
            return "\(what): not ascending"
        }
        let found = try writer.rows("SELECT id::text, \(test.label), \(test.title ?? "NULL") FROM h")
        var labels: [String: (label: String?, title: String?)] = [:]
        for row in found { labels[row[0] ?? ""] = (row[1], row[2]) }
        // The runs of rows with one label, and of rows with one heading.
        var expected: [(label: String?, title: String?, rows: Int)] = []
        var runs: [(heading: Int, rows: Int)] = []
        for row in rows {
            let (label, title) = labels[row.row[0].string ?? ""] ?? ("?", nil)
            let heading = max(0, (headings.firstIndex { row.key < $0.first } ?? headings.count) - 1)
            if let last = expected.last, last.label == label {
                expected[expected.count - 1].rows += 1
            } else {
                expected.append((label, title, 1))
            }
            if runs.last?.heading == heading { runs[runs.count - 1].rows += 1 } else { runs.append((heading, 1)) }
        }
        if expected.map(\.rows) != runs.map(\.rows) {
            return "\(what): sections of \(runs.map(\.rows)) rows instead of \(expected)"
        }
        let pages = try countedPages(source)
        if pages.reduce(0, { $0 + $1.count }) != rows.count { return "\(what): counts" }
        for (index, (run, group)) in zip(runs, expected).enumerated() {
            let heading = headings[run.heading]
            if let title = group.title, title != heading.title {
                return "\(what): the title \(heading.title) of \(title)"
            }
            let first = run.heading == 0 ? .start : heading.first
            let end = run.heading + 1 < headings.count ? headings[run.heading + 1].first : nil
            let inside = pages.filter { page in page.first >= first && (end.map { page.first < $0 } ?? true) }
            let count = inside.reduce(0) { $0 + $1.count } + (isPlanted ? index % 2 : 0)
            if count != run.rows { return "\(what): \(count) rows counted instead of \(run.rows)" }
        }
        try writer.execute("DELETE FROM h WHERE id % 4 = \(step)")
        try insert(random.below(20))
        if random.chance(2) { try writer.execute("UPDATE h SET v = \(random.pick(test.values)) WHERE id % 5 = 0") }
        if !hasJournal { source.refresh() }
        // The next look finds the changes, or the request to refresh comes before it.
        _ = try wait { try await source.rows(.first, limit: 1) }
    }
    return nil
}

func testSections() {
    law("sections are those of the rows, with their counts", 60) { try sectionFault($0) }
    planted("a section with another count", 5) { try sectionFault($0, isPlanted: true) }

    run("sections that an order does not have, and too many, are errors; a table with fewer is read again") {
        let writer = try Writer()
        try writer.execute(
            """
            DROP TABLE IF EXISTS s; CREATE TABLE s(id int PRIMARY KEY, time time, name text COLLATE "und-x-icu");
            INSERT INTO s SELECT n, '12:00' FROM generate_series(1, \(SectionSearch.most + 1)) n
            """)
        let server = PostgresServer(parameters())
        func read(_ column: String, _ sections: PostgresSections) throws {
            let order = [PostgresOrderTerm.ascending(column)] + (column == "id" ? [] : [.ascending("id")])
            let source = PostgresRows(server, .table("s"), order: order, sections: sections)
            _ = try currentRows(source)
            _ = try wait { try await source.rows(.first, limit: 1) }
        }
        expectError(.type, containing: "found a different column time") { try read("time", .day()) }
        expectError(.type, containing: "found a different column id") { try read("id", .letter) }
        expectError(.type, containing: "10000 sections by id") { try read("id", .column()) }
        try writer.execute("DELETE FROM s WHERE id > 50")
        try read("id", .column())
    }

    run("a list shows sections with exact numbers of rows, and follows new ones") {
        try MainActor.assumeIsolated { try followSections() }
    }
}

@MainActor private func followSections() throws {
    let writer = try Writer()
    try writer.execute(
        """
        DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note;
        CREATE TABLE h(id int PRIMARY KEY, day date NOT NULL); CREATE INDEX ON h(day DESC, id);
        INSERT INTO h SELECT n, date '2026-11-27' - n / 400 FROM generate_series(1, 3000) n
        """)
    let server = PostgresServer(parameters())
    try wait { try await server.installJournal(on: "h") }
    let source = PostgresRows(
        server, .table("h"), order: [.descending("day"), .ascending("id")], sections: .day())
    let rows = LiveRows(source)
    rows.onFault = { fail("\($0)") }
    rows.show(0..<20)
    func sections() -> [String] {
        (0..<rows.numberOfSections).map {
            "\(rows.heading(ofSection: $0)?.title ?? "none") \(rows.positions(ofSection: $0).count)"
        }
    }
    func shows(_ titles: [String], _ counts: [Int]) -> Bool {
        rows.count.isExact && sections() == zip(titles, counts).map { "\($0) \($1)" }
    }
    func settle(_ what: String, until condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !condition() {
            guard Date() < end else { return fail("waited in vain: \(what): \(sections())") }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002))
        }
    }
    let days = (20...27).reversed().map { "2026-11-\($0)" }
    settle("sections") { shows(days, [399] + Array(repeating: 400, count: 6) + [201]) }
    try writer.execute("INSERT INTO h VALUES (5000, '2026-12-24'), (5001, '2026-12-24')")
    settle("a new section") { shows(["2026-12-24"] + days, [2, 399] + Array(repeating: 400, count: 6) + [201]) }
}
