/// The objects of the program that a list calls. It holds them weakly.
@MainActor
final class AttachedObjects {
    weak var dataSource: (any CollectionViewDataSource)?
    weak var delegate: (any CollectionViewDelegate)?
    weak var host: (any CollectionViewHost)?
    /// The lists that answered for the data source since everything was loaded: see ``CollectionView/isUpdated(by:)``.
    var answering: [AnsweringList] = []
    /// The data source and the delegate, if they receive positions.
    weak var positionalSource: (any PositionalDataSource)?
    weak var positionalDelegate: (any PositionalDelegate)?

    /// Which objects were set. They may have been released since.
    var hasDataSource = false
    var hasDelegate = false
    var hasHost = false
    var hasUndoTarget = false
    /// Whether the first screen was checked, or the check is scheduled.
    var isWatched = false

    /// The owner of the data source, if the list keeps it alive. Only as long as it is the list's.
    var keptSource: AnyObject?

    var scrollObservers: [WeakScrollObserver] = []
    /// Called after each pass.
    weak var passObserver: (any PassObserver)?
    weak var undoTarget: (any UndoTarget)?
}

extension CollectionView {
    /// Retains the owner of the data source until the list gets another data source.
    package func keepAlive(_ owner: AnyObject) { attached.keptSource = owner }
}

struct WeakScrollObserver {
    weak var observer: (any CollectionViewScrollDelegate)?
}
