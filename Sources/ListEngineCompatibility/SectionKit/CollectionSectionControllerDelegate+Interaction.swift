import Foundation
import ListEngine

// The defaults of the delegate's methods about interaction.
extension CollectionSectionControllerDelegate {
    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canMoveItemAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didMoveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndDraggingItemsAt indexPaths: [IndexPath], operation: CollectionDropOperation
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .none }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        performDropOf drag: CollectionDrag, at indexPath: IndexPath, operation: CollectionDropOperation
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canEditItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willBeginEditingItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndEditingItemAt indexPath: IndexPath?
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        performPrimaryActionForItemAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { false }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        guard indexPaths.count == 1 else { return nil }
        return collectionSectionController(sectionController, contextMenuForItemAt: indexPaths[0], point: point)
    }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {}

    public func collectionSectionControllerDidEndMultipleSelectionInteraction(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>
    ) {}
}
