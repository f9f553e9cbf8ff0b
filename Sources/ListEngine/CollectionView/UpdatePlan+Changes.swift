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

        addItems(changes, oldOffset, newOffset, told)
        // Those that come out of a section that goes stay as well.
        var last: Int?
        for pair in changes.reloadedItems {
            reloadedItems[pair.old.section + oldOffset, default: []].insert(pair.old.item)
            if let key = told(pair.old.section), key != last {
                items.add(key)
                last = key
            }
        }
        for pair in changes.reconfiguredItems {
            reconfiguredItems.append(.item(pair.old.item, inSection: pair.old.section + oldOffset))
        }
    }

    /// Adds what goes and comes in sections that stay, a section at a time and ascending where no sections move.
    private mutating func addItems(
        _ changes: SnapshotChangeset, _ oldOffset: Int, _ newOffset: Int, _ told: (Int?) -> Int?
    ) {
        for move in changes.movedItems {
            let from = ElementPath.item(move.old.item, inSection: move.old.section + oldOffset)
            let to = ElementPath.item(move.new.item, inSection: move.new.section + newOffset)
            itemTargets[from] = to
            itemSources[to] = from
        }
        let (all, moves) = (changes.items, changes.items.moves)
        func toldNew(_ new: Int) -> Int? { told(changes.oldSections[new]) }
        var (gone, come): (ItemRuns, ItemRuns)
        if moves.isEmpty {
            gone = ItemRuns(all.deletes.runs, changes.oldSectionStarts, told)
            come = ItemRuns(all.inserts.runs, changes.newSectionStarts, toldNew)
        } else {
            gone = ItemRuns(IndexMap.runs((all.deletes + moves.map(\.old)).sorted()), changes.oldSectionStarts, told)
            come = ItemRuns(IndexMap.runs((all.inserts + moves.map(\.new)).sorted()), changes.newSectionStarts, toldNew)
        }
        come.sort()
        var next = 0
        for part in gone.parts {
            while next < come.parts.count, come.parts[next].section < part.section {
                items.add(come.parts[next].section, come: come.items[come.parts[next].range])
                next += 1
            }
            var arriving: ArraySlice<Int> = []
            if next < come.parts.count, come.parts[next].section == part.section {
                arriving = come.items[come.parts[next].range]
                next += 1
            }
            items.add(part.section, gone: gone.items[part.range], come: arriving)
        }
        for part in come.parts[next...] { items.add(part.section, come: come.items[part.range]) }
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
        items.add(section, gone: Array(edits.deleted)[...], come: Array(edits.inserted)[...])
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

    /// Brings sections and edits that were added into the order in which a plan holds them.
    mutating func sortSections() {
        items.sort()
        sections.gone.sort()
        sections.come.sort()
        deletedSections.sort()
        insertedSections.sort()
        movedSections.sort { $0.to < $1.to }
    }
}

/// Items that go or come, those of each section as a range of one array.
private struct ItemRuns {
    var items: [Int] = []
    var parts: [(section: Int, range: Range<Int>)] = []

    /// Cuts indices that count through all sections at the sections' bounds.
    /// - Parameters:
    ///   - runs: Ascending.
    ///   - starts: The first index of each section, and the count of all.
    ///   - key: What a section is called; nil: its items are passed over.
    init(_ runs: some Sequence<Range<Int>>, _ starts: [Int], _ key: (Int) -> Int?) {
        var section = -1
        var name: Int?
        var first = 0
        func close() { if let name, first < items.count { parts.append((name, first..<items.count)) } }
        for run in runs {
            var start = run.lowerBound
            while start < run.upperBound {
                if section < 0 || starts[section + 1] <= start {
                    close()
                    first = items.count
                    repeat { section += 1 } while starts[section + 1] <= start
                    name = key(section)
                }
                let end = min(run.upperBound, starts[section + 1])
                if name != nil { items.append(contentsOf: start - starts[section]..<end - starts[section]) }
                start = end
            }
        }
        close()
    }

    /// By section, where sections have changed their order.
    mutating func sort() {
        let isSorted = zip(parts, parts.dropFirst()).allSatisfy { $0.section < $1.section }
        if !isSorted { parts.sort { $0.section < $1.section } }
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
        var counts = ItemCountReader(layout)
        for (section, map) in items {
            guard let after = newSection(section), !reloadedSections.contains(section) else { continue }
            let before = counts.count(ofSection: section)
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
