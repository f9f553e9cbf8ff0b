import Foundation
import ListEngineLayout

// While an item is dragged, nothing of the list changes: sections, index paths, selection and the layout stay those of
// the data. Beside the layout stands a copy of it in which the item is where it would fall (a copy costs nothing). What
// is shown is asked of the copy and given the names that the data knows, so a cancel just lets go of the copy.

/// An item that is being dragged.
struct Reordering {
    /// From where it was to where it would fall.
    var move: ItemMove

    /// The list with the item where it would fall.
    var layout: CollectionViewLayout

    /// The centre of the dragged cell, counted from the content offset: scrolling leaves it under the finger.
    var grip: CGPoint

    /// To be brought back by a cancel, while the data is as it was when the drag began.
    var before: (layout: CollectionViewLayout, offset: CGPoint, sectionOffsets: SectionOffsets)?

    /// The batch under way is the one that puts the item where it was let go.
    var isDropping = false
}

extension CollectionView {
    /// The item that is being dragged, and where it would fall; nil while none is. Both as a data source is told by
    /// ``CollectionViewDataSource/collectionView(_:moveItemAt:to:)``.
    public var reorderedItem: (from: IndexPath, to: IndexPath)? {
        reordering.map { ($0.move.from.indexPath, $0.move.to.indexPath) }
    }

    /// The user begins to drag an item. The data source is asked whether it may be moved.
    ///
    /// Until the drag ends, all index paths are those of the data: of an order that does not change. Cells stand where
    /// they would if the item fell now; the dragged one stands under the finger, above all others, and is kept although
    /// its place may be out of sight. Scrolling at the edges is left to the host, which calls ``hostDidScroll(to:)``.
    ///
    /// Updates during a drag are shown at once. The drag goes on with its item, in front of the same neighbour; where the
    /// item is gone, its section is loaded again by position, or everything is, the drag is cancelled and reported as
    /// ``CollectionViewDiagnostic/Code/reorderingCancelled``.
    ///
    /// - Parameter indexPath: What is not in the list is reported.
    /// - Returns: False where the item may not be moved, or another is being dragged.
    @discardableResult
    public func hostBeginReordering(itemAt indexPath: IndexPath) -> Bool {
        guard isReadyForUser(), reordering == nil, let path = known(indexPath) else { return false }
        let followed = positions.following(path) { item in
            guard dataSource?.collectionView(self, canMoveItemAt: indexPath) ?? false else {
                return nil as ElementPath?
            }
            touched = nil
            highlight(nil)
            closeSwipe()
            return item.path
        }
        layoutIfNeeded()
        guard let path = followed, isInList(path), reordering == nil, !isBusy else { return false }
        let frame = layout.frame(ofItem: path.item, inSection: path.section)
        reordering = Reordering(
            move: ItemMove(from: path, to: path), layout: layout,
            grip: CGPoint(x: frame.midX - storedBounds.minX, y: frame.midY - storedBounds.minY),
            before: (layout, storedBounds.origin, storedSectionOffsets))
        shownCell(path)?.isReordering = true
        setNeedsLayout()
        layoutIfNeeded()
        return true
    }

    /// The user moves the finger: the dragged cell follows, and others make room. The delegate says whether they may, see
    /// ``CollectionViewDelegate/collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)``.
    /// - Parameter location: Where the centre of the cell is to be, a point of the content.
    /// - Returns: False where no item is being dragged.
    /// - Complexity: O(log of the items + *v*), and what the layout takes to move an item.
    @discardableResult
    public func hostReorder(to location: CGPoint) -> Bool {
        guard reordering != nil, !isBusy else { return false }
        guard location.x.isFinite, location.y.isFinite else {
            report(.unusableGeometry, nil, "the location \(location) is ignored. Give finite numbers.")
            return true
        }
        layoutIfNeeded()
        reordering?.grip = CGPoint(x: location.x - storedBounds.minX, y: location.y - storedBounds.minY)
        let changes = positions.changes
        // A delegate that has changed the list was asked about the one before.
        if let target = targetOfReordering(at: location), changes == positions.changes { retarget(to: target) }
        guard reordering != nil else { return false }
        setNeedsLayout()
        layoutIfNeeded()
        return true
    }

