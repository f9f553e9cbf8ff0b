/// A set of items of a list, by position, that follows edits of the list.
///
/// Each section with marked items has a counted tree of zeros and ones (see `le_extents`). An edit therefore costs what it
/// changes, however many items are marked.
package struct MarkedItems {
    private var trees: [Int: ItemNumbers] = [:]
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// - Complexity: O(log *n*).
    package func contains(_ path: ElementPath) -> Bool {
        guard count > 0, path.category == .item, let tree = trees[path.section], 0..<tree.count ~= path.item else {
            return false
        }
        return tree.number(at: path.item) != 0
    }

    /// Marks an item.
    package mutating func insert(_ path: ElementPath) {
        if path.category == .item { insert(path.item..<path.item + 1, inSection: path.section) }
    }

    /// Marks items of a section. Indices beyond the limit of a layout are ignored.
    /// - Complexity: O(log *n* + items / 200).
    package mutating func insert(_ items: Range<Int>, inSection section: Int) {
        guard !items.isEmpty, items.lowerBound >= 0, items.upperBound <= ItemNumbers.mostItems else { return }
        change(section) { $0.setMarks(of: items, to: true) }
    }

    /// Removes the mark of an item.
    package mutating func remove(_ path: ElementPath) {
        if contains(path) { change(path.section) { $0.setMarks(of: path.item..<path.item + 1, to: false) } }
    }

    /// Removes the marks of all items before one, in reading order.
    /// - Complexity: O(sections with marked items + log *n*), and the marks of sections that are removed.
    package mutating func remove(before path: ElementPath) {
        guard path.category == .item else { return }
        for section in trees.keys where section < path.section {
            if let tree = trees.removeValue(forKey: section) { count -= tree.total }
        }
        let end = min(path.item, trees[path.section]?.count ?? 0)
        if end > 0 { change(path.section) { $0.setMarks(of: 0..<end, to: false) } }
    }

    /// The first marked item in reading order.
    /// - Complexity: O(sections with marked items + log *n*).
    package var first: ElementPath? {
        guard let section = trees.keys.min(), let item = trees[section]?.firstOne(after: 0) else { return nil }
        return .item(item, inSection: section)
    }

    /// The sections with marked items, in any order.
    package var sections: some Collection<Int> { trees.keys }

    /// Calls `body` with runs of marked items, in reading order. Runs that touch can be separate.
    /// - Complexity: O(marked items + *S* log *S*), where *S* is the number of sections with marked items.
    package func forEachRun(_ body: (_ section: Int, _ items: Range<Int>) -> Void) {
        for section in trees.keys.sorted() { trees[section]?.forEachOne { body(section, $0) } }
    }

    /// All marked items, in reading order.
    package var paths: [ElementPath] {
        var paths: [ElementPath] = []
        paths.reserveCapacity(count)
        forEachRun { section, items in for item in items { paths.append(.item(item, inSection: section)) } }
        return paths
    }

    /// Moves the marks with their items. Deleted items lose their marks, and inserted items have none.
    /// - Parameter edit: Nil if no item is known to be the same.
    /// - Complexity: O(runs of edits x log *n*) or less, plus the number of marked items that move alone, plus the number of
    ///   sections with marked items if sections are inserted, deleted, moved or reloaded.
    package mutating func follow(_ edit: SharedEdit?) {
        if isEmpty { return }
        guard let edit else {
            self = MarkedItems()
            return
        }
        var moved: [(section: Int, items: Range<Int>)] = []
        for run in edit.moves.bySource {
            let shift = run.to.item - run.from.item
            trees[run.from.section]?.forEachOne(in: run.from.item..<run.from.item + run.count) {
                moved.append((run.to.section, $0.lowerBound + shift..<$0.upperBound + shift))
            }
        }
        for (section, map) in edit.items {
            guard let tree = trees[section] else { continue }
            if tree.total > map.deleted.runs.count + map.inserted.runs.count {
                change(section) { $0.applyMarks($0.edits(map)) }
            } else {
                // Few marks, such as one, are looked up one by one in a filter's many runs.
                let marked = tree.kept(by: map)
                change(section) { $0.clear() && marked.allSatisfy($0.setMark) }
            }
        }
        if edit.changesSections || !edit.reloadedSections.isEmpty {
            let old = trees
            self = MarkedItems()
            for (section, tree) in old {
                guard let new = edit.newSectionOfItems(section) else { continue }
                trees[new] = tree
                count += tree.total
            }
        }
        for (section, items) in moved { insert(items, inSection: section) }
    }

    /// Edits the tree of a section. If memory is short, no item of the section is marked afterwards.
    private mutating func change(_ section: Int, _ body: (ItemNumbers) -> Bool) {
        // Moved out, so that a tree that is not shared is edited in place.
        var tree = trees.removeValue(forKey: section) ?? ItemNumbers(count: 0)
        count -= tree.total
        if !isKnownUniquelyReferenced(&tree) { tree = tree.copy() }
        guard body(tree), tree.total > 0 else { return }
        trees[section] = tree
        count += tree.total
    }
}

extension ItemNumbers {
    /// The edits of a section, as far as they concern the numbers.
    fileprivate func edits(_ map: IndexMap) -> [EditScript.Edit] {
        var edits: [EditScript.Edit] = []
        var deletions = map.deleted.runs
        func addDeletions(before index: Int) {
            while let next = deletions.first?.range, next.lowerBound < min(index, count) {
                let removed = next.clamped(to: 0..<count).count
                edits.append(EditScript.Edit(index: next.lowerBound, removed: removed, inserted: 0, source: 0))
                deletions.removeFirst()
            }
        }
        map.forEachInserted { items, behind in
            // Items that are inserted after the last number need no number.
            guard behind < count else { return }
            addDeletions(before: behind)
            edits.append(EditScript.Edit(index: behind, removed: 0, inserted: items.count, source: 0))
        }
        addDeletions(before: count)
        return edits
    }

    /// The new indices of ones that an edit keeps.
    fileprivate func kept(by map: IndexMap) -> [Int] {
        var kept: [Int] = []
        forEachOne { for index in $0 { if let new = map.newIndex(ofKept: index) { kept.append(new) } } }
        return kept
    }
}
