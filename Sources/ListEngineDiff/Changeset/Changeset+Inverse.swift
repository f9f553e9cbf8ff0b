extension Changeset {
    /// The inverse changes: from the new list to the old one.
    ///
    /// - Complexity: O(*r* log *r*) for *r* runs of moves and updates.
    public var inverse: Changeset {
        Changeset(
            oldCount: newCount, newCount: oldCount, deletes: inserts, inserts: deletes, moves: moves.inverse,
            updates: updates.inverse, isMinimal: isMinimal)
    }
}

extension Changeset.PairList {
    /// The same pairs with old and new exchanged, by ascending new index.
    var inverse: Changeset.PairList {
        var result = Changeset.PairList()
        for run in runs.sorted(by: { $0.old.lowerBound < $1.old.lowerBound }) {
            // The first pair in the order of old indices; a run that descends does so from both sides.
            let first =
                run.isDescending
                ? Changeset.Pair(old: run.new.upperBound - 1, new: run.old.lowerBound)
                : Changeset.Pair(old: run.first.new, new: run.first.old)
            result.append(first, count: run.count, isDescending: run.isDescending)
        }
        return result
    }

    /// Adds a stretch whose new indices are above all others.
    mutating func append(_ first: Changeset.Pair, count: Int, isDescending: Bool) {
        // The ends may join the adjacent runs, so they are added one by one.
        append(first)
        guard count > 1 else { return }
        let step = isDescending ? -1 : 1
        append(Changeset.Pair(old: first.old + step, new: first.new + 1))
        storage[storage.count - 1].end += UInt32(count - 2)
    }
}
