/// How the items of sections change, by the section before: an array, ascending, so that edits of many thousand sections
/// hash nothing.
struct ItemMaps: Sendable {
    private var entries: [(section: Int, map: IndexMap)] = []
    private var isSorted = true

    /// The edits of a section that stays; nil where it has none.
    /// - Complexity: O(log sections).
    subscript(section: Int) -> IndexMap? {
        assert(isSorted, "looked up before sort()")
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].section < section { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].section == section ? entries[low].map : nil
    }

    /// Adds edits of a section, in any order of sections; of one section ascending ones or parts of them. ``sort()`` is due
    /// before anything is looked up.
    mutating func add(_ section: Int, gone: ArraySlice<Int> = [], come: ArraySlice<Int> = []) {
        if let last = entries.last, last.section >= section { isSorted = false }
        entries.append((section, IndexMap(gone: gone, come: come)))
    }

    /// Brings sections into order, and what was added of one section together.
    mutating func sort() {
        guard !isSorted else { return }
        isSorted = true
        entries.sort { $0.section < $1.section }
        var kept = 0
        for place in entries.indices.dropFirst() {
            if entries[place].section == entries[kept].section {
                let more = entries[place].map
                entries[kept].map.add(more)
            } else {
                kept += 1
                if kept != place { entries[kept] = entries[place] }
            }
        }
        entries.removeLast(entries.count - kept - 1)
    }
}

extension ItemMaps: Sequence {
    var underestimatedCount: Int { entries.count }

    func makeIterator() -> some IteratorProtocol<(section: Int, map: IndexMap)> { entries.makeIterator() }
}
