import Foundation
import ListEngine
import ListEngineLayout

/// Receives the events of a ``CollectionViewHandler``, and returns insets and spacings of its sections. All members
/// have defaults.
///
/// Every call passes the identifier of the handler, so that one delegate can serve several handlers. Index paths are
/// those of the whole list.
@MainActor
public protocol CollectionViewHandlerDelegate: AnyObject {
    func collectionViewHandlerWillBeginDragging(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)
    func collectionViewHandlerDidScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)

    /// Called when scrolling has stopped after a drag. Not called for scrolling that is started in code.
    func collectionViewHandlerDidEndScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)

    func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: ElementKind, at indexPath: IndexPath)
    /// The same with the name of the kind, as in P9CollectionViewHandler. The default of the other form calls it.
    func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: String, at indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: ElementKind, at indexPath: IndexPath)
    /// The same with the name of the kind, as in P9CollectionViewHandler. The default of the other form calls it.
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: String, at indexPath: IndexPath)

    /// The default is the layout's own value.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        insetForSectionAt section: Int
    ) -> SectionInsets

    /// The default is the layout's own value.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat

    /// The default is the layout's own value.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat

    // P9CollectionViewHandler's forms of these three, with a layout of the list in place of the object that describes it.
    // The layout is the one that is shown, which is empty when a list is first laid out. If a delegate has both forms, this
    // one is used.

    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout, insetForSectionAt section: Int
    ) -> SectionInsets

    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat

    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat

    /// Called when the user has selected an item. Not called if a callback is registered for the selection.
    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?)

    /// Whether the user may move a record. Not called while ``CollectionViewHandler/sections`` differ from what is
    /// shown: no record can be moved then. The default is false.
    ///
    /// Swipe actions, context menus and drags to other lists are those of ``CollectionViewHandler/collectionDelegate``.
    func collectionViewHandler(handlerIdentifier: String, canMoveItemAt indexPath: IndexPath) -> Bool

    /// Called when the user has moved a record. ``CollectionViewHandler/sections`` already contain the move.
    /// - Parameter destinationIndexPath: Counted after the record was removed from its old place.
    func collectionViewHandler(
        handlerIdentifier: String, didMoveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

    /// Called when a view has raised an event. Not called if a callback is registered for the event.
    func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?,
        data: Any?, extra: Any?)
}

extension CollectionViewHandlerDelegate {
    public func collectionViewHandlerWillBeginDragging(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
    ) {}

    public func collectionViewHandlerDidScroll(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
    ) {}

    public func collectionViewHandlerDidEndScroll(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: ElementKind, at indexPath: IndexPath
    ) {
        collectionViewHandler(
            handlerIdentifier: handlerIdentifier, willDisplaySupplementaryView: view, forElementKind: elementKind.name,
            at: indexPath)
    }

    public func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: String, at indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: ElementKind, at indexPath: IndexPath
    ) {
        collectionViewHandler(
            handlerIdentifier: handlerIdentifier, didEndDisplayingSupplementaryView: view,
            forElementOfKind: elementKind.name, at: indexPath)
    }

    public func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        insetForSectionAt section: Int
    ) -> SectionInsets { (collectionViewLayout as? CollectionViewFlowLayout)?.sectionInset ?? .zero }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? CollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? CollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }

    // NaN means that the delegate does not implement the method.

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout, insetForSectionAt section: Int
    ) -> SectionInsets { .all(.nan) }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { .nan }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: CollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { .nan }

    public func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) {}

    public func collectionViewHandler(handlerIdentifier: String, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    public func collectionViewHandler(
        handlerIdentifier: String, didMoveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    public func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?,
        data: Any?, extra: Any?
    ) {}
}
