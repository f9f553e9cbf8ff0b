import Foundation

extension CollectionView {
    /// Loads the content of the list again, when the user pulls the content beyond its start or the program calls
    /// ``beginRefreshing()``. Call ``endRefreshing()`` when the content has been loaded.
    ///
    ///     view.refreshHandler = { [weak view] in
    ///         loadMessages { view?.endRefreshing() }
    ///     }
    ///
    /// Nil, the default, means that the list cannot be refreshed. See ``ScrollingHost/pulledDistance``.
    public var refreshHandler: (@MainActor () -> Void)? {
        get { refreshing.handler }
        set { refreshing.handler = newValue }
    }

    /// Whether a refresh has begun and not ended. Hosts show it.
    public var isRefreshing: Bool { refreshing.isRefreshing }

    /// Begins a refresh, as a menu item or a key of a desktop does, and calls the ``refreshHandler``.
    /// - Returns: False if the list has no handler or is being refreshed. The handler is not called then.
    @discardableResult
    public func beginRefreshing() -> Bool { refreshing.begin() }

    /// Ends the refresh. It has no effect if there is none.
    public func endRefreshing() { refreshing.end() }
}

/// Loads the content again.
@MainActor
final class Refreshing: ViewPart {
    var handler: (@MainActor () -> Void)?
    private(set) var isRefreshing = false

    @discardableResult
    func begin() -> Bool {
        guard !isRefreshing, let handler else { return false }
        isRefreshing = true
        list.host?.requestFrame()
        handler()
        return true
    }

    func end() {
        guard isRefreshing else { return }
        isRefreshing = false
        list.host?.requestFrame()
    }
}
