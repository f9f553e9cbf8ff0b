import Foundation
import ListEngineLayout

/// The identities of the selected items, for data sources that supply them (``ItemIdentifying``).
/// Positions of selected items change with each update; identities do not. Identities tell which inserted items are
/// selected: those that were selected when a filter, an update or a reload removed them.
@MainActor
final class KnownSelection {
    private var names = ItemNames()
    /// Whether an item with a name can be outside of the list.
    var mayHide = false
    /// Items that were selected or deselected while their names could not be requested.
    private var unsettled = MarkedItems()
    /// The data source whose items have the names.
    private weak var owner: AnyObject?

    /// Records that an item was selected or deselected.
    func set(_ path: ElementPath, _ isSelected: Bool, in list: CollectionView) {
        guard list.hasItemNames else { return }
        guard list.showsData else {
            if unsettled.isEmpty { list.whenIdle { [weak list] in list?.selection.settleNames() } }
            var open = unsettled
            unsettled = MarkedItems()
            open.insert(path)
            unsettled = open
            return
        }
        guard let name = list.itemName(at: path) else { return }
        prepare(list)
        if isSelected { names.insert(name) } else { names.remove(name) }
    }

    /// Records the items that were selected or deselected while their names could not be requested.
    func settle(_ items: MarkedItems, in list: CollectionView) {
        guard !unsettled.isEmpty, list.showsData else { return }
        let open = unsettled.paths
        unsettled = MarkedItems()
        let changes = list.positions.changes
        for path in open where changes == list.positions.changes { set(path, items.contains(path), in: list) }
    }

    /// Forgets the items that are not in the list. Call it when the user or the program replaces the selection.
    func forgetHidden(_ items: MarkedItems, in list: CollectionView) {
        guard mayHide, list.showsData else { return }
        mayHide = false
        names = ItemNames()
        let changes = list.positions.changes
        for path in items.paths where changes == list.positions.changes { set(path, true, in: list) }
    }

    /// Replaces the selection by items of the data source, even if they are not in the list.
    func replace(by new: [KnownItem], in list: CollectionView) {
        (names, unsettled) = (ItemNames(), MarkedItems())
        prepare(list)
        for name in new { names.insert(name) }
        mayHide = true
    }

    /// Whether an update can insert an item that was selected, or names have to be requested.
    var canReturn: Bool { mayHide || !unsettled.isEmpty }

    func follow(_ edit: SharedEdit?) {
        guard !unsettled.isEmpty else { return }
        var open = unsettled
        open.follow(edit)
        unsettled = open
    }

    /// Calls `body` with the items that an update inserted and that are selected.
    /// - Parameter edit: Nil after a full reload: all items are searched.
    /// - Complexity: O(inserted items), or O(selected items) if they are fewer.
    func forEachReturning(
        after edit: SharedEdit?, _ numbers: [Int: [UInt32]], in list: CollectionView, _ body: (ElementPath) -> Void
    ) {
        guard mayHide, !names.isEmpty, owner === list.dataSource else { return }
        prepare(list)
        list.forEachItem(in: names, insertedBy: edit, numbers, body)
    }

    private func prepare(_ list: CollectionView) {
        if owner !== list.dataSource {
            names = ItemNames()
            owner = list.dataSource
        }
        if let numbering = list.dataSource as? any ItemNumbering { names.follow(numbering.numbering) }
    }

    func renumber(from old: AnyObject, to new: AnyObject, _ translated: ([UInt32]) -> [UInt32]) {
        names.renumber(from: old, to: new, translated)
    }
}

extension CollectionView {
    /// Gives items that are in the list again the state that they had when they were removed: whether they are selected and
    /// focused.
    /// - Parameter edit: The last update; nil after a full reload.
    func restoreByName(after edit: SharedEdit?, _ numbers: [Int: [UInt32]] = [:]) {
        // Most lists have no such items, and a cast of the data source costs more than the rest of a small update.
        guard selection.known.canReturn || keyboard.canReturn, hasItemNames, showsData else { return }
        selection.selectReturning(after: edit, numbers)
        keyboard.focusReturning(after: edit, numbers)
    }

