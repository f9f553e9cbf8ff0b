#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Assigns a dense number, its token, to each identifier. The token never changes.
///
/// A data source and all its snapshots share one interner. Each identifier is hashed at most once, and all later work uses
/// tokens. Tokens are never reused, and an identifier never moves in memory.
///
/// Gain: 100,000 integers are stored and compared with those of a snapshot that shares their tokens in 9.0 million instructions, with
/// those of any other in 12.6 million (x86-64, 2026-11-27).
///
/// Threads: looking up a token takes a lock; reading the identifier of a token does not. That is sound because a slot
/// and the pointer to its bucket are written before the token is returned from the locked section, and never again.
@usableFromInline
final class IdentifierInterner<Identifier: Hashable> {
    @usableFromInline let storage = IdentifierStorage<Identifier>()

    /// The mutable state, guarded by `lock`. It is allocated outside the object, so that accesses are not checked for
    /// exclusivity at run time.
    @usableFromInline let state: UnsafeMutablePointer<InternerState>
    /// Recursive, because identifiers are compared while it is held, and their `==` may query the snapshot that
    /// contains them.
    @usableFromInline let lock = RecursiveLock()

    @inlinable
    convenience init() { self.init(InternerState()) }

    @inlinable
    init(_ state: InternerState) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
    }

    @inlinable
    deinit {
        storage.deallocate(count: state.pointee.count)
        state.pointee.table.deallocate()
        state.pointee.array.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
        lock.destroy()
    }

    /// The number of identifiers that have a token.
    var count: Int {
        lock.lock()
        defer { lock.unlock() }
        return state.pointee.count
    }

    /// Whether most identifiers are unused by a snapshot with this many and by recent ones. Those that ``keep(_:of:)`` has added do
    /// not count.
    func isMostlyUnused(by count: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let own = state.pointee.count - state.pointee.keptCount
        let most = state.pointee.noteItems(count)
        return own > max(1 << 16, 4 * most)
    }

    /// Returns the tokens in this interner of identifiers that belong to another interner. An identifier without a
    /// token gets one.
    func keep(_ tokens: [Token], of other: IdentifierInterner) -> [Token] {
        let identifiers = tokens.map { other[$0] }
        let before = count
        let own = withRun(of: identifiers) { run in ContiguousArray<Token>(count: run.count) { intern(run, into: $0) } }
        // Other threads may add identifiers at the same time. The difference of the counts would include them.
        let added = own.reduce(0) { $0 + (Int($1) >= before ? 1 : 0) }
        lock.lock()
        defer { lock.unlock() }
        state.pointee.keptCount += added
        return Array(own)
    }

    @inlinable @inline(__always)
    subscript(token: Token) -> Identifier { storage[token] }

    /// Returns the token of an identifier; nil if the identifier has none.
    @inlinable
    func token(for identifier: Identifier) -> Token? {
        let other = Self.isWord ? 0 : otherHash(identifier)
        lock.lock()
        defer { lock.unlock() }
        if Self.isInteger {
            if let known = tokenInRun(identifier) { return known }
            if let place = state.pointee.array.place(of: Self.word(identifier)) {
                let known = state.pointee.array.places[place]
                return known == 0 ? nil : known &- 1
            }
        }
        return find(identifier, hash: Self.isWord ? wordHash(identifier) : other).token
    }

    /// Returns the token of an identifier, and creates it if there is none.
    @inlinable
    func intern(_ identifier: Identifier) -> Token {
        let other = Self.isWord ? 0 : otherHash(identifier)
        lock.lock()
        defer { lock.unlock() }
        if Self.isInteger {
            if let known = tokenInRun(identifier) { return known }
            if continuesRun(identifier) { return addToRun(identifier) }
            if let place = arrayPlace(of: Self.word(identifier)) {
                let places = state.pointee.array.places
                if places[place] == 0 {
                    places[place] = add(identifier) &+ 1
                    state.pointee.array.count &+= 1
                }
                return places[place] &- 1
            }
        }
        return findOrAdd(identifier, hash: Self.isWord ? wordHash(identifier) : other)
    }

    /// Writes the tokens of many identifiers, in blocks. For each block it first computes all hashes. Then it reads
    /// each place in the table once, so that the memory latencies overlap. Then it probes. The lock is released between
    /// blocks.
    @inlinable
    func intern(_ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer) {
        if Self.isCommon { return internCommon(identifiers, into: tokens) }
        internAll(identifiers, into: tokens)
    }

    @inlinable
    func internAll(_ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer) {
        var done = 0
        if Self.isInteger {
            lock.lock()
            done = internInRun(identifiers, into: tokens)
            lock.unlock()
        }
        // For many new identifiers the array or the table grows once, instead of again and again.
        let rest = identifiers.count &- done
        var isFilling = false
        if rest > Self.blockSize {
            lock.lock()
            isFilling = state.pointee.count * 4 < rest
            state.pointee.expectsNew = isFilling
            if isFilling, !(Self.isInteger && arrayReaches(identifiers.run(done, identifiers.count))) {
                state.pointee.table.reserve(rest)
            }
            lock.unlock()
        }
        for start in stride(from: done, to: identifiers.count, by: Self.blockSize) {
            let end = min(start + Self.blockSize, identifiers.count)
            internAnyBlock(identifiers.run(start, end), at: nil, into: tokens.from(start))
        }
        if isFilling {
            lock.lock()
            state.pointee.expectsNew = false
            lock.unlock()
        }
    }

    @usableFromInline static var blockSize: Int { 256 }

    /// - Parameter indices: The indices of the identifiers to look up; nil for all.
    @inlinable
    func internBlock(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        if Self.isCommon { return internCommonBlock(identifiers, at: indices, into: tokens) }
        internAnyBlock(identifiers, at: indices, into: tokens)
    }

    @inlinable
    func internAnyBlock(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        if Self.isInteger {
            internIntegers(identifiers, at: indices, into: tokens)
        } else {
            internInTable(identifiers, at: indices, into: tokens)
        }
    }

    @inlinable
    func internInTable(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        let count = indices?.count ?? identifiers.count
        guard count > 0 else { return }
        withTokenBuffer(count) { hashes in
            if Self.isWord {
                lock.lock()
                defer { lock.unlock() }
                // Two loops, so that neither tests for each identifier whether there are indices.
                if let indices {
                    internWords(identifiers, count, into: tokens, hashes) { Int(truncatingIfNeeded: indices[$0]) }
                } else {
                    internWords(identifiers, count, into: tokens, hashes) { $0 }
                }
                return
            }
            for position in 0..<count {
                hashes[position] = otherHash(identifiers[indices.map { Int($0[position]) } ?? position])
            }
            lock.lock()
            defer { lock.unlock() }
            touch(hashes.run(count))
            for position in 0..<count {
                let index = indices.map { Int($0[position]) } ?? position
                tokens[index] = findOrAdd(identifiers[index], hash: hashes[position])
            }
        }
    }

    /// Writes the tokens of integers and UUIDs. Comparing them calls no code of the program, so the table is read from local values.
    /// Call it with the lock held.
    /// - Parameters:
    ///   - hashes: Memory for as many hashes.
    ///   - index: Returns the index of the identifier at a position.
    @inlinable @inline(__always)
    func internWords(
        _ identifiers: IdentifierRun<Identifier>, _ total: Int, into tokens: TokenBuffer, _ hashes: TokenBuffer,
        _ index: (_ position: Int) -> Int
    ) {
        var table = state.pointee.table
        let (isGeneral, seeds) = (state.pointee.isGeneral, state.pointee.seeds)
        // Most known identifiers are in the first place of their search. The memory latencies of these reads overlap.
        @inline(__always)
        func tryFirstPlace(_ position: Int, _ index: Int, _ hash: UInt32) {
            hashes[position] = hash
            let entry = table[table.place(of: hash)]
            var token = Self.unknown
            // There is no branch on whether the place is free: it would be mispredicted often, and that would end the overlap.
            if InternerTable.hash(entry) == hash, entry != 0 {
                let known = InternerTable.token(entry)
                if storage.address(of: known).pointee == identifiers[index] { token = known }
            }
            tokens[index] = token
        }
        // Several loops: one that chooses the hash takes more instructions for each identifier.
        if state.pointee.expectsNew, !isGeneral {
            // Nearly all are new, so nothing is compared. The reads overlap here as well.
            var touched: UInt64 = 0
            for position in 0..<total {
                let index = index(position)
                let hash = Self.wordHash(identifiers[index], seeds)
                hashes[position] = hash
                touched ^= table[table.place(of: hash)]
                tokens[index] = Self.unknown
            }
            // Stored so that the compiler keeps the reads.
            state.pointee.touched = UInt32(truncatingIfNeeded: touched)
        } else if isGeneral {
            for position in 0..<total {
                let index = index(position)
                tryFirstPlace(position, index, Self.generalHash(identifiers[index]))
            }
        } else {
            for position in 0..<total {
                let index = index(position)
                tryFirstPlace(position, index, Self.wordHash(identifiers[index], seeds))
            }
        }
        guard state.pointee.count <= Int(Int32.max) - total else {
            fatalError("more than \(Int32.max) identifiers in one interner")
        }
        var hasLongSearch = false
        // New identifiers are added to one bucket and to the room of the table, without a look at either until one of them is full.
        var (slots, most) = (IdentifierStorage<Identifier>.nowhere, 0)
        var first = Token(truncatingIfNeeded: state.pointee.count)
        var added = 0
        var position = 0
        search: while position < total {
            let index = index(position)
            if tokens[index] != Self.unknown {
                position &+= 1
                continue
            }
            let hash = hashes[position]
            let start = table.place(of: hash)
            var place = start
            var entry = table[place]
            if entry != 0 {
                repeat {
                    if InternerTable.hash(entry) == hash {
                        let token = InternerTable.token(entry)
                        if storage.address(of: token).pointee == identifiers[index] {
                            tokens[index] = token
                            position &+= 1
                            continue search
                        }
                    }
                    place = table.place(after: place)
                    entry = table[place]
                } while entry != 0
                if table.steps(from: start, to: place) > InternerState.mostSteps { hasLongSearch = true }
            }
            if added == most {
                // The table grows only when it is full, because most blocks contain no new identifiers.
                noteAdded(added)
                state.pointee.table.reserve(state.pointee.table.count &+ 1)
                table = state.pointee.table
                (slots, most) = storage.makeSlots(after: state.pointee.count)
                most = min(most, table.limit &- table.count)
                first = Token(truncatingIfNeeded: state.pointee.count)
                added = 0
                continue
            }
            let token = first &+ Token(truncatingIfNeeded: added)
            (slots + added).initialize(to: identifiers[index])
            table.write(token, hash: hash, at: place)
            tokens[index] = token
            added &+= 1
            position &+= 1
        }
        noteAdded(added)
        if hasLongSearch { useGeneralHash() }
    }

    /// Counts identifiers that were written into the storage and into the table.
    @inlinable @inline(__always)
    func noteAdded(_ added: Int) {
        state.pointee.count &+= added
        state.pointee.table.count &+= added
    }

    /// Not a token: there are fewer than 2^31.
    @inlinable @inline(__always)
    static var unknown: Token { .max }

    /// Reads the first place of each search. If the place has the same hash, it also reads the identifier. The memory
    /// latencies of these reads overlap, the more so the fewer instructions lie between two reads. Call it with the lock held.
    @inlinable @inline(__always)
    func touch(_ hashes: TokenRun) {
        var touched: UInt32 = 0
        let table = state.pointee.table
        for hash in hashes {
            let entry = table[table.place(of: hash)]
            touched ^= UInt32(truncatingIfNeeded: entry)
            // There is no branch on whether the place is free: it would be mispredicted often, and that would end the
            // overlap.
            if InternerTable.hash(entry) == hash, entry != 0 {
                touched ^= UInt32(storage.touch(InternerTable.token(entry)))
            }
        }
        // Stored so that the compiler keeps the reads.
        state.pointee.touched = touched
    }

    /// Searches for an identifier whose hash is known. Returns its token, or nil; the free place where the search ended; and the
    /// number of places read. Call it with the lock held.
    @inlinable @inline(__always)
    func find(_ identifier: Identifier, hash: UInt32) -> (token: Token?, free: Int, steps: Int) {
        let table = state.pointee.table
        var place = table.place(of: hash)
        var steps = 0
        while true {
            let entry = table[place]
            if entry == 0 { return (nil, place, steps) }
            if InternerTable.hash(entry) == hash {
                let token = InternerTable.token(entry)
                if storage.address(of: token).pointee == identifier { return (token, place, steps) }
                // `==` has added identifiers to this interner.
                if !Self.isWord, state.pointee.table.arrangement != table.arrangement {
                    return findSlowly(identifier, hash: hash)
                }
            }
            place = table.place(after: place)
            steps &+= 1
        }
    }

    /// Starts the search again.
    @inlinable @inline(never)
    func findSlowly(_ identifier: Identifier, hash: UInt32) -> (token: Token?, free: Int, steps: Int) {
        find(identifier, hash: hash)
    }

    /// Returns the token of an identifier whose hash is known, and creates it if there is none. Call it with the lock held.
    @inlinable @inline(__always)
    func findOrAdd(_ identifier: Identifier, hash: UInt32) -> Token {
        let count = state.pointee.count
        let found = find(identifier, hash: hash)
        return found.token ?? add(identifier, hash: hash, at: found.free, after: found.steps, knowing: count)
    }

    /// Adds an identifier that was searched for.
    /// - Parameter known: The number of identifiers before the search.
    @inlinable
    func add(_ identifier: Identifier, hash: UInt32, at free: Int, after steps: Int, knowing known: Int) -> Token {
        let arrangement = state.pointee.table.arrangement
        // An identifier that differs from itself, as NaN does, is never found. It is not entered, because many such
        // entries would make each other's searches longer.
        guard Self.isWord || identifier == identifier else { return add(identifier) }
        // The comparisons of the search and this one may have added identifiers, the same one among them.
        if !Self.isWord, state.pointee.count != known, let token = findSlowly(identifier, hash: hash).token {
            return token
        }
        let token = add(identifier)
        let table = state.pointee.table
        if table.arrangement == arrangement, table[free] == 0, table.count < table.limit {
            state.pointee.table.insert(token, hash: hash, at: free)
        } else {
            state.pointee.table.insert(token, hash: hash)
        }
        if steps > InternerState.mostSteps { useGeneralHash() }
        return token
    }

    /// Stores an identifier that has no token yet. Call it with the lock held.
    @inlinable @inline(__always)
    func add(_ identifier: Identifier) -> Token {
        let count = state.pointee.count
        guard count < Int(Int32.max) else { fatalError("more than \(Int32.max) identifiers in one interner") }
        storage.makeSlots(after: count).first.initialize(to: identifier)
        state.pointee.count = count &+ 1
        return Token(truncatingIfNeeded: count)
    }
}

