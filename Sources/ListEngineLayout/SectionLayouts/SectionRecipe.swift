import Foundation

/// How a flow places its items.
public enum FlowPacking: Sendable, Hashable {
    /// The space between items grows until a full line touches both insets; items are centred across the line, and the
    /// last line keeps the least spacing.
    case justified
    /// Exact spacing from the leading inset; items stand at the top of their line.
    case leading
    /// The packing of an older list library, oddities included: each line starts at the end of the *last* item of the
    /// line before it, without line spacing.
    case legacy
}

/// A section as a value: its items' sizes, and how they are laid out.
///
///     try layout.append(.list(heights: heights, spacing: 8))
///     try layout.append(.grid(count: 1_000, columns: 3, itemHeight: 120, spacing: 4))
///     try layout.append(.flow(sizes: sizes, insets: .all(16), header: 44))
///     try layout.append(.waterfall(heights: heights, columns: 3, spacing: 8))
///
/// Lengths are in points. Spacing and insets may be negative. A recipe is checked where a layout takes it.
public struct SectionRecipe: Sendable {
    package enum Arrangement: Sendable {
        /// One item a line.
        case list
        /// Items of one size; nil columns take as many as fit.
        case grid(columns: Int?, itemSize: CGSize, packing: FlowPacking)
        case flow(FlowPacking, contentInset: SectionInsets)
        case compositional(CompositionalArrangement)
        case waterfall(columns: Int, placement: WaterfallPlacement, byRatio: Bool)
    }

    package var arrangement: Arrangement
    package var sizes: ItemSizes

    /// Space around the items; header and footer stand outside it.
    public var insets: SectionInsets = .zero

    /// Space between lines along the scroll axis; in a waterfall between the items of a column.
    public var lineSpacing: CGFloat = 0

    /// The least space between the items of a line; in a waterfall the space between columns.
    public var interitemSpacing: CGFloat = 0

    /// Extent of the header along the scroll axis; 0 means that there is none. It is as wide as the list.
    public var header: CGFloat = 0

    /// Extent of the footer along the scroll axis; 0 means that there is none.
    public var footer: CGFloat = 0

    /// The header stays in view while its section is.
    public var pinsHeader = false

    /// The footer stays in view while its section is.
    public var pinsFooter = false

    /// Item sizes are estimates, and all elements of the section say so. Which items were measured is the caller's to
    /// know: a measured size is given as another size. Compositional sections know it of every item.
    public var isEstimated = false

    /// Makes the extents of a list out of numbers, see ``list(numbers:by:spacing:insets:header:footer:pinsHeader:pinsFooter:estimated:)``.
    /// The items' sizes are ``ItemSizes/numbers(_:)`` then.
    public package(set) var extentRule: ExtentRule?

    /// Unusable item sizes (NaN, infinite, negative) are raised to the least usable size and reported as a
    /// ``LayoutDiagnostic``. Otherwise they are refused with a ``LayoutError``.
    public var raisesUnusableSizes = false

    package init(
        _ arrangement: Arrangement, sizes: ItemSizes, interitemSpacing: CGFloat = 0, lineSpacing: CGFloat,
        insets: SectionInsets, header: CGFloat, footer: CGFloat, pinsHeader: Bool, pinsFooter: Bool,
        estimated: Bool = false
    ) {
        self.arrangement = arrangement
        self.sizes = sizes
        self.interitemSpacing = interitemSpacing
        self.lineSpacing = lineSpacing
        self.insets = insets
        self.header = header
        self.footer = footer
        self.pinsHeader = pinsHeader
        self.pinsFooter = pinsFooter
        isEstimated = estimated
    }

    public var itemCount: Int { sizes.count }
}

// MARK: - Lists