    /// The user lets go: the data source is told of the move, where there is one, and the cell goes to its place. All
    /// cells stay those of their items.
    /// - Returns: False where no item is being dragged.
    @discardableResult
    public func hostEndReordering() -> Bool {
        // What waits may cancel the drag.
        guard isReadyForUser(), let ended = reordering else { return false }
        let (from, to) = (ended.move.from.indexPath, ended.move.to.indexPath)
        guard from != to, let dataSource else {
            dropReordering()
            layoutIfNeeded()
            return true
        }
        reordering?.isDropping = true
        performBatchUpdates {
            dataSource.collectionView(self, moveItemAt: from, to: to)
            moveItem(at: from, to: to)
        }
        return true
    }

    /// The drag is called off: everything is as it was when it began, the layout, the scroll offset, the order and the
    /// cells. Where the data was updated meanwhile, the layout and the offset stay as that left them.
    /// - Returns: False where no item is being dragged.
    @discardableResult
    public func hostCancelReordering() -> Bool {
        guard isReadyForUser(), let cancelled = reordering else { return false }
        transact {
            dropReordering()
            guard let before = cancelled.before else {
                return restore(nil, from: cancelled.layout, .reordering)
            }
            // Exactly, also where it was beyond the content.
            let start = cancelled.layout.contentOffset(of: storedBounds)
            _ = commit(before.layout)
            storedSectionOffsets = before.sectionOffsets
            tellContentSize()
            moveContentOffset(to: before.offset)
            tell(ContentChange(causes: .reordering, scrollDelta: mainOffset - start))
        }
        return true
    }

    /// The list as it is shown.
    var presentedLayout: CollectionViewLayout { reordering?.layout ?? layout }

    /// Where an item of the data is in the list as it is shown.
    func presentedPath(_ path: ElementPath) -> ElementPath {
        reordering?.move.applied(to: path) ?? path
    }

    private func dropReordering() {
        guard let dropped = reordering else { return }
        reordering = nil
        shownCell(dropped.move.from)?.isReordering = false
        setNeedsLayout()
    }

    // MARK: Where the item would fall

    /// The place that is meant by a location, as the layout in which it was dragged counts it; nil where it is the one
    /// that the item has.
    private func targetOfReordering(at location: CGPoint) -> ElementPath? {
        guard let reordering else { return nil }
        let shown = reordering.layout
        let now = reordering.move.to
        var proposed = now
        if let section = emptySection(at: location, shown) {
            proposed = .item(0, inSection: section)
        } else if let hit = shown.nearestItem(to: location, sectionOffsets: sectionOffsets), hit != now {
            proposed = hit
            if hit.section != now.section, isBehind(hit, location, shown) { proposed.item += 1 }
        }
        guard proposed != now,
            let trial = layout(after: ItemMove(from: reordering.move.from, to: proposed))
        else {
            return nil
        }
        // A small item over a large one: only when it would be under the finger, or it would go back at the next step.
        let under = trial.nearestItem(to: location, sectionOffsets: sectionOffsets)
        if let under, under != proposed, now.section == proposed.section,
            (under < proposed) == (now < proposed)
        {
            return nil
        }
        let answer = delegate?.collectionView(
            self, targetIndexPathForMoveOfItemFromOriginalIndexPath: reordering.move.from.indexPath,
            atCurrentIndexPath: now.indexPath, toProposedIndexPath: proposed.indexPath)
        guard let answer else { return proposed }
        return ElementPath(answer)
    }

    private func isBehind(_ item: ElementPath, _ location: CGPoint, _ layout: CollectionViewLayout)
        -> Bool
    {
        guard item.item == layout.numberOfItems(inSection: item.section) - 1 else { return false }
        let frame = layout.frame(ofItem: item.item, inSection: item.section)
        if layout.scrollDirection == .vertical { return location.y > frame.midY }
        return (location.x > frame.midX) == (layout.flowDirection == .leftToRight)
    }

    /// A section without items that has the location within it.
    private func emptySection(at location: CGPoint, _ layout: CollectionViewLayout) -> Int? {
        // Sections stand one behind the other: the first that ends behind the location.
        let isVertical = layout.scrollDirection == .vertical
        let isMirrored = !isVertical && layout.flowDirection == .rightToLeft
        func end(_ section: Int) -> CGFloat {
            let frame = layout.frame(ofSection: section)
            return isVertical ? frame.maxY : isMirrored ? -frame.minX : frame.maxX
        }
        let main = isVertical ? location.y : isMirrored ? -location.x : location.x
        var (low, high) = (0, layout.numberOfSections)
        while low < high {
            let middle = (low + high) / 2
            if end(middle) <= main { low = middle + 1 } else { high = middle }
        }
        guard low < layout.numberOfSections, layout.numberOfItems(inSection: low) == 0 else {
            return nil
        }
        return low
    }

