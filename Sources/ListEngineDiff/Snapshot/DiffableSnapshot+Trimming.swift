// For lists that grow at one end and are trimmed at the other: logs, and chats while the user reads earlier messages.

extension DiffableSnapshot {
    /// Deletes the first items of a section until `count` are left. For a log that grows at its end.
    ///
    ///     snapshot.appendItems(lines, toSection: "log")
    ///     snapshot.trimItems(toLast: 100_000, inSection: "log")
    ///
    /// - Returns: The deleted items, in order.
    /// - Complexity: Amortized O(*k* log *n*) for *k* deleted items; O(sections) if none is deleted. Occasionally identifiers of
    ///   deleted items are removed from memory, which takes O(items).
    /// - Precondition: The count is not negative, and the section is in the snapshot.
    @discardableResult
    public mutating func trimItems(toLast count: Int, inSection section: SectionIdentifier) -> [ItemIdentifier] {
        trim(to: count, inSection: section) { surplus, _ in 0..<surplus }
    }

    /// Deletes the last items of a section until `count` are left. For a list that grows at its start.
    /// - Returns: The deleted items, in order.
    /// - Complexity: That of ``trimItems(toLast:inSection:)``.
    /// - Precondition: The count is not negative, and the section is in the snapshot.
    @discardableResult
    public mutating func trimItems(toFirst count: Int, inSection section: SectionIdentifier) -> [ItemIdentifier] {
        trim(to: count, inSection: section) { surplus, total in total - surplus..<total }
    }

    private mutating func trim(
        to count: Int, inSection section: SectionIdentifier, _ surplus: (Int, Int) -> Range<Int>
    ) -> [ItemIdentifier] {
        guard count >= 0 else { fatalError("a section cannot be trimmed to \(count) items; valid are 0 or more") }
        let total = numberOfItems(inSection: section)
        guard total > count, let position = indexOfSection(section) else { return [] }
        // By position: nothing is looked up by its identifier.
        let tokens = surplus(total - count, total).map {
            order.token(at: ItemIndexPath(section: position, item: $0))
        }
        // Before the deletion, which may forget them.
        let deleted = tokens.map { itemInterner[$0] }
        delete(tokens)
        return deleted
    }
}
