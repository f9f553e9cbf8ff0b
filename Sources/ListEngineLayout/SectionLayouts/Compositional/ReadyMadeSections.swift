import Foundation

// Sections that most lists are made of, in one call each. Every one is an ordinary section: whatever is missing in the call
// is set on what it returns. They are described for lists that scroll vertically.

extension CollectionLayoutSection {
    /// One item a line, as wide as the list.
    /// - Parameters:
    ///   - itemHeight: Estimated where items are measured.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around all of them.
    public static func list(
        itemHeight: CollectionLayoutDimension = .estimated(44), spacing: CGFloat = 0,
        insets: DirectionalEdgeInsets = .zero
    ) -> CollectionLayoutSection {
        // The group is of the item's height: for an estimated one it is as high as the item turns out to be. An item
        // that takes its height from the width, or from the visible extent, says so of the same container.
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

    /// Items of one size in equal columns.
    /// - Parameters:
    ///   - columns: At least 1.
    ///   - itemHeight: Where it is estimated, a line is as high as its highest item.
    ///   - spacing: Space between columns and between lines, in points.
    ///   - insets: Space around all items.
    /// - Precondition: There is a column.
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

    /// Items of one size in a line that scrolls on its own, resting at the start of an item.
    /// - Parameters:
    ///   - itemSize: Fractions are of the list.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around them, which scrolls with them.
    ///   - behavior: What it comes to rest at.
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

    /// Items as wide as the list, one page each.
    /// - Parameters:
    ///   - height: Of every item.
    ///   - insets: Space around each item within its page; above and below, of the section.
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

    /// One item a line below a header that stays in view while its section is.
    /// - Parameters:
    ///   - itemHeight: Estimated where items are measured.
    ///   - headerHeight: Estimated where the header is measured.
    ///   - headerKind: Name of the header's elements.
    ///   - spacing: Space between items, in points.
    ///   - insets: Space around the items; the header keeps clear of it at the sides.
    public static func table(
        itemHeight: CollectionLayoutDimension = .estimated(44), headerHeight: CollectionLayoutDimension = .absolute(28),
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
    /// Tags of any width, as many in a line as fit.
    ///
    /// This is a flow, not a compositional section: a group is a template that every line repeats, so lines of a
    /// compositional section hold the same number of items whatever these measure. A cloud breaks each line by the
    /// widths of its own tags.
    ///
    /// - Parameters:
    ///   - sizes: Width and height of each tag, in points.
    ///   - spacing: Space between the tags of a line.
    ///   - lineSpacing: Space between lines.
    ///   - insets: Space around all of them.
    ///   - estimated: The sizes are estimates until tags were measured.
    public static func tagCloud(
        sizes: [CGSize], spacing: CGFloat = 8, lineSpacing: CGFloat = 8, insets: SectionInsets = .zero,
        estimated: Bool = false
    ) -> SectionRecipe {
        flow(
            sizes: sizes, packing: .leading, spacing: spacing, lineSpacing: lineSpacing, insets: insets,
            estimated: estimated)
    }
}
