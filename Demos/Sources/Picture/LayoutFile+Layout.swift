import Foundation
import ListEngineLayout

extension LayoutFile {
    /// The layout and its visible part.
    func layout() throws -> (layout: CollectionViewLayout, viewport: Viewport) {
        guard container.count == 2 else { throw Unreadable(description: "container: give width and height") }
        let size = CGSize(width: container[0], height: container[1])
        let direction: ScrollDirection = scrollDirection == "horizontal" ? .horizontal : .vertical
        var layout = CollectionViewLayout(
            size: size, scrollDirection: direction,
            flowDirection: rightToLeft == true ? .rightToLeft : .leftToRight, displayScale: scale ?? 0)
        var offsets = SectionOffsets()
        for (index, section) in sections.enumerated() {
            let recipe = SectionRecipe.compositional(
                try section.described(), count: section.itemCount, sectionSpacing: interSectionSpacing ?? 0)
            try layout.append(recipe)
            offsets[index] = section.scrollOffset ?? 0
            try measure(section.boundarySupplementaries ?? [], inSection: index, of: &layout)
        }
        let boundaries = boundarySupplementaries ?? []
        try layout.setBoundarySupplementaryItems(try boundaries.map { try $0.described() })
        try measure(boundaries, inSection: ElementPath.wholeList, of: &layout)
        let offset = contentOffset ?? [0, 0]
        guard offset.count == 2 else { throw Unreadable(description: "contentOffset: give x and y") }
        let visible = CGRect(origin: CGPoint(x: offset[0], y: offset[1]), size: size)
        let viewport = Viewport(
            visible, adjustedInsets: adjustedContentInset?.described ?? .zero, sectionOffsets: offsets)
        return (layout, viewport)
    }

    /// Headers and footers with another height than estimated.
    private func measure(
        _ boundaries: [Boundary], inSection section: Int, of layout: inout CollectionViewLayout
    ) throws {
        for (index, boundary) in boundaries.enumerated() {
            guard let height = boundary.measuredHeight else { continue }
            try layout.measure(
                boundarySupplementaryItem: index, inSection: section,
                size: CGSize(width: layout.crossExtent, height: height))
        }
    }
}

extension LayoutFile.Section {
    func described() throws -> CollectionLayoutSection {
        guard let group = try group.described() as? CollectionLayoutGroup else {
            throw Unreadable(description: "group: the type of a section's group is horizontal or vertical")
        }
        let section = CollectionLayoutSection(group: group)
        section.contentInsets = insets?.described ?? .zero
        section.interGroupSpacing = interGroupSpacing ?? 0
        section.supplementariesFollowContentInsets = supplementariesFollowContentInsets ?? true
        section.boundarySupplementaryItems = try (boundarySupplementaries ?? []).map { try $0.described() }
        section.decorationItems = (decorations ?? []).map { decoration in
            let item = CollectionLayoutDecorationItem.background(elementKind: decoration.kind)
            item.contentInsets = decoration.insets?.described ?? .zero
            return item
        }
        section.orthogonalScrollingBehavior =
            switch orthogonalScrolling {
            case nil, "none": .none
            case "continuous": .continuous
            case "continuousGroupLeadingBoundary": .continuousGroupLeadingBoundary
            case "paging": .paging
            case "groupPaging": .groupPaging
            case "groupPagingCentered": .groupPagingCentered
            case let other?: throw Unreadable(description: "orthogonalScrolling: \(other)")
            }
        return section
    }
}

extension LayoutFile.Node {
    func described() throws -> CollectionLayoutItem {
        let size = try size.described()
        let item: CollectionLayoutItem
        switch (type, subitem, count) {
        case ("item", _, _): item = CollectionLayoutItem(layoutSize: size)
        case ("horizontal", let subitem?, let count?) where repeats == true:
            item = CollectionLayoutGroup.horizontal(
                layoutSize: size, repeatingSubitem: try subitem.described(), count: count)
        case ("horizontal", let subitem?, let count?):
            item = CollectionLayoutGroup.horizontal(layoutSize: size, subitem: try subitem.described(), count: count)
        case ("vertical", let subitem?, let count?) where repeats == true:
            item = CollectionLayoutGroup.vertical(
                layoutSize: size, repeatingSubitem: try subitem.described(), count: count)
        case ("vertical", let subitem?, let count?):
            item = CollectionLayoutGroup.vertical(layoutSize: size, subitem: try subitem.described(), count: count)
        case ("horizontal", let subitem, _):
            item = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: try children(subitem))
        case ("vertical", let subitem, _):
            item = CollectionLayoutGroup.vertical(layoutSize: size, subitems: try children(subitem))
        default: throw Unreadable(description: "type: \(type) is none of item, horizontal and vertical")
        }
        item.contentInsets = insets?.described ?? .zero
        item.edgeSpacing = edgeSpacing.map { edges in
            CollectionLayoutEdgeSpacing(
                leading: edges.leading?.described, top: edges.top?.described, trailing: edges.trailing?.described,
                bottom: edges.bottom?.described)
        }
        item.supplementaryItems = try (supplementaries ?? []).map { try $0.described() }
        (item as? CollectionLayoutGroup)?.interItemSpacing = interItemSpacing?.described
        return item
    }

    private func children(_ only: LayoutFile.Node?) throws -> [CollectionLayoutItem] {
        try (subitems ?? only.map { [$0] } ?? []).map { try $0.described() }
    }
}