    /// The list with the item elsewhere; nil where the layout cannot have it there.
    private func layout(after move: ItemMove) -> CollectionViewLayout? {
        guard move.from != move.to else { return layout }
        var trial = layout
        do throws(LayoutError) {
            try trial.moveItem(from: move.from, to: move.to)
            return trial
        } catch {
            // A user's own layout: within a section the items change places, and places stay.
            return move.from.section == move.to.section ? layout : nil
        }
    }

    private func retarget(to target: ElementPath) {
        guard let current = reordering, target != current.move.to,
            isDropPlace(target, of: current.move.from)
        else {
            return
        }
        let move = ItemMove(from: current.move.from, to: target)
        guard let layout = layout(after: move) else { return }
        reordering?.move = move
        reordering?.layout = layout
        restore(nil, from: current.layout, .reordering)
    }

    private func isDropPlace(_ target: ElementPath, of source: ElementPath) -> Bool {
        guard (0..<layout.numberOfSections).contains(target.section) else { return false }
        let count = layout.numberOfItems(inSection: target.section)
        return (0..<(target.section == source.section ? count : count + 1)).contains(target.item)
    }

    // MARK: What is shown

    /// Gives what was found in the list as it is shown the names of the data, and the dragged item its place.
    func nameFoundByData(_ reordering: Reordering) {
        let move = reordering.move
        var dragged: Int?
        for place in found.indices where found[place].category == .item {
            let path = move.undone(for: found[place].path)
            (found[place].section, found[place].item) = (path.section, path.item)
            if path == move.from { dragged = place }
        }
        if dragged == nil {
            // Its place is out of sight; the cell is not.
            var attributes = reordering.layout.layoutAttributesForItem(
                move.to.item, inSection: move.to.section)
            (attributes.section, attributes.item) = (move.from.section, move.from.item)
            dragged = found.count
            found.append(attributes)
        }
        guard let dragged else { return }
        let size = found[dragged].frame.size
        found[dragged].frame = CGRect(
            origin: CGPoint(
                x: storedBounds.minX + reordering.grip.x - size.width / 2,
                y: storedBounds.minY + reordering.grip.y - size.height / 2), size: size)
        found[dragged].zIndex = Int(Int32.max)
    }

    // MARK: Updates during a drag

    /// The layout has changed, and no item: sizes were measured, or all was laid out from scratch.
    func layoutDidChangeUnderReordering(keepsBefore: Bool) {
        guard let current = reordering else { return }
        if !keepsBefore { reordering?.before = nil }
        if let layout = layout(after: current.move) {
            reordering?.layout = layout
        } else {
            reordering?.move.to = current.move.from
            reordering?.layout = layout
        }
    }

    /// The items have changed: the drag goes on where its item stays.
    func followReordering(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        guard let current = reordering else { return }
        guard let plan = change.plan else {
            return cancelReordering("everything is loaded again.", &notices)
        }
        let move = current.move
        guard !current.isDropping else {
            reordering = nil
            // Names of cells are still those of before.
            if let cell = shownCell(move.from) { notices.append(.before { cell.isReordering = false }) }
            return
        }
        guard let from = plan.newPath(move.from) else { return cancelReordering("its item is gone.", &notices) }
        var target = from
        // In front of the same neighbour, else behind the one before.
        let next = ElementPath.item(move.to.item + 1, inSection: move.to.section)
        let hasNext = next.item < current.layout.numberOfItems(inSection: next.section)
        if move.from != move.to {
            if hasNext, let place = plan.newPath(move.undone(for: next)) {
                target = place
            } else if move.to.item > 0,
                let place = plan.newPath(
                    move.undone(for: .item(move.to.item - 1, inSection: move.to.section)))
            {
                target = .item(place.item + 1, inSection: place.section)
            } else if let section = plan.newSection(move.to.section) {
                target = .item(0, inSection: section)
            }
            if target != from, target.section == from.section, target.item > from.item {
                target.item -= 1
            }
        }
        reordering?.move = ItemMove(from: from, to: isDropPlace(target, of: from) ? target : from)
        layoutDidChangeUnderReordering(keepsBefore: false)
    }

    private func cancelReordering(_ reason: String, _ notices: inout [PositionNotice]) {
        guard let cancelled = reordering else { return }
        reordering = nil
        setNeedsLayout()
        let cells = visibleCells.filter(\.isReordering)
        notices.append(
            .before { [unowned self] in
                for cell in cells { cell.isReordering = false }
                guard !cancelled.isDropping else { return }
                report(.reorderingCancelled, cancelled.move.from, "the drag has ended: \(reason)")
            })
    }
}
