import ListEngineDiff
import ListEngineLayout

extension UpdatePlan {
    /// The changes between two snapshots of the whole list.
    init(_ changes: SnapshotChangeset) {
        add(changes)
        sortSections()
    }

    /// Adds the changes of some neighbouring sections.
    ///
    /// Nothing is checked: what a differ has found contradicts nothing. After the last part ``sortSections()`` is due.
    /// - Parameters:
    ///   - changes: Counts sections from 0.
    ///   - oldOffset: The sections before these in the list before.
    ///   - newOffset: The sections before these in the list after.
    ///   - isMoved: The sections have moved as a whole.
    /// - Complexity: O(sections of the part + runs of changed items + moves log moves).
    mutating func add(
        _ changes: SnapshotChangeset, oldOffset: Int = 0, newOffset: Int = 0, isMoved: Bool = false
    ) {
        var newSections = [Int?](repeating: nil, count: changes.oldSectionStarts.count - 1)
        for (new, old) in changes.oldSections.enumerated() {
            guard let old else { continue }
            newSections[old] = new
            if isMoved { addMove(from: old + oldOffset, to: new + newOffset) }
        }
        if !isMoved {
            for move in changes.sections.moves { addMove(from: move.old + oldOffset, to: move.new + newOffset) }
        }
        for section in changes.sections.deletes { delete(section: section + oldOffset) }
        for section in changes.sections.inserts { insert(section: section + newOffset) }
        for pair in changes.reloadedSections { reloadedSections.insert(pair.old + oldOffset) }
        keepsItemsOfReloadedSections = true
        /// The section before that an item belongs to whose edits are to be told; nil where its section comes or goes.
        func told(_ old: Int?) -> Int? { old.flatMap { newSections[$0] == nil ? nil : $0 + oldOffset } }

        Self.forEachSection(changes.items.deletes, changes.oldSectionStarts, told) { section, indices in
            items[section, default: IndexMap()].gone.append(contentsOf: indices)
        }
        func toldNew(_ new: Int) -> Int? { told(changes.oldSections[new]) }
        Self.forEachSection(changes.items.inserts, changes.newSectionStarts, toldNew) { section, indices in
            items[section, default: IndexMap()].come.append(contentsOf: indices)
        }
        addItemMoves(changes, oldOffset, newOffset, told)
        // Those that come out of a section that goes stay as well.
        for pair in changes.reloadedItems {
            reloadedItems[pair.old.section + oldOffset, default: []].insert(pair.old.item)
            if let key = told(pair.old.section), items[key] == nil { items[key] = IndexMap() }
        }
        for pair in changes.reconfiguredItems {
            reconfiguredItems.append(.item(pair.old.item, inSection: pair.old.section + oldOffset))
        }
    }

    private mutating func addItemMoves(
        _ changes: SnapshotChangeset, _ oldOffset: Int, _ newOffset: Int, _ told: (Int?) -> Int?
    ) {
        var unsorted: Set<Int> = []
        for move in changes.movedItems {
            let from = ElementPath.item(move.old.item, inSection: move.old.section + oldOffset)
            let to = ElementPath.item(move.new.item, inSection: move.new.section + newOffset)
            itemTargets[from] = to
            itemSources[to] = from
            if let key = told(move.old.section) {
                items[key, default: IndexMap()].gone.append(from.item)
                unsorted.insert(key)
            }
            if let key = told(changes.oldSections[move.new.section]) {
                items[key, default: IndexMap()].come.append(to.item)
                unsorted.insert(key)
            }
        }
        for key in unsorted {
            items[key]?.gone.sort()
            items[key]?.come.sort()
        }
    }

    // MARK: Edits by position

    /// Adds the edits of a section that stays.
    /// - Parameter section: Its index before.
    mutating func add(_ edits: PositionalEdits, section: Int) {
        if edits.reloadsAll {
            reloadedSections.insert(section)
            return
        }
        guard !edits.isEmpty else { return }
        items[section, default: IndexMap()].gone.append(contentsOf: edits.deleted)
        items[section, default: IndexMap()].come.append(contentsOf: edits.inserted)
        let reloaded = edits.reloaded.subtracting(edits.deleted)
        if !reloaded.isEmpty { reloadedItems[section, default: []].formUnion(reloaded) }
    }

    // MARK: Whole sections

    mutating func delete(section: Int) {
        deletedSections.append(section)
        sections.gone.append(section)
    }

    mutating func insert(section: Int) {
        insertedSections.append(section)
        sections.come.append(section)
    }

    mutating func addMove(from: Int, to: Int) {
        movedSections.append((from, to))
        sections.gone.append(from)
        sections.come.append(to)
        sectionTargets[from] = to
        sectionSources[to] = from
    }

    /// Brings the sections that were added into the order in which a plan holds them.
    mutating func sortSections() {
        sections.gone.sort()
        sections.come.sort()
        deletedSections.sort()
        insertedSections.sort()
        movedSections.sort { $0.to < $1.to }
    }

    /// Cuts indices that count through all sections at the sections' bounds.
    /// - Parameter key: What a section is called; nil: its items are passed over.
    private static func forEachSection(
        _ indices: Changeset.IndexList, _ starts: [Int], _ key: (Int) -> Int?,
        _ body: (_ key: Int, _ items: [Int]) -> Void
    ) {
        guard !indices.isEmpty else { return }
        var section = 0
        var name = key(0)
        var items: [Int] = []
        for run in indices.runs {
            var start = run.lowerBound
            while start < run.upperBound {
                if starts[section + 1] <= start {
                    if let name, !items.isEmpty { body(name, items) }
                    items.removeAll(keepingCapacity: true)
                    while starts[section + 1] <= start { section += 1 }
                    name = key(section)
                }
                let end = min(run.upperBound, starts[section + 1])
                if name != nil { items.append(contentsOf: start - starts[section]..<end - starts[section]) }
                start = end
            }
        }
        if let name, !items.isEmpty { body(name, items) }
    }
}

// MARK: - Against the data source

extension UpdatePlan {
    /// Checks that a data source has what the plan leads to: the number of sections, and of items where there are edits.
    func check(
        layout: CollectionViewLayout, sectionCount: Int, itemCount: (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        let expected = layout.numberOfSections - sections.gone.count + sections.come.count
        guard expected == sectionCount else {
            throw .inconsistentSectionCount(expected: expected, found: sectionCount)
        }
        for section in items.keys.sorted() {
            guard let map = items[section], let after = newSection(section), !reloadedSections.contains(section) else {
                continue
            }
            let before = layout.numberOfItems(inSection: section)
            for item in [map.gone.first, map.gone.last] {
                guard let item, !(0..<before).contains(item) else { continue }
                throw .itemOutOfRange(.delete, section: section, item: item, count: before)
            }
            let expected = before - map.gone.count + map.come.count
            let found = itemCount(after)
            guard expected == found else {
                throw .inconsistentItemCount(section: after, expected: expected, found: found)
            }
            for item in [map.come.first, map.come.last] {
                guard let item, !(0..<found).contains(item) else { continue }
                throw .itemOutOfRange(.insert, section: after, item: item, count: found)
            }
        }
        for (section, items) in reloadedItems {
            let count = layout.numberOfItems(inSection: section)
            if let item = items.first(where: { !(0..<count).contains($0) }) {
                throw .itemOutOfRange(.reload, section: section, item: item, count: count)
            }
        }
    }
}
