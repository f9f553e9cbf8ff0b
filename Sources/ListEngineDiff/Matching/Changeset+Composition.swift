extension Changeset {
    /// Combines this changeset and a following one: from this one's old list to the new list of `next`.
    ///
    /// An element that this changeset inserts and `next` deletes does not appear. The number of moves is the smallest possible
    /// with these matches. An element is updated if either changeset updates it.
    ///
    /// - Complexity: O(*n*) for lists of *n* elements.
    /// - Throws: ``ChangesetError/oldCountDiffers(expected:actual:)`` if the old list of `next` is not as long as the new list
    ///   of this changeset.
    public func followed(by next: Changeset) throws(ChangesetError) -> Changeset {
        guard next.oldCount == newCount else { throw .oldCountDiffers(expected: next.oldCount, actual: newCount) }
        // Old elements are numbered by index. Each element of the other two lists gets the number of the old element that it
        // matches, or an unused one. Then the first and the last list are diffed by number, in which each number occurs once.
        var fresh = UInt32(oldCount)
        func number() -> UInt32 {
            defer { fresh += 1 }
            return fresh
        }
        let none = UInt32.max
        var middle = [UInt32](repeating: none, count: newCount)
        _ = forEachMatch { old, new in
            middle[new] = UInt32(old)
            return true
        }
        var last = [UInt32](repeating: none, count: next.newCount)
        _ = next.forEachMatch { old, new in
            last[new] = middle[old]
            return true
        }
        for j in last.indices where last[j] == none { last[j] = number() }
        var result = diffNumbers(from: Array(0..<UInt32(oldCount)), to: last, options: .assumingUnique)
        if updates.isEmpty && next.updates.isEmpty { return result }

        var isUpdated = [Bool](repeating: false, count: next.newCount)
        for update in next.updates { isUpdated[update.new] = true }
        var isUpdatedInMiddle = [Bool](repeating: false, count: newCount)
        for update in updates { isUpdatedInMiddle[update.new] = true }
        _ = next.forEachMatch { old, new in
            if isUpdatedInMiddle[old] { isUpdated[new] = true }
            return true
        }
        result = result.addingUpdates { _, new in isUpdated[new] }
        return result
    }
}
