import Foundation

// MARK: - Waterfalls

extension SectionRecipe {
    /// Creates a waterfall: columns of equal width, in which each item has its own height and is placed below the
    /// items already in its column.
    ///
    ///     try layout.append(.waterfall(heights: heights, columns: 3, spacing: 8, insets: .all(16)))
    ///
    /// The width of a column is the width of the line, without the spacing between columns, divided by the number of
    /// columns. It is rounded down to whole pixels at the layout's display scale. The remaining width stays at the
    /// trailing edge. The section ends with its longest column.
    ///
    /// Heights and the line spacing are rounded once, to 2^-16 pt, half to even. A column has a limit of 2^41 pt.
    /// - Parameters:
    ///   - heights: Extents along the scroll axis, in points. The array is kept, not copied.
    ///   - columns: The number of columns, 1 to 16.
    ///   - spacing: Space between columns, in points; can be negative.
    ///   - lineSpacing: Space between the items of a column. Nil means the space between columns. If it is negative,
    ///     no item may be smaller than its magnitude.
    ///   - placement: The rule that chooses a column for each item.
    public static func waterfall(
        heights: [Double], columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil,
        insets: SectionInsets = .zero, placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .waterfall(columns: columns, placement: placement, byRatio: false), sizes: .extents(heights),
            interitemSpacing: spacing, lineSpacing: lineSpacing ?? spacing, insets: insets, header: header,
            footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a waterfall in which items can span several columns, or all of them.
    ///
    ///     try layout.append(.waterfall(spanning: [.full(60), .init(120), .init(90), .init(80, columns: 2)], columns: 3))
    ///
    /// An item that spans *k* columns takes *k* adjacent ones. It starts below the longest of them, and the space above
    /// it in the others stays empty. Later items of these columns are placed below the item.
    ///
    /// - ``WaterfallPlacement/shortestFirst``: the *k* adjacent columns whose longest is the shortest; of several, those
    ///   nearest to the leading edge.
    /// - In turn: the next *k* columns; from the first column again, if fewer are left.
    ///
    /// - Parameters:
    ///   - spanning: The extent of each item and the number of columns that it spans.
    ///   - byRatio: Whether the extents are ratios: an item's extent along the scroll axis is the ratio times its extent
    ///     across, which is that of all its columns and the spaces between them.
    public static func waterfall(
        spanning items: [SpanningExtent], columns: Int, byRatio: Bool = false, spacing: CGFloat = 0,
        lineSpacing: CGFloat? = nil, insets: SectionInsets = .zero, placement: WaterfallPlacement = .shortestFirst,
        header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false,
        estimated: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .waterfall(columns: columns, placement: placement, byRatio: byRatio), sizes: .spanning(items),
            interitemSpacing: spacing, lineSpacing: lineSpacing ?? spacing, insets: insets, header: header,
            footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a waterfall from extents along the scroll axis. The name suits both scroll directions.
    public static func waterfall(
        extents: [Double], columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil,
        insets: SectionInsets = .zero, placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        waterfall(
            heights: extents, columns: columns, spacing: spacing, lineSpacing: lineSpacing, insets: insets,
            placement: placement, header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter,
            estimated: estimated)
    }

    /// Creates a waterfall of items with one height. Each item can be resized later.
    public static func waterfall(
        count: Int, height: CGFloat, columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil,
        insets: SectionInsets = .zero, placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .waterfall(columns: columns, placement: placement, byRatio: false),
            sizes: .repeated(count: count, size: CGSize(width: height, height: height)),
            interitemSpacing: spacing, lineSpacing: lineSpacing ?? spacing, insets: insets, header: header,
            footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a waterfall from a closure that writes all heights into a span. The span is initially filled with
    /// zeros.
    public static func waterfall(
        count: Int, columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil, insets: SectionInsets = .zero,
        placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0, footer: CGFloat = 0,
        pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false,
        fill: (inout MutableSpan<Double>) -> Void
    ) -> SectionRecipe {
        var heights = [Double](repeating: 0, count: count)
        heights.withMutableSpan(fill)
        return waterfall(
            heights: heights, columns: columns, spacing: spacing, lineSpacing: lineSpacing, insets: insets,
            placement: placement, header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter,
            estimated: estimated)
    }

    /// Creates a waterfall of pictures. Each item is as wide as its column and has the shape of its size. Its height
    /// changes with the column's width.
    ///
    /// The height of an item is the column's width times the size's height divided by the size's width. It is rounded
    /// down to whole pixels at the layout's display scale. In a horizontal list, width and height change roles. Sizes
    /// can be in any unit; their width must be positive.
    /// - Parameters:
    ///   - aspectRatios: Width and height of each item. Only their ratio is used.
    ///   - columns: The number of columns, 1 to 16.
    ///   - spacing: Space between columns, in points; can be negative.
    ///   - lineSpacing: Space between the items of a column. Nil means the space between columns. If it is negative,
    ///     an item smaller than its magnitude is raised to that size.
    ///   - placement: The rule that chooses a column for each item.
    public static func waterfall(
        aspectRatios: [CGSize], columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil,
        insets: SectionInsets = .zero, placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .waterfall(columns: columns, placement: placement, byRatio: true), sizes: .sizes(aspectRatios),
            interitemSpacing: spacing, lineSpacing: lineSpacing ?? spacing, insets: insets, header: header,
            footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Gives the items of a waterfall the numbers of columns that they span. Sizes of pictures become ratios.
    mutating func span(columns: [Int], horizontal: Bool) {
        guard case .waterfall(_, _, let byRatio) = arrangement else { return }
        sizes = .spanning(
            zip(sizes.expanded(horizontal: horizontal), columns).map { size, columns in
                let (main, cross) = horizontal ? (size.width, size.height) : (size.height, size.width)
                // A width that cannot be used makes the ratio NaN, which a layout reports.
                let ratio = cross > 0 && cross.isFinite ? main / cross : .nan
                return SpanningExtent(Double(byRatio ? ratio : main), columns: columns)
            })
    }
}