    /// The data source gave new numbers to its items.
    func renumberItems(from old: AnyObject, to new: AnyObject, _ translated: ([UInt32]) -> [UInt32]) {
        sizing.measuredSizes.renumber(from: old, to: new, translated)
        selection.known.renumber(from: old, to: new, translated)
        keyboard.renumber(from: old, to: new, translated)
    }

    var hasItemNames: Bool { dataSource is any ItemIdentifying }

    /// The identity of an item; nil if the data source supplies none, or does not have the items of the list now.
    func itemName(at path: ElementPath) -> KnownItem? {
        guard showsData, let identifying = dataSource as? any ItemIdentifying else { return nil }
        if let numbering = identifying as? any ItemNumbering { return numbering.number(of: path).map { .number($0) } }
        return identifying.collectionView(self, identityOfItemAt: path.indexPath).map { .name($0) }
    }

    /// Calls `body` with items whose identities are among some names: with all those that an update inserted, and
    /// possibly with others.
    /// - Parameters:
    ///   - edit: The last update; nil if all items are to be searched.
    ///   - numbers: The data source's numbers of inserted items, if they are known. By old section index.
    /// - Complexity: O(inserted items), or O(names) if they are fewer and the data source finds all of them.
    func forEachItem(
        in names: ItemNames, insertedBy edit: SharedEdit?, _ numbers: [Int: [UInt32]] = [:],
        _ body: (ElementPath) -> Void
    ) {
        var parts: [(section: Int, items: IndexRuns?, numbers: [UInt32]?)] = []
        var total = 0
        let changes = positions.changes
        for section in edit?.insertedSections ?? Array(0..<layout.numberOfSections) {
            parts.append((section, nil, nil))
            total += layout.numberOfItems(inSection: section)
        }
        if let edit {
            for section in edit.reloadedSections {
                guard let new = edit.newSection(section), edit.newSectionOfItems(section) == nil else { continue }
                parts.append((new, nil, nil))
                total += layout.numberOfItems(inSection: new)
            }
            for (section, map) in edit.items where !map.inserted.isEmpty {
                guard let new = edit.newSectionOfItems(section) else { continue }
                parts.append((new, map.inserted, numbers[section]))
                total += map.inserted.count
            }
        }
        if let numbering = dataSource as? any ItemNumbering {
            if total > 32 * names.count + 64 {
                for number in names.numbers { numbering.path(ofItemNumbered: number).map(body) }
                return
            }
            for (section, items, known) in parts {
                let found = known ?? numbering.numbers(ofItems: items, inSection: section)
                for (place, number) in found.enumerated() where names.contains(number) {
                    body(.item(items.map { $0[place] } ?? place, inSection: section))
                }
            }
            return
        }
        guard let identifying = dataSource as? any ItemIdentifying else { return }
        // A data source may decline a search that would be slow. Then, and for many names, each item is compared by its name.
        if names.count <= 1024, total > 4 * names.count + 64 {
            let found = identifying.collectionView(self, indexPathsOfItemsWithIdentities: names.allNames)
            for path in found.compactMap({ $0.flatMap { ElementPath($0) } })
            where changes == positions.changes && isInList(path) { body(path) }
            if !found.contains(nil) { return }
        }
        for (section, items, _) in parts where changes == positions.changes {
            for range in items.map(\.ranges) ?? [0..<layout.numberOfItems(inSection: section)] {
                for item in range {
                    // The data source may change the list.
                    guard changes == positions.changes else { return }
                    let path = ElementPath.item(item, inSection: section)
                    if let name = itemName(at: path), names.contains(name) { body(path) }
                }
            }
        }
    }
}
