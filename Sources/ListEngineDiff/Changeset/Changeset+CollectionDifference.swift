extension Changeset {
    /// Converts these changes to the standard library's type: removals and insertions. A move becomes an associated removal and
    /// insertion. Updates are omitted, because the type cannot represent them.
    ///
    /// - Parameters:
    ///   - old: The list before the changes.
    ///   - new: The list after the changes.
    /// - Complexity: O(*c*) for *c* changes, plus the time in which the standard library sorts them.
    /// - Throws: ``ChangesetError`` if the counts are not those of the changeset.
    public func difference<Element>(
        from old: some RandomAccessCollection<Element>, to new: some RandomAccessCollection<Element>
    ) throws(ChangesetError) -> CollectionDifference<Element> {
        guard old.count == oldCount else { throw .oldCountDiffers(expected: oldCount, actual: old.count) }
        guard new.count == newCount else { throw .newCountDiffers(expected: newCount, actual: new.count) }
        func oldElement(_ offset: Int) -> Element { old[old.index(old.startIndex, offsetBy: offset)] }
        func newElement(_ offset: Int) -> Element { new[new.index(new.startIndex, offsetBy: offset)] }
        var changes: [CollectionDifference<Element>.Change] = []
        changes.reserveCapacity(deletes.count + inserts.count + 2 * moves.count)
        for i in deletes { changes.append(.remove(offset: i, element: oldElement(i), associatedWith: nil)) }
        for j in inserts { changes.append(.insert(offset: j, element: newElement(j), associatedWith: nil)) }
        for move in moves {
            changes.append(.remove(offset: move.old, element: oldElement(move.old), associatedWith: move.new))
            changes.append(.insert(offset: move.new, element: newElement(move.new), associatedWith: move.old))
        }
        guard let difference = CollectionDifference(changes) else {
            fatalError("a changeset names each index once: \(self)")
        }
        return difference
    }

    /// Converts a difference of the standard library, for an old list of `oldCount` elements. An associated removal and
    /// insertion become a move.
    ///
    /// - Throws: ``ChangesetError/oldCountDiffers(expected:actual:)`` if the difference does not fit a list of `oldCount`
    ///   elements: it removes or inserts at an offset that the list does not have, or the count is negative or above 2^31 - 1.
    public init<Element>(_ difference: CollectionDifference<Element>, oldCount: Int) throws(ChangesetError) {
        var deletes = IndexList()
        var inserts = IndexList()
        var moves = PairList()
        let newCount = try Self.newCount(of: difference, oldCount: oldCount)
        for case .remove(let offset, _, let partner) in difference.removals {
            if offset >= oldCount { throw .oldCountDiffers(expected: offset + 1, actual: oldCount) }
            if partner == nil { deletes.append(offset) }
        }
        for case .insert(let offset, _, let partner) in difference.insertions {
            // The offset exists only in a list with this many more elements.
            if offset >= newCount {
                throw .oldCountDiffers(expected: oldCount + offset + 1 - newCount, actual: oldCount)
            }
            if let partner {
                moves.append(Pair(old: partner, new: offset))
            } else {
                inserts.append(offset)
            }
        }
        self.init(
            oldCount: oldCount, newCount: newCount, deletes: deletes, inserts: inserts, moves: moves,
            isMinimal: moves.isEmpty)
    }

    private static func newCount<Element>(
        of difference: CollectionDifference<Element>, oldCount: Int
    ) throws(ChangesetError) -> Int {
        let most = Int(Int32.max)
        let (removed, inserted) = (difference.removals.count, difference.insertions.count)
        if oldCount < removed { throw .oldCountDiffers(expected: removed, actual: oldCount) }
        if oldCount > most || oldCount - removed + inserted > most {
            throw .oldCountDiffers(expected: max(0, most + removed - inserted), actual: oldCount)
        }
        return oldCount - removed + inserted
    }
}
