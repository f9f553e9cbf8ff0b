/// The integers of an interner's storage, as keys: numbers without a sign, in the same order. Not generic, so that all programs share one
/// copy of the searches, whatever the compiler knows of the identifier's type.
@usableFromInline
struct IntegerWords {
    /// The addresses of the buckets.
    private let buckets: UnsafeRawPointer
    private let isWide: Bool
    private let isSigned: Bool

    /// - Parameter buckets: The buckets of the storage. It must outlive this value.
    @inlinable @inline(__always)
    init<Integer>(_ buckets: UnsafeMutablePointer<UnsafeMutablePointer<Integer>>, isSigned: Bool) {
        self.init(UnsafeRawPointer(buckets), isWide: MemoryLayout<Integer>.size == 8, isSigned: isSigned)
    }

    @usableFromInline
    init(_ buckets: UnsafeRawPointer, isWide: Bool, isSigned: Bool) {
        (self.buckets, self.isWide, self.isSigned) = (buckets, isWide, isSigned)
    }

    /// The key of the integer at a place of a bucket.
    @inline(__always)
    func key(_ place: (bucket: Int, offset: Int)) -> UInt64 {
        let size = MemoryLayout<UnsafeRawPointer>.size
        let slots = buckets.load(fromByteOffset: place.bucket &* size, as: UnsafeRawPointer.self)
        let slot = slots + place.offset &* (isWide ? 8 : 4)
        if isWide { return slot.load(as: UInt64.self) ^ (isSigned ? 1 << 63 : 0) }
        if isSigned { return UInt64(bitPattern: Int64(slot.load(as: Int32.self))) ^ 1 << 63 }
        return UInt64(slot.load(as: UInt32.self))
    }

    /// The number of integers at the start of memory, of which each is larger than the one before it.
    func increasingCount<Integer>(_ start: UnsafePointer<Integer>, count: Int) -> Int {
        let start = UnsafeRawPointer(start)
        switch (isWide, isSigned) {
        case (true, true): return Self.increasing(start.assumingMemoryBound(to: Int64.self), count: count)
        case (true, false): return Self.increasing(start.assumingMemoryBound(to: UInt64.self), count: count)
        case (false, true): return Self.increasing(start.assumingMemoryBound(to: Int32.self), count: count)
        case (false, false): return Self.increasing(start.assumingMemoryBound(to: UInt32.self), count: count)
        }
    }

    @inline(__always)
    private static func increasing<Integer: FixedWidthInteger>(_ integers: UnsafePointer<Integer>, count: Int) -> Int {
        var known = min(count, 1)
        // A block at a time, without a branch for each integer.
        while known &+ 64 <= count {
            var areIncreasing: Integer = 1
            for index in known..<known &+ 64 { areIncreasing &= integers[index] > integers[index &- 1] ? 1 : 0 }
            if areIncreasing == 0 { break }
            known &+= 64
        }
        while known < count, integers[known] > integers[known &- 1] { known &+= 1 }
        return known
    }
}
