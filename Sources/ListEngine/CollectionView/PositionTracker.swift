import ListEngineLayout

/// What becomes of positions when the list changes.
enum PositionChange {
    case update(UpdatePlan)
    /// Everything is loaded again: no item is known to be the same.
    case reload

    /// Where an item is afterwards; nil where it is no longer in the list, or not known.
    func newPath(_ old: ElementPath) -> ElementPath? {
        if case .update(let plan) = self { plan.newPath(old) } else { nil }
    }

    func newSection(_ old: Int) -> Int? {
        if case .update(let plan) = self { plan.newSection(old) } else { nil }
    }

    var plan: UpdatePlan? {
        if case .update(let plan) = self { plan } else { nil }
    }
}

/// What user code has to be told about a change. It is called when all positions are those after the change.
enum PositionNotice {
    /// With the index paths of before the change.
    case before(@MainActor () -> Void)
    /// When the pass that follows has shown the change.
    case shown(@MainActor () -> Void)
}

/// Moves everything that a list remembers by position when the list changes.
///
/// Whoever keeps an index path registers it: what lives as long as the list by a closure, see
/// `CollectionView.registerPositions()`; an index path that is needed after a call to user code by `following(_:_:)`.
/// Closures only change state. What they have to tell user code they return as notices.
@MainActor
final class PositionTracker {
    typealias Follower = @MainActor (PositionChange, inout [PositionNotice]) -> Void

    private var followers: [Follower] = []
    private var items: [TrackedItem] = []

    /// Counts the changes. Code that walks many positions and calls user code in between stops when it changes.
    private(set) var changes = 0

    func register(_ follower: @escaping Follower) { followers.append(follower) }

    /// Moves everything, in the order of registration.
    func follow(_ change: PositionChange) -> [PositionNotice] {
        changes += 1
        var notices: [PositionNotice] = []
        for follower in followers { follower(change, &notices) }
        for item in items { item.path = item.path.flatMap { change.newPath($0) } }
        return notices
    }

    /// Everything is going to be loaded again.
    func forgetFollowed() {
        changes += 1
        for item in items { item.path = nil }
    }

    /// Keeps the position of an item up to date while a closure runs that calls user code.
    func following<Result>(_ path: ElementPath, _ body: (TrackedItem) throws -> Result) rethrows -> Result {
        let item = TrackedItem(path)
        items.append(item)
        defer { items.removeAll { $0 === item } }
        return try body(item)
    }
}

/// The position of one item; nil when it is no longer in the list.
@MainActor
final class TrackedItem {
    fileprivate(set) var path: ElementPath?

    fileprivate init(_ path: ElementPath) { self.path = path }
}

extension [PositionNotice] {
    /// Calls what is told with the index paths of before the change.
    @MainActor
    func tellBefore() {
        for case .before(let tell) in self { tell() }
    }

    /// Calls the rest.
    @MainActor
    func tellShown() {
        for case .shown(let tell) in self { tell() }
    }
}
