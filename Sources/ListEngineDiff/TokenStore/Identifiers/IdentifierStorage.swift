/// The identifiers of an interner, by token. A handle: copies are the same memory, which ``deallocate(count:)`` ends.
///
/// ```text
/// buckets   0 ----> 64 slots:  tokens 0 ..< 64
///           1 ----> 128 slots: tokens 64 ..< 192
///           2 ----> 256 slots: tokens 192 ..< 448, and so on
/// ```
///
/// A slot is written once and never moves.
///
/// Gain: the identifier of a token is read without the lock, in 9 instructions (x86-64, 2026-11-27). Cost: up to one free slot for each identifier.
@usableFromInline
struct IdentifierStorage<Identifier: Hashable> {
    @usableFromInline typealias Slots = UnsafeMutablePointer<Identifier>

    /// Only buckets that hold an identifier are initialized.
    @usableFromInline let buckets: UnsafeMutablePointer<Slots>

    /// Enough for 2^31 - 1 tokens: the last of them is in the last bucket.
    @inlinable
    init() { buckets = .allocate(capacity: 26) }

    @inlinable
    func deallocate(count: Int) {
        var (bucket, start) = (0, 0)
        while start < count {
            buckets[bucket].deinitialize(count: min(count - start, 64 << bucket))
            buckets[bucket].deallocate()
            start += 64 << bucket
            bucket += 1
        }
        buckets.deallocate()
    }

    /// The bucket of a token, and its offset there.
    @inlinable @inline(__always)
    static func slot(_ token: Token) -> (bucket: Int, offset: Int) {
        let shifted = Int(token) &+ 64
        let bucket = Int.bitWidth &- 7 &- shifted.leadingZeroBitCount
        return (bucket, shifted &- (64 &<< bucket))
    }

    /// The slots after those of the first tokens, and how many there are in one bucket. Makes the bucket if it has no identifiers yet, so
    /// call it only to add one.
    @inlinable @inline(__always)
    func makeSlots(after count: Int) -> (first: Slots, count: Int) {
        let (bucket, offset) = Self.slot(Token(truncatingIfNeeded: count))
        if offset == 0 { (buckets + bucket).initialize(to: .allocate(capacity: 64 &<< bucket)) }
        return (buckets[bucket] + offset, (64 &<< bucket) &- offset)
    }

    /// For no slots.
    @inlinable static var nowhere: Slots { .init(bitPattern: MemoryLayout<Identifier>.alignment)! }

    /// The address of a token's identifier.
    @inlinable @inline(__always)
    func address(of token: Token) -> Slots {
        let (bucket, offset) = Self.slot(token)
        return buckets[bucket] + offset
    }

    @inlinable @inline(__always)
    subscript(token: Token) -> Identifier { address(of: token).pointee }

    /// Reads a byte of an identifier, so that all of it is in the cache.
    @inlinable @inline(__always)
    func touch(_ token: Token) -> UInt8 { UnsafeRawPointer(address(of: token)).load(as: UInt8.self) }

    /// Compares identifiers with those of guessed tokens, and writes the tokens of those that match.
    /// - Returns: The number of identifiers that match before the first one that does not.
    @inlinable @inline(__always)
    func copyRightGuesses(
        _ guesses: TokenRun, from first: Int, _ given: IdentifierRun<Identifier>, at index: Int,
        into target: TokenBuffer,
        areWords: Bool
    ) -> Int {
        let count = min(guesses.count &- first, given.count &- index)
        var step = 0
        while step < count {
            // Guesses usually count up by one. Their identifiers then follow each other in memory.
            let guess = guesses[first &+ step]
            let (bucket, offset) = Self.slot(guess)
            let known = buckets[bucket] + offset
            let end = min(count &- step, (64 &<< bucket) &- offset)
            var right = 0
            if areWords {
                // Integers of 64 bits are equal if their bits are.
                right = predictedTokens(
                    guesses.start + (first &+ step), known, given.start + (index &+ step),
                    into: target.start + (index &+ step), count: end)
            } else {
                while right < end, guesses[first &+ step &+ right] == guess &+ Token(truncatingIfNeeded: right),
                    known[right] == given[index &+ step &+ right]
                {
                    target[index &+ step &+ right] = guesses[first &+ step &+ right]
                    right &+= 1
                }
            }
            step &+= right
            // If only the counting of the guesses ends here, go on with the next guess. Otherwise the identifier differs.
            if right < end, right == 0 || guesses[first &+ step] == guess &+ Token(truncatingIfNeeded: right) { break }
        }
        return step
    }
}

/// Identifiers in a row, in memory that must outlive the run.
///
/// Not a span of the standard library: the optimizer of Swift 6.3 stops with an error where one is passed through the closure of a
/// temporary allocation.
@usableFromInline
struct IdentifierRun<Identifier> {
    @usableFromInline let start: UnsafePointer<Identifier>
    @usableFromInline let count: Int

    @inlinable
    init(start: UnsafePointer<Identifier>, count: Int) {
        (self.start, self.count) = (start, count)
    }

    @inlinable
    init(_ buffer: UnsafeBufferPointer<Identifier>) {
        self.init(
            start: buffer.baseAddress ?? .init(bitPattern: MemoryLayout<Identifier>.alignment)!, count: buffer.count)
    }

    @inlinable
    subscript(index: Int) -> Identifier {
        @inline(__always) _read {
            assert(index >= 0 && index < count, "identifier \(index) is outside of 0..<\(count)")
            yield start[index]
        }
    }

    /// The identifiers from one index up to another. Indices of the result begin with 0.
    @inlinable
    func run(_ from: Int, _ to: Int) -> IdentifierRun {
        assert(from >= 0 && from <= to && to <= count, "\(from)..<\(to) is outside of 0..<\(count)")
        return IdentifierRun(start: start + from, count: to &- from)
    }
}

/// Calls `body` with the elements of a collection, copied if they are not in one piece of memory.
@inlinable
func withRun<Identifier, Result>(
    of identifiers: some Collection<Identifier>, _ body: (IdentifierRun<Identifier>) -> Result
) -> Result {
    identifiers.withContiguousStorageIfAvailable { body(IdentifierRun($0)) }
        ?? ContiguousArray(identifiers).withUnsafeBufferPointer { body(IdentifierRun($0)) }
}
