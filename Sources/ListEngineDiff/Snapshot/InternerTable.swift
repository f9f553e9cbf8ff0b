/// The table of an interner, from hashes to tokens. It grows in small steps, so that no single insertion has to rehash
/// all entries.
///
/// Linear hashing (W. Litwin, "Linear hashing: a new tool for file and table addressing", VLDB 1980). The table
/// consists of segments of 8,192 places, and each segment is searched by linear probing. The table doubles in rounds. A
/// round begins when the table is half full. It divides the segments in two, one after the other, as identifiers are
/// added. The last segment is divided when the table is five eighths full. A table of up to 4,096 identifiers is one
/// segment that doubles when it is half full.
@usableFromInline
struct InternerTable {
    private static let segmentSize = 8192
    @usableFromInline static var segmentBits: UInt32 { 13 }

    /// Each place contains hash << 32 | token + 1, or 0 if it is free.
    @usableFromInline private(set) var segments: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>
    @usableFromInline private(set) var segmentCount = 1
    /// The number of segments rounded up to a power of two, minus one.
    @usableFromInline private(set) var numberMask = 0
    /// The number of places of a segment, minus one.
    @usableFromInline private(set) var mask = 15
    /// The table grows when it has more entries than this.
    @usableFromInline private(set) var limit = 8
    /// Whether the table is one segment of any size. It is needed if the hashes are so poor that the entries of one
    /// segment would not fit there.
    @usableFromInline private(set) var isWhole = false
    /// Changes whenever entries are moved to other places.
    @usableFromInline private(set) var arrangement = 0
    private var memory = SegmentMemory()

    @usableFromInline
    init() {
        segments = .allocate(capacity: 1)
        segments.initialize(to: memory.take(16))
    }

    @usableFromInline
    mutating func deallocate() {
        for number in 0..<segmentCount { memory.giveBack(segments[number], mask + 1) }
        segments.deallocate()
        memory.deallocate()
    }

    /// The place where the search for a hash starts. The search continues to the end of the segment, and then from its
    /// start.
    @inlinable @inline(__always)
    func place(of hash: UInt32) -> UnsafeMutablePointer<UInt64> {
        Self.place(of: hash, segments, segmentCount, numberMask, mask)
    }

    @inlinable @inline(__always)
    static func place(
        of hash: UInt32, _ segments: UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>, _ segmentCount: Int,
        _ numberMask: Int, _ mask: Int
    ) -> UnsafeMutablePointer<UInt64> {
        var number = Int(hash &>> segmentBits) & numberMask
        // The segment has not been divided yet.
        if number >= segmentCount { number &= numberMask &>> 1 }
        return segments[number] + Int(hash) & mask
    }

    /// Makes room for `count` entries in total. Entries contain their hashes, so no identifier is hashed again.
    @inlinable @inline(__always)
    mutating func reserve(_ count: Int) {
        if count > limit { grow(count) }
    }

    @usableFromInline
    mutating func grow(_ count: Int) {
        if isWhole || 2 * count <= Self.segmentSize {
            rebuild(segmentCount: 1, size: Self.powerOfTwo(2 * count))
        } else if mask + 1 < Self.segmentSize || count > 2 * limit {
            rebuild(segmentCount: Self.powerOfTwo((2 * count + Self.segmentSize - 1) / Self.segmentSize))
        } else {
            while limit < count { divideNext() }
        }
    }

    /// Enters a token that is not in the table. The table must have room.
    @usableFromInline
    mutating func place(_ token: Token, hash: UInt32) {
        let entry = UInt64(hash) << 32 | UInt64(token &+ 1)
        if place(entry) { return }
        makeWhole()
        _ = place(entry)
    }

    /// Enters an entry into a segment that has a free place.
    @inline(__always)
    private static func place(_ entry: UInt64, in segment: UnsafeMutablePointer<UInt64>, _ mask: Int) {
        var position = Int(UInt32(truncatingIfNeeded: entry &>> 32)) & mask
        while segment[position] != 0 { position = (position &+ 1) & mask }
        segment[position] = entry
    }

