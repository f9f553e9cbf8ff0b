import Foundation

/// A small number that stands for an identifier.
@usableFromInline typealias Token = UInt32

/// Gives each identifier a dense number, once, and keeps it.
///
/// A data source and all its snapshots share one interner, so an identifier is hashed once in its life there, and
/// everything after works on numbers. Tokens are never taken back, and an identifier never moves in memory: tokens
/// index buckets of 64, 128, 256, ... slots, which are filled once and stay until the interner dies.
///
/// Threads: looking up a token takes a lock; reading the identifier of a token does not. That is sound because a slot
/// and the pointer to its bucket are written before the token leaves the lock, and never again.
@usableFromInline
final class IdentifierInterner<Identifier: Hashable> {
    /// Bucket b holds the tokens from 64 * (2^b - 1) on.
    @usableFromInline let buckets: UnsafeMutablePointer<UnsafeMutablePointer<Identifier>?>

    /// What changes, guarded by `lock`. It lives outside of the object, where no access is checked at run time.
    @usableFromInline let state: UnsafeMutablePointer<InternerState>
    @usableFromInline let lock = NSLock()

    @usableFromInline static var bucketCount: Int { 25 }

    @inlinable
    init() {
        buckets = .allocate(capacity: Self.bucketCount)
        buckets.initialize(repeating: nil, count: Self.bucketCount)
        state = .allocate(capacity: 1)
        state.initialize(to: InternerState())
    }

    @inlinable
    deinit {
        for bucket in 0..<Self.bucketCount {
            guard let slots = buckets[bucket] else { break }
            let start = 64 * ((1 << bucket) - 1)
            slots.deinitialize(count: min(state.pointee.count - start, 64 << bucket))
            slots.deallocate()
        }
        buckets.deallocate()
        state.pointee.table.deallocate()
        state.deallocate()
    }

    /// The number of identifiers met so far.
    var count: Int {
        lock.lock()
        defer { lock.unlock() }
        return state.pointee.count
    }

    /// Where a token lives.
    @inlinable @inline(__always)
    static func slot(_ token: Token) -> (bucket: Int, offset: Int) {
        let shifted = Int(token) + 64
        let bucket = Int.bitWidth - 1 - shifted.leadingZeroBitCount - 6
        return (bucket, shifted - (64 << bucket))
    }

    /// The address of a token's identifier, valid as long as the interner lives.
    @inlinable @inline(__always)
    func pointer(to token: Token) -> UnsafePointer<Identifier> {
        let (bucket, offset) = Self.slot(token)
        return UnsafePointer(buckets[bucket].unsafelyUnwrapped + offset)
    }

    @inlinable @inline(__always)
    subscript(token: Token) -> Identifier { pointer(to: token).pointee }

    @inlinable @inline(__always)
    static func hash(_ identifier: Identifier) -> UInt32 { UInt32(truncatingIfNeeded: identifier.hashValue) }

    /// The token of an identifier, or nil if the interner has never met it.
    @inlinable
    func token(for identifier: Identifier) -> Token? {
        let hash = Self.hash(identifier)
        lock.lock()
        defer { lock.unlock() }
        return find(identifier, hash: hash)
    }

    /// The token of an identifier, which is new if the interner has never met it.
    @inlinable
    func intern(_ identifier: Identifier) -> Token {
        let hash = Self.hash(identifier)
        lock.lock()
        defer { lock.unlock() }
        return findOrAdd(identifier, hash: hash)
    }

    /// The same for many identifiers, in blocks: first all hashes of a block, then one touch of each place in the
    /// table, so that the waits for memory overlap, then the probes. The lock is free between blocks.
    @inlinable
    func intern(_ identifiers: UnsafeBufferPointer<Identifier>, into tokens: UnsafeMutablePointer<Token>) {
        let blockSize = 512
        // Many new identifiers at once: one growth of the table instead of one for each doubling.
        if identifiers.count > blockSize {
            lock.lock()
            let known = state.pointee.count
            if known * 4 < identifiers.count { state.pointee.reserve(identifiers.count - known) }
            lock.unlock()
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: blockSize) { hashes in
            var start = 0
            while start < identifiers.count {
                let end = min(start + blockSize, identifiers.count)
                for index in start..<end { hashes[index - start] = Self.hash(identifiers[index]) }
                lock.lock()
                state.pointee.reserve(end - start)
                touch(UnsafeMutableBufferPointer(rebasing: hashes[..<(end - start)]))
                for index in start..<end {
                    tokens[index] = findOrAdd(identifiers[index], hash: hashes[index - start])
                }
                lock.unlock()
                start = end
            }
        }
    }

