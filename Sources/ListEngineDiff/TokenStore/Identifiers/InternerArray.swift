/// The part of an interner that is an array: integers that lie close together are its indices, so that they are neither hashed
/// nor compared. The table has all others. Every integer that the array reaches is in the array, in the run, or unknown.
///
/// ```text
/// places     0   1   2   ...  room - 1          first: the integer of place 0
///            5   0   1                          token + 1, or 0 if the integer has no token
/// ```
///
/// Gain: 4 bytes for an integer instead of 12 in the table, and a look-up reads one place instead of a place and an identifier.
///
/// Like the array part of a table in Lua (R. Ierusalimschy, L. H. de Figueiredo and W. Celes, "The Implementation of
/// Lua 5.0", JUCS 11(7), 2005). A new range is at least half full, and one that grows a third. It is then made longer by half
/// in the direction in which it grows. Systems supply such room when it is first written to, so the array takes at most 12 bytes
/// of memory for each integer, and 4 if they have no gaps.
@usableFromInline
struct InternerArray {
    @usableFromInline private(set) var places = TokenBuffer(TokenBuffer.nowhere)
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
    func deallocate() {
        if room > 0 { deallocateZeros(places.start) }
    }

    /// The place of an integer; nil if the array does not reach it.
    @inlinable @inline(__always)
    func place(of word: UInt64) -> Int? {
        let offset = word &- first
        return offset < room ? Int(truncatingIfNeeded: offset) : nil
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
        grown.places = TokenBuffer(allocateZeros(Int(grown.room), preferringLargePages: false))
        return grown
    }

    /// Takes over the places of an array that reaches less.
    @usableFromInline
    mutating func copy(_ old: InternerArray) {
        places.write(old.places.run(Int(old.room)), at: Int(truncatingIfNeeded: old.first &- first))
        count = old.count
    }
}

// MARK: - Integers

extension IdentifierInterner {
    /// An integer as a word of 64 bits: consecutive integers differ by one.
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
    func arrayPlace(of word: UInt64) -> Int? {
        if let place = state.pointee.array.place(of: word) { return place }
        guard state.pointee.array.room > 0 else { return nil }
        let value = Int64(bitPattern: word)
        return cover(value...value, adding: 1) ? state.pointee.array.place(of: word) : nil
    }

    /// Whether the array reaches the first and the last of many integers, if necessary with another range. Call it with the
    /// lock held.
    @inlinable
    func arrayReaches(_ identifiers: IdentifierRun<Identifier>) -> Bool {
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
        if isLarger { grown.copy(old) }
        if !isLarger || state.pointee.table.count > 0 {
            let first = Token(truncatingIfNeeded: state.pointee.run.count)
            for token in first..<Token(truncatingIfNeeded: state.pointee.count) {
                let identifier = storage[token]
                let word = Self.word(identifier)
                if let place = grown.place(of: word) {
                    if grown.places[place] == 0 { grown.count += 1 }
                    grown.places[place] = token + 1
                } else if !isLarger, old.place(of: word) != nil {
                    state.pointee.table.insert(token, hash: wordHash(identifier))
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
        _ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, from start: Int
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
        _ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?,
        into tokens: TokenBuffer, from start: Int
    ) -> Int {
        let end = indices?.count ?? identifiers.count
        let array = state.pointee.array
        guard array.room > 0, state.pointee.count <= Int(Int32.max) - end else { return start }
        var (slots, most) = (IdentifierStorage<Identifier>.nowhere, 0)
        var first = state.pointee.count
        var added = 0
        var position = start
        while position < end {
            let index = indices.map { Int($0[position]) } ?? position
            guard let place = array.place(of: Self.word(identifiers[index])) else { break }
            if array.places[place] == 0 {
                if added == most {
                    first &+= added
                    added = 0
                    (slots, most) = storage.makeSlots(after: first)
                }
                (slots + added).initialize(to: identifiers[index])
                added &+= 1
                array.places[place] = UInt32(truncatingIfNeeded: first &+ added)
            }
            tokens[index] = array.places[place] &- 1
            position &+= 1
        }
        state.pointee.array.count &+= first &+ added &- state.pointee.count
        state.pointee.count = first &+ added
        return position
    }

    /// Writes the tokens of a block of integers.
    @inlinable
    func internIntegers(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        lock.lock()
        defer { lock.unlock() }
        if state.pointee.run.count == 0 { return internOutsideRun(identifiers, at: indices, into: tokens) }
        let count = indices?.count ?? identifiers.count
        if count == 0 { return }
        withTokenBuffer(count) { others in
            let rest = internInRun(identifiers, at: indices, into: tokens, others)
            dissolveCostlyRun(for: count)
            if rest > 0 { internOutsideRun(identifiers, at: others.run(rest), into: tokens) }
        }
    }

    /// Writes the tokens of a block of integers that are not in the run. Call it with the lock held.
    @inlinable
    func internOutsideRun(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        let end = indices?.count ?? identifiers.count
        var position = internInArray(identifiers, at: indices, into: tokens, from: 0)
        if position < end, cover(identifiers, at: indices, from: position) {
            position = internInArray(identifiers, at: indices, into: tokens, from: position)
        }
        if position == end { return }
        if position == 0, state.pointee.array.room == 0 {
            return internInTable(identifiers, at: indices, into: tokens)
        }
        withTokenBuffer(end - position) { others in
            var count = 0
            while position < end {
                others[count] = indices.map { $0[position] } ?? UInt32(truncatingIfNeeded: position)
                count &+= 1
                position = internInArray(identifiers, at: indices, into: tokens, from: position &+ 1)
            }
            internInTable(identifiers, at: others.run(count), into: tokens)
        }
    }
}
