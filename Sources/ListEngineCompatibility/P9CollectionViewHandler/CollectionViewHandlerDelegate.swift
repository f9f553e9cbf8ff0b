import Foundation
import ListEngine
import ListEngineLayout

/// Hears what a ``CollectionViewHandler`` does, and answers for sections. All members have defaults.
///
/// Every call carries the identifier of the handler, so that one delegate serves many. Index paths are those of the whole
/// list.
@MainActor
public protocol CollectionViewHandlerDelegate: AnyObject {
    func collectionViewHandlerWillBeginDragging(
        handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)
    func collectionViewHandlerDidScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)

    /// The content has come to rest after a drag. Not called for what a program scrolls.
    func collectionViewHandlerDidEndScroll(handlerIdentifier: String, contentSize: CGSize, contentOffset: CGPoint)

    func collectionViewHandler(
        handlerIdentifier: String, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind elementKind: ElementKind, at indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: ElementKind, at indexPath: IndexPath)

    /// Nil, the default: as the layout says.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        insetForSectionAt section: Int
    ) -> SectionInsets?

    /// Nil, the default: as the layout says.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat?

    /// Nil, the default: as the layout says.
    func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat?

    /// The user has selected an item. Not called where a callback is registered for that.
    func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?)

    /// A view has raised an event. Not called where a callback is registered for it.
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
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementOfKind elementKind: ElementKind, at indexPath: IndexPath
    ) {}

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        insetForSectionAt section: Int
    ) -> SectionInsets? { nil }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat? { nil }

    public func collectionViewHandler(
        handlerIdentifier: String, layout collectionViewLayout: any CollectionViewLayoutRecipe,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat? { nil }

    public func collectionViewHandlerCellDidSelect(
        handlerIdentifier: String, cellIdentifier: String, indexPath: IndexPath, data: Any?, extra: Any?
    ) {}

    public func collectionViewHandlerCellEvent(
        handlerIdentifier: String, cellIdentifier: String, eventIdentifier: String?, indexPath: IndexPath?,
        data: Any?, extra: Any?
    ) {}
}
