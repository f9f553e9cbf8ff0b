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

    // MARK: Selection

    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return true }
        return section.shouldHighlightItem(for: item, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return true }
        return section.shouldSelectItem(for: item, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return true }
        return section.shouldDeselectItem(for: item, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return !collectionView.isEditing }
        return section.canPerformPrimaryAction(for: item, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        guard let (section, item, indexPath) = interaction(indexPath) else { return }
        section.performPrimaryAction(for: item, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        interaction(indexPath).flatMap { $0.section.searchText(for: $0.item, at: $0.indexPath) }
    }

    // MARK: Moving

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return false }
        return section.canMoveItem(for: item, at: indexPath)
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
            let item = give(move.sourceIndexPath[1])
        else { return }
        other.take(item, at: move.destinationIndexPath[1])
        if let section = section as? Interaction {
            section.didGiveItem(
                for: item, to: object, from: IndexPath(move.sourceIndexPath[1], inSection: index))
        }
        other.didTake(item, from: section, at: move.destinationIndexPath[1])
    }

    // MARK: Dragging between lists

    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        guard let (section, item, indexPath) = interaction(indexPath) else { return nil }
        return section.dragItem(for: item, at: indexPath)
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
        guard let section = section as? Interaction, let index else { return .none }
        return section.dropOperation(for: drag, at: IndexPath(indexPath[1], inSection: index))
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        guard let section = section as? Interaction, let index else { return false }
        return section.performDrop(of: drag, at: IndexPath(indexPath[1], inSection: index), operation: operation)
    }

    // MARK: Swiping and editing

    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        guard let (section, item, indexPath) = interaction(indexPath) else { return nil }
        return section.leadingSwipeActions(for: item, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        guard let (section, item, indexPath) = interaction(indexPath) else { return nil }
        return section.trailingSwipeActions(for: item, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        guard let (section, item, indexPath) = interaction(indexPath) else { return true }
        return section.canEditItem(for: item, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        guard let (section, item, indexPath) = interaction(indexPath) else { return }
        section.commit(editingStyle, for: item, at: indexPath)
    }

    // MARK: Menus

    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        guard let (section, item, indexPath) = interaction(indexPath) else { return nil }
        return section.contextMenu(for: item, at: indexPath, point: point)
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