    /// The tokens of some of the identifiers.
    @inlinable
    func intern(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: ContiguousArray<Int32>,
        into tokens: UnsafeMutablePointer<Token>
    ) {
        for start in stride(from: 0, to: indices.count, by: 512) {
            let block = indices[start..<min(start + 512, indices.count)]
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: block.count) { hashes in
                for position in block.indices {
                    hashes[position - start] = Self.hash(identifiers[Int(indices[position])])
                }
                lock.lock()
                state.pointee.reserve(block.count)
                touch(hashes)
                for position in block.indices {
                    let index = Int(indices[position])
                    tokens[index] = findOrAdd(identifiers[index], hash: hashes[position - start])
                }
                lock.unlock()
            }
        }
    }

    /// Reads each place of the table once, and for what is found there the identifier, so that the waits for memory
    /// overlap. Call it with the lock held.
    @inlinable @inline(__always)
    func touch(_ hashes: UnsafeMutableBufferPointer<UInt32>) {
        let (table, mask) = (state.pointee.table, state.pointee.mask)
        var touched: UInt64 = 0
        for hash in hashes {
            let entry = table[Int(hash) & mask]
            touched ^= entry
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let address = UnsafeRawPointer(pointer(to: Token(truncatingIfNeeded: entry) &- 1))
                touched ^= UInt64(address.loadUnaligned(as: UInt8.self))
            }
        }
        withExtendedLifetime(touched) {}
    }

    /// The token of an identifier whose hash is known. Call it with the lock held.
    @inlinable @inline(__always)
    func find(_ identifier: Identifier, hash: UInt32) -> Token? {
        let (table, mask) = (state.pointee.table, state.pointee.mask)
        var position = Int(hash) & mask
        while true {
            let entry = table[position]
            if entry == 0 { return nil }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let token = Token(truncatingIfNeeded: entry) &- 1
                if pointer(to: token).pointee == identifier { return token }
            }
            position = (position + 1) & mask
        }
    }

    /// The token of an identifier whose hash is known, new if need be. Call it with the lock held.
    @inlinable @inline(__always)
    func findOrAdd(_ identifier: Identifier, hash: UInt32) -> Token {
        find(identifier, hash: hash) ?? add(identifier, hash: hash)
    }

    /// Adds an identifier that is known to be absent. Call it with the lock held.
    @inlinable
    func add(_ identifier: Identifier, hash: UInt32) -> Token {
        let count = state.pointee.count
        guard count < Int(Int32.max) else { fatalError("more than \(Int32.max) identifiers in one interner") }
        let token = Token(truncatingIfNeeded: count)
        let (bucket, offset) = Self.slot(token)
        if offset == 0 { buckets[bucket] = .allocate(capacity: 64 << bucket) }
        (buckets[bucket].unsafelyUnwrapped + offset).initialize(to: identifier)
        state.pointee.insert(token, hash: hash)
        return token
    }
}

/// The table of an interner: open addressing with linear probing, at most half full. An entry is
/// hash << 32 | token + 1; 0 is free.
@usableFromInline
struct InternerState {
    @usableFromInline var table: UnsafeMutablePointer<UInt64>
    @usableFromInline var mask: Int
    @usableFromInline var count = 0

    @usableFromInline
    init() {
        mask = 15
        table = .allocate(capacity: 16)
        table.initialize(repeating: 0, count: 16)
    }

    /// Adds the next token.
    @usableFromInline
    mutating func insert(_ token: Token, hash: UInt32) {
        reserve(1)
        count += 1
        var position = Int(hash) & mask
        while table[position] != 0 { position = (position + 1) & mask }
        table[position] = UInt64(hash) << 32 | UInt64(token &+ 1)
    }

    /// Makes room for more tokens. Hashes are in the entries, so nothing is hashed again.
    @usableFromInline
    mutating func reserve(_ more: Int) {
        guard (count + more) * 2 > mask + 1 else { return }
        var capacity = mask + 1
        while (count + more) * 2 > capacity { capacity *= 2 }
        let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        grown.initialize(repeating: 0, count: capacity)
        for index in 0...mask where table[index] != 0 {
            let entry = table[index]
            var position = Int(entry >> 32) & (capacity - 1)
            while grown[position] != 0 { position = (position + 1) & (capacity - 1) }
            grown[position] = entry
        }
        table.deallocate()
        table = grown
        mask = capacity - 1
    }
}
