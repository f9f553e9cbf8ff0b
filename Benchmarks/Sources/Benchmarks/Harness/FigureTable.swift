import Foundation

/// A table of figures in a page, written between two marks: the cost of a million items.
struct FigureTable: Sendable {
    /// The name in the marks.
    let name: String
    let header: String
    let rows: [(measure: String, title: String)]
    /// The cells after the title.
    let cells: @Sendable (Record) -> [String]

    static let all = [summary, layout, diff, live, lists]

    /// The full names of the measures that a table shows, each with its place in reading order.
    static var places: [String: Int] {
        Dictionary(
            all.flatMap(\.rows).enumerated().map { ($1.measure, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Replaces the tables in these files for which a run has figures. A table may be in any of the files, or in
    /// several.
    static func write(_ records: [Record], to paths: [String]) throws {
        let byName = Dictionary(records.map { ($0.fullName, $0) }, uniquingKeysWith: { first, _ in first })
        var homeless = all.filter { $0.lines(byName) != nil }.map(\.name)
        for path in paths {
            var text = try String(contentsOfFile: path, encoding: .utf8)
            for table in all {
                guard let lines = table.lines(byName),
                    let head = text.range(of: "<!-- \(table.name): written by `make figures` -->"),
                    let tail = text.range(of: "<!-- end of \(table.name) -->"), head.upperBound <= tail.lowerBound
                else { continue }
                let written = lines.joined(separator: "\n") + "\n\nMedians on \(Machine.description), \(Machine.date)."
                text.replaceSubrange(head.upperBound..<tail.lowerBound, with: "\n\(written)\n")
                homeless.removeAll { $0 == table.name }
            }
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        guard homeless.isEmpty else {
            throw Skipped("\(paths.joined(separator: ", ")): no marks for \(homeless.joined(separator: ", "))")
        }
    }

    /// Nil if the run omitted an area that the table shows.
    private func lines(_ records: [String: Record]) -> [String]? {
        func areas(_ measures: some Sequence<String>) -> Set<Substring> {
            Set(measures.map { $0.prefix { $0 != "." } })
        }
        guard areas(rows.map(\.measure)).isSubset(of: areas(records.keys)) else { return nil }
        let measured = rows.compactMap { row in
            records[row.measure].flatMap { record in
                record.product.map {
                    "| \(row.title) | \(TimeUnit.text($0.median)) | \(cells(record).joined(separator: " | ")) |"
                }
            }
        }
        if measured.isEmpty { return nil }
        let columns = header.split(separator: "|", omittingEmptySubsequences: true).count
        return [header, "|" + String(repeating: "---|", count: columns)] + measured
    }
}

extension FigureTable {
    /// The table of the README.
    fileprivate static let summary = FigureTable(
        name: "summary figures", header: "| a million items | ListEngine | fastest alternative |",
        rows: [
            ("layout.list.prepare/varied/1000000", "list: lay out"),
            ("layout.list.insert/varied/1000000", "list: insert one row"),
            ("layout.list.scroll/varied/1000000", "list: find the visible rows while scrolling"),
            ("layout.flow.resize/varied/1000000", "flow: resize one item"),
            ("live.width/wrapping/1000000", "list of wrapped text: new width"),
            ("diff.collection.scattered/uint64/1000000", "diff of integers, 1 % deleted, 1 % inserted"),
            ("diff.collection.scattered/string/1000000", "diff of strings, 1 % deleted, 1 % inserted"),
            (
                "kit.diffable.apply/integer/1000000", "the same diff of integers, including layout and cells"
            ),
            ("kit.diffable.scroll/integer/1000000", "scroll by a screen of 30 cells"),
        ]
    ) { record in [record.bestRival.map { "\(TimeUnit.text($0.outcome.median)) (\($0.name))" } ?? ""] }

    static let layout = FigureTable(
        name: "figures", header: "| a million items | ListEngine | fastest alternative | reference |",
        rows: [
            ("layout.list.prepare/varied/1000000", "list: lay out"),
            ("layout.list.query/varied/1000000", "list: visible items, anywhere"),
            ("layout.list.scroll/varied/1000000", "list: visible items, scrolling"),
            ("layout.list.resize/varied/1000000", "list: resize one"),
            ("layout.list.insert/varied/1000000", "list: insert one"),
            ("layout.list.delete/varied/1000000", "list: delete one"),
            ("layout.list.insert1000/varied/1000000", "list: insert 1,000 adjacent"),
            ("layout.list.script/varied/1000000", "list: 1 % scattered edits, one script"),
            ("layout.list.copy/varied/1000000", "list: copy, edit, release"),
            ("layout.flow.prepare/varied/1000000", "flow: lay out"),
            ("layout.flow.query/varied/1000000", "flow: visible items, anywhere"),
            ("layout.flow.resize/varied/1000000", "flow: resize one"),
            ("layout.flow.insert/varied/1000000", "flow: insert one"),
            ("layout.grid.prepare/uniform/1000000", "grid: lay out"),
            ("layout.waterfall.prepare/varied/1000000", "waterfall: lay out"),
            ("layout.compositional.prepare/nested/1000000", "nested groups: lay out"),
            ("layout.compositional.query/nested/1000000", "nested groups: visible items, anywhere"),
            ("layout.compositional.measure/list/1000000", "compositional list: measure one"),
            ("layout.main.prepare/unihan-codepoint/1437651", "98,060 sections of 1,437,651 rows: lay out"),
            ("layout.main.move/unihan-codepoint/1437651", "98,060 sections: move one"),
        ]
    ) { record in
        let rival = record.bestRival.map { "\(TimeUnit.text($0.outcome.median)) (\($0.name))" } ?? ""
        return [rival, record.reference.map { TimeUnit.text($0.median) } ?? ""]
    }

    fileprivate static let diff = FigureTable(
        name: "diff figures",
        header: "| a million items | ListEngine | standard library | Heckel | moves (ListEngine) | moves (Heckel) | copying both |",
        rows: [
            ("diff.collection.identical/uint64/1000000", "integers: nothing changed"),
            ("diff.collection.front/uint64/1000000", "integers: one inserted at the front"),
            ("diff.collection.scattered/uint64/1000000", "integers: 1 % deleted, 1 % inserted"),
            ("diff.collection.moved/uint64/1000000", "integers: the same, and 0.1 % moved"),
            ("diff.collection.block/uint64/1000000", "integers: a tenth moved to the front"),
            ("diff.collection.reversal/uint64/1000000", "integers: reversed"),
            ("diff.collection.shuffle/uint64/1000000", "integers: shuffled"),
            ("diff.collection.disjoint/uint64/1000000", "integers: all replaced"),
            ("diff.collection.scattered/string/1000000", "strings: 1 % deleted, 1 % inserted"),
            ("diff.collection.block/string/1000000", "strings: a tenth moved to the front"),
            ("diff.collection.shuffle/string/1000000", "strings: shuffled"),
            ("diff.collection.byproperty/unihan/1437651", "1,437,651 Unihan records: sorted by another property"),
            ("diff.snapshot.identical/string/1000000", "snapshot of strings built from scratch: unchanged"),
            ("diff.snapshot.scattered/string/1000000", "snapshot of strings built from scratch: 1 % and 1 %"),
            ("diff.snapshot.stated/string/1000000", "snapshot of strings: one inserted into a copy"),
        ]
    ) { record in
        func time(_ name: String) -> String {
            record.rivals.first { $0.name == name }.map { TimeUnit.text($0.outcome.median) } ?? ""
        }
        func number(_ fact: String) -> String {
            guard case .number(let number)? = record.extra[fact] else { return "" }
            return Int(number).formatted(.number.locale(Locale(identifier: "en_US")))
        }
        return [
            time("stdlib"), time("heckel"), number("moves"), number("moves of heckel"),
            record.limit.map { TimeUnit.text($0.median) } ?? "",
        ]
    }

    fileprivate static let live = FigureTable(
        name: "live figures", header: "| a million items | ListEngine | fastest alternative | reference | worst |",
        rows: [
            ("live.measure/varied/1000000", "a row is measured, and is higher than estimated"),
            ("live.prepend/varied/1000000", "a hundred rows inserted before the first"),
            ("live.width/wrapping/1000000", "wrapped text: new width"),
            ("live.swap/layout/1000000", "a prepared version is swapped in"),
            ("live.swap/prepared/1000000", "the same with 1 % scattered edits, up to the cells"),
            ("live.apply/integer/1000000", "1 % scattered edits, from identifiers to cells"),
            ("live.append/integer/1000000", "84 rows inserted at the end, 84 deleted at the start, up to the cells"),
            ("live.jump/integer/1000000", "jump to any item, measuring around it"),
            ("live.minute/integer/1000000", "a frame of a minute of scrolling and appending"),
        ]
    ) { record in
        let rival = record.bestRival.map { "\(TimeUnit.text($0.outcome.median)) (\($0.name))" } ?? ""
        let worst = record.product?.worst.map(TimeUnit.text) ?? ""
        return [rival, record.reference.map { TimeUnit.text($0.median) } ?? "", worst]
    }

    fileprivate static let lists = FigureTable(
        name: "list figures", header: "| a million items, in a list with a host | integers | worst |",
        rows: [
            ("kit.diffable.display/integer/1000000", "a data source by identity: first display"),
            ("kit.diffable.apply/integer/1000000", "1 % deleted, 1 % inserted, from the snapshot to the cells"),
            ("kit.diffable.edit/integer/1000000", "one stated insert or delete"),
            ("kit.diffable.scroll/integer/1000000", "scroll by a screen: 30 cells in, 30 out"),
            ("kit.listing.display/integer/1000000", "a section of a list: first display"),
            ("kit.listing.apply/integer/1000000", "the same edits, found by comparing"),
            ("kit.listing.edit/integer/1000000", "one stated insert or delete"),
        ]
    ) { record in [record.product?.worst.map(TimeUnit.text) ?? ""] }
}
