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
}

extension CollectionViewScrollDelegate {
    public func collectionViewDidScroll(_ collectionView: CollectionView) {}
    public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}
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
}

extension CollectionViewDelegate {
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
}
