import Foundation

/// The table that is printed, a row as soon as its measure ran.
struct Table {
    private static let columns: [(title: String, width: Int)] = [
        ("measure", 44), ("n", 11), ("median", 9), ("min", 9), ("p99", 9), ("worst", 9), ("best rival", 17),
        ("times", 8), ("reference", 9), ("limit", 9), ("bytes", 6), ("others", 0),
    ]

    func printHeader() {
        printRow(Self.columns.map(\.title))
        print(Self.columns.map { String(repeating: "-", count: $0.width == 0 ? 6 : $0.width) }.joined(separator: "  "))
    }

    func printRow(_ record: Record) {
        func text(_ outcome: Runner.Outcome?) -> String { outcome.map { TimeUnit.text($0.median) } ?? "" }
        printRow([
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
        printRow([measure.name, "\(measure.n)", "skipped: \(why)"])
    }

    /// Rivals that are not the best, columns without a comparison, and facts.
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

    private func printRow(_ cells: [String]) {
        let padded = zip(cells, Self.columns).enumerated().map { index, cell in
            let (text, column) = cell
            let padding = String(repeating: " ", count: max(0, column.width - text.count))
            return index == 0 || index == cells.count - 1 ? text + padding : padding + text
        }
        var row = padded.joined(separator: "  ")
        while row.last == " " { row.removeLast() }
        print(row)
        fflush(nil)  // At once, also into a pipe.
    }
}
