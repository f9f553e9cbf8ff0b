import Foundation

// MARK: - Called updates

extension ListEdit {
    private typealias Fault = CollectionViewUpdateError

    /// Collects called updates. Whether they fit the list and the data source is for ``check(layout:counts:)`` to judge. If an
    /// index path does not have two indices, or if two updates name one place, the edit is empty and no check accepts it.
    /// - Complexity: O(*e* log *e*) for *e* updates.
    package init(_ called: CalledUpdates) {
        do throws(CollectionViewUpdateError) {
            try self.init(collecting: called)
        } catch {
            self.init()
            includedItems = .failure(error)
        }
    }

    private init(collecting called: CalledUpdates) throws(CollectionViewUpdateError) {
        try Self.checkSections(
            [
                (.delete, called.deletedSections), (.moveFrom, called.movedSections.map(\.from)),
                (.reload, called.reloadedSections),
            ])
        try Self.checkSections([(.insert, called.insertedSections), (.moveTo, called.movedSections.map(\.to))])
        deletedSections = called.deletedSections
        insertedSections = called.insertedSections
        movedSections = called.movedSections
        reloadedSections = Set(called.reloadedSections)
        sort()

        let deleted = try Self.items(called.deletedItems, .delete)
        let (from, to) = (
            try Self.items(called.movedItems.map(\.from), .moveFrom),
            try Self.items(called.movedItems.map(\.to), .moveTo)
        )
        let reloaded = try Self.items(called.reloadedItems, .reload)
        let inserted = try Self.items(called.insertedItems, .insert)
        reconfiguredItems = try Self.items(called.reconfiguredItems, .reconfigure).map(\.path)
        try Self.checkItems(deleted + from + reloaded)
        try Self.checkItems(to + inserted)
        for (from, to) in zip(from, to) { moves.add(from: from.path, to: to.path) }
        for item in reloaded {
            reloadedItems[item.path.section, default: []].insert(item.path.item)
            if isEdited(section: item.path.section) { items.add(item.path.section) }
        }
        var included: [CalledItem] = []
        for item in deleted + from {
            let path = item.path
            if isEdited(section: path.section) {
                items.deleted.add(path.item..<path.item + 1, inSection: path.section)
            } else {
                included.append(item)
            }
        }
        for item in inserted + to {
            let path = item.path
            if let section = oldSection(path.section), isEdited(section: section) {
                items.inserted.add(path.item..<path.item + 1, inSection: section)
            } else {
                included.append(item)
            }
        }
        includedItems = .success(included)
        sort()
    }

    /// Whether a section stays, so that its items can be edited.
    private func isEdited(section: Int) -> Bool { newSection(section) != nil && !reloadedSections.contains(section) }

    private static func items(_ indexPaths: [IndexPath], _ operation: Fault.Operation) throws(Fault) -> [CalledItem] {
        var items: [CalledItem] = []
        items.reserveCapacity(indexPaths.count)
        for indexPath in indexPaths {
            guard let path = ElementPath(indexPath) else { throw .notAnItem(operation) }
            items.append(CalledItem(path: path, operation: operation))
        }
        return items
    }

    private static func checkSections(_ named: [(operation: Fault.Operation, sections: [Int])]) throws(Fault) {
        var seen: Set<Int> = []
        for (operation, sections) in named {
            for section in sections where !seen.insert(section).inserted {
                throw .sectionNamedTwice(operation, section: section)
            }
        }
    }

    private static func checkItems(_ items: [CalledItem]) throws(Fault) {
        guard items.count > 1 else { return }
        var seen: Set<ElementPath> = []
        seen.reserveCapacity(items.count)
        for item in items where !seen.insert(item.path).inserted {
            throw .itemNamedTwice(item.operation, section: item.path.section, item: item.path.item)
        }
    }
}

// MARK: - The rules

extension ListEdit {
    /// Checks the rules of batches: all positions exist, and the numbers of sections and items after the edit are those of the
    /// data source.
    /// - Parameters:
    ///   - layout: The layout before the edit.
    ///   - counts: The counts after the edit.
    /// - Complexity: O(sections with edits + runs of edits).
    package func check(layout: CollectionViewLayout, counts: EditCounts) throws(CollectionViewUpdateError) {
        try checkPositions(layout, counts)
        try checkItems(layout, counts)
    }

    /// The same for an edit whose single positions were checked before, with the same counts.
    /// - Complexity: O(sections with edits).
    package func checkCounts(layout: CollectionViewLayout, counts: EditCounts) throws(CollectionViewUpdateError) {
        try checkSections(layout.numberOfSections, counts.sections)
        try checkItems(layout, counts)
    }

