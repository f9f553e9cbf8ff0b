/// The table of an interner, from hashes to tokens. It grows in small steps, so that no single insertion has to rehash
/// all entries.
///
/// Linear hashing (W. Litwin, "Linear hashing: a new tool for file and table addressing", VLDB 1980). The table
/// consists of segments of up to 8,192 places, and each segment is searched by linear probing. The table doubles in rounds. A
/// round begins when the table is five eighths full. It divides the segments in two, one after the other, as identifiers are
/// added. The last segment is divided when it is three quarters full. A table of up to 5,120 identifiers is one segment that
/// doubles when it is five eighths full.
///
/// A place is 32 bits. It has room for the token and the hash, because the table knows most bits of a hash from where its
/// entry is (quotienting: D. E. Knuth, "The Art of Computer Programming", volume 3, 6.4, exercise 13; J. G. Cleary, "Compact
/// hash tables using bidirectional linear probing", 1984). Of the 28 bits of a hash that are used, the lowest ones are the position
/// in the segment, and the next ones the number of the segment. With a million identifiers these are 21 bits, and tokens have as many.
/// An entry, from its highest bit on, consists of:
/// - the other bits of the hash, 7 in this example,
/// - the distance from the position of the hash, 4 bits: a search looks at up to 16 places,
/// - the token plus one.
///
/// Each time a segment is divided, one bit of the hash becomes known and the token gets one bit more. So no identifier is
/// hashed again. Entries that find no place, a few in a thousand, are in the stash of the segment: a table with 64 bits for each entry.
/// Tokens that need more bits are also there. This happens if the interner has many identifiers that are not in the table, and
/// their place in the segment refers to the stash.
@usableFromInline
struct InternerTable {
    private static let largestSize = 8192
    @usableFromInline static var segmentBits: Int { 13 }
    /// The number of places that a search looks at.
    @usableFromInline static var window: Int { 16 }
    /// The bits that an entry uses for the distance.
    private static let windowBits = 4

    /// Where a segment is, and how its entries are laid out.
    @usableFromInline
    struct Segment {
        @usableFromInline let places: UnsafeMutablePointer<UInt32>
        /// Entries have tokens that are smaller. This value itself refers to the stash.
        @usableFromInline let tokenLimit: UInt32
        /// The bits of an entry that are part of its hash.
        @usableFromInline let hashMask: UInt32

        /// - Parameter knownBits: The number of bits of a hash that are known from where its entry is.
        init(_ places: UnsafeMutablePointer<UInt32>, knownBits: Int) {
            self.places = places
            tokenLimit = UInt32(1) << UInt32(knownBits) - 2
            hashMask = ~UInt32(truncatingIfNeeded: UInt64(1) << UInt64(knownBits + windowBits) - 1)
        }

        /// An entry for this hash at distance 0, without its token.
        @inlinable @inline(__always)
        func pattern(_ hash: UInt32) -> UInt32 { (hash &<< 4) & hashMask }

        /// What is added to a pattern if the distance is one more.
        @inlinable @inline(__always)
        var step: UInt32 { tokenLimit &+ 2 }
    }

    /// How a hash becomes a position in a segment: its lowest bits are scaled to the number of positions. If there are as many
    /// positions as values of these bits, they are the position. If there are fewer, some neighbours have the same position.
    @usableFromInline
    struct Positions {
        @usableFromInline let mask: UInt32
        @usableFromInline let factor: UInt64

        init(bits: Int, size: Int) {
            mask = UInt32(1) << UInt32(bits) - 1
            factor = UInt64(size) << UInt64(32 - bits)
        }

