extension Collection where Element: Hashable {
    /// The changes that turn `old` into this collection.
    ///
    ///     let changes = ["a", "c", "b"].changeset(from: ["a", "b", "d"])
    ///     print(changes)  // 3 -> 3: deletes [2], inserts [1]
    ///
    /// Elements match when they are equal, each as often as both lists hold it. Elements that match and keep their
    /// order are not listed. When elements are unique the number of moves is the smallest possible; with duplicates it
    /// nearly always is, and ``Changeset/isMinimal`` says so where that is proven.
    ///
    /// Integers and UUIDs are compared as numbers. Other elements are compared by `==` where they are expected, and
    /// hashed only where they are not found there.
    ///
    /// - Complexity: O(*n* + *m*) expected, plus O(*r* log *r*) for *r* stretches of elements that stayed together.
    /// - Precondition: each list has at most 2^31 - 1 elements.
    @inlinable
    public func changeset(from old: some Collection<Element>, options: ChangesetOptions = []) -> Changeset {
        old.withBuffer { old in self.withBuffer { new in diffBuffers(from: old, to: new, options: options) } }
    }
}

extension Collection {
    /// The changes that turn `old` into this collection, where elements match by identifier.
    ///
    ///     let changes = rows.changeset(from: oldRows, by: \.id)
    ///
    /// - Parameters:
    ///   - old: The list before.
    ///   - identifier: Says who an element is; a key path will do. Called once for each element.
    ///   - options: What is known about the identifiers.
    /// - Complexity: As that of `changeset(from:options:)`.
    @inlinable
    public func changeset<ID: Hashable>(
        from old: some Collection<Element>, by identifier: (Element) -> ID, options: ChangesetOptions = []
    ) -> Changeset {
        map(identifier).changeset(from: old.map(identifier), options: options)
    }

    /// The same with updates: elements with the same identifier whose contents differ, kept or moved.
    ///
    ///     let changes = rows.changeset(from: oldRows, by: \.id, comparing: ==)
    ///
    /// - Parameters:
    ///   - old: The list before.
    ///   - identifier: Says who an element is; a key path will do. Called once for each element.
    ///   - options: What is known about the identifiers.
    ///   - isSame: Whether an old and a new element show the same. Called once for each element on both sides.
    /// - Complexity: As that of `changeset(from:options:)`.
    @inlinable
    public func changeset<ID: Hashable>(
        from old: some Collection<Element>, by identifier: (Element) -> ID, options: ChangesetOptions = [],
        comparing isSame: (Element, Element) -> Bool
    ) -> Changeset {
        let changes = changeset(from: old, by: identifier, options: options)
        return old.withBuffer { old in
            self.withBuffer { new in changes.addingUpdates { !isSame(old[$0], new[$1]) } }
        }
    }
}

extension Collection {
    /// Calls `body` with all elements in one buffer, copied there if they are not in one.
    @inlinable
    func withBuffer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}

extension Changeset {
    /// Fills ``updates`` with the pairs of old and new index that `isUpdated` picks.
    @usableFromInline
    func addingUpdates(_ isUpdated: (Int, Int) -> Bool) -> Changeset {
        var result = self
        var updates = PairList()
        _ = forEachMatch { old, new in
            if isUpdated(old, new) { updates.append(Pair(old: old, new: new)) }
            return true
        }
        result.updates = updates
        return result
    }
}
