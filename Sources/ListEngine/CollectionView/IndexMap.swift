/// How the indices of a sequence change: what goes, what comes, and that the rest keeps its order.
struct IndexMap: Sendable {
    /// Indices before that go, ascending. As slices, those of many sections can stand in one array.
    var gone: ArraySlice<Int> = []
    /// Indices after that are new, ascending.
    var come: ArraySlice<Int> = []

    /// Adds what another map has; indices need not ascend.
    mutating func add(_ other: IndexMap) {
        Self.merge(other.gone, into: &gone)
        Self.merge(other.come, into: &come)
    }

    private static func merge(_ more: ArraySlice<Int>, into indices: inout ArraySlice<Int>) {
        if indices.isEmpty {
            indices = more
        } else if !more.isEmpty {
            indices = (indices + more).sorted()[...]
        }
    }

    /// Ascending indices as ranges.
    static func runs(_ indices: some Sequence<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in indices {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    /// How many of ascending indices are below a bound.
    static func count(_ indices: ArraySlice<Int>, below bound: Int) -> Int {
        var (low, high) = (indices.startIndex, indices.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low - indices.startIndex
    }

    static func count(_ indices: [Int], below bound: Int) -> Int { count(indices[...], below: bound) }

    /// The index that is not among ascending ones and has so many others before it.
    private static func place(_ rank: Int, outside indices: ArraySlice<Int>) -> Int {
        let start = indices.startIndex
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[start + middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }

    /// Where a kept index comes to stand; nil where it goes. O(log edits).
    func newIndex(ofKept old: Int) -> Int? {
        let before = Self.count(gone, below: old)
        if before < gone.count, gone[gone.startIndex + before] == old { return nil }
        return Self.place(old - before, outside: come)
    }

    /// Where a kept index stood; nil where it is new. O(log edits).
    func oldIndex(ofKept new: Int) -> Int? {
        let before = Self.count(come, below: new)
        if before < come.count, come[come.startIndex + before] == new { return nil }
        return Self.place(new - before, outside: gone)
    }

    /// Each new index, ascending, with the kept index before that comes to stand first behind it: where the new one is
    /// inserted. O(gone + come).
    func forEachCome(_ body: (_ new: Int, _ oldBehind: Int) -> Void) {
        let start = gone.startIndex
        var passed = 0
        for (place, new) in come.enumerated() {
            let rank = new - place
            while passed < gone.count, gone[start + passed] - passed <= rank { passed += 1 }
            body(new, rank + passed)
        }
    }
}