        @inlinable @inline(__always)
        subscript(hash: UInt32) -> Int {
            Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: hash & mask) &* factor) &>> 32)
        }

        var bits: Int { mask.nonzeroBitCount }
        var size: Int { Int(factor >> UInt64(32 - bits)) }
        var areBits: Bool { size == Int(mask) + 1 }
    }

    /// Entries of a segment that have no place in it: hash << 32 | token + 1, or 0 if a place is free. Searched by linear probing.
    /// At most three quarters full.
    fileprivate struct Stash {
        var entries: UnsafeMutablePointer<UInt64>?
        var mask = -1
        var count = 0
    }

    /// The segments, by the bits of a hash from 13 on. One that has not been divided in this round is here twice.
    @usableFromInline private(set) var segments: UnsafeMutablePointer<Segment>
    private var stashes: UnsafeMutablePointer<Stash>
    @usableFromInline private(set) var segmentCount = 1
    /// The number of segments rounded up to a power of two, minus one.
    @usableFromInline private(set) var numberMask = 0
    @usableFromInline private(set) var positions = Positions(bits: 4, size: 16)
    /// The table grows when it has more entries than this.
    @usableFromInline private(set) var limit = 10
    /// Changes whenever entries are moved to other places.
    @usableFromInline private(set) var arrangement = 0
    /// Allocated, so that copies of this structure count no references.
    private var memory: UnsafeMutablePointer<SegmentMemory>
    /// No segment is divided if this many bits are known. Entries that have no place then go to the stashes.
    private let mostKnownBits: Int

    @usableFromInline
    init() { self.init(mostKnownBits: 32 - Self.windowBits) }

    /// - Parameter mostKnownBits: For tests: up to 28.
    init(mostKnownBits: Int) {
        self.mostKnownBits = mostKnownBits
        memory = .allocate(capacity: 1)
        memory.initialize(to: SegmentMemory(size: 16 + Self.window))
        segments = .allocate(capacity: 1)
        segments.initialize(to: Segment(memory.pointee.take(), knownBits: 4))
        stashes = .allocate(capacity: 1)
        stashes.initialize(to: Stash())
    }

    @usableFromInline
    mutating func deallocate() {
        for number in 0..<segmentCount { stashes[number].entries?.deallocate() }
        segments.deallocate()
        stashes.deallocate()
        memory.pointee.deallocate()
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    // MARK: Searching

    /// The segment of a hash.
    @inlinable @inline(__always)
    func segment(of hash: UInt32) -> Segment { segments[Self.number(hash, numberMask)] }

    @inlinable @inline(__always)
    static func number(_ hash: UInt32, _ numberMask: Int) -> Int {
        Int(truncatingIfNeeded: hash &>> UInt32(truncatingIfNeeded: segmentBits)) & numberMask
    }

    /// Where the search for a hash starts.
    @inlinable @inline(__always)
    func search(for hash: UInt32) -> TableSearch {
        let segment = segment(of: hash)
        return TableSearch(
            place: segment.places + positions[hash], pattern: segment.pattern(hash), tokenLimit: segment.tokenLimit)
    }

    /// The number of the segment of a hash.
    private func number(of hash: UInt32) -> Int {
        let number = Int(hash >> Self.segmentBits) & numberMask
        return number < segmentCount ? number : number & (numberMask >> 1)
    }

    /// The bits of a hash that entries retain. In a segment whose size is not a power of two, positions stand for the lowest bits.
    private func reduced(_ hash: UInt32) -> UInt32 {
        hash & (UInt32.max >> UInt32(Self.windowBits)) & ~positions.mask | UInt32(positions[hash])
    }

    fileprivate static func start(in stash: Stash, _ reduced: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(reduced) &* 0x9E37_79B9_7F4A_7C15) >> 32) & stash.mask
    }

    /// A search in the stash of a segment.
    @usableFromInline
    struct StashSearch {
        private let stash: Stash
        private let reduced: UInt32
        private var place: Int
        /// The number of places read.
        @usableFromInline private(set) var steps = 0

        fileprivate init(_ stash: Stash, _ reduced: UInt32) {
            self.stash = stash
            self.reduced = reduced
            place = InternerTable.start(in: stash, reduced)
        }

        /// The next token that may be the one that is searched for. Do not call it after the arrangement has changed.
        @usableFromInline
        mutating func next() -> Token? {
            guard let entries = stash.entries else { return nil }
            while true {
                let entry = entries[place]
                steps &+= 1
                if entry == 0 { return nil }
                place = (place &+ 1) & stash.mask
                if UInt32(truncatingIfNeeded: entry >> 32) == reduced { return Token(truncatingIfNeeded: entry) &- 1 }
            }
        }
    }

    @usableFromInline
    func searchStash(_ hash: UInt32) -> StashSearch { StashSearch(stashes[number(of: hash)], reduced(hash)) }

    // MARK: Adding

    /// Makes room for `count` entries in total. Entries contain their hashes, so no identifier is hashed again.
    @inlinable @inline(__always)
    mutating func reserve(_ count: Int) {
        if count > limit { grow(count) }
    }

    /// Enters a token that is not in the table. The table must have room.
    @usableFromInline
    mutating func place(_ token: Token, hash: UInt32) {
        place(token, reduced: reduced(hash), position: positions[hash])
    }

    /// Enters a token for which all places of its search are taken.
    @usableFromInline
    mutating func stash(_ token: Token, hash: UInt32) { stash(token, reduced: reduced(hash)) }

    private mutating func place(_ token: Token, reduced: UInt32, position: Int) {
        let segment = segment(of: reduced)
        guard Self.place(token, segment.pattern(reduced), position, in: segment) else {
            return stash(token, reduced: reduced)
        }
    }

    /// Enters a token into a segment, or a reference to the stash if the token has too many bits. Returns false if the token
    /// belongs in the stash.
    @inline(__always)
    private static func place(_ token: Token, _ pattern: UInt32, _ position: Int, in segment: Segment) -> Bool {
        var pattern = pattern
        var place = segment.places + position
        let end = place + window
        while place < end {
            if place.pointee == 0 {
                place.pointee = pattern | (min(token, segment.tokenLimit) &+ 1)
                return token < segment.tokenLimit
            }
            pattern &+= segment.step
            place += 1
        }
        return false
    }

    /// Adds an entry to the stash of its segment.
    private mutating func stash(_ token: Token, reduced: UInt32) {
        let number = number(of: reduced)
        if 4 * (stashes[number].count + 1) > 3 * (stashes[number].mask + 1) { growStash(number) }
        stashes[number].count += 1
        Self.place(UInt64(reduced) << 32 | UInt64(token + 1), in: stashes[number])
    }

    private static func place(_ entry: UInt64, in stash: Stash) {
        var place = start(in: stash, UInt32(entry >> 32))
        while stash.entries.unsafelyUnwrapped[place] != 0 { place = (place + 1) & stash.mask }
        stash.entries.unsafelyUnwrapped[place] = entry
    }

    private mutating func growStash(_ number: Int) {
        arrangement &+= 1
        let old = stashes[number]
        let size = max(8, 2 * (old.mask + 1))
        let entries = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
        entries.initialize(repeating: 0, count: size)
        stashes[number] = Stash(entries: entries, mask: size - 1, count: old.count)
        guard let known = old.entries else { return }
        for place in 0...old.mask where known[place] != 0 { Self.place(known[place], in: stashes[number]) }
        known.deallocate()
    }

    /// Removes all entries.
    @usableFromInline
    mutating func clear() {
        arrangement &+= 1
        for number in 0..<segmentCount {
            segments[number].places.update(repeating: 0, count: placeCount)
            stashes[number].entries?.deallocate()
            stashes[number] = Stash()
        }
    }

    // MARK: Growing

    /// The number of bits of a hash that are known from where its entry is, in segments that have not been divided in this round.
    private var knownBits: Int {
        let round = segmentCount > numberMask ? numberMask + 1 : (numberMask + 1) / 2
        return positions.bits + round.trailingZeroBitCount
    }

    @usableFromInline
    mutating func grow(_ count: Int) {
        // Positions must be bits of the hash to become other positions.
        if count > 2 * limit, positions.areBits { return rebuild(for: count) }
        while limit < count {
            if knownBits >= mostKnownBits {
                limit = .max
            } else if positions.bits < Self.segmentBits {
                rebuild(Positions(bits: positions.bits + 1, size: 2 * positions.size), segmentCount: 1)
            } else {
                divideNext()
            }
        }
    }

    /// Chooses a size of segments with which the table is just large enough.
    private mutating func rebuild(for count: Int) {
        var bits = 4
        while bits < Self.segmentBits, Self.limit(1 << bits) < count { bits += 1 }
        if Self.limit(1 << bits) >= count {
            return rebuild(Positions(bits: bits, size: 1 << bits), segmentCount: 1)
        }
        // Somewhat more than needed, so that the next round does not begin at once.
        let places = count + count / 2 + count / 7
        var segments = 1
        while segments * Self.largestSize < places, bits + segments.trailingZeroBitCount < mostKnownBits {
            segments *= 2
        }
        let size = min(Self.largestSize, (places / segments + 16) & ~15)
        rebuild(Positions(bits: bits, size: size), segmentCount: segments)
        if limit < count { limit = .max }
    }

    /// The number of entries with which a round begins.
    private static func limit(_ places: Int) -> Int { places * 5 / 8 }

    private static func makeSegments(_ count: Int) -> (UnsafeMutablePointer<Segment>, UnsafeMutablePointer<Stash>) {
        let stashes = UnsafeMutablePointer<Stash>.allocate(capacity: count)
        stashes.initialize(repeating: Stash(), count: count)
        return (.allocate(capacity: count), stashes)
    }

    /// Places all entries again. The sizes of the segments before are a power of two.
    private mutating func rebuild(_ newPositions: Positions, segmentCount count: Int) {
        let old = self
        arrangement &+= 1
        (segmentCount, numberMask, positions) = (count, count - 1, newPositions)
        memory = .allocate(capacity: 1)
        memory.initialize(to: SegmentMemory(size: placeCount))
        (segments, stashes) = Self.makeSegments(count)
        for number in 0..<count {
            let places = memory.pointee.take(expecting: count - number)
            (segments + number).initialize(to: Segment(places, knownBits: knownBits))
        }
        limit = count * Self.limit(positions.size)
        old.forEachEntry { reduced, token in place(token, hash: reduced) }
        var ended = old
        ended.deallocate()
    }

    /// Calls `body` with all entries.
    private func forEachEntry(_ body: (_ reduced: UInt32, Token) -> Void) {
        for number in 0..<segmentCount {
            Self.forEachEntry(in: segments[number], placeCount, known: numberBits(number), body)
            Self.forEachEntry(in: stashes[number], body)
        }
    }

    private static func forEachEntry(in stash: Stash, _ body: (_ reduced: UInt32, Token) -> Void) {
        guard let entries = stash.entries else { return }
        for place in 0...stash.mask where entries[place] != 0 {
            body(UInt32(entries[place] >> 32), Token(truncatingIfNeeded: entries[place]) &- 1)
        }
    }

    /// - Parameter count: The number of places.
    @inline(__always)
    private static func forEachEntry(
        in segment: Segment, _ count: Int, known: UInt32, _ body: (_ reduced: UInt32, Token) -> Void
    ) {
        let tokenBits = UInt32(segment.step.trailingZeroBitCount)
        for position in 0..<count {
            let entry = segment.places[position]
            let token = entry & (segment.step &- 1) &- 1
            if entry == 0 || token == segment.tokenLimit { continue }
            let distance = Int(entry &>> tokenBits) & (window - 1)
            body((entry & segment.hashMask) >> 4 | known | UInt32(position &- distance), token)
        }
    }

    /// The number of places of a segment.
    private var placeCount: Int { positions.size + Self.window }

    /// The bits of a hash that are the number of a segment.
    private func numberBits(_ number: Int) -> UInt32 { UInt32(number) << UInt32(Self.segmentBits) }

    /// Divides the next segment of the round.
    private mutating func divideNext() {
        arrangement &+= 1
        let knownBits = knownBits
        if segmentCount > numberMask {
            let (grown, grownStashes) = Self.makeSegments(2 * segmentCount)
            grown.initialize(from: segments, count: segmentCount)
            (grown + segmentCount).initialize(from: segments, count: segmentCount)
            grownStashes.update(from: stashes, count: segmentCount)
            segments.deallocate()
            stashes.deallocate()
            (segments, stashes) = (grown, grownStashes)
            numberMask = 2 * numberMask + 1
        }
        let divided = segmentCount & (numberMask >> 1)
        let (whole, wholeStash) = (segments[divided], stashes[divided])
        for number in [divided, segmentCount] {
            // At most a quarter of the table is kept as spare memory.
            segments[number] = Segment(memory.pointee.take(expecting: segmentCount / 4), knownBits: knownBits + 1)
            stashes[number] = Stash()
        }
        let halves = (segments[divided], segments[segmentCount])
        segmentCount += 1
        // The bit of the hash that distinguishes the halves.
        let bit = UInt32(1) << UInt32(knownBits)
        let positionMask = positions.mask
        func enter(_ reduced: UInt32, _ token: Token) {
            let half = reduced & bit == 0 ? halves.0 : halves.1
            if !Self.place(token, half.pattern(reduced), Int(reduced & positionMask), in: half) {
                stash(token, reduced: reduced)
            }
        }
        Self.forEachEntry(in: whole, placeCount, known: numberBits(divided), enter)
        Self.forEachEntry(in: wholeStash, enter)
        wholeStash.entries?.deallocate()
        memory.pointee.giveBack(whole.places)
        // After the end of a round, the next round begins when the table is five eighths full again. The last segment of a round is
        // divided when it is three quarters full.
        let start = segmentCount > numberMask ? segmentCount : (numberMask + 1) / 2
        limit = start * Self.limit(positions.size) + (segmentCount - start) * positions.size / 8
    }
}

