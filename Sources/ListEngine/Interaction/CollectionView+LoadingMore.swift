import Foundation
import ListEngineLayout

/// The state of loading more items at the end of a list.
struct LoadingMore {
    var handler: (@MainActor () -> Void)?
    var distance: CGFloat?
    /// The number of items for which the handler was called; nil if the end was out of reach since then.
    var called: Int?
    var isCalling = false
}

extension CollectionView {
    /// Loads more items, when less content than ``loadMoreDistance`` follows the visible bounds. It works with every data
    /// source.
    ///
    ///     view.loadMoreHandler = { [weak dataSource] in
    ///         dataSource?.edit { $0.appendItems([$0.numberOfItems]) }
    ///     }
    ///
    /// It is called after the list was laid out, once for a number of items: again when items were inserted or deleted
    /// and the end is still or again near, or when the user comes back to it, for example because loading failed. It is
    /// not called for a list without items, which a program loads first. A handler that inserts items at once is called
    /// again in the next frame, if they do not fill the screen.
    ///
    /// Nil, the default, means that everything is loaded. See also ``ListPaginationDelegate`` for single sections.
    public var loadMoreHandler: (@MainActor () -> Void)? {
        get { loadingMore.handler }
        set {
            loadingMore.handler = newValue
            loadingMore.called = nil
            if newValue != nil { setNeedsLayout() }
        }
    }

    /// How near the end is when ``loadMoreHandler`` is called, in points. Nil, the default, is the extent of the visible
    /// bounds. NaN and negative distances count as 0.
    public var loadMoreDistance: CGFloat? {
        get { loadingMore.distance }
        set {
            loadingMore.distance = newValue
            if loadingMore.handler != nil { setNeedsLayout() }
        }
    }

    /// Calls the handler after a pass, if it is time.
    func loadMore() {
        guard !loadingMore.isCalling, !loadsEverything, let handler = loadingMore.handler else { return }
        let count = layout.numberOfItems
        guard isEndNear else {
            loadingMore.called = nil
            return
        }
        guard count > 0, loadingMore.called != count else { return }
        loadingMore.called = count
        loadingMore.isCalling = true
        handler()
        loadingMore.isCalling = false
        // Passes in the call did not ask for more.
        if loadingMore.handler != nil, loadingMore.called != layout.numberOfItems { setNeedsLayout() }
    }

    private var isEndNear: Bool {
        let isVertical = layout.scrollDirection == .vertical
        let visible = isVertical ? storedBounds.height : storedBounds.width
        guard visible > 0 else { return false }
        let content = layout.contentSize
        // The content of a mirrored horizontal list ends at 0.
        let rest =
            isVertical
            ? content.height - storedBounds.maxY
            : storedFlowDirection == .leftToRight ? content.width - storedBounds.maxX : storedBounds.minX
        return rest <= max(0, loadingMore.distance ?? visible)
    }
}
