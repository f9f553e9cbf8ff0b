/// Sections that a source has reported, until the list reaches their revisions.
struct SectionLog<Key: Comparable & Sendable> {
    /// Oldest first.
    private var waiting: [(headings: [RowHeading<Key>], revision: RowRevision)] = []
    /// The revision of the last sections that were shown. Those of older ones are ignored.
    private var shown: RowRevision?

    var isEmpty: Bool { waiting.isEmpty }

    /// - Parameter current: The headings that are shown.
    mutating func add(_ headings: [RowHeading<Key>], _ revision: RowRevision, current: [RowHeading<Key>]) {
        // A source may report its sections after each change, even if they are the same.
        if waiting.isEmpty, let shown, revision >= shown, headings == current {
            self.shown = revision
        } else {
            waiting.append((headings, revision))
        }
    }

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
