extension PageTree {
    /// The pages and sections at some time.
    struct Snapshot {
        var pages: [Page<Source>]
        var sections: PageSections<Key>
    }

    var snapshot: Snapshot { Snapshot(pages: pages, sections: sections) }

    /// Whether a page is the first one of its section.
    func isStartOfSection(_ page: Int) -> Bool {
        !sections.headings.isEmpty && sections.bound(of: sections.heading(at: pages[page].bound)) == pages[page].bound
    }

    /// Divides pages, so that each lies in one section.
    /// - Parameter end: The place where the last page ends.
    func cutAtHeadings(_ pages: [Page<Source>], end: Bound) -> [Page<Source>] {
        guard sections.headings.count > 1 else { return pages }
        var cut: [Page<Source>] = []
        for (place, page) in pages.enumerated() {
            let end = place + 1 < pages.count ? pages[place + 1].bound : end
            let bounds = sections.bounds(after: page.bound, before: end)
            guard !bounds.isEmpty else {
                cut.append(page)
                continue
            }
            let starts = [page.bound] + bounds
            for (number, start) in starts.enumerated() {
                let next = number + 1 < starts.count ? starts[number + 1] : end
                var part = page
                part.bound = start
                if let rows = page.rows {
                    part.contents = .loaded(rows.filter { !start.isAfter($0.key) && next.isAfter($0.key) })
                } else if let gap = page.gap, gap.count > 0 || gap.precision != .exact {
                    var own = gap
                    own.count = max(1, gap.count * (number + 1) / starts.count - gap.count * number / starts.count)
                    if gap.precision == .exact { own.precision = .estimated }
                    part.contents = .gap(own)
                }
                cut.append(part)
            }
        }
        return cut
    }

    /// Divides a patch into its sections. Both sides begin and end at the same places.
    func bySection(_ part: PageDifference<Source>.Part) -> [PageDifference<Source>.Part] {
        guard sections.headings.count > 1 else { return [part] }
        var (parts, old, new): ([PageDifference<Source>.Part], _, _) = ([], part.old, part.new)
        func take(_ side: inout PageDifference<Source>.Side, _ heading: Int) -> PageDifference<Source>.Side {
            let own = side.pages.prefix { sections.heading(at: $0.bound) == heading }
            let taken = PageDifference<Source>.Side(start: side.start, pages: own)
            side.pages = side.pages.dropFirst(own.count)
            side.start += own.reduce(0) { $0 + $1.count }
            return taken
        }
        while let first = old.pages.first?.bound ?? new.pages.first?.bound {
            let heading = sections.heading(at: min(first, new.pages.first?.bound ?? first))
            parts.append(.init(old: take(&old, heading), new: take(&new, heading), keepsEnd: part.keepsEnd))
        }
        return parts
    }

    /// The difference from pages that were shown before.
    func update(from old: Snapshot) -> RowsUpdate {
        let match = SectionMatch(old.sections, sections)
        let (former, current) = (old.sides, snapshot.sides)
        var parts: [PageDifference<Source>.Part] = []
        for pair in match.pairs {
            let (left, right) = (pair.old.map { former[$0] }, pair.new.map { current[$0] })
            // A section without loaded rows before and after the change shows the same placeholders.
            if let left, let right, left.count == right.count, !left.hasRows, !right.hasRows { continue }
            parts.append(
                .init(
                    old: left ?? .init(start: 0, pages: []), new: right ?? .init(start: 0, pages: [])))
        }
        var update = PageDifference(parts).update
        match.describe(in: &update)
        return update
    }
}

extension PageTree.Snapshot {
    /// The pages of each heading.
    fileprivate var sides: [PageDifference<Source>.Side] {
        if sections.headings.isEmpty { return [.init(start: 0, pages: pages[...])] }
        var start = 0
        var first = 0
        return sections.headings.indices.map { heading in
            let next = sections.bound(of: heading + 1)
            let end = next == .end ? pages.count : pages.page(containing: next)
            defer { (start, first) = (start + sections.counts[heading], end) }
            return .init(start: start, pages: pages[first..<end])
        }
    }
}

extension PageDifference.Side {
    fileprivate var hasRows: Bool { pages.contains { $0.rows != nil } }
    fileprivate var count: Int { pages.reduce(0) { $0 + $1.count } }
}
