import Foundation

/// How a flow places its items.
public enum FlowPacking: Sendable, Hashable {
    /// The space between items grows so that a full line touches both insets. Items are centred across the line, and an
    /// item alone on its line along it, even if it is wider than the line. The last line keeps the minimum spacing,
    /// unless its items have the same size: then it has the gaps of a full line of them.
    case justified
    /// Items have the exact spacing and start at the leading inset. They are at the top of their line.
    case leading
    /// The packing of ListKit: each line starts at the end of the *last* item of the line before it, without line
    /// spacing. Taller items of that line can overlap the new one.
    case overlapping
}

/// A section as a value: the sizes of its items and how they are laid out.
///
///     try layout.append(.list(heights: heights, spacing: 8))
///     try layout.append(.grid(count: 1_000, columns: 3, itemHeight: 120, spacing: 4))
///     try layout.append(.flow(sizes: sizes, insets: .all(16), header: 44))
///     try layout.append(.waterfall(heights: heights, columns: 3, spacing: 8))
///
/// Lengths are in points. Spacing and insets can be negative. A layout checks a recipe when it inserts the section.
public struct SectionRecipe: Sendable {
    package enum Arrangement: Sendable {
        /// One item per line.
        case list
        /// Items of one size. If `columns` is nil, a line has as many columns as fit.
        case grid(columns: Int?, itemSize: CGSize, packing: FlowPacking)
        case flow(FlowPacking, contentInset: SectionInsets)
        case compositional(CompositionalArrangement)
        case waterfall(columns: Int, placement: WaterfallPlacement, byRatio: Bool)
    }

    package var arrangement: Arrangement
    package var sizes: ItemSizes

    /// Space around the items. Header and footer are outside it.
    public var insets: SectionInsets = .zero

    /// Space between lines along the scroll axis. In a waterfall it is the space between the items of a column.
    public var lineSpacing: CGFloat = 0

    /// The minimum space between the items of a line. In a waterfall it is the space between columns.
    public var interitemSpacing: CGFloat = 0

    /// Extent of the header along the scroll axis; 0 means that there is no header. A header is as wide as the list.
    public var header: CGFloat = 0

    /// Extent of the footer along the scroll axis; 0 means that there is no footer.
    public var footer: CGFloat = 0

    /// Whether the header stays visible while its section is visible.
    public var pinsHeader = false

    /// Whether the footer stays visible while its section is visible.
    public var pinsFooter = false

    /// Whether item sizes are estimates. All elements of the section are then marked as estimated. The caller keeps
    /// track of the measured items, and passes a measured size by resizing the item. A compositional section keeps
    /// track of its measured items itself.
    public var isEstimated = false

    /// A rule that computes the extents of a list from numbers. See
    /// ``list(numbers:by:spacing:insets:header:footer:pinsHeader:pinsFooter:estimated:)``. The items' sizes are then
    /// ``ItemSizes/numbers(_:)``.
    public package(set) var extentRule: ExtentRule?

    /// Whether unusable item sizes (NaN, infinite, negative) are raised to the smallest usable size and reported as a
    /// ``LayoutDiagnostic``. Otherwise the layout throws a ``LayoutError``.
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

    /// Whether items have individual sizes, which this recipe does not contain for new items.
    package var sizesEachItem: Bool {
        switch sizes {
        case .count, .repeated: false
        case .sizes(let sizes): !(isEstimated && sizes.count == 1)
        case .extents, .runs, .numbers, .spanning: true
        }
    }

    /// Returns this style for a number of items. If items have individual sizes, `sizes` supplies them.
    package func with(count: Int, sizes each: () -> [CGSize]) -> SectionRecipe {
        var recipe = self
        switch sizes {
        case .count: recipe.sizes = .count(count)
        case .repeated(_, let size): recipe.sizes = .repeated(count: count, size: size)
        case .sizes(let sizes) where !sizesEachItem: recipe.sizes = .sizes(Array(repeating: sizes[0], count: count))
        case .sizes, .extents, .runs, .numbers, .spanning: recipe.sizes = .sizes(each())
        }
        return recipe
    }
}

// MARK: - Lists

extension SectionRecipe {
    /// Creates a list: one item per line, as wide as the section, each with its own height in points. The array is
    /// kept, not copied.
    public static func list(
        heights: [Double], spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .extents(heights), spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a list from extents along the scroll axis. The name suits both scroll directions.
    public static func list(
        extents: [Double], spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .extents(extents), spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a list of items with one height. Each item can be resized later. A billion items take less than a
    /// kilobyte.
    public static func list(
        count: Int, height: CGFloat, spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0,
        footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .repeated(count: count, size: CGSize(width: height, height: height)), spacing: spacing, insets: insets,
            header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a list of runs. A run consists of consecutive items with the same height.
    public static func list(
        runs: [(count: Int, height: Double)], spacing: CGFloat = 0, insets: SectionInsets = .zero,
        header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false,
        estimated: Bool = false
    ) -> SectionRecipe {
        list(
            .runs(runs.map { ExtentRun(count: $0.count, extent: $0.height) }), spacing: spacing, insets: insets,
            header: header, footer: footer, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a list from a closure that writes all heights into a span. The span is initially filled with zeros.
    public static func list(
        count: Int, spacing: CGFloat = 0, insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0,
        pinsHeader: Bool = false, pinsFooter: Bool = false, estimated: Bool = false,
        fill: (inout MutableSpan<Double>) -> Void
    ) -> SectionRecipe {
        var sizes = ItemSizes.count(count)  // a negative one is refused where a layout takes the recipe
        if count >= 0 {
            var heights = [Double](repeating: 0, count: count)
            heights.withMutableSpan(fill)
            sizes = .extents(heights)
        }
        return list(
            sizes, spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
    }

    /// Creates a list whose heights a rule computes from the width and a number for each item. An example is a list
    /// of rows of text that wraps.
    ///
    /// When the width changes, the section computes all heights again, without a callback for single items. Items are
    /// inserted with numbers. An item that is resized keeps its size until the width of the section's items changes.
    ///
    ///     try layout.append(.list(numbers: lengths, by: .wrapping(advance: 7.5, lineHeight: 20, plus: 16)))
    ///     try layout.insertItems(.numbers([140, 12]), at: 0, inSection: 0)
    ///
    /// - Complexity: O(*n*) when the section is inserted, and whenever the width of its items changes.
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
    /// Creates a grid of items with one exact size. A line has as many items as fit; the gaps share the rest of the
    /// line. Nothing is stored for single items, so any count is possible.
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

    /// Creates a grid with a number of equal columns. The columns share the line without the spacing between them.
    /// `itemHeight` is the extent of every item along the scroll axis. If `lineSpacing` is nil, it equals the spacing
    /// between columns.
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
    /// Creates a flow: items of any size, packed greedily into lines. The array is kept, not copied.
    ///
    /// Only ``FlowPacking/overlapping`` uses the content inset. Its top and bottom are subtracted from the height of every
    /// item.
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

    /// Creates a flow of items with one given size. It is a uniform grid, in which the last line keeps the columns of
    /// a full line.
    public static func flow(
        count: Int, size: CGSize, packing: FlowPacking = .justified, spacing: CGFloat = 0, lineSpacing: CGFloat = 0,
        insets: SectionInsets = .zero, header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false,
        pinsFooter: Bool = false
    ) -> SectionRecipe {
        if packing == .overlapping {
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
