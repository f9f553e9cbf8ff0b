import Foundation
import ListEngineLayout

// One item at a time is swiped aside. A swipe has the phases dragging -> open -> performing -> closed. It can close
// from each phase: by the finger, a tap, scrolling, another swipe, a drag, or an update of the data.

extension CollectionView {
    /// The item that is swiped aside; nil if there is none.
    public var swipe: CollectionSwipe? { swiping?.swipe }

    /// Reports that the user begins to swipe. If the item is already aside, the swipe continues from there. If
    /// another item is aside, it closes.
    /// - Parameter location: A point of the content.
    /// - Returns: False if there is no item at this point, or if it cannot be edited.
    @discardableResult
    public func hostBeginSwipe(at location: CGPoint) -> Bool {
        guard isReadyForUser(), reordering == nil else { return false }
        let path = layout.item(at: location, sectionOffsets: sectionOffsets)
        if let current = swiping, current.path == path, current.swipe?.phase != .performing {
            swiping?.start = current.swipe?.offset ?? 0
            return true
        }
        guard let path else {
            closeSwipe()
            return false
        }
        return positions.following(path) { item in
            closeSwipe()
            guard let asked = item.path,
                delegate?.collectionView(self, canEditItemAt: asked.indexPath) ?? true
            else { return false }
            forgetTouch()
            highlight(nil)
            guard let path = item.path, swiping == nil else { return false }
            swipes += 1
            swiping = Swiping(number: swipes, path: path)
            return true
        }
    }

    /// Reports that the finger moved.
    /// - Parameter translation: The distance from the start of the gesture across the scroll axis, in points to the
    ///   right or down.
    /// - Returns: False if there are no actions behind that edge; the item then stays in its place.
    @discardableResult
    public func hostSwipe(by translation: CGFloat) -> Bool {
        guard isReadyForUser(), let current = swiping, current.swipe?.phase != .performing, translation.isFinite else {
            return false
        }
        let offset = current.start + translation
        guard offset != 0 else {
            settleSwipe(at: 0)
            return true
        }
        let edge: CollectionSwipe.Edge = (offset > 0) == startsAtLeft ? .leading : .trailing
        guard let actions = swipeActions(edge), !actions.actions.isEmpty else {
            settleSwipe(at: 0)
            return false
        }
        // The delegate's code may have ended the swipe.
        guard swiping?.number == current.number, !loadsEverything, let cell = shownCell(current.path) else {
            return false
        }
        if swiping?.wasTold == false {
            swiping?.wasTold = true
            delegate?.collectionView(self, willBeginEditingItemAt: current.path.indexPath)
            guard swiping?.number == current.number else { return false }
        }
        let extent = extent(of: actions, behind: cell)
        let full = max(extent, crossExtent(of: cell) * 0.6)
        swiping?.swipe = CollectionSwipe(
            indexPath: current.path.indexPath, phase: .dragging, edge: edge, actions: actions.actions,
            offset: offset,
            isFull: actions.performsFirstActionWithFullSwipe && abs(offset) > full)
        sendSwipe(cell)
        return true
    }

    /// Reports that the finger was lifted. A full swipe performs the first action. A swipe past half of the actions
    /// stays open. All others close.
    /// - Parameter velocity: Points per second. A quarter of it is added to the distance.
    public func hostEndSwipe(velocity: CGFloat = 0) {
        guard isReadyForUser(), let current = swiping else { return }
        guard let swipe = current.swipe else { return closeSwipe() }
        guard swipe.phase == .dragging else { return }
        if swipe.isFull { return perform(swipe.actions[0], current.number) }
        guard let cell = shownCell(current.path), let actions = swipeActions(swipe.edge) else {
            return closeSwipe()
        }
        let extent = extent(of: actions, behind: cell)
        let sign: CGFloat = swipe.offset > 0 ? 1 : -1
        let way = swipe.offset * sign + (velocity.isFinite ? velocity * sign / 4 : 0)
        guard way > extent / 2 else { return closeSwipe() }
        swiping?.swipe?.phase = .open
        swiping?.swipe?.isFull = false
        settleSwipe(at: extent * sign)
    }

