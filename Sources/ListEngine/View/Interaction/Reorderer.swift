import Foundation
import ListEngineLayout

// While an item is dragged, the list does not change: sections, index paths, selection and layout are those of the
// data. A copy of the layout (which costs nothing) contains the item at the position where it would be dropped. Shown
// elements are queried from the copy and converted to their positions in the data. A cancel just drops the copy.

/// The state of a drag.
struct Reordering {
    /// The move from the item's old position to its drop position.
    var move: ItemMove

    /// The layout with the item at its drop position.
    var layout: CollectionViewLayout

    /// The centre of the dragged cell, relative to the content offset. The cell therefore stays under the finger
    /// while the list scrolls.
    var grip: CGPoint

    /// The state that a cancel restores, as long as the data is the same as when the drag began.
    var before: (layout: CollectionViewLayout, offset: CGPoint, sectionOffsets: SectionOffsets)?

    /// The other items that move with the item. They stay where they are until it is dropped.
    var companions: MarkedItems

    /// Whether the list changed since the delegate agreed to the place.
    var asksAgain = false

    /// Whether the current batch is the one that moves the item to its drop position.
    var isDropping = false
}

/// The items that follow a dropped one, and where they go.
private struct Gathering {
    /// In the list before and after the dropped item.
    private var before: MarkedItems
    private var after: MarkedItems
    /// The first and the last of the items that already are next to each other.
    private var first: ElementPath?
    private var last: ElementPath?
    /// The item that moves behind the last one.
    private var moving: ElementPath?

    init(_ items: MarkedItems, around dropped: ElementPath) {
        (before, after, first, last) = (MarkedItems(), items, dropped, dropped)
        for path in items.paths where path < dropped { before.insert(path) }
        after.remove(before: dropped)
    }

    /// Items that already are next to the dropped one, in their order, stay there.
    mutating func keepNeighbors() {
        for path in before.paths.reversed() {
            guard let first, path == .item(first.item - 1, inSection: first.section) else { break }
            before.remove(path)
            self.first = path
        }
        for path in after.paths {
            guard let last, path == .item(last.item + 1, inSection: last.section) else { break }
            after.remove(path)
            self.last = path
        }
    }

    /// The item that moves next, and where.
    mutating func next() -> (path: ElementPath, place: ElementPath)? {
        let isBefore = !before.isEmpty
        guard let path = before.first ?? after.first, let anchor = isBefore ? first : last else { return nil }
        before.remove(path)
        after.remove(path)
        moving = isBefore ? nil : path
        let isBelow = path.section == anchor.section && path.item < anchor.item
        let item = anchor.item + (isBefore ? 0 : 1) - (isBelow ? 1 : 0)
        return (path, .item(item, inSection: anchor.section))
    }

    /// The item has moved behind the last one, unless the delegate has chosen another place.
    mutating func noteMoved() {
        guard let moving, let last, moving.section == last.section, moving.item == last.item + 1 else { return }
        self.last = moving
    }

    mutating func follow(_ edit: SharedEdit?) {
        before.follow(edit)
        after.follow(edit)
        first = first.flatMap { edit?.newPath($0) }
        last = last.flatMap { edit?.newPath($0) }
        moving = moving.flatMap { edit?.newPath($0) }
    }
}

extension CollectionView {
    /// The item that is being dragged and its drop position; nil if no item is dragged. Both index paths are those
    /// that a data source receives in ``CollectionViewDataSource/collectionView(_:moveItemAt:to:)``. Of several items it is the
    /// one under the finger.
    public var reorderedItem: (from: IndexPath, to: IndexPath)? {
        reorderer.reordering.map { ($0.move.from.indexPath, $0.move.to.indexPath) }
    }

    /// The number of items that are being dragged, 0 if none is. A host shows it next to the dragged cell if it is more than one.
    public var numberOfReorderedItems: Int { reorderer.reordering.map { $0.companions.count + 1 } ?? 0 }