// MARK: - Hashing

extension IdentifierInterner {
    /// Whether the identifiers are integers, which can be in the array.
    @inlinable @inline(__always)
    static var isInteger: Bool {
        Identifier.self == Int.self || Identifier.self == UInt.self || Identifier.self == Int64.self
            || Identifier.self == UInt64.self || Identifier.self == Int32.self || Identifier.self == UInt32.self
    }

    /// Whether the identifiers are integers or UUIDs, which are hashed by a multiplication with a seed of this
    /// interner. If too many of them collide all the same, for example in an attack, the interner changes to the
    /// general hash: see ``useGeneralHash()``.
    @inlinable @inline(__always)
    static var isWord: Bool { isInteger || Identifier.self == UUID.self }

    @inlinable @inline(__always)
    static func generalHash(_ identifier: Identifier) -> UInt32 {
        // The hash of an integer of 64 bits does not depend on its type: see `internCommon`.
        let hash = isInteger && MemoryLayout<Identifier>.size == 8 ? word(identifier).hashValue : identifier.hashValue
        return mixedHash(UInt64(truncatingIfNeeded: hash))
    }

    /// The hash of an identifier that is neither integer nor UUID. May be called without the lock.
    @inlinable @inline(__always)
    func otherHash(_ identifier: Identifier) -> UInt32 {
        if Identifier.self == String.self {
            return textHash(sameString(identifier), state.pointee.seeds)
        }
        return Self.generalHash(identifier)
    }

