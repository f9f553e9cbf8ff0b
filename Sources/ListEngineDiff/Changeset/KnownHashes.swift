/// Hashes of some elements of one list, made while a walk had them at hand.
///
/// A walk over a long list leaves the cache behind it. Hashing what it skipped once it is over would wait for memory at
/// each element. Nothing needs to be known: a hash that is not is made when it is asked for.
@usableFromInline
struct KnownHashes {
    /// Indices of elements, ascending.
    @usableFromInline var indices: [UInt32] = []
    @usableFromInline var hashes: [UInt64] = []

    /// How many of them are before the index last asked for.
    @usableFromInline var taken = 0

    @inlinable
    init() {}

    /// Adds a hash. One whose index is not behind all others is passed over.
    @inlinable
    mutating func append(_ hash: UInt64, at index: Int) {
        let index = UInt32(truncatingIfNeeded: index)
        if let last = indices.last, index <= last { return }
        indices.append(index)
        hashes.append(hash)
    }

    /// The hash at an index, if it is known. Indices asked for ascend from call to call.
    @inlinable
    mutating func take(at index: Int) -> UInt64? {
        while taken < indices.count && Int(indices[taken]) < index { taken += 1 }
        if taken == indices.count || Int(indices[taken]) != index { return nil }
        return hashes[taken]
    }
}
