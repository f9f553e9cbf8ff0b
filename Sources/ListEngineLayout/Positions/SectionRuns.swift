/// Indices by section. All runs are in one array, so that many thousand sections need neither an allocation each nor
/// hashing.
package struct SectionRuns: Sendable {
    /// Ascending by section after ``sort()``. `runs` is a range of positions in the array of runs.
    package private(set) var parts: [(section: Int, runs: Range<Int>)] = []
    private var runs: [IndexRuns.Run] = []
    private var isSorted = true

    package init() {}

    /// Adds a range. Sections may be in any order. The ranges of one section are ascending, or consist of several
    /// ascending parts. Call ``sort()`` before the first lookup.
    package mutating func add(_ range: Range<Int>, inSection section: Int) {
        if !isNext(range, inSection: section) { add(section: section) }
        runs.add(range, fromRun: parts[parts.count - 1].runs.lowerBound)
        parts[parts.count - 1].runs = parts[parts.count - 1].runs.lowerBound..<runs.count
    }

    /// Whether the range belongs to the section that was added last, after all its ranges.
    private func isNext(_ range: Range<Int>, inSection section: Int) -> Bool {
        guard let part = parts.last, part.section == section else { return false }
        return part.runs.isEmpty || runs[part.runs.upperBound - 1].range.upperBound <= range.lowerBound
    }

    /// Adds a section that may have no runs.
    package mutating func add(section: Int) {
        if let last = parts.last, last.section >= section { isSorted = false }
        parts.append((section, runs.count..<runs.count))
    }

    /// Adds indices that number the items of all sections consecutively, split by section.
    /// - Parameters:
    ///   - ranges: Ascending ranges.
    ///   - starts: The first index of each section, and at the end the number of all indices.
    ///   - key: Returns the section under which the indices are stored; nil to skip the section.
    package mutating func add(_ ranges: [Range<Int>], cutAt starts: [Int], _ key: (Int) -> Int?) {
        if ranges.isEmpty { return }
        var section = -1
        // The next range, and where its part in the next section begins.
        var (next, start) = (0, ranges[0].lowerBound)
        while next < ranges.count {
            repeat { section += 1 } while starts[section + 1] <= start
            let end = starts[section + 1]
            let name = key(section)
            if let name { add(section: name) }
            // The ranges that begin in the section: all but the last one end there as well.
            var stop = next + 1
            while stop < ranges.count, ranges[stop].lowerBound < end { stop += 1 }
            let last = ranges[stop - 1].upperBound
            if name != nil {
                append(ranges[next..<stop], in: start..<min(last, end), minus: starts[section])
                closeLast()
            }
            next = last > end ? stop - 1 : stop
            start = last > end ? end : next < ranges.count ? ranges[next].lowerBound : 0
        }
    }

    /// Appends runs to the section that was added last.
    /// - Parameters:
    ///   - bounds: Limits the first and the last range.
    ///   - offset: The index of the section's first item.
    private mutating func append(_ ranges: ArraySlice<Range<Int>>, in bounds: Range<Int>, minus offset: Int) {
        var before = runs.last.map { $0.before + $0.range.count } ?? 0
        if ranges.count == 1 {
            let range = bounds.lowerBound - offset..<bounds.upperBound - offset
            runs.append(.init(range: range, before: before))
            return
        }
        let more = [IndexRuns.Run](unsafeUninitializedCapacity: ranges.count) { more, count in
            for range in ranges {
                let lower = max(range.lowerBound, bounds.lowerBound) - offset
                let upper = min(range.upperBound, bounds.upperBound) - offset
                if count > 0, more[count - 1].range.upperBound == lower {
                    more[count - 1].range = more[count - 1].range.lowerBound..<upper
                } else {
                    more.initializeElement(at: count, to: .init(range: lower..<upper, before: before))
                    count += 1
                }
                before += upper - lower
            }
        }
        if runs.isEmpty { runs = more } else { runs += more }
    }

    /// All runs at the end belong to the section that was added last.
    private mutating func closeLast() {
        guard let last = parts.last else { return }
        parts[parts.count - 1].runs = last.runs.lowerBound..<runs.count
    }

    /// Sorts the sections, and merges the parts of each section.
    package mutating func sort() {
        guard !isSorted else { return }
        let old = self
        self = SectionRuns()
        let parts = old.parts.sorted { $0.section < $1.section }
        var next = 0
        while next < parts.count {
            let section = parts[next].section
            var all = IndexRuns()
            while next < parts.count, parts[next].section == section {
                all = all.union(IndexRuns(old.runs[parts[next].runs]))
                next += 1
            }
            add(section: section)
            for range in all.ranges { add(range, inSection: section) }
        }
    }

    /// The indices of a section; nil if none were added.
    /// - Complexity: O(log sections).
    package subscript(section section: Int) -> IndexRuns? { part(ofSection: section).map { self[part: $0] } }

    /// The first index of a section; nil if it has none.
    /// - Complexity: O(log sections).
    func first(inSection section: Int) -> Int? {
        guard let part = part(ofSection: section), !parts[part].runs.isEmpty else { return nil }
        return runs[parts[part].runs.lowerBound].range.lowerBound
    }

    private func part(ofSection section: Int) -> Int? {
        assert(isSorted, "looked up before sort()")
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].section < section { low = middle + 1 } else { high = middle }
        }
        return low < parts.count && parts[low].section == section ? low : nil
    }

    /// The indices of a part.
    package subscript(part part: Int) -> IndexRuns { IndexRuns(runs[parts[part].runs]) }
}
