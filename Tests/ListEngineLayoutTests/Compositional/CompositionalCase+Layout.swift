import Foundation
import ListEngineLayout

extension CompositionalCase {
    /// The case, laid out through the public interface.
    @MainActor
    func layout() throws -> CollectionViewLayout {
        let described = sections.map(description)
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = CGFloat(sectionSpacing)
        let recipe = CollectionViewCompositionalLayout(
            sectionProvider: { section, _ in described[section] }, configuration: configuration)
        var layout = try recipe.layout(
            itemCounts: sections.map(\.items), in: ListContainer(size: container, displayScale: CGFloat(scale)))
        for (index, section) in sections.enumerated() {
            for (number, boundary) in section.boundaries.enumerated() {
                guard let height = boundary.measuredHeight else { continue }
                let size = CGSize(width: container.width, height: CGFloat(height))
                _ = try layout.measure(boundarySupplementaryItem: number, inSection: index, size: size)
            }
        }
        return layout
    }

    private func description(of section: Section) -> CollectionLayoutSection {
        let result = CollectionLayoutSection(group: section.group.group)
        result.interGroupSpacing = CGFloat(section.spacing)
        result.contentInsets = section.insets.insets
        if section.scrolls { result.orthogonalScrollingBehavior = .continuous }
        if section.boundariesIgnoreInsets { result.supplementariesFollowContentInsets = false }
        result.boundarySupplementaryItems = section.boundaries.map { boundary in
            let alignments: [String: RectAlignment] = [
                "top": .top, "topLeading": .topLeading, "topTrailing": .topTrailing, "bottom": .bottom,
            ]
            let item = CollectionLayoutBoundarySupplementaryItem(
                layoutSize: boundary.size.layoutSize, elementKind: boundary.kind,
                alignment: alignments[boundary.alignment]!)
            item.pinToVisibleBounds = boundary.pins
            return item
        }
        result.decorationItems = section.backdrops.map { backdrop in
            let item = CollectionLayoutDecorationItem.background(elementKind: backdrop.kind)
            item.contentInsets = backdrop.insets.insets
            return item
        }
        return result
    }
}

extension CompositionalCase.Dimension {
    fileprivate var dimension: CollectionLayoutDimension {
        switch self {
        case .points(let points): .absolute(CGFloat(points))
        case .shareOfWidth(let share): .fractionalWidth(CGFloat(share))
        case .shareOfHeight(let share): .fractionalHeight(CGFloat(share))
        case .estimated(let points): .estimated(CGFloat(points))
        }
    }
}

extension CompositionalCase.Size {
    fileprivate var layoutSize: CollectionLayoutSize {
        CollectionLayoutSize(widthDimension: width.dimension, heightDimension: height.dimension)
    }
}

extension CompositionalCase.Insets {
    fileprivate var insets: DirectionalEdgeInsets {
        DirectionalEdgeInsets(
            top: CGFloat(top), leading: CGFloat(leading), bottom: CGFloat(bottom), trailing: CGFloat(trailing))
    }
}

extension CompositionalCase.Space {
    fileprivate var spacing: CollectionLayoutSpacing {
        isFlexible ? .flexible(CGFloat(points)) : .fixed(CGFloat(points))
    }
}

extension CompositionalCase.Node {
    fileprivate var group: CollectionLayoutGroup {
        let group: CollectionLayoutGroup
        switch (type, parts) {
        case ("horizontal", let count?):
            group = .horizontal(layoutSize: size.layoutSize, subitem: children[0].item, count: count)
        case ("horizontal", nil): group = .horizontal(layoutSize: size.layoutSize, subitems: children.map(\.item))
        case (_, let count?): group = .vertical(layoutSize: size.layoutSize, subitem: children[0].item, count: count)
        case (_, nil): group = .vertical(layoutSize: size.layoutSize, subitems: children.map(\.item))
        }
        group.interItemSpacing = between.spacing
        dress(group)
        return group
    }

    private var item: CollectionLayoutItem {
        if type != "item" { return group }
        let item = CollectionLayoutItem(layoutSize: size.layoutSize)
        dress(item)
        return item
    }

    private func dress(_ item: CollectionLayoutItem) {
        item.contentInsets = insets.insets
        if edges.values.contains(where: { $0.points != 0 || $0.isFlexible }) {
            item.edgeSpacing = CollectionLayoutEdgeSpacing(
                leading: edges["leading"]?.spacing, top: edges["top"]?.spacing, trailing: edges["trailing"]?.spacing,
                bottom: edges["bottom"]?.spacing)
        }
        item.supplementaryItems = badges.map { badge in
            var edges: DirectionalRectEdge = []
            if badge.edges.contains("top") { edges.insert(.top) }
            if badge.edges.contains("leading") { edges.insert(.leading) }
            if badge.edges.contains("bottom") { edges.insert(.bottom) }
            if badge.edges.contains("trailing") { edges.insert(.trailing) }
            let anchor =
                badge.isShare
                ? CollectionLayoutAnchor(edges: edges, fractionalOffset: badge.offset)
                : CollectionLayoutAnchor(edges: edges, absoluteOffset: badge.offset)
            return CollectionLayoutSupplementaryItem(
                layoutSize: badge.size.layoutSize, elementKind: badge.kind, containerAnchor: anchor)
        }
    }
}

extension CollectionViewLayout {
    func answers(pinnedTo visible: CGRect) -> CompositionalAnswers {
        let far: CGFloat = 1_000_000
        let everything = Viewport(
            CGRect(x: -far, y: -far, width: 2 * far, height: 2 * far), visibleBounds: visible)
        let elements = layoutAttributes(in: everything)
        return CompositionalAnswers(
            item: { section, item in frame(ofItem: item, inSection: section) },
            supplementary: { kind, section, index in
                elements.first {
                    $0.path.section == section && $0.kind.name == kind
                        && ($0.path.item == index || $0.category != .supplementary)
                }?.frame
            },
            contentSize: contentSize,
            section: { section in
                (frame(ofSection: section).height, elements.filter { $0.path.section == section }.count)
            })
    }
}
