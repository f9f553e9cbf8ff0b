import Foundation
import ListEngineDiff
import ListEngineLayout

extension DiffableDataSource {
    var version: DataVersion { DataVersion(source: ObjectIdentifier(self), number: versionNumber) }
}

// MARK: - Preparing

extension DiffableDataSource where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
    public typealias Prepared = PreparedUpdate<SectionIdentifier, ItemIdentifier>

    /// Works out on another thread what a snapshot changes in the list, while the list is used.
    ///
    ///     dataSource.prepare(snapshot, recipes: recipes) { result in
    ///         if let prepared = try? result.get() { dataSource.swapIn(prepared) }
    ///     }
    ///
    /// With recipes the layout after the update is made there as well: the list then takes it in place of the one it has.
    /// They have to say the same as the collection view's own layout, and are asked for what is new alone. Without them, and
    /// where a section has a layout of its own, which lives on the main actor, the layout is edited when the update is shown:
    /// see ``PreparedUpdate/layoutRefusal``.
    /// - Parameters:
    ///   - snapshot: What the list is to show.
    ///   - recipes: Describes sections as they are after the update, on any thread.
    ///   - completion: Called once, by the data source's scheduler: with the update, or with `CancellationError`.
    /// - Returns: What the update can be given up with.
    @discardableResult
    public func prepare(
        _ snapshot: Snapshot, recipes: SharedSectionRecipes? = nil,
        completion: @escaping @MainActor @Sendable (Result<Prepared, any Error>) -> Void
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        prepare(snapshot, recipes, preparation, completion)
        return preparation
    }

    private func prepare(
        _ snapshot: Snapshot, _ recipes: SharedSectionRecipes?, _ preparation: UpdatePreparation,
        _ completion: @escaping @MainActor @Sendable (Result<Prepared, any Error>) -> Void
    ) {
        let (base, version, layout) = (self.snapshot(), version, collectionView?.layout)
        if recipes != nil { collectionView?.noteSizesFromHere() }
        let scheduler = updates.queue.scheduler
        // A queue of the system's own threads: no main queue has to run for it.
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result {
                try Prepared(snapshot, base, version, recipes == nil ? nil : layout, recipes, preparation)
            }
            scheduler.schedule(isolation: nil) { completion(result) }
        }
    }

    /// Works out on another thread what a snapshot changes in the list.
    ///
    /// See ``prepare(_:recipes:completion:)``. Cancelling the task gives it up.
    /// - Throws: `CancellationError`.
    public func prepare(_ snapshot: Snapshot, recipes: SharedSectionRecipes? = nil) async throws -> Prepared {
        let preparation = UpdatePreparation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                prepare(snapshot, recipes, preparation) { continuation.resume(with: $0) }
            }
        } onCancel: {
            preparation.cancel()
        }
    }

    /// Shows a snapshot that is worked out on another thread. The list is used meanwhile, and updates that are handed in wait
    /// for this one, as they do for any other; where the list has changed otherwise, as by the user who moves an item, it is
    /// worked out again, and the third time with the list.
    /// - Parameters:
    ///   - snapshot: What the list is to show.
    ///   - recipes: See ``prepare(_:recipes:completion:)``.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once: `.failed(CancellationError)` where it was given up.
    /// - Returns: What the update can be given up with, until it is shown.
    @discardableResult
    public func applyPreparing(
        _ snapshot: Snapshot, recipes: SharedSectionRecipes? = nil, animatingDifferences: Bool = true,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) -> UpdatePreparation {
        let turn = PreparingTurn(
            snapshot, recipes, animatingDifferences ? .animated : .atOnce, completion ?? { _ in })
        updates.close()
        updates.queue.add { [weak self, queue = updates.queue] in
            queue.hold()
            turn.end = { queue.release() }
            if let self { take(turn) } else { turn.fail(UpdateError.dataSourceReleased) }
        }
        return turn.preparation
    }

    private func take(_ turn: PreparingTurn<Snapshot>) {
        prepare(turn.snapshot, turn.recipes, turn.preparation) { [weak self] result in
            do {
                guard let self else { throw UpdateError.dataSourceReleased }
                let prepared = try result.get()
                updates.queue.whenReady { [weak self] in
                    if let self { swapIn(prepared, turn) } else { turn.fail(UpdateError.dataSourceReleased) }
                }
            } catch {
                turn.fail(error)
            }
        }
    }

    private func swapIn(_ prepared: Prepared, _ turn: PreparingTurn<Snapshot>) {
        guard !turn.preparation.isCancelled else { return turn.fail(CancellationError()) }
        switch swap(prepared, turn.style == .animated, turn.completion) {
        case .swapped, .edited: turn.end()
        case .stale where turn.attempts > 0:
            turn.attempts -= 1
            take(turn)
        case .stale, .busy:
            collectionView?.prepareForUpdate()
            show(turn.snapshot, turn.style, completion: turn.completion)
            turn.end()
        }
    }
}

