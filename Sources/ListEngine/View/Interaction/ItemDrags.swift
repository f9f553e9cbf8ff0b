import Foundation
import ListEngineLayout

/// Where dragged items would be inserted, or the item onto which they would be dropped.
public struct CollectionDropTarget: Sendable {
    /// The index path at which the items would be inserted. The item index can be the number of items in the section. In a
    /// list without sections both indices are 0. If ``isOnItem`` is true, it is the index path of that item.
    public var indexPath: IndexPath

    /// Whether the items would be dropped onto an item, such as a folder.
    public var isOnItem = false

    /// The operation that the drop would perform.
    public var operation: CollectionDropOperation

    /// A thin rectangle between two items that shows the place, or the frame of the item, in the coordinates of the content.
    public var mark: CGRect
}

extension CollectionView {
    /// Reports that the user begins to drag an item out of the list: all selected items if it is selected, else just the
    /// item. The delegate gives what is dragged. Selected items for which it returns nil stay.
    ///
    /// A drag that is still under way ends without effect.
    /// - Returns: Nil if the item cannot be dragged, or if the delegate changed the list.
    public func hostBeginItemDrag(at indexPath: IndexPath) -> CollectionDrag? { itemDrags.begin(at: indexPath) }

    /// Where the items that are over the list would be dropped; nil if nothing is dragged over it, or if it does not
    /// accept the items. A change of the list makes it nil until the next call of ``hostDragOver(_:at:)``. It is also nil in
    /// callbacks while the list is updated or laid out.
    public var dropTarget: CollectionDropTarget? { !isBusy && positions.areCurrent() ? itemDrags.target : nil }

    /// The media types of content that the list takes from other programs, such as that of PNG pictures, besides text and files. The first one
    /// that the other program offers is read. The host reads the property when a drag begins or content is pasted.
    public var acceptedMediaTypes: [String] {
        get { itemDrags.mediaTypes }
        set { itemDrags.mediaTypes = newValue }
    }

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

    /// Reports that dragged items rest over an item: it is expanded if it is a collapsed item of an outline. For other items the
    /// delegate is notified.
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    public func hostSpringLoad(itemAt indexPath: IndexPath) {
        guard isReadyForUser(), let path = known(indexPath) else { return }
        // An item that is expanded already would pass the focus to its first child, as for an arrow key.
        let canExpand = shownCell(path)?.outlineState.map { $0.isExpandable && !$0.isExpanded } ?? true
        positions.following(path) { item in
            guard !canExpand || dataSource?.collectionView(self, setExpanded: true, forItemAt: indexPath) != true,
                let path = item.path
            else { return }
            delegate?.collectionView(self, springLoadItemAt: path.indexPath)
        }
    }

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
    /// See ``CollectionView/acceptedMediaTypes``.
    var mediaTypes: [String] = [] {
        didSet { if mediaTypes != oldValue { list.host?.requestFrame() } }
    }
    /// See ``CollectionView/fieldPasteHandler``.
    var fieldPasteHandler: (@MainActor (PastedFields) -> Void)?
    /// The item over which a drag rests.
    var restedItem: ElementPath?

    /// The drag ends. Its index paths stay current, because the delegate deletes items by them, perhaps later.
    func end(_ drag: CollectionDrag) {
        guard current === drag else { return }
        current = nil
        follow(drag)
    }

    /// The index paths follow the list as long as the program refers to them.
    func follow(_ drag: CollectionDrag) {
        ended.removeAll { $0.drag == nil }
        ended.append(WeakDrag(drag: drag))
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        current?.follow(edit)
        if !ended.isEmpty {
            ended.removeAll { $0.drag == nil }
            for each in ended { each.drag?.follow(edit) }
        }
        target = nil
        restedItem = restedItem.flatMap { edit?.newPath($0) }
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
        if let operation = moveOntoItem(drag, at: location, inMiddle: true) { return operation }
        let (path, mark) = insertion(at: location)
        let changes = list.positions.changes
        var operation = delegate.collectionView(list, dropOperationFor: drag, at: path.indexPath)
        guard changes == list.positions.changes else { return .cancel }
        if operation == .cancel { return moveOntoItem(drag, at: location, inMiddle: false) ?? .cancel }
        if drag.isCopyRequested { operation = .copy }
        target = CollectionDropTarget(indexPath: path.indexPath, operation: operation, mark: mark)
        return operation
    }

    /// The items are over an item that may take them.
    /// - Parameter inMiddle: Whether they must be over the middle of the item, because they can be inserted next to it.
    /// - Returns: Nil if there is no item, or if it does not take them.
    func moveOntoItem(_ drag: CollectionDrag, at location: CGPoint, inMiddle: Bool) -> CollectionDropOperation? {
        target = nil
        guard list.isReadyForUser(), let delegate = list.delegate, let path = shownItem(at: location),
            drag.source !== list || !drag.paths.contains(path), list.isInList(path)
        else { return nil }
        let frame = shownFrame(path)
        if inMiddle {
            let count = list.layout.numberOfItems(inSection: path.section)
            let isAcross = hasItemBeside(path, frame, count) == (list.layout.scrollDirection == .vertical)
            let middle = frame.insetBy(dx: isAcross ? frame.width / 4 : 0, dy: isAcross ? 0 : frame.height / 4)
            guard middle.contains(location) else { return nil }
        }
        let changes = list.positions.changes
        var operation = delegate.collectionView(list, dropOperationFor: drag, ontoItemAt: path.indexPath)
        guard changes == list.positions.changes, operation != .cancel else { return nil }
        if drag.isCopyRequested { operation = .copy }
        target = CollectionDropTarget(indexPath: path.indexPath, isOnItem: true, operation: operation, mark: frame)
        return operation
    }

    /// The item whose cell is at a point of the content, other than those that are being reordered.
    func shownItem(at location: CGPoint) -> ElementPath? {
        list.display.elements.last {
            $0.key.path.category == .item && $0.attributes.frame.contains(location)
                && !list.reorderer.isDragging($0.key.path)
        }?.key.path
    }

    func leave() { target = nil }

    /// Whether items are over the list that it takes.
    var isOver: Bool { target != nil }

    @discardableResult
    func drop(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        moveOver(drag, at: location)
        return list.dropTarget.map { perform($0, drag) } ?? .cancel
    }

    /// Drops the items at a target. Nothing is done if a waiting reload changes the list first.
    func perform(_ target: CollectionDropTarget, _ drag: CollectionDrag) -> CollectionDropOperation {
        self.target = nil
        let changes = list.positions.changes
        guard list.isReadyForUser(), changes == list.positions.changes, let delegate = list.delegate else {
            return .cancel
        }
        let (indexPath, operation) = (target.indexPath, target.operation)
        let isDone =
            target.isOnItem
            ? delegate.collectionView(list, performDropOf: drag, ontoItemAt: indexPath, operation: operation)
            : delegate.collectionView(list, performDropOf: drag, at: indexPath, operation: operation)
        guard isDone else { return .cancel }
        drag.didPerform(operation, in: list)
        return operation
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
        list.layout.frame(ofItem: path.item, inSection: path.section, sectionOffsets: list.scrolling.sectionOffsets)
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
