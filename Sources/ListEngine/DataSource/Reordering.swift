import ListEngineDiff

/// What the user has moved, in a ``DiffableDataSource``.
@MainActor
public struct ReorderingTransaction<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    /// The list before.
    public let initialSnapshot: Snapshot

    /// The list as it is shown now.
    public let finalSnapshot: Snapshot

    /// From the one to the other: one item moves.
    public let changes: SnapshotChangeset

    /// The same as the standard library states it, over all items of all sections; for a model that is one array.
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

/// Lets the user move items of a ``DiffableDataSource``.
///
///     dataSource.reorderingHandlers.canReorderItem = { _ in true }
///     dataSource.reorderingHandlers.didReorder = { transaction in store(transaction.finalSnapshot.itemIdentifiers) }
@MainActor
public struct ReorderingHandlers<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Transaction = ReorderingTransaction<SectionIdentifier, ItemIdentifier>

    /// Whether an item may be moved. Without it none may.
    public var canReorderItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// The user has let go, and the data source is about to take the new order.
    public var willReorder: (@MainActor (Transaction) -> Void)?

    /// The data source has the new order.
    public var didReorder: (@MainActor (Transaction) -> Void)?

    public init() {}
}
