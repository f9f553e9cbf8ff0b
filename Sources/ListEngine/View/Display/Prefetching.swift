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

    /// Called when prefetched items are no longer ahead, because the list turned round, jumped, or was reloaded.
    /// The default does nothing.
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension CollectionViewDataSourcePrefetching {
    public func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}
}

extension CollectionView {
    /// The prefetch data source, which is called for items that will soon be visible.
    ///
    /// The reference is weak.
    public var prefetchDataSource: (any CollectionViewDataSourcePrefetching)? {
        get { prefetching.source }
        set { prefetching.source = newValue }
    }

    /// Whether prefetching is enabled. The default is true.
    public var isPrefetchingEnabled: Bool {
        get { prefetching.isEnabled }
        set { prefetching.isEnabled = newValue }
    }

    /// The prefetch distance in screens while the list scrolls slowly. Fast scrolling looks up to four times as far
    /// ahead.
    public var prefetchDistance: CGFloat {
        get { prefetching.distance }
        set { prefetching.distance = newValue }
    }
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

/// Lets the data source prepare data for items that will soon be visible.
@MainActor
final class Prefetching: ViewPart {
    weak var source: (any CollectionViewDataSourcePrefetching)?
    var isEnabled = true
    var distance: CGFloat = 1
    private(set) var state = PrefetchState()

    /// Searches ahead after a pass, if the list was scrolled by a quarter of a screen or turned round.
    ///
    /// It takes the list, because reading the part's own reference would count it each time.
    func prefetch(in list: CollectionView) {
        let isVertical = list.recipe.scrollDirection == .vertical
        let offset = isVertical ? list.geometry.bounds.minY : list.geometry.bounds.minX
        let screen = isVertical ? list.geometry.bounds.height : list.geometry.bounds.width
        let step = offset - state.offset
        state.offset = offset
        guard let source, isEnabled, !list.loadsEverything else { return }
        guard step != 0, screen > 0 else { return }
        let providers = source as? CollectionViewDelegateRouter
        if state.named.isEmpty, let providers, !providers.mayPrefetch(in: list) { return }
        let direction: CGFloat = step > 0 ? 1 : -1
        let hasTurned = direction != state.direction
        state.direction = direction
        if let last = state.lookedFrom, !hasTurned, abs(offset - last) < screen / 4 { return }
        state.lookedFrom = offset
        // A scroll step of one screen doubles the distance, up to four times. Slow steps reduce it again.
        let speed = min(abs(step) / screen, 3)
        state.screens = max(1 + speed, state.screens * 0.75)
        let distance = screen * self.distance * state.screens
        guard distance > 0, distance <= 0x1p42 else { return }

        var ahead = list.geometry.bounds
        if isVertical {
            ahead.origin.y = direction > 0 ? list.geometry.bounds.maxY : list.geometry.bounds.minY - distance
            ahead.size.height = distance
        } else {
            ahead.origin.x = direction > 0 ? list.geometry.bounds.maxX : list.geometry.bounds.minX - distance
            ahead.size.width = distance
        }
        var there = ItemRuns()
        let layout = list.layout
        layout.forEachRunOfItems(in: ahead, sectionOffsets: list.scrolling.sectionOffsets, cursor: &list.display.cursor)
        {
            there.append($1, inSection: $0)
        }
        there.sort()
        // The reading order of a mirrored list is to the left.
        let isForward = (direction > 0) == (isVertical || list.geometry.flowDirection == .leftToRight)
        // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
        var state = self.state
        var (fresh, cancelled) = state.look(
            there, shown: Self.shownItems(of: list), isForward: isForward, hasTurned: hasTurned)
        self.state = state
        if !cancelled.isEmpty {
            let changes = list.positions.changes
            source.collectionView(list, cancelPrefetchingForItemsAt: cancelled.indexPaths)
            // The call may have scrolled the list, and scrolling prefetches as well.
            fresh.subtract(self.state.named)
            fresh.subtract(Self.shownItems(of: list))
            // The list may have been changed by the call. The next step searches again.
            guard changes == list.positions.changes else { return }
        }
        if !fresh.isEmpty {
            var named = self.state.named
            named.add(fresh)
            self.state.named = named
            source.collectionView(list, prefetchItemsAt: isForward ? fresh.indexPaths : fresh.indexPaths.reversed())
            // The call has shown that no provider prefetches, so there is nothing to cancel either.
            if let providers, !providers.mayPrefetch(in: list) { self.state.named = ItemRuns() }
        }
    }

    private static func shownItems(of list: CollectionView) -> ItemRuns {
        let shown = list.display.elements
        var items = ItemRuns()
        for place in shown.indices where shown[place].key.path.category == .item { items.append(shown[place].key.path) }
        items.sort()
        return items
    }

    /// Cancels prefetched items that were deleted before they were shown, by their old positions.
    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        state.lookedFrom = nil
        guard !state.named.isEmpty else { return }
        var waiting = state.named
        waiting.subtract(Self.shownItems(of: list))
        var kept = ItemRuns()
        var cancelled = ItemRuns()
        for run in waiting.runs {
            for item in run.items {
                let path = ElementPath.item(item, inSection: run.section)
                if let new = edit?.newPath(path) { kept.append(new) } else { cancelled.append(path) }
            }
        }
        kept.sort()
        state.named = kept
        guard !cancelled.isEmpty else { return }
        notices.append(
            .before { [unowned self] in
                source?.collectionView(list, cancelPrefetchingForItemsAt: cancelled.indexPaths)
            })
    }
}
