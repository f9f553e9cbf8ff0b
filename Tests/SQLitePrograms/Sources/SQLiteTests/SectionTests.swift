import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

private let zone = TimeZone(identifier: "Europe/Paris")!

/// What rows of one section have in common, without the code of the sections.
private func label(_ value: SQLiteValue, _ kind: String, ignoresCase: Bool) -> String {
    func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { ignoresCase && (65...90).contains($0) ? $0 + 32 : $0 }
    }
    switch (kind, value) {
    case (_, .null): return "null"
    case ("column", .integer(let number)): return "n\(number)"
    case ("column", .real(let number)): return "n\(Int64(exactly: number).map(String.init) ?? "\(number)")"
    case ("column", .text(let bytes)):
        // NOCASE compares up to a byte 0, and then the lengths.
        let shown = ignoresCase ? Array(bytes.prefix { $0 != 0 }) : bytes
        return "t\(folded(shown)) \(ignoresCase && shown.count < bytes.count ? bytes.count : 0)"
    case ("column", .blob(let bytes)): return "b\(bytes)"
    case (_, .blob): return "blob"
    case ("letter", .text(let bytes)):
        guard let first = bytes.first, first != 0 else { return "empty" }
        let length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        let letter = bytes.prefix(length)
        let isWhole = letter.count == length && !letter.contains(0)
        return isWhole ? "t\(folded(letter))" : label(value, "column", ignoresCase: ignoresCase)
    case ("letter", _): return "number"
    case (_, .text(let bytes)):
        let text = String(decoding: bytes.prefix(10), as: UTF8.self)
        return text.range(of: "^[-0-9]{10}$", options: .regularExpression) != nil
            ? text : label(value, "column", ignoresCase: ignoresCase)
    case (_, .integer(let number)): return day(Double(number))
    case (_, .real(let number)): return day(number)
    }
}

private func day(_ seconds: Double) -> String {
    if abs(seconds) >= 1e11 { return seconds < 0 ? "before" : "after" }
    let formatter = DateFormatter()
    formatter.timeZone = zone
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.locale = Locale(identifier: "en_US_POSIX")
    return formatter.string(from: Date(timeIntervalSince1970: seconds.rounded(.down)))
}

private func sectionValue(_ kind: String, _ random: inout Random) -> SQLiteValue {
    if random.chance(8) { return hardValue(&random) }
    switch kind {
    case "day":
        // Around the changes of the clock.
        let seconds = 1_774_000_000 + Int64(random.below(1_500_000)) + Int64(random.below(2)) * 18_000_000
        if random.chance(4) { return .text("2026-0\(random.below(3))-1\(random.below(3)) 1\(random.below(9)):00") }
        return random.chance(3) ? .real(Double(seconds) + 0.5) : .integer(seconds)
    case "letter":
        return .text(
            random.pick(["a", "B", "@", "[", "Z", "é", "È", "z", "\u{1F600}", "{", "_"]) + String(random.below(50)))
    default: return random.chance(2) ? .integer(Int64(random.below(9))) : .text(random.pick(["x", "X", "y", "x "]))
    }
}

/// The pages of all outlines of a count: later ones replace earlier ones.
private func allPages(_ source: SQLiteRows) async throws -> [RowPage<SQLiteKey>] {
    var all: [RowPage<SQLiteKey>] = []
    for try await outline in source.outlines(since: .initial) {
        guard case .pages(let pages, let end, _) = outline, let first = pages.first?.first else { continue }
        all.removeAll { page in page.first >= first && (end.map { page.first < $0 } ?? true) }
        all.append(contentsOf: pages)
        all.sort { $0.first < $1.first }
    }
    return all
}

/// The rows after the last change, and all sections: a source may rest after it has sorted, and finds sections in slices.
private func currentRows(_ source: SQLiteRows) async throws -> [KeyedRow<SQLiteKey, SQLiteKey, SQLiteRow>] {
    source.sorting.restEnd = 0
    var rows = try await source.rows(.first, limit: 10_000).rows
    while source.sectioning?.isCurrent == false { rows = try await source.rows(.first, limit: 10_000).rows }
    return rows
}

