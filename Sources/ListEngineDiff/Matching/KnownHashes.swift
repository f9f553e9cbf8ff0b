/// Hashes of some elements of one list, computed while the elements were in the cache.
///
/// After a pass over a long list, its first elements are no longer in the cache. Hashing the skipped elements then would wait
/// for memory at each of them. Any hash may be missing: it is then computed when it is needed.
@usableFromInline
struct KnownHashes {
    /// Indices of elements, ascending.
    @usableFromInline var indices: [UInt32] = []
    @usableFromInline var hashes: [UInt64] = []

    /// The number of hashes before the index that was requested last.
    @usableFromInline var taken = 0

    @inlinable
    init() {}

    /// Adds a hash. It is ignored unless its index is greater than all others.
    @inlinable
    mutating func append(_ hash: UInt64, at index: Int) {
        let index = UInt32(truncatingIfNeeded: index)
        if let last = indices.last, index <= last { return }
        indices.append(index)
        hashes.append(hash)
    }

    /// The hash at an index, if it is known. Indices must ascend from call to call.
    @inlinable
    mutating func hash(at index: Int) -> UInt64? {
        while taken < indices.count && Int(indices[taken]) < index { taken += 1 }
        if taken == indices.count || Int(indices[taken]) != index { return nil }
        return hashes[taken]
    }
}
