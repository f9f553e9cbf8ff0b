#if canImport(UIKit)
    import ListEngineLayout
    import UIKit

    /// A layout of ListEngine for an app's own collection view: the value of its `collectionViewLayout`.
    ///
    /// The layout takes any recipe: a flow, a compositional layout, or your own. Updates of the collection view edit it: an
    /// inserted item costs O(log n), and measured sizes are kept. Where a cell prefers another size than its estimate, or an
    /// update changes what is above the visible items, the content offset moves by exactly as much as they do.
    ///
    /// A section that scrolls independently of the list is laid out at its start: a layout cannot give it a scroll view.
    @MainActor
    open class EngineLayout: UICollectionViewLayout {
        /// Describes the sections. Setting it lays the list out again.
        open var recipe: any CollectionViewLayoutRecipe {
            didSet { invalidateLayout() }
        }

        /// The kinds of headers and footers in index paths and attributes. They are UIKit's for flow layouts.
        open var headerKind = "UICollectionElementKindSectionHeader"
        open var footerKind = "UICollectionElementKindSectionFooter"

        /// The layout as a value, for questions that `UICollectionViewLayout` has no method for.
        public var layout: CollectionViewLayout {
            makeCurrent()
            return current
        }

        /// An error of the recipe, for example a size that cannot be used. The list is then empty.
        open private(set) var layoutError: LayoutError?

        private var current = CollectionViewLayout(width: 0)
        private var container: ListContainer?
        /// The layout before counts changed, until the updates that changed them have edited it.
        private var before: CollectionViewLayout?
        private var needsLayout = true
        private var needsCounts = false
        /// How far an update moved the visible items.
        private var offsetAdjustment: CGFloat = 0
        private var cursor = LayoutCursor()
        /// What was visible when the list was last asked for elements, and the first of them before the user scrolled on.
        /// It stays in its place on screen while elements that scrolled in are measured.
        private var lastVisible: Viewport?
        private var steady: ElementPath?

        public init(_ recipe: any CollectionViewLayoutRecipe) {
            self.recipe = recipe
            super.init()
        }

        /// Creates a layout that looks like a flow layout. Its sizes and spacings come from the collection view's delegate if
        /// that is a `UICollectionViewDelegateFlowLayout`.
        public override convenience init() {
            let flow = CollectionViewFlowLayout()
            self.init(flow)
            let sizes = FlowDelegateSizes(self)
            flow.delegate = sizes
            flowSizes = sizes
        }
        private var flowSizes: FlowDelegateSizes?

        public required init?(coder: NSCoder) {
            recipe = CollectionViewFlowLayout()
            super.init(coder: coder)
            let sizes = FlowDelegateSizes(self)
            (recipe as? CollectionViewFlowLayout)?.delegate = sizes
            flowSizes = sizes
        }

        // MARK: Preparing

        open override func prepare() {
            super.prepare()
            if container != currentContainer { needsLayout = true }
            // Changed counts wait for the updates that explain them. A query before those lays the list out from scratch.
            if !needsCounts { makeCurrent() }
        }

        /// The container in a collection view with these bounds. Bars that cover the start and the end of the list do not
        /// change it: large titles and the keyboard do so while the user scrolls.
        private func container(in bounds: CGRect) -> ListContainer? {
            guard let collectionView else { return nil }
            let insets = collectionView.adjustedContentInset
            var size = bounds.size
            if recipe.scrollDirection == .vertical {
                size.width = max(0, size.width - insets.left - insets.right)
            } else {
                size.height = max(0, size.height - insets.top - insets.bottom)
            }
            return ListContainer(
                size: size,
                flowDirection: collectionView.effectiveUserInterfaceLayoutDirection == .rightToLeft
                    ? .rightToLeft : .leftToRight,
                displayScale: collectionView.traitCollection.displayScale)
        }

        private var currentContainer: ListContainer? { collectionView.flatMap { container(in: $0.bounds) } }

        private var itemCounts: [Int] {
            guard let collectionView else { return [] }
            return (0..<collectionView.numberOfSections).map { collectionView.numberOfItems(inSection: $0) }
        }

        private func makeCurrent() {
            guard needsLayout || needsCounts, let container = currentContainer else { return }
            if needsCounts, !needsLayout, before == nil { before = current }
            let counts = itemCounts
            let isSameList = !needsCounts && current.numberOfSections == counts.count
            needsLayout = false
            needsCounts = false
            do throws(LayoutError) {
                if isSameList, self.container != nil, current.scrollDirection == recipe.scrollDirection {
                    // The recipe may call back into this object, so a copy is changed.
                    var next = current
                    try next.relayout(in: container, by: recipe)
                    current = next
                } else {
                    current = try recipe.layout(itemCounts: counts, in: container)
                }
                layoutError = nil
            } catch {
                current = CollectionViewLayout(container: container, scrollDirection: recipe.scrollDirection)
                layoutError = error
            }
            self.container = container
        }

        /// The visible part, without what bars cover.
        private var viewport: Viewport {
            guard let collectionView else { return Viewport(.zero) }
            let insets = collectionView.adjustedContentInset
            return Viewport(
                collectionView.bounds,
                adjustedInsets: SectionInsets(
                    top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right))
        }

        private func point(along distance: CGFloat) -> CGPoint {
            current.scrollDirection == .vertical ? CGPoint(x: 0, y: distance) : CGPoint(x: distance, y: 0)
        }

        // MARK: Attributes

        open override var collectionViewContentSize: CGSize {
            makeCurrent()
            return current.contentSize
        }

        open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            makeCurrent()
            var attributes: [UICollectionViewLayoutAttributes] = []
            var visible = viewport
            lastVisible = visible
            visible.rect = rect
            current.forEachElement(in: visible, cursor: &cursor) { element in
                if !element.isHidden { attributes.append(attributesObject(element)) }
            }
            return attributes
        }

        open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            makeCurrent()
            guard contains(indexPath) else { return nil }
            return attributesObject(current.layoutAttributesForItem(indexPath[1], inSection: indexPath[0]))
        }

        open override func layoutAttributesForSupplementaryView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            makeCurrent()
            return element(ofKind: elementKind, at: indexPath)
        }

        open override func layoutAttributesForDecorationView(
            ofKind elementKind: String, at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            makeCurrent()
            return element(ofKind: elementKind, at: indexPath)
        }

        private func contains(_ indexPath: IndexPath) -> Bool {
            indexPath.count == 2 && (0..<current.numberOfSections).contains(indexPath[0])
                && (0..<current.numberOfItems(inSection: indexPath[0])).contains(indexPath[1])
        }

        private func element(ofKind kind: String, at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            guard indexPath.count == 2, (0..<current.numberOfSections).contains(indexPath[0]) else { return nil }
            let section = indexPath[0]
            if kind == headerKind, let frame = current.frameForHeader(inSection: section, pinnedTo: viewport) {
                return edge(kind, indexPath, frame)
            }
            if kind == footerKind, let frame = current.frameForFooter(inSection: section, pinnedTo: viewport) {
                return edge(kind, indexPath, frame)
            }
            var visible = viewport
            visible.rect = current.frame(ofSection: section)
            var found: UICollectionViewLayoutAttributes?
            current.forEachElement(in: visible, cursor: &cursor) { element in
                guard found == nil, element.section == section, element.item == indexPath[1], name(of: element) == kind
                else { return }
                found = attributesObject(element)
            }
            return found
        }

        private func edge(_ kind: String, _ indexPath: IndexPath, _ frame: CGRect) -> UICollectionViewLayoutAttributes {
            let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: kind, with: indexPath)
            attributes.frame = frame
            attributes.zIndex = 1
            return attributes
        }

        private func name(of element: LayoutAttributes) -> String {
            switch element.kind {
            case .header: headerKind
            case .footer: footerKind
            default: element.kind.name
            }
        }

        private func attributesObject(_ element: LayoutAttributes) -> UICollectionViewLayoutAttributes {
            let path = element.indexPath
            let attributes =
                switch element.category {
                case .item: UICollectionViewLayoutAttributes(forCellWith: path)
                case .header, .footer, .supplementary:
                    UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: name(of: element), with: path)
                case .decoration:
                    UICollectionViewLayoutAttributes(forDecorationViewOfKind: name(of: element), with: path)
                }
            attributes.frame = element.frame
            attributes.zIndex = element.zIndex
            attributes.alpha = CGFloat(element.alpha)
            return attributes
        }

        // MARK: Invalidation

        open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            super.invalidateLayout(with: context)
            if context.invalidateEverything {
                needsLayout = true
                before = nil
            }
            if context.invalidateDataSourceCounts { needsCounts = true }
            if context.invalidateEverything || context.invalidateDataSourceCounts {
                lastVisible = nil
                steady = nil
            }
        }

        /// Another width lays the list out again. Scrolling moves pinned headers and footers.
        open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            if let lastVisible, lastVisible.visibleBounds.origin != newBounds.origin {
                steady = current.scrollAnchor(in: lastVisible)?.path
                self.lastVisible = nil
            }
            return container != container(in: newBounds) || pins
        }

        open override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            var visible = viewport
            visible.rect = newBounds
            visible.visibleBounds = newBounds
            current.forEachElement(in: visible, cursor: &cursor) { element in
                if element.category == .header || element.category == .footer {
                    context.invalidateSupplementaryElements(ofKind: name(of: element), at: [element.indexPath])
                }
            }
            return context
        }

        /// Whether the flow layout pins headers or footers. Override it for a recipe of your own that does not.
        open var pins: Bool {
            guard let flow = recipe as? CollectionViewFlowLayout else { return true }
            return flow.sectionHeadersPinToVisibleBounds || flow.sectionFootersPinToVisibleBounds
        }

        // MARK: Self-sizing

        open override func shouldInvalidateLayout(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> Bool {
            guard preferredAttributes.size != originalAttributes.size else { return false }
            var trial = current
            return take(preferredAttributes, &trial) && trial.contentSize != current.contentSize
                || frame(of: preferredAttributes, in: trial) != frame(of: preferredAttributes, in: current)
        }

        /// Takes the size that a cell prefers. The content offset moves by as much as the first visible item does.
        open override func invalidationContext(
            forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
            withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(
                forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
            let size = current.contentSize
            let anchor = anchorForMeasuring
            var next = current
            let scroll = next.keeping(anchor) { layout in _ = take(preferredAttributes, &layout) }
            current = next
            let offset = point(along: scroll.scrollDelta)
            context.contentOffsetAdjustment = offset
            lastVisible?.visibleBounds.origin.x += offset.x
            lastVisible?.visibleBounds.origin.y += offset.y
            context.contentSizeAdjustment = CGSize(
                width: current.contentSize.width - size.width, height: current.contentSize.height - size.height)
            return context
        }

        private var anchorForMeasuring: ScrollAnchor? {
            let viewport = self.viewport
            if let steady, steady.category == .item,
                current.frame(ofItem: steady.item, inSection: steady.section).intersects(viewport.visibleBounds)
            {
                return ScrollAnchor(steady)
            }
            return current.scrollAnchor(in: viewport)
        }

        private func frame(of attributes: UICollectionViewLayoutAttributes, in layout: CollectionViewLayout) -> CGRect?
        {
            attributes.representedElementCategory == .cell
                ? layout.frame(ofItem: attributes.indexPath[1], inSection: attributes.indexPath[0]) : nil
        }

        /// Gives an element of a layout its measured size. Returns false if the size is not an estimate, or cannot be used.
        private func take(
            _ preferred: UICollectionViewLayoutAttributes, _ layout: inout CollectionViewLayout
        ) -> Bool {
            let path = preferred.indexPath
            do throws(LayoutError) {
                switch preferred.representedElementCategory {
                case .cell:
                    guard contains(path), layout.layoutAttributesForItem(path[1], inSection: path[0]).isEstimated
                    else { return false }
                    do throws(LayoutError) {
                        try layout.measure(item: path[1], inSection: path[0], size: preferred.size)
                    } catch .exactSize {
                        // Lists and flows resize the item instead.
                        do throws(LayoutError) {
                            try layout.resizeItem(path[1], inSection: path[0], to: preferred.size)
                        } catch .needsSizes {
                            let extent =
                                layout.scrollDirection == .vertical ? preferred.size.height : preferred.size.width
                            try layout.resizeItem(path[1], inSection: path[0], to: extent)
                        }
                    }
                case .supplementaryView:
                    guard path.count == 2, (0..<layout.numberOfSections).contains(path[0]) else { return false }
                    try layout.measure(boundarySupplementaryItem: path[1], inSection: path[0], size: preferred.size)
                default: return false
                }
                return true
            } catch {
                return false
            }
        }

        // MARK: Updates

        /// Edits the layout as the updates say. The items that stay keep their sizes, and the first visible one keeps its
        /// place on screen.
        open override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
            super.prepare(forCollectionViewUpdates: updateItems)
            guard let old = before ?? (needsCounts ? current : nil), !needsLayout else { return }
            before = nil
            var edited = old
            let viewport = self.viewport
            let anchor = old.scrollAnchor(in: viewport)
            let edits = LayoutUpdates(updateItems, counts: itemCounts)
            guard
                let scroll = try? edited.keeping(
                    anchor,
                    { (layout) throws(LayoutError) in
                        try edits.apply(to: &layout, by: recipe)
                    }), (0..<edited.numberOfSections).map({ edited.numberOfItems(inSection: $0) }) == itemCounts
            else { return makeCurrent() }
            current = edited
            needsCounts = false
            offsetAdjustment += scroll.scrollDelta
        }

        open override func finalizeCollectionViewUpdates() {
            super.finalizeCollectionViewUpdates()
            before = nil
            offsetAdjustment = 0
        }

        open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
            let delta = point(along: offsetAdjustment)
            return CGPoint(x: proposedContentOffset.x + delta.x, y: proposedContentOffset.y + delta.y)
        }
    }
#endif
