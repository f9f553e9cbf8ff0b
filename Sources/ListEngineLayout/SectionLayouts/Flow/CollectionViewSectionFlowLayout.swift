import Foundation

/// The default layout of a section: items packed greedily into lines, the space between them shared out.
///
///     var layout = CollectionViewSectionFlowLayout()
///     layout.itemSizes = .each { index in sizes[index] }
///     layout.insets = .all(16)
///     try main.append(layout, itemCount: sizes.count)
///
/// With one constant item size the section is uniform: its last line keeps the columns of a full one.
public nonisolated struct CollectionViewSectionFlowLayout: StockSectionLayout, Sendable {
    public var sectionIndex = 0

    /// Width and height of the items, in points.
    public var itemSizes: ItemLengths<CGSize>

    public var packing: FlowPacking = .justified

    /// The least space between the items of a line, in points; may be negative.
    public var interitemSpacing: CGFloat = 10

    /// Space between lines, in points; may be negative. `.legacy` packing has none.
    public var lineSpacing: CGFloat = 10

    public var insets: SectionInsets = .zero

    /// Extents along the scroll axis; 0 means that there is none.
    public var headerHeight: CGFloat = 0
    public var footerHeight: CGFloat = 0

    public var pinsHeader = false
    public var pinsFooter = false

    /// The sizes are estimates until items were measured. Does not go with one constant size, which is exact.
    public var isEstimated = false

    var prepared: PreparedSection?

    public init(itemSizes: ItemLengths<CGSize> = .constant(CGSize(width: 50, height: 50))) {
        self.itemSizes = itemSizes
    }

    /// What the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        if case .constant(let size) = itemSizes, !isEstimated {
            return .flow(
                count: context.itemCount, size: size, packing: packing, spacing: interitemSpacing,
                lineSpacing: lineSpacing, insets: insets, header: headerHeight, footer: footerHeight,
                pinsHeader: pinsHeader, pinsFooter: pinsFooter)
        }
        let sizes: [CGSize]
        if case .constant(let size) = itemSizes {
            sizes = Array(repeating: size, count: context.itemCount)
        } else {
            sizes = itemSizes.values(count: context.itemCount, zero: .zero) ?? []
        }
        return .flow(
            sizes: sizes, packing: packing, spacing: interitemSpacing, lineSpacing: lineSpacing, insets: insets,
            header: headerHeight, footer: footerHeight, pinsHeader: pinsHeader, pinsFooter: pinsFooter,
            estimated: isEstimated)
    }

    func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? {
        recipe(ofItems: items, in: context, itemSizes) { $0.itemSizes = $1 }
    }
}