    private func checkPositions(
        _ layout: CollectionViewLayout, _ counts: EditCounts
    ) throws(CollectionViewUpdateError) {
        let includedItems = try includedItems.get()
        try checkSections(layout.numberOfSections, counts.sections)
        if !reloadedItems.isEmpty {
            for (section, items) in reloadedItems {
                for item in items { try checkBefore(.item(item, inSection: section), .reload, layout) }
            }
        }
        for path in reconfiguredItems { try checkBefore(path, .reconfigure, layout) }
        func checkAfter(
            _ path: ElementPath, _ operation: CollectionViewUpdateError.Operation
        ) throws(CollectionViewUpdateError) {
            try path.check(operation, sectionCount: counts.sections) { counts[$0] }
        }
        for run in moves.bySource {
            for item in [0, run.count - 1] {
                try checkBefore(.item(run.from.item + item, inSection: run.from.section), .moveFrom, layout)
                try checkAfter(.item(run.to.item + item, inSection: run.to.section), .moveTo)
            }
        }
        for item in includedItems {
            switch item.operation {
            case .insert, .moveTo: try checkAfter(item.path, item.operation)
            default: try checkBefore(item.path, item.operation, layout)
            }
        }
    }

    private func checkSections(_ oldCount: Int, _ newCount: Int) throws(CollectionViewUpdateError) {
        func check(
            _ sections: some Sequence<Int>, _ operation: CollectionViewUpdateError.Operation, below count: Int
        ) throws(CollectionViewUpdateError) {
            for section in sections where !(0..<count).contains(section) {
                throw .sectionOutOfRange(operation, section: section, count: count)
            }
        }
        if !movedSections.isEmpty {
            try check(movedSections.lazy.map(\.from), .moveFrom, below: oldCount)
            try check(movedSections.lazy.map(\.to), .moveTo, below: newCount)
        }
        if let section = sections.deleted.outside(of: oldCount) {
            throw .sectionOutOfRange(.delete, section: section, count: oldCount)
        }
        if let section = sections.inserted.outside(of: newCount) {
            throw .sectionOutOfRange(.insert, section: section, count: newCount)
        }
        if !reloadedSections.isEmpty { try check(reloadedSections, .reload, below: oldCount) }
        if !relaidSections.isEmpty { try check(relaidSections, .reload, below: oldCount) }
        if !restyledSections.isEmpty { try check(restyledSections, .reload, below: oldCount) }
        let expected = oldCount - sections.deleted.count + sections.inserted.count
        guard expected == newCount else { throw .inconsistentSectionCount(expected: expected, found: newCount) }
    }

    private func checkItems(_ layout: CollectionViewLayout, _ counts: EditCounts) throws(CollectionViewUpdateError) {
        var old = ItemCountReader(layout)
        var place = ItemMaps.Place()
        while let (section, map) = items.next(&place) {
            guard let after = newSection(section), !reloadedSections.contains(section) else { continue }
            guard (0..<layout.numberOfSections).contains(section) else {
                if map.deleted.isEmpty { throw .sectionOutOfRange(.insert, section: after, count: counts.sections) }
                throw .sectionOutOfRange(.delete, section: section, count: layout.numberOfSections)
            }
            let before = old.count(ofSection: section)
            if let item = map.deleted.outside(of: before) {
                throw .itemOutOfRange(.delete, section: section, item: item, count: before)
            }
            let found = counts[after]
            if let item = map.inserted.outside(of: found) {
                throw .itemOutOfRange(.insert, section: after, item: item, count: found)
            }
            let expected = before - map.deleted.count + map.inserted.count
            guard expected == found else {
                throw .inconsistentItemCount(section: after, expected: expected, found: found)
            }
        }
    }

    private func checkBefore(
        _ path: ElementPath, _ operation: CollectionViewUpdateError.Operation, _ layout: CollectionViewLayout
    ) throws(CollectionViewUpdateError) {
        try path.check(operation, sectionCount: layout.numberOfSections, itemCount: layout.numberOfItems(inSection:))
    }

    /// Whether the list has these numbers of items after the edit. Unlike
    /// ``check(layout:counts:)``, it compares all sections.
    package func leads(from layout: CollectionViewLayout, to counts: [Int]) -> Bool {
        do {
            try check(layout: layout, counts: EditCounts(counts))
        } catch {
            return false
        }
        var before = ItemCountReader(layout)
        return (0..<layout.numberOfSections).allSatisfy { section in
            guard let new = newSection(section), !reloadedSections.contains(section), items[section] == nil else {
                return true
            }
            return before.count(ofSection: section) == counts[new]
        }
    }
}

extension ElementPath {
    /// Checks that an item exists in a list with these counts.
    fileprivate func check(
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
