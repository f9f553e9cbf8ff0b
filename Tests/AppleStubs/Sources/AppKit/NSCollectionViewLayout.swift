public enum NSCollectionElementCategory: Int, Sendable { case item, supplementaryView, decorationView, interItemGap }

@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
    open var frame: CGRect = .zero
    open var size: CGSize {
        get { frame.size }
        set { frame.size = newValue }
    }
    open var zIndex = 0
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var indexPath: IndexPath? = IndexPath()
    open private(set) var representedElementCategory = NSCollectionElementCategory.item
    open private(set) var representedElementKind: String?

    public convenience init(forItemWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementCategory = .supplementaryView
        representedElementKind = elementKind
    }
    public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementCategory = .decorationView
        representedElementKind = decorationViewKind
    }

    // AppKit's attributes conform to NSCopying.
    open func double() -> NSCollectionViewLayoutAttributes {
        let copy = NSCollectionViewLayoutAttributes()
        (copy.frame, copy.zIndex, copy.alpha, copy.isHidden, copy.indexPath) = (
            frame, zIndex, alpha, isHidden, indexPath
        )
        copy.representedElementCategory = representedElementCategory
        copy.representedElementKind = representedElementKind
        return copy
    }
}

@MainActor
open class NSCollectionViewLayoutInvalidationContext: NSObject {
    open internal(set) var invalidateEverything = false
    open internal(set) var invalidateDataSourceCounts = false
    open var contentOffsetAdjustment: CGPoint = .zero
    open var contentSizeAdjustment: CGSize = .zero
    open private(set) var invalidatedItemIndexPaths: Set<IndexPath>?
    open private(set) var invalidatedSupplementaryIndexPaths: [String: Set<IndexPath>]?
    open func invalidateItems(at indexPaths: Set<IndexPath>) {
        invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []).union(indexPaths)
    }
    open func invalidateSupplementaryElements(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPaths: Set<IndexPath>
    ) {
        invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
            [elementKind: indexPaths], uniquingKeysWith: { $0.union($1) })
    }
    public required override init() {}
}

@MainActor
open class NSCollectionViewUpdateItem: NSObject {
    open private(set) var indexPathBeforeUpdate: IndexPath?
    open private(set) var indexPathAfterUpdate: IndexPath?
    open private(set) var updateAction = NSCollectionView.UpdateAction.none

    internal convenience init(_ action: NSCollectionView.UpdateAction, from before: IndexPath?, to after: IndexPath?) {
        self.init()
        (updateAction, indexPathBeforeUpdate, indexPathAfterUpdate) = (action, before, after)
    }
}

@MainActor
open class NSCollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: NSCollectionView?
    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    open class var layoutAttributesClass: AnyClass { NSCollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass { NSCollectionViewLayoutInvalidationContext.self }
    open var collectionViewContentSize: CGSize { .zero }
    open func prepare() {}
    open func layoutAttributesForElements(in rect: CGRect) -> [NSCollectionViewLayoutAttributes] { [] }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
        -> NSCollectionViewLayoutAttributes?
    { nil }
    open func layoutAttributesForDecorationView(ofKind elementKind: String, at indexPath: IndexPath)
        -> NSCollectionViewLayoutAttributes?
    { nil }
    open func invalidateLayout() {
        let type = Self.invalidationContextClass as! NSCollectionViewLayoutInvalidationContext.Type
        let context = type.init()
        context.invalidateEverything = true
        invalidateLayout(with: context)
    }
    open func invalidateLayout(with context: NSCollectionViewLayoutInvalidationContext) {
        collectionView?.invalidated(by: context)
    }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func invalidationContext(forBoundsChange newBounds: CGRect) -> NSCollectionViewLayoutInvalidationContext {
        (Self.invalidationContextClass as! NSCollectionViewLayoutInvalidationContext.Type).init()
    }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutInvalidationContext {
        (Self.invalidationContextClass as! NSCollectionViewLayoutInvalidationContext.Type).init()
    }
    open func prepare(forCollectionViewUpdates updateItems: [NSCollectionViewUpdateItem]) {}
    open func finalizeCollectionViewUpdates() {}
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        proposedContentOffset
    }
}
