import Foundation

/// Answers for single sections and items of a ``CollectionViewFlowLayout``. Every answer that is not nil goes before the
/// layout's property of the same meaning; the default of each is nil.
@MainActor
public protocol CollectionViewFlowLayoutDelegate: AnyObject {
    /// One size for all items of a section, which is uniform then and takes no memory for each: as if it were the layout's
    /// item size. Where it is answered no other size is asked for. Nil, the default: sizes are asked for.
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize?

    /// Size of an item. Nil for item 0 means that the whole section has the layout's item size, exactly: it is uniform.
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int) -> CGSize?

    /// Sizes of neighbouring items, in their order: of all items of a section when the list is laid out, of those that
    /// have come or were loaded again in an update. Nil, the default: they are asked for one by one. For one and the same
    /// section either all questions are answered or none.
    func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]?

    func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets?
    func flowLayout(_ layout: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int) -> CGFloat?
    func flowLayout(_ layout: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int) -> CGFloat?
    func flowLayout(_ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int) -> CGSize?
    func flowLayout(_ layout: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int) -> CGSize?
}

extension CollectionViewFlowLayoutDelegate {
    public func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
    ) -> CGSize? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]? { nil }
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
/// A section is uniform where it has the one ``itemSize``, or one that the delegate answers for the section: then its last
/// line keeps the columns of a full one. Equal sizes that a delegate answers for items are not uniform. Those of them that cannot be used count as the least usable ones and
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
        flow(section, ofItems: [0..<max(0, context.itemCount)], in: context)
    }

    /// Answers the flow of some items. A subclass may have other ideas of its sections: there the answer is nil unless it
    /// overrides this too, for which ``flowRecipe(forSection:ofItems:in:)`` is at hand.
    open func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? {
        type(of: self) == CollectionViewFlowLayout.self ? flow(section, ofItems: items, in: context) : nil
    }

    /// The flow of some items of a section, as the properties and the delegate say.
    public final func flowRecipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe { flow(section, ofItems: items, in: context) }

    private func flow(
        _ section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe {
        let header = delegate?.flowLayout(self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize
        let footer = delegate?.flowLayout(self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
        let spacing = delegate?.flowLayout(self, minimumInteritemSpacingForSectionAt: section)
        let lineSpacing = delegate?.flowLayout(self, minimumLineSpacingForSectionAt: section)
        let insets = delegate?.flowLayout(self, insetForSectionAt: section) ?? sectionInset
        func extent(_ size: CGSize) -> CGFloat { scrollDirection == .vertical ? size.height : size.width }

        var recipe: SectionRecipe
        let count = items.reduce(0) { $0 + $1.count }
        if let size = delegate?.flowLayout(self, sizeOfItemsInSection: section) {
            let across = scrollDirection == .vertical ? size.width : size.height
            // Columns without width would never fill a line, and what cannot be used is raised item by item.
            let isUniform = across + (spacing ?? minimumInteritemSpacing) > 0 && across >= 0 && extent(size) >= 0
            recipe = isUniform ? .flow(count: count, size: size) : .flow(sizes: Array(repeating: size, count: count))
        } else if let sizes = delegateSizes(section, items, count: context.itemCount) {
            recipe = .flow(sizes: sizes)
        } else {
            recipe = .flow(count: context.itemCount < 0 ? context.itemCount : count, size: itemSize)
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

    /// The sizes that the delegate answers; nil where it answers none, and the section is uniform.
    private func delegateSizes(_ section: Int, _ items: [Range<Int>], count: Int) -> [CGSize]? {
        guard let delegate, count > 0 else { return nil }
        func bulk(_ items: Range<Int>) -> [CGSize]? {
            delegate.flowLayout(self, sizesForItemsAt: items, inSection: section)
        }
        func single(_ item: Int) -> CGSize? { delegate.flowLayout(self, sizeForItemAt: item, inSection: section) }

        var sizes: [CGSize] = []
        var answersSingly: Bool?
        for range in items {
            if answersSingly == nil, let answer = bulk(range) {
                if sizes.isEmpty { sizes = answer } else { sizes += answer }
                continue
            }
            if answersSingly == nil { answersSingly = single(0) != nil }
            guard answersSingly == true else { return nil }
            sizes.reserveCapacity(sizes.count + range.count)
            for item in range { sizes.append(single(item) ?? itemSize) }
        }
        // Where no sizes are wanted, whether there are any.
        if items.isEmpty, bulk(0..<1) == nil, single(0) == nil { return nil }
        return sizes
    }
}
