import Foundation
import ListEngineLayout

/// What the list is doing while it changes: a pass, a batch whose updates are called for, or an update that is shown.
///
/// There is one for each list, open from the moment that user code may run in the middle of a change until everything is
/// committed. While it is open no other one begins: passes do nothing, batches are refused, data sources wait for their
/// turn. Layouts are edited as local values and committed at once (`CollectionView.commit`), so that user code reads the
/// list before or after a change. What user code asks for meanwhile is kept in the list (`needsPass`, `pendingReload`) and
/// done by another round. Once it has asked for everything to be loaded again, the data source is asked for nothing more
/// until that is done: what the list knows of it is out of date.
@MainActor
final class ListTransaction {
    private(set) var isOpen = false

    /// The updates that are being called for; nil: none can be.
    var called: CalledUpdates?

    /// The update that is being shown.
    var update: ShownUpdate?

    /// User code gets the index paths of before the change.
    var tellsOfBefore = false

    /// The view that is filled again; dequeuing returns it.
    var inPlace: CollectionReusableView?

    /// Of batches within a batch, for the one around them.
    private var completions: [UpdateEnding] = []

    /// What waits for the transaction to end.
    private var waiting = FirstInFirstOut<@MainActor () -> Void>()

    func open(calling: Bool = false) {
        isOpen = true
        called = calling ? CalledUpdates() : nil
    }

    /// - Returns: The updates that were called for.
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

    /// The next that waits; nil while a transaction is open.
    func takeWaiting() -> (@MainActor () -> Void)? {
        isOpen ? nil : waiting.popFirst()
    }
}

/// Called once when an update has ended: nil where the list shows it, else why it was loaded again instead.
typealias UpdateEnding = @MainActor (CollectionViewUpdateError?) -> Void

/// What is known of an update while it is shown.
@MainActor
final class ShownUpdate {
    let plan: UpdatePlan
    /// The list as it was shown, which while an item is dragged is with this move.
    let before: CollectionViewLayout
    let move: ItemMove?
    /// By view.
    let shown: [ObjectIdentifier: LayoutAttributes]
    let offset: CGPoint
    /// Views that leave stay on the screen until an animation has ended. False from when everything is loaded again.
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

/// Animations of an update that a host runs, and what is due when they end.
///
/// They end once: when the host says so, when it drops them (`AnimationToken`), or when another host takes over.
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

    /// Takes the views that leave from the screen.
    func releaseViews() {
        let views = departing
        departing = []
        for departed in views where departed.use == .departing { view?.pool(departed) }
    }
}

/// Held by what a host was given: a host that is released, or forgets to call its completion, ends the animation.
@MainActor
final class AnimationToken {
    private let animation: RunningAnimation

    init(_ animation: RunningAnimation) { self.animation = animation }

    func end() { animation.end() }

    #if canImport(Darwin)
        // The oldest systems have no isolated deinitialisers. The main thread is always that of the main actor.
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
