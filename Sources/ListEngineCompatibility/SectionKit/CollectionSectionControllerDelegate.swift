import Foundation
import ListEngine
import ListEngineLayout

/// Hears, for one ``CollectionSectionProvider``, what happens to its sections. All members have defaults.
///
/// Of an item only the delegate of the provider that owns it hears, with an index path that counts from the provider's
/// first section. Of scrolling the delegates of all providers hear, in the order of the providers.
///
/// The controller does not keep it alive.
@MainActor
public protocol CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable

    // MARK: Display

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    /// - Parameter indexPath: Of an item that has left the list, where it was.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplaySupplementaryView view: CollectionReusableView, forElementKind kind: ElementKind,
        at indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndDisplayingSupplementaryView view: CollectionReusableView, forElementKind kind: ElementKind,
        at indexPath: IndexPath)

    // MARK: Highlighting and selection

    /// True by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didHighlightItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didUnhighlightItemAt indexPath: IndexPath)

    /// Asked where the provider's settings and the controller's policy allow it. True by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool

    /// True by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didSelectItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didDeselectItemAt indexPath: IndexPath)

    // MARK: Moving

    /// The user may move an item among those of the provider. False by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canMoveItemAt indexPath: IndexPath
    ) -> Bool

    /// The user has moved an item. What the provider shows has followed already: see
    /// ``CollectionSectionController/snapshotForSectionProvider(_:)``.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didMoveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

    /// Where an item that is being dragged may go, of the places of the provider. The default agrees with what is proposed.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath

    // MARK: Editing

    /// True by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canEditItemAt indexPath: IndexPath
    ) -> Bool

    /// The user wants an item deleted, or another inserted at it.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willBeginEditingItemAt indexPath: IndexPath)

    /// - Parameter indexPath: Nil where the item is no longer in the list; then all delegates are told.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didEndEditingItemAt indexPath: IndexPath?)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions?

    // MARK: Primary action and selecting many

    /// False by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        performPrimaryActionForItemAt indexPath: IndexPath)

    /// False by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        didBeginMultipleSelectionInteractionAt indexPath: IndexPath)

    // MARK: Context menus

    /// The menu for an item. None by default.
    /// - Parameter point: Where it was asked for, in the content.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?

    /// The menu for items, all of the provider: where they are of several, nobody is asked and there is none. The default
    /// asks for the menu of a single item.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu?

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview?

    // MARK: Context menus, told to all

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willDisplayContextMenu contextMenu: CollectionContextMenu)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willEndContextMenuInteraction contextMenu: CollectionContextMenu)

    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        willPerformPreviewActionForMenu contextMenu: CollectionContextMenu)

    /// Told to all: the selecting of many items has ended.
    func collectionSectionControllerDidEndMultipleSelectionInteraction(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>)

    // MARK: Scrolling, told to all

    func collectionSectionControllerDidScroll(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView)

    func collectionSectionControllerDidEndScrollingAnimation(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView)

    func collectionSectionControllerWillBeginDragging(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView)

    /// - Parameter targetContentOffset: Can be changed; delegates see what those before them made of it.
    func collectionSectionControllerWillEndDragging(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint)

    func collectionSectionControllerDidEndDecelerating(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        in collectionView: CollectionView)
}

/// Loads ahead, for one ``CollectionSectionProvider``, what will be shown soon.
///
/// Index paths are those of the provider's own items, and count from its first section. The controller does not keep it
/// alive.
@MainActor
public protocol CollectionSectionControllerDataSourcePrefetching<SectionIdentifierType, ItemIdentifierType>: AnyObject {
    associatedtype SectionIdentifierType: Hashable
    associatedtype ItemIdentifierType: Hashable

    /// Items lie ahead, the nearest first.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        prefetchItemsAt indexPaths: [IndexPath])

    /// Items that were named are no longer ahead. Does nothing by default.
    func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension CollectionSectionControllerDataSourcePrefetching {
    public func collectionSectionController(
        _ sectionController: CollectionSectionController<SectionIdentifierType, ItemIdentifierType>,
        cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}
