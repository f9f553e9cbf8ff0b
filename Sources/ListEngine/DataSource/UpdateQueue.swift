import Foundation
import ListEngineDiff

/// The updates of one list, however it is described. They are handed in on any thread, and get their turns one after the
/// other on the main actor, never while the list is being laid out or updated.
///
/// A turn shows its update and calls the completion. It holds its data source weakly, so the queue keeps no list alive, and
/// the turn of a data source that was released ends with ``UpdateError/dataSourceReleased``.
package final class UpdateQueue: @unchecked Sendable {
    package typealias Turn = @MainActor () -> Void

    let scheduler: UpdateScheduler
    private let lock = NSLock()
    private var waiting = FirstInFirstOut<Turn>()

    /// Who shows the list.
    @MainActor package weak var collectionView: CollectionView?
    /// A turn has begun that ends later.
    @MainActor private var isHeld = false
    @MainActor private var isRunning = false
    /// Calls the queue when it is no longer busy.
    @MainActor private weak var awaited: CollectionView?

    package init(_ scheduler: UpdateScheduler) { self.scheduler = scheduler }

    /// Nothing waits, no turn is under way, and the list can be updated.
    @MainActor var isIdle: Bool {
        !isHeld && !isRunning && collectionView?.isBusy != true && lock.withLock { waiting.isEmpty }
    }

    /// Adds a turn; ``run()`` is to be scheduled.
    func append(_ turn: @escaping Turn) { lock.withLock { waiting.append(turn) } }

    /// Hands an update in on the main actor.
    @MainActor package func add(_ turn: @escaping Turn) {
        append(turn)
        schedule()
    }

    @MainActor func schedule() { scheduler.scheduleOnMain { [self] in run() } }

    /// Gives turns to all that wait.
    @MainActor func run() {
        guard !isRunning else { return }
        while !isHeld {
            if let collectionView, collectionView.isBusy { return wait(for: collectionView) }
            guard let turn = lock.withLock({ waiting.popFirst() }) else { return }
            during(turn)
        }
    }

    /// Does something at once that is a turn of its own: what it calls back for waits.
    /// - Precondition: The queue is idle.
    @MainActor func now<Result>(_ body: () -> Result) -> Result {
        let result = during(body)
        schedule()
        return result
    }

    @MainActor private func during<Result>(_ body: () -> Result) -> Result {
        isRunning = true
        defer { isRunning = false }
        return body()
    }

    @MainActor private func wait(for collectionView: CollectionView) {
        guard awaited !== collectionView else { return }
        awaited = collectionView
        collectionView.whenIdle { [self] in
            awaited = nil
            schedule()
        }
    }

    // MARK: Turns that end later

    /// The turn that is under way ends with ``release()``: the others wait.
    @MainActor func hold() { isHeld = true }

    @MainActor func release() {
        isHeld = false
        schedule()
    }

    /// Calls within a turn that is held, when the list can be updated.
    @MainActor func whenReady(_ work: @escaping Turn) {
        guard let collectionView, collectionView.isBusy else { return during(work) }
        collectionView.whenIdle { [self] in scheduler.scheduleOnMain { [self] in whenReady(work) } }
    }
}

/// How an update is shown.
package enum UpdateStyle { case animated, atOnce, reloadData }

/// What shows snapshots.
@MainActor
package protocol SnapshotTarget: AnyObject {
    associatedtype SectionIdentifier: Hashable
    associatedtype ItemIdentifier: Hashable
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    func snapshot() -> Snapshot

    /// Shows a snapshot. What was due for the list before is done.
    func show(_ snapshot: Snapshot, _ style: UpdateStyle, completion: @escaping UpdateCompletion)
}

/// The snapshots and edits of one data source that wait in a queue. Those that wait together are one turn, and shown as one:
/// the last snapshot, and what was edited since.
package final class SnapshotUpdates<Target: SnapshotTarget>: @unchecked Sendable {
    package typealias Snapshot = DiffableSnapshot<Target.SectionIdentifier, Target.ItemIdentifier>

    package struct Update {
        package enum Content {
            case snapshot(Snapshot)
            case edit(@MainActor (inout Snapshot) throws -> Void)
        }

        var content: Content
        var style: UpdateStyle
        var completion: UpdateCompletion?
    }

    /// The updates of one turn. Guarded by the lock until the turn begins.
    private final class Batch { var updates: [Update] = [] }

    let queue: UpdateQueue
    @MainActor package weak var target: Target?
    private let lock = NSLock()
    /// Takes what is handed in.
    private var open: Batch?

    package init(_ queue: UpdateQueue) { self.queue = queue }

    /// Adds an update; ``UpdateQueue/run()`` is to be scheduled.
    func append(_ content: Update.Content, _ style: UpdateStyle, _ completion: UpdateCompletion?) {
        lock.withLock {
            if open == nil {
                let batch = Batch()
                open = batch
                queue.append { [self] in show(take(batch)) }
            }
            open?.updates.append(Update(content: content, style: style, completion: completion))
        }
    }

    /// Hands an update in on the main actor.
    @MainActor package func add(_ content: Update.Content, _ style: UpdateStyle, _ completion: UpdateCompletion?) {
        append(content, style, completion)
        queue.schedule()
    }

    /// Hands an update in on any thread. On the main actor it is shown at once where it can be.
    package func submit(
        _ content: Update.Content, _ style: UpdateStyle, isolation: isolated (any Actor)?,
        _ completion: UpdateCompletion?
    ) {
        append(content, style, completion)
        queue.scheduler.schedule(isolation: isolation) { [queue] in queue.run() }
    }

    /// What is handed in from now on is shown after what waits in the queue.
    func close() { lock.withLock { open = nil } }

    private func take(_ batch: Batch) -> [Update] {
        lock.withLock {
            if open === batch { open = nil }
            return batch.updates
        }
    }

    @MainActor private func show(_ updates: [Update]) {
        guard let target else {
            for update in updates { update.completion?(.failed(UpdateError.dataSourceReleased)) }
            return
        }
        // What is due may call for more, and is done with what the list has now.
        queue.collectionView?.prepareForUpdate()
        var state = target.snapshot()
        var errors: [(any Error)?] = []
        /// Those before it are superseded.
        var last = 0
        var style: UpdateStyle?
        for (place, update) in updates.enumerated() {
            var error: (any Error)?
            switch update.content {
            case .snapshot(let next):
                state = style == nil ? next : next.marked(as: state)
                last = place
            case .edit(let edit):
                do {
                    var edited = state
                    try edit(&edited)
                    state = edited
                } catch let thrown {
                    error = thrown
                }
            }
            errors.append(error)
            // Where one loads all again, all is loaded; animation is as the last one says.
            if error == nil, style != .reloadData { style = update.style }
        }
        let end: UpdateCompletion = { result in
            for (place, update) in updates.enumerated() {
                if let error = errors[place] {
                    update.completion?(.failed(error))
                } else {
                    update.completion?(place < last ? .superseded : result)
                }
            }
        }
        if let style { target.show(state, style, completion: end) } else { end(.applied) }
    }
}
