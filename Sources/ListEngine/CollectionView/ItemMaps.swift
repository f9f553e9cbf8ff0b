/// How the items of sections change, by the section before: three arrays, so that edits of many thousand sections hash nothing
/// and have no memory of their own.
struct ItemMaps: Sendable {
    private typealias Entry = (section: Int, gone: Range<Int>, come: Range<Int>)

    /// Ascending by section. The ranges are of runs.
    private var entries: [Entry] = []
    private var gone: [IndexRuns.Run] = []
    private var come: [IndexRuns.Run] = []
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
        return low < entries.count && entries[low].section == section ? map(entries[low]) : nil
    }

    private func map(_ entry: Entry) -> IndexMap {
        IndexMap(gone: IndexRuns(gone[entry.gone]), come: IndexRuns(come[entry.come]))
    }

    /// Adds edits of a section, in any order of sections; of one section all at once or parts of them. ``sort()`` is due
    /// before anything is looked up.
    /// - Parameters:
    ///   - goes: Ascending, before.
    ///   - comes: Ascending, after.
    mutating func add(
        _ section: Int, gone goes: some Sequence<Range<Int>> = EmptyCollection(),
        come comes: some Sequence<Range<Int>> = EmptyCollection()
    ) {
        if let last = entries.last, last.section >= section { isSorted = false }
        let (firstGone, firstCome) = (gone.count, come.count)
        for range in goes { gone.add(range, fromRun: firstGone) }
        for range in comes { come.add(range, fromRun: firstCome) }
        entries.append((section, firstGone..<gone.count, firstCome..<come.count))
    }

    /// Brings sections into order, and what was added of one section together.
    mutating func sort() {
        guard !isSorted else { return }
        isSorted = true
        let parts = entries.sorted { $0.section < $1.section }
        entries.removeAll(keepingCapacity: true)
        for part in parts {
            guard let last = entries.last, last.section == part.section else {
                entries.append(part)
                continue
            }
            entries.removeLast()
            let (known, more) = (map(last), map(part))
            add(part.section, gone: known.gone.union(more.gone).ranges, come: known.come.union(more.come).ranges)
        }
    }
}

extension ItemMaps: Sequence {
    var underestimatedCount: Int { entries.count }

    func makeIterator() -> some IteratorProtocol<(section: Int, map: IndexMap)> {
        entries.lazy.map { (section: $0.section, map: map($0)) }.makeIterator()
    }
}
