import Foundation
import ListEngineLayout

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
}

/// Loads more items at the end of the list.
@MainActor
final class LoadingMore: ViewPart {
    var handler: (@MainActor () -> Void)?
    var distance: CGFloat?
    /// The number of items for which the handler was called; nil if the end was out of reach since then.
    var called: Int?
    private var isCalling = false

    /// Calls the handler after a pass, if it is time.
    func load() {
        guard !isCalling, !list.loadsEverything, let handler = handler else { return }
        let count = list.layout.numberOfItems
        guard isEndNear else {
            called = nil
            return
        }
        guard count > 0, called != count else { return }
        called = count
        isCalling = true
        handler()
        isCalling = false
        // Passes in the call did not ask for more.
        if handler != nil, called != list.layout.numberOfItems { list.setNeedsLayout() }
    }

    private var isEndNear: Bool {
        let isVertical = list.layout.scrollDirection == .vertical
        let visible = isVertical ? list.storedBounds.height : list.storedBounds.width
        guard visible > 0 else { return false }
        let content = list.layout.contentSize
        // The content of a mirrored horizontal list ends at 0.
        let rest =
            isVertical
            ? content.height - list.storedBounds.maxY
            : list.storedFlowDirection == .leftToRight ? content.width - list.storedBounds.maxX : list.storedBounds.minX
        return rest <= max(0, distance ?? visible)
    }
}
