import Foundation

extension ListDataSource {
    /// Computes values on another thread, for example by filtering and sorting, and then shows the sections that a closure makes of
    /// them. Only the latest call is shown.
    ///
    ///     let names = ["Oak", "Elm", "Ash"]
    ///     func show(_ text: String) {
    ///         list.buildLatest {
    ///             names.filter { $0.contains(text) }.sorted()
    ///         } content: { found in
    ///             ListBlock("names", found)
    ///         }
    ///     }
    ///
    /// A later call supersedes this one, as long as it is not shown, and so does a later `build`: its completion receives
    /// `.superseded`, and the task in which `compute` runs is cancelled. So a filter can be called for each key that the user types.
    /// The differences are prepared on another thread too: see ``buildPreparing(animatingDifferences:completion:_:)``.
    /// - Parameters:
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once. Receives the error if `compute` throws.
    ///   - compute: Returns the values. Runs on another thread, so it captures copies of what it needs.
    ///   - content: Returns the sections. Called on the main actor, with the values.
    /// - Returns: An object that can cancel the computation and the update until the update is shown.
    @discardableResult
    public func buildLatest<Values: Sendable>(
        animatingDifferences: Bool = true, completion: Completion? = nil,
        _ compute: @escaping @Sendable () async throws -> Values,
        @ListBuilder content: @escaping @MainActor (Values) -> [any ListSection]
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        buildLatest(preparation, animatingDifferences, completion, compute, content)
        return preparation
    }

    /// The asynchronous form of ``buildLatest(animatingDifferences:completion:_:content:)``. Cancelling the task cancels the update.
    @discardableResult
    public func buildLatest<Values: Sendable>(
        animatingDifferences: Bool = true, _ compute: @escaping @Sendable () async throws -> Values,
        @ListBuilder content: @escaping @MainActor (Values) -> [any ListSection]
    ) async -> UpdateResult {
        await UpdateResult.ofPreparing { buildLatest($0, animatingDifferences, $1, compute, content) }
    }

    private func buildLatest<Values: Sendable>(
        _ preparation: UpdatePreparation, _ animated: Bool, _ completion: Completion?,
        _ compute: @escaping @Sendable () async throws -> Values,
        _ content: @escaping @MainActor (Values) -> [any ListSection]
    ) {
        let turn = follower.computation.begin(preparation, completion)
        turn.run(list.scheduler, compute) { [weak self] values in
            guard let self else { return turn.end(.failed(UpdateError.dataSourceReleased)) }
            turn.isShown = true
            buildPreparing(content(values), animated: animated, preparation) { turn.end($0) }
        }
    }

    /// Calls a closure now, and again after each change of the `@Observable` models that it has read.
    ///
    ///     list.observe { list in
    ///         list.build { ListBlock("fruits", basket.fruits) }
    ///     }
    ///
    /// Changes that are made together lead to one call, in a later turn of the main actor or when the scheduler runs. The closure
    /// may start a computation with ``buildLatest(animatingDifferences:completion:_:content:)``; it reads the model before that,
    /// because reads on another thread are not observed. It only reads: its own changes of the model are not observed. A second call
    /// of `observe` replaces the first.
    /// - Parameter update: Reads the model and shows it. The data source retains it until ``stopObserving()``; it does not
    ///   retain the data source, which it receives.
    @available(iOS 17, macCatalyst 17, macOS 14, tvOS 17, visionOS 1, *)
    public func observe(_ update: @escaping @MainActor (ListDataSource) -> Void) {
        let observer = ModelObserver(self, list.scheduler, update)
        follower.observer = observer
        observer.run()
    }

    /// Ends ``observe(_:)``.
    public func stopObserving() { follower.observer = nil }
}
