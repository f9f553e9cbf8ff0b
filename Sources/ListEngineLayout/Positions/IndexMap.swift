/// How the indices of a sequence change. Indices that are neither deleted nor inserted keep their order.
package struct IndexMap: Sendable {
    /// Old indices of elements that are deleted or move elsewhere.
    package var deleted = IndexRuns()
    /// New indices of elements that are inserted or move there.
    package var inserted = IndexRuns()

    package init(deleted: IndexRuns = IndexRuns(), inserted: IndexRuns = IndexRuns()) {
        self.deleted = deleted
        self.inserted = inserted
    }

    /// The new index of a kept element; nil if the element is deleted. O(log runs).
    @inline(__always)
    package func newIndex(ofKept old: Int) -> Int? {
        deleted.contains(old) ? nil : inserted.place(outside: old - deleted.count(below: old))
    }

    /// The old index of a kept element; nil if the element is inserted. O(log runs).
    package func oldIndex(ofKept new: Int) -> Int? {
        inserted.contains(new) ? nil : deleted.place(outside: new - inserted.count(below: new))
    }

    /// Calls `body` with each range of inserted indices, ascending, and with the old index of the first kept element
    /// after the range: the place where the range is inserted. O(runs).
    func forEachInserted(_ body: (_ new: Range<Int>, _ oldBehind: Int) -> Void) {
        var rest = deleted.runs
        var passed = 0
        for run in inserted.runs {
            let rank = run.range.lowerBound - (run.before - inserted.countBefore)
            while let next = rest.first, next.range.lowerBound - passed <= rank {
                passed += next.range.count
                rest.removeFirst()
            }
            body(run.range, rank + passed)
        }
    }
}

extension IndexMap {
    /// The first kept index from `index` on, below `count`. O(log runs).
    func firstKept(from index: Int, count: Int) -> Int? {
        let kept = deleted.run(around: index)?.upperBound ?? index
        return kept < count ? kept : nil
    }

    /// The last kept index up to `index`. O(log runs).
    func lastKept(upTo index: Int) -> Int? {
        let kept = deleted.run(around: index).map { $0.lowerBound - 1 } ?? index
        return kept >= 0 ? kept : nil
    }
}
