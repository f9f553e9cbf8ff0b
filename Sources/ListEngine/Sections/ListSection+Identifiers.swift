import Foundation

extension ListSection where Item: ListIdentifiable, ItemIdentifier == String {
    @inlinable
    public func itemIdentifier(of item: Item) -> String { item.listIdentifier }
}

// Items of many types: `any ListIdentifiable` does not conform to `ListIdentifiable`.
extension ListSection where Item == any ListIdentifiable, ItemIdentifier == String {
    @inlinable
    public func itemIdentifier(of item: Item) -> String { item.listIdentifier }
}

extension ListSection where Item: Identifiable, Item.ID == ItemIdentifier {
    @inlinable
    public func itemIdentifier(of item: Item) -> ItemIdentifier { item.id }
}

extension ListSection {
    @inlinable
    public var itemIdentifiers: [ItemIdentifier] {
        let items = items
        var identifiers: [ItemIdentifier] = []
        identifiers.reserveCapacity(items.count)
        // Not `map`: a closure would check on each call that it runs on the main actor.
        for item in items { identifiers.append(itemIdentifier(of: item)) }
        return identifiers
    }

    /// The item with an identifier; nil if ``items`` does not contain it.
    ///
    /// Use it in ``cell(for:at:)`` and similar methods. It first checks the position of the index path, which usually
    /// holds the item. Otherwise it searches all items.
    /// - Complexity: O(1) usually, O(items) if ``items`` has changed since it was shown.
    public func item(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Item? {
        let items = items
        if indexPath.count == 2, items.indices.contains(indexPath[1]),
            self.itemIdentifier(of: items[indexPath[1]]) == itemIdentifier
        {
            return items[indexPath[1]]
        }
        return item(for: itemIdentifier)
    }

    /// The first item with an identifier; nil if ``items`` does not contain it.
    /// - Complexity: O(items).
    public func item(for itemIdentifier: ItemIdentifier) -> Item? {
        items.first { self.itemIdentifier(of: $0) == itemIdentifier }
    }
}