    /// The hash of an integer or UUID. Call it with the lock held.
    @inlinable @inline(__always)
    func wordHash(_ identifier: Identifier) -> UInt32 {
        state.pointee.isGeneral ? Self.generalHash(identifier) : Self.wordHash(identifier, state.pointee.seeds)
    }

    @inlinable @inline(__always)
    static func wordHash(_ identifier: Identifier, _ seeds: (UInt64, UInt64)) -> UInt32 {
        withUnsafeBytes(of: identifier) { bytes in
            switch bytes.count {
            case 4: InternerState.mixed(UInt64(bytes.loadUnaligned(as: UInt32.self)), seeds)
            case 8: InternerState.mixed(bytes.loadUnaligned(as: UInt64.self), seeds)
            default: InternerState.mixed(bytes.loadUnaligned(as: WordPair.self).folded, seeds)
            }
        }
    }

    /// Called when a search takes too long, which does not happen by chance. Integers and UUIDs are then hashed again, with the general
    /// hash. Other identifiers, of which many have one hash, stay where they are. Call it with the lock held.
    @inlinable @inline(never)
    func useGeneralHash() {
        guard Self.isWord, !state.pointee.isGeneral else { return }
        state.pointee.isGeneral = true
        state.pointee.table.clear()
        for number in state.pointee.run.count..<state.pointee.count {
            let token = Token(truncatingIfNeeded: number)
            let identifier = storage[token]
            if Self.isInteger, state.pointee.array.place(of: Self.word(identifier)) != nil { continue }
            state.pointee.table.insert(token, hash: Self.generalHash(identifier))
        }
    }
}
