import Foundation
import ListEngineLayout

extension ScrollingHost {
    package func inContent(_ location: CGPoint) -> CGPoint {
        CGPoint(x: list.bounds.minX + location.x, y: list.bounds.minY + location.y)
    }

    // MARK: Dragging an item within the list

    /// The user begins to drag the item at a point of the visible bounds, with all selected items if it is selected. See ``CollectionView/hostBeginReordering(itemAt:)``.
    /// - Returns: False if there is no item that can be moved.
    public func beginReordering(at location: CGPoint) -> Bool {
        let point = inContent(location)
        guard let item = list.indexPathForItem(at: point), let frame = list.cellForItem(at: item)?.frame else {
            return false
        }
        guard list.hostBeginReordering(itemAt: item) else { return false }
        hold(at: location, CGPoint(x: frame.midX - point.x, y: frame.midY - point.y))
        return true
    }

    private func hold(at location: CGPoint, _ hold: CGPoint) {
        stop()
        // The items may have been dragged as a copy before, which opened room.
        gaps.close()
        held = HeldPointer(location: location, purpose: .item(hold: hold))
    }

    /// The dragged item follows the pointer to a point of the visible bounds. Near the ends of the list, the content scrolls
    /// as long as the pointer stays there.
    public func reorder(to location: CGPoint) {
        if case .item = held?.purpose { movePointer(to: location) }
    }

    /// The user drops the item, or takes the drag back.
    public func endReordering(cancelled: Bool = false) {
        guard case .item = held?.purpose else { return }
        held = nil
        if cancelled { list.hostCancelReordering() } else { list.hostEndReordering() }
    }

    // MARK: Dragging items between lists

    /// The user begins to drag the item at a point of the visible bounds out of the list, with all selected items if it is
    /// selected. See ``CollectionView/hostBeginItemDrag(at:)``.
    ///
    /// The toolkit then calls ``dragOver(_:at:)`` of the host under the pointer, also if that is this one, and at the end
    /// ``CollectionDrag/end(_:)``.
    /// - Returns: Nil if there is no item that can be dragged.
    public func beginItemDrag(at location: CGPoint) -> CollectionDrag? {
        let point = inContent(location)
        guard let item = list.indexPathForItem(at: point), let frame = list.cellForItem(at: item)?.frame else {
            return nil
        }
        dragHold = CGPoint(x: frame.midX - point.x, y: frame.midY - point.y)
        guard let drag = list.hostBeginItemDrag(at: item) else { return nil }
        stop()
        return drag
    }

    /// Dragged items are over a point of the visible bounds. Near the ends of the list, the content scrolls as long as the
    /// pointer stays there.
    ///
    /// Over their own list, items are reordered if the data source permits it. Otherwise ``CollectionView/dropTarget``
    /// is the place to show.
    /// - Returns: What a drop would do.
    public func dragOver(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        guard location.x.isFinite, location.y.isFinite else { return .cancel }
        requestFrame()
        if isReordering(drag, at: location) {
            if let operation = moveOntoItem(drag, at: location) { return operation }
            reorder(to: location)
            return .move
        }
        stop()
        let (lastFrame, rest) = (held?.lastFrame, held?.rest)
        held = HeldPointer(location: location, purpose: .drop(drag), lastFrame: lastFrame, rest: rest)
        let operation = followPointer()
        makeRoom()
        return operation
    }

    /// The dragged items are no longer over the list.
    public func dragDidLeave() {
        endReordering(cancelled: true)
        held = nil
        list.hostDragDidLeave()
        gaps.close()
        requestFrame()
    }

