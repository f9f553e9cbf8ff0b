#if canImport(UIKit)
    import ListEngineAdapters
    import ListEngineLayout
    import UIKit

    /// A layout of ListEngine for an app's own collection view: the value of its `collectionViewLayout`.
    ///
    /// The layout takes any recipe: a flow, a compositional layout, or your own. Updates of the collection view edit it: an
    /// inserted item costs O(log n), and measured sizes are kept. Where a cell prefers another size than its estimate, or an
    /// update changes what is above the visible items, the content offset moves by exactly as much as they do.
    ///
    /// A flow layout without a delegate of its own reads sizes and spacings from the collection view's delegate, if that is a
    /// `UICollectionViewDelegateFlowLayout`. Give each layout a flow of its own.
    ///
    /// A section that scrolls independently of the list is laid out at its start: a layout cannot give it a scroll view.
    @MainActor
    open class EngineLayout: UICollectionViewLayout {
        private let adapted: AdaptedLayout

        /// Describes the sections. Setting it lays the list out again.
        open var recipe: any CollectionViewLayoutRecipe {
            get { adapted.recipe }
            set {
                adapted.recipe = newValue
                invalidateLayout()
            }
        }

        /// The kinds of headers and footers in index paths and attributes. They are UIKit's for flow layouts.
        open var headerKind: String {
            get { adapted.headerKind }
            set { adapted.headerKind = newValue }
        }
        open var footerKind: String {
            get { adapted.footerKind }
            set { adapted.footerKind = newValue }
        }

        /// The layout as a value, for questions that `UICollectionViewLayout` has no method for.
        public var layout: CollectionViewLayout {
            adapted.makeCurrent()
            return adapted.current
        }

        /// An error of the recipe, for example a size that cannot be used. The list is then empty.
        open var layoutError: LayoutError? { adapted.error }

        public init(_ recipe: any CollectionViewLayoutRecipe) {
            adapted = EngineLayout.adapted(recipe)
            super.init()
            adapted.adapter = self
        }

        /// Creates a layout that looks like a flow layout.
        public override convenience init() { self.init(CollectionViewFlowLayout()) }

        public required init?(coder: NSCoder) {
            adapted = EngineLayout.adapted(CollectionViewFlowLayout())
            super.init(coder: coder)
            adapted.adapter = self
        }

        private static func adapted(_ recipe: any CollectionViewLayoutRecipe) -> AdaptedLayout {
            AdaptedLayout(
                recipe, headerKind: UICollectionView.elementKindSectionHeader,
                footerKind: UICollectionView.elementKindSectionFooter)
        }

        // MARK: Attributes

        open override func prepare() {
            super.prepare()
            adapted.prepare()
        }

        open override var collectionViewContentSize: CGSize { layout.contentSize }

        open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            var attributes: [UICollectionViewLayoutAttributes] = []
            adapted.forEachElement(in: rect) { attributes.append(attributesObject($0)) }
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            adapted.item(at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForDecorationView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        private func attributesObject(_ element: AdaptedElement) -> UICollectionViewLayoutAttributes {
            let attributes =
                switch element.category {
                case .item: UICollectionViewLayoutAttributes(forCellWith: element.path)
                case .header, .footer, .supplementary:
                    UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: element.kind, with: element.path)
                case .decoration:
                    UICollectionViewLayoutAttributes(forDecorationViewOfKind: element.kind, with: element.path)
                }
            attributes.frame = element.frame
            attributes.zIndex = element.zIndex
            attributes.alpha = element.alpha
            return attributes
        }

        // MARK: Invalidation

        open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            super.invalidateLayout(with: context)
            adapted.invalidate(everything: context.invalidateEverything, counts: context.invalidateDataSourceCounts)
        }

        /// Another width lays the list out again. Scrolling moves pinned headers and footers.
        open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            guard var view = adaptedView else { return false }
            view.bounds = newBounds
            return adapted.isInvalid(in: view, pins: pins)
        }

        open override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            adapted.forEachBoundary(in: newBounds) { kind, path in
                context.invalidateSupplementaryElements(ofKind: kind, at: [path])
            }
            return context
        }

        /// Whether the flow layout pins headers or footers. Override it for a recipe of your own that does not.
        open var pins: Bool { adapted.mayPin }

        // MARK: Self-sizing

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> Bool {
            guard preferredAttributes.size != originalAttributes.size, let element = measured(preferredAttributes)
            else { return false }
            return adapted.changes(element, at: preferredAttributes.indexPath, to: preferredAttributes.size)
        }

        /// Takes the size that a cell prefers. The content offset moves by as much as the first visible item does.
        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(
                forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
            guard let element = measured(preferredAttributes) else { return context }
            (context.contentOffsetAdjustment, context.contentSizeAdjustment) = adapted.takeMeasured(
                element, at: preferredAttributes.indexPath, preferredAttributes.size)
            return context
        }

        private func measured(_ attributes: UICollectionViewLayoutAttributes) -> AdaptedLayout.MeasuredElement? {
            switch attributes.representedElementCategory {
            case .cell: .item
            case .supplementaryView: .boundary
            default: nil
            }
        }

        // MARK: Updates

        /// Edits the layout as the updates say. The items that stay keep their sizes, and the first visible one keeps its
        /// place on screen.
        open override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
            super.prepare(forCollectionViewUpdates: updateItems)
            var updates = CalledUpdates()
            for item in updateItems {
                let action: ToolkitUpdate? =
                    switch item.updateAction {
                    case .delete: .delete
                    case .insert: .insert
                    case .move: .move
                    case .reload: .reload
                    default: nil
                    }
                updates.add(action, from: item.indexPathBeforeUpdate, to: item.indexPathAfterUpdate)
            }
            adapted.prepare(for: updates)
        }

        open override func finalizeCollectionViewUpdates() {
            super.finalizeCollectionViewUpdates()
            adapted.finishUpdates()
        }

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
            adapted.target(for: proposedContentOffset)
        }
    }

    extension EngineLayout: LayoutAdapter {
        package var adaptedView: AdaptedView? {
            guard let collectionView else { return nil }
            let insets = collectionView.adjustedContentInset
            return AdaptedView(
                bounds: collectionView.bounds,
                insets: SectionInsets(
                    top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right),
                isRightToLeft: collectionView.effectiveUserInterfaceLayoutDirection == .rightToLeft,
                displayScale: collectionView.traitCollection.displayScale)
        }

        package var itemCounts: [Int] {
            guard let collectionView else { return [] }
            return (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
        }
    }

    // The sizes of a flow layout come from the collection view's delegate.
    extension EngineLayout: CollectionViewFlowLayoutDelegate {
        private var sizes: (view: UICollectionView, delegate: any UICollectionViewDelegateFlowLayout)? {
            guard let collectionView, let delegate = collectionView.delegate as? any UICollectionViewDelegateFlowLayout
            else { return nil }
            return (collectionView, delegate)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            guard let sizes else { return nil }
            return sizes.delegate.collectionView?(
                sizes.view, layout: self, sizeForItemAt: IndexPath(item: item, section: section))
        }

        public func flowLayout(_ flow: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
            guard let sizes,
                let insets = sizes.delegate.collectionView?(sizes.view, layout: self, insetForSectionAt: section)
            else { return nil }
            return SectionInsets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
        ) -> CGFloat? {
            guard let sizes else { return nil }
            return sizes.delegate.collectionView?(
                sizes.view, layout: self, minimumLineSpacingForSectionAt: section)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
        ) -> CGFloat? {
            guard let sizes else { return nil }
            return sizes.delegate.collectionView?(
                sizes.view, layout: self, minimumInteritemSpacingForSectionAt: section)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
        ) -> CGSize? {
            guard let sizes else { return nil }
            return sizes.delegate.collectionView?(
                sizes.view, layout: self, referenceSizeForHeaderInSection: section)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
        ) -> CGSize? {
            guard let sizes else { return nil }
            return sizes.delegate.collectionView?(
                sizes.view, layout: self, referenceSizeForFooterInSection: section)
        }
    }
#endif
