/// How the items of sections change, by the index of the section before the update.
package struct ItemMaps: Sendable {
    /// Old positions of items that are deleted or move elsewhere.
    package var deleted = SectionRuns()
    /// New positions of items that are inserted or move there.
    package var inserted = SectionRuns()

    package init() {}

    /// Adds edits of a section. See ``SectionRuns/add(_:inSection:)``.
    package mutating func add(
        _ section: Int, deleted deletions: [Range<Int>] = [], inserted insertions: [Range<Int>] = []
    ) {
        deleted.add(section: section)
        for range in deletions { deleted.add(range, inSection: section) }
        for range in insertions { inserted.add(range, inSection: section) }
    }

    package mutating func sort() {
        deleted.sort()
        inserted.sort()
    }

    /// The edits of a section that is not deleted; nil if it has none.
    /// - Complexity: O(log sections).
    package subscript(section: Int) -> IndexMap? {
        let (deletions, insertions) = (deleted[section: section], inserted[section: section])
        if deletions == nil && insertions == nil { return nil }
        return IndexMap(deleted: deletions ?? IndexRuns(), inserted: insertions ?? IndexRuns())
    }
}

extension ItemMaps: Sequence {
    /// Iterates over the sections with deleted or inserted items, in ascending order.
    package struct Iterator: IteratorProtocol {
        private let maps: ItemMaps
        private var passed = (deleted: 0, inserted: 0)

        fileprivate init(_ maps: ItemMaps) { self.maps = maps }

        package mutating func next() -> (section: Int, map: IndexMap)? {
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

    package func makeIterator() -> Iterator { Iterator(self) }
}
