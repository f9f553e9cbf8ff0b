/// Sections that a source has reported, until the list reaches their revisions.
struct SectionLog<Key: Comparable & Sendable> {
    /// Oldest first.
    private var waiting: [(headings: [RowHeading<Key>], revision: RowRevision)] = []
    /// The revision of the last sections that were shown. Those of older ones are ignored.
    private var shown: RowRevision?

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ headings: [RowHeading<Key>], _ revision: RowRevision) { waiting.append((headings, revision)) }

    /// The last sections whose revision the list has reached; nil if there are no new ones. The first ones are those of the first rows.
    mutating func take(_ isReached: (RowRevision) -> Bool) -> [RowHeading<Key>]? {
        var headings: [RowHeading<Key>]?
        while let next = waiting.first, shown == nil || isReached(next.revision) {
            waiting.removeFirst()
            if let shown, next.revision < shown { continue }
            shown = next.revision
            headings = next.headings
        }
        return headings
    }
}
