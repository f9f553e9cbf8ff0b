/// A changeset that does not belong to the lists it was applied to.
public enum ChangesetError: Error, Hashable, Sendable {
    /// The changeset starts from a list of `expected` elements; the list has `actual`.
    case oldCountDiffers(expected: Int, actual: Int)

    /// The changeset leads to a list of `expected` elements; the list has `actual`.
    case newCountDiffers(expected: Int, actual: Int)
}

extension RandomAccessCollection {
    /// This collection with `changes` applied: deleted elements are gone, moved ones are in their new place, and
    /// inserted ones are taken from `new`.
    ///
    /// Where `changes` is `new.changeset(from: self)` the result equals `new`. Updated elements are taken from `new`
    /// as well.
    /// - Complexity: O(*n* + *m*) for *n* elements here and *m* in `new`.
    /// - Throws: ``ChangesetError`` when the counts are not those of the changeset.
    public func applying(
        _ changes: Changeset, insertingFrom new: some RandomAccessCollection<Element>
    ) throws(ChangesetError) -> [Element] {
        guard count == changes.oldCount else {
            throw .oldCountDiffers(expected: changes.oldCount, actual: count)
        }
        guard new.count == changes.newCount else {
            throw .newCountDiffers(expected: changes.newCount, actual: new.count)
        }
        var lifted = [Bool](repeating: false, count: count)
        for run in changes.deletes.runs { for i in run { lifted[i] = true } }
        for run in changes.moves.runs { for i in run.old { lifted[i] = true } }
        func element(_ offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
        func newElement(_ offset: Int) -> Element { new[new.index(new.startIndex, offsetBy: offset)] }

        var result: [Element] = []
        result.reserveCapacity(changes.newCount)
        var kept = 0
        var inserts = changes.inserts.runs.makeIterator()
        var moves = changes.moves.runs.makeIterator()
        var insert = inserts.next()
        var move = moves.next()
        while result.count < changes.newCount {
            if let run = insert, run.lowerBound == result.count {
                for i in run { result.append(newElement(i)) }
                insert = inserts.next()
            } else if let run = move, run.new.lowerBound == result.count {
                for step in 0..<run.count { result.append(element(run.pair(at: step).old)) }
                move = moves.next()
            } else {
                while lifted[kept] { kept += 1 }
                result.append(element(kept))
                kept += 1
            }
        }
        for update in changes.updates { result[update.new] = newElement(update.new) }
        return result
    }
}
