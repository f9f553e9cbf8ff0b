/// How the indices of a sequence change: what goes, what comes, and that the rest keeps its order.
struct IndexMap: Sendable {
    /// Indices before that go, ascending.
    var gone: [Int] = []
    /// Indices after that are new, ascending.
    var come: [Int] = []

    /// Ascending indices as ranges.
    static func runs(_ indices: [Int]) -> [Range<Int>] {
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
    static func count(_ indices: [Int], below bound: Int) -> Int {
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index that is not among ascending ones and has so many others before it.
    private static func place(_ rank: Int, outside indices: [Int]) -> Int {
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }

    /// Where a kept index comes to stand; nil where it goes. O(log edits).
    func newIndex(ofKept old: Int) -> Int? {
        let before = Self.count(gone, below: old)
        if before < gone.count, gone[before] == old { return nil }
        return Self.place(old - before, outside: come)
    }

    /// Where a kept index stood; nil where it is new. O(log edits).
    func oldIndex(ofKept new: Int) -> Int? {
        let before = Self.count(come, below: new)
        if before < come.count, come[before] == new { return nil }
        return Self.place(new - before, outside: gone)
    }

    /// Each new index, ascending, with the kept index before that comes to stand first behind it: where the new one is
    /// inserted. O(gone + come).
    func forEachCome(_ body: (_ new: Int, _ oldBehind: Int) -> Void) {
        var passed = 0
        for (place, new) in come.enumerated() {
            let rank = new - place
            while passed < gone.count, gone[passed] - passed <= rank { passed += 1 }
            body(new, rank + passed)
        }
    }
}
