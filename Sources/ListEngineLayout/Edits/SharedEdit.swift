/// A finished edit that several owners share. Questions to a stored ``ListEdit`` from another module copy its twenty references;
/// questions to this object copy none.
package final class SharedEdit: Sendable {
    private let edit: ListEdit

    package init(_ edit: consuming ListEdit) { self.edit = edit }

    package var items: ItemMaps { edit.items }
    package var moves: MoveRuns { edit.moves }
    package var insertedSections: [Int] { edit.insertedSections }
    package var reloadedSections: Set<Int> { edit.reloadedSections }
    package var refilledSections: Set<Int> { edit.refilledSections }
    package var reloadedItems: [Int: Set<Int>] { edit.reloadedItems }
    package var reconfiguredItems: [ElementPath] { edit.reconfiguredItems }
    package var relaysSections: Bool { !edit.relaidSections.isEmpty }
    package var movesItems: Bool { !edit.moves.isEmpty }
    package var changesSections: Bool { edit.changesSections }

    /// Whether an item's new position follows from the edits of its section alone, and every kept item keeps its cell.
    package var isPlain: Bool { edit.moves.isEmpty && edit.reloadedItems.isEmpty && edit.reloadedSections.isEmpty }

    package func newSection(_ old: Int) -> Int? { edit.newSection(old) }
    package func newSectionOfItems(_ old: Int) -> Int? { edit.newSectionOfItems(old) }
    package func oldSection(_ new: Int) -> Int? { edit.oldSection(new) }
    package func newPath(_ old: ElementPath) -> ElementPath? { edit.newPath(old) }
    package func oldPath(_ new: ElementPath) -> ElementPath? { edit.oldPath(new) }
    package func isReloaded(_ old: ElementPath) -> Bool { edit.isReloaded(old) }
    package func isReloaded(section old: Int) -> Bool { edit.reloadedSections.contains(old) }
    package func isMoved(_ old: ElementPath) -> Bool { edit.isMoved(old) }
    package func itemMap(ofSection old: Int) -> IndexMap { edit.items[old] ?? IndexMap() }
    package func firstChange(ofSection old: Int) -> Int { edit.items.firstChange(ofSection: old) }
    package func changesItems(ofSection old: Int) -> Bool { edit.items[old] != nil }

    /// See ``ListEdit/survivor(of:in:followingMoves:)``.
    package func survivor(
        of path: ElementPath, in layout: CollectionViewLayout, followingMoves: Bool
    ) -> (before: ElementPath, after: ElementPath)? {
        edit.survivor(of: path, in: layout, followingMoves: followingMoves)
    }

    /// See ``ListEdit/counts(sections:itemCount:)``.
    @MainActor
    package func counts(sections: Int, itemCount: @MainActor (_ section: Int) -> Int) -> EditCounts {
        edit.counts(sections: sections, itemCount: itemCount)
    }

    /// See ``ListEdit/check(layout:counts:)``.
    package func check(layout: CollectionViewLayout, counts: EditCounts) throws(CollectionViewUpdateError) {
        try edit.check(layout: layout, counts: counts)
    }

    /// See ``ListEdit/checkCounts(layout:counts:)``.
    package func checkCounts(layout: CollectionViewLayout, counts: EditCounts) throws(CollectionViewUpdateError) {
        try edit.checkCounts(layout: layout, counts: counts)
    }

    /// See ``ListEdit/leads(from:to:)``.
    package func leads(from layout: CollectionViewLayout, to counts: [Int]) -> Bool {
        edit.leads(from: layout, to: counts)
    }

    /// See ``ListEdit/apply(to:by:counts:)``.
    @MainActor
    package func apply(
        to layout: inout CollectionViewLayout, by recipe: any CollectionViewLayoutRecipe, counts: EditCounts
    ) throws(LayoutError) -> [Int] {
        try edit.apply(to: &layout, by: recipe, counts: counts)
    }
}
