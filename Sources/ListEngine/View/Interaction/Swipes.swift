import Foundation
import ListEngineLayout

// One item at a time is swiped aside. A swipe has the phases dragging -> open -> performing -> closed. It can close
// from each phase: by the finger, a tap, scrolling, another swipe, a drag, or an update of the data.

extension CollectionView {
    /// The item that is swiped aside; nil if there is none.
    public var swipe: CollectionSwipe? { swipes.swiping?.swipe }

    /// Reports that the user begins to swipe. If the item is already aside, the swipe continues from there. If
    /// another item is aside, it closes.
    /// - Parameter location: A point of the content.
    /// - Returns: False if there is no item at this point, or if it cannot be edited.
    @discardableResult
    public func hostBeginSwipe(at location: CGPoint) -> Bool { swipes.begin(at: location) }

    /// Reports that the finger moved.
    /// - Parameter translation: The distance from the start of the gesture across the scroll axis, in points to the
    ///   right or down.
    /// - Returns: False if there are no actions behind that edge; the item then stays in its place.
    @discardableResult
    public func hostSwipe(by translation: CGFloat) -> Bool { swipes.move(by: translation) }

    /// Reports that the finger was lifted. A full swipe performs the first action. A swipe past half of the actions
    /// stays open. All others close.
    /// - Parameter velocity: Points per second. A quarter of it is added to the distance.
    public func hostEndSwipe(velocity: CGFloat = 0) { swipes.end(velocity: velocity) }

    /// Reports that the user chose one of the open actions.
    /// - Parameter index: The index in ``CollectionSwipe/actions``.
    /// - Returns: False if no item is open, or if it has no such action.
    @discardableResult
    public func hostPerformSwipeAction(at index: Int) -> Bool { swipes.performAction(at: index) }

    /// Moves the item that is aside back to its place.
    public func closeSwipe() { swipes.close() }

    /// The swipe actions at both edges of an item, for users who do not swipe. None if the item cannot be edited, or if the list
    /// changes while the delegate is called.
    func swipeActions(at path: ElementPath) -> [CollectionSwipeAction] {
        guard let delegate else { return [] }
        let changes = positions.changes
        guard delegate.collectionView(self, canEditItemAt: path.indexPath), changes == positions.changes else {
            return []
        }
        let leading = delegate.collectionView(self, leadingSwipeActionsForItemAt: path.indexPath)?.actions ?? []
        guard changes == positions.changes else { return [] }
        let trailing = delegate.collectionView(self, trailingSwipeActionsForItemAt: path.indexPath)?.actions ?? []
        return changes == positions.changes ? leading + trailing : []
    }
}

/// The item that is swiped aside.
@MainActor
final class Swipes: ViewPart {
    private(set) var swiping: Swiping?
    /// The number of swipes so far, in all lists.
    private static var count = 0
    private var ended: [EndedSwipe] = []

    @discardableResult
    func begin(at location: CGPoint) -> Bool {
        guard list.isReadyForUser(), list.reorderer.reordering == nil else { return false }
        let path = list.item(at: location)
        if let current = swiping, current.path == path, current.swipe?.phase != .performing {
            swiping?.start = current.swipe?.offset ?? 0
            return true
        }
        guard let path else {
            close()
            return false
        }
        return list.positions.following(path) { item in
            close()
            guard let asked = item.path,
                list.delegate?.collectionView(list, canEditItemAt: asked.indexPath) ?? true
            else { return false }
            list.touches.forget()
            list.touches.highlight(nil)
            guard let path = item.path, swiping == nil else { return false }
            Self.count += 1
            swiping = Swiping(number: Self.count, path: path)
            return true
        }
    }

    @discardableResult
    func move(by translation: CGFloat) -> Bool {
        guard list.isReadyForUser(), let current = swiping, current.swipe?.phase != .performing, translation.isFinite
        else {
            return false
        }
        let offset = current.start + translation
        guard offset != 0 else {
            settle(at: 0)
            return true
        }
        let edge: CollectionSwipe.Edge = (offset > 0) == startsAtLeft ? .leading : .trailing
        guard let actions = actions(edge), !actions.actions.isEmpty else {
            settle(at: 0)
            return false
        }
        // The delegate's code may have ended the swipe.
        guard swiping?.number == current.number, !list.loadsEverything, let cell = list.shownCell(current.path) else {
            return false
        }
        if swiping?.wasTold == false {
            swiping?.wasTold = true
            list.delegate?.collectionView(list, willBeginEditingItemAt: current.path.indexPath)
            guard swiping?.number == current.number else { return false }
        }
        let extent = extent(of: actions, behind: cell)
        let full = max(extent, crossExtent(of: cell) * 0.6)
        swiping?.swipe = CollectionSwipe(
            indexPath: current.path.indexPath, phase: .dragging, edge: edge, actions: actions.actions,
            offset: offset,
            isFull: actions.performsFirstActionWithFullSwipe && abs(offset) > full)
        send(cell)
        return true
    }

