import Foundation
import ListEngineLayout

/// After each layout pass, finds the items of which more than half is visible, and notifies the sections that collect
/// impressions.
@MainActor
final class ImpressionObserver: PassObserver {
    weak var dataSource: ListDataSource?

    func didLayOut(_ collectionView: CollectionView) {
        guard let dataSource, dataSource.collectionView === collectionView else { return }
        let layout = collectionView.layout
        let visible = collectionView.bounds
        var section = -1
        var isVertical = true
        var isAcross = false
        // All impressions are collected before the first call, because a section may change what is displayed.
        var impressions: [@MainActor () -> Void] = []
        for element in collectionView.display.elements where element.key.path.category == .item {
            let (path, frame) = (element.key.path, element.attributes.frame)
            if path.section != section {
                section = path.section
                isAcross = layout.orthogonalScrolling(ofSection: section) != nil
                isVertical = (layout.scrollDirection == .vertical) != isAcross
            }
            let height = min(frame.maxY, visible.maxY) - max(frame.minY, visible.minY)
            let width = min(frame.maxX, visible.maxX) - max(frame.minX, visible.minX)
            let isTall = frame.height > 0 && height > frame.height / 2
            let isWide = frame.width > 0 && width > frame.width / 2
            // A section that scrolls orthogonally also moves with the list, so both axes count.
            if isAcross ? isTall && isWide : isVertical ? isTall : isWide,
                let impression = dataSource.listed(at: section)?.impression(ofItem: path.item)
            {
                impressions.append(impression)
            }
        }
        for impression in impressions { impression() }
    }
}
