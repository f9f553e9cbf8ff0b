import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Moving, editing and menus: forwarded to the delegate.
extension ProvidedSections {
    // MARK: Moving

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let (delegate, controller) = listener, let path = ElementPath(indexPath), has(indexPath),
            outlinesPermitMove(
                of: shown.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item)),
                inSectionAt: path.section)
        else { return false }
        return delegate.collectionSectionController(controller, canMoveItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard has(sourceIndexPath), moveShown(from: sourceIndexPath, to: destinationIndexPath),
            let (delegate, controller) = listener
        else { return }
        delegate.collectionSectionController(controller, didMoveItemAt: sourceIndexPath, to: destinationIndexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, commit: editingStyle, forItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        guard let (delegate, controller) = listener else { return proposedIndexPath }
        return delegate.collectionSectionController(
            controller, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
            atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
    }

    // MARK: Dragging between lists

    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(controller, dragItemForItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        guard let (delegate, controller) = listener else { return }
        let own = drag.indexPaths.compactMap { controller.own($0, self) }
        guard !own.isEmpty else { return }
        delegate.collectionSectionController(controller, didEndDraggingItemsAt: own, operation: operation)
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        guard let (delegate, controller) = listener else { return .none }
        return delegate.collectionSectionController(controller, dropOperationFor: drag, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        guard let (delegate, controller) = listener else { return false }
        return delegate.collectionSectionController(
            controller, performDropOf: drag, at: indexPath, operation: operation)
    }

    // MARK: Editing

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        guard let (delegate, controller) = listener else { return true }
        return delegate.collectionSectionController(controller, canEditItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, willBeginEditingItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, didEndEditingItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(controller, leadingSwipeActionsForItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(controller, trailingSwipeActionsForItemAt: indexPath)
    }

    // MARK: Primary action and selection

    func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool
    {
        guard let (delegate, controller) = listener else { return false }
        return delegate.collectionSectionController(controller, canPerformPrimaryActionForItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, performPrimaryActionForItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        guard let (delegate, controller) = listener else { return false }
        return delegate.collectionSectionController(controller, shouldBeginMultipleSelectionInteractionAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, didBeginMultipleSelectionInteractionAt: indexPath)
    }

    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionControllerDidEndMultipleSelectionInteraction(controller)
    }

    // MARK: Context menus

    func collectionView(_ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint)
        -> CollectionContextMenu?
    {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(controller, contextMenuForItemAt: indexPath, point: point)
    }

    func collectionView(_ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint)
        -> CollectionContextMenu?
    {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(controller, contextMenuForItemsAt: indexPaths, point: point)
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(
            controller, contextMenu: contextMenu, highlightPreviewForItemAt: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        guard let (delegate, controller) = listener else { return nil }
        return delegate.collectionSectionController(
            controller, contextMenu: contextMenu, dismissalPreviewForItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, willDisplayContextMenu: contextMenu)
    }

    func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, willEndContextMenuInteraction: contextMenu)
    }

    func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, willPerformPreviewActionForMenu: contextMenu)
    }
}
