import Foundation

extension CollectionViewLayout {
    /// A picture of what a viewport shows, as an SVG document: each element as a box with its index path, pinned ones with
    /// a heavy edge, the visible bounds dashed.
    ///
    ///     try layout.svg(of: viewport).write(toFile: "list.svg", atomically: true, encoding: .utf8)
    ///
    /// For documentation and for the messages of failing tests. The same layout gives the same text everywhere.
    /// - Complexity: As ``layoutAttributes(in:)-(Viewport)``.
    public func svg(of viewport: Viewport) -> String {
        let area = viewport.rect.union(viewport.visibleBounds)
        var lines: [String] = []
        let box = [area.minX, area.minY, area.width, area.height].map { Self.number($0) }.joined(separator: " ")
        lines.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\" width=\"\(Self.number(area.width))\""
                + " height=\"\(Self.number(area.height))\" font-family=\"sans-serif\" font-size=\"10\">")
        lines.append(Self.rectangle(area, "fill=\"#fff\""))
        // Headers and footers stand above items where they are pinned, so they are drawn last.
        let elements = layoutAttributes(in: viewport).sorted { $0.zIndex < $1.zIndex }
        for element in elements where !element.isHidden { lines.append(contentsOf: Self.drawing(of: element)) }
        lines.append(
            Self.rectangle(
                viewport.visibleBounds, "fill=\"none\" stroke=\"#d33\" stroke-width=\"2\" stroke-dasharray=\"6 4\""))
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func drawing(of element: LayoutAttributes) -> [String] {
        let fill =
            switch element.category {
            case .header: "#ffe3b3"
            case .footer: "#d7f0d0"
            case .item: "#d6e6fb"
            }
        let width = element.isPinned ? "2.5" : "1"
        let dash = element.isEstimated ? " stroke-dasharray=\"3 2\"" : ""
        let opacity = element.alpha < 1 ? " opacity=\"\(number(CGFloat(element.alpha)))\"" : ""
        let frame = element.frame
        let label = element.path.description + (element.isPinned ? " (pinned)" : "")
        return [
            rectangle(
                frame, "fill=\"\(fill)\" stroke=\"#456\" stroke-width=\"\(width)\"\(dash)\(opacity)"),
            "<text x=\"\(number(frame.minX + 4))\" y=\"\(number(frame.midY + 3.5))\">\(label)</text>",
        ]
    }

    private static func rectangle(_ rect: CGRect, _ style: String) -> String {
        "<rect x=\"\(number(rect.minX))\" y=\"\(number(rect.minY))\" width=\"\(number(rect.width))\""
            + " height=\"\(number(rect.height))\" \(style)/>"
    }

    /// Thousandths of a point are enough for a picture; without needless zeros.
    private static func number(_ value: CGFloat) -> String {
        let thousandths = (Double(value) * 1_000).rounded()
        guard abs(thousandths) < 9e15 else { return "\(Double(value))" }
        let magnitude = Int64(abs(thousandths))
        let sign = thousandths < 0 ? "-" : ""
        if magnitude % 1_000 == 0 { return "\(sign)\(magnitude / 1_000)" }
        var digits = String(magnitude % 1_000 + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(magnitude / 1_000).\(digits)"
    }
}
