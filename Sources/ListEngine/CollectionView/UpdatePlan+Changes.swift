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
    /// The changes are not checked, because the result of a differ is consistent. Call ``sortSections()`` after the
    /// last part.
    /// - Parameters:
    ///   - changes: The changes, with section indices that start at 0.
    ///   - oldOffset: The number of sections before these in the old list.
    ///   - newOffset: The number of sections before these in the new list.
    ///   - isMoved: Whether the sections have moved as a whole.
    /// - Complexity: O(sections of the part + runs of changed items + moves log moves).
    mutating func add(
        _ changes: SnapshotChangeset, oldOffset: Int = 0, newOffset: Int = 0, isMoved: Bool = false
    ) {
        keepsItemsOfReloadedSections = true
        let isPlain = changes.sections.isEmpty && !isMoved
        // Without changes of sections, each section is where it was.
        var newSections: [Int?] = []
        if !isPlain {
            newSections = [Int?](repeating: nil, count: changes.oldSectionStarts.count - 1)
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
        }
        if !changes.reloadedSections.isEmpty {
            for pair in changes.reloadedSections { reloadedSections.insert(pair.old + oldOffset) }
        }
        /// The old list index of a section whose item edits are recorded; nil if the section is deleted or inserted.
        func recorded(_ old: Int?) -> Int? {
            old.flatMap { isPlain || newSections[$0] != nil ? $0 + oldOffset : nil }
        }

        addItems(changes, oldOffset, newOffset, recorded)
        if changes.reloadedItemIndices.isEmpty, changes.reconfiguredItemIndices.isEmpty { return }
        // Items that were moved out of a deleted section also count as kept.
        var last: Int?
        for pair in changes.reloadedItems {
            reloadedItems[pair.old.section + oldOffset, default: []].insert(pair.old.item)
            if let key = recorded(pair.old.section), key != last {
                items.add(key)
                last = key
            }
        }
        for pair in changes.reconfiguredItems {
            reconfiguredItems.append(.item(pair.old.item, inSection: pair.old.section + oldOffset))
        }
    }

    /// Adds the deleted, inserted and moved items of kept sections. They are ascending if no section moves.
    private mutating func addItems(
        _ changes: SnapshotChangeset, _ oldOffset: Int, _ newOffset: Int, _ recorded: (Int?) -> Int?
    ) {
        if !changes.items.moves.isEmpty {
            addMoves(changes, oldOffset, newOffset)
        }
        func recordedNew(_ new: Int) -> Int? { recorded(changes.oldSections[new]) }
        if changes.items.moves.isEmpty {
            items.deleted.add(changes.items.deletes.rangeArray, cutAt: changes.oldSectionStarts, recorded)
            items.inserted.add(changes.items.inserts.rangeArray, cutAt: changes.newSectionStarts, recordedNew)
        } else {
            items.deleted.add(Array(changes.items.deletedOrMoved.ranges), cutAt: changes.oldSectionStarts, recorded)
            items.inserted.add(
                Array(changes.items.insertedOrMoved.ranges), cutAt: changes.newSectionStarts, recordedNew)
        }
    }

    private mutating func addMoves(_ changes: SnapshotChangeset, _ oldOffset: Int, _ newOffset: Int) {
        for move in changes.movedItems {
            let from = ElementPath.item(move.old.item, inSection: move.old.section + oldOffset)
            let to = ElementPath.item(move.new.item, inSection: move.new.section + newOffset)
            itemTargets[from] = to
            itemSources[to] = from
        }
    }

    // MARK: Edits by position

    /// Adds the edits of a section that is kept.
    /// - Parameter section: The old index of the section.
    mutating func add(_ edits: PositionalEdits, section: Int) {
        if edits.reloadsAll {
            reloadedSections.insert(section)
            return
        }
        guard !edits.isEmpty else { return }
        items.add(section, deleted: edits.deleted.rangeView, inserted: edits.inserted.rangeView)
        let reloaded = edits.reloaded.subtracting(edits.deleted)
        if !reloaded.isEmpty { reloadedItems[section, default: []].formUnion(reloaded) }
    }

    // MARK: Whole sections

    mutating func delete(section: Int) { deletedSections.append(section) }

    mutating func insert(section: Int) { insertedSections.append(section) }

    mutating func addMove(from: Int, to: Int) {
        movedSections.append((from, to))
        sectionTargets[from] = to
        sectionSources[to] = from
    }

    /// Sorts the added sections and edits in the order that a plan requires.
    mutating func sortSections() {
        items.sort()
        guard !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty else { return }
        deletedSections.sort()
        insertedSections.sort()
        movedSections.sort { $0.to < $1.to }
        sections.deleted = IndexRuns((deletedSections + movedSections.map(\.from)).sorted())
        sections.inserted = IndexRuns((insertedSections + movedSections.map(\.to)).sorted())
    }
}

