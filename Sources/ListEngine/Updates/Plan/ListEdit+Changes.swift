import ListEngineDiff
import ListEngineLayout

extension ListEdit {
    /// The changes between two snapshots of the whole list.
    init(_ changes: SnapshotChangeset) {
        self.init()
        add(changes)
        sort()
    }

    /// Adds the changes of some consecutive sections.
    ///
    /// The changes are not checked, because the result of a differ is consistent. Call ``sort()`` after the
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
                if isMoved { move(section: old + oldOffset, to: new + newOffset) }
            }
            if !isMoved {
                for pair in changes.sections.moves { move(section: pair.old + oldOffset, to: pair.new + newOffset) }
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
            items.deleted.add(changes.items.deletedOrMoved.ranges, cutAt: changes.oldSectionStarts, recorded)
            items.inserted.add(
                changes.items.insertedOrMoved.ranges, cutAt: changes.newSectionStarts, recordedNew)
        }
    }

    private mutating func addMoves(_ changes: SnapshotChangeset, _ oldOffset: Int, _ newOffset: Int) {
        for move in changes.movedItems {
            let from = ElementPath.item(move.old.item, inSection: move.old.section + oldOffset)
            let to = ElementPath.item(move.new.item, inSection: move.new.section + newOffset)
            moves.add(from: from, to: to)
        }
    }

    // MARK: Edits by position

    /// Adds the edits of a provider's sections.
    /// - Parameters:
    ///   - sections: The sections of the provider before the update.
    ///   - first: Its first section after the update.
    mutating func add(_ edits: ProviderEdits, sections: Range<Int>, newFirst first: Int) {
        for section in edits.deletedSections where section < sections.count {
            delete(section: sections.lowerBound + section)
        }
        for section in edits.insertedSections { insert(section: first + section) }
        for move in edits.moves {
            let from = ElementPath.item(move.from.item, inSection: sections.lowerBound + move.from.section)
            moves.add(from: from, to: .item(move.to.item, inSection: first + move.to.section))
        }
        for (section, edits) in edits.sectionsWithMoves where section >= 0 && section < sections.count {
            add(edits, section: sections.lowerBound + section)
        }
    }

    /// Adds the edits of a section that is kept.
    /// - Parameter section: The old index of the section.
    private mutating func add(_ edits: PositionalEdits, section: Int) {
        if edits.reloadsAll {
            reloadedSections.insert(section)
            return
        }
        guard !edits.isEmpty else { return }
        items.add(section, deleted: Array(edits.deleted.rangeView), inserted: Array(edits.inserted.rangeView))
        let reloaded = edits.reloaded.subtracting(edits.deleted)
        if !reloaded.isEmpty { reloadedItems[section, default: []].formUnion(reloaded) }
    }
}

extension Changeset {
    /// Old indices of deleted and moved elements.
    var deletedOrMoved: IndexRuns {
        moves.isEmpty ? IndexRuns(ranges: deletes.rangeArray) : IndexRuns((deletes + moves.map(\.old)).sorted())
    }

    /// New indices of inserted and moved elements.
    var insertedOrMoved: IndexRuns {
        moves.isEmpty ? IndexRuns(ranges: inserts.rangeArray) : IndexRuns((inserts + moves.map(\.new)).sorted())
    }
}