    /// Reports that the user begins to drag an item, or all selected items if it is selected. The data source decides whether
    /// an item can be moved.
    ///
    /// Until the drag ends, all index paths are those of the data, whose order does not change. Cells are at the
    /// positions that they would have if the item were dropped now. The dragged cell is under the finger, above all
    /// others, and is kept even if its position is not visible. The host scrolls at the edges with
    /// ``hostDidScroll(to:)``.
    ///
    /// Selected items that can be moved come along: they stay where they are, half transparent, and follow the item when it
    /// is dropped. Then they are next to it, in the order of the list.
    ///
    /// Updates during a drag are shown immediately. The drag continues with its item, in front of the same item.
    /// If the item is deleted, or if its section is reloaded by position, or after a full reload, the
    /// drag is cancelled and reported as ``CollectionViewDiagnostic/Code/reorderingCancelled``.
    ///
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    /// - Returns: False if the item cannot be moved, or if another item is being dragged.
    /// - Complexity: O(selected items) if the item is selected.
    @discardableResult
    public func hostBeginReordering(itemAt indexPath: IndexPath) -> Bool {
        let isSelected = ElementPath(indexPath).map { selection.contains($0) } ?? false
        return reorderer.begin(itemAt: indexPath, with: isSelected ? selection.sorted : [])
    }

    /// Reports that the finger moved. The dragged cell follows and other items make room. The delegate decides
    /// whether they may, see
    /// ``CollectionViewDelegate/collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)``.
    /// - Parameter location: The centre of the cell, a point of the content.
    /// - Returns: False if no item is being dragged.
    /// - Complexity: O(log *n* + *v*), plus the layout's cost of moving an item.
    @discardableResult
    public func hostReorder(to location: CGPoint) -> Bool { reorderer.move(to: location) }

    /// Reports that the user drops the item. If the item moved, the data source is called and the cell moves to its
    /// place. All items keep their cells. Other dragged items then move next to it, each by a separate update: those that
    /// the data source or the delegate refuses stay. Items that already are at the drop position do not move.
    ///
    /// The data source decides again whether the item can be moved, because the data may have changed during the drag. If
    /// it cannot, the drag is cancelled and reported as ``CollectionViewDiagnostic/Code/reorderingCancelled``.
    /// - Returns: False if no item is being dragged.
    /// - Complexity: O(dragged items), and an update for each of them that moves.
    @discardableResult
    public func hostEndReordering() -> Bool { reorderer.drop() }

    /// Cancels the drag and restores the state at its begin: the layout, the scroll offset, the order and the cells.
    /// If the data was updated in the meantime, the layout and the offset are those after the update.
    /// - Returns: False if no item is being dragged.
    @discardableResult
    public func hostCancelReordering() -> Bool { reorderer.cancel() }

    /// The shown layout.
    var presentedLayout: CollectionViewLayout {
        reorderer.draggedItem == nil ? layout : reorderer.reordering?.layout ?? layout
    }

    /// The position of an item in the shown layout.
    func presentedPath(_ path: ElementPath) -> ElementPath {
        reorderer.draggedItem == nil ? path : reorderer.reordering?.move.applied(to: path) ?? path
    }

    /// The section that contains the location; the number of sections if it is after all of them.
    func section(at location: CGPoint, _ layout: CollectionViewLayout) -> Int {
        // Sections follow each other, so it is the first one that ends after the location.
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
        return low
    }
}

/// The item that the user drags to another place of the list.
@MainActor
final class Reorderer: ViewPart {
    /// A section that the user moves. Made when it is first asked for, because most lists have none.
    var sections: SectionMoves { madeSections ?? makeSections() }
    private var madeSections: SectionMoves?
    var movesSection: Bool { madeSections?.moved != nil }
    private(set) var reordering: Reordering? {
        didSet { draggedItem = reordering?.move.from }
    }
    /// The item that is being dragged. It is read for each cell, and ``reordering`` costs more to read.
    private(set) var draggedItem: ElementPath?
    /// Items that move next to one that was dropped.
    private var gathering: Gathering?

