import Foundation
import ListEngineLayout

// Selection, moving, swiping, editing and menus, passed on to a section that conforms to ``ListSectionInteraction``.
extension ListedSection {
    private typealias Interaction = any ListSectionInteraction<Section.ItemIdentifier>

    private func interaction(
        _ indexPath: IndexPath
    ) -> (section: Interaction, item: Section.ItemIdentifier, indexPath: IndexPath)? {
        guard let section = section as? Interaction, let position = position(of: indexPath) else { return nil }
        return (section, itemIdentifier(at: position), position.listIndexPath)
    }

    /// - Parameter silent: The answer if the section does not conform, or has no such item.
    private func ask<Answer>(
        _ indexPath: IndexPath, _ silent: Answer, _ question: (Interaction, Section.ItemIdentifier, IndexPath) -> Answer
    ) -> Answer {
        guard let (section, item, indexPath) = interaction(indexPath) else { return silent }
        return question(section, item, indexPath)
    }

    // MARK: Selection

    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, true) { $0.shouldHighlightItem(for: $1, at: $2) }
    }

    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, true) { $0.shouldSelectItem(for: $1, at: $2) }
    }

    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, true) { $0.shouldDeselectItem(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        ask(indexPath, !collectionView.isEditing) { $0.canPerformPrimaryAction(for: $1, at: $2) }
    }

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        ask(indexPath, ()) { $0.performPrimaryAction(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool { ask(indexPath, false) { $0.setExpanded(isExpanded, for: $1, at: $2) } }

    /// Arrow keys do not select the items of a block with a selection closure, unless the program says so: in many
    /// programs the closure performs the action of a click, and the arrow keys only pass items on their way to another
    /// one.
    func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool {
        let isStated = collectionView.selection.editing.followsFocus != nil
        return collectionView.selectionFollowsFocus && (isStated || !actsOnSelection)
    }

    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        interaction(indexPath).flatMap { $0.section.searchText(for: $0.item, at: $0.indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? {
        interaction(indexPath).flatMap { $0.section.field(column, of: $0.item, at: $0.indexPath) }
    }

    // MARK: Moving

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, false) { $0.canMoveItem(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        guard let (section, item, source) = interaction(originalIndexPath) else { return currentIndexPath }
        let target = section.targetIndexPath(
            forMoving: item, from: source, toProposed: IndexPath(proposedIndexPath[1], inSection: source[0]))
        guard target.count == 2, target[0] == source[0] else { return currentIndexPath }
        return IndexPath(target[1], inSection: 0)
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        let told = interaction(sourceIndexPath)
        move(sourceIndexPath[1], to: destinationIndexPath[1])
        guard let (section, item, source) = told else { return }
        section.didMoveItem(
            for: item, from: source, to: IndexPath(destinationIndexPath[1], inSection: source[0]))
    }

    /// Called for both sections. The destination decides.
    func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool {
        guard move.destination === self else { return move.destination is ListedItems<Section.ItemIdentifier> }
        guard let section = section as? Interaction, let index,
            let other = move.source as? ListedItems<Section.ItemIdentifier>,
            let object = (move.source as? any AnyListedSection)?.object,
            let item = other.shownIdentifier(move.sourceIndexPath[1]), indexPath(of: item) == nil
        else { return false }
        return section.acceptsItem(
            for: item, from: object, at: IndexPath(move.destinationIndexPath[1], inSection: index))
    }

    func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove) {
        guard move.source === self, let index, let other = move.destination as? ListedItems<Section.ItemIdentifier>,
            let object = (move.destination as? any AnyListedSection)?.object,
            let known = shownIdentifier(move.sourceIndexPath[1]), other.indexPath(of: known) == nil,
            (0...other.shown.numberOfItems).contains(move.destinationIndexPath[1]),
            let item = removeMoved(move.sourceIndexPath[1])
        else { return }
        other.insertMoved(item, at: move.destinationIndexPath[1])
        if let section = section as? Interaction {
            section.didGiveItem(
                for: item, to: object, from: IndexPath(move.sourceIndexPath[1], inSection: index))
        }
        other.didReceive(item, from: section, at: move.destinationIndexPath[1])
    }

    // MARK: Deleting

    func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, false) { $0.canDeleteItem(for: $1, at: $2) }
    }

    func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
        let items = indexPaths.compactMap { interaction($0)?.item }
        guard let section = section as? Interaction, !items.isEmpty else { return false }
        section.deleteItems(items)
        return true
    }

    // MARK: Dragging between lists

    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        ask(indexPath, nil) { $0.dragItem(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        guard let section = section as? Interaction, let index else { return }
        var items: [Section.ItemIdentifier] = []
        for path in drag.indexPaths where path[0] == index {
            if let item = shownIdentifier(path[1]) { items.append(item) }
        }
        if !items.isEmpty { section.didEndDragging(items, operation: operation) }
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        guard let section = section as? Interaction, let index else { return .cancel }
        return section.dropOperation(for: drag, at: IndexPath(indexPath[1], inSection: index))
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        guard let section = section as? Interaction, let index else { return false }
        return section.performDrop(of: drag, at: IndexPath(indexPath[1], inSection: index), operation: operation)
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation {
        ask(indexPath, .cancel) { $0.dropOperation(for: drag, onto: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        ask(indexPath, false) { $0.performDrop(of: drag, onto: $1, at: $2, operation: operation) }
    }

    // MARK: Swiping and editing

    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        ask(indexPath, nil) { $0.leadingSwipeActions(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        ask(indexPath, nil) { $0.trailingSwipeActions(for: $1, at: $2) }
    }

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        ask(indexPath, true) { $0.canEditItem(for: $1, at: $2) }
    }

    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        ask(indexPath, ()) { $0.commit(editingStyle, for: $1, at: $2) }
    }

    // MARK: Menus

    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        ask(indexPath, nil) { $0.contextMenu(for: $1, at: $2, point: point) }
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        if indexPaths.count == 1 {
            return self.collectionView(collectionView, contextMenuForItemAt: indexPaths[0], point: point)
        }
        let items = indexPaths.compactMap { interaction($0)?.item }
        guard let section = section as? Interaction, !items.isEmpty, items.count == indexPaths.count else { return nil }
        return section.contextMenu(forItems: items, point: point)
    }
}
