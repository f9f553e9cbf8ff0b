/// The part of an interner that is an array: integers that lie close together are its indices, so that they are neither hashed
/// nor compared. The table has all others. Every integer that the array reaches is in the array, or unknown.
///
/// Like the array part of a table in Lua (R. Ierusalimschy, L. H. de Figueiredo and W. Celes, "The Implementation of
/// Lua 5.0", JUCS 11(7), 2005). A new range is at least half full, and one that grows a third. It is then made longer by half
/// in the direction in which it grows. Systems supply such room when it is first written to, so the array takes at most 12 bytes
/// of memory for each integer, and 4 if they have no gaps.
@usableFromInline
struct InternerArray {
    /// Each place contains token + 1, or 0 if its integer has no token.
    @usableFromInline private(set) var places: UnsafeMutablePointer<UInt32>?
    /// The integer of the first place. Integers are taken as words of 64 bits.
    @usableFromInline private(set) var first: UInt64 = 0
    /// The number of places.
    @usableFromInline private(set) var room: UInt64 = 0
    /// The number of integers in the array.
    @usableFromInline var count = 0
    /// While an interner has fewer identifiers, it does not try again to make an array for many of them.
    @usableFromInline var nextAttempt = 0

    @usableFromInline
    init() {}

    @usableFromInline
    func deallocate() { places.map(deallocateZeros) }

    /// The place of an integer; nil if the array does not reach it.
    @inlinable @inline(__always)
    func place(of word: UInt64) -> UnsafeMutablePointer<UInt32>? {
        let offset = word &- first
        return offset < room ? places.unsafelyUnwrapped + Int(truncatingIfNeeded: offset) : nil
    }

    private static let leastCount = 16

    @inlinable
    static func isDense(_ range: ClosedRange<Int64>, most: Int) -> Bool {
        UInt64(bitPattern: range.upperBound &- range.lowerBound) < UInt64(most)
    }

    /// Returns an empty array that reaches a range of integers, of which some are about to be added, and, if possible, all
    /// that this one reaches. Returns nil if it would be mostly empty.
    @usableFromInline
    func reaching(_ range: ClosedRange<Int64>, adding newCount: Int) -> InternerArray? {
        var all = range
        if room > 0 {
            let start = Int64(bitPattern: first)
            all = min(range.lowerBound, start)...max(range.upperBound, start &+ Int64(room) &- 1)
        }
        if count + newCount < Self.leastCount { return nil }
        if !Self.isDense(all, most: room == 0 ? 2 * newCount : 3 * (count + newCount) + 64) {
            // A range of many that lies elsewhere.
            guard newCount / 2 >= count, Self.isDense(range, most: 2 * newCount) else { return nil }
            all = range
        }
        let slack = (all.upperBound &- all.lowerBound) / 2 + 32
        let growsDown = room > 0 && range.lowerBound < Int64(bitPattern: first) && range.lowerBound == all.lowerBound
        let lower = all.lowerBound.subtractingReportingOverflow(growsDown ? slack : 0)
        let upper = all.upperBound.addingReportingOverflow(growsDown ? 0 : slack)
        var grown = InternerArray()
        grown.first = UInt64(bitPattern: lower.overflow ? .min : lower.partialValue)
        let last = UInt64(bitPattern: upper.overflow ? .max : upper.partialValue)
        grown.room = last &- grown.first &+ 1
        grown.places = allocateZeros(Int(grown.room))
        return grown
    }

    /// Takes over the places of an array that reaches less.
    @usableFromInline
    mutating func take(_ old: InternerArray) {
        guard let source = old.places, let places else { return }
        (places + Int(old.first &- first)).update(from: source, count: Int(old.room))
        count = old.count
    }
}

// MARK: - Integers

extension IdentifierInterner {
    /// An integer as a word of 64 bits: neighbours differ by one.
    @inlinable @inline(__always)
    static func word(_ identifier: Identifier) -> UInt64 {
        withUnsafeBytes(of: identifier) { bytes in
            if Identifier.self == Int32.self {
                return UInt64(bitPattern: Int64(bytes.loadUnaligned(as: Int32.self)))
            }
            if Identifier.self == UInt32.self { return UInt64(bytes.loadUnaligned(as: UInt32.self)) }
            return bytes.loadUnaligned(as: UInt64.self)
        }
    }

    /// The place in the array of an integer that is added alone. Call it with the lock held.
    @inlinable @inline(__always)
    func arrayPlace(of word: UInt64) -> UnsafeMutablePointer<UInt32>? {
        if let place = state.pointee.array.place(of: word) { return place }
        guard state.pointee.array.room > 0 else { return nil }
        let value = Int64(bitPattern: word)
        return cover(value...value, adding: 1) ? state.pointee.array.place(of: word) : nil
    }

    /// Whether the array reaches the first and the last of many integers, if necessary with another range. Call it with the
    /// lock held.
    @inlinable
    func arrayReaches(_ identifiers: UnsafeBufferPointer<Identifier>) -> Bool {
        let ends = (Self.word(identifiers[0]), Self.word(identifiers[identifiers.count - 1]))
        return state.pointee.array.place(of: ends.0) != nil && state.pointee.array.place(of: ends.1) != nil
            || cover(identifiers, at: nil, from: 0)
    }