    private func makeSections() -> SectionMoves {
        let made = SectionMoves()
        made.list = list
        madeSections = made
        return made
    }

    /// - Parameter others: The items that move with the item, as far as the data source permits it. The item can be one of them.
    @discardableResult
    func begin(itemAt indexPath: IndexPath, with others: [ElementPath] = []) -> Bool {
        guard list.isReadyForUser(), reordering == nil, let path = list.known(indexPath) else { return false }
        let changes = list.positions.changes
        let followed = list.positions.following(path) { item in
            guard list.dataSource?.collectionView(list, canMoveItemAt: indexPath) ?? false else {
                return nil as ElementPath?
            }
            list.touches.forget()
            list.touches.highlight(nil)
            list.closeSwipe()
            return item.path
        }
        list.layoutIfNeeded()
        guard let path = followed, list.isInList(path), reordering == nil, !list.isBusy else { return false }
        // In a list that has changed meanwhile, the others are not known.
        guard let companions = companions(of: path, among: changes == list.positions.changes ? others : []) else {
            return false
        }
        let layout = list.layout
        let frame = layout.frame(
            ofItem: path.item, inSection: path.section, sectionOffsets: list.scrolling.sectionOffsets)
        reordering = Reordering(
            move: ItemMove(from: path, to: path), layout: layout,
            grip: CGPoint(x: frame.midX - list.geometry.bounds.minX, y: frame.midY - list.geometry.bounds.minY),
            before: (layout, list.geometry.bounds.origin, list.scrolling.sectionOffsets), companions: companions)
        markCells()
        list.setNeedsLayout()
        list.layoutIfNeeded()
        return true
    }

    /// The items that can be moved with one. Nil if the data source changes the list, or begins another drag.
    private func companions(of path: ElementPath, among others: [ElementPath]) -> MarkedItems? {
        let changes = list.positions.changes
        var found = MarkedItems()
        for other in others where other != path {
            if list.dataSource?.collectionView(list, canMoveItemAt: other.indexPath) == true { found.insert(other) }
            guard changes == list.positions.changes, reordering == nil, !list.isBusy else { return nil }
        }
        return found
    }

    /// Whether an item is being dragged, alone or with another one.
    @inline(__always)
    func isDragging(_ path: ElementPath) -> Bool {
        // A copy, so that no read lasts during a call: each one would be checked at run time.
        guard let draggedItem else { return false }
        return draggedItem == path || reordering?.companions.contains(path) == true
    }

    private func markCells() {
        for cell in list.visibleCells {
            let isDragged = cell.storedAttributes.map { isDragging($0.path) } ?? false
            if cell.isReordering != isDragged { cell.isReordering = isDragged }
        }
    }

    /// The dragged cell follows the pointer, and the drop position stays.
    func carry(to location: CGPoint) {
        guard reordering != nil, !list.isBusy, location.x.isFinite, location.y.isFinite else { return }
        reordering?.grip = CGPoint(x: location.x - list.geometry.bounds.minX, y: location.y - list.geometry.bounds.minY)
        list.setNeedsLayout()
        list.layoutIfNeeded()
    }

    @discardableResult
    func move(to location: CGPoint) -> Bool {
        guard reordering != nil, !list.isBusy else { return false }
        guard location.x.isFinite, location.y.isFinite else {
            list.report(.unusableGeometry, nil, "the location \(location) is ignored. Give finite numbers.")
            return true
        }
        list.layoutIfNeeded()
        reordering?.grip = CGPoint(x: location.x - list.geometry.bounds.minX, y: location.y - list.geometry.bounds.minY)
        let changes = list.positions.changes
        // If the delegate changed the list, its result is for the old list.
        // In a section that loops, an item that goes to the other end stays where it is on the screen, and moves on from there.
        for _ in 0..<2 {
            guard let target = target(at: location), changes == list.positions.changes, retarget(to: target) else {
                break
            }
        }
        guard reordering != nil else { return false }
        list.setNeedsLayout()
        list.layoutIfNeeded()
        return true
    }

