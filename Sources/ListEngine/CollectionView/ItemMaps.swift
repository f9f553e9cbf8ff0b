/// How the items of sections change, by the section before.
struct ItemMaps: Sendable {
    /// Items before.
    var gone = SectionRuns()
    /// Items after.
    var come = SectionRuns()

    /// Adds edits of a section: see ``SectionRuns/add(_:inSection:)``.
    mutating func add(
        _ section: Int, gone goes: some Sequence<Range<Int>> = EmptyCollection(),
        come comes: some Sequence<Range<Int>> = EmptyCollection()
    ) {
        gone.add(section: section)
        for range in goes { gone.add(range, inSection: section) }
        for range in comes { come.add(range, inSection: section) }
    }

    mutating func sort() {
        gone.sort()
        come.sort()
    }

    /// The edits of a section that stays; nil where it has none.
    /// - Complexity: O(log sections).
    subscript(section: Int) -> IndexMap? {
        let (goes, comes) = (gone[section: section], come[section: section])
        return goes == nil && comes == nil ? nil : IndexMap(gone: goes ?? IndexRuns(), come: comes ?? IndexRuns())
    }
}

extension ItemMaps: Sequence {
    /// The sections of either side, ascending.
    struct Iterator: IteratorProtocol {
        let maps: ItemMaps
        private var passed = (gone: 0, come: 0)

        init(_ maps: ItemMaps) { self.maps = maps }

        mutating func next() -> (section: Int, map: IndexMap)? {
            let goes = passed.gone < maps.gone.parts.count ? maps.gone.parts[passed.gone].section : .max
            let comes = passed.come < maps.come.parts.count ? maps.come.parts[passed.come].section : .max
            let section = Swift.min(goes, comes)
            guard section < .max else { return nil }
            var map = IndexMap()
            if goes == section {
                map.gone = maps.gone[part: passed.gone]
                passed.gone += 1
            }
            if comes == section {
                map.come = maps.come[part: passed.come]
                passed.come += 1
            }
            return (section, map)
        }
    }

    func makeIterator() -> Iterator { Iterator(self) }
}