    /// The user drops the dragged items at a point of the visible bounds.
    /// - Returns: What the drop has done.
    public func drop(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation {
        requestFrame()
        if isReordering(drag, at: location) {
            if moveOntoItem(drag, at: location) != nil, let target = list.dropTarget {
                let changes = list.positions.changes
                endReordering(cancelled: true)
                return changes == list.positions.changes ? list.itemDrags.perform(target, drag) : .cancel
            }
            reorder(to: location)
            drag.didPerform(.move, in: list)
            endReordering()
            return .move
        }
        held = nil
        let changes = list.positions.changes
        let operation = list.hostDrop(drag, at: inRoom(location))
        // The dropped items take the room, unless they are still on their way.
        if changes == list.positions.changes || isAnimating { gaps.close() } else { gaps.removeAll() }
        return operation
    }

    /// Reordered items are over an item that takes them. The other items then stay where they are on the screen.
    private func moveOntoItem(_ drag: CollectionDrag, at location: CGPoint) -> CollectionDropOperation? {
        guard case .item(let hold) = held?.purpose, location.x.isFinite, location.y.isFinite else { return nil }
        let point = inContent(location)
        guard let operation = list.itemDrags.moveOntoItem(drag, at: point, inMiddle: true) else { return nil }
        held?.location = location
        list.reorderer.carry(to: CGPoint(x: point.x + hold.x, y: point.y + hold.y))
        return operation
    }

    /// Opens the item over which dragged items rest.
    /// - Returns: Whether it waits for a later frame.
    func springLoad(at time: TimeInterval) -> Bool {
        // A list that is due for a reload has other items there.
        guard held?.carriesItems == true, list.isReadyForUser(), let pointer = held, pointer.carriesItems,
            let path = list.itemDrags.shownItem(at: inRoom(pointer.location))
        else {
            held?.rest = nil
            return false
        }
        guard let rest = pointer.rest, list.itemDrags.restedItem == path, rest <= time || rest == .infinity else {
            held?.rest = time
            list.itemDrags.restedItem = path
            return true
        }
        guard time - rest >= HeldPointer.springDelay else { return rest != .infinity }
        held?.rest = .infinity
        list.hostSpringLoad(itemAt: path.indexPath)
        return false
    }

    private func isReordering(_ drag: CollectionDrag, at location: CGPoint) -> Bool {
        if case .item = held?.purpose, list.reorderedItem != nil { return true }
        guard drag.source === list, !drag.isCopyRequested, list.positions.areCurrent(), let item = drag.heldPath,
            list.reorderer.begin(itemAt: item.indexPath, with: drag.paths)
        else {
            return false
        }
        hold(at: location, dragHold)
        return true
    }

    /// Shows the place again if the list has changed or scrolled under the pointer.
    func refreshDropTarget() {
        guard case .drop = held?.purpose, let seen = held?.seen else { return }
        guard seen.changes != list.positions.changes || seen.offset != list.bounds.origin else { return }
        followPointer()
        makeRoom()
    }

    // MARK: Moving a section by its header

    /// The user begins to drag the header at a point of the visible bounds. See ``CollectionView/hostBeginMovingSection(at:)``.
    /// - Returns: False if there is no header there, or if its section cannot be moved.
    public func beginMovingSection(at location: CGPoint) -> Bool {
        guard held == nil, list.hostBeginMovingSection(at: inContent(location)) else { return false }
        stop()
        held = HeldPointer(location: location, purpose: .header)
        return true
    }

    /// The header is dragged to a point. Near the ends of the list, the content scrolls as long as the pointer stays there.
    public func moveSection(to location: CGPoint) {
        if case .header = held?.purpose { movePointer(to: location) }
    }

    /// The user drops the section, or cancels the drag.
    public func endMovingSection(cancelled: Bool = false) {
        guard case .header = held?.purpose else { return }
        if !cancelled { followPointer() }
        held = nil
        list.hostEndMovingSection(cancelled: cancelled)
        requestFrame()
    }

    // MARK: Any drag within the list

    /// The item, section, column or selection that is dragged within the list follows the pointer to a point of the visible bounds.
    /// - Parameter time: The time of the event, in seconds.
    package func moveDragged(to location: CGPoint, at time: TimeInterval) {
        if list.isDraggingColumn { list.hostColumnDrag(to: inContent(location)) }
        reorder(to: location)
        moveSection(to: location)
        extendBandSelection(to: location)
        extendMarkSelection(to: location)
        dragSection(to: location, at: time)
    }

    /// The user releases the pointer, or cancels the drag within the list.
    /// - Parameter time: The time of the event, in seconds.
    package func endDragged(at time: TimeInterval, cancelled: Bool = false) {
        if list.isDraggingColumn { list.hostEndColumnDrag(cancelled: cancelled) }
        endReordering(cancelled: cancelled)
        endBandSelection(cancelled: cancelled)
        endMarkSelection(cancelled: cancelled)
        endMovingSection(cancelled: cancelled)
        endSectionDrag(at: cancelled ? nil : time)
    }

    // MARK: Following the pointer

    /// The pointer is held at another point of the visible bounds.
    func movePointer(to location: CGPoint) {
        guard location.x.isFinite, location.y.isFinite else { return }
        held?.location = location
        followPointer()
        requestFrame()
    }

    @discardableResult
    func followPointer() -> CollectionDropOperation {
        guard let pointer = held else { return .cancel }
        let point = inContent(pointer.location)
        switch pointer.purpose {
        case .item(let hold):
            list.hostDragDidLeave()
            list.hostReorder(to: CGPoint(x: point.x + hold.x, y: point.y + hold.y))
            return .move
        case .band:
            if let frame = bandSelectionFrame {
                list.hostBandSelection(to: frame.offsetBy(dx: list.bounds.minX, dy: list.bounds.minY))
            }
            return .cancel
        case .marks:
            list.hostMultipleSelection(to: point)
            return .cancel
        case .header:
            list.hostMoveSection(to: point)
            return .cancel
        case .fields:
            list.hostExtendFieldRange(to: point)
            return .cancel
        case .section: return .cancel
        case .drop(let drag):
            // A program that changes its list while it is called is called again in the next frame, and not before.
            let seen = (list.positions.changes, list.bounds.origin)
            held?.seen = nil
            defer { held?.seen = seen }
            return list.hostDragOver(drag, at: inRoom(pointer.location))
        }
    }

    /// Scrolls while the pointer is held near an end of the visible bounds.
    /// - Returns: Whether it goes on in the next frame.
    func scrollAtEdges(at time: TimeInterval) -> Bool {
        // The list can have ended the drag, for example because the item was deleted.
        if case .item = held?.purpose, list.reorderedItem == nil { held = nil }
        if case .band = held?.purpose, list.selection.gestures.bandSelection == nil { held = nil }
        if case .header = held?.purpose, list.movedSection == nil { held = nil }
        if case .marks = held?.purpose, list.selection.gestures.manySelection == nil { held = nil }
        if case .fields = held?.purpose, list.fieldRange == nil { held = nil }
        guard let pointer = held else { return false }
        if case .section = pointer.purpose { return false }
        let isVertical = list.layout.scrollDirection == .vertical
        var (place, side) =
            isVertical ? (pointer.location.y, pointer.location.x) : (pointer.location.x, pointer.location.y)
        if list.flowDirection == .rightToLeft {
            if isVertical { side = visibleCrossExtent - side } else { place = visibleExtent - place }
        }
        let speed = HeldPointer.speed(at: place, extent: visibleExtent)
        let speedAcross = scrollsAcross ? HeldPointer.speed(at: side, extent: visibleCrossExtent) : 0
        let interval = pointer.lastFrame.map { min(max(0, time - $0), 0.1) } ?? 0
        held?.lastFrame = speed == 0 && speedAcross == 0 ? nil : time
        guard speed != 0 || speedAcross != 0, list.isScrollEnabled else { return false }
        let before = list.bounds.origin
        move(
            to: clamped(offset + speed * interval), across: clampedAcross(crossOffset + speedAcross * interval))
        let hasMoved = list.bounds.origin != before
        if hasMoved { followPointer() }
        // The first frame starts the clock. At the end of the content nothing moves any more.
        return interval == 0 || hasMoved
    }
}
