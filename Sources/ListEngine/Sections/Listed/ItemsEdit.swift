import ListEngineDiff

/// The place of an inserted or moved item, next to another one.
enum ItemSide { case before, after }

/// An update of a section's items. Generic over the identifiers only: each generic type in it would look up its metadata for
/// each update.
enum ItemsEdit<ItemIdentifier: Hashable & Sendable> {
    // Stated edits of the displayed items.
    case append([ItemIdentifier])
    case insert([ItemIdentifier], ItemSide, ItemIdentifier)
    case delete([ItemIdentifier])
    case move(ItemIdentifier, ItemSide, ItemIdentifier)

    /// The section's current items, some of which have changed content.
    case current(reconfigured: [ItemIdentifier], header: Bool, footer: Bool)
    /// The section's current items, in cells that are requested again.
    case reload
    /// The existing cells are configured again, and their sizes requested.
    case reconfigure([ItemIdentifier])

    /// Applies a stated edit.
    /// - Throws: The edit names an item that is not displayed. The snapshot is unchanged.
    func apply(to snapshot: inout DiffableSnapshot<Int, ItemIdentifier>) throws(SnapshotError) {
        switch self {
        case .append(let items):
            try snapshot.appendItems(validating: items, toSection: 0, duplicates: .keepFirst)
        case .insert(let items, .before, let other):
            try snapshot.insertItems(validating: items, beforeItem: other, duplicates: .keepFirst)
        case .insert(let items, .after, let other):
            try snapshot.insertItems(validating: items, afterItem: other, duplicates: .keepFirst)
        case .delete(let items): snapshot.deleteItems(items)
        case .move(let item, .before, let other): try snapshot.moveItem(validating: item, beforeItem: other)
        case .move(let item, .after, let other): try snapshot.moveItem(validating: item, afterItem: other)
        case .current, .reload, .reconfigure: break
        }
    }
}