    /// Returns false if the segment of the entry is full.
    private func place(_ entry: UInt64) -> Bool {
        let hash = UInt32(truncatingIfNeeded: entry >> 32)
        let (start, position) = (place(of: hash), Int(hash) & mask)
        for steps in 0...mask {
            let place = start - position + (position + steps) & mask
            if place.pointee == 0 {
                place.pointee = entry
                return true
            }
        }
        return false
    }

    /// Removes all entries.
    @usableFromInline
    mutating func clear() {
        arrangement &+= 1
        for number in 0..<segmentCount { segments[number].update(repeating: 0, count: mask + 1) }
    }

    /// Changes the table to a single segment.
    @usableFromInline
    mutating func makeWhole() {
        isWhole = true
        rebuild(segmentCount: 1, size: Self.powerOfTwo(2 * max(limit, (mask + 1) * segmentCount / 2)))
    }

    // MARK: Growing

    private static func powerOfTwo(_ least: Int) -> Int {
        var power = 1
        while power < least { power *= 2 }
        return power
    }

    /// Places all entries again.
    private mutating func rebuild(segmentCount count: Int, size: Int = segmentSize) {
        arrangement &+= 1
        let (old, oldCount, oldSize) = (segments, segmentCount, mask + 1)
        segments = .allocate(capacity: count)
        for number in 0..<count {
            (segments + number).initialize(to: memory.take(size, expecting: count - number))
        }
        (segmentCount, numberMask, mask) = (count, count - 1, size - 1)
        limit = count * size / 2
        var isTooFull = false
        for number in 0..<oldCount {
            let segment = old[number]
            for position in 0..<oldSize where segment[position] != 0 {
                if count == 1 {
                    // It has twice as many places as there are entries.
                    Self.place(segment[position], in: segments[0], mask)
                } else if !isTooFull, !place(segment[position]) {
                    isTooFull = true
                }
            }
        }
        if isTooFull {
            // Restore the old table, then rebuild it as one segment, which cannot be too full.
            for number in 0..<count { memory.giveBack(segments[number], size) }
            segments.deallocate()
            (segments, segmentCount, numberMask, mask) = (old, oldCount, Self.powerOfTwo(oldCount) - 1, oldSize - 1)
            return makeWhole()
        }
        for number in 0..<oldCount { memory.giveBack(old[number], oldSize) }
        old.deallocate()
    }

    /// Divides the next segment of the round. The entries of one segment always fit into two.
    private mutating func divideNext() {
        arrangement &+= 1
        if segmentCount > numberMask {
            numberMask = 2 * numberMask + 1
            let grown = UnsafeMutablePointer<UnsafeMutablePointer<UInt64>>.allocate(capacity: numberMask + 1)
            grown.moveInitialize(from: segments, count: segmentCount)
            segments.deallocate()
            segments = grown
        }
        let divided = segmentCount & (numberMask >> 1)
        let whole = segments[divided]
        // At most a quarter of the table is kept as spare memory.
        segments[divided] = memory.take(mask + 1, expecting: segmentCount / 4)
        (segments + segmentCount).initialize(to: memory.take(mask + 1, expecting: segmentCount / 4))
        let halves = (segments[divided], segments[segmentCount])
        segmentCount += 1
        // The bit of the hash that distinguishes the number of the new segment.
        let bit = UInt64((numberMask + 1) / 2) << (32 + UInt64(Self.segmentBits))
        for position in 0...mask where whole[position] != 0 {
            let entry = whole[position]
            Self.place(entry, in: entry & bit == 0 ? halves.0 : halves.1, mask)
        }
        memory.giveBack(whole, mask + 1)
        // After the end of a round, the next round begins when the table is half full again.
        let start = segmentCount > numberMask ? segmentCount : (numberMask + 1) / 2
        limit = start * Self.segmentSize / 2 + (segmentCount - start) * Self.segmentSize / 8
    }
}