private func sectionFault(_ seed: UInt64, isPlanted: Bool = false) throws -> String? {
    var random = Random(seed: seed)
    let path = newPath()
    defer { remove(path) }
    let kind = random.pick(["column", "letter", "day"])
    let collation = random.pick(["BINARY", "NOCASE"])
    let writer = try newDatabase(
        path,
        "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, a COLLATE \(collation))"
    )
    if random.chance(3) { try writer.execute("CREATE INDEX i ON t(a)") }
    func insert(_ count: Int) throws {
        for _ in 0..<count {
            _ = try writer.rows("INSERT INTO t(a) VALUES (?)", [sectionValue(kind, &random)])
        }
    }
    try insert(random.pick([0, 3, 300]))
    let isDescending = random.chance(2)
    let order = [
        SQLiteOrderTerm("a", isDescending: isDescending),
        SQLiteOrderTerm("id", isDescending: random.pick([isDescending, true])),
    ]
    let sections: SQLiteSections =
        kind == "column" ? .column() : kind == "letter" ? .letter : .day(timeZone: zone)
    let condition = random.chance(4) ? SQLiteCondition("id % 3 > 0") : nil
    let source =
        random.chance(2)
        ? try SQLiteRows(
            path: path, .table("t"), order: order, condition: condition, sections: sections, pollInterval: 1_000)
        : try SQLiteRows(
            connection: writer.pointer, .table("t"), order: order, condition: condition, sections: sections,
            pollInterval: 1_000, isOnlyWriter: true)
    defer { source.stopObserving() }
    for step in 0..<4 {
        let rows = try wait { try await currentRows(source) }
        let headings = source.knownSections
        for (one, next) in zip(headings, headings.dropFirst()) where one.first >= next.first { return "not ascending" }
        // The runs of rows with one label, and of rows with one heading.
        var expected: [(label: String, rows: Int)] = []
        var found: [(heading: Int, rows: Int)] = []
        for row in rows {
            let label = label(row.row[1], kind, ignoresCase: collation == "NOCASE")
            let heading = max(0, (headings.firstIndex { row.key < $0.first } ?? headings.count) - 1)
            if expected.last?.label == label {
                expected[expected.count - 1].rows += 1
            } else {
                expected.append((label, 1))
            }
            if found.last?.heading == heading { found[found.count - 1].rows += 1 } else { found.append((heading, 1)) }
        }
        let what = "\(kind) \(collation) descending \(isDescending), step \(step)"
        if expected.map(\.rows) != found.map(\.rows) {
            return
                "\(what): sections of \(found.map(\.rows)) rows instead of \(expected.map { "\($0.label): \($0.rows)" })"
        }
        if !rows.isEmpty, found[0].heading != 0 && step == 0 { return "\(what): a section without rows" }
        // The titles of days; before 1583 calendars differ.
        for (section, group) in zip(found, expected)
        where kind == "day" && group.label.wholeMatch(of: /(1[6-9]|[2-9].)..-..-../) != nil {
            let title = headings[section.heading].title
            if title != group.label { return "\(what): the title \(title) of \(group.label)" }
        }
        let pages = try wait { try await allPages(source) }
        if pages.reduce(0, { $0 + $1.count }) != rows.count { return "\(what): counts" }
        for (number, section) in found.enumerated() {
            let first = section.heading == 0 ? .start : headings[section.heading].first
            let end = section.heading + 1 < headings.count ? headings[section.heading + 1].first : nil
            let inside = pages.filter { page in page.first >= first && (end.map { page.first < $0 } ?? true) }
            let count = inside.reduce(0) { $0 + $1.count } + (isPlanted ? number % 2 : 0)
            if count != section.rows { return "\(what): \(count) rows counted instead of \(section.rows)" }
        }
        try writer.execute("DELETE FROM t WHERE id % 4 = \(step)")
        try insert(random.below(40))
        if random.chance(3), case .text(let bytes) = sectionValue("letter", &random) {
            _ = try writer.rows("UPDATE t SET a = ? WHERE id % 5 = 0", [.text(bytes)])
        }
    }
    return nil
}

