import Foundation
import ListEngine
import ListEngineLayout

/// Receives the events of the sections of one ``CollectionSectionProvider``. All members have defaults.
///
/// A call about an item goes only to the delegate of the provider that owns the item. Its index path counts from the
/// provider's first section. Calls about scrolling go to the delegates of all providers, in the order of the providers.
///
/// The controller holds the delegate weakly.
@MainActor
public protocol CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable
    typealias SectionController = CollectionSectionController<SectionIdentifierType, ItemIdentifierType>

    // MARK: Display

    func collectionSectionController(
        _ sectionController: SectionController, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// - Parameter indexPath: The index path of the item. If the item has left the list, it is the last index path that
    ///   the item had.
    func collectionSectionController(
        _ sectionController: SectionController, didEndDisplaying cell: CollectionViewCell,
        forItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: SectionController, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: SectionController, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    // MARK: Highlighting and selection

    /// Returns true by default.
    func collectionSectionController(_ sectionController: SectionController, shouldHighlightItemAt indexPath: IndexPath)
        -> Bool

    func collectionSectionController(_ sectionController: SectionController, didHighlightItemAt indexPath: IndexPath)

    func collectionSectionController(_ sectionController: SectionController, didUnhighlightItemAt indexPath: IndexPath)

    /// Called if the provider's settings and the controller's policy allow the selection. Returns true by default.
    func collectionSectionController(_ sectionController: SectionController, shouldSelectItemAt indexPath: IndexPath)
        -> Bool

    /// Returns true by default.
    func collectionSectionController(_ sectionController: SectionController, shouldDeselectItemAt indexPath: IndexPath)
        -> Bool

    func collectionSectionController(_ sectionController: SectionController, didSelectItemAt indexPath: IndexPath)

    func collectionSectionController(_ sectionController: SectionController, didDeselectItemAt indexPath: IndexPath)

    // MARK: Moving

    /// Whether the user may move an item among those of the provider. Returns false by default.
    func collectionSectionController(_ sectionController: SectionController, canMoveItemAt indexPath: IndexPath) -> Bool

    /// Called when the user has moved an item. The provider's snapshot already contains the move: see
    /// ``CollectionSectionController/snapshotForSectionProvider(_:)``.
    func collectionSectionController(
        _ sectionController: SectionController, didMoveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath)

    /// Returns the place, among those of the provider, to which a dragged item may move. The default returns the
    /// proposed place.
    func collectionSectionController(
        _ sectionController: SectionController,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath

    // MARK: Dragging between lists

    /// Returns what is dragged when the user drags an item out of the list. The default is nil: the item stays in the list.
    func collectionSectionController(_ sectionController: SectionController, dragItemForItemAt indexPath: IndexPath)
        -> CollectionDragItem?

    /// Called when a drag has ended, if the provider still has items of it. After a move, delete them.
    /// - Parameters:
    ///   - indexPaths: Those of the provider's items that were dragged and still exist.
    ///   - operation: `none` if the drag was cancelled, or if the items were dropped on their own list.
    func collectionSectionController(
        _ sectionController: SectionController, didEndDraggingItemsAt indexPaths: [IndexPath],
        operation: CollectionDropOperation)

    /// Returns what a drop of dragged items would do. By default they cannot be dropped.
    /// - Parameter indexPath: Where the items would be inserted, which can be after the last item of a section.
    func collectionSectionController(
        _ sectionController: SectionController, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation

    /// The user dropped the items: insert them. Returns false, the default, if that is impossible.
    func collectionSectionController(
        _ sectionController: SectionController, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool

    /// Returns what a drop of dragged items onto an item would do, for example into a folder. By default an item takes nothing.
    func collectionSectionController(
        _ sectionController: SectionController, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation

    /// The user dropped the items onto an item. Returns false, the default, if it could not take them.
    func collectionSectionController(
        _ sectionController: SectionController, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool

    // MARK: Deleting by keys and menus

    /// Returns whether `ItemCommand.delete` deletes an item. The default is false.
    func collectionSectionController(_ sectionController: SectionController, canDeleteItemAt indexPath: IndexPath)
        -> Bool

    /// The user deletes items of the provider, in one call: apply a snapshot without them.
    func collectionSectionController(_ sectionController: SectionController, deleteItemsAt indexPaths: [IndexPath])

    // MARK: Editing

    /// Returns true by default.
    func collectionSectionController(_ sectionController: SectionController, canEditItemAt indexPath: IndexPath) -> Bool

    /// Called when the user wants to delete an item, or to insert another item at its place.
    func collectionSectionController(
        _ sectionController: SectionController, commit editingStyle: CollectionEditingStyle,
        forItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: SectionController, willBeginEditingItemAt indexPath: IndexPath)

    /// - Parameter indexPath: The index path of the item. If the item is no longer in the list, it is nil and all
    ///   delegates are called.
    func collectionSectionController(_ sectionController: SectionController, didEndEditingItemAt indexPath: IndexPath?)

    func collectionSectionController(
        _ sectionController: SectionController, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    func collectionSectionController(
        _ sectionController: SectionController, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    // MARK: Primary action and selecting many

    /// Returns false by default.
    func collectionSectionController(
        _ sectionController: SectionController, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: SectionController, performPrimaryActionForItemAt indexPath: IndexPath)

    /// Returns false by default.
    func collectionSectionController(
        _ sectionController: SectionController, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: SectionController, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)

    // MARK: Context menus

    /// Returns the context menu for an item. Nil by default.
    /// - Parameter point: The position of the request, in the coordinates of the content.
    func collectionSectionController(
        _ sectionController: SectionController, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?

    /// Returns the context menu for several items of the provider. If the items belong to several providers, this is
    /// not called and there is no menu. For a single item the default returns that item's menu.
    func collectionSectionController(
        _ sectionController: SectionController, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu?

    func collectionSectionController(
        _ sectionController: SectionController, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    func collectionSectionController(
        _ sectionController: SectionController, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    // MARK: Context menus, for all delegates

    func collectionSectionController(
        _ sectionController: SectionController, willDisplayContextMenu contextMenu: CollectionContextMenu)

    func collectionSectionController(
        _ sectionController: SectionController, willEndContextMenuInteraction contextMenu: CollectionContextMenu)

    func collectionSectionController(
        _ sectionController: SectionController, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu)

    /// Called for all delegates when the selection of multiple items has ended.
    func collectionSectionControllerDidEndMultipleSelectionInteraction(_ sectionController: SectionController)

    // MARK: Scrolling, for all delegates

    func collectionSectionControllerDidScroll(_ sectionController: SectionController, in collectionView: CollectionView)

    func collectionSectionControllerDidEndScrollingAnimation(
        _ sectionController: SectionController, in collectionView: CollectionView)

    func collectionSectionControllerWillBeginDragging(
        _ sectionController: SectionController, in collectionView: CollectionView)

    /// - Parameter targetContentOffset: The offset at which scrolling will stop. A delegate can change it; the
    ///   delegates after it receive the changed value.
    func collectionSectionControllerWillEndDragging(
        _ sectionController: SectionController, in collectionView: CollectionView, withVelocity velocity: CGPoint,
        targetContentOffset: inout CGPoint)

    func collectionSectionControllerDidEndDecelerating(
        _ sectionController: SectionController, in collectionView: CollectionView)
}

/// Prefetches the content of one ``CollectionSectionProvider`` that will be shown soon.
///
/// Index paths are those of the provider's own items and count from its first section. The controller holds this object
/// weakly.
@MainActor
public protocol CollectionSectionControllerDataSourcePrefetching<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable
    typealias SectionController = CollectionSectionController<SectionIdentifierType, ItemIdentifierType>

    /// Called when items will be shown soon, the nearest first.
    func collectionSectionController(_ sectionController: SectionController, prefetchItemsAt indexPaths: [IndexPath])

    /// Called when items that were prefetched are no longer expected to be shown. Does nothing by default.
    func collectionSectionController(
        _ sectionController: SectionController, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension CollectionSectionControllerDataSourcePrefetching {
    public func collectionSectionController(
        _ sectionController: SectionController, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}
