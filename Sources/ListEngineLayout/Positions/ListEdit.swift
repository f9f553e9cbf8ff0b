/// A change of a list, by position: the sections and items that are deleted, inserted and moved, and marks on kept ones.
///
/// Every change takes one road to a layout. A batch of called updates, a changeset, an update that is prepared on another thread
/// and the updates of a toolkit each become a `ListEdit`. It can be checked by the rules of batches
/// (``check(layout:counts:)``), applied to a layout (``apply(to:by:counts:)``), and asked for the position of
/// an element after the change, or for the element that replaces a deleted one (``survivor(of:in:followingMoves:)``).
///
/// Positions of what is deleted or marked are those before the change; positions of what is inserted are those after it.
package struct ListEdit: Sendable {
    // MARK: Sections

    /// Sections that are deleted, inserted or moved, as ascending indices after ``sort()``.
    package private(set) var sections = IndexMap()
    package internal(set) var deletedSections: [Int] = []
    package internal(set) var insertedSections: [Int] = []
    /// Ascending by new index.
    package internal(set) var movedSections: [(from: Int, to: Int)] = []
    private var sectionTargets: [Int: Int] = [:]
    private var sectionSources: [Int: Int] = [:]

    /// Sections with new items. They are laid out from scratch.
    package var reloadedSections: Set<Int> = []
    /// Sections that are laid out from scratch and keep their items and cells.
    package var relaidSections: Set<Int> = []
    /// Sections with another style whose items keep their sizes.
    package var restyledSections: Set<Int> = []
    /// Whether the items of reloaded sections are known to be the same. Values stored by their positions are then
    /// kept, but their views are not.
    package var keepsItemsOfReloadedSections = false

    // MARK: Items

    /// The edits of kept sections, by old section index.
    package var items = ItemMaps()
    package var moves = MoveRuns()
    /// Items with other content, by old section index. Their sizes are requested again.
    package var reloadedItems: [Int: Set<Int>] = [:]
    /// Items whose sizes are requested again. Their identity does not change. By old section index.
    package var resizedItems: [Int: Set<Int>] = [:]
    /// Items whose cells are configured again.
    package var reconfiguredItems: [ElementPath] = []
    /// Sections whose items may all have changed, by their old indices. Their measured sizes are estimates afterwards.
    package var refilledSections: Set<Int> = []
    /// Called updates of items in sections that are deleted, inserted or reloaded as a whole, which includes them.
    /// If called updates cannot be collected, the reason.
    var includedItems: Result<[CalledItem], CollectionViewUpdateError> = .success([])

    package init() {}

    // MARK: Collecting

    package mutating func delete(section: Int) { deletedSections.append(section) }

    package mutating func insert(section: Int) { insertedSections.append(section) }

    package mutating func move(section: Int, to new: Int) { movedSections.append((section, new)) }

    /// Sorts what was added. Call it before anything is read.
    package mutating func sort() {
        items.sort()
        moves.sort()
        guard !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty else { return }
        deletedSections.sort()
        insertedSections.sort()
        movedSections.sort { $0.to < $1.to }
        for move in movedSections {
            sectionTargets[move.from] = move.to
            sectionSources[move.to] = move.from
        }
        sections.deleted = IndexRuns((deletedSections + movedSections.map(\.from)).sorted())
        sections.inserted = IndexRuns((insertedSections + movedSections.map(\.to)).sorted())
    }

    // MARK: From before to after and back

    /// Whether a section is deleted, inserted or moved, so that others have another index.
    package var changesSections: Bool { !sections.deleted.isEmpty || !sections.inserted.isEmpty }

    /// The new index of a section; nil if it was deleted. A reloaded section stays.
    package func newSection(_ old: Int) -> Int? { sectionTargets[old] ?? sections.newIndex(ofKept: old) }

    /// The old index of a section; nil if it was inserted.
    package func oldSection(_ new: Int) -> Int? { sectionSources[new] ?? sections.oldIndex(ofKept: new) }

    /// The new index of a section whose items are known to be the same; nil if it was deleted or has new items.
    package func newSectionOfItems(_ old: Int) -> Int? {
        keepsItemsOfReloadedSections || !reloadedSections.contains(old) ? newSection(old) : nil
    }

    package func isReloaded(_ old: ElementPath) -> Bool { reloadedItems[old.section]?.contains(old.item) ?? false }

    /// The new position of an item; nil if it was deleted, alone or with its section. A reloaded item stays.
    /// Items of a reloaded section count as deleted, unless they are known to be the same.
    package func newPath(_ old: ElementPath) -> ElementPath? {
        if let target = moves.target(of: old) { return target }
        guard let section = newSectionOfItems(old.section) else { return nil }
        guard let map = items[old.section] else { return .item(old.item, inSection: section) }
        return map.newIndex(ofKept: old.item).map { .item($0, inSection: section) }
    }

    /// The old position of an item; nil if it was inserted.
    package func oldPath(_ new: ElementPath) -> ElementPath? {
        if let source = moves.source(of: new) { return source }
        guard let section = oldSection(new.section), !reloadedSections.contains(section) else { return nil }
        guard let map = items[section] else { return .item(new.item, inSection: section) }
        return map.oldIndex(ofKept: new.item).map { .item($0, inSection: section) }
    }

    /// Whether an element moves among the kept ones, alone or with its section.
    package func isMoved(_ old: ElementPath) -> Bool {
        isMoved(section: old.section) || (old.category == .item && moves.target(of: old) != nil)
    }

    func isMoved(section old: Int) -> Bool { sectionTargets[old] != nil }
}

/// A called update of one item.
struct CalledItem: Sendable {
    var path: ElementPath
    var operation: CollectionViewUpdateError.Operation
}