func testSections() {
    law("sections are those of the rows, with their counts", 60) { try sectionFault($0) }
    planted("a section with another count", 5) { try sectionFault($0, isPlanted: true) }

    run("titles of sections") {
        let path = newPath()
        let writer = try newDatabase(
            path,
            "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, time INT); CREATE INDEX i ON t(name)")
        try writer.execute(
            "INSERT INTO t(name, time) VALUES ('ann', 0), ('Bob', 86400), ('éa', 90000), (NULL, NULL), (x'00', -1)")
        func titles(_ order: SQLiteOrderTerm, _ sections: SQLiteSections) throws -> [String] {
            let source = try SQLiteRows(path: path, .table("t"), order: [order, .ascending("id")], sections: sections)
            _ = try wait { try await source.rows(.first, limit: 1) }
            return source.knownSections.map(\.title)
        }
        expect(try titles(.ascending("name"), .letter) == ["", "A", "B", "É", ""])
        expect(try titles(.descending("name"), .letter) == ["", "É", "B", "A", ""])
        let utc = TimeZone(secondsFromGMT: 0)!
        expect(try titles(.ascending("time"), .day(timeZone: utc)) == ["", "1969-12-31", "1970-01-01", "1970-01-02"])
        expect(
            try titles(.descending("time"), .day(unitsPerSecond: 1_000, timeZone: utc) { "on \($0)" })
                == ["on 1970-01-01", "on 1969-12-31", "on "])
        expect(try titles(.ascending("time"), .column()) == ["", "-1", "0", "86400", "90000"])
        expectError(.noSuchCollation, containing: "RTRIM") {
            _ = try titles(.ascending("name", collation: .trimmedRight), .letter)
        }
    }

    run("titles of a column are as the first row has it") {
        for encoding in ["UTF-8", "UTF-16le"] {
            for collation in ["BINARY", "NOCASE"] {
                let path = newPath()
                let writer = try newDatabase(
                    path,
                    "PRAGMA encoding = '\(encoding)'; CREATE TABLE t(id INTEGER PRIMARY KEY, c TEXT COLLATE \(collation), n REAL);"
                )
                try writer.execute("INSERT INTO t(c, n) VALUES ('Berlin', 1), ('Żary', 2.5)")
                let source = try SQLiteRows(
                    connection: writer.pointer, .table("t"), columns: ["id"],
                    order: [.ascending("c"), .ascending("id")],
                    sections: .column(), pollInterval: 1_000, isOnlyWriter: true)
                defer { source.stopObserving() }
                _ = try wait { try await source.rows(.first, limit: 1) }
                expect(source.knownSections.map(\.title) == ["Berlin", "Żary"], "\(source.knownSections.map(\.title))")
                try writer.execute("INSERT INTO t(c) VALUES ('Celle')")
                // Sections are found again in the background.
                for _ in 0..<6_000 where source.knownSections.count < 3 {
                    _ = try wait { try await source.rows(.first, limit: 1) }
                    usleep(10_000)
                }
                expect(
                    source.knownSections.map(\.title) == ["Berlin", "Celle", "Żary"],
                    "\(encoding) \(collation): \(source.knownSections.map(\.title))")
            }
        }
    }

    run("sections are found in slices, and stay while they are found again") {
        let path = newPath()
        let writer = try newDatabase(
            path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER); CREATE INDEX i ON t(a, id)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) INSERT INTO t SELECT i, i / 2 * 2 FROM c"
        )
        let plan = try RowPlan(
            .table("t"), columns: nil, order: [.ascending("a"), .ascending("id")], condition: nil, connection: writer)
        let sectioning = Sectioning(.column())
        func slice() throws -> Bool {
            try sectioning.find(plan, until: 0) {
                let row = try plan.firstTermOnly.page(.from($0), limit: 1, writer).rows.first
                return row.map { ($0.key, $0.row.values.first) }
            }
        }
        var slices = 1
        while try !slice() { slices += 1 }
        expect(slices > 100 && sectioning.headings.count == 1_001, "\(slices) slices")
        // Two changes: one section begins before the place that is searched, one is known by an edit.
        _ = sectioning.follow([.somewhere(RowRevision(2))], plan, writer)
        for _ in 0..<20 { expect(try !slice() && sectioning.headings.count == 1_001) }
        try writer.execute("INSERT INTO t(id, a) VALUES (5000, 3), (5001, 5), (5002, 1999)")
        let edit = try plan.page(.last, limit: 10, writer).rows.filter { $0.row[0] == .integer(5_002) }.map {
            SQLiteEdit(id: $0.id, old: nil, new: $0.key)
        }
        _ = sectioning.follow([.somewhere(RowRevision(3)), .edits(edit, RowRevision(4))], plan, writer)
        expect(sectioning.isSearching && sectioning.headings.count == 1_002, "\(sectioning.headings.count)")
        slices = 0
        while !sectioning.isCurrent, slices < 1_000 {
            _ = try slice()
            slices += 1
        }
        expect(sectioning.headings.count == 1_004 && slices > 100, "\(sectioning.headings.count)")
        expect(zip(sectioning.headings, sectioning.headings.dropFirst()).allSatisfy { $0.first < $1.first })
    }

    run("letters of a column that compares texts as numbers, and of bytes that are no text") {
        func letters(_ type: String, _ values: String, _ order: SQLiteOrderTerm) throws -> [String] {
            let path = newPath()
            let writer = try newDatabase(
                path, "CREATE TABLE t(id INTEGER PRIMARY KEY, n \(type)); CREATE INDEX i ON t(n)")
            try writer.execute("INSERT INTO t(n) VALUES \(values)")
            let source = try SQLiteRows(path: path, .table("t"), order: [order, .ascending("id")], sections: .letter)
            let rows = try wait { try await source.rows(.first, limit: 100) }.rows
            let headings = source.knownSections
            return headings.indices.map { place in
                let inside = rows.filter { row in
                    (place == 0 || row.key >= headings[place].first)
                        && (place + 1 == headings.count || row.key < headings[place + 1].first)
                }
                return "\(headings[place].title) \(inside.count)"
            }
        }
        for type in ["INTEGER", "NUMERIC", "REAL", "DATETIME", "DECIMAL(5)"] {
            let values = "(5), (12), ('12a'), ('1b'), ('9x'), ('a')"
            expect(try letters(type, values, .ascending("n")) == ["# 2", "1 2", "9 1", "a 1"], type)
            expect(try letters(type, values, .descending("n")) == ["a 1", "9 1", "1 2", "# 2"], type)
        }
        expect(try letters("TEXT", "(5), (12), ('12a'), ('1')", .ascending("n")) == ["1 3", "5 1"])
        let hard = "(CAST(x'C3FF41' AS TEXT)), ('Жa'), ('日b'), (CAST(x'FF' AS TEXT)), (x'00')"
        expect(try letters("TEXT", hard, .ascending("n")).map { $0.last } == ["1", "1", "1", "1", "1"])
        expect(
            try letters(
                "TEXT COLLATE NOCASE", "(CAST(x'C340' AS TEXT)), (CAST(x'C35A' AS TEXT)), ('Ж')", .ascending("n")
            )
            .map { $0.last } == ["1", "1", "1"])
    }

    run("rows are counted in slices also if sections are short") {
        let path = newPath()
        let writer = try newDatabase(
            path, "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER); CREATE INDEX i ON t(a, id)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) INSERT INTO t SELECT i, i / 100 FROM c"
        )
        let order = [SQLiteOrderTerm.ascending("a"), .ascending("id")]
        let condition = SQLiteCondition("id > 0")
        let source = try SQLiteRows(
            path: path, .table("t"), order: order, condition: condition, sections: .column())
        _ = try wait { try await source.rows(.first, limit: 1) }
        let plan = try RowPlan(.table("t"), columns: nil, order: order, condition: condition, connection: writer)
        var (slices, total, place) = (0, 0, Optional(SQLiteKey.start))
        while let from = place {
            let slice = try plan.countPages(from: from, headings: source.knownSections, writer, seconds: 0)
            slices += 1
            total += slice.pages.reduce(0) { $0 + $1.count }
            place = slice.end
        }
        expect(total == 20_000 && slices > 10, "\(total) rows in \(slices) slices")
    }

    run("more sections than a list can have are an error") {
        let path = newPath()
        let writer = try newDatabase(path, "CREATE TABLE t(id INTEGER PRIMARY KEY)")
        try writer.execute(
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(Sectioning.most + 1)) INSERT INTO t SELECT i FROM c"
        )
        let source = try SQLiteRows(path: path, .table("t"), order: [.ascending("id")], sections: .column())
        expectError(.tooManySections, containing: "by id") { _ = try wait { try await source.rows(.first, limit: 1) } }
        try writer.execute("DELETE FROM t WHERE id > 100")
        _ = try wait { try await source.rows(.first, limit: 1) }
        expect(source.knownSections.count == 100)
    }
}
