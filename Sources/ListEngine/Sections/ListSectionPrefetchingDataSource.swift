import Foundation

/// A section that prefetches items that will be visible soon. Requires ``ListDataSource/isPrefetchingEnabled``.
@MainActor
public protocol ListSectionPrefetchingDataSource: AnyObject {
    /// Prefetches items of this section. The nearest one is first.
    func prefetchItems(at indexPaths: [IndexPath])

    /// Cancels prefetching of items that will not be visible soon. Does nothing by default.
    /// - Parameter indexPaths: The index paths of the items. For deleted items, their index paths before the
    ///   deletion.
    func cancelPrefetchingForItems(at indexPaths: [IndexPath])
}

extension ListSectionPrefetchingDataSource {
    public func cancelPrefetchingForItems(at indexPaths: [IndexPath]) {}
}
