import Foundation
import ListEngine

/// A section that was written for ListingKit, whose size is not optional and whose `didBecomeInactive` has another name. Conform to
/// this protocol instead of `ListSection` to keep these two members.
@MainActor
public protocol ListingKitSection: ListSection {
    /// Called as `didBecomeInactive()`. Does nothing by default.
    func didBecomeDeactive()

    /// The size of an item in a flow layout, in points. By default the item has the layout's item size.
    @_disfavoredOverload
    func size(at indexPath: IndexPath) -> CGSize
}

extension ListingKitSection {
    public func didBecomeInactive() { didBecomeDeactive() }
    public func didBecomeDeactive() {}

    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize? {
        let size: CGSize = size(at: indexPath)
        return size.width.isNaN ? nil : size
    }

    /// NaN stands for the layout's item size.
    @_disfavoredOverload
    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize { CGSize(width: CGFloat.nan, height: CGFloat.nan) }
}
