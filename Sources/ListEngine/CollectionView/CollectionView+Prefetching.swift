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
    /// How often items have got other positions.
    var renumberings = 0
    /// Screens ahead, which quick scrolling makes more.
    var screens: CGFloat = 1
}

extension CollectionView {
    /// Looks ahead after a pass, where the list was scrolled by a quarter of a screen or has turned round.
    func prefetch() {
        let isVertical = layout.scrollDirection == .vertical
        let offset = isVertical ? storedBounds.minY : storedBounds.minX
        let screen = isVertical ? storedBounds.height : storedBounds.width
        let step = offset - prefetching.offset
        prefetching.offset = offset
        guard let source = prefetchDataSource, isPrefetchingEnabled else { return }
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
        let shown = Set(displayed.map(\.key.path))
        prefetching.named.subtract(shown)
        let wanted = Set(there)
        // What is merely further ahead, as the list is scrolled more slowly now, is still wanted.
        let bounds = displayed.lazy.map(\.key.path).filter { $0.category == .item }
        let (first, last) = (bounds.min(), bounds.max())
        let gone = prefetching.named.subtracting(wanted).filter { path in
            guard !hasTurned, let first, let last else { return true }
            return direction > 0 ? path < first : path > last
        }
        let fresh = there.filter { !prefetching.named.contains($0) && !shown.contains($0) }
        prefetching.named.subtract(gone)
        let renumberings = prefetching.renumberings
        if !gone.isEmpty {
            source.collectionView(self, cancelPrefetchingForItemsAt: gone.sorted().map(\.indexPath))
        }
        // The list may have been changed just now: what is ahead is looked for again after the next step.
        if !fresh.isEmpty, renumberings == prefetching.renumberings {
            prefetching.named.formUnion(fresh)
            let order = direction > 0 ? fresh : fresh.reversed()
            source.collectionView(self, prefetchItemsAt: order.map(\.indexPath))
        }
    }

    /// Takes the positions after a batch; with nil, forgets all.
    /// - Returns: What was named, is not shown yet and is gone, by its position before.
    func renumberPrefetching(_ plan: UpdatePlan?) -> [ElementPath] {
        prefetching.lookedFrom = nil
        prefetching.renumberings += 1
        guard !prefetching.named.isEmpty else { return [] }
        let waiting = prefetching.named.subtracting(displayed.map(\.key.path))
        prefetching.named = Set(waiting.compactMap { plan?.newPath($0) })
        return waiting.filter { plan?.newPath($0) == nil }.sorted()
    }

    func tellCancelled(_ paths: [ElementPath]) {
        guard !paths.isEmpty else { return }
        prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: paths.map(\.indexPath))
    }
}
