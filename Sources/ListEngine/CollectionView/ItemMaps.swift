/// How the items of sections change, by the index of the section before the update.
struct ItemMaps: Sendable {
    /// Old positions of items that are deleted or move elsewhere.
    var deleted = SectionRuns()
    /// New positions of items that are inserted or move there.
    var inserted = SectionRuns()

    /// Adds edits of a section. See ``SectionRuns/add(_:inSection:)``.
    mutating func add(
        _ section: Int, deleted deletions: some Sequence<Range<Int>> = EmptyCollection(),
        inserted insertions: some Sequence<Range<Int>> = EmptyCollection()
    ) {
        deleted.add(section: section)
        for range in deletions { deleted.add(range, inSection: section) }
        for range in insertions { inserted.add(range, inSection: section) }
    }

    mutating func sort() {
        deleted.sort()
        inserted.sort()
    }

    /// The edits of a section that is not deleted; nil if it has none.
    /// - Complexity: O(log sections).
    subscript(section: Int) -> IndexMap? {
        let (deletions, insertions) = (deleted[section: section], inserted[section: section])
        if deletions == nil && insertions == nil { return nil }
        return IndexMap(deleted: deletions ?? IndexRuns(), inserted: insertions ?? IndexRuns())
    }
}

extension ItemMaps {
    /// Calls a closure with the sections that have deleted or inserted items, in ascending order. The same as a loop, without an
    /// iterator that holds all runs.
    @MainActor
    func forEachSection<Failure: Error>(
        _ body: @MainActor (_ section: Int, _ map: IndexMap) throws(Failure) -> Void
    ) throws(Failure) {
        let (deletions, insertions) = (deleted.parts, inserted.parts)
        var (deletion, insertion) = (0, 0)
        while deletion < deletions.count || insertion < insertions.count {
            let old = deletion < deletions.count ? deletions[deletion].section : .max
            let new = insertion < insertions.count ? insertions[insertion].section : .max
            var map = IndexMap()
            if old <= new {
                map.deleted = deleted[part: deletion]
                deletion += 1
            }
            if new <= old {
                map.inserted = inserted[part: insertion]
                insertion += 1
            }
            try body(old <= new ? old : new, map)
        }
    }
}

extension ItemMaps: Sequence {
    /// Iterates over the sections with deleted or inserted items, in ascending order.
    struct Iterator: IteratorProtocol {
        let maps: ItemMaps
        private var passed = (deleted: 0, inserted: 0)

        init(_ maps: ItemMaps) { self.maps = maps }

        mutating func next() -> (section: Int, map: IndexMap)? {
            let (deletions, insertions) = (maps.deleted.parts, maps.inserted.parts)
            let deletion = passed.deleted < deletions.count ? deletions[passed.deleted].section : .max
            let insertion = passed.inserted < insertions.count ? insertions[passed.inserted].section : .max
            let section = Swift.min(deletion, insertion)
            guard section < .max else { return nil }
            var map = IndexMap()
            if deletion == section {
                map.deleted = maps.deleted[part: passed.deleted]
                passed.deleted += 1
            }
            if insertion == section {
                map.inserted = maps.inserted[part: passed.inserted]
                passed.inserted += 1
            }
            return (section, map)
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
