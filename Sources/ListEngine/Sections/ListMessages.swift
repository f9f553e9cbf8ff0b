import Foundation
import ListEngineLayout

/// Hears what the list is told, before its sections do, and hands it on to the data source's own delegates.
@MainActor
final class ListMessages: CollectionViewDelegate, PassObserver {
    weak var dataSource: ListDataSource?

    private var delegate: (any CollectionViewDelegate)? { dataSource?.collectionDelegate }
    private var scrolling: (any CollectionViewScrollDelegate)? { dataSource?.scrollDelegate }

    // MARK: Selection and display

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { delegate?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath) }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { delegate?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath) }

    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate?.collectionView(
            collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate?.collectionView(
            collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        delegate?.collectionView(collectionView, didSelectItemAt: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        delegate?.collectionView(collectionView, didDeselectItemAt: indexPath)
    }

    // MARK: Scrolling

    func collectionViewDidScroll(_ collectionView: CollectionView) {
        scrolling?.collectionViewDidScroll(collectionView)
    }

    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        scrolling?.collectionViewDidEndScrollingAnimation(collectionView)
    }

    func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        scrolling?.collectionViewWillBeginDragging(collectionView)
    }

    func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        scrolling?.collectionViewWillEndDragging(
            collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
    }

    func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        scrolling?.collectionViewDidEndDecelerating(collectionView)
    }

    // MARK: Impressions

    func didLayOut(_ collectionView: CollectionView) {
        guard let dataSource else { return }
        let layout = collectionView.layout
        let visible = collectionView.bounds
        var section = -1
        var isVertical = true
        // A section that hears of one may change what is displayed: first all are found.
        var impressions: [@MainActor () -> Void] = []
        for element in collectionView.displayed where element.key.path.category == .item {
            let (path, frame) = (element.key.path, element.attributes.frame)
            if path.section != section {
                section = path.section
                let isAcross = layout.orthogonalScrolling(ofSection: section) != nil
                isVertical = (layout.scrollDirection == .vertical) != isAcross
            }
            let (extent, seen) =
                isVertical
                ? (frame.height, min(frame.maxY, visible.maxY) - max(frame.minY, visible.minY))
                : (frame.width, min(frame.maxX, visible.maxX) - max(frame.minX, visible.minX))
            if extent > 0, seen > extent / 2,
                let impression = dataSource.listed(at: section)?.impression(ofItem: path.item)
            {
                impressions.append(impression)
            }
        }
        for impression in impressions { impression() }
    }
}
