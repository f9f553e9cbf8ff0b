/// A stretch of elements known to be the same on both sides. The layout is that of `le_diff_segment`.
@usableFromInline
struct MatchedSegment {
    /// The first old index; with the highest bit set where old indices go down while new ones go up.
    @usableFromInline var old: UInt32
    @usableFromInline var new: UInt32
    @usableFromInline var count: UInt32

    @inlinable
    init(old: Int, new: Int, count: Int) {
        self.old = UInt32(truncatingIfNeeded: old)
        self.new = UInt32(truncatingIfNeeded: new)
        self.count = UInt32(truncatingIfNeeded: count)
    }

    @inlinable
    init(oldDescendingFrom old: Int, new: Int, count: Int) {
        self.init(old: old | 0x8000_0000, new: new, count: count)
    }

    @inlinable var isDescending: Bool { old & 0x8000_0000 != 0 }

    @inlinable var oldRange: Range<Int> {
        let first = Int(old & 0x7fff_ffff)
        return isDescending ? first + 1 - Int(count)..<first + 1 : first..<first + Int(count)
    }

    @inlinable var newRange: Range<Int> { Int(new)..<Int(new) + Int(count) }
}