/// The start of a search in the table; no place if the identifier has been found.
@usableFromInline
struct TableSearch {
    @usableFromInline var place: UnsafeMutablePointer<UInt32>?
    /// The entry without its token.
    @usableFromInline let pattern: UInt32
    /// That of the segment.
    @usableFromInline let tokenLimit: UInt32

    @inlinable @inline(__always)
    init(place: UnsafeMutablePointer<UInt32>, pattern: UInt32, tokenLimit: UInt32) {
        self.place = place
        self.pattern = pattern
        self.tokenLimit = tokenLimit
    }
}

// MARK: - Invariants

extension InternerTable {
    /// Checks that each entry is where searches find it, and returns the first fault. For tests.
    func firstFault(count: Int) -> String? {
        var found = 0
        for number in 0...numberMask
        where segments[number].places != segments[number < segmentCount ? number : number & (numberMask >> 1)].places {
            return "segment \(number) is another one"
        }
        for number in 0..<segmentCount {
            let segment = segments[number]
            var fault: String?
            Self.forEachEntry(in: segment, placeCount, known: numberBits(number)) { reduced, token in
                found += 1
                if self.number(of: reduced) != number { fault = "token \(token) is in segment \(number)" }
                var place = segment.places + Int(reduced & positions.mask)
                var pattern = segment.pattern(reduced)
                while place.pointee != pattern | (token + 1) {
                    if place.pointee == 0 { fault = "a free place before token \(token)" }
                    place += 1
                    pattern &+= segment.step
                }
            }
            Self.forEachEntry(in: stashes[number]) { reduced, token in
                found += 1
                var place = segment.places + Int(reduced & positions.mask)
                var pattern = segment.pattern(reduced)
                for _ in 0..<Self.window {
                    if place.pointee == pattern | (segment.tokenLimit + 1) { return }
                    if place.pointee == 0 {
                        fault = "nothing refers to token \(token)"
                        return
                    }
                    place += 1
                    pattern &+= segment.step
                }
            }
            if let fault { return fault }
        }
        return found == count ? nil : "\(found) entries, expected \(count)"
    }

    /// The number of entries in the stashes. For tests.
    var stashCount: Int { (0..<segmentCount).reduce(0) { $0 + stashes[$1].count } }
}
