extension Collection where Element: Hashable {
    /// The changes that turn `old` into this collection.
    ///
    ///     let changes = ["a", "c", "b"].changeset(from: ["a", "b", "d"])
    ///     print(changes)  // 3 -> 3: deletes [2], inserts [1]
    ///
    /// Elements match if they are equal. If an element occurs several times, as many occurrences match as both lists have.
    /// Elements that match and keep their order are not listed. If elements are unique, the number of moves is the smallest
    /// possible. With duplicates it nearly always is, and ``Changeset/isMinimal`` says whether that is proven.
    ///
    /// Integers and UUIDs are compared as numbers. Other elements are compared by `==` at the position where they are expected,
    /// and hashed only if they are not found there.
    ///
    /// - Complexity: O(*n* + *m*) expected, plus O(*r* log *r*) for *r* runs of elements that stayed together.
    /// - Precondition: each list has at most 2^31 - 1 elements.
    @inlinable
    public func changeset(from old: some Collection<Element>, options: ChangesetOptions = []) -> Changeset {
        old.withBuffer { old in self.withBuffer { new in diffBuffers(from: old, to: new, options: options) } }
    }
}

extension Collection {
    /// The changes that turn `old` into this collection. Elements match if their identifiers are equal.
    ///
    ///     let changes = rows.changeset(from: oldRows, by: \.id)
    ///
    /// - Parameters:
    ///   - old: The old list.
    ///   - identifier: Returns the identifier of an element; can be a key path. Called once for each element.
    ///   - options: Properties of the identifiers that you know.
    /// - Complexity: That of `changeset(from:options:)`.
    @inlinable
    public func changeset<ID: Hashable>(
        from old: some Collection<Element>, by identifier: (Element) -> ID, options: ChangesetOptions = []
    ) -> Changeset {
        map(identifier).changeset(from: old.map(identifier), options: options)
    }

    /// The changes that turn `old` into this collection, with updates: elements with the same identifier whose contents differ.
    ///
    ///     let changes = rows.changeset(from: oldRows, by: \.id, comparing: ==)
    ///
    /// - Parameters:
    ///   - old: The old list.
    ///   - identifier: Returns the identifier of an element; can be a key path. Called once for each element.
    ///   - options: Properties of the identifiers that you know.
    ///   - isSame: Returns whether an old and a new element have the same content. Called once for each element in both lists.
    /// - Complexity: That of `changeset(from:options:)`.
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
    /// Calls `body` with all elements in one buffer. Copies them if they are not in contiguous memory.
    @inlinable
    func withBuffer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}

extension Changeset {
    /// Fills ``updates`` with the pairs of old and new index for which `isUpdated` returns true.
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
