/// The part of an interner that is neither hashed nor entered anywhere: the first tokens, as long as their integers increase.
///
/// ```text
/// tokens      0    1    2    ...   count - 1     count   ...
/// integers    3  < 7  < 8  < ...   90            12      ...
///             in the run: found in the storage   in the array or the table
/// ```
///
/// Integers that increase are different integers, which one pass proves. A search guesses the place from the smallest and the largest
/// integer, a few times, and then halves the rest.
///
/// Gain: rows in the order of their keys are neither hashed nor entered, and need no memory besides their own. Cost: a search reads several
/// identifiers instead of one. After searches for an eighth of its integers, the next block of many identifiers therefore dissolves the
/// run: its integers move to the array or to the table, as if they had been added there. Looking up one integer never does that.
@usableFromInline
struct InternerRun {
    /// The number of integers.
    @usableFromInline private(set) var count = 0
    /// The smallest and the largest integer, as keys.
    private var (first, last): (UInt64, UInt64) = (0, 0)
    private var searches = 0

    /// A run begins with at least this many integers.
    static let leastCount = 16

    @usableFromInline
    init() {}

    /// Whether so much was searched that the table would have been cheaper.
    @usableFromInline var isCostly: Bool { searches > count / 8 + 64 }

    /// Adds integers to the end that are in the storage.
    @usableFromInline
    mutating func append(_ added: Int, of words: IntegerWords) {
        if count == 0 { first = words.key(0) }
        count += added
        last = words.key(count - 1)
    }

    /// Whether an integer is larger than all of the run.
    @usableFromInline
    func isBelow(_ key: UInt64) -> Bool { count > 0 && key > last }

    /// The token of an integer; nil if it is not in the run.
    @usableFromInline
    mutating func token(of key: UInt64, in words: IntegerWords) -> Token? {
        guard count > 0, key >= first, key <= last else { return nil }
        if key == last { return Token(truncatingIfNeeded: count &- 1) }
        if key == first { return 0 }
        searches &+= 1
        var (low, high) = (0, count &- 1)
        var (least, most) = (first, last)
        var guesses = 0
        // The integer is above that at `low` and below that at `high`.
        while high &- low > 1 {
            var middle = (low &+ high) &>> 1
            if guesses < 4, high &- low > 4 {
                guesses &+= 1
                let part = Double(key &- least) / Double(most &- least) * Double(high &- low)
                middle = min(max(low &+ Int(part.rounded()), low &+ 1), high &- 1)
            }
            let found = words.key(middle)
            if found == key { return Token(truncatingIfNeeded: middle) }
            if found < key { (low, least) = (middle, found) } else { (high, most) = (middle, found) }
        }
        return nil
    }
}

extension IntegerWords {
    /// The key of a token's integer.
    @inline(__always)
    func key(_ token: Int) -> UInt64 { key(IdentifierStorage<Int>.slot(Token(truncatingIfNeeded: token))) }
}

extension IdentifierInterner {
    /// Whether integers can be negative.
    @inlinable @inline(__always)
    static var isSigned: Bool {
        Identifier.self == Int.self || Identifier.self == Int64.self || Identifier.self == Int32.self
    }

    /// Call it for integers only.
    @inlinable @inline(__always)
    var integerWords: IntegerWords { IntegerWords(storage.buckets, isSigned: Self.isSigned) }

    /// An integer as a number without a sign, in the same order.
    @inlinable @inline(__always)
    static func key(_ identifier: Identifier) -> UInt64 { word(identifier) ^ (isSigned ? 1 << 63 : 0) }

    /// The token of an integer of the run; nil if the run does not have it. Call it with the lock held.
    @inlinable @inline(__always)
    func tokenInRun(_ identifier: Identifier) -> Token? {
        state.pointee.run.count == 0 ? nil : state.pointee.run.token(of: Self.key(identifier), in: integerWords)
    }

    /// Whether an integer continues the run: all identifiers are in it, and are smaller. Call it with the lock held.
    @inlinable @inline(__always)
    func continuesRun(_ identifier: Identifier) -> Bool {
        state.pointee.run.count > 0 && state.pointee.run.count == state.pointee.count
            && state.pointee.run.isBelow(Self.key(identifier))
    }

    /// Adds an integer that ``continuesRun(_:)``.
    @inlinable
    func addToRun(_ identifier: Identifier) -> Token {
        let token = add(identifier)
        state.pointee.run.append(1, of: integerWords)
        return token
    }

