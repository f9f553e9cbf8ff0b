import Foundation
import ListEngineLayout

/// Where dragged items would be inserted.
public struct CollectionDropTarget: Sendable {
    /// The index path at which the items would be inserted. The item index can be the number of items in the section. In a
    /// list without sections both indices are 0.
    public var indexPath: IndexPath

    /// The operation that the drop would perform.
    public var operation: CollectionDropOperation

    /// A thin rectangle between two items that shows the place, in the coordinates of the content.
    public var mark: CGRect
}

extension CollectionView {
    /// Reports that the user begins to drag an item out of the list: all selected items if it is selected, else just the
    /// item. The delegate gives what is dragged. Selected items for which it returns nil stay.
    ///
    /// A drag that is still under way ends without effect.
    /// - Returns: Nil if the item cannot be dragged, or if the delegate changed the list.
    public func hostBeginItemDrag(at indexPath: IndexPath) -> CollectionDrag? { itemDrags.begin(at: indexPath) }

    /// Where the items that are over the list would be inserted; nil if nothing is dragged over it, or if it does not
    /// accept the items. A change of the list makes it nil until the next call of ``hostDragOver(_:at:)``. It is also nil in
    /// callbacks while the list is updated or laid out.
    public var dropTarget: CollectionDropTarget? { !isBusy && positions.areCurrent() ? itemDrags.target : nil }

    /// Reports that dragged items are over the list. The delegate decides whether they can be dropped there.
    /// - Parameter location: A point of the content.
    /// - Returns: The operation that a drop would perform.
    /// - Complexity: O(log *S* + log *n* + items of a line).
    @discardableResult
    public func hostDragOver(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        itemDrags.moveOver(drag, at: location)
    }

    /// Reports that the dragged items are no longer over the list.
    public func hostDragDidLeave() { itemDrags.leave() }

    /// Reports that the user drops the dragged items on the list. The delegate inserts them.
    /// - Parameter location: A point of the content.
    /// - Returns: The operation that the drop performed.
    @discardableResult
    public func hostDrop(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        itemDrags.drop(drag, at: location)
    }
}

/// Items that the user drags out of the list, and items that are dragged over it.
@MainActor
final class ItemDrags: ViewPart {
    /// The items that the user drags out of the list.
    private(set) var current: CollectionDrag?
    /// Earlier drags whose index paths still follow the list. Those that were released are removed with the next change.
    private var ended: [WeakDrag] = []
    fileprivate var target: CollectionDropTarget?

    /// The drag ends. Its index paths stay current, because the delegate deletes items by them, perhaps later.
    func end(_ drag: CollectionDrag) {
        guard current === drag else { return }
        current = nil
        ended.append(WeakDrag(drag: drag))
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        current?.follow(edit)
        if !ended.isEmpty {
            ended.removeAll { $0.drag == nil }
            for each in ended { each.drag?.follow(edit) }
        }
        target = nil
    }

    func begin(at indexPath: IndexPath) -> CollectionDrag? {
        guard list.isReadyForUser() else { return nil }
        current?.end()
        guard list.isReadyForUser(), list.reorderer.reordering == nil, let path = list.known(indexPath) else {
            return nil
        }
        let changes = list.positions.changes
        var (items, paths) = ([CollectionDragItem](), [ElementPath]())
        for dragged in list.selection.contains(path) ? list.selection.sorted : [path] {
            let item = list.delegate?.collectionView(list, dragItemForItemAt: dragged.indexPath)
            guard changes == list.positions.changes else { return nil }
            if let item {
                items.append(item)
                paths.append(dragged)
            } else if dragged == path {
                return nil
            }
        }
        guard current == nil, !list.isBusy else { return nil }
        let drag = CollectionDrag(items, at: paths, holding: path, in: list)
        current = drag
        list.touches.forget()
        list.touches.highlight(nil)
        list.closeSwipe()
        return drag
    }

