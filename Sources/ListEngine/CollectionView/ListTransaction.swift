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

    /// Whether user code receives the index paths of before the change.
    var tellsOfBefore = false

    /// The view that is being reconfigured; dequeuing returns it.
    var inPlace: CollectionReusableView?

    /// Completions of inner batches, for the outer one.
    private var completions: [UpdateEnding] = []

    /// Work that waits for the end of the transaction.
    private var waiting = FirstInFirstOut<@MainActor () -> Void>()

    func open(calling: Bool = false) {
        isOpen = true
        called = calling ? CalledUpdates() : nil
    }

    /// - Returns: The collected updates.
    @discardableResult
    func close() -> CalledUpdates? {
        isOpen = false
        update = nil
        defer { called = nil }
        return called
    }

    func add(_ completion: @escaping UpdateEnding) { completions.append(completion) }

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

/// Called once when an update has ended: with nil if the list shows it, else with the reason why it was loaded again
/// instead.
typealias UpdateEnding = @MainActor (CollectionViewUpdateError?) -> Void

/// The state of an update while it is being shown.
@MainActor
final class ShownUpdate {
    let plan: UpdatePlan
    /// The layout as it was displayed. While an item is dragged, it includes the proposed move.
    let before: CollectionViewLayout
    let move: ItemMove?
    /// The displayed attributes, by view.
    let shown: [ObjectIdentifier: LayoutAttributes]
    let offset: CGPoint
    /// Whether views of deleted elements stay on the screen until their animation ends. False as soon as everything
    /// is loaded again.
    var isAnimated: Bool
    /// Views that an animation still shows, with the names that their elements had.
    var departing: [DisplayedElement] = []

    init(
        _ plan: UpdatePlan, before: CollectionViewLayout, move: ItemMove?, displayed: [DisplayedElement],
        offset: CGPoint, isAnimated: Bool
    ) {
        self.plan = plan
        self.before = before
        self.move = move
        self.offset = offset
        self.isAnimated = isAnimated
        shown = Dictionary(
            displayed.lazy.map { (ObjectIdentifier($0.view), $0.attributes) }, uniquingKeysWith: { first, _ in first })
    }

    /// Where an item was.
    func attributesBefore(of item: ElementPath) -> LayoutAttributes {
        let place = move?.applied(to: item) ?? item
        return before.layoutAttributesForItem(place.item, inSection: place.section)
    }
}

/// The animations of an update that a host runs, and the work to do when they end.
///
/// They end once: when the host reports the end, when it releases its token (`AnimationToken`), or when another host
/// takes over.
@MainActor
final class RunningAnimation {
    private var departing: [CollectionReusableView]
    private var completion: (@MainActor () -> Void)?
    private weak var view: CollectionView?

    init(_ departing: [CollectionReusableView], in view: CollectionView, _ completion: @escaping @MainActor () -> Void)
    {
        self.departing = departing
        self.completion = completion
        self.view = view
    }

    func end() {
        guard let completion else { return }
        self.completion = nil
        releaseViews()
        view?.runningAnimations.removeAll { $0 === self }
        completion()
    }

    /// Removes the views of deleted elements from the screen.
    func releaseViews() {
        let views = departing
        departing = []
        for departed in views where departed.use == .departing { view?.pool(departed) }
    }
}

/// Held by the completion that a host receives. If the host is released, or never calls the completion, releasing the
/// token ends the animation.
@MainActor
final class AnimationToken {
    private let animation: RunningAnimation

    init(_ animation: RunningAnimation) { self.animation = animation }

    func end() { animation.end() }

    #if canImport(Darwin)
        // The oldest supported systems have no isolated deinitializers. The main thread always runs the main actor.
        deinit {
            let animation = animation
            if Thread.isMainThread {
                MainActor.assumeIsolated { animation.end() }
            } else {
                Task { @MainActor in animation.end() }
            }
        }
    #else
        isolated deinit { animation.end() }
    #endif
}
