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
    var named = ItemRuns()
    /// The offset of the last search along the scroll axis. Nil means that the next step searches again.
    var lookedFrom: CGFloat?
    /// The last offset, and the direction of the last step: -1, 0 or 1.
    var offset: CGFloat = 0
    var direction: CGFloat = 0
    /// The prefetch distance in screens. Fast scrolling increases it.
    var screens: CGFloat = 1

    /// Updates the items ahead. Shown items are no longer waiting.
    /// - Returns: The items to prefetch, and the prefetched items that are no longer ahead.
    mutating func look(
        _ ahead: ItemRuns, shown: ItemRuns, isForward: Bool, hasTurned: Bool
    ) -> (fresh: ItemRuns, cancelled: ItemRuns) {
        named.subtract(shown)
        // Items that are only too far ahead because the list now scrolls more slowly are not cancelled.
        var cancelled = named
        cancelled.subtract(ahead)
        if !hasTurned, let first = shown.first, let last = shown.last {
            if isForward { cancelled.keep(before: first) } else { cancelled.keep(after: last) }
        }
        var fresh = ahead
        fresh.subtract(named)
        fresh.subtract(shown)
        named.subtract(cancelled)
        return (fresh, cancelled)
    }
}

extension CollectionView {
    /// Searches ahead after a pass, if the list was scrolled by a quarter of a screen or turned round.
    func prefetch() {
        let isVertical = recipe.scrollDirection == .vertical
        let offset = isVertical ? storedBounds.minY : storedBounds.minX
        let screen = isVertical ? storedBounds.height : storedBounds.width
        let step = offset - prefetching.offset
        prefetching.offset = offset
        guard let source = prefetchDataSource, isPrefetchingEnabled, !loadsEverything else { return }
        guard step != 0, screen > 0 else { return }
        let list = source as? SectionProviderList
        if prefetching.named.isEmpty, let list, !list.mayPrefetch(in: self) { return }
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
        var there = ItemRuns()
        let layout = layout
        layout.forEachRunOfItems(in: ahead, sectionOffsets: storedSectionOffsets, cursor: &cursor) {
            there.append($1, inSection: $0)
        }
        there.sort()
        // The reading order of a mirrored list is to the left.
        let isForward = (direction > 0) == (isVertical || storedFlowDirection == .leftToRight)
        // As a local value, so that the property needs no check for overlapping accesses.
        var state = prefetching
        let (fresh, cancelled) = state.look(there, shown: shownItems, isForward: isForward, hasTurned: hasTurned)
        prefetching = state
        let changes = positions.changes
        if !cancelled.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: cancelled.indexPaths) }
        // The list may have been changed by the call. The next step searches again.
        if !fresh.isEmpty, changes == positions.changes {
            var named = prefetching.named
            named.add(fresh)
            prefetching.named = named
            source.collectionView(self, prefetchItemsAt: isForward ? fresh.indexPaths : fresh.indexPaths.reversed())
            // The call has shown that no provider prefetches, so there is nothing to cancel either.
            if let list, !list.mayPrefetch(in: self) { prefetching.named = ItemRuns() }
        }
    }

    private var shownItems: ItemRuns {
        let shown = displayed
        var items = ItemRuns()
        for place in shown.indices where shown[place].key.path.category == .item { items.append(shown[place].key.path) }
        items.sort()
        return items
    }

    /// Cancels prefetched items that were deleted before they were shown, by their old positions.
    func followPrefetching(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        prefetching.lookedFrom = nil
        guard !prefetching.named.isEmpty else { return }
        var waiting = prefetching.named
        waiting.subtract(shownItems)
        var kept = ItemRuns()
        var cancelled = ItemRuns()
        for run in waiting.runs {
            for item in run.items {
                let path = ElementPath.item(item, inSection: run.section)
                if let new = change.newPath(path) { kept.append(new) } else { cancelled.append(path) }
            }
        }
        kept.sort()
        prefetching.named = kept
        guard !cancelled.isEmpty else { return }
        notices.append(
            .before { [unowned self] in
                prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: cancelled.indexPaths)
            })
    }
}
