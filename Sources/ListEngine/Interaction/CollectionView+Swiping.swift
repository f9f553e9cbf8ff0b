import Foundation
import ListEngineLayout

// One item at a time is aside. A swipe goes dragging -> open -> performing -> closed, and can close from each: by the
// finger, a tap, scrolling, another swipe, a drag, or an update of the data.

extension CollectionView {
    /// The item that is aside; nil where none is.
    public var swipe: CollectionSwipe? { swiping?.swipe }

    /// The user begins to swipe. An item that is aside already is swiped on from there; another one that is, closes.
    /// - Parameter location: A point of the content.
    /// - Returns: False where there is no item, or it cannot be edited.
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
            touched = nil
            highlight(nil)
            guard let path = item.path, swiping == nil else { return false }
            swipes += 1
            swiping = Swiping(number: swipes, path: path)
            return true
        }
    }

    /// The finger moves.
    /// - Parameter translation: How far from where it came down, across the scroll axis, in points to the right or down.
    /// - Returns: False where nothing stands behind that edge: the item stays in its place.
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
        // Asking the delegate may have ended it all.
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
        tellSwipe(cell)
        return true
    }

    /// The finger leaves. A full swipe does the first action; one past half of the actions stays open; any other closes.
    /// - Parameter velocity: Points a second, of which a quarter is counted as way that is still to go.
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

    /// The user chooses one of the actions that stand open.
    /// - Parameter index: In ``CollectionSwipe/actions``.
    /// - Returns: False where no item is open, or it has no such action.
    @discardableResult
    public func hostPerformSwipeAction(at index: Int) -> Bool {
        guard isReadyForUser(), let current = swiping, let swipe = current.swipe, swipe.phase == .open,
            swipe.actions.indices.contains(index)
        else { return false }
        perform(swipe.actions[index], current.number)
        return true
    }

    /// Puts an item that is aside back into its place.
    public func closeSwipe() {
        guard let current = swiping else { return }
        swiping = nil
        endSwipe(current, at: current.path)
    }

    private func perform(_ action: CollectionSwipeAction, _ number: Int) {
        guard let path = swiping?.path else { return }
        swiping?.swipe?.phase = .performing
        if let cell = shownCell(path) { tellSwipe(cell) }
        // The host may have changed the list.
        guard let path = swiping?.path, swiping?.number == number else { return }
        var isDone = false
        action.handler(action, path.indexPath) { [weak self] _ in
            guard !isDone else { return }
            isDone = true
            // An update, or whatever else has closed it meanwhile, needs no second end.
            if let self, swiping?.number == number { closeSwipe() }
        }
    }

    // MARK: Telling

    private func settleSwipe(at offset: CGFloat) {
        guard let current = swiping, current.swipe != nil, let cell = shownCell(current.path) else {
            return
        }
        swiping?.swipe?.offset = offset
        if offset == 0 { swiping?.swipe?.isFull = false }
        tellSwipe(cell)
    }

    private func tellSwipe(_ cell: CollectionViewCell) {
        if let swipe = swiping?.swipe { host?.swipe(cell, swipe) }
    }

    /// - Parameter path: Where the item is; nil where it is gone.
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

    /// Items go to the right, or down, to show what is behind their leading edge.
    private var startsAtLeft: Bool {
        layout.scrollDirection == .horizontal || flowDirection == .leftToRight
    }

    /// An update closes what is open. The finger that holds an item has to begin again.
    func followSwipe(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        guard let ended = swiping else { return }
        swiping = nil
        let path = change.newPath(ended.path)
        notices.append(.shown { [unowned self] in endSwipe(ended, at: path) })
    }
}
