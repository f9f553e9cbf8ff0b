import Foundation
import ListEngineLayout

/// Receives scroll events of a list. All members have default implementations that do nothing.
///
/// A collection view's delegate is a scroll delegate. Add others with ``CollectionView/addScrollObserver(_:)``. They
/// are called after the delegate, in the order in which they were added.
@MainActor
public protocol CollectionViewScrollDelegate: AnyObject {
    /// Called after the content offset changed.
    func collectionViewDidScroll(_ collectionView: CollectionView)

    /// Called when a smooth scroll that was started in code has ended.
    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView)

    func collectionViewWillBeginDragging(_ collectionView: CollectionView)

    /// Called when the user ends a drag.
    /// - Parameters:
    ///   - velocity: Points per second.
    ///   - targetContentOffset: The offset at which the content will come to rest. It can be changed. Each observer
    ///     receives the value that the previous one set.
    func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint)

    /// Called when the content has come to rest after a drag.
    func collectionViewDidEndDecelerating(_ collectionView: CollectionView)
}

extension CollectionViewScrollDelegate {
    public func collectionViewDidScroll(_ collectionView: CollectionView) {}
    public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}
    public func collectionViewWillBeginDragging(_ collectionView: CollectionView) {}
    public func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {}
    public func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}
}

/// Receives events of a list and decides about them. All members have default implementations.
///
/// The collection view holds a weak reference to its delegate.
@MainActor
public protocol CollectionViewDelegate: CollectionViewScrollDelegate {
    /// Called before a cell is shown.
    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// Called when a cell is no longer shown, because its item is no longer visible or was deleted.
    /// - Parameter indexPath: The index path of the item. For a deleted item, its old index path.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// Called before a header, a footer, a supplementary item or a decoration is shown.
    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    /// Called when a header, a footer, a supplementary item or a decoration is no longer shown.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    /// Returns the text of an item for type-ahead. Items without text (nil, the default) are skipped.
    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String?

