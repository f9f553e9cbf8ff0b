import Foundation
import ListEngineLayout

/// Hears how a list is scrolled. All members have defaults that do nothing.
///
/// A collection view's delegate is one; others can be added with ``CollectionView/addScrollObserver(_:)``, and are called
/// after it, in the order in which they were added.
@MainActor
public protocol CollectionViewScrollDelegate: AnyObject {
    /// The content offset is another one.
    func collectionViewDidScroll(_ collectionView: CollectionView)

    /// A smooth scroll that the program asked for has come to its end.
    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView)

    func collectionViewWillBeginDragging(_ collectionView: CollectionView)

    /// The user lets go.
    /// - Parameters:
    ///   - velocity: Points a second.
    ///   - targetContentOffset: Where the content will come to rest. It can be changed; observers see what those before
    ///     them made of it.
    func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint)

    /// The content has come to rest after a drag.
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

/// Hears what a list does. All members have defaults.
///
/// The collection view does not keep its delegate alive.
@MainActor
public protocol CollectionViewDelegate: CollectionViewScrollDelegate {
    /// A cell is about to be shown.
    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// A cell is no longer shown: its item has left the visible bounds or the list.
    /// - Parameter indexPath: Of an item that was deleted, where it was.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// A header, a footer, a supplementary item or a decoration is about to be shown.
    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    /// A header, a footer, a supplementary item or a decoration is no longer shown.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath)

    /// What an item says, for jumps to what the user types. Nil, the default: it is passed over.
    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String?

    /// A touch has begun on an item. False: it is not highlighted, and the touch cannot choose it. True by default.
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool

    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)

    /// The user chooses an item that is not selected. True by default. Of what a program selects no delegate hears.
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool

    /// The user chooses a selected item, where several can be selected. True by default.
    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool

    /// The user has selected an item. Where one can be selected, the one before has been deselected.
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)

    /// Where an element starts that appears in a batch of updates. Nil, the default: where it ends, with alpha 0.
    /// - Parameter element: Where it ends.
    func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes?

    /// Where an element ends that disappears in a batch of updates. Nil, the default: where it was, with alpha 0.
    /// - Parameter element: Where it was.
    func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes?

    // MARK: Moving

    /// Where an item that is being dragged may go. The default agrees with what is proposed.
    /// - Parameters:
    ///   - originalIndexPath: Where the drag began.
    ///   - currentIndexPath: Where the item stands now, in the order that is shown.
    ///   - proposedIndexPath: Where the user holds it.
    /// - Returns: Where it is to stand; what is not in the list leaves it where it is.
    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath

    // MARK: Editing

    /// The item can be edited: deleted, swiped aside, shown with the ornaments of editing. True by default.
    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool

    /// The user begins to swipe an item aside.
    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath)

    /// An item that was swiped aside is back in its place, or gone.
    /// - Parameter indexPath: Nil where the item is no longer in the list.
    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?)

    /// What stands behind the leading edge of an item. None by default.
    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    /// What stands behind the trailing edge of an item. None by default.
    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    // MARK: Primary action

    /// Choosing the item does something beyond selecting it. True by default, while the list is not being edited.
    func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath) -> Bool

    /// The user has chosen an item without extending a selection. Called after the messages about selection, whether or
    /// not the item was selected.
    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath)

    // MARK: Selecting many

    /// The user may begin to select many items at once, from this one on. False by default.
    func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool

    /// The user selects many items at once; the list is being edited from now on.
    func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)

    func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView)

    /// Moving the focus to the item selects it. The default is ``CollectionView/selectionFollowsFocus``.
    func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool

    // MARK: Context menus

    /// The menu for an item. None by default.
    /// - Parameter point: Where it was asked for, in the content.
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?

    /// The menu for items: the selected ones, where it was asked for on one of them, else that one; none where it was asked
    /// for beside the items. The default asks for the menu of a single item.
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu?

    /// How an item looks while a menu opens. Nil, the default: as its cell does.
    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    /// How an item looks while a menu closes. Nil, the default: as its cell does.
    func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    func collectionView(_ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu)

    func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu)

    /// The user has chosen the preview of a menu.
    func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu)
}

extension CollectionViewDelegate {
    public func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? { nil }

    public func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

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
