/// Tokens in a row, in memory that a chunk, an array or a temporary allocation owns. The owner must outlive the run.
///
/// All tokens that the store reads go through this handle, and all that it writes through ``TokenBuffer``. Both check indices in debug
/// builds only.
@usableFromInline
struct TokenRun: RandomAccessCollection {
    /// Not read if there are no tokens.
    @usableFromInline let start: UnsafePointer<Token>
    @usableFromInline let count: Int

    @inlinable
    init(start: UnsafePointer<Token>, count: Int) {
        (self.start, self.count) = (start, count)
    }

    /// No tokens.
    @inlinable
    init() { self.init(start: TokenBuffer.nowhere, count: 0) }

    @inlinable var startIndex: Int { 0 }
    @inlinable var endIndex: Int { count }

    @inlinable
    subscript(index: Int) -> Token {
        assert(index >= 0 && index < count, "token \(index) is outside of 0..<\(count)")
        return start[index]
    }

    /// The tokens from one index up to another. Indices of the result begin with 0.
    @inlinable
    func run(_ from: Int, _ to: Int) -> TokenRun {
        assert(from >= 0 && from <= to && to <= count, "\(from)..<\(to) is outside of 0..<\(count)")
        return TokenRun(start: start + from, count: to &- from)
    }

    /// The tokens from an index on.
    @inlinable
    func run(from index: Int) -> TokenRun { run(index, count) }

    // MARK: Comparing

    /// Both runs have the same tokens. They have the same length.
    func holds(_ other: TokenRun) -> Bool {
        assert(count == other.count)
        return start == other.start || areEqual(start, other.start, count: count)
    }

    /// The number of equal tokens at the start of both runs.
    func commonPrefix(_ other: TokenRun) -> Int {
        let limit = Swift.min(count, other.count)
        return start == other.start ? limit : equalTokens(start, other.start, count: limit)
    }

    /// The number of equal tokens before the end of both runs.
    func commonSuffix(_ other: TokenRun) -> Int {
        equalTokens(before: start + count, other.start + other.count, count: Swift.min(count, other.count))
    }

    /// The number of tokens, up to a limit, that count up by one from an index on.
    func ascendingCount(from index: Int, limit: Int) -> Int {
        assert(index + limit <= count)
        return ascending(start + index, from: start[index], count: limit)
    }

    /// Loads the tokens into the cache, because they will be read soon.
    func prefetch() { prefetchTokens(start, count: count) }

    private typealias Quad = SIMD4<UInt32>

    /// The index of a token that occurs once.
    func offset(of token: Token) -> Int {
        var offset = 0
        // Sixteen at a time.
        let sought = Quad(repeating: token)
        while offset &+ 16 <= count {
            let raw = UnsafeRawPointer(start + offset)
            func quad(_ number: Int) -> Quad { raw.loadUnaligned(fromByteOffset: 16 &* number, as: Quad.self) }
            if any((quad(0) .== sought) .| (quad(1) .== sought) .| (quad(2) .== sought) .| (quad(3) .== sought)) {
                break
            }
            offset &+= 16
        }
        while offset < count {
            if start[offset] == token { return offset }
            offset &+= 1
        }
        fatalError("token \(token) is not in its chunk")
    }
}

/// Memory for tokens, or for other numbers of 32 bits. A handle: its owner must outlive it, and copies are the same memory.
@usableFromInline
struct TokenBuffer: Equatable {
    @usableFromInline let start: UnsafeMutablePointer<Token>

    @inlinable
    init(_ start: UnsafeMutablePointer<Token>) { self.start = start }

    /// For handles of no memory.
    @inlinable static var nowhere: UnsafeMutablePointer<Token> { .init(bitPattern: MemoryLayout<Token>.alignment)! }

    @inlinable
    subscript(index: Int) -> Token {
        @inline(__always) get { start[index] }
        @inline(__always) nonmutating set { start[index] = newValue }
    }

    /// Some of the tokens. They must be initialized when they are read.
    @inlinable
    func run(_ count: Int) -> TokenRun { TokenRun(start: start, count: count) }

    /// The memory from an index on.
    @inlinable
    func from(_ index: Int) -> TokenBuffer { TokenBuffer(start + index) }

    /// Copies tokens to an index. They may be in the same memory.
    func write(_ run: TokenRun, at index: Int = 0) { (start + index).update(from: run.start, count: run.count) }

    /// Writes one value to several places, sixteen at a time. One copy of this code for all callers.
    @inline(never)
    func fill(from index: Int, count: Int, _ value: UInt32) {
        let raw = UnsafeMutableRawPointer(start + index)
        let block = SIMD16<UInt32>(repeating: value)
        var written = 0
        while written &+ 16 <= count {
            raw.storeBytes(of: block, toByteOffset: 4 &* written, as: SIMD16<UInt32>.self)
            written &+= 16
        }
        while written < count {
            start[index &+ written] = value
            written &+= 1
        }
    }

    /// Writes numbers that count up by one. One copy of this code for all callers.
    @usableFromInline @inline(never)
    func count(_ count: Int, from first: UInt32) {
        for index in 0..<count { start[index] = first &+ UInt32(truncatingIfNeeded: index) }
    }
}

// MARK: - Owners of tokens

extension ContiguousArray<Token> {
    /// An array of tokens that a closure writes.
    @inlinable
    init(count: Int, writtenBy body: (TokenBuffer) -> Void) {
        self.init(unsafeUninitializedCapacity: count) { buffer, written in
            written = count
            body(TokenBuffer(buffer.baseAddress ?? TokenBuffer.nowhere))
        }
    }

    /// Calls `body` with the tokens, which it must not keep.
    @inlinable
    func withRun<Result, Failure: Error>(_ body: (TokenRun) throws(Failure) -> Result) throws(Failure) -> Result {
        try span.withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(buffer.baseAddress.map { TokenRun(start: $0, count: buffer.count) } ?? TokenRun())
        }
    }
}

/// Calls `body` with memory for tokens, which it must not keep.
@inlinable @inline(__always)
func withTokenBuffer<Result>(_ count: Int, _ body: (TokenBuffer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Token.self, capacity: count) { body(TokenBuffer($0.baseAddress!)) }
}