    /// Reports that the user chose one of the open actions.
    /// - Parameter index: The index in ``CollectionSwipe/actions``.
    /// - Returns: False if no item is open, or if it has no such action.
    @discardableResult
    public func hostPerformSwipeAction(at index: Int) -> Bool {
        guard isReadyForUser(), let current = swiping, let swipe = current.swipe, swipe.phase == .open,
            swipe.actions.indices.contains(index)
        else { return false }
        perform(swipe.actions[index], current.number)
        return true
    }

    /// Moves the item that is aside back to its place.
    public func closeSwipe() {
        guard let current = swiping else { return }
        swiping = nil
        endSwipe(current, at: current.path)
    }

    private func perform(_ action: CollectionSwipeAction, _ number: Int) {
        guard let path = swiping?.path else { return }
        swiping?.swipe?.phase = .performing
        if let cell = shownCell(path) { sendSwipe(cell) }
        // The host may have changed the list.
        guard let path = swiping?.path, swiping?.number == number else { return }
        var isDone = false
        action.handler(action, path.indexPath) { [weak self] _ in
            guard !isDone else { return }
            isDone = true
            // If an update or another event closed it in the meantime, it must not end twice.
            if let self, swiping?.number == number { closeSwipe() }
        }
    }

    // MARK: Notifications

    private func settleSwipe(at offset: CGFloat) {
        guard let current = swiping, current.swipe != nil, let cell = shownCell(current.path) else {
            return
        }
        swiping?.swipe?.offset = offset
        if offset == 0 { swiping?.swipe?.isFull = false }
        sendSwipe(cell)
    }

    private func sendSwipe(_ cell: CollectionViewCell) {
        if let swipe = swiping?.swipe { host?.swipe(cell, swipe) }
    }

    /// - Parameter path: The item's position; nil if it was deleted.
    private func endSwipe(_ ended: Swiping, at path: ElementPath?) {
        if var swipe = ended.swipe, let path, let cell = shownCell(path) {
            (swipe.phase, swipe.offset, swipe.isFull, swipe.indexPath) = (
                .closed, 0, false, path.indexPath
            )
            host?.swipe(cell, swipe)
        }
        if ended.wasTold { delegate?.collectionView(self, didEndEditingItemAt: path?.indexPath) }
    }

    // MARK: Measures

    private func swipeActions(_ edge: CollectionSwipe.Edge) -> CollectionSwipeActions? {
        guard let current = swiping else { return nil }
        let indexPath = current.path.indexPath
        switch edge {
        case .leading:
            if let known = current.leading { return known }
            let actions = delegate?.collectionView(self, leadingSwipeActionsForItemAt: indexPath)
            swiping?.leading = .some(actions)
            return actions
        case .trailing:
            if let known = current.trailing { return known }
            let actions = delegate?.collectionView(self, trailingSwipeActionsForItemAt: indexPath)
            swiping?.trailing = .some(actions)
            return actions
        }
    }

    private func extent(of actions: CollectionSwipeActions, behind cell: CollectionViewCell)
        -> CGFloat
    {
        let extent = host?.extent(of: actions.actions, behind: cell) ?? 0
        return extent.isFinite ? max(0, extent) : 0
    }

    private func crossExtent(of cell: CollectionViewCell) -> CGFloat {
        layout.scrollDirection == .vertical ? cell.frame.width : cell.frame.height
    }

    /// Items move to the right, or down, to show the actions at their leading edge.
    private var startsAtLeft: Bool {
        layout.scrollDirection == .horizontal || flowDirection == .leftToRight
    }

    /// An update closes the open item. A finger that holds the item has to start again.
    func followSwipe(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        guard let ended = swiping else { return }
        swiping = nil
        let path = change.newPath(ended.path)
        notices.append(.shown { [unowned self] in endSwipe(ended, at: path) })
    }
}
