import Foundation
import ListEngineLayout

/// Prepares data for items that will soon be visible.
///
/// The collection view holds a weak reference to it.
@MainActor
public protocol CollectionViewDataSourcePrefetching: AnyObject {
    /// Called with items ahead in the scroll direction, the nearest first. Each item is passed once, until it was
    /// shown or cancelled.
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath])

    /// Called when prefetched items are no longer ahead, because the list turned round, jumped, or was loaded again.
    /// The default does nothing.
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension CollectionViewDataSourcePrefetching {
    public func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}

/// The state of prefetching.
struct PrefetchState {
    /// Items that were passed to the data source and neither shown nor cancelled.
    var named: Set<ElementPath> = []
    /// The offset of the last search along the scroll axis. Nil means that the next step searches again.
    var lookedFrom: CGFloat?
    /// The last offset, and the direction of the last step: -1, 0 or 1.
    var offset: CGFloat = 0
    var direction: CGFloat = 0
    /// The prefetch distance in screens. Fast scrolling increases it.
    var screens: CGFloat = 1

    /// Updates the items ahead. Shown items are no longer waiting.
    /// - Parameters:
    ///   - ahead: The items ahead, in order.
    ///   - shown: All shown elements.
    /// - Returns: The items to prefetch, and the prefetched items that are no longer ahead.
    mutating func look(
        _ ahead: [ElementPath], shown: [ElementPath], isForward: Bool, hasTurned: Bool
    ) -> (fresh: [ElementPath], cancelled: [ElementPath]) {
        let isShown = Set(shown)
        named.subtract(isShown)
        // Items that are only too far ahead because the list now scrolls more slowly are not cancelled.
        let items = shown.lazy.filter { $0.category == .item }
        let (first, last) = (items.min(), items.max())
        let cancelled = named.subtracting(ahead).filter { path in
            guard !hasTurned, let first, let last else { return true }
            return isForward ? path < first : path > last
        }
        let fresh = ahead.filter { !named.contains($0) && !isShown.contains($0) }
        named.subtract(cancelled)
        return (fresh, cancelled.sorted())
    }
}

extension CollectionView {
    /// Searches ahead after a pass, if the list was scrolled by a quarter of a screen or turned round.
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
        // A scroll step of one screen doubles the distance, up to four times. Slow steps reduce it again.
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
        // The reading order of a mirrored list is to the left.
        let isForward = (direction > 0) == (isVertical || storedFlowDirection == .leftToRight)
        let (fresh, cancelled) = prefetching.look(
            there, shown: displayed.map(\.key.path), isForward: isForward, hasTurned: hasTurned)
        let changes = positions.changes
        if !cancelled.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: cancelled.map(\.indexPath)) }
        // The list may have been changed by the call. The next step searches again.
        if !fresh.isEmpty, changes == positions.changes {
            prefetching.named.formUnion(fresh)
            let order = isForward ? fresh : fresh.reversed()
            source.collectionView(self, prefetchItemsAt: order.map(\.indexPath))
        }
    }

    /// Cancels prefetched items that were deleted before they were shown, by their old positions.
    func followPrefetching(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        prefetching.lookedFrom = nil
        guard !prefetching.named.isEmpty else { return }
        let waiting = prefetching.named.subtracting(displayed.map(\.key.path))
        prefetching.named = []
        var cancelled: [ElementPath] = []
        if let plan = change.plan {
            for path in waiting {
                if let new = plan.newPath(path) { prefetching.named.insert(new) } else { cancelled.append(path) }
            }
            cancelled.sort()
        } else {
            cancelled = waiting.sorted()
        }
        guard !cancelled.isEmpty else { return }
        notices.append(
            .before { [unowned self] in
                prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: cancelled.map(\.indexPath))
            })
    }
}
