extension PageTree {
    /// A part of the order, as an outline states it: from a bound up to the next part.
    private struct Part {
        var bound: Bound
        var count: Int
        var precision: Gap.Precision
    }

    /// Stores what an outline says about rows that are not loaded. Loaded rows stay.
    /// - Parameter isCurrent: Whether the counts are those of the current revision. Otherwise they are estimates.
    func apply(_ outline: RowOutline<Key>, isCurrent: Bool = true) -> RowsUpdate {
        switch outline {
        case .estimate(let count, let quantiles):
            guard isValid(quantiles, [max(0, count.shown)]), count.shown >= 0 else { return RowsUpdate() }
            if case .estimated(_, let error) = count { statedError = max(0, error) }
            let number = quantiles.count + 1
            // Without quantiles an exact count is exact for what is not loaded.
            let precision: Gap.Precision =
                switch count {
                case .unknown: .unknown
                case .estimated: .estimated
                case .exact: number == 1 && isCurrent ? .exact : .estimated
                }
            let bounds = [.start] + quantiles.map { Bound.before($0) }
            let parts = bounds.indices.map { part in
                Part(
                    bound: bounds[part], count: count.shown * (part + 1) / number - count.shown * part / number,
                    precision: precision)
            }
            return apply(parts, upTo: .end)
        case .pages(let stated, let end, _):
            var keys = stated.map(\.first)
            if let end { keys.append(end) }
            let high = end.map { Bound.before($0) } ?? .end
            guard isValid(keys, stated.map(\.count)) else {
                // The next outline says nothing about the keys of this one.
                counted = isCountingFromStart ? high : max(counted, high)
                return RowsUpdate()
            }
            var parts = stated.map {
                Part(bound: .before($0.first), count: $0.count, precision: isCurrent ? .exact : .estimated)
            }
            if parts.isEmpty {
                let bound = isCountingFromStart ? .start : counted
                parts = [Part(bound: bound, count: 0, precision: isCurrent ? .exact : .estimated)]
            }
            // Between the place that was counted and the first page there are no rows.
            if isCountingFromStart {
                parts[0].bound = .start
            } else if counted < parts[0].bound {
                parts[0].bound = counted
            }
            guard parts[0].bound < high else { return RowsUpdate() }
            counted = high
            return apply(parts, upTo: high)
        }
    }

    /// Whether the next outline begins with the first row of the source.
    var isCountingFromStart: Bool { counted == .start || counted == .end }

    private func isValid(_ keys: [Key], _ counts: [Int]) -> Bool {
        if let place = keys.indices.dropFirst().first(where: { keys[$0] <= keys[$0 - 1] }) {
            report(
                .invalidOutline,
                "expected ascending keys; found \(keys[place]) after \(keys[place - 1]), at position \(place).")
            return false
        }
        var total = 0
        for (place, count) in counts.enumerated() {
            let sum = total.addingReportingOverflow(count)
            guard count >= 0, !sum.overflow, sum.partialValue <= Self.mostCount else {
                report(
                    .invalidOutline,
                    "expected counts of at most \(Self.mostCount) in all; found \(count) at position \(place).")
                return false
            }
            total = sum.partialValue
        }
        return true
    }

    /// A part with what the tree has of it.
    private struct Share {
        /// Places of gaps among the new pages.
        var gaps: [Int] = []
        /// The number of loaded rows.
        var rows = 0
        /// Whether the number of loaded rows is out of date.
        var isStale = false
    }

