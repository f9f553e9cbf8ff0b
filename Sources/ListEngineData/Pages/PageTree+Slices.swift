extension PageTree {
    typealias Slice = RowSlice<Key, Source.ID, Source.Row>
    typealias Edit = RowEdit<Key, Source.ID, Source.Row>

    /// Stores the rows of a slice, in place of everything that was known between its first and last place.
    /// - Parameter edits: Changes that the list has followed and the slice has not seen, oldest first.
    /// - Throws: ``RowSourceFault/Kind/emptySlice``.
    func apply(
        _ slice: Slice, on side: RowSide<Key>, followedBy edits: [[Edit]] = []
    ) throws(RowSourceFault) -> RowsUpdate {
        if let fault = slice.fault { faults.append(fault) }
        var rows = checked(slice.rows, on: side).map { LoadedRow<Source>(key: $0.key, id: $0.id, row: $0.row) }
        if rows.isEmpty, !slice.isEnd {
            throw RowSourceFault(.emptySlice, "\(side): the slice has no rows, and is not the end.")
        }
        var (low, high) = (side.bound, side.bound)
        if side.isBackward {
            low = slice.isEnd ? .start : rows.first.map { .before($0.key) } ?? .start
        } else {
            high = slice.isEnd ? .end : rows.last.map { .after($0.key) } ?? .end
        }
        var isIncomplete = false
        for edits in edits { if follow(edits, in: &rows, low, high) { isIncomplete = true } }
        return store(rows, from: low, to: high, keepsEnd: side.isBackward, isIncomplete: isIncomplete)
    }

    /// Stores all rows between two places.
    private func store(
        _ rows: [LoadedRow<Source>], from low: Bound, to high: Bound, keepsEnd: Bool, isIncomplete: Bool
    ) -> RowsUpdate {
        let first = page(containing: low)
        var last = page(containing: high)
        if last > first, pages[last].bound == high { last -= 1 }

        let ids = Set(rows.map(\.id))
        func without(_ known: [LoadedRow<Source>]) -> [LoadedRow<Source>] { known.filter { !ids.contains($0.id) } }
        let end = end(ofPage: last)
        var (head, tail): (Page<Source>?, Page<Source>?) = (nil, nil)
        if pages[first].bound < low {
            head = pages[first]
            if let known = head?.rows { head?.contents = .loaded(without(known.filter { low.isAfter($0.key) })) }
        }
        if high < end {
            tail = pages[last]
            tail?.bound = high
            if let known = tail?.rows { tail?.contents = .loaded(without(known.filter { !high.isAfter($0.key) })) }
        }
        // The list has grown after its last loaded row, by an unknown number of rows.
        if end == .end, tail?.isOutdatedAndEmpty ?? false { tail = Page(high, Gap(count: 1, precision: .unknown)) }
        if first == last, let gap = pages[first].gap, head != nil, tail != nil {
            let parts = gap.split(without: rows.count)
            head?.contents = .gap(parts.0)
            tail?.contents = .gap(parts.1)
        } else {
            if let gap = head?.gap { head?.contents = .gap(gap.without(count(of: rows, inPage: first))) }
            if let gap = tail?.gap { tail?.contents = .gap(gap.without(count(of: rows, inPage: last))) }
        }
        var new: [Page<Source>] = []
        var bound = low
        // A part that is known to be empty becomes part of the loaded rows.
        if let head, head.count > 0 || head.gap?.precision != .exact {
            new.append(head)
        } else {
            bound = pages[first].bound
        }
        var loaded = Page<Source>(bound, rows)
        loaded.isIncomplete = isIncomplete
        new += divided(loaded)
        if let tail, tail.count > 0 || tail.gap?.precision != .exact { new.append(tail) }

        var patches = [PagePatch(pages: first..<last + 1, new: new, keepsEnd: keepsEnd)]
        // Rows that were elsewhere before.
        let others = Set(rows.compactMap { keys[$0.id] }.map { page(containing: .before($0)) })
        for page in others where page < first || page > last {
            var other = pages[page]
            other.contents = .loaded(without(other.rows ?? []))
            patches.append(PagePatch(pages: page..<page + 1, new: [other]))
        }
        return apply(patches.sorted { $0.pages.lowerBound < $1.pages.lowerBound })
    }

    private func count(of rows: [LoadedRow<Source>], inPage page: Int) -> Int {
        let end = end(ofPage: page)
        let from = rows.firstIndex { !pages[page].bound.isAfter($0.key) } ?? rows.count
        return (rows.firstIndex { !end.isAfter($0.key) } ?? rows.count) - from
    }

    /// A loaded page as pages that are not too large.
    func divided(_ page: Page<Source>) -> [Page<Source>] {
        guard let rows = page.rows, rows.count > Self.mostRows else { return [page] }
        return stride(from: 0, to: rows.count, by: Self.mostRows / 2).map { first in
            var part = page
            let own = Array(rows[first..<min(first + Self.mostRows / 2, rows.count)])
            part.contents = .loaded(own)
            if first > 0 { part.bound = .before(own[0].key) }
            return part
        }
    }

    /// The rows of a slice that can be right.
    private func checked(
        _ rows: [KeyedRow<Key, Source.ID, Source.Row>], on side: RowSide<Key>
    ) -> [KeyedRow<Key, Source.ID, Source.Row>] {
        var sorted = rows
        if let place = rows.indices.dropFirst().first(where: { rows[$0].key < rows[$0 - 1].key }) {
            report(
                .unsortedRows,
                "\(side): row \(place) has the key \(rows[place].key), which is less than \(rows[place - 1].key), the key of the row before it."
            )
            sorted = rows.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
                .map(\.element)
        }
        var ids: Set<Source.ID> = []
        var kept: [KeyedRow<Key, Source.ID, Source.Row>] = []
        for row in sorted {
            if side.bound.isAfter(row.key) != side.isBackward {
                report(.rowOnWrongSide, "\(side): the slice has a row with the key \(row.key).")
            } else if let last = kept.last, last.key == row.key {
                report(.duplicateRow, "\(side): rows \(last.id) and \(row.id) both have the key \(row.key).")
            } else if !ids.insert(row.id).inserted {
                report(
                    .duplicateRow,
                    "\(side): row \(row.id) is in the slice twice, the second time with the key \(row.key).")
            } else {
                kept.append(row)
            }
        }
        return kept
    }
}
