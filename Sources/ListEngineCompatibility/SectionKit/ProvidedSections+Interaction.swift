import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Moving, editing and menus: forwarded to the delegate.
extension ProvidedSections {
    // MARK: Moving

    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let (delegate, controller) = listener else { return false }
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
