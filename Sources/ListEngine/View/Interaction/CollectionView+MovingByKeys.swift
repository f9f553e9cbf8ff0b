import Foundation
import ListEngineLayout

extension CollectionView {
    /// Reports that the user moves the focused item by keys, or all selected items if it is one of them.
    ///
    /// One item exchanges its place with the next item in the direction, which can be in another section. Several items move by one
    /// place in the order of their sections. An item at the end of a section cannot move, nor can an item that is next
    /// to a selected item that cannot move. The data source and the delegate decide about each item as for a drag, and
    /// the list scrolls to the focused item.
    /// - Returns: False if no item has moved.
    /// - Complexity: One update for each moved item.
    @discardableResult
    public func hostMoveItems(toward direction: MoveDirection) -> Bool {
        guard isReadyForUser(), reorderer.reordering == nil, let focus = keyboard.focus else { return false }
        let isSeveral = selection.items.count > 1 && selection.contains(focus)
        let hasMoved =
            isSeveral
            ? moveSelectedItems(by: step(toward: direction))
            : layout.nextItem(from: focus, toward: direction).map { reorderer.move(focus, to: $0) } ?? false
        if hasMoved, let focus = focusedIndexPath { scrollToItem(at: focus, at: .nearest, animated: false) }
        layoutIfNeeded()
        return hasMoved
    }

    private func step(toward direction: MoveDirection) -> Int {
        switch direction {
        case .up, .previous: -1
        case .down, .next: 1
        case .left: flowDirection == .leftToRight ? -1 : 1
        case .right: flowDirection == .leftToRight ? 1 : -1
        }
    }

    private func moveSelectedItems(by step: Int) -> Bool {
        // The first item in the direction makes room for the next one.
        let items = step < 0 ? selection.sorted : selection.sorted.reversed()
        var hasMoved = false
        for path in items {
            let target = ElementPath.item(path.item + step, inSection: path.section)
            // The program may have changed the list, so that other items are there.
            guard selection.contains(path), isInList(target), !selection.contains(target) else { continue }
            guard reorderer.move(path, to: target) else { continue }
            hasMoved = true
            guard isReadyForUser() else { break }
        }
        return hasMoved
    }
}

extension Reorderer {
    /// Moves an item as a drag does that ends at another place.
    /// - Parameter target: A position as a data source receives it.
    /// - Returns: False if the item has not moved.
    func move(_ path: ElementPath, to target: ElementPath) -> Bool {
        guard begin(itemAt: path.indexPath), let begun = reordering else { return false }
        let changes = list.positions.changes
        let answer = list.delegate?.collectionView(
            list, targetIndexPathForMoveOfItemFromOriginalIndexPath: begun.move.from.indexPath,
            atCurrentIndexPath: begun.move.to.indexPath, toProposedIndexPath: target.indexPath)
        if changes == list.positions.changes, let place = answer.map({ ElementPath($0) }) ?? target {
            retarget(to: place)
        }
        guard let move = reordering?.move, move.from != move.to, drop() else {
            cancel()
            return false
        }
        return changes != list.positions.changes
    }
}
