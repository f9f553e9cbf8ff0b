import Foundation
import ListEngineDiff
import ListEngineLayout

// MARK: - Preparing

extension DiffableDataSource where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
    public typealias Prepared = PreparedUpdate<SectionIdentifier, ItemIdentifier>

    /// Prepares an update to a snapshot on another thread while the list is in use.
    ///
    ///     dataSource.prepare(snapshot, recipes: recipes) { result in
    ///         if let prepared = try? result.get() { dataSource.swapIn(prepared) }
    ///     }
    ///
    /// With `recipes`, the layout after the update is prepared too, and replaces the list's layout when the update is
    /// shown. The recipes must describe the same sections as the collection view's layout. They are called only for
    /// new items. Without recipes, the layout is prepared if only items change and the list has a
    /// `CollectionViewCompositionalLayout`, which needs no description of single items. Otherwise the layout is edited when the
    /// update is shown. The same applies if a section has its own layout, because such a layout runs on the main actor: see
    /// ``PreparedUpdate/layoutRefusal``.
    /// - Parameters:
    ///   - snapshot: The snapshot to show.
    ///   - recipes: Describes the sections after the update, on any thread.
    ///   - completion: Called once by the data source's scheduler, with the update or with `CancellationError`.
    /// - Returns: An object with which the preparation can be cancelled.
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
        let (base, version) = (self.snapshot(), version)
        let layout = collectionView.flatMap { recipes != nil || $0.editsItemsWithoutRecipe ? $0.layout : nil }
        if layout != nil { collectionView?.noteSizesFromHere() }
        let scheduler = scheduler
        // A queue of the system's own threads: no main queue has to run for it.
        DispatchQueue.global(qos: .userInitiated).async {
            let result = Result {
                try Prepared(snapshot, base, version, layout, recipes, preparation)
            }
            scheduler.schedule(isolation: nil) { completion(result) }
        }
    }

    /// Prepares an update to a snapshot on another thread.
    ///
    /// See ``prepare(_:recipes:completion:)``. Cancelling the task cancels the preparation.
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

    /// Prepares an update to a snapshot on another thread, and then shows it. The list stays in use in the meantime.
    /// Later updates wait for this one. If the list changes in another way, for example because the user moves an
    /// item, the update is prepared again. The third attempt is made on the main actor.
    /// - Parameters:
    ///   - snapshot: The snapshot to show.
    ///   - recipes: See ``prepare(_:recipes:completion:)``.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once; with `.failed(CancellationError)` if the update was cancelled.
    /// - Returns: An object with which the update can be cancelled until it is shown.
    @discardableResult
    public func applyPreparing(
        _ snapshot: Snapshot, recipes: SharedSectionRecipes? = nil, animatingDifferences: Bool = true,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        applyPreparing(snapshot, recipes, animated: animatingDifferences, preparation: preparation, completion)
        return preparation
    }

    func applyPreparing(
        _ snapshot: Snapshot, _ recipes: SharedSectionRecipes?, animated: Bool, preparation: UpdatePreparation,
        _ completion: UpdateCompletion?
    ) {
        let turn = PreparingTurn(
            snapshot, recipes, animated ? .animated : .atOnce, preparation, completion ?? { _ in })
        updates.close()
        updates.queue.add { [weak self, queue = updates.queue] in
            queue.hold()
            turn.end = { queue.release() }
            if let self { run(turn) } else { turn.fail(UpdateError.dataSourceReleased) }
        }
    }

    private func run(_ turn: PreparingTurn<Snapshot>) {
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
            run(turn)
        case .stale, .busy:
            collectionView?.prepareForUpdate()
            show(turn.snapshot, turn.style, completion: turn.completion)
            turn.end()
        }
    }
}

/// An update that is prepared when it is the first in the queue.
@MainActor
private final class PreparingTurn<Snapshot: Sendable> {
    let snapshot: Snapshot
    let recipes: SharedSectionRecipes?
    let style: UpdateStyle
    let completion: UpdateCompletion
    let preparation: UpdatePreparation
    /// The number of further attempts to prepare it.
    var attempts = 2
    /// Lets the queue continue with the next update.
    var end: @MainActor () -> Void = {}

    init(
        _ snapshot: Snapshot, _ recipes: SharedSectionRecipes?, _ style: UpdateStyle,
        _ preparation: UpdatePreparation, _ completion: @escaping UpdateCompletion
    ) {
        self.preparation = preparation
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
        let plan = ListEdit(changes)
        var numbers: [Int: [UInt32]] = [:]
        for (old, map) in plan.items where !plan.reloadedSections.contains(old) && !map.inserted.isEmpty {
            guard let section = plan.newSection(old) else { continue }
            numbers[old] = settled.numbers(ofItems: map.inserted.ranges, inSectionAt: section)
        }
        var prepared: PreparedLayout?
        var refusal: LayoutError?
        if let layout, layout.numberOfSections == base.numberOfSections {
            let counts = (0..<settled.numberOfSections).map { settled.numberOfItems(inSectionAt: $0) }
            do {
                prepared = try plan.edited(layout, counts: counts, recipes, check: preparation.check)
            } catch let error as LayoutError {
                // Without recipes, the preparation is an attempt.
                if recipes != nil { refusal = error }
            }
        }
        try preparation.check()
        self.init(
            snapshot: settled, changes: changes, layoutRefusal: refusal, version: version, edit: SharedEdit(plan),
            insertedNumbers: numbers, layout: prepared)
    }
}

extension CollectionView {
    /// Whether an edit of items requests nothing from the recipe, because no section has its own layout.
    fileprivate var editsItemsWithoutRecipe: Bool {
        type(of: recipe) == CollectionViewCompositionalLayout.self && !(dataSource is any SectionLayoutObjects)
    }
}

// MARK: - Swapping in

extension DiffableDataSource {
    /// Shows a prepared update between two frames.
    ///
    /// The list keeps its place on screen and animates, as in ``apply(_:animatingDifferences:completion:)``. The
    /// prepared layout replaces the current one in O(1). It takes over sizes that were measured in the meantime.
    /// - Parameters:
    ///   - prepared: An update that this data source prepared.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once when the animation ended. Not called if nothing was done.
    /// - Returns: The result. If the update is stale, prepare it again or drop it.
    /// - Complexity: O(views added and removed + sizes measured in the meantime), plus the cost of the edits if the
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
        // User code that was called may have requested another update.
        guard prepared.version == version else { return .stale }
        let collectionView = collectionView
        let layout = collectionView.flatMap { $0.loadsEverything ? nil : $0.upToDate(prepared.layout) }
        if prepared.changes.isEmpty {
            storeUnchanged(prepared.snapshot, completion)
        } else {
            let update = ListUpdate(
                edit: prepared.edit, counts: prepared.snapshot.counts(after: prepared.edit),
                insertedNumbers: prepared.insertedNumbers, prepared: layout, isAnimated: isAnimated,
                completion: completion)
            store(prepared.snapshot, update, collectionView)
        }
        if outlines.wereUsed { edit(animatingDifferences: false) { _ in } }
        return layout == nil ? .edited : .swapped
    }
}
