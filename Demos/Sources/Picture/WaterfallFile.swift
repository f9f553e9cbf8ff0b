import Foundation
import ListEngineLayout

/// Waterfalls as a JSON file describes them: see `Demos/README.md`.
struct WaterfallFile: Decodable {
    var width: CGFloat
    var scale: CGFloat?
    var direction: String?
    /// Top, left, bottom, right.
    var contentInset: [CGFloat]?
    var sections: [Section]

    struct Section: Decodable {
        var columns: Int
        /// Widths and heights; only their ratio counts.
        var items: [[CGFloat]]
        var columnSpacing: CGFloat?
        var interitemSpacing: CGFloat?
        /// Top, left, bottom, right.
        var insets: [CGFloat]?
        var headerHeight: CGFloat?
        var footerHeight: CGFloat?
    }

    /// The layout; all of it is visible.
    func layout() throws -> (layout: CollectionViewLayout, viewport: Viewport) {
        let placement: WaterfallPlacement
        switch direction ?? "shortestFirst" {
        case "shortestFirst": placement = .shortestFirst
        case "leftToRight": placement = .leadingToTrailing
        case "rightToLeft": placement = .trailingToLeading
        default: throw Unreadable(description: "direction: shortestFirst, leftToRight or rightToLeft")
        }
        let inset = try insets(contentInset, of: "contentInset")
        var layout = CollectionViewLayout(
            crossExtent: width - inset.leading - inset.trailing, displayScale: scale ?? 0)
        for section in sections {
            let shapes = try section.items.map { item in
                guard item.count == 2 else { throw Unreadable(description: "items: give width and height of each") }
                return CGSize(width: item[0], height: item[1])
            }
            try layout.append(
                .waterfall(
                    aspectRatios: shapes, columns: section.columns, spacing: section.columnSpacing ?? 10,
                    lineSpacing: section.interitemSpacing ?? 10, insets: try insets(section.insets, of: "insets"),
                    placement: placement, header: section.headerHeight ?? 0, footer: section.footerHeight ?? 0))
        }
        return (layout, Viewport(CGRect(origin: .zero, size: layout.contentSize)))
    }

    private func insets(_ values: [CGFloat]?, of name: String) throws -> SectionInsets {
        guard let values else { return .zero }
        guard values.count == 4 else { throw Unreadable(description: "\(name): give top, left, bottom and right") }
        return SectionInsets(top: values[0], leading: values[1], bottom: values[2], trailing: values[3])
    }
}

/// A description of either kind: one with a `container` is of compositional sections, one with a `width` of waterfalls.
enum Description: Decodable {
    case compositional(LayoutFile)
    case waterfall(WaterfallFile)
    /// A case in a file of many that this program does not draw.
    case unknown

    private enum Key: CodingKey { case container, width }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self).allKeys
        if keys.contains(.container) {
            self = .compositional(try LayoutFile(from: decoder))
        } else if keys.contains(.width) {
            self = .waterfall(try WaterfallFile(from: decoder))
        } else {
            self = .unknown
        }
    }

    func layout() throws -> (layout: CollectionViewLayout, viewport: Viewport) {
        switch self {
        case .compositional(let file): try file.layout()
        case .waterfall(let file): try file.layout()
        case .unknown: throw Unreadable(description: "neither a container nor a width is given")
        }
    }
}
