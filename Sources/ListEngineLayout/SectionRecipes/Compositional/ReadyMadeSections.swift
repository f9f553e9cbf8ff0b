import Foundation

// The most common sections, in one call each. Each function returns an ordinary section, so other properties can be
// set on the result. They are designed for lists that scroll vertically.

extension CollectionLayoutSection {
    /// Creates a section with one item per line, as wide as the list.
    /// - Parameters:
    ///   - itemHeight: The height of an item. Use an estimate if items are measured.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around all items.
    public static func list(
        itemHeight: CollectionLayoutDimension = .estimated(44), spacing: CGFloat = 0,
        insets: DirectionalEdgeInsets = .zero
    ) -> CollectionLayoutSection {
        // The group has the height of the item. If it is estimated, the group is as high as the measured item. If the
        // item's height is a fraction of the width or of the visible extent, the group's height is the same fraction
        // of the same container.
        let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: itemHeight)
        let item = CollectionLayoutItem(
            layoutSize: itemHeight.isOpen
                ? size
                : CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
        let section = CollectionLayoutSection(
            group: .vertical(layoutSize: size, repeatingSubitem: item, count: 1))
        section.interGroupSpacing = spacing
        section.contentInsets = insets
        return section
    }

    /// Creates a section with items of one size in equal columns.
    /// - Parameters:
    ///   - columns: The number of columns, at least 1.
    ///   - itemHeight: The height of an item. If it is estimated, a line is as high as its highest item.
    ///   - spacing: Space between columns and between lines, in points.
    ///   - insets: Space around all items.
    /// - Precondition: The number of columns is at least 1.
    public static func grid(
        columns: Int, itemHeight: CollectionLayoutDimension, spacing: CGFloat = 0,
        insets: DirectionalEdgeInsets = .zero
    ) -> CollectionLayoutSection {
        guard columns > 0 else { fatalError("grid(columns: \(columns)): valid are 1 and more") }
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: .fractionalWidth(1 / CGFloat(columns)),
                heightDimension: itemHeight.isOpen ? itemHeight : .fractionalHeight(1)))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: itemHeight),
            subitem: item, count: columns)
        group.interItemSpacing = .fixed(spacing)
        let section = CollectionLayoutSection(group: group)
        section.interGroupSpacing = spacing
        section.contentInsets = insets
        return section
    }

    /// Creates a section with items of one size in a line that scrolls independently of the list. It rests at the
    /// start of an item.
    /// - Parameters:
    ///   - itemSize: The size of an item. Fractions refer to the list.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around all items. It scrolls with them.
    ///   - behavior: The positions at which the section comes to rest.
    public static func carousel(
        itemSize: CollectionLayoutSize, spacing: CGFloat = 0, insets: DirectionalEdgeInsets = .zero,
        behavior: CollectionLayoutSectionOrthogonalScrollingBehavior = .continuousGroupLeadingBoundary
    ) -> CollectionLayoutSection {
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: itemSize, repeatingSubitem: CollectionLayoutItem(layoutSize: .whole), count: 1))
        section.interGroupSpacing = spacing
        section.contentInsets = insets
        section.orthogonalScrollingBehavior = behavior
        return section
    }

    /// Creates a section of pages that are as wide as the list, with one item per page.
    /// - Parameters:
    ///   - height: The height of every item.
    ///   - insets: Space around the items. Leading and trailing insets apply within each page; top and bottom insets
    ///     apply to the section.
    public static func banner(
        height: CollectionLayoutDimension, insets: DirectionalEdgeInsets = .zero
    ) -> CollectionLayoutSection {
        let item = CollectionLayoutItem(layoutSize: .whole)
        item.contentInsets = DirectionalEdgeInsets(leading: insets.leading, trailing: insets.trailing)
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height),
                repeatingSubitem: item, count: 1))
        section.contentInsets = DirectionalEdgeInsets(top: insets.top, bottom: insets.bottom)
        section.orthogonalScrollingBehavior = .groupPaging
        return section
    }

    /// Creates a section with one item per line, and a header that stays visible while the section is visible.
    /// - Parameters:
    ///   - itemHeight: The height of an item. Use an estimate if items are measured.
    ///   - headerHeight: The height of the header. Use an estimate if the header is measured.
    ///   - headerKind: The kind of the header's element.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around the items. The leading and trailing insets apply to the header too.
    public static func table(
        itemHeight: CollectionLayoutDimension = .estimated(44),
        headerHeight: CollectionLayoutDimension = .estimated(28),
        headerKind: String = "header", spacing: CGFloat = 0, insets: DirectionalEdgeInsets = .zero
    ) -> CollectionLayoutSection {
        let section = list(itemHeight: itemHeight, spacing: spacing, insets: insets)
        let header = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: headerHeight),
            elementKind: headerKind, alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        return section
    }
}

extension SectionRecipe {
    /// Creates a flow of tags with any width. A line has as many tags as fit.
    ///
    /// This is a flow, not a compositional section. In a compositional section a group is a template that every line
    /// repeats, so all lines hold the same number of items. In a tag cloud each line ends where its own tags no
    /// longer fit.
    ///
    /// - Parameters:
    ///   - sizes: Width and height of each tag, in points.
    ///   - spacing: Space between the tags of a line.
    ///   - lineSpacing: Space between lines.
    ///   - insets: Space around all tags.
    ///   - estimated: Whether the sizes are estimates until tags are measured.
    public static func tagCloud(
        sizes: [CGSize], spacing: CGFloat = 8, lineSpacing: CGFloat = 8, insets: SectionInsets = .zero,
        estimated: Bool = false
    ) -> SectionRecipe {
        flow(
            sizes: sizes, packing: .leading, spacing: spacing, lineSpacing: lineSpacing, insets: insets,
            estimated: estimated)
    }
}
