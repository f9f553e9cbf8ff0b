import ListEngineLayout

/// Work that was requested, and that the next pass does.
@MainActor
final class DueWork {
    enum Reload {
        case none
        /// The bounds changed. Items and their state stay.
        case container
        /// The layout changed. Items stay.
        case layout
        /// The data source or its data changed.
        case everything
    }

    var reload = Reload.everything {
        didSet { interruption.isOutdated = transaction.isOpen && reload == .everything }
    }
    var needsPass = true
    /// Stops the layout from requesting more sections before a full reload.
    let interruption = LayoutOwner()
    private let transaction: ListTransaction

    init(_ transaction: ListTransaction) { self.transaction = transaction }
}
