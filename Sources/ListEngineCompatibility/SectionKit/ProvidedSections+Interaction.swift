import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Moving, editing and menus: forwarded to the delegate.
extension ProvidedSections {
    // MARK: Moving

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let item = shown.item(at: indexPath), outlinesPermitMove(of: item, inSectionAt: indexPath[0]) else {
            return false
        }
        return ask(false) { $0.collectionSectionController($1, canMoveItemAt: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard moveShown(from: sourceIndexPath, to: destinationIndexPath) else { return }
        tell { $0.collectionSectionController($1, didMoveItemAt: sourceIndexPath, to: destinationIndexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        tell { $0.collectionSectionController($1, commit: editingStyle, forItemAt: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        ask(proposedIndexPath) {
            $0.collectionSectionController(
                $1, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
                atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
        }
    }

    // MARK: Dragging between lists

    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        ask(nil) { $0.collectionSectionController($1, dragItemForItemAt: indexPath) }
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
        ask(.cancel) { $0.collectionSectionController($1, dropOperationFor: drag, at: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        ask(false) { $0.collectionSectionController($1, performDropOf: drag, at: indexPath, operation: operation) }
    }

    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation {
        ask(.cancel) { $0.collectionSectionController($1, dropOperationFor: drag, ontoItemAt: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        ask(false) {
            $0.collectionSectionController($1, performDropOf: drag, ontoItemAt: indexPath, operation: operation)
        }
    }

    // MARK: Deleting

    func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
        ask(false) { $0.collectionSectionController($1, canDeleteItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
        guard let (delegate, controller) = listener else { return false }
        delegate.collectionSectionController(controller, deleteItemsAt: indexPaths)
        return true
    }

    // MARK: Editing

    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        ask(true) { $0.collectionSectionController($1, canEditItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, willBeginEditingItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        tell { $0.collectionSectionController($1, didEndEditingItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        ask(nil) { $0.collectionSectionController($1, leadingSwipeActionsForItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        ask(nil) { $0.collectionSectionController($1, trailingSwipeActionsForItemAt: indexPath) }
    }

    // MARK: Primary action and selection

    func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool
    {
        // An item that says that children could not be loaded loads them again.
        if let path = ElementPath(indexPath), failedParent(at: path) != nil { return true }
        return ask(false) { $0.collectionSectionController($1, canPerformPrimaryActionForItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        if let path = ElementPath(indexPath), retryLoading(at: path) { return }
        tell { $0.collectionSectionController($1, performPrimaryActionForItemAt: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        ask(false) { $0.collectionSectionController($1, shouldBeginMultipleSelectionInteractionAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, didBeginMultipleSelectionInteractionAt: indexPath) }
    }

    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        tell { $0.collectionSectionControllerDidEndMultipleSelectionInteraction($1) }
    }

    // MARK: Context menus

    func collectionView(_ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint)
        -> CollectionContextMenu?
    {
        ask(nil) { $0.collectionSectionController($1, contextMenuForItemAt: indexPath, point: point) }
    }

    func collectionView(_ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint)
        -> CollectionContextMenu?
    {
        ask(nil) { $0.collectionSectionController($1, contextMenuForItemsAt: indexPaths, point: point) }
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        ask(nil) { $0.collectionSectionController($1, contextMenu: contextMenu, highlightPreviewForItemAt: indexPath) }
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        ask(nil) { $0.collectionSectionController($1, contextMenu: contextMenu, dismissalPreviewForItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu) {
        tell { $0.collectionSectionController($1, willDisplayContextMenu: contextMenu) }
    }

    func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        tell { $0.collectionSectionController($1, willEndContextMenuInteraction: contextMenu) }
    }

    func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        tell { $0.collectionSectionController($1, willPerformPreviewActionForMenu: contextMenu) }
    }
}
