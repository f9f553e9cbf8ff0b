import Foundation
import ListEngineDiff

/// A list that shows the updates of a queue.
@MainActor
package protocol UpdatedList: AnyObject {
    /// Whether the list is being laid out or updated and cannot be updated now.
    var isBusy: Bool { get }

    /// Calls a closure when the list can be updated: immediately, or when the current pass or batch has ended.
    func whenIdle(_ work: @escaping @MainActor () -> Void)

    /// Does due work with the current data before the data changes.
    func prepareForUpdate()
}

/// An update that waits for its turn.
protocol QueuedUpdate {
    /// Called exactly once.
    var completion: UpdateCompletion? { get }
}

/// An object that shows updates of one kind.
@MainActor
protocol UpdateOwner: AnyObject {
    associatedtype Queued: QueuedUpdate

    /// Shows an update, whose turn it is.
    func show(_ update: Queued)
}

/// The updates of one list of any kind. They can be added on any thread. They run one after the other on the main
/// actor, never while the list is being laid out or updated.
///
/// A turn shows its update and calls the completion. It holds a weak reference to its data source, so the queue keeps
/// no list alive. If the data source was released, the turn ends with ``UpdateError/dataSourceReleased``.
///
/// Work that waits in the scheduler holds the queue. The queue therefore has a weak reference to the scheduler, and the
/// data source a strong one: when both the data source and the scheduler are released, the waiting updates end.
package final class UpdateQueue: @unchecked Sendable {
    package typealias Turn = @MainActor () -> Void

    private weak var scheduler: UpdateScheduler?
    private let lock = NSLock()
    private let waiting = FirstInFirstOut<Turn>()

    /// The list that shows the updates.
    @MainActor package weak var list: (any UpdatedList)?

    /// The result of an update that changed the data of a data source that no list shows.
    @MainActor var resultWithoutList: UpdateResult {
        list == nil ? .applied : .failed(UpdateError.dataSourceReplaced)
    }

    /// Whether a turn has begun that ends later.
    @MainActor private var isHeld = false
    @MainActor private var isRunning = false
    /// Calls the queue when the list is no longer busy.
    @MainActor private weak var awaited: (any UpdatedList)?

    package init(_ scheduler: UpdateScheduler) { self.scheduler = scheduler }

    /// Whether no update waits or runs, and the list can be updated.
    @MainActor var isIdle: Bool {
        !isHeld && !isRunning && list?.isBusy != true && lock.withLock { waiting.isEmpty }
    }

    /// Adds a turn. The caller must schedule ``run()``.
    func append(_ turn: @escaping Turn) { lock.withLock { waiting.append(turn) } }

    /// Adds an update on the main actor. If it can be shown immediately, it does not become a turn that waits.
    @MainActor func add<Owner: UpdateOwner>(_ update: Owner.Queued, of owner: Owner) {
        if let scheduler = begin() {
            owner.show(update)
            return end(scheduler)
        }
        append { [weak owner] in
            if let owner { owner.show(update) } else { update.completion?(.failed(UpdateError.dataSourceReleased)) }
        }
        schedule()
    }

    /// Adds a turn on the main actor.
    @MainActor package func add(_ turn: @escaping Turn) {
        if let scheduler = begin() {
            turn()
            return end(scheduler)
        }
        append(turn)
        schedule()
    }

    /// Begins a turn immediately if the queue is idle and the scheduler allows it. Call ``end(_:)`` afterwards.
    /// - Returns: The scheduler, which must be kept during the turn. Nil if the update has to wait.
    @MainActor func begin() -> UpdateScheduler? {
        guard isIdle, let scheduler, scheduler.begin() else { return nil }
        isRunning = true
        return scheduler
    }

    /// Ends a turn, and runs those that were added in the meantime.
    @MainActor func end(_ scheduler: UpdateScheduler) {
        isRunning = false
        run()
        scheduler.end()
    }

    @MainActor func schedule() { perform { [self] in run() } }

    /// Runs a closure when the scheduler allows it. Without a scheduler nothing remains but to end what waits.
    @MainActor private func perform(_ work: @escaping Turn) {
        if let scheduler { scheduler.scheduleOnMain(work) } else { work() }
    }

    /// Runs the waiting turns, as ``schedule()`` does, from any thread.
    func schedule(isolation: isolated (any Actor)?) {
        if let scheduler { return scheduler.schedule(isolation: isolation) { [self] in run() } }
        Task { @MainActor in run() }
    }

    /// Runs all waiting turns.
    @MainActor func run() {
        guard !isRunning else { return }
        while !isHeld {
            if let list, list.isBusy { return wait(for: list) }
            guard let turn = lock.withLock({ waiting.popFirst() }) else { return }
            during(turn)
        }
    }

    /// Runs something immediately as a separate turn. Updates that it requests wait.
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

    @MainActor private func wait(for list: any UpdatedList) {
        guard awaited !== list else { return }
        awaited = list
        list.whenIdle { [self] in
            awaited = nil
            schedule()
        }
    }

    // MARK: Turns that end later

    /// Keeps the current turn open until ``release()`` is called. The other turns wait.
    @MainActor func hold() { isHeld = true }

    @MainActor func release() {
        isHeld = false
        schedule()
    }

    /// Calls a closure within a held turn, when the list can be updated.
    @MainActor func whenReady(_ work: @escaping Turn) {
        guard let list, list.isBusy else { return during(work) }
        list.whenIdle { [self] in perform { [self] in whenReady(work) } }
    }
}

