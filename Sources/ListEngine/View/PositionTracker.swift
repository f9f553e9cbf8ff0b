import ListEngineLayout

/// A notification of user code about a change. It is sent when all positions are those after the change.
enum PositionNotice {
    /// Uses the index paths before the change.
    case before(@MainActor () -> Void)
    /// Sent when the next pass has shown the change.
    case shown(@MainActor () -> Void)
}

/// Updates all values that a list stores by position when the list changes.
///
/// Parts of the list move their positions in ``ViewPart/follow(_:_:)``. An index path that is needed after a call of user code is
/// tracked with `following(_:_:)`.
@MainActor
final class PositionTracker {
    /// The parts of the list, in the order in which they follow. The list holds them in constants and calls the tracker, so calling them
    /// counts no references.
    var parts: [Unmanaged<ViewPart>] = []
    private var items: [TrackedItem] = []

    /// Whether the positions are those of the data. They are not before a full reload. It also
    /// notices that user code released the data source.
    var areCurrent: @MainActor () -> Bool = { true }

    /// A number that is another one after a change, even after a request for a full reload. Code that iterates over
    /// many positions and calls user code stops when it is another one.
    var changes: Int { areCurrent() ? followed : ~followed }
    private var followed = 0

    /// Updates all positions, in the order of registration.
    func follow(_ edit: SharedEdit?) -> [PositionNotice] {
        followed += 1
        var notices: [PositionNotice] = []
        for part in parts { part.uncounted { $0.follow(edit, &notices) } }
        for item in items { item.stored = item.stored.flatMap { edit?.newPath($0) } }
        return notices
    }

    /// A full reload will follow.
    func forgetFollowed() {
        followed += 1
        for item in items { item.stored = nil }
    }

    /// Keeps the positions of items up to date while a closure runs that calls user code.
    func followingAll<Result>(_ paths: [ElementPath], _ body: ([TrackedItem]) throws -> Result) rethrows -> Result {
        let before = items
        let new = paths.map { TrackedItem($0, self) }
        items = before + new
        // Calls within the closure end before it, so the others are those from before.
        defer { items = before }
        return try body(new)
    }

    /// Keeps the position of an item up to date while a closure runs that calls user code.
    func following<Result>(_ path: ElementPath, _ body: (TrackedItem) throws -> Result) rethrows -> Result {
        let item = TrackedItem(path, self)
        // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
        var tracked = items
        tracked.append(item)
        items = tracked
        defer {
            var tracked = items
            tracked.removeAll { $0 === item }
            items = tracked
        }
        return try body(item)
    }
}

/// The position of one item; nil if it is no longer in the list.
@MainActor
final class TrackedItem {
    fileprivate var stored: ElementPath?
    private let tracker: PositionTracker

    fileprivate init(_ path: ElementPath, _ tracker: PositionTracker) {
        stored = path
        self.tracker = tracker
    }

    var path: ElementPath? { tracker.areCurrent() ? stored : nil }
}

extension [PositionNotice] {
    /// Sends the notices that use the index paths before the change.
    @MainActor
    func sendBefore() {
        for case .before(let tell) in self { tell() }
    }

    /// Sends the other notices.
    @MainActor
    func sendShown() {
        for case .shown(let tell) in self { tell() }
    }
}
