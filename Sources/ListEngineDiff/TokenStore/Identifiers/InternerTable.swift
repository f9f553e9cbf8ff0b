/// The table of an interner, from hashes to tokens: open addressing with linear probing.
///
/// ```text
/// places    0        1                     2        ...      size - 1
///           0 free   hash 32 | token + 1   0 free            hash 32 | token + 1
/// ```
///
/// A hash belongs at `hash * size / 2^32`, or in the first free place after it. The last place is followed by the first. At most five
/// sevenths of the places are taken. The table then grows by half. Entries contain their hashes and are nearly in the order of these,
/// so growing hashes no identifier and copies from one end to the other.
///
/// Gain: a look-up reads one identifier, because an entry with a different hash is skipped without a look at its identifier.
/// Cost: 11.2 bytes an identifier when many are added together, up to 17 when they are added one by one. A table with entries of
/// 32 bits that was divided step by step took 6 bytes less, in four times as many lines.
@usableFromInline
struct InternerTable {
    @usableFromInline private(set) var places: UnsafeMutablePointer<UInt64>
    /// The number of places.
    @usableFromInline private(set) var size = 16
    /// The number of entries.
    @usableFromInline var count = 0
    /// The table grows when it has more entries than this.
    @usableFromInline private(set) var limit = 10
    /// Changes whenever entries are moved to other places.
    @usableFromInline private(set) var arrangement = 0

    @usableFromInline
    init() { places = allocateZeros(16, preferringLargePages: false) }

    @usableFromInline
    func deallocate() { deallocateZeros(places) }

    // MARK: Searching

    /// The place where the search for a hash starts.
    @inlinable @inline(__always)
    func place(of hash: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash) &* UInt64(truncatingIfNeeded: size)) &>> 32)
    }

    /// The place after another one.
    @inlinable @inline(__always)
    func place(after place: Int) -> Int { place &+ 1 == size ? 0 : place &+ 1 }

    /// The number of places from one to another, past the last place if necessary.
    @inlinable @inline(__always)
    func steps(from start: Int, to place: Int) -> Int { place < start ? place &- start &+ size : place &- start }

    /// The entry at a place; 0 if it is free.
    @inlinable @inline(__always)
    subscript(place: Int) -> UInt64 { places[place] }

    @inlinable @inline(__always)
    static func hash(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry &>> 32) }

    /// The token of an entry that is not 0.
    @inlinable @inline(__always)
    static func token(_ entry: UInt64) -> Token { Token(truncatingIfNeeded: entry) &- 1 }

    @inlinable @inline(__always)
    static func entry(_ token: Token, _ hash: UInt32) -> UInt64 {
        UInt64(truncatingIfNeeded: hash) &<< 32 | UInt64(truncatingIfNeeded: token &+ 1)
    }

    // MARK: Adding

    /// Makes room for this many entries in total.
    @inlinable @inline(__always)
    mutating func reserve(_ count: Int) {
        if count > limit { grow(count) }
    }

    @usableFromInline
    mutating func grow(_ count: Int) {
        let old = self
        // By half, if only one is added.
        size = max(count + count / 5 * 2 + 24, old.size + old.size / 2)
        limit = size / 7 * 5
        places = allocateZeros(size, preferringLargePages: true)
        arrangement &+= 1
        for place in 0..<old.size where old.places[place] != 0 { add(old.places[place]) }
        old.deallocate()
    }

    /// Adds a token that is not in the table.
    @inlinable
    mutating func insert(_ token: Token, hash: UInt32) {
        reserve(count &+ 1)
        add(Self.entry(token, hash))
        count &+= 1
    }

    /// Adds a token at a free place where the search for its hash ended. The table must have room.
    @inlinable @inline(__always)
    mutating func insert(_ token: Token, hash: UInt32, at place: Int) {
        write(token, hash: hash, at: place)
        count &+= 1
    }

    /// The same, but the caller counts the entry.
    @inlinable @inline(__always)
    func write(_ token: Token, hash: UInt32, at place: Int) { places[place] = Self.entry(token, hash) }

    @inlinable @inline(__always)
    func add(_ entry: UInt64) {
        var place = place(of: Self.hash(entry))
        while places[place] != 0 { place = self.place(after: place) }
        places[place] = entry
    }

    /// Removes all entries.
    @usableFromInline
    mutating func clear() {
        arrangement &+= 1
        count = 0
        places.update(repeating: 0, count: size)
    }
}
