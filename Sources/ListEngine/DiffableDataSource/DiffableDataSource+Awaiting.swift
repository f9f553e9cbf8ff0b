import ListEngineDiff

// The updates of a data source that are awaited. Each does the same as the method of the same name that takes a
// completion, and returns what that completion receives. See ``UpdateResult``.
extension DiffableDataSource {
    @discardableResult
    public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { updates.add(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, $0) }
    }

    @discardableResult
    public func applySnapshotUsingReloadData(_ snapshot: Snapshot) async -> UpdateResult {
        await .of { applySnapshotUsingReloadData(snapshot, completion: $0) }
    }

    @discardableResult
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifier>, to section: SectionIdentifier, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .of { apply(outline, to: section, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func expand(_ item: ItemIdentifier, animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { expand(item, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func collapse(_ item: ItemIdentifier, animatingDifferences: Bool = true) async -> UpdateResult {
        await .of { collapse(item, animatingDifferences: animatingDifferences, completion: $0) }
    }

    @discardableResult
    public func edit(
        animatingDifferences: Bool = true, _ body: @escaping @MainActor (inout Snapshot) throws -> Void
    ) async -> UpdateResult {
        await .of { edit(animatingDifferences: animatingDifferences, body, completion: $0) }
    }
}

extension DiffableDataSource where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
    /// Cancelling the task cancels the update, until it is shown.
    @discardableResult
    public func applyPreparing(
        _ snapshot: Snapshot, recipes: SharedSectionRecipes? = nil, animatingDifferences: Bool = true
    ) async -> UpdateResult {
        await .ofPreparing {
            applyPreparing(snapshot, recipes, animated: animatingDifferences, preparation: $0, $1)
        }
    }
}
