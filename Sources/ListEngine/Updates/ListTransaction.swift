import Foundation
import ListEngineLayout

/// The current change of a list: a pass, a batch whose updates are being collected, or an update that is being shown.
///
/// Each list has one transaction. It is open from the moment when user code can run during a change until everything
/// is committed. While it is open, no other change begins: passes do nothing, batches are refused, and data sources
/// wait. Layouts are edited as local values and committed in one step (`CollectionView.commit`), so user code sees the
/// list before or after a change. Work that user code requests in the meantime is ``DueWork``, which another round of the
/// pass does. After a request for a full reload, the data source is not called any more until that is done, because
/// the list's knowledge of it is out of date.
@MainActor
final class ListTransaction {
    private(set) var isOpen = false

    /// Whether updates are being collected.
    private(set) var isCollecting = false

    /// The updates that were collected; nil before the first one. Most updates of data sources collect none.
    private var called: CalledUpdates?

    /// Whether the data has changed, or may have, and the list does not show that yet: index paths in the data are not
    /// those in the list.
    var isBehindData = false

    /// Whether user code receives the index paths before the change.
    var notifiesOfBefore: Bool {
        get { notification.isOfBefore }
        set { notification.isOfBefore = newValue }
    }
    let notification = NotificationState()

    /// The completions that are due.
    let ends = EndCalls()

    /// Completions of inner batches, for the outer one.
    private var completions: [UpdateCompletion] = []

    /// Work that waits for the end of the transaction.
    private let waiting = FirstInFirstOut<@MainActor () -> Void>()

    func open(calling: Bool = false) {
        isOpen = true
        isBehindData = calling
        isCollecting = calling
        if called != nil { called = nil }
    }

    /// - Returns: The collected updates; nil if there are none.
    @discardableResult
    func close() -> CalledUpdates? {
        isOpen = false
        isBehindData = false
        isCollecting = false
        return called == nil ? nil : called.take()
    }

    /// Whether updates are being collected, and there is none yet.
    var hasCollectedNothing: Bool { isCollecting && called?.isEmpty != false }

    /// Adds updates. Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
    func collect(_ body: (inout CalledUpdates) -> Void) {
        var collected = called ?? CalledUpdates()
        called = nil
        body(&collected)
        called = collected
    }

    func add(_ completion: @escaping UpdateCompletion) { completions.append(completion) }

    func takeCompletions() -> [UpdateCompletion] {
        if completions.isEmpty { return [] }
        defer { completions = [] }
        return completions
    }

    func wait(_ work: @escaping @MainActor () -> Void) { waiting.append(work) }

    /// The next waiting work; nil while a transaction is open.
    func takeWaiting() -> (@MainActor () -> Void)? {
        isOpen ? nil : waiting.popFirst()
    }
}

/// The values that data sources read for each cell. A separate object, which they hold: the view is referenced weakly, and reading a weak
/// reference costs more than what follows.
@MainActor
final class NotificationState {
    /// See ``ListTransaction/notifiesOfBefore``.
    fileprivate(set) var isOfBefore = false
}

/// Calls the completions of updates one after the other.
@MainActor
final class EndCalls {
    /// Completions that are due, in order.
    private let waiting = FirstInFirstOut<@MainActor () -> Void>()
    private var isCalling = false

    /// Calls a completion, or lets it wait for the one that is being called. A completion that starts the next update,
    /// which ends immediately, therefore does not nest.
    func call(_ completion: @escaping @MainActor () -> Void) {
        guard !isCalling else { return waiting.append(completion) }
        isCalling = true
        defer { isCalling = false }
        completion()
        while let completion = waiting.popFirst() { completion() }
    }
}
