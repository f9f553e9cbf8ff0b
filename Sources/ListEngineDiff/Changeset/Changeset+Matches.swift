extension Changeset {
    /// Calls `body` with the old and the new index of each element that is in both lists, by ascending new index, until it
    /// returns `false`. Returns whether `body` never returned `false`.
    @usableFromInline
    func forEachMatch(_ body: (Int, Int) -> Bool) -> Bool {
        forEachMatchedRun { run in
            for step in 0..<run.count {
                let pair = run.pair(at: step)
                if !body(pair.old, pair.new) { return false }
            }
            return true
        }
    }

    /// The same, with runs of consecutive elements.
    func forEachMatchedRun(_ body: (PairList.PairRun) -> Bool) -> Bool {
        var lifted = LiftedIndices(self)
        var inserts = inserts.runs.makeIterator()
        var moves = moves.runs.makeIterator()
        var insert = inserts.next()
        var move = moves.next()
        var new = 0
        while new < newCount {
            if let run = insert, run.lowerBound == new {
                new = run.upperBound
                insert = inserts.next()
            } else if let run = move, run.first.new == new {
                if !body(run) { return false }
                new += run.count
                move = moves.next()
            } else {
                // Kept elements: up to the next change in the old or the new list.
                let end = min(insert?.lowerBound ?? newCount, move?.first.new ?? newCount)
                let old = lifted.nextKept(atMost: end - new)
                guard !old.isEmpty else { fatalError("new index \(new) of a changeset has no element: \(self)") }
                let run = PairList.PairRun(
                    first: Pair(old: old.lowerBound, new: new), count: old.count, isDescending: false)
                if !body(run) { return false }
                new += run.count
            }
        }
        return true
    }
}

/// Walks through the old indices that are neither deleted nor moved.
struct LiftedIndices {
    /// Ranges of old indices that are deleted or moved, ascending.
    private var ranges: [Range<Int>]
    private var range = 0
    private var position = 0
    private let count: Int

    init(_ changes: Changeset) {
        count = changes.oldCount
        let deletes = changes.deletes.runs
        // Moves are sorted by new index; deletes are in order already.
        let moves = changes.moves.runs.map(\.old).sorted { $0.lowerBound < $1.lowerBound }
        ranges = []
        ranges.reserveCapacity(deletes.count + moves.count)
        var d = 0
        for move in moves {
            while d < deletes.count && deletes[d].lowerBound < move.lowerBound {
                ranges.append(deletes[d])
                d += 1
            }
            ranges.append(move)
        }
        while d < deletes.count {
            ranges.append(deletes[d])
            d += 1
        }
    }

    /// The next old indices that are kept in place, at least one and at most `limit`.
    mutating func nextKept(atMost limit: Int) -> Range<Int> {
        while range < ranges.count && ranges[range].lowerBound == position {
            position = ranges[range].upperBound
            range += 1
        }
        let end = min(range < ranges.count ? ranges[range].lowerBound : count, position + limit)
        defer { position = end }
        return position..<end
    }
}
