import Foundation

/// Columns of text, printed row by row. The first and the last column are left aligned, the others right aligned.
struct Table {
    let columns: [(title: String, width: Int)]

    func printHeader() {
        printRow(columns.map(\.title))
        print(columns.map { String(repeating: "-", count: max($0.width, $0.title.count)) }.joined(separator: "  "))
    }

    func printRow(_ cells: [String]) {
        let padded = zip(cells, columns).enumerated().map { index, cell in
            let (text, column) = cell
            let padding = String(repeating: " ", count: max(0, column.width - text.count))
            let isLeft = index == 0 || column.width == 0 || cells.count < columns.count && index == cells.count - 1
            return isLeft ? text + padding : padding + text
        }
        var row = padded.joined(separator: "  ")
        while row.last == " " { row.removeLast() }
        print(row)
        fflush(nil)  // Immediately, also into a pipe.
    }
}

/// The table of results; each row is printed as soon as its measure has run.
struct ResultsTable {
    private let table = Table(columns: [
        ("measure", 40), ("n", 10), ("median", 7), ("min", 7), ("p99", 7), ("worst", 7), ("best rival", 13),
        ("times", 6), ("reference", 9), ("limit", 7), ("bytes", 6), ("others", 0),
    ])

    func printHeader() { table.printHeader() }

    func printRow(_ record: Record) {
        func text(_ outcome: Runner.Outcome?) -> String { outcome.map { TimeUnit.text($0.median) } ?? "" }
        table.printRow([
            record.name, "\(record.n)", text(record.product),
            record.product.map { TimeUnit.text($0.min) } ?? "",
            record.product?.percentile99.map(TimeUnit.text) ?? "",
            record.product?.worst.map(TimeUnit.text) ?? "",
            record.bestRival.map { "\(TimeUnit.text($0.outcome.median)) \($0.name)" } ?? "",
            record.advantage.map { TimeUnit.digits($0) + "x" } ?? "",
            text(record.reference), text(record.limit),
            record.bytesPerItem.map(TimeUnit.digits) ?? "",
            others(record),
        ])
    }

    func printSkipped(_ measure: Measure, why: String) {
        table.printRow([measure.name, measure.n.map(String.init) ?? "", "skipped: \(why)"])
    }

    /// Rivals that are not the best, contestants without a comparison, and facts.
    private func others(_ record: Record) -> String {
        var parts: [String] = []
        for (name, outcome) in record.rivals + record.columns where name != record.bestRival?.name {
            parts.append("\(name) \(TimeUnit.text(outcome.median))")
        }
        for (name, fact) in record.extra.sorted(by: { $0.key < $1.key }) {
            switch fact {
            case .number(let number): parts.append("\(name) \(TimeUnit.digits(number))")
            case .text(let text): parts.append("\(name) \(text)")
            }
        }
        return parts.joined(separator: ", ")
    }
}
