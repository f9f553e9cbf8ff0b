#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import ListEngineAdapters
    import ListEngineLayout

    /// A layout of ListEngine for an app's own collection view: the value of its `collectionViewLayout`.
    ///
    /// The layout takes any recipe: a flow, a compositional layout, or your own. Updates of the collection view edit it: an
    /// inserted item costs O(log n), and measured sizes are kept. Where a cell prefers another size than its estimate, or an
    /// update changes what is above the visible items, the content offset moves by exactly as much as they do.
    ///
    /// A flow layout without a delegate of its own reads sizes and spacings from the collection view's delegate, if that is a
    /// `NSCollectionViewDelegateFlowLayout`. Give each layout a flow of its own.
    ///
    /// A section that scrolls independently of the list is laid out at its start: a layout cannot give it a scroll view.
    /// The collection view is the document of a scroll view, whose clip view is the visible part.
    @MainActor
    open class EngineLayout: NSCollectionViewLayout {
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

        /// The layout as a value, for questions that `NSCollectionViewLayout` has no method for.
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
                recipe, headerKind: NSCollectionView.elementKindSectionHeader,
                footerKind: NSCollectionView.elementKindSectionFooter)
        }

        // MARK: Attributes

        open override func prepare() {
            super.prepare()
            adapted.prepare()
        }

        open override var collectionViewContentSize: NSSize { layout.contentSize }

        open override func layoutAttributesForElements(in rect: CGRect) -> [NSCollectionViewLayoutAttributes] {
            var attributes: [NSCollectionViewLayoutAttributes] = []
            adapted.forEachElement(in: rect) { attributes.append(attributesObject($0)) }
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? {
            adapted.item(at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
        ) -> NSCollectionViewLayoutAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForDecorationView(
            ofKind elementKind: NSCollectionView.DecorationElementKind, at indexPath: IndexPath
        ) -> NSCollectionViewLayoutAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        private func attributesObject(_ element: AdaptedElement) -> NSCollectionViewLayoutAttributes {
            let attributes =
                switch element.category {
                case .item: NSCollectionViewLayoutAttributes(forItemWith: element.path)
                case .header, .footer, .supplementary:
                    NSCollectionViewLayoutAttributes(forSupplementaryViewOfKind: element.kind, with: element.path)
                case .decoration:
                    NSCollectionViewLayoutAttributes(forDecorationViewOfKind: element.kind, with: element.path)
                }
            attributes.frame = element.frame
            attributes.zIndex = element.zIndex
            attributes.alpha = element.alpha
            return attributes
        }

        // MARK: Invalidation

        open override func invalidateLayout(with context: NSCollectionViewLayoutInvalidationContext) {
            super.invalidateLayout(with: context)
            adapted.invalidate(everything: context.invalidateEverything, counts: context.invalidateDataSourceCounts)
        }

        /// Another width lays the list out again. Scrolling moves pinned headers and footers.
        open override func shouldInvalidateLayout(forBoundsChange newBounds: NSRect) -> Bool {
            adaptedView.map { adapted.isInvalid(in: visible($0, newBounds), pins: pins) } ?? false
        }

        /// The documentation does not say whether the new bounds are those of the collection view, which is as long as its
        /// content, or of the clip view. Both have the same extent across the list; the rest is read from the clip view.
        private func visible(_ view: AdaptedView, _ newBounds: NSRect) -> AdaptedView {
            var view = view
            if recipe.scrollDirection == .vertical {
                view.bounds.size.width = newBounds.width
            } else {
                view.bounds.size.height = newBounds.height
            }
            return view
        }

        open override func invalidationContext(
            forBoundsChange newBounds: NSRect
        ) -> NSCollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            guard let view = adaptedView else { return context }
            adapted.forEachBoundary(in: visible(view, newBounds).bounds) { kind, path in
                context.invalidateSupplementaryElements(ofKind: kind, at: [path])
            }
            return context
        }

        /// Whether the flow layout pins headers or footers. Override it for a recipe of your own that does not.
        open var pins: Bool { adapted.mayPin }

        // MARK: Self-sizing

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
        ) -> Bool {
            guard preferredAttributes.size != originalAttributes.size, let element = measured(preferredAttributes),
                let path = preferredAttributes.indexPath
            else { return false }
            return adapted.changes(element, at: path, to: preferredAttributes.size)
        }

        /// Takes the size that a cell prefers. The content offset moves by as much as the first visible item does.
        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
        ) -> NSCollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(
                forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
            guard let element = measured(preferredAttributes), let path = preferredAttributes.indexPath else {
                return context
            }
            (context.contentOffsetAdjustment, context.contentSizeAdjustment) = adapted.takeMeasured(
                element, at: path, preferredAttributes.size)
            return context
        }

        private func measured(_ attributes: NSCollectionViewLayoutAttributes) -> AdaptedLayout.MeasuredElement? {
            switch attributes.representedElementCategory {
            case .item: .item
            case .supplementaryView: .boundary
            default: nil
            }
        }

        // MARK: Updates

        /// Edits the layout as the updates say. The items that stay keep their sizes, and the first visible one keeps its
        /// place on screen.
        open override func prepare(forCollectionViewUpdates updateItems: [NSCollectionViewUpdateItem]) {
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

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: NSPoint) -> NSPoint {
            adapted.target(for: proposedContentOffset)
        }
    }

    extension EngineLayout: LayoutAdapter {
        package var adaptedView: AdaptedView? {
            guard let collectionView else { return nil }
            let scrollView = collectionView.enclosingScrollView
            let insets = scrollView?.contentInsets ?? NSEdgeInsetsZero
            return AdaptedView(
                bounds: scrollView?.contentView.bounds ?? collectionView.bounds,
                insets: SectionInsets(
                    top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right),
                isRightToLeft: collectionView.userInterfaceLayoutDirection == .rightToLeft,
                displayScale: collectionView.window?.backingScaleFactor ?? 1)
        }

        package var itemCounts: [Int] {
            guard let collectionView else { return [] }
            return (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
        }
    }

    // The sizes of a flow layout come from the collection view's delegate.
    extension EngineLayout: CollectionViewFlowLayoutDelegate {
        private var sizes: (view: NSCollectionView, delegate: any NSCollectionViewDelegateFlowLayout)? {
            guard let collectionView, let delegate = collectionView.delegate as? any NSCollectionViewDelegateFlowLayout
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
