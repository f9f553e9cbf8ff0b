#if canImport(UIKit)
    import ListEngineAdapters
    import ListEngineCompatibility
    import ListEngineDiff
    import ListEngineUIKit
    import UIKit

    /// Shows a list of ListEngine in an app's own `UICollectionView`, for an app that keeps it: its outlets, its refresh control, and
    /// code that scrolls it.
    ///
    ///     let list = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
    ///     adapter = UIKitCollectionViewAdapter(list, in: productsView)
    ///     sections.prepare(for: list)
    ///
    /// The list can be that of any of the five libraries. The adapter becomes the list's host, and sets the collection view's layout
    /// (an ``EngineLayout``), its data source (an ``EngineDiffableDataSource``) and, if it has none, its delegate. Each cell of the
    /// collection view contains the view of a cell of the list, so the list's cells are those of ``UIKitCell``, of ``UIKitNibCell`` or
    /// of classes that conform to ``UIViewMaking``.
    ///
    /// Updates of the list become batches of the collection view, which cost O(items). Items keep their cells if the list's data
    /// source identifies them.
    /// A delegate of your own forwards the selection: see ``collectionView(_:didSelectItemAt:)``.
    ///
    /// Not shown: backgrounds and other decorations, and the movement of swipes. Sections that scroll independently stay at their start.
    /// ``UIKitHost`` shows more of a list.
    ///
    /// An adapter keeps its list and its collection view alive, and both hold it weakly: keep the adapter.
    @MainActor
    open class UIKitCollectionViewAdapter: NSObject, CollectionViewHost, UICollectionViewDelegate {
        public let list: CollectionView
        public let view: UICollectionView

        private let layout: MirroringLayout
        private let source: EngineDiffableDataSource<Int, ElementName>
        /// The items that the list shows.
        private var names = DiffableSnapshot<Int, ElementName>()
        /// Whether the collection view's layout is bringing the list up to date: the collection view must not be updated.
        private var isLayingOut = false
        /// Whether the list may have a different layout than the collection view, and different items.
        private var isShowingSoon = false
        private var needsNames = true
        /// The kinds of supplementary views that were shown.
        private var kinds: Set<String> = []
        private var isFrameRequested = false
        /// An offset that the list has set before the collection view has its items.
        private var pendingOffset: CGPoint?

        /// Becomes the host of a list.
        public init(_ list: CollectionView, in view: UICollectionView) {
            self.list = list
            self.view = view
            layout = MirroringLayout(MirroringLayout.stand(for: list.collectionViewLayout.scrollDirection))
            weak var adapter: UIKitCollectionViewAdapter?
            source = EngineDiffableDataSource(collectionView: view) { view, path, name in
                let cell = view.dequeueReusableCell(withReuseIdentifier: "ListEngine", for: path)
                (cell as? ListCell)?.show(adapter?.hosted(name))
                return cell
            }
            super.init()
            adapter = self
            view.register(ListCell.self, forCellWithReuseIdentifier: "ListEngine")
            source.supplementaryViewProvider = { view, kind, path in
                adapter?.kinds.insert(kind)
                view.register(ListBoundary.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "ListEngine")
                let boundary = view.dequeueReusableSupplementaryView(
                    ofKind: kind, withReuseIdentifier: "ListEngine", for: path)
                (boundary as? ListBoundary)?.show(adapter?.hosted(kind, at: path))
                return boundary
            }
            layout.adapter = self
            layout.mirror { [weak list] in list?.layout ?? CollectionViewLayout(width: 0) }
            view.collectionViewLayout = layout
            view.isPrefetchingEnabled = false
            if view.delegate == nil { view.delegate = self }
            list.host = self
            frame()
        }

        // MARK: Names

        private func readNames() -> DiffableSnapshot<Int, ElementName> {
            let counts = (0..<list.layout.numberOfSections).map { list.layout.numberOfItems(inSection: $0) }
            let identifying = list.dataSource as? any ItemIdentifying
            func read(_ name: (IndexPath) -> ElementName) -> DiffableSnapshot<Int, ElementName>? {
                var snapshot = DiffableSnapshot<Int, ElementName>(basedOn: names)
                do {
                    try snapshot.appendSections(validating: Array(counts.indices))
                    for (section, count) in counts.enumerated() where count > 0 {
                        try snapshot.appendItems(
                            validating: (0..<count).map { name([section, $0]) }, toSection: section)
                    }
                } catch {
                    return nil
                }
                return snapshot
            }
            let known = read { path in
                let identity = identifying?.collectionView(list, identityOfItemAt: path)
                return identity.map(ElementName.identity) ?? .place(path[0], path[1])
            }
            return known ?? read { .place($0[0], $0[1]) } ?? DiffableSnapshot()
        }

        private func hosted(_ name: ElementName) -> UIView? {
            guard let place = names.indexPath(of: name) else { return nil }
            return list.cellForItem(at: [place.section, place.item])?.hostView as? UIView
        }

        private func hosted(_ kind: String, at path: IndexPath) -> UIView? {
            list.supplementaryView(forElementKind: elementKind(kind), at: path)?.hostView as? UIView
        }

        private func elementKind(_ kind: String) -> ElementKind {
            switch kind {
            case layout.headerKind: .header
            case layout.footerKind: .footer
            default: ElementKind(kind)
            }
        }

        // MARK: Keeping up

        /// Brings the list up to date in the middle of a layout pass of the collection view.
        /// - Returns: How far the list has moved its offset to keep its place, and whether its layout changed.
        @discardableResult
        fileprivate func layOut(for bounds: CGRect) -> (moved: CGPoint, isChanged: Bool) {
            guard !isLayingOut, !isShowingSoon else { return (.zero, false) }
            isLayingOut = true
            defer { isLayingOut = false }
            bringUpToDate(bounds)
            let now = list.contentOffset
            let moved = CGPoint(x: now.x - bounds.minX, y: now.y - bounds.minY)
            pendingOffset = nil
            return (isClose(now, bounds.origin) ? .zero : moved, isShowingSoon)
        }

        /// Brings the list up to date, and then the collection view.
        private func frame() {
            isFrameRequested = false
            if layout.scrollDirection != list.collectionViewLayout.scrollDirection {
                layout.scrollDirection = list.collectionViewLayout.scrollDirection
            }
            bringUpToDate(view.bounds)
        }

        private func bringUpToDate(_ bounds: CGRect) {
            let insets = view.adjustedContentInset
            list.displayScale = view.traitCollection.displayScale
            list.flowDirection =
                view.effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
            list.contentInset = SectionInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
            if list.bounds.size != bounds.size { list.bounds = CGRect(origin: list.contentOffset, size: bounds.size) }
            if isClose(list.contentOffset, bounds.origin) {
                list.layoutIfNeeded()
            } else {
                list.hostDidScroll(to: bounds.origin)
            }
        }

        /// UIKit rounds offsets to pixels. The list keeps its exact one until the user has moved it.
        private func isClose(_ one: CGPoint, _ other: CGPoint) -> Bool {
            let pixel = 1 / max(1, list.displayScale)
            return abs(one.x - other.x) < pixel && abs(one.y - other.y) < pixel
        }

        /// Shows the list's items in the collection view.
        private func showChanges() {
            guard !isLayingOut else {
                Task { @MainActor [weak self] in self?.showChanges() }
                return
            }
            if needsNames {
                needsNames = false
                names = readNames()
                source.apply(names, animatingDifferences: isOnScreen)
            }
            isShowingSoon = false
            layout.invalidateLayout()
            if let offset = pendingOffset {
                pendingOffset = nil
                if !isClose(offset, view.contentOffset) { view.setContentOffset(offset, animated: false) }
            }
            // While the collection view had other items, the list's views may have been placed in cells of others.
            for path in view.indexPathsForVisibleItems {
                guard let name = source.itemIdentifier(for: path) else { continue }
                (view.cellForItem(at: path) as? ListCell)?.show(hosted(name))
            }
            for kind in kinds {
                for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    let boundary = view.supplementaryView(forElementKind: kind, at: path)
                    (boundary as? ListBoundary)?.show(hosted(kind, at: path))
                }
            }
        }

        // MARK: CollectionViewHost

        open func makeView(for view: CollectionReusableView) -> AnyObject? {
            (view as? any UIViewMaking)?.makeUIView() ?? UIView(frame: .zero)
        }

        public func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            guard let hosted = view.hostView as? UIView else { return }
            hosted.alpha = CGFloat(placement.alpha)
            hosted.isHidden = placement.isHidden
            guard !isShowingSoon, let attributes = view.layoutAttributes else { return }
            if attributes.category == .item {
                guard let name = name(at: attributes.indexPath), let path = source.indexPath(for: name) else { return }
                (self.view.cellForItem(at: path) as? ListCell)?.show(hosted)
            } else {
                let kind =
                    switch attributes.kind {
                    case .header: layout.headerKind
                    case .footer: layout.footerKind
                    default: attributes.kind.name
                    }
                let boundary = self.view.supplementaryView(forElementKind: kind, at: attributes.indexPath)
                (boundary as? ListBoundary)?.show(hosted)
            }
        }

        private func name(at path: IndexPath) -> ElementName? {
            guard path.count == 2, (0..<names.numberOfSections).contains(path[0]),
                (0..<names.numberOfItems(inSectionAt: path[0])).contains(path[1])
            else { return nil }
            return names.itemIdentifier(at: ItemIndexPath(section: path[0], item: path[1]))
        }

        public func recycle(_ view: CollectionReusableView) { remove(view) }

        public func remove(_ view: CollectionReusableView) { (view.hostView as? UIView)?.removeFromSuperview() }

        open func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            (view.hostView as? UIView).map { list.measuredSize(of: $0, fitting: size) }
        }

        public func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
            pendingOffset = offset
            // An update shows its items first.
            if !isLayingOut { whenShown() }
            return false
        }

        public func contentDidChange(_ change: ContentChange) {
            if !change.causes.isSubset(of: [.measuring, .inset, .reordering]) { needsNames = true }
            whenShown()
        }

        private func whenShown() {
            guard !isShowingSoon else { return }
            isShowingSoon = true
            list.whenIdle { [weak self] in self?.showChanges() }
        }

        public func requestFrame() {
            guard !isFrameRequested else { return }
            isFrameRequested = true
            Task { @MainActor [weak self] in self?.frame() }
        }

        public var isOnScreen: Bool { view.window != nil }

        // MARK: UICollectionViewDelegate

        /// Chooses an item, as a tap does. The list decides about its selection, and its cells show it.
        open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            collectionView.deselectItem(at: indexPath, animated: false)
            guard let name = source.itemIdentifier(for: indexPath), let place = names.indexPath(of: name) else {
                return
            }
            let frame = list.layout.layoutAttributesForItem(place.item, inSection: place.section).frame
            list.hostTap(at: CGPoint(x: frame.midX, y: frame.midY))
        }
    }

    /// The name of an item in the snapshots of the collection view.
    private enum ElementName: Hashable, @unchecked Sendable {
        /// Read on the main actor only.
        case identity(AnyHashable)
        case place(Int, Int)
    }

    /// A layout that brings the list up to date before it returns attributes.
    private final class MirroringLayout: EngineLayout {
        weak var adapter: UIKitCollectionViewAdapter?
        private var adjustment = CGPoint.zero

        /// Rows that stand for the list's layout while the collection view has other items than the list: between the batches
        /// of one update.
        static func stand(for direction: ScrollDirection) -> CollectionViewCompositionalLayout {
            let rows = CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(44)))
            rows.configuration.scrollDirection = direction
            return rows
        }

        var scrollDirection: ScrollDirection {
            get { recipe.scrollDirection }
            set { recipe = Self.stand(for: newValue) }
        }

        override func prepare() {
            if let collectionView { adapter?.layOut(for: collectionView.bounds) }
            super.prepare()
        }

        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            let change = adapter?.layOut(for: newBounds)
            adjustment = change?.moved ?? .zero
            return super.shouldInvalidateLayout(forBoundsChange: newBounds) || change?.isChanged == true
                || adjustment != .zero
        }

        override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            context.contentOffsetAdjustment = adjustment
            adjustment = .zero
            return context
        }

        /// Without decorations, which only a layout can register.
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            super.layoutAttributesForElements(in: rect)?.filter { $0.representedElementCategory != .decorationView }
        }
    }

    /// A cell that contains the view of a cell of the list.
    private final class ListCell: UICollectionViewCell {
        private var slot = Slot()
        func show(_ view: UIView?) { slot.fill(self, with: view) }

        override func prepareForReuse() {
            super.prepareForReuse()
            show(nil)
        }
    }

    /// A header or footer that contains that of the list.
    private final class ListBoundary: UICollectionReusableView {
        private var slot = Slot()
        func show(_ view: UIView?) { slot.fill(self, with: view) }

        override func prepareForReuse() {
            super.prepareForReuse()
            show(nil)
        }
    }

    @MainActor
    private struct Slot {
        /// The view that was shown last. The list may have moved it to another cell.
        private weak var view: UIView?

        mutating func fill(_ container: UIView, with next: UIView?) {
            if let view, view !== next, view.superview === container { view.removeFromSuperview() }
            view = next
            guard let next, next.superview !== container else { return }
            container.addSubview(next)
            next.frame = container.bounds
            next.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }
    }
#endif
