import Foundation
import ListEngineLayout
import XCTest

/// A case of `Tests/Golden/uikit/cases.json`: a list, and the frames that UIKit gives its elements.
struct UIKitCase: Decodable {
    struct Element: Decodable {
        var category: String
        var section: Int
        var item: Int
        /// x, y, width and height in points; nil if there is no such element.
        var frame: [CGFloat]?

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            category = try parts.decode(String.self)
            section = try parts.decode(Int.self)
            item = try parts.decode(Int.self)
            frame = try parts.decodeNil() ? nil : parts.decode([CGFloat].self)
        }
    }

    struct Step: Decodable {
        var name: String
        var offset: [CGFloat]
        var expect: [Element]
    }

    struct Flow: Decodable {
        var itemSize, inset: [CGFloat]
        var lineSpacing, interitemSpacing: CGFloat
        var header, footer: [CGFloat]?
    }

    struct Size: Decodable { var width, height: [String: CGFloat] }

    struct Node: Decodable {
        var type: String
        var size: Size
        var subitems: [Node]?
        var between: CGFloat?
    }

    struct Boundary: Decodable {
        var kind, alignment: String
        var size: Size
        var pins: Bool
    }

    struct Section: Decodable {
        var items: Int
        var group: Node
        var spacing: CGFloat?
        var insets: [CGFloat]?
        var boundaries: [Boundary]?
        var backgrounds: [[CGFloat]]?
    }

    struct Given: Decodable {
        var insets: [CGFloat]?
        var sectionSpacing, headerTopPadding: CGFloat?
    }

    private struct File: Decodable { var cases: [UIKitCase] }

    var id, layout, direction: String
    var bounds: [CGFloat]
    var scale: CGFloat
    var steps: [Step]
    var contentSize: [CGFloat?]?
    var counts: [Int]?
    var flow: Flow?
    var sizes: [[[CGFloat]]]?
    var sections: [Section]?
    var appearance: String?
    var rows: [[CGFloat]]?
    var headers, footers: [CGFloat]?
    var given: Given?

    static func read() throws -> [UIKitCase] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appendingPathComponent("Golden/uikit/cases.json"))
        return try JSONDecoder().decode(File.self, from: data).cases
    }

    /// The scene that was measured, of which there may be several cases.
    var sceneName: String {
        id.split(separator: "/").filter { !["delegate", "itemSize", "given", "defaults"].contains($0) }
            .joined(separator: "/")
    }

    /// The differences from UIKit: an element or the content size in each line.
    @MainActor
    func differences(snapping: PixelSnapping = .origins) throws -> [String] {
        var layout = try made()
        // In UIKit, frames of flow layouts are rounded.
        if self.layout == "flow" { layout.pixelSnapping = snapping }
        var differences: [String] = []
        for step in steps {
            let viewport = Viewport(
                CGRect(x: step.offset[0], y: step.offset[1], width: bounds[0], height: bounds[1]))
            let all = layout.layoutAttributes(
                in: Viewport(
                    CGRect(x: -1e4, y: -1e4, width: 1e5, height: 1e5), visibleBounds: viewport.visibleBounds))
            for expected in step.expect {
                let found = all.first { Self.is($0, expected) }?.frame
                let frame = expected.frame.map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
                let isSame = zip([found], [frame]).allSatisfy { a, b in
                    guard let a, let b else { return a == nil && b == nil }
                    return [a.minX - b.minX, a.minY - b.minY, a.width - b.width, a.height - b.height]
                        .allSatisfy { abs($0) < 1e-6 }
                }
                if !isSame {
                    differences.append(
                        "\(step.name) \(expected.category) \(expected.section).\(expected.item): "
                            + "\(found as Any), UIKit has \(frame as Any)")
                }
            }
        }
        let size = [layout.contentSize.width, layout.contentSize.height]
        for (found, expected) in zip(size, contentSize ?? []) {
            if let expected, abs(found - expected) > 1e-6 {
                differences.append("content size \(found), UIKit has \(expected)")
            }
        }
        return differences
    }

    private static func `is`(_ element: LayoutAttributes, _ expected: Element) -> Bool {
        let category: ElementCategory? =
            switch expected.category {
            case "item": .item
            case "header": .header
            case "footer": .footer
            case "background": .decoration
            default: nil
            }
        return element.category == category && element.section == expected.section
            && (element.category != .item || element.item == expected.item)
    }

    // MARK: Making the list

    @MainActor
    private func made() throws -> CollectionViewLayout {
        switch layout {
        case "flow": return try flowLayout()
        case "compositional": return try compositionalLayout()
        default: return try listLayout()
        }
    }

    @MainActor
    private func flowLayout() throws -> CollectionViewLayout {
        final class Delegate: CollectionViewFlowLayoutDelegate {
            let sizes: [[[CGFloat]]]
            init(_ sizes: [[[CGFloat]]]) { self.sizes = sizes }
            func flowLayout(
                _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
            ) -> CGSize? { CGSize(width: sizes[section][item][0], height: sizes[section][item][1]) }
        }
        func size(_ numbers: [CGFloat]?) -> CGSize {
            numbers.map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
        }
        let flow = try XCTUnwrap(flow)
        let recipe = CollectionViewFlowLayout()
        recipe.scrollDirection = direction == "vertical" ? .vertical : .horizontal
        recipe.itemSize = size(flow.itemSize)
        recipe.minimumLineSpacing = flow.lineSpacing
        recipe.minimumInteritemSpacing = flow.interitemSpacing
        recipe.sectionInset = SectionInsets(
            top: flow.inset[0], leading: flow.inset[1], bottom: flow.inset[2], trailing: flow.inset[3])
        recipe.headerReferenceSize = size(flow.header)
        recipe.footerReferenceSize = size(flow.footer)
        let delegate = sizes.map(Delegate.init)
        recipe.delegate = delegate
        return try withExtendedLifetime(delegate) {
            try recipe.layout(
                itemCounts: try XCTUnwrap(counts),
                in: ListContainer(size: CGSize(width: bounds[0], height: bounds[1]), displayScale: scale))
        }
    }

    private func dimension(_ words: [String: CGFloat]) throws -> CollectionLayoutDimension {
        let (word, value) = try XCTUnwrap(words.first)
        switch word {
        case "fractionalWidth": return .fractionalWidth(value)
        case "fractionalHeight": return .fractionalHeight(value)
        default: return .absolute(value)
        }
    }

    private func layoutSize(_ size: Size) throws -> CollectionLayoutSize {
        CollectionLayoutSize(
            widthDimension: try dimension(size.width), heightDimension: try dimension(size.height))
    }

    private func item(_ node: Node) throws -> CollectionLayoutItem {
        let size = try layoutSize(node.size)
        if node.type == "item" { return CollectionLayoutItem(layoutSize: size) }
        let items = try (node.subitems ?? []).map(item)
        let group =
            node.type == "horizontal"
            ? CollectionLayoutGroup.horizontal(layoutSize: size, subitems: items)
            : .vertical(layoutSize: size, subitems: items)
        group.interItemSpacing = node.between.map { .fixed($0) }
        return group
    }

    private static func insets(_ numbers: [CGFloat]) -> DirectionalEdgeInsets {
        DirectionalEdgeInsets(top: numbers[0], leading: numbers[1], bottom: numbers[2], trailing: numbers[3])
    }

    private var empty: CollectionViewLayout {
        CollectionViewLayout(size: CGSize(width: bounds[0], height: bounds[1]), displayScale: scale)
    }

    private func compositionalLayout() throws -> CollectionViewLayout {
        var layout = empty
        for one in try XCTUnwrap(sections) {
            let section = CollectionLayoutSection(group: try XCTUnwrap(item(one.group) as? CollectionLayoutGroup))
            section.interGroupSpacing = one.spacing ?? 0
            section.contentInsets = one.insets.map(Self.insets) ?? .zero
            section.boundarySupplementaryItems = try (one.boundaries ?? []).map {
                XCTAssertEqual($0.alignment, "top", id)
                let header = CollectionLayoutBoundarySupplementaryItem(
                    layoutSize: try layoutSize($0.size), elementKind: $0.kind, alignment: .top)
                header.pinToVisibleBounds = $0.pins
                return header
            }
            section.decorationItems = (one.backgrounds ?? []).map {
                let background = CollectionLayoutDecorationItem.background(elementKind: "background")
                background.contentInsets = Self.insets($0)
                return background
            }
            try layout.append(.compositional(section, count: one.items))
        }
        return layout
    }

    private func listLayout() throws -> CollectionViewLayout {
        var configuration = CollectionLayoutListConfiguration(
            appearance: appearance == "plain" ? .plain : .insetGrouped)
        if id.contains("firstitem") { configuration.headerMode = .firstItemInSection }
        if headers != nil { configuration.headerHeight = .estimated(40) }
        if footers != nil { configuration.footerHeight = .estimated(30) }
        if let insets = given?.insets { configuration.contentInsets = Self.insets(insets) }
        if let padding = given?.headerTopPadding { configuration.headerTopPadding = padding }
        let environment = CollectionLayoutEnvironment(
            container: CollectionLayoutContainer(contentSize: CGSize(width: bounds[0], height: bounds[1])),
            displayScale: scale)
        var layout = empty
        for (index, heights) in try XCTUnwrap(rows).enumerated() {
            try layout.append(
                .compositional(
                    .list(using: configuration, layoutEnvironment: environment), count: heights.count,
                    sectionSpacing: given?.sectionSpacing ?? 0))
            for (row, height) in heights.enumerated() {
                try layout.measure(item: row, inSection: index, size: CGSize(width: bounds[0], height: height))
            }
            if let height = headers?[index] {
                try layout.measure(
                    boundarySupplementaryItem: 0, inSection: index, size: CGSize(width: bounds[0], height: height))
            }
            if let height = footers?[index] {
                try layout.measure(
                    boundarySupplementaryItem: headers == nil ? 0 : 1, inSection: index,
                    size: CGSize(width: bounds[0], height: height))
            }
        }
        return layout
    }
}
