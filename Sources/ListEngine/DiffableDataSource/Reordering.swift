import ListEngineDiff

/// A move by the user in a ``DiffableDataSource``.
@MainActor
public struct ReorderingTransaction<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    /// The list before the move.
    public let initialSnapshot: Snapshot

    /// The list after the move.
    public let finalSnapshot: Snapshot

    /// The changes between the two: one item moves.
    public let changes: SnapshotChangeset

    /// - Parameter final: A settled snapshot.
    package init(from initial: Snapshot, to final: Snapshot) {
        (initialSnapshot, finalSnapshot) = (initial, final)
        changes = final.changeset(from: initial)
    }

    /// The same move as a difference of the standard library, over all items of all sections. Use it for a model that
    /// is one array.
    ///
    ///     books = books.applying(transaction.difference) ?? books
    ///
    /// - Complexity: O(items).
    public var difference: CollectionDifference<ItemIdentifier> {
        let (old, new) = (initialSnapshot.itemIdentifiers, finalSnapshot.itemIdentifiers)
        do {
            return try changes.items.difference(from: old, to: new)
        } catch {
            fatalError("the changes are those of these snapshots: \(error)")
        }
    }
}

/// Handlers for items of a ``DiffableDataSource`` that the user moves.
///
///     dataSource.reorderingHandlers.canReorderItem = { _ in true }
///     dataSource.reorderingHandlers.didReorder = { transaction in store(transaction.finalSnapshot.itemIdentifiers) }
@MainActor
public struct ReorderingHandlers<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Transaction = ReorderingTransaction<SectionIdentifier, ItemIdentifier>

    /// Returns whether the user can move an item. Without it, no item can be moved.
    public var canReorderItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when the user drops an item, before the data source changes its order.
    public var willReorder: (@MainActor (Transaction) -> Void)?

    /// Called after the data source changed its order.
    public var didReorder: (@MainActor (Transaction) -> Void)?

    public init() {}
}
