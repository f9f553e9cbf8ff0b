/// Ascending indices as ranges that do not touch. As a slice, the runs of many sections can stand in one array.
struct IndexRuns: Sendable {
    struct Run: Sendable {
        var range: Range<Int>
        /// How many indices the runs before it in the array have.
        var before: Int
    }

    private(set) var runs: ArraySlice<Run>

    init(_ runs: ArraySlice<Run> = []) { self.runs = runs }

    /// - Parameter ranges: Ascending, none empty; those that touch become one.
    init(ranges: some Sequence<Range<Int>>) {
        var runs: [Run] = []
        for range in ranges { runs.add(range, fromRun: 0) }
        self.init(runs[...])
    }

    /// - Parameter indices: Ascending.
    init(_ indices: some Sequence<Int>) { self.init(ranges: indices.lazy.map { $0..<$0 + 1 }) }

    var isEmpty: Bool { runs.isEmpty }
    var count: Int { runs.last.map { $0.before + $0.range.count - countBefore } ?? 0 }
    var first: Int? { runs.first?.range.lowerBound }
    var last: Int? { runs.last.map { $0.range.upperBound - 1 } }

    var ranges: some RandomAccessCollection<Range<Int>> { runs.lazy.map(\.range) }
    var indices: some Sequence<Int> { ranges.joined() }

    /// How many indices of the array stand before the first of these.
    var countBefore: Int { runs.first?.before ?? 0 }

    /// The number of runs for which a condition holds that holds for none behind the first for which it does not.
    private func runCount(where isBefore: (Run) -> Bool) -> Int {
        var (low, high) = (runs.startIndex, runs.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - runs.startIndex
    }

    /// The index at a position among these.
    /// - Complexity: O(log *runs*), as for all that is looked up here.
    subscript(position: Int) -> Int {
        let run = runs[runs.startIndex + runCount { $0.before - countBefore <= position } - 1]
        return run.range.lowerBound + position - (run.before - countBefore)
    }

    /// How many indices are below a bound.
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

    /// The first or last index, where it is not one of so many from 0 on.
    func outside(of count: Int) -> Int? {
        if let first, first < 0 || first >= count { return first }
        if let last, last >= count { return last }
        return nil
    }

    /// The index that is not one of these and has so many others before it that are not.
    func place(outside rank: Int) -> Int {
        let passed = runCount { $0.range.lowerBound - ($0.before - countBefore) <= rank }
        guard passed > 0 else { return rank }
        let run = runs[runs.startIndex + passed - 1]
        return rank + run.before - countBefore + run.range.count
    }

    /// These indices and others, none of which is one of these.
    func union(_ others: IndexRuns) -> IndexRuns {
        if isEmpty { return others }
        if others.isEmpty { return self }
        return IndexRuns(ranges: (Array(ranges) + others.ranges).sorted { $0.lowerBound < $1.lowerBound })
    }
}

extension [IndexRuns.Run] {
    /// Adds a range behind all others of a section.
    /// - Parameter first: Where the runs of the section begin: those before it belong to others.
    mutating func add(_ range: Range<Int>, fromRun first: Int) {
        guard let last else { return append(.init(range: range, before: 0)) }
        if count > first, last.range.upperBound == range.lowerBound {
            self[count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            append(.init(range: range, before: last.before + last.range.count))
        }
    }
}
