/// An error that is thrown when a changeset does not fit the lists that it is applied to.
public enum ChangesetError: Error, Hashable, Sendable {
    /// The changeset needs an old list of `expected` elements, but the list has `actual`.
    case oldCountDiffers(expected: Int, actual: Int)

    /// The changeset needs a new list of `expected` elements, but the list has `actual`.
    case newCountDiffers(expected: Int, actual: Int)
}

extension RandomAccessCollection {
    /// Returns this collection with `changes` applied: deleted elements are removed, moved elements are in their new position,
    /// and inserted and updated elements are taken from `new`.
    ///
    /// If `changes` is `new.changeset(from: self)`, the result equals `new`.
    /// - Complexity: O(*n* + *m*) for *n* elements in this collection and *m* in `new`.
    /// - Throws: ``ChangesetError`` if the counts are not those of the changeset.
    public func applying(
        _ changes: Changeset, insertingFrom new: some RandomAccessCollection<Element>
    ) throws(ChangesetError) -> [Element] {
        guard count == changes.oldCount else {
            throw .oldCountDiffers(expected: changes.oldCount, actual: count)
        }
        guard new.count == changes.newCount else {
            throw .newCountDiffers(expected: changes.newCount, actual: new.count)
        }
        func element(_ offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
        func newElement(_ offset: Int) -> Element { new[new.index(new.startIndex, offsetBy: offset)] }

        var result: [Element] = []
        result.reserveCapacity(changes.newCount)
        _ = changes.forEachMatchedRun { run in
            while result.count < run.first.new { result.append(newElement(result.count)) }
            for step in 0..<run.count { result.append(element(run.pair(at: step).old)) }
            return true
        }
        while result.count < changes.newCount { result.append(newElement(result.count)) }
        for update in changes.updates { result[update.new] = newElement(update.new) }
        return result
    }
}
