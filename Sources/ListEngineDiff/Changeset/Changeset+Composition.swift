extension Changeset {
    /// The changes of this changeset and then of `next`, as one: from this one's old list to the new list of `next`.
    ///
    /// What the first inserted and the second deleted does not appear. The number of moves is the smallest that
    /// leads from the first list to the last with these matches. An element is updated if either says so.
    ///
    /// - Complexity: O(*n*) for lists of *n* elements.
    /// - Throws: ``ChangesetError/oldCountDiffers(expected:actual:)`` when `next` does not start from a list as long
    ///   as the one that this changeset leads to.
    public func followed(by next: Changeset) throws(ChangesetError) -> Changeset {
        guard next.oldCount == newCount else { throw .oldCountDiffers(expected: next.oldCount, actual: newCount) }
        // Old elements are numbered by index. Each middle and new element gets the number of the old one that it is,
        // or a fresh one; then the lists of numbers are diffed, which all occur once.
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