    /// How many integers at the start of a list can be added to the run. Call it for lists that are not empty.
    @usableFromInline
    func countForRun(_ identifiers: IdentifierRun<Identifier>, _ words: IntegerWords) -> Int {
        let (run, count) = (state.pointee.run, identifiers.count)
        guard run.count == state.pointee.count, run.count <= Int(Int32.max) - count else { return 0 }
        if run.count > 0 {
            return run.isBelow(Self.key(identifiers[0])) ? words.increasingCount(identifiers.start, count: count) : 0
        }
        // A run begins if most integers increase.
        if count < InternerRun.leastCount { return 0 }
        let length = words.increasingCount(identifiers.start, count: count)
        return length < max(InternerRun.leastCount, count / 2) ? 0 : length
    }

    /// Writes the tokens of the integers at the start of a list that continue the run, or begin it. Call it with the lock held.
    /// - Returns: The number of those integers.
    @inlinable
    func internInRun(_ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer) -> Int {
        guard identifiers.count > 0 else { return 0 }
        let words = integerWords
        let count = countForRun(identifiers, words)
        if count > 0 {
            tokens.count(count, from: Token(truncatingIfNeeded: state.pointee.count))
            store(identifiers.run(0, count))
            state.pointee.run.append(count, of: words)
        }
        return count
    }

    /// Stores identifiers that follow each other in memory. Call it with the lock held.
    @inlinable
    func store(_ identifiers: IdentifierRun<Identifier>) {
        var done = 0
        while done < identifiers.count {
            let (slots, room) = storage.makeSlots(after: state.pointee.count)
            let step = min(room, identifiers.count &- done)
            slots.initialize(from: identifiers.start + done, count: step)
            state.pointee.count &+= step
            done &+= step
        }
    }

    /// Writes the tokens of integers that are in the run or continue it.
    /// - Parameter others: Receives the indices of the others.
    /// - Returns: The number of the others.
    @inlinable
    func internInRun(
        _ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer, _ others: TokenBuffer
    ) -> Int {
        var rest = 0
        for position in 0..<(indices?.count ?? identifiers.count) {
            let index = indices.map { Int($0[position]) } ?? position
            if let token = tokenInRun(identifiers[index]) {
                tokens[index] = token
            } else if continuesRun(identifiers[index]) {
                tokens[index] = addToRun(identifiers[index])
            } else {
                others[rest] = Token(truncatingIfNeeded: index)
                rest &+= 1
            }
        }
        return rest
    }

    /// Moves the integers of the run to the array or the table, if there were many searches. Call it with the lock held.
    /// - Parameter count: The number of identifiers that are looked up together. A few are an edit, which must not wait for all others.
    @inlinable @inline(__always)
    func dissolveCostlyRun(for count: Int) { if count >= 64, state.pointee.run.isCostly { dissolveRun() } }

    @inlinable @inline(never)
    func dissolveRun() {
        let count = state.pointee.run.count
        let ends = (
            Int64(bitPattern: Self.word(storage[0])),
            Int64(bitPattern: Self.word(storage[Token(truncatingIfNeeded: count &- 1)]))
        )
        // Integers without a sign may pass from positive words to negative ones.
        let isInArray = ends.0 <= ends.1 && cover(ends.0...ends.1, adding: count)
        if !isInArray { state.pointee.table.reserve(state.pointee.table.count &+ count) }
        withTokenBuffer(Self.blockSize) { hashes in
            var touched: UInt64 = 0
            for start in stride(from: 0, to: count, by: Self.blockSize) {
                let numbers = start..<min(start + Self.blockSize, count)
                // The memory latencies of these reads overlap.
                for number in numbers {
                    let hash = wordHash(storage[Token(truncatingIfNeeded: number)])
                    hashes[number &- start] = hash
                    touched ^= state.pointee.table[state.pointee.table.place(of: hash)]
                }
                for number in numbers {
                    let token = Token(truncatingIfNeeded: number)
                    if let place = state.pointee.array.place(of: Self.word(storage[token])) {
                        state.pointee.array.places[place] = token &+ 1
                        state.pointee.array.count &+= 1
                    } else {
                        state.pointee.table.insert(token, hash: hashes[number &- start])
                    }
                }
            }
            // Stored so that the compiler keeps the reads.
            state.pointee.touched = UInt32(truncatingIfNeeded: touched)
        }
        state.pointee.run = InternerRun()
    }
}
