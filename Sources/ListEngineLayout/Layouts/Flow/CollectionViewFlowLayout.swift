import Foundation

/// Supplies sizes and spacings for single sections and items of a ``CollectionViewFlowLayout``. A result that is not
/// nil overrides the layout's property with the same meaning. The default implementations return nil.
@MainActor
public protocol CollectionViewFlowLayoutDelegate: AnyObject {
    /// Returns one size for all items of a section. The section is then uniform and stores no sizes for single items,
    /// as if this size were the layout's item size. If the result is not nil, the delegate receives no other call for
    /// item sizes of the section. Nil means that the other methods supply the sizes.
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize?

    /// Returns the size of an item. Nil for item 0 means that every item of the section has exactly the layout's item
    /// size, and the section is uniform.
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int) -> CGSize?

    /// Returns the sizes of consecutive items, in their order. When the list is laid out, these are all items of a
    /// section. In an update they are the items that were inserted or reloaded.
    ///
    /// Nil means that the layout calls ``flowLayout(_:sizeForItemAt:inSection:)`` for each item. For any one section,
    /// return nil from all calls or from none.
    func flowLayout(
        _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
    ) -> [CGSize]?

    /// Returns an estimate for the rows of a section. The items are then as wide as the section. Their extents along the
    /// scroll axis are estimates until their cells are measured, and no other size is requested for them.
    func flowLayout(_ layout: CollectionViewFlowLayout, estimatedExtentOfItemsInSection section: Int) -> CGFloat?

    /// Returns an estimate for the items of a section that get no size in another way. See ``CollectionViewFlowLayout/estimatedItemSize``.
    func flowLayout(_ layout: CollectionViewFlowLayout, estimatedSizeOfItemsInSection section: Int) -> CGSize?

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
        _ layout: CollectionViewFlowLayout, estimatedExtentOfItemsInSection section: Int
    ) -> CGFloat? { nil }
    public func flowLayout(
        _ layout: CollectionViewFlowLayout, estimatedSizeOfItemsInSection section: Int
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

/// Lays out every section of a list as a flow. It takes sizes and spacings from its properties and its delegate.
///
///     let flow = CollectionViewFlowLayout()
///     flow.itemSize = CGSize(width: 90, height: 120)
///     flow.sectionInset = .all(16)
///     let layout = try flow.layout(itemCounts: [40, 12], crossExtent: 390)
///
/// A section is uniform if its items have the one ``itemSize``, or one size that the delegate returns for the
/// section. It then stores no sizes. The last line of a section keeps the columns of a full line if its items have
/// the same size, wherever the sizes come from, as in UIKit.
///
/// A size from the delegate that cannot be used is replaced by the nearest usable one and reported in
/// ``CollectionViewLayout/diagnostics``. A property that cannot be used makes the layout throw an error.
@MainActor
open class CollectionViewFlowLayout: CollectionViewLayoutRecipe {
    open var scrollDirection: ScrollDirection = .vertical

    open var itemSize = CGSize(width: 50, height: 50)

    /// The assumed size of items whose sizes the delegate does not return, in points. Such items become as large as
    /// the host measures the views that show them: as wide as their content, up to the width of a line. The hosts for
    /// UIKit and AppKit measure along the scroll axis only: across it, an item keeps this size. Zero, the default, gives
    /// them exactly the ``itemSize``.
    open var estimatedItemSize = CGSize.zero

    /// Space between lines, in points. A line is as thick as its thickest item.
    open var minimumLineSpacing: CGFloat = 10

    /// The smallest space between the items of a line, in points. It grows so that a full line touches both insets.
    open var minimumInteritemSpacing: CGFloat = 10

    open var sectionInset: SectionInsets = .zero

    /// The size of the header. Only the extent along the scroll axis is used. 0 means that there is no header.
    open var headerReferenceSize: CGSize = .zero

    /// The size of the footer. Only the extent along the scroll axis is used. 0 means that there is no footer.
    open var footerReferenceSize: CGSize = .zero

    open var sectionHeadersPinToVisibleBounds = false
    open var sectionFootersPinToVisibleBounds = false

    open weak var delegate: (any CollectionViewFlowLayoutDelegate)?

    /// Whether the delegate describes sections by their indices: see ``CollectionViewLayoutRecipe``. Set it to false if the
    /// insets, spacings, headers and footers of a section do not depend on its index. A flow layout without a delegate
    /// describes all sections alike, so there it is false.
    open var describesSectionsByIndex: Bool {
        get { isDescribedByIndex && (delegate != nil || type(of: self) != CollectionViewFlowLayout.self) }
        set { isDescribedByIndex = newValue }
    }
    private var isDescribedByIndex = true

    public init() {}

    /// Returns nil, which makes every section a flow that has no layout object. Override it to give sections layout
    /// objects that they do not have themselves, or use ``CollectionViewMainLayout``.
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

    /// Returns the flow of some items, or nil in a subclass. A subclass may describe sections differently, so it must
    /// override this method to be used for single items. Its override can call
    /// ``flowRecipe(forSection:ofItems:in:)``.
    open func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? {
        type(of: self) == CollectionViewFlowLayout.self ? flow(section, ofItems: items, in: context) : nil
    }

    /// Returns the flow of some items of a section, made from the properties and the delegate.
    public final func flowRecipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe { flow(section, ofItems: items, in: context) }

    /// Returns the style of a section, as a recipe of no items or of one whose size is the estimate of all items.
    /// - Parameter source: Supplies the values of the section in place of the delegate.
    package func styleRecipe(
        forSection section: Int, in context: SectionLayoutContext, from source: any CollectionViewFlowLayoutDelegate
    ) -> SectionRecipe {
        let style = flow(section, ofItems: [], in: context, from: source)
        guard style.isEstimated, context.itemCount > 0 else { return style }
        return flow(section, ofItems: [0..<1], in: context, from: source)
    }

    private func flow(
        _ section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext,
        from source: (any CollectionViewFlowLayoutDelegate)? = nil
    ) -> SectionRecipe {
        var delegate: (any CollectionViewFlowLayoutDelegate)? { context.isOutdated ? nil : source ?? self.delegate }
        let header = delegate?.flowLayout(self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize
        let footer = delegate?.flowLayout(self, referenceSizeForFooterInSection: section) ?? footerReferenceSize
        let spacing = delegate?.flowLayout(self, minimumInteritemSpacingForSectionAt: section)
        let lineSpacing = delegate?.flowLayout(self, minimumLineSpacingForSectionAt: section)
        let insets = delegate?.flowLayout(self, insetForSectionAt: section) ?? sectionInset
        func extent(_ size: CGSize) -> CGFloat { scrollDirection == .vertical ? size.height : size.width }

        var recipe: SectionRecipe
        let count = items.reduce(0) { $0 + $1.count }
        if let extent = delegate?.flowLayout(self, estimatedExtentOfItemsInSection: section) {
            recipe = .list(count: count, height: extent, estimated: true)
        } else if let size = delegate?.flowLayout(self, sizeOfItemsInSection: section) {
            let across = scrollDirection == .vertical ? size.width : size.height
            // Columns without width would never fill a line. Sizes that cannot be used are replaced item by item.
            let isUniform = across + (spacing ?? minimumInteritemSpacing) > 0 && across >= 0 && extent(size) >= 0
            recipe = isUniform ? .flow(count: count, size: size) : .flow(sizes: Array(repeating: size, count: count))
        } else if let sizes = delegateSizes(section, items, context, delegate) {
            recipe = .flow(sizes: sizes)
        } else if let estimate = estimate(section, delegate), context.itemCount >= 0 {
            recipe = .flow(sizes: Array(repeating: estimate, count: count), estimated: true)
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

    private func estimate(_ section: Int, _ delegate: (any CollectionViewFlowLayoutDelegate)?) -> CGSize? {
        delegate?.flowLayout(self, estimatedSizeOfItemsInSection: section)
            ?? (estimatedItemSize == .zero ? nil : estimatedItemSize)
    }

    /// The sizes that the delegate returns. Nil if it returns none; the section is uniform then.
    private func delegateSizes(
        _ section: Int, _ items: [Range<Int>], _ context: SectionLayoutContext,
        _ delegate: (any CollectionViewFlowLayoutDelegate)?
    ) -> [CGSize]? {
        guard let delegate, context.itemCount > 0, !context.isOutdated else { return nil }
        func bulk(_ items: Range<Int>) -> [CGSize]? {
            context.isOutdated ? nil : delegate.flowLayout(self, sizesForItemsAt: items, inSection: section)
        }
        func single(_ item: Int) -> CGSize? {
            context.isOutdated ? nil : delegate.flowLayout(self, sizeForItemAt: item, inSection: section)
        }

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
        // No sizes are needed, only whether the delegate supplies any.
        if items.isEmpty, bulk(0..<1) == nil, single(0) == nil { return nil }
        return sizes
    }
}