    /// Changes the range of the array so that it reaches integers that are about to be added, if it is dense enough with
    /// them. Call it with the lock held.
    /// - Complexity: O(places of the array), or O(identifiers) if some are in the table.
    @inlinable @inline(never)
    func cover(_ range: ClosedRange<Int64>, adding newCount: Int) -> Bool {
        let old = state.pointee.array
        guard var grown = old.reaching(range, adding: newCount) else {
            if newCount > 1 { state.pointee.array.nextAttempt = 2 * (state.pointee.count + newCount) }
            return false
        }
        let isLarger =
            old.room == 0
            || grown.place(of: old.first) != nil && grown.place(of: old.first &+ old.room &- 1) != nil
        if isLarger { grown.take(old) }
        if !isLarger || state.pointee.tableCount > 0 {
            for token in 0..<Token(truncatingIfNeeded: state.pointee.count) {
                let identifier = pointer(to: token).pointee
                let word = Self.word(identifier)
                if let place = grown.place(of: word) {
                    if place.pointee == 0 { grown.count += 1 }
                    place.pointee = token + 1
                } else if !isLarger, old.place(of: word) != nil {
                    state.pointee.reserve(1)
                    state.pointee.table.place(token, hash: wordHash(identifier))
                    state.pointee.tableCount += 1
                }
            }
        }
        old.deallocate()
        state.pointee.array = grown
        return true
    }

    /// Does the same for those of many integers that are not done yet, unless an attempt has failed lately.
    @inlinable
    func cover(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?, from start: Int
    ) -> Bool {
        let end = indices?.count ?? identifiers.count
        guard end - start > 1, state.pointee.count >= state.pointee.array.nextAttempt else { return false }
        var (lowest, highest) = (Int64.max, Int64.min)
        var position = start
        while position < end {
            // A part at a time: few are read if they are far apart.
            for part in position..<min(position + 64, end) {
                let index = indices.map { Int($0[part]) } ?? part
                let value = Int64(bitPattern: Self.word(identifiers[index]))
                lowest = min(lowest, value)
                highest = max(highest, value)
            }
            if !InternerArray.isDense(lowest...highest, most: 3 * (state.pointee.count + end - start) + 64) { break }
            position += 64
        }
        return cover(lowest...highest, adding: end - start)
    }

    /// Writes the tokens of integers, from a position on, up to one that the array does not reach. Call it with the lock held.
    /// - Returns: The position of that one, or the number of integers.
    @inlinable
    func internInArray(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?,
        into tokens: UnsafeMutablePointer<Token>, from start: Int
    ) -> Int {
        let end = indices?.count ?? identifiers.count
        let (first, room) = (state.pointee.array.first, state.pointee.array.room)
        guard let places = state.pointee.array.places, state.pointee.count <= Int(Int32.max) - end else { return start }
        var slots = NewSlots<Identifier>(count: state.pointee.count)
        var position = start
        while position < end {
            let index = indices.map { Int($0[position]) } ?? position
            let offset = Self.word(identifiers[index]) &- first
            guard offset < room else { break }
            let place = places + Int(truncatingIfNeeded: offset)
            if place.pointee == 0 {
                slots.add(identifiers[index], to: buckets)
                place.pointee = UInt32(truncatingIfNeeded: slots.count)
            }
            tokens[index] = place.pointee &- 1
            position &+= 1
        }
        state.pointee.array.count &+= slots.count &- state.pointee.count
        state.pointee.count = slots.count
        return position
    }

    /// Writes the tokens of a block of integers.
    @inlinable
    func internIntegers(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?,
        into tokens: UnsafeMutablePointer<Token>
    ) {
        let end = indices?.count ?? identifiers.count
        lock.lock()
        defer { lock.unlock() }
        var position = internInArray(identifiers, at: indices, into: tokens, from: 0)
        if position < end, cover(identifiers, at: indices, from: position) {
            position = internInArray(identifiers, at: indices, into: tokens, from: position)
        }
        if position == end { return }
        if position == 0, state.pointee.array.room == 0 {
            return internInTable(identifiers, at: indices, into: tokens)
        }
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: end - position) { others in
            var count = 0
            while position < end {
                others[count] = Int32(truncatingIfNeeded: indices.map { Int($0[position]) } ?? position)
                count &+= 1
                position = internInArray(identifiers, at: indices, into: tokens, from: position &+ 1)
            }
            internInTable(identifiers, at: UnsafeBufferPointer(rebasing: others[..<count]), into: tokens)
        }
    }
}

/// Where the identifiers of new tokens are stored. The bucket of the next one is looked up once for many.
@usableFromInline
struct NewSlots<Identifier: Hashable> {
    /// The number of tokens.
    @usableFromInline var count: Int
    @usableFromInline var next: UnsafeMutablePointer<Identifier>?
    /// The number of slots up to the end of the bucket.
    @usableFromInline var room = 0

    @inlinable @inline(__always)
    init(count: Int) { self.count = count }

    @inlinable @inline(__always)
    mutating func add(_ identifier: Identifier, to buckets: UnsafeMutablePointer<UnsafeMutablePointer<Identifier>?>) {
        if room == 0 {
            let (bucket, offset) = IdentifierInterner<Identifier>.slot(Token(truncatingIfNeeded: count))
            if offset == 0 { buckets[bucket] = .allocate(capacity: 64 << bucket) }
            next = buckets[bucket].unsafelyUnwrapped + offset
            room = (64 << bucket) - offset
        }
        let slot = next.unsafelyUnwrapped
        slot.initialize(to: identifier)
        next = slot + 1
        room &-= 1
        count &+= 1
    }
}
