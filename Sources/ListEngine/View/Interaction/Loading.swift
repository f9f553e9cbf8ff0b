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
    /// not called for a list without items, which a program loads first. A handler that inserts items immediately is called
    /// again in the next frame, if they do not fill the screen.
    ///
    /// Nil, the default, means that everything is loaded. See also ``ListPaginationDelegate`` for single sections.
    public var loadMoreHandler: (@MainActor () -> Void)? {
        get { loading.moreHandler }
        set {
            loading.moreHandler = newValue
            loading.called = nil
            if newValue != nil { setNeedsLayout() }
        }
    }

    /// How near the end is when ``loadMoreHandler`` is called, in points. Nil, the default, is the extent of the visible
    /// bounds. NaN and negative distances count as 0.
    public var loadMoreDistance: CGFloat? {
        get { loading.moreDistance }
        set {
            loading.moreDistance = newValue
            if loading.moreHandler != nil { setNeedsLayout() }
        }
    }

    // MARK: Refreshing

    /// Loads the content of the list again, when the user pulls the content beyond its start or the program calls
    /// ``beginRefreshing()``. Call ``endRefreshing()`` when the content has been loaded.
    ///
    ///     view.refreshHandler = { [weak view] in
    ///         loadMessages { view?.endRefreshing() }
    ///     }
    ///
    /// Nil, the default, means that the list cannot be refreshed. See ``ScrollingHost/pulledDistance``.
    public var refreshHandler: (@MainActor () -> Void)? {
        get { loading.refreshHandler }
        set { loading.refreshHandler = newValue }
    }

    /// Whether a refresh has begun and not ended. Hosts show it.
    public var isRefreshing: Bool { loading.isRefreshing }

    /// Begins a refresh, as a menu item or a key of a desktop does, and calls the ``refreshHandler``.
    /// - Returns: False if the list has no handler or is being refreshed. The handler is not called then.
    @discardableResult
    public func beginRefreshing() -> Bool { loading.beginRefreshing() }

    /// Ends the refresh. It has no effect if there is none.
    public func endRefreshing() { loading.endRefreshing() }
}

/// Loads the content again at the start of the list, and more items at its end.
@MainActor
final class Loading: ViewPart {
    var refreshHandler: (@MainActor () -> Void)?
    private(set) var isRefreshing = false
    var moreHandler: (@MainActor () -> Void)?
    var moreDistance: CGFloat?
    /// The number of items for which `moreHandler` was called; nil if the end was out of reach since then.
    var called: Int?
    private var isCalling = false

    /// Calls `moreHandler` after a pass, if it is time.
    func loadMore() {
        guard !isCalling, !list.loadsEverything, let moreHandler else { return }
        let count = list.layout.numberOfItems
        guard isEndNear else {
            called = nil
            return
        }
        guard count > 0, called != count else { return }
        called = count
        isCalling = true
        moreHandler()
        isCalling = false
        // Passes in the call did not ask for more.
        if self.moreHandler != nil, called != list.layout.numberOfItems { list.setNeedsLayout() }
    }

    private var isEndNear: Bool {
        let isVertical = list.layout.scrollDirection == .vertical
        let visible = isVertical ? list.geometry.bounds.height : list.geometry.bounds.width
        guard visible > 0 else { return false }
        let content = list.layout.contentSize
        // The content of a mirrored horizontal list ends at 0.
        let rest =
            isVertical
            ? content.height - list.geometry.bounds.maxY
            : list.geometry.flowDirection == .leftToRight
                ? content.width - list.geometry.bounds.maxX : list.geometry.bounds.minX
        return rest <= max(0, moreDistance ?? visible)
    }

    // MARK: Refreshing

    @discardableResult
    func beginRefreshing() -> Bool {
        guard !isRefreshing, let refreshHandler else { return false }
        isRefreshing = true
        list.host?.requestFrame()
        refreshHandler()
        return true
    }

    func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        list.host?.requestFrame()
    }
}
