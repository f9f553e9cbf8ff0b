import Foundation
import ListEngineDiff
import ListEngineLayout

/// Describes sections on any thread. It is the counterpart of a `CollectionViewLayoutRecipe`, which runs on the main
/// actor.
///
/// It is a value and not a closure, so that a closure that follows a call is the call's completion.
public struct SharedSectionRecipes: Sendable {
    private let describe: @Sendable (Int, [Range<Int>]?, SectionLayoutContext) -> SectionRecipe

    /// - Parameter describe: Called with the index of the section after the update; the ascending ranges of items whose
    ///   sizes are needed, nil for all items, or no ranges if only the style is needed; and the container.
    public init(
        _ describe:
            @escaping @Sendable (
                _ section: Int, _ items: [Range<Int>]?, _ context: SectionLayoutContext
            ) -> SectionRecipe
    ) {
        self.describe = describe
    }

    func callAsFunction(
        _ section: Int, _ items: [Range<Int>]?, _ context: SectionLayoutContext
    ) -> SectionRecipe {
        describe(section, items, context)
    }
}

/// An update that was prepared on another thread: the differences, the new positions and, if possible, the new
/// layout.
///
/// It is a value made from one version of a list, and can be applied to that version only. Keeping or dropping it has
/// no effect on the list. See ``DiffableDataSource/prepare(_:recipes:completion:)`` and
/// ``DiffableDataSource/swapIn(_:animatingDifferences:completion:)``.
public struct PreparedUpdate<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    /// The snapshot that the list will show, after its marks for reload and reconfiguration were processed.
    public let snapshot: Snapshot

    /// The changes from the shown snapshot.
    public let changes: SnapshotChangeset

    /// The layouts before and after; nil if the layout is edited when the update is shown.
    public var layouts: (before: CollectionViewLayout, after: CollectionViewLayout)? {
        layout.map { ($0.before, $0.after) }
    }

    /// The reason why the layout was not prepared. Nil if it was, or if no recipes were passed. Sections with their
    /// own layout are laid out by it on the main actor.
    public let layoutRefusal: LayoutError?

    let version: DataVersion
    let edit: SharedEdit
    /// The data source's numbers of inserted items, by old section index.
    let insertedNumbers: [Int: [UInt32]]
    let layout: PreparedLayout?
}

extension PreparedUpdate: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}

/// The version of some data. No other version in the process is equal to it: a data source at the address of a released
/// one has different versions.
struct DataVersion: Sendable, Hashable {
    private let number: UInt64

    /// A new version.
    @MainActor init() {
        Self.last += 1
        number = Self.last
    }

    @MainActor private static var last: UInt64 = 0
}

/// A layout that was edited in advance.
struct PreparedLayout: Sendable {
    let before: CollectionViewLayout
    let after: CollectionViewLayout
    /// Sections that were laid out from scratch.
    let relaidOut: Set<Int>
    /// Sizes that were measured in the old list since this layout was created.
    var since: [SizePreference] = []
}

/// The result of showing a prepared update.
public enum PreparedUpdateOutcome: Sendable, Hashable {
    /// The update is shown, and the prepared layout replaced the old one.
    case swapped
    /// The update is shown, and the layout was edited now. Either no layout was prepared, or the list's layout
    /// changed since: other than by measured sizes, or because another update was prepared.
    case edited
    /// Nothing was done, because the data source no longer has the data from which the update was prepared.
    case stale
    /// Nothing was done, because the list is being laid out or updated, or other updates wait to be shown.
    case busy
}

/// An update that is being prepared. It can be cancelled at any time and on any thread.
public final class UpdatePreparation: Sendable {
    private let state = State()

    /// Guarded by its own lock.
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        var isCancelled = false
        var whenCancelled: (@Sendable () -> Void)?
    }

    init() {}

    /// Cancels the update. Its completion is called with `CancellationError`, unless it was called already. The list
    /// does not change.
    public func cancel() {
        let action = state.lock.withLock {
            state.isCancelled = true
            defer { state.whenCancelled = nil }
            return state.whenCancelled
        }
        action?()
    }

    /// Sets the closure that is called when the update is cancelled; immediately, if it was cancelled before.
    func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.lock.withLock {
            if !state.isCancelled { state.whenCancelled = action }
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    public var isCancelled: Bool { state.lock.withLock { state.isCancelled } }

    func check() throws { if isCancelled { throw CancellationError() } }
}