    @discardableResult
    func drop() -> Bool {
        // Waiting work can cancel the drag.
        guard list.isReadyForUser(), reordering != nil else { return false }
        requestTargetAgain()
        let hasMoved = reordering.map { $0.move.from != $0.move.to } ?? false
        if hasMoved { joinCompanions() }
        guard let ended = reordering else { return false }
        guard hasMoved, let dataSource = list.dataSource else {
            forget()
            list.layoutIfNeeded()
            return true
        }
        guard !ended.companions.isEmpty else {
            dropAlone(dataSource)
            return true
        }
        gathering = Gathering(ended.companions, around: ended.move.from)
        if ended.move.from == ended.move.to {
            forget()
            list.layoutIfNeeded()
        } else {
            dropAlone(dataSource)
        }
        if reordering == nil { gather() }
        gathering = nil
        return true
    }

    /// Companions at the drop position stay there, and the item takes its place among them. So it does not move at all if it is
    /// one of them already.
    private func joinCompanions() {
        guard let current = reordering, !current.companions.isEmpty else { return }
        let (from, to) = (current.move.from, current.move.to)
        func isDragged(_ item: Int) -> Bool {
            let path = ElementPath.item(item, inSection: to.section)
            return path == from || current.companions.contains(path)
        }
        // Dragged items that touch the drop position, by their indices in the data.
        var first = from.section == to.section && from.item < to.item ? to.item + 1 : to.item
        var end = first
        while isDragged(first - 1) { first -= 1 }
        while isDragged(end) { end += 1 }
        var target = ElementPath.item(from < to ? first : end, inSection: to.section)
        if from.section == to.section {
            if from.item < first { target.item = first - 1 } else if from.item < end { target = from }
        }
        guard first < end, target != to else { return }
        if target != from, let delegate = list.delegate {
            let changes = list.positions.changes
            let answer = delegate.collectionView(
                list, targetIndexPathForMoveOfItemFromOriginalIndexPath: from.indexPath,
                atCurrentIndexPath: to.indexPath, toProposedIndexPath: target.indexPath)
            guard changes == list.positions.changes, ElementPath(answer) == target else { return }
        }
        retarget(to: target)
    }

    /// Moves the other dragged items next to the dropped one. A program that changes the list in between, or drops another item,
    /// can end this.
    private func gather() {
        gathering?.keepNeighbors()
        while list.isReadyForUser(), let next = gathering?.next() {
            if next.path == next.place || move(next.path, to: next.place) { gathering?.noteMoved() }
        }
    }

    /// Moves the dragged item to its drop position.
    private func dropAlone(_ dataSource: any CollectionViewDataSource) {
        var isRefused = false
        list.performBatchUpdates {
            // Due work may have changed the list before the batch. In the batch nothing changes it any more.
            guard let move = reordering?.move, move.from != move.to, dataSource === list.dataSource else { return }
            let (from, to) = (move.from.indexPath, move.to.indexPath)
            isRefused = !dataSource.collectionView(list, canMoveItemAt: from)
            // A data source that changed the list here has other items there.
            guard !isRefused, reordering != nil, !list.loadsEverything, list.transaction.hasCollectedNothing else {
                return
            }
            reordering?.isDropping = true
            dataSource.collectionView(list, moveItemAt: from, to: to)
            list.moveItem(at: from, to: to)
        }
        guard let rest = reordering else { return }
        if isRefused {
            list.report(.reorderingCancelled, rest.move.from, "the drag has ended: its item cannot be moved any more.")
        }
        cancel()
    }

