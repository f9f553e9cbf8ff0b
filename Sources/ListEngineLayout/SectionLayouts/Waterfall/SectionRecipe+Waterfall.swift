import Foundation

// MARK: - Waterfalls

extension SectionRecipe {
    /// Columns of equal width, each item of its own height below what its column already holds.
    ///
    ///     try layout.append(.waterfall(heights: heights, columns: 3, spacing: 8, insets: .all(16)))
    ///
    /// A column is as wide as the line, less the spacing between columns, divided by their number, and floored to whole
    /// pixels of the layout's display scale; what the flooring leaves over stays at the trailing edge. The section ends
    /// with its longest column.
    ///
    /// Heights and the line spacing are rounded once, to 2^-16 pt, half to even. A column ends at 2^41 pt.
    /// - Parameters:
    ///   - heights: Extents along the scroll axis, in points. The array is kept, not copied.
    ///   - columns: 1 to 16.
    ///   - spacing: Between columns, in points; may be negative.
    ///   - lineSpacing: Between the items of a column; nil: as between columns. Where it is negative, no item may be
    ///     smaller than its magnitude.
    ///   - placement: Which column an item goes to.
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

    /// The same by the name that suits either scroll direction: extents along the scroll axis.
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

    /// A waterfall of items of one height, each of which can be resized later.
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

    /// A waterfall whose heights are written in bulk: `fill` writes all of them into a span that starts as zeros.
    public static func waterfall(
        count: Int, columns: Int, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil, insets: SectionInsets = .zero,
        placement: WaterfallPlacement = .shortestFirst, header: CGFloat = 0, footer: CGFloat = 0,
        pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false,
        fill: (inout MutableSpan<Double>) -> Void
    ) -> SectionRecipe {
        var heights = [Double](repeating: 0, count: count)
        var span = heights.mutableSpan
        fill(&span)
        return waterfall(
            heights: heights, columns: columns, spacing: spacing, lineSpacing: lineSpacing, insets: insets,
            placement: placement, header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter,
            estimated: estimated)
    }

    /// A waterfall of pictures: each item has the shape of its size, as wide as its column, and follows the column's
    /// width when the list gets another.
    ///
    /// An item is as high as the column's width times the size's height by its width (where the list scrolls
    /// horizontally, width and height change places), floored to whole pixels of the layout's display scale. A size is in
    /// any unit; its width must be positive.
    /// - Parameters:
    ///   - aspectRatios: Width and height of each item, of which only the ratio counts.
    ///   - columns: 1 to 16.
    ///   - spacing: Between columns, in points; may be negative.
    ///   - lineSpacing: Between the items of a column; nil: as between columns. Where it is negative, what comes out
    ///     smaller than its magnitude is raised to it.
    ///   - placement: Which column an item goes to.
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
}
