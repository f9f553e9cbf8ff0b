import Foundation

/// A section of items with one exact size, in columns. Nothing is stored for single items, however many there are.
///
///     var layout = GridSectionLayout(columns: .count(3), itemHeight: 120)
///     layout.interitemSpacing = 4
///     try main.append(layout, itemCount: 1_000_000_000)
///
/// Items cannot be resized one by one. ``CollectionViewLayout`` throws ``LayoutError/uniformSize(section:)``.
public nonisolated struct GridSectionLayout: StockSectionLayout, Sendable {
    /// The number of columns.
    public enum Columns: Sendable, Hashable {
        /// A fixed number of columns that share the line equally.
        case count(Int)
        /// As many columns of this width as fit. The gaps share the rest of the line.
        case fitting(itemWidth: CGFloat)
    }

    public var sectionIndex = 0

    public var columns: Columns

    /// Extent of every item along the scroll axis, in points.
    public var itemHeight: CGFloat

    /// Space between the items of a line, in points; can be negative.
    public var interitemSpacing: CGFloat = 0

    /// Space between lines, in points; can be negative.
    public var lineSpacing: CGFloat = 0

    public var insets: SectionInsets = .zero
    public var headerHeight: CGFloat = 0
    public var footerHeight: CGFloat = 0
    public var pinsHeader = false
    public var pinsFooter = false

    var prepared: PreparedSection?
    var references = StockReferences()

    public init(columns: Columns, itemHeight: CGFloat) {
        self.columns = columns
        self.itemHeight = itemHeight
    }

    /// Returns the recipe that the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        switch columns {
        case .count(let count):
            return .grid(
                count: context.itemCount, columns: count, itemHeight: itemHeight, spacing: interitemSpacing,
                lineSpacing: lineSpacing, insets: insets, header: headerHeight, footer: footerHeight,
                pinsHeader: pinsHeader, pinsFooter: pinsFooter)
        case .fitting(let width):
            let size =
                context.scrollDirection == .vertical
                ? CGSize(width: width, height: itemHeight) : CGSize(width: itemHeight, height: width)
            return .grid(
                count: context.itemCount, itemSize: size, spacing: interitemSpacing, lineSpacing: lineSpacing,
                insets: insets, header: headerHeight, footer: footerHeight, pinsHeader: pinsHeader,
                pinsFooter: pinsFooter)
        }
    }
}