extension Changeset {
    /// Old indices of deleted and moved elements.
    var deletedOrMoved: IndexRuns {
        moves.isEmpty ? IndexRuns(ranges: deletes.runs) : IndexRuns((deletes + moves.map(\.old)).sorted())
    }

    /// New indices of inserted and moved elements.
    var insertedOrMoved: IndexRuns {
        moves.isEmpty ? IndexRuns(ranges: inserts.runs) : IndexRuns((inserts + moves.map(\.new)).sorted())
    }
}

// MARK: - Against the data source

extension UpdatePlan {
    /// Checks that a plan fits the list, and that the data source matches the result: the number of sections, and the
    /// number of items in edited sections.
    @MainActor
    func check(
        layout: CollectionViewLayout, sectionCount: Int, itemCount: @MainActor (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        let expected = layout.numberOfSections - sections.deleted.count + sections.inserted.count
        guard expected == sectionCount else {
            throw .inconsistentSectionCount(expected: expected, found: sectionCount)
        }
        try checkSections(layout.numberOfSections, sectionCount)
        var counts = ItemCountReader(layout)
        try items.forEachSection { (section, map) throws(CollectionViewUpdateError) in
            guard section < layout.numberOfSections else {
                throw .sectionOutOfRange(.delete, section: section, count: layout.numberOfSections)
            }
            guard let after = newSection(section), !reloadedSections.contains(section) else { return }
            let before = counts.count(ofSection: section)
            if let item = map.deleted.outside(of: before) {
                throw .itemOutOfRange(.delete, section: section, item: item, count: before)
            }
            let expected = before - map.deleted.count + map.inserted.count
            let found = itemCount(after)
            guard expected == found else {
                throw .inconsistentItemCount(section: after, expected: expected, found: found)
            }
            if let item = map.inserted.outside(of: found) {
                throw .itemOutOfRange(.insert, section: after, item: item, count: found)
            }
        }
        func checkBefore(
            _ path: ElementPath, _ operation: CollectionViewUpdateError.Operation
        ) throws(CollectionViewUpdateError) {
            try path.checkItem(
                operation, sectionCount: layout.numberOfSections, itemCount: layout.numberOfItems(inSection:))
        }
        if !reloadedItems.isEmpty {
            for (section, items) in reloadedItems {
                for item in items { try checkBefore(.item(item, inSection: section), .reload) }
            }
        }
        for path in reconfiguredItems { try checkBefore(path, .reconfigure) }
        guard !itemTargets.isEmpty else { return }
        var found: [Int: Int] = [:]
        for (from, to) in itemTargets {
            try checkBefore(from, .moveFrom)
            try to.checkItem(.moveTo, sectionCount: sectionCount) { section in
                let count = found[section] ?? itemCount(section)
                found[section] = count
                return count
            }
        }
    }

    /// Whether the list has these numbers of items after the update.
    @MainActor
    func leads(from layout: CollectionViewLayout, to counts: [Int]) -> Bool {
        do {
            try check(layout: layout, sectionCount: counts.count) { counts[$0] }
        } catch {
            return false
        }
        let edited = Set(items.map { $0.section }).union(reloadedSections)
        var before = ItemCountReader(layout)
        return (0..<layout.numberOfSections).allSatisfy { section in
            guard !edited.contains(section), let new = newSection(section) else { return true }
            return before.count(ofSection: section) == counts[new]
        }
    }

    private func checkSections(_ oldCount: Int, _ newCount: Int) throws(CollectionViewUpdateError) {
        if let section = sections.deleted.outside(of: oldCount) {
            throw .sectionOutOfRange(.delete, section: section, count: oldCount)
        }
        if let section = sections.inserted.outside(of: newCount) {
            throw .sectionOutOfRange(.insert, section: section, count: newCount)
        }
        if reloadedSections.isEmpty, relaidSections.isEmpty, restyledSections.isEmpty { return }
        for section in reloadedSections where !(0..<oldCount).contains(section) {
            throw .sectionOutOfRange(.reload, section: section, count: oldCount)
        }
        for section in relaidSections.union(restyledSections) where !(0..<oldCount).contains(section) {
            throw .sectionOutOfRange(.reload, section: section, count: oldCount)
        }
    }
}

extension ElementPath {
    /// Checks that an item exists in a list with these counts.
    func checkItem(
        _ operation: CollectionViewUpdateError.Operation, sectionCount: Int, itemCount: (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        guard (0..<sectionCount).contains(section) else {
            throw .sectionOutOfRange(operation, section: section, count: sectionCount)
        }
        let count = itemCount(section)
        guard (0..<count).contains(item) else {
            throw .itemOutOfRange(operation, section: section, item: item, count: count)
        }
    }
}