    @discardableResult
    func cancel() -> Bool {
        guard list.isReadyForUser(), let cancelled = reordering else { return false }
        list.transact {
            forget()
            guard let before = cancelled.before else {
                return list.anchoring.restore(nil, in: list, from: cancelled.layout, .reordering)
            }
            // The offset is restored exactly, even if it was outside the content.
            let start = cancelled.layout.contentOffset(of: list.geometry.bounds)
            list.commit(before.layout)
            list.scrolling.sectionOffsets = before.sectionOffsets
            list.sendContentSize()
            list.moveContentOffset(to: before.offset)
            list.anchoring.tell(ContentChange(causes: .reordering, scrollDelta: list.mainOffset - start), to: list.host)
        }
        return true
    }

    private func forget() {
        guard reordering != nil else { return }
        reordering = nil
        for cell in list.visibleCells where cell.isReordering { cell.isReordering = false }
        list.setNeedsLayout()
    }

    // MARK: Drop position

    /// Returns the drop position for a location, in the layout without the dragged item's move. Nil if it is the
    /// item's current position.
    private func target(at location: CGPoint) -> ElementPath? {
        guard let reordering else { return nil }
        let shown = reordering.layout
        let now = reordering.move.to
        var proposed = now
        if let section = emptySection(at: location, shown) {
            proposed = .item(0, inSection: section)
        } else if let hit = shown.nearestItem(to: location, sectionOffsets: list.sectionOffsets), hit != now {
            proposed = hit
            if hit.section != now.section, isBehind(hit, location, shown) { proposed.item += 1 }
        }
        guard proposed != now,
            let trial = layout(after: ItemMove(from: reordering.move.from, to: proposed))
        else {
            return nil
        }
        // If a small item is over a large one, it moves only when it would be under the finger. Otherwise it would
        // move back at the next step.
        let under = trial.nearestItem(to: location, sectionOffsets: list.sectionOffsets)
        if let under, under != proposed, now.section == proposed.section,
            (under < proposed) == (now < proposed)
        {
            return nil
        }
        let answer = list.delegate?.collectionView(
            list, targetIndexPathForMoveOfItemFromOriginalIndexPath: reordering.move.from.indexPath,
            atCurrentIndexPath: now.indexPath, toProposedIndexPath: proposed.indexPath)
        guard let answer else { return proposed }
        return ElementPath(answer)
    }

    /// Requests the drop position from the delegate again, because the list has changed since the delegate accepted
    /// it.
    private func requestTargetAgain() {
        guard let current = reordering, current.asksAgain, current.move.from != current.move.to,
            let delegate = list.delegate
        else {
            return
        }
        let changes = list.positions.changes
        let answer = delegate.collectionView(
            list, targetIndexPathForMoveOfItemFromOriginalIndexPath: current.move.from.indexPath,
            atCurrentIndexPath: current.move.from.indexPath, toProposedIndexPath: current.move.to.indexPath)
        guard changes == list.positions.changes, let target = ElementPath(answer) else { return }
        retarget(to: target)
    }

    private func isBehind(_ item: ElementPath, _ location: CGPoint, _ layout: CollectionViewLayout)
        -> Bool
    {
        guard item.item == layout.numberOfItems(inSection: item.section) - 1 else { return false }
        let frame = layout.frame(
            ofItem: item.item, inSection: item.section, sectionOffsets: list.scrolling.sectionOffsets)
        if layout.scrollDirection == .vertical { return location.y > frame.midY }
        return (location.x > frame.midX) == (layout.flowDirection == .leftToRight)
    }

    /// The empty section that contains the location.
    private func emptySection(at location: CGPoint, _ layout: CollectionViewLayout) -> Int? {
        let section = list.section(at: location, layout)
        guard section < layout.numberOfSections, layout.numberOfItems(inSection: section) == 0 else { return nil }
        return section
    }

