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

    /// The first position that the edits of a section change; the largest integer if it has none.
    /// - Complexity: O(log sections).
    package func firstChange(ofSection section: Int) -> Int {
        Swift.min(deleted.first(inSection: section) ?? .max, inserted.first(inSection: section) ?? .max)
    }

    /// The edits of a section that is not deleted; nil if it has none.
    /// - Complexity: O(log sections).
    package subscript(section: Int) -> IndexMap? {
        let (deletions, insertions) = (deleted[section: section], inserted[section: section])
        if deletions == nil && insertions == nil { return nil }
        return IndexMap(deleted: deletions ?? IndexRuns(), inserted: insertions ?? IndexRuns())
    }
}

extension ItemMaps {
    /// A place between the sections with deleted or inserted items.
    struct Place {
        fileprivate var deletion = 0
        fileprivate var insertion = 0
    }

    /// Whether no section follows.
    func isAtEnd(_ place: Place) -> Bool {
        place.deletion >= deleted.parts.count && place.insertion >= inserted.parts.count
    }

    /// The next section with deleted or inserted items, without its edits.
    @inline(__always)
    func nextSection(_ place: inout Place) -> Int? {
        let old = place.deletion < deleted.parts.count ? deleted.parts[place.deletion].section : .max
        let new = place.insertion < inserted.parts.count ? inserted.parts[place.insertion].section : .max
        let section = Swift.min(old, new)
        if old == section { place.deletion += 1 }
        if new == section { place.insertion += 1 }
        return section < .max ? section : nil
    }

    /// The next section with deleted or inserted items, in ascending order. An iterator would count the references of all runs.
    @inline(__always)
    func next(_ place: inout Place) -> (section: Int, map: IndexMap)? {
        let old = place.deletion < deleted.parts.count ? deleted.parts[place.deletion].section : .max
        let new = place.insertion < inserted.parts.count ? inserted.parts[place.insertion].section : .max
        let section = Swift.min(old, new)
        guard section < .max else { return nil }
        var map = IndexMap()
        if old == section {
            map.deleted = deleted[part: place.deletion]
            place.deletion += 1
        }
        if new == section {
            map.inserted = inserted[part: place.insertion]
            place.insertion += 1
        }
        return (section, map)
    }
}

extension ItemMaps: Sequence {
    /// Iterates over the sections with deleted or inserted items, in ascending order.
    package struct Iterator: IteratorProtocol {
        fileprivate let maps: ItemMaps
        fileprivate var place = Place()

        package mutating func next() -> (section: Int, map: IndexMap)? { maps.next(&place) }
    }

    package func makeIterator() -> Iterator { Iterator(maps: self) }
}
