#if canImport(UIKit) || canImport(AppKit)
    import ListEngineLayout

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// A layout of ListEngine for an app's own collection view: the value of its `collectionViewLayout`.
    ///
    /// The layout takes any recipe: a flow, a compositional layout, or your own. Updates of the collection view edit it: an
    /// inserted item costs O(log n) and a call for the count of each section, and measured sizes are kept. If a cell prefers a
    /// size other than its estimate, or an update changes items above the visible ones, the content offset moves by exactly the
    /// distance by which the visible items move.
    ///
    /// A flow layout without a delegate reads sizes and spacings from the collection view's delegate, if that is a
    /// `UICollectionViewDelegateFlowLayout` (on macOS: `NSCollectionViewDelegateFlowLayout`). Give each layout its own flow.
    ///
    /// In UIKit, a touch scrolls a section that scrolls independently of the list. In AppKit, only ``scrollSection(_:to:)`` does. The
    /// layout has the offset and the movements of the section, because it cannot give a section a scroll view.
    @MainActor
    open class EngineLayout: ToolkitLayout {
        private let adapted: AdaptedLayout
        #if canImport(UIKit) && !LISTENGINE_APPKIT
            private weak var pan: SectionPan?
        #endif

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

        /// The layout as a value, for questions that a layout of the toolkit has no method for.
        public var layout: CollectionViewLayout {
            adapted.makeCurrent()
            return adapted.current
        }

        /// Takes the layout of a list, in place of one by the recipe, whenever the collection view has the list's counts.
        package func mirror(_ layout: @escaping @MainActor () -> CollectionViewLayout) { adapted.mirrored = layout }

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
                recipe, headerKind: ToolkitCollectionView.elementKindSectionHeader,
                footerKind: ToolkitCollectionView.elementKindSectionFooter)
        }

        // MARK: Attributes

        open override func prepare() {
            super.prepare()
            adapted.prepare()
            #if canImport(UIKit) && !LISTENGINE_APPKIT
                guard let collectionView, pan?.view !== collectionView else { return }
                removePan()
                // The cells of a list are those that are visible in the list.
                guard adapted.mirrored == nil else { return }
                let new = SectionPan()
                new.attach(to: collectionView, of: self)
                pan = new
            #endif
        }

        #if canImport(UIKit) && !LISTENGINE_APPKIT
            /// Called before a different layout replaces this one.
            open override func prepareForTransition(to newLayout: UICollectionViewLayout) {
                super.prepareForTransition(to: newLayout)
                removePan()
            }

            /// Movements end with the gesture that would continue them.
            private func removePan() {
                adapted.sections.settle(in: adapted.current)
                if let pan { pan.view?.removeGestureRecognizer(pan) }
                pan = nil
            }
        #endif

        open override var collectionViewContentSize: CGSize { layout.contentSize }

        open override func layoutAttributesForElements(in rect: CGRect) -> ToolkitAttributesOfElements {
            var attributes: [ToolkitAttributes] = []
            adapted.forEachElement(in: rect) { attributes.append(attributesObject($0)) }
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> ToolkitAttributes? {
            adapted.item(at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> ToolkitAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        open override func layoutAttributesForDecorationView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> ToolkitAttributes? {
            adapted.element(ofKind: elementKind, at: indexPath).map(attributesObject)
        }

        private func attributesObject(_ element: AdaptedElement) -> ToolkitAttributes {
            let attributes =
                switch element.category {
                case .item: ToolkitAttributes.item(at: element.path)
                case .header, .footer, .supplementary:
                    ToolkitAttributes(forSupplementaryViewOfKind: element.kind, with: element.path)
                case .decoration:
                    ToolkitAttributes(forDecorationViewOfKind: element.kind, with: element.path)
                }
            attributes.frame = element.frame
            attributes.zIndex = element.zIndex
            attributes.alpha = element.alpha
            return attributes
        }

        // MARK: Invalidation

        open override func invalidateLayout(with context: ToolkitInvalidationContext) {
            super.invalidateLayout(with: context)
            adapted.invalidate(everything: context.invalidateEverything, counts: context.invalidateDataSourceCounts)
        }

        /// Another width lays the list out again. Scrolling moves pinned headers and footers.
        open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            visiblePart(in: newBounds).map { adapted.isInvalid(in: $0, pins: pins) } ?? false
        }

        open override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> ToolkitInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            guard let view = visiblePart(in: newBounds) else { return context }
            adapted.forEachBoundary(in: view.bounds) { kind, path in
                context.invalidateSupplementaryElements(ofKind: kind, at: [path])
            }
            return context
        }

        private func visiblePart(in newBounds: CGRect) -> AdaptedView? {
            guard var view = adaptedView else { return nil }
            view.move(to: newBounds, recipe.scrollDirection)
            return view
        }

        /// Whether the flow layout pins headers or footers. Override it for a recipe of your own that does not.
        open var pins: Bool { adapted.mayPin }

        // MARK: Self-sizing

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: ToolkitAttributes,
            withOriginalAttributes originalAttributes: ToolkitAttributes
        ) -> Bool {
            guard preferredAttributes.size != originalAttributes.size, let element = preferredAttributes.measured,
                let path = preferredAttributes.indexPath as IndexPath?
            else { return false }
            return adapted.changes(element, at: path, to: preferredAttributes.size)
        }

        /// Takes the size that a cell prefers. The content offset moves by as much as the first visible item does.
        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: ToolkitAttributes,
            withOriginalAttributes originalAttributes: ToolkitAttributes
        ) -> ToolkitInvalidationContext {
            let context = super.invalidationContext(
                forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
            guard let element = preferredAttributes.measured, let path = preferredAttributes.indexPath as IndexPath?
            else {
                return context
            }
            (context.contentOffsetAdjustment, context.contentSizeAdjustment) = adapted.takeMeasured(
                element, at: path, preferredAttributes.size)
            return context
        }

        // MARK: Sections that scroll independently

        /// How far a section that scrolls independently has been scrolled, in points from its start. 0 for other sections.
        public func offset(ofSection section: Int) -> CGFloat { adapted.sections.offset(of: section) }

        /// Scrolls a section that scrolls independently. Nothing happens to other sections, and for an offset that is not a number.
        /// - Parameter offset: In points from the start of the section. It is clamped to the content. In a section that loops, it is
        ///   reduced to one turn.
        public func scrollSection(_ section: Int, to offset: CGFloat) {
            changeSections { $0.scroll(section, to: offset, in: $1) }
        }

        /// Scrolls the section of an item until the item is in view. Nothing happens if the section does not scroll independently, or
        /// has no such item.
        public func scrollSection(showingItemAt indexPath: IndexPath, at position: ItemScrollPosition = .nearest) {
            guard adapted.item(at: indexPath) != nil else { return }
            let (section, now) = (indexPath[0], offset(ofSection: indexPath[0]))
            changeSections { sections, layout in
                let target = layout.sectionOffset(
                    showingItem: indexPath[1], inSection: section, at: position, from: now)
                sections.scroll(section, to: target, in: layout)
            }
        }

        func changeSections(_ change: (SectionScroller, CollectionViewLayout) -> Void) {
            // The cells of a list are those that are visible in the list.
            guard adapted.mirrored == nil else { return }
            adapted.makeCurrent()
            let before = adapted.sections.offsets
            change(adapted.sections, adapted.current)
            guard adapted.sections.offsets != before else { return }
            invalidateLayout(with: ToolkitInvalidationContext())
        }

        var hasMovingSections: Bool { adapted.sections.isMoving }
        var isVertical: Bool { recipe.scrollDirection == .vertical }

        /// - Parameter point: In the content.
        func scrollingSection(at point: CGPoint) -> Int? {
            adapted.mirrored == nil ? adapted.sections.section(at: point, in: layout) : nil
        }

        /// How far the offset of a section moves under a touch that moves by a distance.
        func leading(_ distance: CGPoint) -> CGFloat {
            guard isVertical else { return -distance.y }
            return adaptedView?.flowDirection == .rightToLeft ? distance.x : -distance.x
        }

        // MARK: Updates

        /// Edits the layout as the updates say. The items that stay keep their sizes, and the first visible one keeps its
        /// place on screen.
        open override func prepare(forCollectionViewUpdates updateItems: [ToolkitUpdateItem]) {
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
        package var adaptedView: AdaptedView? { collectionView?.visiblePart }
        package var adaptedDataSource: AnyObject? { collectionView?.dataSource }

        package var itemCounts: [Int] {
            guard let collectionView else { return [] }
            return (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
        }
    }

    // The sizes of a flow layout come from the collection view's delegate.
    extension EngineLayout: CollectionViewFlowLayoutDelegate {
        private func answer<Value>(
            _ call: (any ToolkitFlowLayoutDelegate, ToolkitCollectionView) -> Value?
        ) -> Value? {
            guard let collectionView, let delegate = collectionView.delegate as? any ToolkitFlowLayoutDelegate
            else { return nil }
            return call(delegate, collectionView)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            let path = IndexPath(item: item, section: section)
            return answer { $0.collectionView?($1, layout: self, sizeForItemAt: path) }
        }

        public func flowLayout(_ flow: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
            answer { $0.collectionView?($1, layout: self, insetForSectionAt: section) }.map(SectionInsets.init)
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, minimumLineSpacingForSectionAt section: Int
        ) -> CGFloat? {
            answer { $0.collectionView?($1, layout: self, minimumLineSpacingForSectionAt: section) }
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, minimumInteritemSpacingForSectionAt section: Int
        ) -> CGFloat? {
            answer { $0.collectionView?($1, layout: self, minimumInteritemSpacingForSectionAt: section) }
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int
        ) -> CGSize? {
            answer { $0.collectionView?($1, layout: self, referenceSizeForHeaderInSection: section) }
        }

        public func flowLayout(
            _ flow: CollectionViewFlowLayout, referenceSizeForFooterInSection section: Int
        ) -> CGSize? {
            answer { $0.collectionView?($1, layout: self, referenceSizeForFooterInSection: section) }
        }
    }

    extension SectionInsets {
        init(_ insets: ToolkitInsets) {
            self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
        }
    }
#endif