    @discardableResult
    func moveOver(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        target = nil
        guard list.isReadyForUser(), let delegate = list.delegate, location.x.isFinite, location.y.isFinite else {
            return .cancel
        }
        let (path, mark) = insertion(at: location)
        let changes = list.positions.changes
        var operation = delegate.collectionView(list, dropOperationFor: drag, at: path.indexPath)
        guard changes == list.positions.changes, operation != .cancel else { return .cancel }
        if drag.isCopyRequested { operation = .copy }
        target = CollectionDropTarget(indexPath: path.indexPath, operation: operation, mark: mark)
        return operation
    }

    func leave() { target = nil }

    @discardableResult
    func drop(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        moveOver(drag, at: location)
        guard let target = list.dropTarget, let delegate = list.delegate else { return .cancel }
        self.target = nil
        guard
            delegate.collectionView(
                list, performDropOf: drag, at: target.indexPath, operation: target.operation)
        else { return .cancel }
        drag.didPerform(target.operation, in: list)
        return target.operation
    }

    // MARK: Places

    /// The place at which an item would be inserted, and its mark.
    private func insertion(at location: CGPoint) -> (ElementPath, mark: CGRect) {
        let bounds = list.geometry.bounds
        guard list.layout.numberOfSections > 0 else {
            return (
                .item(0, inSection: 0), mark(at: .zero, of: CGRect(origin: .zero, size: bounds.size), isBeside: false)
            )
        }
        let section = min(list.section(at: location, list.layout), list.layout.numberOfSections - 1)
        let count = list.layout.numberOfItems(inSection: section)
        let nearest = list.layout.nearestItem(to: location, sectionOffsets: list.sectionOffsets)
        guard count > 0, let nearest else {
            let frame = list.layout.frame(ofSection: section)
            return (.item(0, inSection: section), mark(at: .zero, of: frame, isBeside: false))
        }
        // Over a header, a footer or a margin, another section can be nearer.
        var hit = nearest
        if nearest.section != section { hit = .item(nearest.section < section ? 0 : count - 1, inSection: section) }
        let frame = shownFrame(hit)
        let isBeside = hasItemBeside(hit, frame, count)
        let isAcross = isBeside == (list.layout.scrollDirection == .vertical)
        let middle = isAcross ? frame.midX : frame.midY
        var isAfter = isAcross ? location.x > middle : location.y > middle
        if isAcross, list.layout.flowDirection == .rightToLeft { isAfter.toggle() }
        let place = ElementPath.item(isAfter ? hit.item + 1 : hit.item, inSection: section)
        let isAtEnd = isAcross && list.layout.flowDirection == .rightToLeft ? !isAfter : isAfter
        let corner = isAtEnd ? CGPoint(x: frame.width, y: frame.height) : .zero
        return (place, mark(at: corner, of: frame, isBeside: isBeside))
    }

    /// A mark along an edge of a frame. It stays in the content.
    private func mark(at corner: CGPoint, of frame: CGRect, isBeside: Bool) -> CGRect {
        let thickness: CGFloat = 2
        if isBeside == (list.layout.scrollDirection == .vertical) {
            let x = max(0, frame.minX + corner.x - thickness / 2)
            return CGRect(x: x, y: frame.minY, width: thickness, height: frame.height)
        }
        let y = max(0, frame.minY + corner.y - thickness / 2)
        return CGRect(x: frame.minX, y: y, width: frame.width, height: thickness)
    }

    private func shownFrame(_ path: ElementPath) -> CGRect {
        list.shownCell(path)?.frame ?? list.layout.frame(ofItem: path.item, inSection: path.section)
    }

    /// Whether the items of a line are side by side, as in a grid.
    private func hasItemBeside(_ path: ElementPath, _ frame: CGRect, _ count: Int) -> Bool {
        [path.item - 1, path.item + 1].contains { item in
            guard (0..<count).contains(item) else { return false }
            let other = shownFrame(.item(item, inSection: path.section))
            return list.layout.scrollDirection == .vertical
                ? other.minY < frame.maxY && frame.minY < other.maxY
                : other.minX < frame.maxX && frame.minX < other.maxX
        }
    }
}
