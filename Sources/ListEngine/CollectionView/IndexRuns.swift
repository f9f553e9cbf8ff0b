/// Ascending indices, stored as ranges that do not touch. The runs are a slice, so that many sections can share one
/// array.
struct IndexRuns: Sendable {
    struct Run: Sendable {
        var range: Range<Int>
        /// The number of indices in the runs before it in the array.
        var before: Int
    }

    private(set) var runs: ArraySlice<Run>

    init(_ runs: ArraySlice<Run> = []) { self.runs = runs }

    /// - Parameter ranges: Ascending ranges, none empty. Ranges that touch are merged.
    init(ranges: some Sequence<Range<Int>>) {
        var runs: [Run] = []
        for range in ranges { runs.add(range, fromRun: 0) }
        self.init(runs[...])
    }

    /// - Parameter indices: Ascending indices.
    init(_ indices: some Sequence<Int>) { self.init(ranges: indices.lazy.map { $0..<$0 + 1 }) }

    var isEmpty: Bool { runs.isEmpty }
    var count: Int { runs.last.map { $0.before + $0.range.count - countBefore } ?? 0 }
    var first: Int? { runs.first?.range.lowerBound }
    var last: Int? { runs.last.map { $0.range.upperBound - 1 } }

    var ranges: some RandomAccessCollection<Range<Int>> { runs.lazy.map(\.range) }
    var indices: some Sequence<Int> { ranges.joined() }

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
    subscript(position: Int) -> Int {
        let run = runs[runs.startIndex + runCount { $0.before - countBefore <= position } - 1]
        return run.range.lowerBound + position - (run.before - countBefore)
    }

    /// The number of indices below a bound.
    func count(below bound: Int) -> Int {
        let passed = runCount { $0.range.lowerBound < bound }
        guard passed > 0 else { return 0 }
        let run = runs[runs.startIndex + passed - 1]
        return run.before - countBefore + min(bound, run.range.upperBound) - run.range.lowerBound
    }

    func contains(_ index: Int) -> Bool {
        let passed = runCount { $0.range.lowerBound <= index }
        return passed > 0 && index < runs[runs.startIndex + passed - 1].range.upperBound
    }

    /// The first or last index, if it is outside `0..<count`; nil if all are inside.
    func outside(of count: Int) -> Int? {
        if let first, first < 0 || first >= count { return first }
        if let last, last >= count { return last }
        return nil
    }

    /// The index outside this sequence with exactly `rank` smaller indices outside it.
    func place(outside rank: Int) -> Int {
        let passed = runCount { $0.range.lowerBound - ($0.before - countBefore) <= rank }
        guard passed > 0 else { return rank }
        let run = runs[runs.startIndex + passed - 1]
        return rank + run.before - countBefore + run.range.count
    }

    /// The union with other indices, which must be disjoint from these.
    func union(_ others: IndexRuns) -> IndexRuns {
        if isEmpty { return others }
        if others.isEmpty { return self }
        return IndexRuns(ranges: (Array(ranges) + others.ranges).sorted { $0.lowerBound < $1.lowerBound })
    }
}

extension [IndexRuns.Run] {
    /// Adds a range after all others of a section.
    /// - Parameter first: The first run of the section. The runs before it belong to other sections.
    mutating func add(_ range: Range<Int>, fromRun first: Int) {
        guard let last else { return append(.init(range: range, before: 0)) }
        if count > first, last.range.upperBound == range.lowerBound {
            self[count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            append(.init(range: range, before: last.before + last.range.count))
        }
    }
}
