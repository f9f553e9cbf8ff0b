/// How the indices of a sequence change: what goes, what comes, and that the rest keeps its order.
struct IndexMap: Sendable {
    /// Before.
    var gone = IndexRuns()
    /// After.
    var come = IndexRuns()

    /// Where a kept index comes to stand; nil where it goes. O(log runs).
    func newIndex(ofKept old: Int) -> Int? {
        gone.contains(old) ? nil : come.place(outside: old - gone.count(below: old))
    }

    /// Where a kept index stood; nil where it is new. O(log runs).
    func oldIndex(ofKept new: Int) -> Int? {
        come.contains(new) ? nil : gone.place(outside: new - come.count(below: new))
    }

    /// Each range of new indices, ascending, with the kept index before that comes to stand first behind it: where it is
    /// inserted. O(runs).
    func forEachCome(_ body: (_ new: Range<Int>, _ oldBehind: Int) -> Void) {
        var rest = gone.runs
        var passed = 0
        for run in come.runs {
            let rank = run.range.lowerBound - (run.before - come.countBefore)
            while let next = rest.first, next.range.lowerBound - passed <= rank {
                passed += next.range.count
                rest.removeFirst()
            }
            body(run.range, rank + passed)
        }
    }
}