extension SectionRecipe {
    /// One item a line, as wide as the section, each of its own height in points. The array is kept, not copied.
    public static func list(
        heights: [Double], spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .extents(heights), spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// The same by the name that suits either scroll direction: extents along the scroll axis.
    public static func list(
        extents: [Double], spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .extents(extents), spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// A list of items of one height, each of which can be resized later. A billion of them take under a kilobyte.
    public static func list(
        count: Int, height: CGFloat, spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .repeated(count: count, size: CGSize(width: height, height: height)), spacing: spacing, insets: insets,
            header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// A list of runs: neighbours of one height together.
    public static func list(
        runs: [(count: Int, height: Double)], spacing: CGFloat = 0, insets: SectionInsets = .zero,
        header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false,
        estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .runs(runs.map { ExtentRun(count: $0.count, extent: $0.height) }), spacing: spacing, insets: insets,
            header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// A list whose heights are written in bulk: `fill` writes all of them into a span that starts as zeros.
    public static func list(
        count: Int, spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0,
        pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false,
        fill: (inout MutableSpan<Double>) -> Void
    ) -> SectionRecipe {
        var sizes = ItemSizes.count(count)  // a negative one is refused where a layout takes the recipe
        if count >= 0 {
            var heights = [Double](repeating: 0, count: count)
            var span = heights.mutableSpan
            fill(&span)
            sizes = .extents(heights)
        }
        return list(
            sizes, spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// A list whose heights follow from a number that each item has and from the width, by a rule: texts that wrap, say.
    ///
    /// Another width works all heights out again, without asking for an item. An edit of its items takes numbers. An item
    /// that is resized keeps that size until the width of the section's items changes.
    ///
    ///     try layout.append(.list(numbers: lengths, by: .wrapping(advance: 7.5, lineHeight: 20, plus: 16)))
    ///     try layout.insertItems(.numbers([140, 12]), at: 0, inSection: 0)
    ///
    /// - Complexity: A section takes O(*n*) where it comes, and where the width of its items becomes another.
    public static func list(
        numbers: [Double], by rule: ExtentRule, spacing: CGFloat = 0, insets: SectionInsets = .zero,
        header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false,
        estimated: Bool = false
    ) -> SectionRecipe {
        var recipe = list(
            .numbers(numbers), spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
        recipe.extentRule = rule
        return recipe
    }

    static func list(
        _ sizes: ItemSizes, spacing: CGFloat, insets: SectionInsets, header: CGFloat, footer: CGFloat,
        pinsHeader: Bool, pinsFooter: Bool, estimated: Bool
    ) -> SectionRecipe {
        SectionRecipe(
            .list, sizes: sizes,
            lineSpacing: spacing, insets: insets, header: header, footer: footer, pinsHeader: pinsHeader,
            pinsFooter: pinsFooter, estimated: estimated)
    }
}

// MARK: - Uniform grids

extension SectionRecipe {
    /// Items of one exact size, as many in a line as fit, the rest of the line shared by the gaps. Nothing is stored for
    /// an item, so the count may be any.
    public static func grid(
        count: Int, itemSize: CGSize, spacing: CGFloat = 0, lineSpacing: CGFloat = 0, insets: SectionInsets = .zero,
        packing: FlowPacking = .justified, header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false,
        pinsFooter: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .grid(columns: nil, itemSize: itemSize, packing: packing), sizes: .count(count),
            interitemSpacing: spacing, lineSpacing: lineSpacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter)
    }

    /// A number of equal columns that share the line, less the spacing between them. The height is every item's extent along
    /// the scroll axis. Without a line spacing, lines are as far apart as columns.
    public static func grid(
        count: Int, columns: Int, itemHeight: CGFloat, spacing: CGFloat = 0, lineSpacing: CGFloat? = nil,
        insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false,
        pinsFooter: Bool = false
    ) -> SectionRecipe {
        SectionRecipe(
            .grid(columns: columns, itemSize: CGSize(width: itemHeight, height: itemHeight), packing: .leading),
            sizes: .count(count),
            interitemSpacing: spacing, lineSpacing: lineSpacing ?? spacing, insets: insets, header: header,
            footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter)
    }
}

// MARK: - Flows

extension SectionRecipe {
    /// Items of any size, packed greedily into lines. The array is kept, not copied.
    ///
    /// The content inset counts for ``FlowPacking/legacy`` alone: its top and bottom are taken from the height of every item.
    public static func flow(
        sizes: [CGSize], packing: FlowPacking = .justified, spacing: CGFloat = 0, lineSpacing: CGFloat = 0,
        insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false,
        pinsFooter: Bool = false, estimated: Bool = false, contentInset: SectionInsets = .zero
    ) -> SectionRecipe {
        SectionRecipe(
            .flow(packing, contentInset: contentInset), sizes: .sizes(sizes),
            interitemSpacing: spacing, lineSpacing: lineSpacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// A flow of items of one stated size: a uniform grid, whose last line keeps the columns of a full one.
    public static func flow(
        count: Int, size: CGSize, packing: FlowPacking = .justified, spacing: CGFloat = 0, lineSpacing: CGFloat = 0,
        insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false,
        pinsFooter: Bool = false
    ) -> SectionRecipe {
        if packing == .legacy {
            return SectionRecipe(
                .flow(packing, contentInset: .zero), sizes: .repeated(count: count, size: size),
                interitemSpacing: spacing, lineSpacing: lineSpacing, insets: insets, header: header, footer: footer,
                pinsHeader: pinsHeader, pinsFooter: pinsFooter)
        }
        return grid(
            count: count, itemSize: size, spacing: spacing, lineSpacing: lineSpacing, insets: insets, packing: packing,
            header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter)
    }
}
