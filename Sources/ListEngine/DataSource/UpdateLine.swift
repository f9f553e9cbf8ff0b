import Foundation

/// How an update is shown.
enum UpdateStyle { case animated, atOnce, reloadData }

/// What shows the updates of a line.
@MainActor
protocol UpdateTarget: AnyObject {
    associatedtype State

    func snapshot() -> State

    /// False: the list is being laid out; updates wait.
    var isReady: Bool { get }

    /// Calls when the list can be updated.
    func whenReady(_ work: @escaping @MainActor () -> Void)

    /// A state with what one before it, that is not shown, marks to be done.
    func merge(marksOf old: State, into new: State) -> State

    /// Shows a state. `completion` is called once, when it has come to rest, or with why it was not shown.
    func show(_ state: State, _ style: UpdateStyle, completion: @escaping @MainActor ((any Error)?) -> Void)
}

/// Updates that wait to be shown, oldest first. Handed in on any thread, shown on the main actor.
final class UpdateLine<State>: @unchecked Sendable {
    struct Update {
        enum Content {
            case snapshot(State)
            case edit(@MainActor (inout State) throws -> Void)
            /// Shows its state itself, now or later: the others wait until it calls back, once.
            case turn(@MainActor (_ end: @escaping @MainActor () -> Void) -> Void)
        }

        var content: Content
        var style: UpdateStyle
        var completion: (@MainActor (UpdateResult) -> Void)?

        init(_ content: Content, _ style: UpdateStyle, _ completion: (@MainActor (UpdateResult) -> Void)?) {
            self.content = content
            self.style = style
            self.completion = completion
        }
    }

    let scheduler: UpdateScheduler
    private let lock = NSLock()
    private var waiting: [Update] = []
    /// An update has its turn.
    private var isHeld = false

    init(_ scheduler: UpdateScheduler) { self.scheduler = scheduler }

    func append(_ update: Update) {
        lock.withLock { waiting.append(update) }
    }

    /// Nothing waits, and no update has its turn.
    var isEmpty: Bool { lock.withLock { waiting.isEmpty && !isHeld } }

    private func takeAll() -> [Update] {
        lock.withLock {
            defer { waiting = [] }
            return waiting
        }
    }

    /// Those that are shown as one, or the one that has its turn. None while another one has it.
    private func takeNext() -> [Update] {
        lock.withLock {
            guard !isHeld else { return [] }
            let turn = waiting.firstIndex { if case .turn = $0.content { true } else { false } }
            if turn == 0 { isHeld = true }
            let next = waiting.prefix(turn.map { max($0, 1) } ?? waiting.count)
            waiting.removeFirst(next.count)
            return Array(next)
        }
    }

    /// Shows all that wait: as one up to the next that shows itself, the last snapshot and what was edited since.
    @MainActor
    func run<Target: UpdateTarget>(_ target: Target?) where Target.State == State {
        guard let target else {
            for update in takeAll() { update.completion?(.failed(UpdateError.dataSourceGone)) }
            return
        }
        guard target.isReady else {
            // Back in line, so that what the list does meanwhile is not done within another update.
            return target.whenReady { [weak target, self] in
                scheduler.scheduleOnMain { [weak target, self] in run(target) }
            }
        }
        let updates = takeNext()
        guard let first = updates.first else { return }
        if case .turn(let body) = first.content {
            return body { [weak target, self] in
                lock.withLock { isHeld = false }
                run(target)
            }
        }
        var state = target.snapshot()
        var results: [UpdateResult] = []
        var style: UpdateStyle?
        for update in updates {
            switch update.content {
            case .snapshot(let next):
                for place in results.indices { if case .applied = results[place] { results[place] = .superseded } }
                state = style == nil ? next : target.merge(marksOf: state, into: next)
                results.append(.applied)
            case .edit(let edit):
                do {
                    var edited = state
                    try edit(&edited)
                    state = edited
                    results.append(.applied)
                } catch {
                    results.append(.failed(error))
                    continue
                }
            case .turn: continue  // is alone
            }
            // One that wants all to be loaded again is heeded whatever comes after; animation is as the last one says.
            if style != .reloadData { style = update.style }
        }
        let end: @MainActor ((any Error)?) -> Void = { error in
            for (update, result) in zip(updates, results) {
                if case .applied = result, let error {
                    update.completion?(.failed(error))
                } else {
                    update.completion?(result)
                }
            }
        }
        if let style { target.show(state, style, completion: end) } else { end(nil) }
        run(target)
    }
}
