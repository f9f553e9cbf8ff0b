import Foundation

/// A section of columns with equal width. Each item is placed below the items already in its column.
///
///     var layout = WaterfallSectionLayout(columns: 3)
///     layout.itemSizes = .aspectRatios(.each { index in photos[index].size })
///     layout.interitemSpacing = 8
///     try main.append(layout, itemCount: photos.count)
public nonisolated struct WaterfallSectionLayout: StockSectionLayout, Sendable {
    /// The source of the items' heights.
    public enum Sizes: Sendable {
        /// Extents along the scroll axis, in points.
        case heights(ItemLengths<Double>)
        /// Widths and heights. Only their ratio is used, because items are as wide as their column.
        case aspectRatios(ItemLengths<CGSize>)
    }

    public var sectionIndex = 0

    /// The number of columns, 1 to 16.
    public var columns: Int

    public var itemSizes: Sizes

    /// The number of columns that each item spans; a large number means all columns.
    public var columnSpans: ItemLengths<Int> = .constant(1)

    /// The rule that chooses a column for each item.
    public var placement: WaterfallPlacement = .shortestFirst

    /// Space between columns, in points; can be negative.
    public var interitemSpacing: CGFloat = 10

    /// Space between the items of a column, in points; can be negative.
    public var lineSpacing: CGFloat = 10

    public var insets: SectionInsets = .zero

    /// Extent of the header along the scroll axis; 0 means that there is no header.
    public var headerHeight: CGFloat = 0
    public var footerHeight: CGFloat = 0

    public var pinsHeader = false
    public var pinsFooter = false

    /// Whether the sizes are estimates until items are measured.
    public var isEstimated = false

    var prepared: PreparedSection?
    var references = StockReferences()

    public init(columns: Int = 2, itemSizes: Sizes = .heights(.constant(50))) {
        self.columns = columns
        self.itemSizes = itemSizes
    }

    /// Returns the recipe that the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        let count = context.itemCount
        let sizes: ItemSizes
        let byRatio: Bool
        switch itemSizes {
        case .heights(.constant(let height)):
            sizes = .repeated(count: count, size: CGSize(width: height, height: height))
            byRatio = false
        case .heights(let heights):
            sizes = .extents(heights.values(count: count, zero: 0) ?? [])
            byRatio = false
        case .aspectRatios(.constant(let size)):
            sizes = .repeated(count: count, size: size)
            byRatio = true
        case .aspectRatios(let ratios):
            sizes = .sizes(ratios.values(count: count, zero: .zero) ?? [])
            byRatio = true
        }
        var recipe = SectionRecipe(
            .waterfall(columns: columns, placement: placement, byRatio: byRatio), sizes: sizes,
            interitemSpacing: interitemSpacing, lineSpacing: lineSpacing, insets: insets, header: headerHeight,
            footer: footerHeight, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: isEstimated)
        let isHorizontal = context.scrollDirection == .horizontal
        switch columnSpans {
        case .constant(1): break
        case .constant(let span):
            recipe.span(columns: Array(repeating: span, count: sizes.count), horizontal: isHorizontal)
        default:
            recipe.span(columns: columnSpans.values(count: count, zero: 1) ?? [], horizontal: isHorizontal)
        }
        return recipe
    }

    func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? {
        guard let spans = columnSpans.part(items) else { return nil }
        var layout = self
        layout.columnSpans = spans
        return layout.sizedRecipe(ofItems: items, in: context)
    }

    private func sizedRecipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? {
        switch itemSizes {
        case .heights(let heights): recipe(ofItems: items, in: context, heights) { $0.itemSizes = .heights($1) }
        case .aspectRatios(let ratios): recipe(ofItems: items, in: context, ratios) { $0.itemSizes = .aspectRatios($1) }
        }
    }
}
