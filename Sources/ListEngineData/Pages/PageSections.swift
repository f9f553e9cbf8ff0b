/// The sections of a tree of pages. Each heading is the bound of a page, so that a page lies in one section, and the number of rows of a section
/// is the difference of two positions.
///
/// A section without items is not shown. Without headings there is one section, which is always shown.
struct PageSections<Key: Comparable & Sendable> {
    /// Ascending.
    let headings: [RowHeading<Key>]
    /// The number of items of each heading.
    private(set) var counts: [Int]
    /// The headings that are shown.
    private(set) var shown: [Int] = []
    /// The positions where sections begin.
    private(set) var starts = RowSectionStarts()

    init(_ headings: [RowHeading<Key>] = []) {
        self.headings = headings
        counts = Array(repeating: 0, count: headings.count)
    }

    /// The heading of a place: the last one that is not after it. The first one begins with the list.
    func heading(at bound: RowBound<Key>) -> Int {
        var (low, high) = (0, headings.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if .before(headings[middle].first) <= bound { low = middle } else { high = middle }
        }
        return low
    }

    /// The place where the section of a heading begins.
    func bound(of heading: Int) -> RowBound<Key> {
        heading == 0 ? .start : heading < headings.count ? .before(headings[heading].first) : .end
    }

    /// The places between two bounds where sections begin.
    func bounds(after low: RowBound<Key>, before high: RowBound<Key>) -> [RowBound<Key>] {
        guard headings.count > 1 else { return [] }
        var found: [RowBound<Key>] = []
        var next = heading(at: low) + 1
        while next < headings.count, bound(of: next) < high {
            found.append(bound(of: next))
            next += 1
        }
        return found
    }

    /// Counts items of a page. Call ``refresh()`` after the last one.
    mutating func add(_ items: Int, at bound: RowBound<Key>) {
        if !headings.isEmpty { counts[heading(at: bound)] += items }
    }

    mutating func refresh() {
        guard !headings.isEmpty else { return }
        shown = counts.indices.filter { counts[$0] > 0 }
        starts = RowSectionStarts(counts: counts)
    }

    /// Whether a section is shown. Without headings there is one, which is always shown.
    func isShown(_ heading: Int) -> Bool { headings.isEmpty || counts[heading] > 0 }

    /// The first place where headings are not ascending.
    static func disorder(in headings: [RowHeading<Key>]) -> Int? {
        headings.indices.dropFirst().first { headings[$0].first <= headings[$0 - 1].first }
    }
}

/// The sections before and after a change. Those with equal headings are the same.
struct SectionMatch<Key: Comparable & Sendable> {
    let old: PageSections<Key>
    let new: PageSections<Key>
    /// The place of the heading before the change, and after it. One of them is nil if the section exists on one side
    /// only.
    private(set) var pairs: [(old: Int?, new: Int?)] = []

    init(_ old: PageSections<Key>, _ new: PageSections<Key>) {
        (self.old, self.new) = (old, new)
        // Without headings all rows are in one section, which is different from every section with a heading.
        if old.headings.isEmpty || new.headings.isEmpty {
            if old.headings.isEmpty, new.headings.isEmpty {
                pairs = [(0, 0)]
            } else {
                pairs = (0..<max(1, old.headings.count)).map { ($0, nil) }
                pairs += (0..<max(1, new.headings.count)).map { (nil, $0) }
            }
            return
        }
        var (left, right) = (0, 0)
        while left < old.headings.count || right < new.headings.count {
            let former = left < old.headings.count ? old.headings[left] : nil
            let later = right < new.headings.count ? new.headings[right] : nil
            if let former, later.map({ former.first <= $0.first && former != $0 }) ?? true {
                pairs.append((left, nil))
                left += 1
            } else if former == nil || former != later {
                pairs.append((nil, right))
                right += 1
            } else {
                pairs.append((left, right))
                left += 1
                right += 1
            }
        }
    }

    /// The headings are the same before and after.
    init(same old: PageSections<Key>, _ new: PageSections<Key>) {
        (self.old, self.new) = (old, new)
        pairs = (0..<max(1, old.headings.count)).map { ($0, $0) }
    }

    /// Adds the deleted and inserted sections to an update.
    func describe(in update: inout RowsUpdate) {
        update.sectionsBefore = old.starts
        update.sectionsAfter = new.starts
        var (oldIndex, newIndex) = (0, 0)
        for pair in pairs {
            let wasShown = pair.old.map(old.isShown) ?? false
            let isShown = pair.new.map(new.isShown) ?? false
            if wasShown, !isShown { update.deletedSections.append(oldIndex) }
            if isShown, !wasShown { update.insertedSections.append(newIndex) }
            if wasShown { oldIndex += 1 }
            if isShown { newIndex += 1 }
        }
    }
}
