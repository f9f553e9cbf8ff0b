// The updates of a section that are awaited. Each does the same as the method of the same name that takes a completion,
// and returns what that completion receives. See ``UpdateResult``.
extension ListSection {
    @discardableResult
    public func append(items: [Item], animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { append(items: items, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func insertItems(
        _ items: [Item], beforeItem item: Item, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            insertItems(items, beforeItem: item, animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func insertItems(
        _ items: [Item], afterItem item: Item, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            insertItems(items, afterItem: item, animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func deleteItems(_ items: [Item], animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { deleteItems(items, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func moveItem(
        _ item: Item, beforeItem other: Item, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of { moveItem(item, beforeItem: other, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func moveItem(
        _ item: Item, afterItem other: Item, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of { moveItem(item, afterItem: other, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func update(
        reconfiguring items: [Item] = [], reconfiguringHeader: Bool = false, reconfiguringFooter: Bool = false,
        animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of {
            update(
                reconfiguring: items, reconfiguringHeader: reconfiguringHeader,
                reconfiguringFooter: reconfiguringFooter,
                animatingDifferences: animatingDifferences, completion: $0)
        }
    }

    @discardableResult
    public func reload() async -> UpdateResult { await .of { reload(completion: $0) } }

    @discardableResult
    public func reconfigure(items: [Item], animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { reconfigure(items: items, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func relayout(animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { relayout(animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func removeFromDataSource(animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { removeFromDataSource(animatingDifferences: animatingDifferences, completion: $0) }
    }

    /// Cancelling the task cancels the update, until it is shown.
    @discardableResult
    public func updatePreparing(animatingDifferences: Bool = true) async -> UpdateResult {
        await .ofPreparing { updatePreparing(animated: animatingDifferences, $0, $1) }
    }
}
