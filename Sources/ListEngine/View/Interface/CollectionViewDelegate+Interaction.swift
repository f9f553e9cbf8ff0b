import Foundation

// Default implementations of the delegate's interaction members.
extension CollectionViewDelegate {
    public func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }

    public func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool { true }

    public func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {}

    public func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {}

    public func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath)
        -> Bool
    { !collectionView.isEditing }

    public func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {}

    public func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {}

    public func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {}

    public func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath)
        -> Bool
    { collectionView.selectionFollowsFocus }

    public func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool { false }

    public func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
        false
    }

    public func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? { nil }

    public func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .cancel }

    public func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { false }

    public func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation { .cancel }

    public func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { false }

    public func collectionView(_ collectionView: CollectionView, springLoadItemAt indexPath: IndexPath) {}

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { nil }

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        guard indexPaths.count == 1 else { return nil }
        return self.collectionView(collectionView, contextMenuForItemAt: indexPaths[0], point: point)
    }

    public func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {}
}
