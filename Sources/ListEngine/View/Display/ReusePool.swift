/// The views that were dequeued while the data source is called.
@MainActor
final class ReusePool {
    /// The classes of delegates and providers that are not called, because they implement nothing.
    let defaults = CellDefaults()
    /// The view that was dequeued while the data source is called for one, and those that were dequeued after it.
    var handedOut: CollectionReusableView?
    var handedOutLater: [CollectionReusableView] = []
    var isRequesting = false
    /// The view that is being reconfigured; dequeuing returns it.
    var inPlace: CollectionReusableView?
}
