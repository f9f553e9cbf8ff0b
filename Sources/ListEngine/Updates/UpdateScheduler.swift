import Foundation

/// Runs updates one after the other on the main actor. Updates are never nested.
///
/// Updates can be added on any thread. An update added on the main actor runs immediately if no other is running,
/// unless the scheduler waits for ``runPending()``:
///
///     let scheduler = UpdateScheduler.immediate              // a program whose main queue runs
///     let inTests = UpdateScheduler.manual()                 // nothing happens before runPending()
///     let inToolkits = UpdateScheduler.hostDriven { loop.wakeUp() }   // a toolkit with a main loop of its own
///
/// ``immediate`` runs updates from other threads in a task of the main actor, which needs the dispatch main queue.
/// Use ``hostDriven(runsAtOnce:wakeUp:)`` in a program whose main loop does not run that queue, such as one of GTK or
/// SDL. It calls its closure on the thread that added the update. The host then calls ``runPending()`` on its main
/// loop.
public final class UpdateScheduler: Sendable {
    package typealias Work = @MainActor () -> Void
    private typealias Part = @MainActor () -> Bool

    private let inbox = Inbox()
    private let runsAtOnce: Bool
    private let wakeUp: @Sendable (UpdateScheduler) -> Void

    private init(runsAtOnce: Bool, wakeUp: @escaping @Sendable (UpdateScheduler) -> Void) {
        self.runsAtOnce = runsAtOnce
        self.wakeUp = wakeUp
    }

    /// Runs updates from the main actor immediately, and updates from other threads as soon as the main actor is
    /// free.
    public static let immediate = UpdateScheduler(runsAtOnce: true) { scheduler in
        Task { @MainActor in scheduler.runPending() }
    }

    /// Runs updates only when ``runPending()`` is called. A task that awaits an update waits until then.
    ///
    /// Keep the scheduler. If it is released together with the data sources that use it, the waiting updates fail with
    /// ``UpdateError/dataSourceReleased``, in a task of the main actor. The same applies to
    /// ``hostDriven(runsAtOnce:wakeUp:)``.
    public static func manual() -> UpdateScheduler { UpdateScheduler(runsAtOnce: false) { _ in } }

    /// Runs updates when the host calls ``runPending()``.
    /// - Parameters:
    ///   - runsAtOnce: Whether updates from the main actor run immediately.
    ///   - wakeUp: Called on any thread when there is an update to run. It must make the host's main loop call
    ///     ``runPending()``.
    public static func hostDriven(
        runsAtOnce: Bool = false, wakeUp: @escaping @Sendable () -> Void
    ) -> UpdateScheduler {
        UpdateScheduler(runsAtOnce: runsAtOnce) { _ in wakeUp() }
    }

    /// Runs all waiting updates, and those added in the meantime. Long work, such as the counts of a large source of rows, is
    /// divided into parts: one call runs at most one of them. The host is woken up for the next one.
    /// - Returns: The number of updates that ran. It is 0 if an update is already running; that call also runs those
    ///   that wait.
    @MainActor @discardableResult
    public func runPending() -> Int {
        inbox.begin() ? runWaiting(takesPart: true) : 0
    }

    @MainActor private func runWaiting(takesPart: Bool) -> Int {
        var (count, takesPart) = (0, takesPart)
        while true {
            switch inbox.next(takesPart: takesPart) {
            case .update(let work): work()
            case .part(let work):
                guard work() else { continue }
                takesPart = false
            case .end(let leavesParts):
                if leavesParts { wakeUp(self) }
                return count
            }
            count += 1
        }
    }

    /// Begins an update immediately if the scheduler allows it and no other waits or runs. Call ``end()`` afterwards.
    @MainActor func begin() -> Bool { runsAtOnce && inbox.beginIfEmpty() }

    /// Ends an update that ran immediately, and runs those that were added in the meantime.
    @MainActor func end() { _ = runWaiting(takesPart: false) }

    /// Adds an update on any thread. It runs immediately if the caller is on the main actor.
    package func schedule(
        isolation: isolated (any Actor)? = #isolation, _ work: @escaping @MainActor @Sendable () -> Void
    ) {
        inbox.append(work)
        if isolation === MainActor.shared {
            MainActor.assumeIsolated { handedInOnMain() }
        } else {
            wakeUp(self)
        }
    }

    /// Adds a part of long work, on any thread. Parts run in the order in which they were added, one in each call of
    /// ``runPending()``, after the updates that wait.
    /// - Parameter work: Returns false if it had nothing to do. The next part then runs in the same call.
    package func schedulePart(_ work: @escaping @MainActor @Sendable () -> Bool) {
        if inbox.appendPart(work) { wakeUp(self) }
    }

    /// Adds an update on the main actor.
    @MainActor func scheduleOnMain(_ work: @escaping Work) {
        inbox.append(work)
        handedInOnMain()
    }

    @MainActor private func handedInOnMain() {
        if !runsAtOnce {
            wakeUp(self)
        } else if inbox.begin() {
            _ = runWaiting(takesPart: false)
        }
    }

    /// The waiting updates, guarded by a lock. Any thread adds work; the main actor removes it.
    private final class Inbox: @unchecked Sendable {
        private let lock = NSLock()
        private let waiting = FirstInFirstOut<Work>()
        private let parts = FirstInFirstOut<Part>()
        private var isRunning = false

        // A completion is called, even if no one can call `runPending()` any more. Not here: a program may release its
        // data source while it changes the object that the completion uses.
        deinit {
            var rest: [Work] = []
            while let work = waiting.popFirst() { rest.append(work) }
            while let part = parts.popFirst() { rest.append { _ = part() } }
            if rest.isEmpty { return }
            Task { @MainActor [rest] in for work in rest { work() } }
        }

        func append(_ work: @escaping Work) {
            lock.lock()
            defer { lock.unlock() }
            waiting.append(work)
        }

        /// Returns whether it is the only part. If there are others, a call that runs them is already due.
        func appendPart(_ part: @escaping Part) -> Bool {
            lock.lock()
            defer { lock.unlock() }
            let isOnly = parts.isEmpty
            parts.append(part)
            return isOnly
        }

        /// Returns false if the waiting updates are already being run.
        func begin() -> Bool {
            lock.lock()
            defer { lock.unlock() }
            if isRunning { return false }
            isRunning = true
            return true
        }

        /// Does the same if nothing waits.
        func beginIfEmpty() -> Bool {
            lock.lock()
            defer { lock.unlock() }
            if isRunning || !waiting.isEmpty { return false }
            isRunning = true
            return true
        }

        enum Next {
            case update(Work)
            case part(Part)
            /// Nothing is left that may run.
            case end(leavesParts: Bool)
        }

        /// Returns the oldest work, or the oldest part if no other work waits.
        func next(takesPart: Bool) -> Next {
            lock.lock()
            defer { lock.unlock() }
            if let work = waiting.popFirst() { return .update(work) }
            if takesPart, let part = parts.popFirst() { return .part(part) }
            isRunning = false
            return .end(leavesParts: !parts.isEmpty)
        }
    }
}