    func end(velocity: CGFloat = 0) {
        guard list.isReadyForUser(), let current = swiping else { return }
        guard let swipe = current.swipe else { return close() }
        guard swipe.phase == .dragging else { return }
        if swipe.isFull { return perform(swipe.actions[0], current.number) }
        guard let cell = list.shownCell(current.path), let actions = actions(swipe.edge) else {
            return close()
        }
        let extent = extent(of: actions, behind: cell)
        let sign: CGFloat = swipe.offset > 0 ? 1 : -1
        let way = swipe.offset * sign + (velocity.isFinite ? velocity * sign / 4 : 0)
        guard way > extent / 2 else { return close() }
        swiping?.swipe?.phase = .open
        swiping?.swipe?.isFull = false
        settle(at: extent * sign)
    }

    @discardableResult
    func performAction(at index: Int) -> Bool {
        guard list.isReadyForUser(), let current = swiping, let swipe = current.swipe, swipe.phase == .open,
            swipe.actions.indices.contains(index)
        else { return false }
        perform(swipe.actions[index], current.number)
        return true
    }

    func close() {
        guard let current = swiping else { return }
        swiping = nil
        noteEnd(of: current, at: current.path)
        // While the list changes, index paths in the list are not those in the data.
        list.whenIdle { [weak self] in self?.reportEnded() }
    }

    private func perform(_ action: CollectionSwipeAction, _ number: Int) {
        guard let path = swiping?.path else { return }
        swiping?.swipe?.phase = .performing
        if let cell = list.shownCell(path) { send(cell) }
        // The host may have changed the list.
        guard let path = swiping?.path, swiping?.number == number else { return }
        var isDone = false
        action.handler(action, path.indexPath) { [weak list] _ in
            guard !isDone else { return }
            isDone = true
            // If an update or another event closed it in the meantime, it must not end twice.
            if let list, list.swipes.swiping?.number == number { list.closeSwipe() }
        }
    }

    // MARK: Notifications

    private func settle(at offset: CGFloat) {
        guard let current = swiping, current.swipe != nil, let cell = list.shownCell(current.path) else {
            return
        }
        swiping?.swipe?.offset = offset
        if offset == 0 { swiping?.swipe?.isFull = false }
        send(cell)
    }

    private func send(_ cell: CollectionViewCell) {
        if let swipe = swiping?.swipe { list.host?.swipe(cell, swipe) }
    }

    /// Reports the swipes that have ended. A swipe whose item was deleted has no index path, and none has one before a
    /// full reload.
    private func reportEnded() {
        while !ended.isEmpty {
            let each = ended.removeFirst()
            guard let path = each.path, list.positions.areCurrent() else {
                report(at: nil)
                continue
            }
            list.positions.following(path) { item in
                if var swipe = each.swipe, let cell = list.shownCell(path) {
                    (swipe.phase, swipe.offset, swipe.isFull, swipe.indexPath) = (.closed, 0, false, path.indexPath)
                    list.host?.swipe(cell, swipe)
                }
                report(at: item.path)
            }
        }
    }

    private func noteEnd(of swiping: Swiping, at path: ElementPath?) {
        // Before the delegate was notified of the start, nothing has moved.
        if swiping.wasTold { ended.append(EndedSwipe(swiping.swipe, at: path)) }
    }

    private func report(at path: ElementPath?) {
        list.delegate?.collectionView(list, didEndEditingItemAt: path?.indexPath)
    }

    // MARK: Measures

    private func actions(_ edge: CollectionSwipe.Edge) -> CollectionSwipeActions? {
        guard let current = swiping else { return nil }
        let indexPath = current.path.indexPath
        switch edge {
        case .leading:
            if let known = current.leading { return known }
            let actions = list.delegate?.collectionView(list, leadingSwipeActionsForItemAt: indexPath)
            swiping?.leading = .some(actions)
            return actions
        case .trailing:
            if let known = current.trailing { return known }
            let actions = list.delegate?.collectionView(list, trailingSwipeActionsForItemAt: indexPath)
            swiping?.trailing = .some(actions)
            return actions
        }
    }

    private func extent(of actions: CollectionSwipeActions, behind cell: CollectionViewCell)
        -> CGFloat
    {
        let extent = list.host?.extent(of: actions.actions, behind: cell) ?? 0
        return extent.isFinite ? max(0, extent) : 0
    }

    private func crossExtent(of cell: CollectionViewCell) -> CGFloat {
        min(list.visibleCrossExtent, list.layout.scrollDirection == .vertical ? cell.frame.width : cell.frame.height)
    }

    /// Items move to the right, or down, to show the actions at their leading edge.
    private var startsAtLeft: Bool {
        list.layout.scrollDirection == .horizontal || list.flowDirection == .leftToRight
    }

    /// An update closes the open item. A finger that holds the item has to start again.
    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        for each in ended { each.path = each.path.flatMap { edit?.newPath($0) } }
        if let current = swiping { noteEnd(of: current, at: edit?.newPath(current.path)) }
        swiping = nil
        if !ended.isEmpty { notices.append(.shown { [unowned self] in reportEnded() }) }
    }
}