    /// Returns the layout with the item elsewhere; nil if the layout does not support that.
    private func layout(after move: ItemMove) -> CollectionViewLayout? {
        guard move.from != move.to else { return list.layout }
        var trial = list.layout
        do throws(LayoutError) {
            try trial.moveItem(from: move.from, to: move.to)
            return trial
        } catch {
            // In a section of a user's layout, the items exchange places and the frames stay.
            return move.from.section == move.to.section ? list.layout : nil
        }
    }

    /// - Returns: Whether the offset of a section that loops was moved along.
    @discardableResult
    func retarget(to target: ElementPath) -> Bool {
        guard let current = reordering, target != current.move.to,
            isDropPlace(target, of: current.move.from)
        else {
            return false
        }
        let move = ItemMove(from: current.move.from, to: target)
        guard let layout = layout(after: move) else { return false }
        let isTurned =
            layout.hasLoopingSections
            && list.scrolling.keepLoopingSection(of: current.move, current.layout, for: move, layout)
        reordering?.move = move
        reordering?.layout = layout
        reordering?.asksAgain = false
        list.anchoring.restore(nil, in: list, from: current.layout, .reordering)
        return isTurned
    }

    private func isDropPlace(_ target: ElementPath, of source: ElementPath) -> Bool {
        guard (0..<list.layout.numberOfSections).contains(target.section) else { return false }
        let count = list.layout.numberOfItems(inSection: target.section)
        return (0..<(target.section == source.section ? count : count + 1)).contains(target.item)
    }

    // MARK: Shown elements

    /// Converts the shown elements to their positions in the data, and places the dragged item.
    func nameByData(_ found: inout [LayoutAttributes], _ reordering: Reordering) {
        let move = reordering.move
        var dragged: Int?
        for place in found.indices where found[place].category == .item {
            let path = move.undone(for: found[place].path)
            (found[place].section, found[place].item) = (path.section, path.item)
            if path == move.from { dragged = place }
            if !reordering.companions.isEmpty, reordering.companions.contains(path) { found[place].alpha /= 2 }
        }
        if dragged == nil {
            // Its position is not visible, but its cell is.
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
                x: list.geometry.bounds.minX + reordering.grip.x - size.width / 2,
                y: list.geometry.bounds.minY + reordering.grip.y - size.height / 2), size: size)
        found[dragged].zIndex = Int(Int32.max)
    }

    // MARK: Updates during a drag

    /// Called when the layout changed but no item did: sizes were measured, or everything was laid out from scratch.
    func layoutDidChange(keepsBefore: Bool) {
        guard let current = reordering else { return }
        if !keepsBefore { reordering?.before = nil }
        if let layout = layout(after: current.move) {
            reordering?.layout = layout
        } else {
            reordering?.move.to = current.move.from
            reordering?.layout = list.layout
        }
    }

    /// Called when items changed. The drag continues if its item was not deleted.
    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        madeSections?.follow(edit, &notices)
        gathering?.follow(edit)
        guard draggedItem != nil, let current = reordering else { return }
        guard let plan = edit else {
            return cancel("the list was reloaded.", &notices)
        }
        let move = current.move
        guard !current.isDropping else {
            reordering = nil
            let cells = list.visibleCells.filter(\.isReordering)
            notices.append(.before { for cell in cells { cell.isReordering = false } })
            return
        }
        guard let from = plan.newPath(move.from) else { return cancel("its item was deleted.", &notices) }
        var target = from
        // In front of the same neighbour, else after the item before it.
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
        reordering?.companions.follow(edit)
        reordering?.asksAgain = true
        layoutDidChange(keepsBefore: false)
    }

    private func cancel(_ reason: String, _ notices: inout [PositionNotice]) {
        guard let cancelled = reordering else { return }
        reordering = nil
        list.setNeedsLayout()
        let cells = list.visibleCells.filter(\.isReordering)
        notices.append(
            .before { [unowned self] in
                for cell in cells { cell.isReordering = false }
                guard !cancelled.isDropping else { return }
                list.report(.reorderingCancelled, cancelled.move.from, "the drag has ended: \(reason)")
            })
    }
}
