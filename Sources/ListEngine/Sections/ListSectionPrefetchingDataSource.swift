import Foundation

/// A section that loads ahead what will be shown soon. Asked where ``ListDataSource/isPrefetchingEnabled`` is on.
@MainActor
public protocol ListSectionPrefetchingDataSource: AnyObject {
    /// Items of this section lie ahead, the nearest first.
    func prefetchItems(at indexPaths: [IndexPath])

    /// Items that were named are no longer ahead. Does nothing by default.
    /// - Parameter indexPaths: Of items that have left the list, where they were.
    func cancelPrefetchingForItems(at indexPaths: [IndexPath])
}

extension ListSectionPrefetchingDataSource {
    public func cancelPrefetchingForItems(at indexPaths: [IndexPath]) {}
}
