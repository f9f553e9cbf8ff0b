import Foundation
import ListEngineLayout

extension CollectionViewLayout {
    /// Draws the elements in a viewport as an SVG document. Each element is a box with its index path. Pinned elements have a
    /// thick outline, and the visible bounds are dashed. Sections that scroll independently are clipped to the list's edges.
    ///
    ///     try layout.svg(of: viewport).write(toFile: "list.svg", atomically: true, encoding: .utf8)
    ///
    /// For documentation and for the messages of failing tests. The same layout gives the same text on every machine.
    /// - Complexity: That of `layoutAttributes(in:)`.
    public func svg(of viewport: Viewport) -> String {
        let area = viewport.rect.union(viewport.visibleBounds)
        var lines: [String] = []
        let box = [area.minX, area.minY, area.width, area.height].map { Self.number($0) }.joined(separator: " ")
        lines.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\" width=\"\(Self.number(area.width))\""
                + " height=\"\(Self.number(area.height))\" font-family=\"sans-serif\" font-size=\"10\">")
        lines.append(Self.rectangle(area, "fill=\"#fff\""))
        // Pinned headers and footers lie above items, so they are drawn last. Elements of equal z-index keep the order of the
        // query, which the sort alone does not guarantee.
        let elements = layoutAttributes(in: viewport).enumerated().sorted {
            ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset)
        }
        for (_, element) in elements where !element.isHidden {
            let drawing = Self.drawing(of: element)
            if let window = window(around: element, in: area) {
                lines.append(Self.opening(window))
                lines.append(contentsOf: drawing)
                lines.append("</svg>")
            } else {
                lines.append(contentsOf: drawing)
            }
        }
        lines.append(
            Self.rectangle(
                viewport.visibleBounds, "fill=\"none\" stroke=\"#d33\" stroke-width=\"2\" stroke-dasharray=\"6 4\""))
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The part of the picture in which an element of a section that scrolls independently is visible. Nil for elements that need
    /// no clipping.
    private func window(around element: LayoutAttributes, in area: CGRect) -> CGRect? {
        guard element.category == .item || element.category == .supplementary, element.section >= 0,
            orthogonalScrolling(ofSection: element.section) != nil
        else { return nil }
        var window = area
        if scrollDirection == .vertical {
            guard element.minX < 0 || element.maxX > Double(crossExtent) else { return nil }
            (window.origin.x, window.size.width) = (0, crossExtent)
        } else {
            guard element.minY < 0 || element.maxY > Double(crossExtent) else { return nil }
            (window.origin.y, window.size.height) = (0, crossExtent)
        }
        return window
    }

    /// The start of a nested picture that clips its content.
    private static func opening(_ window: CGRect) -> String {
        let values = [window.minX, window.minY, window.width, window.height].map { number($0) }
        return "<svg x=\"\(values[0])\" y=\"\(values[1])\" width=\"\(values[2])\" height=\"\(values[3])\""
            + " viewBox=\"\(values.joined(separator: " "))\">"
    }

    private static func drawing(of element: LayoutAttributes) -> [String] {
        let fill =
            switch element.category {
            case .header: "#ffe3b3"
            case .footer: "#d7f0d0"
            case .item: "#d6e6fb"
            case .supplementary: "#f7c6c5"
            case .decoration: "#f1eef8"
            }
        let width = element.isPinned ? "2.5" : "1"
        let dash = element.isEstimated ? " stroke-dasharray=\"3 2\"" : ""
        let opacity = element.alpha < 1 ? " opacity=\"\(number(CGFloat(element.alpha)))\"" : ""
        let frame = element.frame
        let box = rectangle(
            frame, "fill=\"\(fill)\" stroke=\"#456\" stroke-width=\"\(width)\"\(dash)\(opacity)")
        // Backgrounds need no label, and small badges have no space for one.
        if element.category == .decoration || element.category == .supplementary && frame.width < 60 { return [box] }
        let label = element.path.description + (element.isPinned ? " (pinned)" : "")
        return [box, "<text x=\"\(number(frame.minX + 4))\" y=\"\(number(frame.midY + 3.5))\">\(label)</text>"]
    }

    private static func rectangle(_ rect: CGRect, _ style: String) -> String {
        "<rect x=\"\(number(rect.minX))\" y=\"\(number(rect.minY))\" width=\"\(number(rect.width))\""
            + " height=\"\(number(rect.height))\" \(style)/>"
    }

    /// A number rounded to thousandths of a point, without trailing zeros.
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
