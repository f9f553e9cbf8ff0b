/// A set of indices below a count, as one bit per index.
@usableFromInline
struct IndexBits {
    @usableFromInline var words: [UInt64]

    @inlinable
    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    @inlinable
    subscript(_ index: Int) -> Bool { (words[index >> 6] >> UInt64(index & 63)) & 1 != 0 }

    @inlinable
    mutating func insert(_ range: Range<Int>) {
        var at = range.lowerBound
        while at < range.upperBound {
            let end = Swift.min(range.upperBound, (at | 63) + 1)
            words[at >> 6] |= ((~0 as UInt64) >> UInt64(64 - (end - at))) << UInt64(at & 63)
            at = end
        }
    }

    /// The first index of a range that is in the set, or the end of the range.
    @inlinable
    func first(in range: Range<Int>) -> Int { first(in: range, flipping: 0) }

    /// The first index of a range that is not in the set, or the end of the range.
    @inlinable
    func firstMissing(in range: Range<Int>) -> Int { first(in: range, flipping: ~0) }

    @inlinable
    func first(in range: Range<Int>, flipping mask: UInt64) -> Int {
        var at = range.lowerBound
        while at < range.upperBound {
            let rest = (words[at >> 6] ^ mask) >> UInt64(at & 63)
            if rest != 0 { return Swift.min(range.upperBound, at + rest.trailingZeroBitCount) }
            at = (at | 63) + 1
        }
        return range.upperBound
    }
}