/// An update that is prepared when its turn has come.
@MainActor
private final class PreparingTurn<Snapshot: Sendable> {
    let snapshot: Snapshot
    let recipes: SharedSectionRecipes?
    let style: UpdateStyle
    let completion: UpdateCompletion
    let preparation = UpdatePreparation()
    /// How often it is prepared again.
    var attempts = 2
    /// The updates behind it go on.
    var end: @MainActor () -> Void = {}

    init(
        _ snapshot: Snapshot, _ recipes: SharedSectionRecipes?, _ style: UpdateStyle,
        _ completion: @escaping UpdateCompletion
    ) {
        self.snapshot = snapshot
        self.recipes = recipes
        self.style = style
        self.completion = completion
    }

    func fail(_ error: any Error) {
        completion(.failed(error))
        end()
    }
}

extension PreparedUpdate {
    /// - Throws: `CancellationError`.
    init(
        _ snapshot: Snapshot, _ base: Snapshot, _ version: DataVersion, _ layout: CollectionViewLayout?,
        _ recipes: SharedSectionRecipes?, _ preparation: UpdatePreparation
    ) throws {
        try preparation.check()
        let next = snapshot.adopted(by: base)
        try preparation.check()
        let changes = next.changeset(from: base)
        var settled = next
        settled.settle()
        try preparation.check()
        var plan = UpdatePlan(changes)
        for (old, map) in plan.items where !plan.reloadedSections.contains(old) && !map.come.isEmpty {
            guard let section = plan.newSection(old) else { continue }
            plan.comingNumbers[old] = settled.numbers(ofItems: map.come.ranges, inSectionAt: section)
        }
        var prepared: PreparedLayout?
        var refusal: LayoutError?
        if let layout, let recipes, layout.numberOfSections == base.numberOfSections {
            let counts = (0..<settled.numberOfSections).map { settled.numberOfItems(inSectionAt: $0) }
            do {
                prepared = try plan.edited(layout, counts: counts, recipes, check: preparation.check)
            } catch let error as LayoutError {
                refusal = error
            }
        }
        try preparation.check()
        self.init(
            snapshot: settled, changes: changes, layoutRefusal: refusal, version: version, plan: plan, layout: prepared)
    }
}

// MARK: - Swapping in

extension DiffableDataSource {
    /// Shows an update that was prepared, between two frames.
    ///
    /// The list keeps its place on the screen, and animates, as with ``apply(_:animatingDifferences:completion:)``. The layout
    /// that was prepared takes the place of the one before in O(1), and sizes that were measured meanwhile.
    /// - Parameters:
    ///   - prepared: Made by this data source.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once, when the animation has ended; not where nothing was done.
    /// - Returns: What was done. Where the update is stale, prepare it again, or let it go.
    /// - Complexity: That of the views that come and go and of what was measured meanwhile; and of what was edited where the
    ///   layout was not prepared.
    @discardableResult
    public func swapIn(
        _ prepared: PreparedUpdate<SectionIdentifier, ItemIdentifier>, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) -> PreparedUpdateOutcome {
        guard updates.queue.isIdle else { return .busy }
        return updates.queue.now { swap(prepared, animatingDifferences, completion) }
    }

    private func swap(
        _ prepared: PreparedUpdate<SectionIdentifier, ItemIdentifier>, _ isAnimated: Bool, _ completion: Completion?
    ) -> PreparedUpdateOutcome {
        guard prepared.version == version else { return .stale }
        collectionView?.prepareForUpdate()
        // What was due may have called for another update.
        guard prepared.version == version else { return .stale }
        let layout = collectionView.flatMap { $0.loadsEverything ? nil : $0.upToDate(prepared.layout) }
        var plan = prepared.plan
        plan.prepared = layout
        take(prepared.snapshot, prepared.changes.isEmpty ? nil : plan, animated: isAnimated, completion)
        return layout == nil ? .edited : .swapped
    }
}
