/// Ascending indices, stored as ranges that do not touch. The runs are a slice, so that many sections can share one
/// array.
package struct IndexRuns: Sendable {
    package struct Run: Sendable {
        package var range: Range<Int>
        /// The number of indices in the runs before it in the array.
        var before: Int
    }

    private(set) var runs: ArraySlice<Run>

    package init() { runs = [] }

    package init(_ runs: ArraySlice<Run>) { self.runs = runs }

    /// - Parameter ranges: Ascending ranges, none empty. Ranges that touch are merged.
    package init(ranges: [Range<Int>]) {
        var runs: [Run] = []
        runs.reserveCapacity(ranges.count)
        for range in ranges { runs.add(range, fromRun: 0) }
        self.init(runs[...])
    }

    /// - Parameter indices: Ascending indices.
    package init(_ indices: [Int]) {
        var runs: [Run] = []
        for index in indices { runs.add(index..<index + 1, fromRun: 0) }
        self.init(runs[...])
    }

    package var isEmpty: Bool { runs.isEmpty }
    package var count: Int { runs.last.map { $0.before + $0.range.count - countBefore } ?? 0 }
    package var first: Int? { runs.first?.range.lowerBound }
    package var last: Int? { runs.last.map { $0.range.upperBound - 1 } }

    package var ranges: [Range<Int>] { runs.map(\.range) }
    package var indices: some Sequence<Int> { ranges.joined() }

    /// The number of indices in the shared array before the first of these.
    var countBefore: Int { runs.first?.before ?? 0 }

    /// The length of the longest prefix of runs that satisfies the predicate.
    private func runCount(where isBefore: (Run) -> Bool) -> Int {
        var (low, high) = (runs.startIndex, runs.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - runs.startIndex
    }

    /// The index at a position in this sequence.
    /// - Complexity: O(log *runs*), as for the other lookups here.
    package subscript(position: Int) -> Int {
        let run = runs[runs.startIndex + runCount { $0.before - countBefore <= position } - 1]
        return run.range.lowerBound + position - (run.before - countBefore)
    }

    /// The number of indices below a bound.
    package func count(below bound: Int) -> Int {
        let passed = runCount { $0.range.lowerBound < bound }
        guard passed > 0 else { return 0 }
        let run = runs[runs.startIndex + passed - 1]
        return run.before - countBefore + min(bound, run.range.upperBound) - run.range.lowerBound
    }

    package func contains(_ index: Int) -> Bool { run(around: index) != nil }

    /// The run that contains an index.
    func run(around index: Int) -> Range<Int>? {
        let passed = runCount { $0.range.lowerBound <= index }
        guard passed > 0 else { return nil }
        let range = runs[runs.startIndex + passed - 1].range
        return index < range.upperBound ? range : nil
    }

    /// The first or last index, if it is outside `0..<count`; nil if all are inside.
    package func outside(of count: Int) -> Int? {
        if let first, first < 0 || first >= count { return first }
        if let last, last >= count { return last }
        return nil
    }

    /// The index outside this sequence with exactly `rank` smaller indices outside it.
    package func place(outside rank: Int) -> Int {
        let passed = runCount { $0.range.lowerBound - ($0.before - countBefore) <= rank }
        guard passed > 0 else { return rank }
        let run = runs[runs.startIndex + passed - 1]
        return rank + run.before - countBefore + run.range.count
    }

    /// The union with other indices, which must be disjoint from these.
    package func union(_ others: IndexRuns) -> IndexRuns {
        if isEmpty { return others }
        if others.isEmpty { return self }
        return IndexRuns(ranges: (ranges + others.ranges).sorted { $0.lowerBound < $1.lowerBound })
    }
}

extension [IndexRuns.Run] {
    /// Adds a range after all others of a section.
    /// - Parameter first: The first run of the section. The runs before it belong to other sections.
    package mutating func add(_ range: Range<Int>, fromRun first: Int) {
        guard let last else { return append(.init(range: range, before: 0)) }
        if count > first, last.range.upperBound == range.lowerBound {
            self[count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            append(.init(range: range, before: last.before + last.range.count))
        }
    }
}
