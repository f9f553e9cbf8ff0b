import Foundation
import ListEngineDiff

extension DiffableDataSource where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
    /// Computes a snapshot on another thread, for example by filtering and sorting, and shows it. Only the latest call is shown.
    ///
    ///     let all = dataSource.snapshot()
    ///     func show(_ text: String) {
    ///         dataSource.applyLatest { _ in
    ///             var found = all
    ///             found.replaceItems(
    ///                 inSection: "numbers", with: all.itemIdentifiers.filter { "\($0)".contains(text) })
    ///             return found
    ///         }
    ///     }
    ///
    /// A later call supersedes this one, as long as it is not shown: its completion receives `.superseded`, and the task in which
    /// `compute` runs is cancelled. If the data changes in the meantime in another way, for example because the user moves an item,
    /// `compute` is called again with the changed snapshot. The third result is shown in any case.
    /// - Parameters:
    ///   - recipes: See ``prepare(_:recipes:completion:)``.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once. Receives the error if `compute` throws.
    ///   - compute: Returns the next snapshot for the shown one. Runs on another thread.
    /// - Returns: An object that can cancel the computation and the update until the update is shown.
    @discardableResult
    public func applyLatest(
        recipes: SharedSectionRecipes? = nil, animatingDifferences: Bool = true, completion: Completion? = nil,
        _ compute: @escaping @Sendable (Snapshot) async throws -> Snapshot
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        applyLatest(preparation, recipes, animatingDifferences, completion, compute)
        return preparation
    }

    /// The asynchronous form of ``applyLatest(recipes:animatingDifferences:completion:_:)``. Cancelling the task cancels the update.
    @discardableResult
    public func applyLatest(
        recipes: SharedSectionRecipes? = nil, animatingDifferences: Bool = true,
        _ compute: @escaping @Sendable (Snapshot) async throws -> Snapshot
    ) async -> UpdateResult {
        await UpdateResult.ofPreparing { applyLatest($0, recipes, animatingDifferences, $1, compute) }
    }

    private func applyLatest(
        _ preparation: UpdatePreparation, _ recipes: SharedSectionRecipes?, _ animated: Bool,
        _ completion: Completion?, _ compute: @escaping @Sendable (Snapshot) async throws -> Snapshot
    ) {
        let turn = follower.computation.begin(preparation, completion)
        run(turn, attempts: 3, recipes, animated, compute)
    }

    private func run(
        _ turn: LatestComputation.Turn, attempts: Int, _ recipes: SharedSectionRecipes?, _ animated: Bool,
        _ compute: @escaping @Sendable (Snapshot) async throws -> Snapshot
    ) {
        let (shown, version) = (snapshot(), version)
        let computeShown: @Sendable () async throws -> Snapshot = { try await compute(shown) }
        turn.run(scheduler, computeShown) { [weak self] next in
            guard let self else { return turn.end(.failed(UpdateError.dataSourceReleased)) }
            if version != self.version, attempts > 1 {
                return run(turn, attempts: attempts - 1, recipes, animated, compute)
            }
            turn.isShown = true
            applyPreparing(next, recipes, animated: animated, preparation: turn.preparation) { turn.end($0) }
        }
    }
}

extension DiffableDataSource {
    /// Calls a closure now, and again after each change of the `@Observable` models that it has read.
    ///
    ///     dataSource.observe { $0.apply(basket.snapshot) }
    ///
    /// See ``ListDataSource/observe(_:)``.
    @available(iOS 17, macCatalyst 17, macOS 14, tvOS 17, visionOS 1, *)
    public func observe(_ update: @escaping @MainActor (DiffableDataSource) -> Void) {
        let observer = ModelObserver(self, scheduler, update)
        follower.observer = observer
        observer.run()
    }

    /// Ends ``observe(_:)``.
    public func stopObserving() { follower.observer = nil }
}
