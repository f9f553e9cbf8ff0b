import Foundation
import ListEngineLayout

/// The current change of a list: a pass, a batch whose updates are being collected, or an update that is being shown.
///
/// Each list has one transaction. It is open from the moment when user code can run during a change until everything
/// is committed. While it is open, no other change begins: passes do nothing, batches are refused, and data sources
/// wait. Layouts are edited as local values and committed at once (`CollectionView.commit`), so user code sees the
/// list before or after a change. Work that user code requests in the meantime is stored in the list (`needsPass`,
/// `pendingReload`) and done in another round. After a request to load everything again, the data source is not
/// called any more until that is done, because the list's knowledge of it is out of date.
@MainActor
final class ListTransaction {
    private(set) var isOpen = false

    /// The updates that are being collected; nil if none can be added.
    var called: CalledUpdates?

    /// The update that is being shown.
    var update: ShownUpdate?

    /// The offset at which the shown elements were drawn, if the next update itself may change it.
    var offsetBefore: CGPoint?

    /// Whether the data has changed, or may have, and the list does not show that yet: index paths in the data are not
    /// those in the list.
    var isBehindData = false

    /// Whether user code receives the index paths of before the change.
    var notifiesOfBefore: Bool {
        get { notification.isOfBefore }
        set { notification.isOfBefore = newValue }
    }
    let notification = NotificationState()

    /// The view that is being reconfigured; dequeuing returns it.
    var inPlace: CollectionReusableView?

    /// Completions of inner batches, for the outer one.
    private var completions: [UpdateEnding] = []

    /// Work that waits for the end of the transaction.
    private let waiting = FirstInFirstOut<@MainActor () -> Void>()

    func open(calling: Bool = false) {
        isOpen = true
        isBehindData = calling
        called = calling ? CalledUpdates() : nil
    }

    /// - Returns: The collected updates.
    @discardableResult
    func close() -> CalledUpdates? {
        isOpen = false
        isBehindData = false
        update = nil
        offsetBefore = nil
        return called.take()
    }

    /// Completions that are due, in order.
    private let due = FirstInFirstOut<@MainActor () -> Void>()
    private var isCallingDue = false

    func add(_ completion: @escaping UpdateEnding) { completions.append(completion) }

    /// Calls a completion, or lets it wait for the one that is being called. A completion that starts the next update,
    /// which ends at once, therefore does not nest.
    func end(_ completion: @escaping @MainActor () -> Void) {
        guard !isCallingDue else { return due.append(completion) }
        isCallingDue = true
        defer { isCallingDue = false }
        completion()
        while let completion = due.popFirst() { completion() }
    }

    func takeCompletions() -> [UpdateEnding] {
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

/// What data sources read for each cell. A separate object, which they hold: the view is referenced weakly, and reading a weak
/// reference costs more than what follows.
@MainActor
final class NotificationState {
    /// See ``ListTransaction/notifiesOfBefore``.
    fileprivate(set) var isOfBefore = false
}

/// Called once when an update has ended: with nil if the list shows it, else with the reason why it was loaded again
/// instead.
typealias UpdateEnding = @MainActor (CollectionViewUpdateError?) -> Void

/// The state of an update while it is being shown.
@MainActor
final class ShownUpdate {
    let shared: SharedPlan
    /// The layout as it was displayed. While an item is dragged, it includes the proposed move.
    let before: CollectionViewLayout
    let move: ItemMove?
    /// The displayed attributes, by view. Empty if nothing is animated.
    let shown: [ObjectIdentifier: LayoutAttributes]
    let offset: CGPoint
    /// Whether views of deleted elements stay on the screen until their animation ends. False as soon as everything
    /// is loaded again.
    var isAnimated: Bool
    /// Views that an animation still shows, with the names that their elements had.
    var departing: [DisplayedElement] = []

    init(
        _ shared: SharedPlan, before: CollectionViewLayout, move: ItemMove?, displayed: [DisplayedElement],
        offset: CGPoint, isAnimated: Bool
    ) {
        self.shared = shared
        self.before = before
        self.move = move
        self.offset = offset
        self.isAnimated = isAnimated
        var shown: [ObjectIdentifier: LayoutAttributes] = [:]
        if isAnimated {
            shown.reserveCapacity(displayed.count)
            for element in displayed where shown[ObjectIdentifier(element.view)] == nil {
                shown[ObjectIdentifier(element.view)] = element.attributes
            }
        }
        self.shown = shown
    }

    /// Where an item was.
    func attributesBefore(of item: ElementPath) -> LayoutAttributes {
        let place = move?.applied(to: item) ?? item
        return before.layoutAttributesForItem(place.item, inSection: place.section)
    }
}