extension LayoutFile.Size {
    func described() throws -> CollectionLayoutSize {
        CollectionLayoutSize(widthDimension: try width.described(), heightDimension: try height.described())
    }
}

extension LayoutFile.Dimension {
    func described() throws -> CollectionLayoutDimension {
        if let fractionalWidth { return .fractionalWidth(fractionalWidth) }
        if let fractionalHeight { return .fractionalHeight(fractionalHeight) }
        if let absolute { return .absolute(absolute) }
        if let estimated { return .estimated(estimated) }
        if let uniformAcrossSiblings { return .uniformAcrossSiblings(estimate: uniformAcrossSiblings) }
        throw Unreadable(
            description:
                "a dimension is fractionalWidth, fractionalHeight, absolute, estimated or uniformAcrossSiblings")
    }
}

extension LayoutFile.Insets {
    var described: DirectionalEdgeInsets {
        DirectionalEdgeInsets(top: top ?? 0, leading: leading ?? 0, bottom: bottom ?? 0, trailing: trailing ?? 0)
    }
}

extension LayoutFile.Spacing {
    var described: CollectionLayoutSpacing { flexible.map { .flexible($0) } ?? .fixed(fixed ?? 0) }
}

extension LayoutFile.Anchor {
    func described() throws -> CollectionLayoutAnchor {
        var all: DirectionalRectEdge = []
        for edge in edges {
            switch edge {
            case "top": all.insert(.top)
            case "leading": all.insert(.leading)
            case "bottom": all.insert(.bottom)
            case "trailing": all.insert(.trailing)
            default: throw Unreadable(description: "edges: \(edge)")
            }
        }
        if let offset = fractionalOffset, offset.count == 2 {
            return CollectionLayoutAnchor(edges: all, fractionalOffset: CGPoint(x: offset[0], y: offset[1]))
        }
        let offset = absoluteOffset ?? [0, 0]
        guard offset.count == 2 else { throw Unreadable(description: "absoluteOffset: give x and y") }
        return CollectionLayoutAnchor(edges: all, absoluteOffset: CGPoint(x: offset[0], y: offset[1]))
    }
}

extension LayoutFile.Supplementary {
    func described() throws -> CollectionLayoutSupplementaryItem {
        let item: CollectionLayoutSupplementaryItem
        if let own = itemAnchor {
            item = CollectionLayoutSupplementaryItem(
                layoutSize: try size.described(), elementKind: kind, containerAnchor: try anchor.described(),
                itemAnchor: try own.described())
        } else {
            item = CollectionLayoutSupplementaryItem(
                layoutSize: try size.described(), elementKind: kind, containerAnchor: try anchor.described())
        }
        if let zIndex { item.zIndex = zIndex }
        return item
    }
}

extension LayoutFile.Boundary {
    func described() throws -> CollectionLayoutBoundarySupplementaryItem {
        let place: RectAlignment =
            switch alignment {
            case "none": .none
            case "top": .top
            case "topLeading": .topLeading
            case "leading": .leading
            case "bottomLeading": .bottomLeading
            case "bottom": .bottom
            case "bottomTrailing": .bottomTrailing
            case "trailing": .trailing
            case "topTrailing": .topTrailing
            default: throw Unreadable(description: "alignment: \(alignment)")
            }
        let offset = absoluteOffset ?? [0, 0]
        guard offset.count == 2 else { throw Unreadable(description: "absoluteOffset: give x and y") }
        let item = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: try size.described(), elementKind: kind, alignment: place,
            absoluteOffset: CGPoint(x: offset[0], y: offset[1]))
        item.extendsBoundary = extendsBoundary ?? true
        item.pinToVisibleBounds = pinToVisibleBounds ?? false
        return item
    }
}
