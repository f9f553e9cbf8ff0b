import Foundation

/// Answers for single sections and items of a ``CollectionViewFlowLayout``. Every answer that is not nil goes before the
/// layout's property of the same meaning; the default of each is nil.
@MainActor
public protocol CollectionViewFlowLayoutDelegate: AnyObject {
    /// Size of an item. Nil for item 0 means that the whole section has the layout's item size, exactly: it is uniform.
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int) -> CGSize?
    func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets?
    func flowLayout(_ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int) -> CGFloat?
    func flowLayout(_ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int) -> CGFloat?
    func flowLayout(_ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int) -> CGSize?
    func flowLayout(_ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int) -> CGSize?
}

extension CollectionViewFlowLayoutDelegate {
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, insetForSectionAt section: Int
    ) -> SectionInsets? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize? { nil }
}

/// Lays every section of a list out as a flow, from properties and the answers of a delegate.
///
///     let flow = CollectionViewFlowLayout()
///     flow.itemSize = CGSize(width: 90, height: 120)
///     flow.sectionInset = .all(16)
///     let layout = try flow.layout(itemCounts: [40, 12], crossExtent: 390)
///
/// A section is uniform where it has the one ``itemSize``: then its last line keeps the columns of a full one. Equal
/// sizes that a delegate answers are not uniform. Those of them that cannot be used count as the least usable ones and
/// are reported in ``CollectionViewLayout/diagnostics``; properties that cannot be used are refused.
@MainActor
open class CollectionViewFlowLayout: CollectionViewLayoutRecipe {
    open var scrollDirection: ScrollDirection = .vertical

    open var itemSize = CGSize(width: 50, height: 50)

    /// Space between lines, in points. Lines are as thick as their thickest item.
    open var minimumLineSpacing: CGFloat = 10

    /// The least space between the items of a line, in points; it grows until a full line touches both insets.
    open var minimumInteritemSpacing: CGFloat = 10

    open var sectionInset: SectionInsets = .zero

    /// Of the header's size only the extent along the scroll axis counts; 0 means that there is none.
    open var headerReferenceSize: CGSize = .zero

    /// Of the footer's size only the extent along the scroll axis counts; 0 means that there is none.
    open var footerReferenceSize: CGSize = .zero

    open var sectionHeadersPinToVisibleBounds = false
    open var sectionFootersPinToVisibleBounds = false

    open weak var delegate: (any CollectionViewFlowLayoutDelegate)?

    public init() {}

    /// Nil, unless overridden: sections are flows.
    open func sectionLayout(
        forSection section: Int, in context: SectionLayoutContext
    ) -> SectionLayoutObject? { nil }

    open func layout(
        itemCounts: [Int], in container: ListContainer
    ) throws(LayoutError) -> CollectionViewLayout {
        var layout = CollectionViewLayout(container: container, scrollDirection: scrollDirection)
        for (section, count) in itemCounts.enumerated() {
            try layout.insertSection(at: section, itemCount: count, by: self)
        }
        return layout
    }

    open func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        let header = delegate?.flowLayout(self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize
        let footer = delegate?.flowLayout(self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
        let spacing = delegate?.flowLayout(self, minimumInteritemSpacingForSectionAt: section)
        let lineSpacing = delegate?.flowLayout(self, minimumLineSpacingForSectionAt: section)
        let insets = delegate?.flowLayout(self, insetForSectionAt: section) ?? sectionInset
        func extent(_ size: CGSize) -> CGFloat { scrollDirection == .vertical ? size.height : size.width }

        var recipe: SectionRecipe
        if let sizes = delegateSizes(section: section, count: context.itemCount) {
            recipe = .flow(sizes: sizes)
        } else {
            recipe = .flow(count: context.itemCount, size: itemSize)
        }
        recipe.interitemSpacing = spacing ?? minimumInteritemSpacing
        recipe.lineSpacing = lineSpacing ?? minimumLineSpacing
        recipe.insets = insets
        recipe.header = extent(header)
        recipe.footer = extent(footer)
        recipe.pinsHeader = sectionHeadersPinToVisibleBounds
        recipe.pinsFooter = sectionFootersPinToVisibleBounds
        recipe.raisesUnusableSizes = true
        return recipe
    }

    /// The sizes that the delegate answers; nil where it answers none.
    private func delegateSizes(section: Int, count: Int) -> [CGSize]? {
        guard let delegate, count > 0, let first = delegate.flowLayout(self, sizeForItemAt: 0, inSection: section)
        else { return nil }
        var sizes = [CGSize](repeating: first, count: count)
        for item in 1..<max(1, count) {
            sizes[item] = delegate.flowLayout(self, sizeForItemAt: item, inSection: section) ?? itemSize
        }
        return sizes
    }
}
