import Foundation

/// A section with one item per line, each as wide as the list.
///
///     var layout = ListSectionLayout(itemHeights: .constant(44))
///     layout.spacing = 8
///     layout.itemHeights = .each { index in heights[index] }
///     try main.append(layout, itemCount: 1_000)
public nonisolated struct ListSectionLayout: StockSectionLayout, Sendable {
    public var sectionIndex = 0

    /// Extents of the items along the scroll axis, in points. With an ``extentRule``, the numbers from which it
    /// computes the extents.
    public var itemHeights: ItemLengths<Double>

    /// A rule that computes the heights from numbers. See
    /// ``SectionRecipe/list(numbers:by:spacing:insets:header:footer:pinsHeader:pinsFooter:estimated:)``.
    public var extentRule: ExtentRule?

    /// Space between items, in points; can be negative.
    public var spacing: CGFloat = 0

    public var insets: SectionInsets = .zero

    /// Extent of the header along the scroll axis; 0 means that there is no header.
    public var headerHeight: CGFloat = 0
    public var footerHeight: CGFloat = 0

    public var pinsHeader = false
    public var pinsFooter = false

    /// Whether the heights are estimates until items are measured.
    public var isEstimated = false

    var prepared: PreparedSection?
    var references = StockReferences()

    public init(itemHeights: ItemLengths<Double> = .constant(44)) { self.itemHeights = itemHeights }

    /// Creates a layout in which a rule computes the heights from the width and a number for each item.
    ///
    ///     ListSectionLayout(itemNumbers: .each { Double(texts[$0].count) }, by: .wrapping(advance: 7.5, lineHeight: 20))
    public init(itemNumbers: ItemLengths<Double>, by rule: ExtentRule) {
        itemHeights = itemNumbers
        extentRule = rule
    }

    /// Returns the recipe that the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        if let extentRule {
            var numbers = itemHeights.values(count: context.itemCount, zero: 0) ?? []
            if case .constant(let number) = itemHeights {
                numbers = Array(repeating: number, count: max(0, context.itemCount))
            }
            return .list(
                numbers: numbers, by: extentRule, spacing: spacing, insets: insets, header: headerHeight,
                footer: footerHeight, pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: isEstimated)
        }
        let sizes: ItemSizes =
            if case .constant(let height) = itemHeights {
                .repeated(count: context.itemCount, size: CGSize(width: height, height: height))
            } else {
                .extents(itemHeights.values(count: context.itemCount, zero: 0) ?? [])
            }
        return .list(
            sizes, spacing: spacing, insets: insets, header: headerHeight, footer: footerHeight,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: isEstimated)
    }

    func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? {
        recipe(ofItems: items, in: context, itemHeights) { $0.itemHeights = $1 }
    }
}
