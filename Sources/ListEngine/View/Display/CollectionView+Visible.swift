import Foundation
import ListEngineLayout

// The shown elements after the last pass.
extension CollectionView {
    // Loops, because a closure that is passed to `compactMap` checks the executor for each element.

    /// The shown cells, in reading order.
    public var visibleCells: [CollectionViewCell] {
        let shown = display.elements
        var cells: [CollectionViewCell] = []
        cells.reserveCapacity(shown.count)
        for place in shown.indices where shown[place].key.path.category == .item {
            if let cell = shown[place].view as? CollectionViewCell { cells.append(cell) }
        }
        return cells
    }

    /// The views of all shown elements, in reading order: by section the decorations, headers, items each followed by its
    /// supplementary items, and footers; last those of the whole list.
    public var visibleViews: [CollectionReusableView] {
        let shown = display.elements
        var views: [CollectionReusableView] = []
        views.reserveCapacity(shown.count)
        for place in shown.indices { views.append(shown[place].view) }
        return views
    }

    /// The index paths of the shown items, in reading order.
    public var indexPathsForVisibleItems: [IndexPath] {
        let shown = display.elements
        var paths: [IndexPath] = []
        paths.reserveCapacity(shown.count)
        for place in shown.indices where shown[place].key.path.category == .item {
            paths.append(shown[place].key.path.indexPath)
        }
        return paths
    }

    /// An item whose cell stays, with its state, after it leaves the visible bounds. A host sets it while the user types in the
    /// cell.
    ///
    /// The cell then belongs to the shown ones, with its frame in the content. The index path follows the item through
    /// updates. It is nil after the item was deleted, and after a full reload. Setting an index path that is
    /// not in the list sets nil.
    public var heldItem: IndexPath? {
        get { display.heldItem?.indexPath }
        set {
            let path = newValue.flatMap { ElementPath($0) }.flatMap { isInList($0) ? $0 : nil }
            guard path != display.heldItem else { return }
            display.heldItem = path
            setNeedsLayout()
        }
    }

    /// The cell of an item; nil if the item is not shown.
    /// - Complexity: O(*v*), like the other members here.
    public func cellForItem(at indexPath: IndexPath) -> CollectionViewCell? {
        guard let path = ElementPath(indexPath) else { return nil }
        return shownCell(path)
    }

    /// The index path of the element that a cell or a supplementary view shows; nil if it shows none.
    public func indexPath(for view: CollectionReusableView) -> IndexPath? {
        display.elements.first { $0.view === view }?.key.path.indexPath
    }

    /// The view of a header, a footer or a supplementary item; nil if it is not shown.
    public func supplementaryView(forElementKind kind: ElementKind, at indexPath: IndexPath) -> CollectionReusableView?
    {
        display.elements.first {
            $0.key.kind == kind && $0.key.path.category != .item && $0.key.path.indexPath == indexPath
        }?
        .view
    }

    /// The shown supplementary views of a kind, in reading order.
    public func visibleSupplementaryViews(ofKind kind: ElementKind) -> [CollectionReusableView] {
        display.elements.compactMap { $0.key.kind == kind && $0.key.path.category != .item ? $0.view : nil }
    }

    /// The index paths of the supplementary views of a kind that are shown, in reading order.
    public func indexPathsForVisibleSupplementaryElements(ofKind kind: ElementKind) -> [IndexPath] {
        display.elements.compactMap {
            $0.key.kind == kind && $0.key.path.category != .item ? $0.key.path.indexPath : nil
        }
    }

    /// All shown elements, in reading order.
    public var visibleElements: [LayoutAttributes] { display.elements.map(\.attributes) }

    /// The item at a point of the content; nil if there is none.
    public func indexPathForItem(at point: CGPoint) -> IndexPath? { item(at: point)?.indexPath }

    /// The item that is drawn at a point of the content. An item with a transform is where it is drawn, if it is on the screen, and
    /// the topmost of several is returned.
    package func item(at point: CGPoint) -> ElementPath? {
        var found = layout.item(at: point, sectionOffsets: scrolling.sectionOffsets)
        guard display.elements.contains(where: { $0.attributes.transform != .identity }) else { return found }
        let items = display.elements.lazy.map(\.attributes).filter { $0.category == .item && !$0.isHidden }
        var top = items.first { $0.path == found }?.zIndex ?? .min
        // An item with a transform is not where the layout has it.
        if items.contains(where: { $0.path == found && $0.transform != .identity }) { (found, top) = (nil, .min) }
        for item in items where item.transform != .identity && item.zIndex >= top {
            guard item.untransformed(point).map(item.frame.contains) ?? false else { continue }
            (found, top) = (item.path, item.zIndex)
        }
        return found
    }

    public var numberOfSections: Int { layout.numberOfSections }

    /// - Precondition: The section is in the list.
    public func numberOfItems(inSection section: Int) -> Int { layout.numberOfItems(inSection: section) }
}
