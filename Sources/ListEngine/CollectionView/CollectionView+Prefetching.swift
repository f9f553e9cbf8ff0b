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
    /// Items that were passed to the data source and neither shown nor cancelled, in reading order.
    var named: [ElementPath] = []
    /// The offset of the last search along the scroll axis. Nil means that the next step searches again.
    var lookedFrom: CGFloat?
    /// The last offset, and the direction of the last step: -1, 0 or 1.
    var offset: CGFloat = 0
    var direction: CGFloat = 0
    /// The largest number of items ahead, for which memory is reserved.
    var most = 0
    /// The prefetch distance in screens. Fast scrolling increases it.
    var screens: CGFloat = 1

    /// Updates the items ahead. Shown items are no longer waiting.
    /// - Parameters:
    ///   - ahead: The items ahead.
    ///   - shown: The shown items. Both lists are in reading order, unless positions are adjusted.
    /// - Returns: The items to prefetch, and the prefetched items that are no longer ahead.
    mutating func look(
        _ ahead: [ElementPath], shown: [ElementPath], isForward: Bool, hasTurned: Bool
    ) -> (fresh: [ElementPath], cancelled: [ElementPath]) {
        let (ahead, shown) = (ahead.inReadingOrder, shown.inReadingOrder)
        named = named.without(shown)
        // Items that are only too far ahead because the list now scrolls more slowly are not cancelled.
        var cancelled = named.without(ahead)
        if !hasTurned, let first = shown.first, let last = shown.last {
            cancelled.removeAll { isForward ? !($0 < first) : !(last < $0) }
        }
        let fresh = ahead.without(named).without(shown)
        named = named.without(cancelled)
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
        there.reserveCapacity(prefetching.most)
        layout.forEachElement(in: viewport, cursor: &cursor) { element in
            if element.category == .item { there.append(element.path) }
        }
        prefetching.most = max(prefetching.most, min(there.count, 1_000))
        // The reading order of a mirrored list is to the left.
        let isForward = (direction > 0) == (isVertical || storedFlowDirection == .leftToRight)
        let (fresh, cancelled) = prefetching.look(
            there, shown: shownItems, isForward: isForward, hasTurned: hasTurned)
        let changes = positions.changes
        if !cancelled.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: cancelled.indexPaths) }
        // The list may have been changed by the call. The next step searches again.
        if !fresh.isEmpty, changes == positions.changes {
            prefetching.named = prefetching.named.isEmpty ? fresh : (prefetching.named + fresh).inReadingOrder
            source.collectionView(self, prefetchItemsAt: isForward ? fresh.indexPaths : fresh.reversed().indexPaths)
        }
    }

    private var shownItems: [ElementPath] {
        let shown = displayed
        var items: [ElementPath] = []
        items.reserveCapacity(shown.count)
        for place in shown.indices where shown[place].key.path.category == .item { items.append(shown[place].key.path) }
        return items
    }

    /// Cancels prefetched items that were deleted before they were shown, by their old positions.
    func followPrefetching(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        prefetching.lookedFrom = nil
        guard !prefetching.named.isEmpty else { return }
        let waiting = prefetching.named.without(shownItems.inReadingOrder)
        var kept: [ElementPath] = []
        var cancelled: [ElementPath] = []
        for path in waiting {
            if let new = change.newPath(path) { kept.append(new) } else { cancelled.append(path) }
        }
        prefetching.named = kept.inReadingOrder
        guard !cancelled.isEmpty else { return }
        notices.append(
            .before { [unowned self] in
                prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: cancelled.indexPaths)
            })
    }
}

extension [ElementPath] {
    /// The same paths, sorted if they are not in reading order.
    fileprivate var inReadingOrder: [ElementPath] {
        var place = 1
        while place < count {
            if !self[place - 1].isBefore(self[place]) { return sorted() }
            place += 1
        }
        return self
    }

    /// The paths that another list does not contain. Both are in reading order.
    fileprivate func without(_ others: [ElementPath]) -> [ElementPath] {
        if isEmpty || others.isEmpty { return self }
        var rest: [ElementPath] = []
        rest.reserveCapacity(count)
        var other = 0
        for path in self {
            while other < others.count, others[other].isBefore(path) { other += 1 }
            if other == others.count || others[other] != path { rest.append(path) }
        }
        return rest
    }

    fileprivate var indexPaths: [IndexPath] {
        var paths: [IndexPath] = []
        paths.reserveCapacity(count)
        for path in self { paths.append(path.indexPath) }
        return paths
    }
}
