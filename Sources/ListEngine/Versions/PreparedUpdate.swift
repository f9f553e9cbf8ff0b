import Foundation
import ListEngineDiff
import ListEngineLayout

/// Describes sections on any thread: what a `CollectionViewLayoutRecipe` does on the main actor.
///
/// - Parameters of the call: The section after the update; ranges of its items, ascending, whose sizes are wanted, or nil
///   for all of them (none where only the style is); and the container.
public typealias SharedSectionRecipes =
    @Sendable (_ section: Int, _ items: [Range<Int>]?, _ context: SectionLayoutContext) -> SectionRecipe

/// An update that was worked out ahead, on another thread: what has changed, where everything goes, and where it can be made
/// there, the layout after it.
///
/// It is a value made from one version of a list, and fits that one alone. Keeping it, or letting it go, changes nothing.
/// See ``DiffableDataSource/prepare(_:recipes:completion:)`` and
/// ``DiffableDataSource/swapIn(_:animatingDifferences:completion:)``.
public struct PreparedUpdate<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    /// What the list will show, its marks for reload and reconfiguration done.
    public let snapshot: Snapshot

    /// From what the list showed.
    public let changes: SnapshotChangeset

    /// The layouts before and after; nil where the layout is edited when the update is shown.
    public var layouts: (before: CollectionViewLayout, after: CollectionViewLayout)? {
        layout.map { ($0.before, $0.after) }
    }

    /// Why the layout is not prepared; nil where it is, and where no recipes were given. Sections that have a layout of
    /// their own are laid out by it, on the main actor.
    public let layoutRefusal: LayoutError?

    let version: DataVersion
    let plan: UpdatePlan
    let layout: PreparedLayout?
}

extension PreparedUpdate: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}

/// What a data source had when an update was prepared.
struct DataVersion: Sendable, Hashable {
    let source: ObjectIdentifier
    let number: Int
}

/// A layout that was edited ahead.
struct PreparedLayout: Sendable {
    let before: CollectionViewLayout
    let after: CollectionViewLayout
    /// Sections that were laid out from scratch.
    let relaidOut: Set<Int>
    /// What was measured of the list before since this was made.
    var since: [SizeWish] = []
}

/// What became of a prepared update.
public enum PreparedUpdateOutcome: Sendable, Hashable {
    /// It is shown, and the layout that was prepared has taken the place of the one before.
    case swapped
    /// It is shown. The layout was not prepared, or it had changed since (otherwise than by sizes that were measured, or another
    /// update was prepared meanwhile), and was edited now.
    case edited
    /// Nothing was done: the data source has other data than that which the update was prepared from.
    case stale
    /// Nothing was done: the list is being laid out or updated, or updates wait to be shown.
    case busy
}

/// An update that is being prepared, and may be given up at any time and on any thread.
public final class UpdatePreparation: Sendable {
    private let state = State()

    /// Locked by itself.
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isCancelled = false
    }

    init() {}

    /// Gives the update up. Its completion is called with `CancellationError`, unless it was called already. The list is as
    /// it was in either case.
    public func cancel() { state.lock.withLock { state.isCancelled = true } }

    public var isCancelled: Bool { state.lock.withLock { state.isCancelled } }

    func check() throws { if isCancelled { throw CancellationError() } }
}
