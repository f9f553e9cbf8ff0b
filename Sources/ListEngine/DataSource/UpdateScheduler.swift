import Foundation

/// Runs updates one after the other on the main actor, never one within another.
///
/// Updates can be handed in on any thread. Those of the main actor run at once, where none is under way, unless the
/// scheduler was made to wait for ``runPending()``:
///
///     let scheduler = UpdateScheduler.immediate              // a program whose main queue runs
///     let scheduler = UpdateScheduler.manual()               // a test: nothing happens before runPending()
///     let scheduler = UpdateScheduler.hostDriven { loop.wakeUp() }   // a toolkit with a main loop of its own
///
/// ``immediate`` runs the updates of other threads by a task of the main actor, which waits for the dispatch main queue. A
/// program whose main loop does not serve that queue, as one of GTK or SDL, uses ``hostDriven(runsAtOnce:wakeUp:)``: it calls
/// its closure on the thread that handed the update in, and the host then calls ``runPending()`` on its main loop.
public final class UpdateScheduler: Sendable {
    typealias Work = @MainActor () -> Void

    private let inbox = Inbox()
    private let runsAtOnce: Bool
    private let wakeUp: @Sendable (UpdateScheduler) -> Void

    private init(runsAtOnce: Bool, wakeUp: @escaping @Sendable (UpdateScheduler) -> Void) {
        self.runsAtOnce = runsAtOnce
        self.wakeUp = wakeUp
    }

    /// Runs updates of the main actor at once, and those of other threads as soon as the main actor is free.
    public static let immediate = UpdateScheduler(runsAtOnce: true) { scheduler in
        Task { @MainActor in scheduler.runPending() }
    }

    /// Runs updates when ``runPending()`` is called, and only then.
    public static func manual() -> UpdateScheduler { UpdateScheduler(runsAtOnce: false) { _ in } }

    /// Runs updates when the host calls ``runPending()``.
    /// - Parameters:
    ///   - runsAtOnce: Updates of the main actor do not wait for the host.
    ///   - wakeUp: Called on any thread when there is something to run; has the host's main loop call ``runPending()``.
    public static func hostDriven(
        runsAtOnce: Bool = false, wakeUp: @escaping @Sendable () -> Void
    ) -> UpdateScheduler {
        UpdateScheduler(runsAtOnce: runsAtOnce) { _ in wakeUp() }
    }

    /// Runs what waits, and what is handed in meanwhile.
    /// - Returns: The number of updates that ran. 0 where one is under way, which goes on to run those that wait.
    @MainActor @discardableResult
    public func runPending() -> Int {
        guard inbox.begin() else { return 0 }
        var count = 0
        while let work = inbox.next() {
            work()
            count += 1
        }
        return count
    }

    /// Hands an update in, on any thread. It runs at once where the caller is on the main actor.
    func schedule(
        isolation: isolated (any Actor)? = #isolation, _ work: @escaping @MainActor @Sendable () -> Void
    ) {
        inbox.append(work)
        if isolation === MainActor.shared {
            MainActor.assumeIsolated { handedInOnMain() }
        } else {
            wakeUp(self)
        }
    }

    /// Hands an update in on the main actor.
    @MainActor func scheduleOnMain(_ work: @escaping Work) {
        inbox.append(work)
        handedInOnMain()
    }

    @MainActor private func handedInOnMain() {
        if runsAtOnce { runPending() } else { wakeUp(self) }
    }

    /// What waits, behind a lock: work is handed in by any thread and taken out on the main actor.
    private final class Inbox: @unchecked Sendable {
        private let lock = NSLock()
        private var waiting = FirstInFirstOut<Work>()
        private var isRunning = false

        func append(_ work: @escaping Work) {
            lock.lock()
            defer { lock.unlock() }
            waiting.append(work)
        }

        /// False: what waits is being run already.
        func begin() -> Bool {
            lock.lock()
            defer { lock.unlock() }
            if isRunning { return false }
            isRunning = true
            return true
        }

        /// The oldest work; nil where there is none, which ends the run.
        func next() -> Work? {
            lock.lock()
            defer { lock.unlock() }
            let work = waiting.popFirst()
            if work == nil { isRunning = false }
            return work
        }
    }
}
