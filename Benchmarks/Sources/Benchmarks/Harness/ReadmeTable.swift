import Foundation

/// The table of the README: what a million items cost, written between two marks.
enum ReadmeTable {
    private static let start = "<!-- figures: written by `make figures` -->"
    private static let end = "<!-- end of figures -->"

    private static let rows: [(name: String, title: String)] = [
        ("layout.list.prepare/varied/1000000", "list: lay out"),
        ("layout.list.query/varied/1000000", "list: what is visible, anywhere"),
        ("layout.list.scroll/varied/1000000", "list: what is visible, scrolling"),
        ("layout.list.resize/varied/1000000", "list: resize one"),
        ("layout.list.insert/varied/1000000", "list: insert one"),
        ("layout.list.delete/varied/1000000", "list: delete one"),
        ("layout.list.insert1000/varied/1000000", "list: insert 1,000 neighbours"),
        ("layout.list.script/varied/1000000", "list: 1 % scattered edits at once"),
        ("layout.list.copy/varied/1000000", "list: copy, edit, release"),
        ("layout.flow.prepare/varied/1000000", "flow: lay out"),
        ("layout.flow.query/varied/1000000", "flow: what is visible, anywhere"),
        ("layout.flow.resize/varied/1000000", "flow: resize one"),
        ("layout.flow.insert/varied/1000000", "flow: insert one"),
        ("layout.grid.prepare/uniform/1000000", "grid: lay out"),
        ("layout.main.prepare/unihan-codepoint/1437651", "98,060 sections of 1,437,651 rows: lay out"),
        ("layout.main.move/unihan-codepoint/1437651", "98,060 sections: move one"),
    ]

    /// Replaces what stands between the marks in a file.
    static func write(_ records: [Record], to path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let head = text.range(of: start), let tail = text.range(of: end) else {
            throw Skipped("\(path) has no marks for figures")
        }
        let replaced = text[..<head.upperBound] + "\n" + table(records) + "\n" + text[tail.lowerBound...]
        try Data(replaced.utf8).write(to: URL(fileURLWithPath: path))
    }

    private static func table(_ records: [Record]) -> String {
        let byName = Dictionary(records.map { ($0.fullName, $0) }, uniquingKeysWith: { first, _ in first })
        var lines = ["| a million items | ListEngine | best rival | reference |", "|---|---|---|---|"]
        for (name, title) in rows {
            guard let record = byName[name], let product = record.product else { continue }
            let rival = record.bestRival.map { "\(TimeUnit.text($0.outcome.median)) (\($0.name))" } ?? ""
            let reference = record.reference.map { TimeUnit.text($0.median) } ?? ""
            lines.append("| \(title) | \(TimeUnit.text(product.median)) | \(rival) | \(reference) |")
        }
        return lines.joined(separator: "\n") + "\n\nMedians on \(Machine.description)."
    }
}
