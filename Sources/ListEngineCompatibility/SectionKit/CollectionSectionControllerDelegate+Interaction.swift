import Foundation
import ListEngine

// The defaults of the delegate's methods about interaction.
extension CollectionSectionControllerDelegate {
    public func collectionSectionController(_ sectionController: SectionController, canMoveItemAt indexPath: IndexPath)
        -> Bool
    { false }

    public func collectionSectionController(
        _ sectionController: SectionController, didMoveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }

    public func collectionSectionController(
        _ sectionController: SectionController, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, didEndDraggingItemsAt indexPaths: [IndexPath],
        operation: CollectionDropOperation
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .cancel }

    public func collectionSectionController(
        _ sectionController: SectionController, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: SectionController, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation { .cancel }

    public func collectionSectionController(
        _ sectionController: SectionController, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: SectionController, canDeleteItemAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: SectionController, deleteItemsAt indexPaths: [IndexPath]
    ) {}

    public func collectionSectionController(_ sectionController: SectionController, canEditItemAt indexPath: IndexPath)
        -> Bool
    { true }

    public func collectionSectionController(
        _ sectionController: SectionController, commit editingStyle: CollectionEditingStyle,
        forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, willBeginEditingItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, didEndEditingItemAt indexPath: IndexPath?
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: SectionController, performPrimaryActionForItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: SectionController, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        guard indexPaths.count == 1 else { return nil }
        return collectionSectionController(sectionController, contextMenuForItemAt: indexPaths[0], point: point)
    }

    public func collectionSectionController(
        _ sectionController: SectionController, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionSectionController(
        _ sectionController: SectionController, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionController(
        _ sectionController: SectionController, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionControllerDidEndMultipleSelectionInteraction(_ sectionController: SectionController) {}
}