    /// Called when a touch begins on an item. If it returns false, the item is not highlighted and the touch cannot
    /// choose it. The default is true.
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool

    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)

    /// Returns whether the user can select an item. Selecting items in code does not call the delegate. The default
    /// is true.
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool

    /// Returns whether the user can deselect an item, if several items can be selected. The default is true.
    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool

    /// Called after the user selected an item. If only one item can be selected, the previous one was deselected
    /// before.
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)

    /// Returns the initial attributes of an element that appears in a batch of updates. Nil, the default, means its
    /// final position with alpha 0.
    /// - Parameter element: The final attributes of the element.
    func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes?

    /// Returns the final attributes of an element that disappears in a batch of updates. Nil, the default, means its
    /// old position with alpha 0.
    /// - Parameter element: The old attributes of the element.
    func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes?

    // MARK: Moving

    /// Returns the position to which an item that is being dragged can move. The default returns the proposed
    /// position.
    /// - Parameters:
    ///   - originalIndexPath: The position at which the drag began.
    ///   - currentIndexPath: The item's current position in the shown order.
    ///   - proposedIndexPath: The position at which the user holds the item.
    /// - Returns: The target position. If it is not in the list, the item stays where it is.
    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath

    // MARK: Editing

    /// Returns whether an item can be edited: deleted, swiped, and shown with editing controls. The default is true.
    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool

    /// Called when the user begins to swipe an item.
    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath)

    /// Called when a swiped item is back in its place or was deleted.
    /// - Parameter indexPath: Nil if the item is no longer in the list.
    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?)

    /// Returns the swipe actions at the leading edge of an item. The default is none.
    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    /// Returns the swipe actions at the trailing edge of an item. The default is none.
    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    // MARK: Primary action

    /// Returns whether choosing an item performs its primary action. The default is true unless the list is being
    /// edited.
    func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool

    /// Called after the user chose an item without extending a selection. It is called after the methods about
    /// selection, whether or not the item was selected.
    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath)

    // MARK: Selecting many

    /// Returns whether the user can begin to select several items with one gesture, starting at this item. The
    /// default is false.
    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool

    /// Called when the user begins to select several items with one gesture. The list is now being edited.
    func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)

    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView)

    /// Returns whether moving the focus to an item selects it. The default is
    /// ``CollectionView/selectionFollowsFocus``.
    func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool

    // MARK: Deleting

    /// Returns whether the delete key, and ``ItemCommand/delete`` of a menu, delete an item by
    /// ``collectionView(_:deleteItemsAt:)-swift.method``. The default is false.
    func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool

    /// The user deletes items, by a key or by a menu. Called once for all of them, so that the program can undo them
    /// together. Delete them in the data, and update the list as for any other update.
    /// - Parameter indexPaths: Those that can be deleted, in the order of the list.
    /// - Returns: False, the default, if nothing was deleted.
    func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool

    // MARK: Dragging items between lists

    /// Returns what is dragged when the user drags an item out of the list. The default is nil: the item stays in the list.
    func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem?

    /// Called once when a drag of items of the list has ended.
    ///
    /// ``CollectionDrag/indexPaths`` are the items that still exist. After a move the program deletes them. A paste of what was cut is a
    /// move, even in its own list. ``CollectionDropOperation/cancel`` means that the drag was cancelled, or that the items were dragged to
    /// another place of their own list.
    func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation)

    /// Returns what a drop of dragged items would do. The default is ``CollectionDropOperation/cancel``: they cannot be
    /// dropped.
    /// - Parameter indexPath: Where the items would be inserted. The item index can be the number of items in the section.
    ///   In a list without sections both indices are 0.
    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation

    /// The user dropped the items: insert them. Called only where
    /// ``collectionView(_:dropOperationFor:at:)-swift.method`` accepts them. Items that were dragged from the same list are moved by
    /// this method. For items that are pasted in their own list, insert new ones with identifiers that the list does not have. Those
    /// that were cut are deleted when the drag ends.
    /// - Returns: False if the items could not be inserted. The drag then ends without effect.
    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool

    /// Returns what a drop of dragged items onto an item would do, for example into a folder. Called while they are over the middle
    /// of the item, and over all of it if they cannot be inserted next to it. The default is ``CollectionDropOperation/cancel``: the
    /// item takes nothing.
    func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation

    /// The user dropped the items onto an item. Called only if
    /// ``collectionView(_:dropOperationFor:ontoItemAt:)-swift.method`` accepts them. Items that were dragged from the same list are moved
    /// by this method. Those that were cut there are deleted when the drag ends.
    /// - Returns: False if the item could not take them. The drag then ends without effect.
    func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool

    /// Dragged items rest over an item. A program can open what it stands for, such as a folder. The items of an outline
    /// are expanded by the list. Not called for them.
    func collectionView(_ collectionView: CollectionView, springLoadItemAt indexPath: IndexPath)

    // MARK: Context menus

    /// Returns the menu for an item. The default is none.
    /// - Parameter point: The point of the content at which the menu was requested.
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?

    /// Returns the menu for items. If it was requested on a selected item, these are all selected items; otherwise
    /// the item at the point, or none if it was requested beside the items. The default returns the menu of a single
    /// item. If there is no menu for several items, the menu of the item at the point is shown, for this item alone.
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu?

    /// Returns the preview of an item while a menu opens. Nil, the default, means the item's cell.
    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    /// Returns the preview of an item while a menu closes. Nil, the default, means the item's cell.
    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    func collectionView(_ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu)

    func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu)

    /// Called when the user chose the preview of a menu.
    func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu)
}

extension CollectionViewDelegate {
    public func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? { nil }

    public func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { collectionView.reuse.defaults.willDisplay.note(self) }

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { collectionView.reuse.defaults.didEndDisplaying.note(self) }

    public func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {}

    public func collectionView(
        _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionView(
        _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool { true }

    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {}
}
