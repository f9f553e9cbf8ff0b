/// The numbers of sections and items after an edit. They come with the edit, so that nothing is requested while it is checked
/// and applied.
package struct EditCounts: Sendable {
    /// The number of sections after the edit.
    package let sections: Int
    /// Ascending by section. Sections that the edit does not need may be missing.
    private let items: [(section: Int, count: Int)]

    /// The counts of a whole list.
    package init(_ all: [Int]) {
        sections = all.count
        items = all.enumerated().map { ($0.offset, $0.element) }
    }

    fileprivate init(sections: Int, items: [(section: Int, count: Int)]) {
        self.sections = sections
        self.items = items
    }

    /// The number of items of a section that is inserted, reloaded or edited; of other sections it may be missing, and is 0.
    /// - Complexity: O(log sections that were counted).
    subscript(section: Int) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].section < section { low = middle + 1 } else { high = middle }
        }
        return low < items.count && items[low].section == section ? items[low].count : 0
    }
}

extension ListEdit {
    /// Reads the counts that the edit needs: those of inserted, reloaded and edited sections, each once.
    /// - Parameters:
    ///   - sections: The number of sections after the edit.
    ///   - itemCount: Returns the number of items of a section after the edit, by its new index.
    /// - Complexity: O(*s* log *s*) for *s* sections that are counted.
    @MainActor
    package func counts(sections: Int, itemCount: @MainActor (_ section: Int) -> Int) -> EditCounts {
        var place = ItemMaps.Place()
        // One section is edited most of the time.
        if insertedSections.isEmpty, reloadedSections.isEmpty, let old = items.nextSection(&place),
            items.isAtEnd(place), let section = newSection(old), section >= 0, section < sections
        {
            return EditCounts(sections: sections, items: [(section, itemCount(section))])
        }
        place = ItemMaps.Place()
        var named: [Int] = insertedSections
        for old in reloadedSections { if let section = newSection(old) { named.append(section) } }
        while let old = items.nextSection(&place) { if let section = newSection(old) { named.append(section) } }
        if named.count > 1 { named.sort() }
        var found: [(section: Int, count: Int)] = []
        found.reserveCapacity(named.count)
        var last = -1
        for section in named where section > last && section < sections {
            found.append((section, itemCount(section)))
            last = section
        }
        return EditCounts(sections: sections, items: found)
    }
}