/// The way in which an update is shown.
package enum UpdateStyle { case animated, atOnce, reloadData }

/// An object that shows snapshots.
@MainActor
package protocol SnapshotTarget: AnyObject {
    associatedtype SectionIdentifier: Hashable
    associatedtype ItemIdentifier: Hashable
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    func snapshot() -> Snapshot

    /// Shows a snapshot. Work that was due for the old list is done first.
    func show(_ snapshot: consuming Snapshot, _ style: UpdateStyle, completion: UpdateCompletion?)
}

/// The waiting snapshots and edits of one data source. Those that wait together form one turn, which shows the last
/// snapshot and the edits made after it.
package final class SnapshotUpdates<Target: SnapshotTarget>: @unchecked Sendable {
    package typealias Snapshot = DiffableSnapshot<Target.SectionIdentifier, Target.ItemIdentifier>

    package struct Update {
        package enum Content {
            case snapshot(Snapshot)
            case edit(@MainActor (inout Snapshot) throws -> Void)

            /// The snapshot to show instead of another one.
            @MainActor func applied(to shown: Snapshot) throws -> Snapshot {
                switch self {
                case .snapshot(let next): return next
                case .edit(let edit):
                    var state = shown
                    try edit(&state)
                    return state
                }
            }
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
    /// Collects added updates.
    private var open: Batch?

    package init(_ queue: UpdateQueue) { self.queue = queue }

    /// Adds an update. The caller must schedule ``UpdateQueue/run()``.
    func append(_ content: Update.Content, _ style: UpdateStyle, _ completion: UpdateCompletion?) {
        lock.withLock {
            if open == nil {
                let batch = Batch()
                open = batch
                queue.append { [self] in show(close(batch)) }
            }
            open?.updates.append(Update(content: content, style: style, completion: completion))
        }
    }

    /// Adds an update on the main actor. It is shown immediately, without the array of those that wait together, if no
    /// other waits.
    @MainActor package func add(_ content: Update.Content, _ style: UpdateStyle, _ completion: UpdateCompletion?) {
        guard let target, let scheduler = queue.begin() else {
            append(content, style, completion)
            return queue.schedule()
        }
        // Due work can request more updates, and is done with the list's current data.
        queue.list?.prepareForUpdate()
        do {
            target.show(try content.applied(to: target.snapshot()), style, completion: completion)
        } catch {
            completion?(.failed(error))
        }
        queue.end(scheduler)
    }

    /// Submits a snapshot from any thread. On the main actor it is shown immediately if possible.
    package func submit(
        _ snapshot: Snapshot, _ style: UpdateStyle, isolation: isolated (any Actor)?,
        _ completion: UpdateCompletion?
    ) where Target.SectionIdentifier: Sendable, Target.ItemIdentifier: Sendable {
        if isolation === MainActor.shared {
            return MainActor.assumeIsolated { add(.snapshot(snapshot), style, completion) }
        }
        append(.snapshot(snapshot), style, completion)
        queue.schedule(isolation: isolation)
    }

    /// Ends the current turn's collection: later updates are shown after those that wait in the queue.
    func close() { lock.withLock { open = nil } }

    /// Returns the updates of a batch, which receives no more of them.
    private func close(_ batch: Batch) -> [Update] {
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
        // Due work can request more updates, and is done with the list's current data.
        queue.list?.prepareForUpdate()
        var state = target.snapshot()
        var errors: [(any Error)?] = []
        /// The updates before it are superseded.
        var last = 0
        var style: UpdateStyle?
        for (place, update) in updates.enumerated() {
            var error: (any Error)?
            do {
                var next = try update.content.applied(to: state)
                if case .snapshot = update.content {
                    if style != nil { next = next.marked(as: state) }
                    last = place
                }
                state = next
            } catch let thrown {
                error = thrown
            }
            errors.append(error)
            // If one of them is a full reload, so are all together. The last one decides about animation.
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
