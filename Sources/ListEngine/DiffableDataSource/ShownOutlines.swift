import Foundation
import ListEngineDiff

/// Handlers for items of outlines that are expanded and collapsed.
///
///     var handlers = SectionSnapshotHandlers<String>()
///     handlers.canLoadChildren = { path in path.hasSuffix("/") }
///     handlers.snapshotForExpandingParent = { path, _ in
///         var children = SectionSnapshot<String>()
///         children.append([path + "a", path + "b/"])
///         return children
///     }
@MainActor
public struct SectionSnapshotHandlers<ItemIdentifier: Hashable> {
    /// Returns whether the user can expand an item. Without it, every expandable item can be expanded.
    public var shouldExpandItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when the user expands an item, before the list changes.
    public var willExpandItem: (@MainActor (ItemIdentifier) -> Void)?

    /// Returns whether the user can collapse an item. Without it, every expanded item can be collapsed.
    public var shouldCollapseItem: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when the user collapses an item, before the list changes.
    public var willCollapseItem: (@MainActor (ItemIdentifier) -> Void)?

    /// Returns whether an item without children gets some when it is expanded, from ``snapshotForExpandingParent``.
    public var canLoadChildren: (@MainActor (ItemIdentifier) -> Bool)?

    /// Called when an item is expanded, by the user or by the program, with the tree below the item. Returns the tree that
    /// replaces it.
    public var snapshotForExpandingParent:
        (@MainActor (ItemIdentifier, SectionSnapshot<ItemIdentifier>) -> SectionSnapshot<ItemIdentifier>)?

    /// Loads the children of an item that has none, when it is expanded and ``canLoadChildren`` permits it. They are shown when the
    /// closure returns, if the item still has no other children. If it throws, a ``failedItem`` says so. Without one, the item is collapsed,
    /// so that the user can try again. An item is not loaded twice at the same time. The task of the closure is cancelled by
    /// ``DiffableDataSource/cancelLoading(childrenOf:)``, and when the data source is released.
    public var loadChildren: (@MainActor (ItemIdentifier) async throws -> SectionSnapshot<ItemIdentifier>)?

    /// Returns the identifier of the item that is shown as the only child while ``loadChildren`` runs. It belongs to no other parent. Its
    /// cell can show ``ItemContent/loading(_:cancel:)``. Without it, nothing is shown.
    public var loadingItem: (@MainActor (ItemIdentifier) -> ItemIdentifier)?

    /// Returns the identifier of the item that is shown as the only child when ``loadChildren`` has thrown an error. It belongs to no other
    /// parent. Its cell can show ``ItemContent/failed(_:text:retry:)``. In the list of a ``DiffableDataSource``, the primary action of the item, such
    /// as the return key or a double click, loads the children again. A `CancellationError` collapses the parent instead.
    public var failedItem: (@MainActor (ItemIdentifier, any Error) -> ItemIdentifier)?

    public init() {}
}

/// The children of an item while they are being loaded, or after they could not be loaded.
@MainActor
package final class ChildrenLoad<ItemIdentifier: Hashable> {
    /// The item that says so, if one is shown.
    var sign: ItemIdentifier?
    var task: Task<Void, Never>?

    var isRunning: Bool { task != nil }
    /// The item that says that the children could not be loaded.
    var failedSign: ItemIdentifier? { isRunning ? nil : sign }

    init(failed sign: ItemIdentifier? = nil) { self.sign = sign }

    deinit { task?.cancel() }

    func end() {
        task?.cancel()
        task = nil
    }
}

/// The outlines of a list, by section. An outline belongs to the list as long as its section has the items that the outline
/// shows: when another update changes these items, the section is an ordinary one again.
package struct ShownOutlines<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    package typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    package typealias Outline = SectionSnapshot<ItemIdentifier>

    private struct Entry {
        var outline: Outline
        /// The list whose section shows the outline, until it is shown itself; nil for the shown list. The list of one outline
        /// says nothing about the others, whose items may have been changed before it in the same turn.
        var coming: Snapshot?
    }

    private var entries = [SectionIdentifier: Entry]()
    /// The items whose children are being loaded or could not be loaded.
    var loads = [ItemIdentifier: ChildrenLoad<ItemIdentifier>]()
    /// Whether there has been an outline, so that cells may hold the state of one.
    package private(set) var wereUsed = false

    package init() {}

    subscript(section: SectionIdentifier) -> Outline? { entries[section]?.outline }

    /// Returns the outline of a section, if the section has the items of this outline in a list that follows the one shown.
    func outline(of section: SectionIdentifier, in next: Snapshot, shown: Snapshot) -> Outline? {
        guard let entry = entries[section], next.hasSameItems(inSection: section, as: entry.coming ?? shown) else {
            return nil
        }
        return entry.outline
    }

    /// Replaces the outline of a section, together with the list that shows it.
    mutating func set(_ outline: Outline, of section: SectionIdentifier, in next: Snapshot) {
        entries[section] = Entry(outline: outline, coming: next)
        wereUsed = true
    }

    /// Changes an outline in place, together with the list that shows it. Does nothing if the section has none.
    mutating func change(_ section: SectionIdentifier, in next: Snapshot, _ change: (inout Outline) -> Void) {
        guard entries[section] != nil else { return }
        change(&entries[section]!.outline)
        entries[section]!.coming = next
    }

    /// The section in whose outline an item is: the one that shows it, or else the first whose outline hides it.
    /// - Complexity: O(sections) for an item that is hidden.
    func section(of item: ItemIdentifier, in next: Snapshot) -> SectionIdentifier? {
        next.sectionIdentifier(containingItem: item)
            ?? next.sectionIdentifiers.first { entries[$0]?.outline.contains(item) == true }
    }

    /// Forgets the failures that no outline shows any more.
    /// - Complexity: O(failures · sections).
    @MainActor
    mutating func removeFailures() {
        for (item, load) in loads where !load.isRunning {
            let isShown = load.sign.map { sign in entries.values.contains { $0.outline.contains(sign) } } ?? false
            if !isShown { loads[item] = nil }
        }
    }

    /// Forgets the outlines of sections whose items have changed otherwise.
    /// - Complexity: O(blocks of items) for each outline, if the two lists are related.
    package mutating func follow(from old: Snapshot, to new: Snapshot) {
        guard !entries.isEmpty else { return }
        for (section, entry) in entries {
            if new.hasSameItems(inSection: section, as: entry.coming ?? old) {
                entries[section]?.coming = nil
            } else {
                entries[section] = nil
            }
        }
    }
}
