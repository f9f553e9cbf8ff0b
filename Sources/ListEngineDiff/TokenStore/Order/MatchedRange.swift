/// A range of the identifiers that a section is filled with.
@usableFromInline
struct MatchedRange {
    /// The index of the first identifier.
    @usableFromInline let start: Int32
    @usableFromInline let count: Int32
    /// True if the identifiers follow each other in the previous order too. False if they were looked up.
    @usableFromInline let isPredicted: Bool

    @inlinable @inline(__always)
    init(_ start: Int, _ count: Int, isPredicted: Bool) {
        self.start = Int32(truncatingIfNeeded: start)
        self.count = Int32(truncatingIfNeeded: count)
        self.isPredicted = isPredicted
    }

    /// The index after the last identifier.
    var end: Int { Int(start) &+ Int(count) }
}