    /// Divides the gaps of some pages as the parts say. A count that is known exactly is not replaced by an estimate.
    private func apply(_ parts: [Part], upTo high: Bound) -> RowsUpdate {
        let first = page(containing: parts[0].bound)
        var last = page(containing: high)
        if last > first, pages[last].bound == high { last -= 1 }
        let isExact = parts[0].precision == .exact
        var new: [Page<Source>] = []
        var shares = [Share](repeating: Share(), count: parts.count)
        var part = 0
        func partEnd(_ part: Int) -> Bound { part + 1 < parts.count ? parts[part + 1].bound : high }
        /// Parts of gaps before the first and after the last part: places among the new pages, and the old gap.
        var outside: [(place: Int, gap: Gap, inside: Range<Int>)] = []
        /// The beginning of the gap at the end, if it continues a gap of the same part. It is divided first, to find the rest of the old gap.
        var continued: (part: Int, place: Int)?
        for page in first...last {
            let end = self.end(ofPage: page)
            while part + 1 < parts.count, parts[part + 1].bound <= pages[page].bound { part += 1 }
            if let rows = pages[page].rows, !pages[page].isOutdatedAndEmpty {
                var of = part
                // A part of the page without rows is out of date as well.
                for place in part..<parts.count where pages[page].isStale && parts[place].bound < end {
                    shares[place].isStale = true
                }
                for row in rows where !parts[0].bound.isAfter(row.key) && high.isAfter(row.key) {
                    while of + 1 < parts.count, !parts[of + 1].bound.isAfter(row.key) { of += 1 }
                    shares[of].rows += 1
                }
                new.append(pages[page])
                continue
            }
            // A page that is out of date and has lost all its rows says nothing about the rows that are there now.
            let gap = pages[page].gap ?? Gap(count: 1, precision: .unknown)
            if gap.precision == .exact, !isExact {
                shares[part].rows += gap.count
                new.append(pages[page])
                continue
            }
            let startsOutside = pages[page].bound < parts[0].bound
            if startsOutside { new.append(pages[page]) }
            let firstInside = new.count
            var of = part
            while of < parts.count, parts[of].bound < end {
                if end > parts[of].bound, pages[page].bound < partEnd(of) {
                    // Gaps next to each other in one part become one, whose count is known.
                    let continues = shares[of].gaps.last.map { $0 == new.count - 1 } ?? false
                    if continues, end > high, !isStartOfSection(page) { continued = (of, new.count) }
                    if !continues || end > high || isStartOfSection(page) {
                        shares[of].gaps.append(new.count)
                        new.append(Page(max(pages[page].bound, parts[of].bound), gap))
                    }
                }
                of += 1
            }
            let inside = firstInside..<new.count
            if startsOutside { outside.append((firstInside - 1, gap, inside)) }
            guard high < end else { continue }
            outside.append((new.count, gap, inside))
            new.append(Page(high, gap))
        }
        for (share, part) in zip(shares, parts) { fill(&new, share, part) }
        for (place, gap, inside) in outside {
            var rest = gap.without(min(inside.reduce(0) { $0 + new[$1].count }, gap.count))
            // The parts inside have shares, or there are two parts outside.
            let isDivided = inside.contains { !new[$0].isExact } || outside.count { $0.inside == inside } > 1
            if isDivided, rest.precision == .exact { rest = Gap(count: max(1, rest.count), precision: .estimated) }
            new[place].contents = .gap(rest)
        }
        if let continued {
            let (part, share) = (parts[continued.part], shares[continued.part])
            let rest = part.count - share.rows
            if part.precision == .exact, !share.isStale, share.gaps.count == 2, rest >= 0 {
                new[continued.place - 1].contents = .gap(Gap(count: rest, precision: .exact))
                new.remove(at: continued.place)
            }
        }
        let total = new.reduce(count - pages[first...last].reduce(0) { $0 + $1.count }) { $0 + $1.count }
        guard total <= Self.mostCount else {
            report(.invalidOutline, "expected at most \(Self.mostCount) rows in all; found \(total).")
            return RowsUpdate()
        }
        return apply([PagePatch(pages: first..<last + 1, new: new, keepsEnd: isReadFromEnd && keys.isEmpty)])
    }

    /// Divides the rows of a part that are not loaded among its gaps.
    private func fill(_ new: inout [Page<Source>], _ share: Share, _ part: Part) {
        let rest = part.count - share.rows
        if part.precision == .exact, !share.isStale, rest < 0 || share.gaps.isEmpty && rest > 0 {
            report(
                .invalidOutline,
                "expected at least \(share.rows) rows from \(part.bound) on; counted are \(part.count).")
        }
        let isExact =
            part.precision == .exact && !share.isStale && (share.gaps.count == 1 && rest >= 0 || rest == 0)
        for (number, place) in share.gaps.enumerated() {
            let own = rest * (number + 1) / share.gaps.count - rest * number / share.gaps.count
            let precision: Gap.Precision =
                isExact ? .exact : part.precision == .unknown || rest < 0 ? .unknown : .estimated
            new[place].contents = .gap(Gap(count: isExact ? own : max(1, own), precision: precision))
        }
    }
}
