import Foundation

/// A bar chart of a run as SVG: the product beside its fastest alternative, on a logarithmic scale.
struct Chart {
    struct Row {
        let title: String
        let product: Double
        let rival: (name: String, time: Double)?
    }

    let title: String
    let subtitle: String
    let rows: [Row]

    /// The rows of a run for the README: the cost of a million items.
    init(records: [Record]) {
        title = "A million items: ListEngine and the fastest alternative"
        subtitle = "Median time of one operation, logarithmic scale. \(Machine.description), \(Machine.date)."
        let byName = Dictionary(records.map { ($0.fullName, $0) }, uniquingKeysWith: { first, _ in first })
        rows = Self.shown.compactMap { measure, title in
            guard let record = byName[measure], let product = record.product else { return nil }
            return Row(
                title: title, product: product.median,
                rival: record.bestRival.map { ($0.name, $0.outcome.median) })
        }
    }

    /// Lists and flows, under the names that the table has.
    private static let shown = FigureTable.layout.rows.filter {
        $0.measure.hasPrefix("layout.list.") && !$0.measure.contains(".copy/") || $0.measure.hasPrefix("layout.flow.")
    }

    private static let productColor = "#2f6fde"
    private static let rivalColor = "#b9bec8"
    private static let gridColor = "#e4e6ea"

    func svg() -> String {
        let labelWidth = 230.0
        let plotWidth = 520.0
        let rowHeight = 34.0
        let top = 86.0
        let width = labelWidth + plotWidth + 150
        let height = top + Double(rows.count) * rowHeight + 40
        let all = rows.flatMap { [$0.product, $0.rival?.time].compactMap(\.self) }
        let low = floor(log10(max(1, all.min() ?? 10)))
        let high = ceil(log10(max(10, all.max() ?? 1e6)))
        func x(_ nanoseconds: Double) -> Double {
            labelWidth + (log10(max(1, nanoseconds)) - low) / max(1, high - low) * plotWidth
        }

        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(Int(width))" height="\#(Int(height))" "#
                + #"viewBox="0 0 \#(Int(width)) \#(Int(height))" font-family="Helvetica, Arial, sans-serif" font-size="13">"#,
            #"<rect width="100%" height="100%" fill="white"/>"#,
            text(16, 28, title, size: 17, weight: "bold"),
            text(16, 48, subtitle, size: 11, fill: "#666"),
            #"<rect x="16" y="58" width="11" height="11" fill="\#(Self.productColor)"/>"#,
            text(32, 68, "ListEngine", size: 11),
            #"<rect x="110" y="58" width="11" height="11" fill="\#(Self.rivalColor)"/>"#,
            text(126, 68, "fastest alternative (array of frames, or rope)", size: 11),
        ]
        let bottom = top + Double(rows.count) * rowHeight
        for power in Int(low)...Int(high) {
            let position = number(x(pow(10, Double(power))))
            lines.append(
                #"<line x1="\#(position)" y1="\#(number(top - 4))" x2="\#(position)" y2="\#(number(bottom))" stroke="\#(Self.gridColor)"/>"#
            )
            lines.append(
                text(
                    x(pow(10, Double(power))), bottom + 18, Self.axisLabel(pow(10, Double(power))), size: 11,
                    anchor: "middle", fill: "#666"))
        }
        for (index, row) in rows.enumerated() {
            let y = top + Double(index) * rowHeight
            lines.append(text(labelWidth - 10, y + 17, row.title, anchor: "end"))
            lines.append(bar(from: labelWidth, to: x(row.product), y: y + 2, fill: Self.productColor))
            lines.append(text(x(row.product) + 6, y + 12, TimeUnit.text(row.product), size: 11))
            if let rival = row.rival {
                lines.append(bar(from: labelWidth, to: x(rival.time), y: y + 15, fill: Self.rivalColor))
                lines.append(
                    text(
                        x(rival.time) + 6, y + 25, "\(TimeUnit.text(rival.time)) \(rival.name)", size: 11,
                        fill: "#666"))
            }
        }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func axisLabel(_ nanoseconds: Double) -> String {
        let unit = TimeUnit(for: nanoseconds)
        return "\(Int((nanoseconds / unit.nanoseconds).rounded())) \(unit.rawValue)"
    }

    private func bar(from: Double, to: Double, y: Double, fill: String) -> String {
        #"<rect x="\#(number(from))" y="\#(number(y))" width="\#(number(max(1, to - from)))" height="12" fill="\#(fill)"/>"#
    }

    private func text(
        _ x: Double, _ y: Double, _ string: String, size: Int = 13, weight: String = "normal",
        anchor: String = "start", fill: String = "#222"
    ) -> String {
        let escaped = string.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        return #"<text x="\#(number(x))" y="\#(number(y))" font-size="\#(size)" font-weight="\#(weight)" "#
            + #"text-anchor="\#(anchor)" fill="\#(fill)">\#(escaped)</text>"#
    }

    private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
