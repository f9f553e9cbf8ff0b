import Foundation
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
