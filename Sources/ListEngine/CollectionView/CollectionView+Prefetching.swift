import Foundation
import ListEngineLayout

/// Loads ahead what will be shown soon.
///
/// The collection view does not keep it alive.
@MainActor
public protocol CollectionViewDataSourcePrefetching: AnyObject {
    /// Items lie ahead in the direction in which the list is scrolled, the nearest first. Each is named once, until it has
    /// been shown or cancelled.
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath])

    /// Items that were named are no longer ahead: the list turned round, jumped, or was loaded again. Does nothing by
    /// default.
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension CollectionViewDataSourcePrefetching {
    public func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}

/// What was asked for ahead.
struct PrefetchState {
    /// Named, and neither shown nor cancelled.
    var named: Set<ElementPath> = []
    /// Where the last look ahead was from, along the scroll axis; nil: look again at the next step.
    var lookedFrom: CGFloat?
    /// The last offset, and the direction of the last step: -1, 0 or 1.
    var offset: CGFloat = 0
    var direction: CGFloat = 0
    /// Screens ahead, which quick scrolling makes more.
    var screens: CGFloat = 1

    /// Takes what is ahead now; what is shown is no longer waited for.
    /// - Parameters:
    ///   - ahead: Items, in order.
    ///   - shown: All elements that are displayed.
    /// - Returns: Items that are to be named, and those that were and lie ahead no more.
    mutating func look(
        _ ahead: [ElementPath], shown: [ElementPath], isForward: Bool, hasTurned: Bool
    ) -> (fresh: [ElementPath], gone: [ElementPath]) {
        let isShown = Set(shown)
        named.subtract(isShown)
        // What is merely further ahead, as the list is scrolled more slowly now, is still wanted.
        let items = shown.lazy.filter { $0.category == .item }
        let (first, last) = (items.min(), items.max())
        let gone = named.subtracting(ahead).filter { path in
            guard !hasTurned, let first, let last else { return true }
            return isForward ? path < first : path > last
        }
        let fresh = ahead.filter { !named.contains($0) && !isShown.contains($0) }
        named.subtract(gone)
        return (fresh, gone.sorted())
    }
}

extension CollectionView {
    /// Looks ahead after a pass, where the list was scrolled by a quarter of a screen or has turned round.
    func prefetch() {
        let isVertical = layout.scrollDirection == .vertical
        let offset = isVertical ? storedBounds.minY : storedBounds.minX
        let screen = isVertical ? storedBounds.height : storedBounds.width
        let step = offset - prefetching.offset
        prefetching.offset = offset
        guard let source = prefetchDataSource, isPrefetchingEnabled, !loadsEverything else { return }
        guard step != 0, screen > 0 else { return }
        let direction: CGFloat = step > 0 ? 1 : -1
        let hasTurned = direction != prefetching.direction
        prefetching.direction = direction
        if let last = prefetching.lookedFrom, !hasTurned, abs(offset - last) < screen / 4 { return }
        prefetching.lookedFrom = offset
        // A step of a screen doubles the distance, up to four times; slow steps bring it back.
        let speed = min(abs(step) / screen, 3)
        prefetching.screens = max(1 + speed, prefetching.screens * 0.75)
        let distance = screen * prefetchDistance * prefetching.screens
        guard distance > 0, distance <= 0x1p42 else { return }

        var ahead = storedBounds
        if isVertical {
            ahead.origin.y = direction > 0 ? storedBounds.maxY : storedBounds.minY - distance
            ahead.size.height = distance
        } else {
            ahead.origin.x = direction > 0 ? storedBounds.maxX : storedBounds.minX - distance
            ahead.size.width = distance
        }
        let viewport = Viewport(
            ahead, visibleBounds: storedBounds, adjustedInsets: adjustedContentInset,
            sectionOffsets: storedSectionOffsets)
        var there: [ElementPath] = []
        layout.forEachElement(in: viewport, cursor: &cursor) { element in
            if element.category == .item { there.append(element.path) }
        }
        // A mirrored list is read to the left.
        let isForward = (direction > 0) == (isVertical || storedFlowDirection == .leftToRight)
        let (fresh, gone) = prefetching.look(
            there, shown: displayed.map(\.key.path), isForward: isForward, hasTurned: hasTurned)
        let changes = positions.changes
        if !gone.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: gone.map(\.indexPath)) }
        // The list may have been changed just now: what is ahead is looked for again after the next step.
        if !fresh.isEmpty, changes == positions.changes {
            prefetching.named.formUnion(fresh)
            let order = isForward ? fresh : fresh.reversed()
            source.collectionView(self, prefetchItemsAt: order.map(\.indexPath))
        }
    }

    /// What was named, is not shown yet and is gone, is cancelled by its position before.
    func followPrefetching(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        prefetching.lookedFrom = nil
        guard !prefetching.named.isEmpty else { return }
        let waiting = prefetching.named.subtracting(displayed.map(\.key.path))
        prefetching.named = Set(waiting.compactMap { change.newPath($0) })
        let gone = waiting.filter { change.newPath($0) == nil }.sorted()
        guard !gone.isEmpty else { return }
        notices.append(
            .before { [unowned self] in
                prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: gone.map(\.indexPath))
            })
    }
}
