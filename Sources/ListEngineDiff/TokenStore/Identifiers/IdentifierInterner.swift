#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Assigns a dense number, its token, to each identifier. The token never changes.
///
/// A data source and all its snapshots share one interner. Each identifier is hashed once, and all later work uses
/// tokens. Tokens are never reused, and an identifier never moves in memory: tokens index buckets of 64, 128, 256, ...
/// slots, which are filled once and live as long as the interner.
///
/// Threads: looking up a token takes a lock; reading the identifier of a token does not. That is sound because a slot
/// and the pointer to its bucket are written before the token is returned from the locked section, and never again.
@usableFromInline
final class IdentifierInterner<Identifier: Hashable> {
    /// Bucket b holds the tokens from 64 * (2^b - 1) on.
    @usableFromInline let buckets: UnsafeMutablePointer<UnsafeMutablePointer<Identifier>?>

    /// The mutable state, guarded by `lock`. It is allocated outside the object, so that accesses are not checked for
    /// exclusivity at run time.
    @usableFromInline let state: UnsafeMutablePointer<InternerState>
    /// Recursive, because identifiers are compared while it is held, and their `==` may query the snapshot that
    /// contains them.
    @usableFromInline let lock = RecursiveLock()

    /// Enough for 2^31 - 1 tokens: the last of them is in the last bucket.
    @usableFromInline static var bucketCount: Int { 26 }

    @inlinable
    convenience init() { self.init(InternerState()) }

    @inlinable
    init(_ state: InternerState) {
        buckets = .allocate(capacity: Self.bucketCount)
        buckets.initialize(repeating: nil, count: Self.bucketCount)
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
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

    /// Whether there are many more identifiers than in a snapshot that is settled and those settled before it. Those that
    /// ``keep(_:of:)`` has added do not count.
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
        let own = [Token](unsafeUninitializedCapacity: tokens.count) { buffer, count in
            count = tokens.count
            guard let start = buffer.baseAddress else { return }
            identifiers.withUnsafeBufferPointer { intern($0, into: start) }
        }
        // Other threads may add identifiers at the same time. The difference of the counts would include them.
        let added = own.reduce(0) { $0 + (Int($1) >= before ? 1 : 0) }
        lock.lock()
        defer { lock.unlock() }
        state.pointee.keptCount += added
        return own
    }

    /// The bucket of a token, and its offset there.
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

    /// Returns the token of an identifier; nil if the identifier has none.
    @inlinable
    func token(for identifier: Identifier) -> Token? {
        let general = Self.isWord ? 0 : Self.generalHash(identifier)
        lock.lock()
        defer { lock.unlock() }
        if Self.isInteger, let place = state.pointee.array.place(of: Self.word(identifier)) {
            return place.pointee == 0 ? nil : place.pointee &- 1
        }
        let hash = Self.isWord ? wordHash(identifier) : general
        return find(identifier, hash: hash, from: state.pointee.table.search(for: hash)).token
    }

    /// Returns the token of an identifier, and creates it if there is none.
    @inlinable
    func intern(_ identifier: Identifier) -> Token {
        let general = Self.isWord ? 0 : Self.generalHash(identifier)
        lock.lock()
        defer { lock.unlock() }
        if Self.isInteger, let place = arrayPlace(of: Self.word(identifier)) {
            if place.pointee == 0 {
                place.pointee = add(identifier) &+ 1
                state.pointee.array.count &+= 1
            }
            return place.pointee &- 1
        }
        state.pointee.reserve(1)
        let hash = Self.isWord ? wordHash(identifier) : general
        return findOrAdd(identifier, hash: hash, from: state.pointee.table.search(for: hash))
    }

    /// Writes the tokens of many identifiers, in blocks. For each block it first computes all hashes. Then it reads
    /// each place in the table once, so that the memory latencies overlap. Then it probes. The lock is released between
    /// blocks.
    @inlinable
    func intern(_ identifiers: UnsafeBufferPointer<Identifier>, into tokens: UnsafeMutablePointer<Token>) {
        // For many new identifiers the array or the table grows once, instead of again and again.
        if identifiers.count > Self.blockSize {
            lock.lock()
            let known = state.pointee.count
            if known * 4 < identifiers.count, !(Self.isInteger && arrayReaches(identifiers)) {
                state.pointee.reserve(identifiers.count - known)
            }
            lock.unlock()
        }
        for start in stride(from: 0, to: identifiers.count, by: Self.blockSize) {
            let end = min(start + Self.blockSize, identifiers.count)
            internBlock(UnsafeBufferPointer(rebasing: identifiers[start..<end]), at: nil, into: tokens + start)
        }
    }

    @usableFromInline static var blockSize: Int { 256 }

    /// - Parameter indices: The indices of the identifiers to look up; nil for all.
    @inlinable
    func internBlock(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?,
        into tokens: UnsafeMutablePointer<Token>
    ) {
        if Self.isInteger {
            internIntegers(identifiers, at: indices, into: tokens)
        } else {
            internInTable(identifiers, at: indices, into: tokens)
        }
    }

    @inlinable
    func internInTable(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?,
        into tokens: UnsafeMutablePointer<Token>
    ) {
        var indices = indices
        var identifiers = identifiers
        var tokens = tokens
        if Self.isWord, MemoryLayout<Identifier>.size == 8 {
            var done = 0
            repeat {
                done = internWords(identifiers, at: indices, into: tokens)
                if let all = indices {
                    indices = UnsafeBufferPointer(rebasing: all[done...])
                } else {
                    identifiers = UnsafeBufferPointer(rebasing: identifiers[done...])
                    tokens += done
                }
            } while done > 0
        }
        // Constants, because closures read them for each identifier.
        let (chosen, given, target) = (indices?.baseAddress, identifiers, tokens)
        let count = indices?.count ?? identifiers.count
        guard count > 0 else { return }
        @inline(__always)
        func index(_ position: Int) -> Int { chosen == nil ? position : Int(chosen.unsafelyUnwrapped[position]) }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { hashes in
            if !Self.isWord {
                for position in 0..<count { hashes[position] = Self.generalHash(given[index(position)]) }
            }
            lock.lock()
            defer { lock.unlock() }
            state.pointee.reserve(count)
            if Self.isWord {
                for position in 0..<count { hashes[position] = wordHash(given[index(position)]) }
            }
            withUnsafeTemporaryAllocation(of: TableSearch.self, capacity: count) { searches in
                let table = state.pointee.table
                let start = searches.baseAddress.unsafelyUnwrapped
                for position in 0..<count { (start + position).initialize(to: table.search(for: hashes[position])) }
                touch(searches)
                let arrangement = state.pointee.table.arrangement
                for position in 0..<count {
                    let index = index(position)
                    var (hash, search) = (hashes[position], searches[position])
                    // The table was rearranged in the meantime: because of too many collisions, or because `==` has
                    // added identifiers.
                    if state.pointee.table.arrangement != arrangement {
                        if Self.isWord { hash = wordHash(given[index]) }
                        search = state.pointee.table.search(for: hash)
                    }
                    target[index] = findOrAdd(given[index], hash: hash, from: search)
                }
            }
        }
    }

    /// Does the same for integers of 64 bits. They are compared by their bits, which calls no code of the program, so the
    /// table stays as it is during a block and is read from local values.
    /// The table grows only when it is full. Most blocks contain no new identifiers, so it does not grow in advance.
    /// - Returns: The number of tokens written. It is smaller than the number of identifiers if the table has no room for all
    ///   of them, or if a search takes too long. It is 0 if all identifiers use the general hash.
    @inlinable
    func internWords(
        _ identifiers: UnsafeBufferPointer<Identifier>, at indices: UnsafeBufferPointer<Int32>?,
        into tokens: UnsafeMutablePointer<Token>
    ) -> Int {
        var total = indices?.count ?? identifiers.count
        guard total > 0, let given = identifiers.baseAddress else { return 0 }
        lock.lock()
        defer { lock.unlock() }
        guard !state.pointee.isGeneral, state.pointee.count <= Int(Int32.max) - total else { return 0 }
        if state.pointee.room <= 0 { state.pointee.reserve(total) }
        total = min(total, state.pointee.room)
        return withUnsafeTemporaryAllocation(of: TableSearch.self, capacity: total) { searches in
            let searches = searches.baseAddress.unsafelyUnwrapped
            // Two loops, so that neither tests for each identifier whether there are indices.
            if let indices = indices?.baseAddress {
                return internWords(given, total, into: tokens, searches) { Int(indices[$0]) }
            }
            return internWords(given, total, into: tokens, searches) { $0 }
        }
    }

    /// - Parameters:
    ///   - searches: Uninitialized memory.
    ///   - index: Returns the index of the identifier at a position.
    /// - Returns: The number of tokens written.
    @inlinable @inline(__always)
    func internWords(
        _ given: UnsafePointer<Identifier>, _ total: Int, into tokens: UnsafeMutablePointer<Token>,
        _ searches: UnsafeMutablePointer<TableSearch>, _ index: (_ position: Int) -> Int
    ) -> Int {
        let secrets = state.pointee.secrets
        let (segments, numberMask) = (state.pointee.table.segments, state.pointee.table.numberMask)
        let positions = state.pointee.table.positions
        let buckets = buckets
        // Most known identifiers are at the first place of their search. The memory latencies of these reads overlap.
        for position in 0..<total {
            let index = index(position)
            let word = UnsafeRawPointer(given + index).loadUnaligned(as: UInt64.self)
            let hash = InternerState.mixed(word, secrets)
            let segment = segments[InternerTable.number(hash, numberMask)]
            let place = segment.places + positions[hash]
            let pattern = segment.pattern(hash)
            (searches + position).initialize(
                to: TableSearch(place: place, pattern: pattern, tokenLimit: segment.tokenLimit))
            let token = (place.pointee ^ pattern) &- 1
            if token < segment.tokenLimit {
                let (bucket, offset) = Self.slot(token)
                let known = UnsafeRawPointer(buckets[bucket].unsafelyUnwrapped + offset)
                if known.loadUnaligned(as: UInt64.self) == word {
                    tokens[index] = token
                    searches[position].place = nil
                }
            }
        }
        var slots = NewSlots<Identifier>(count: state.pointee.count)
        var position = 0
        search: while position < total {
            guard var place = searches[position].place else {
                position &+= 1
                continue
            }
            let index = index(position)
            var pattern = searches[position].pattern
            let tokenLimit = searches[position].tokenLimit
            let end = place + InternerTable.window
            var token = Token.max
            repeat {
                let entry = place.pointee
                if entry == 0 { break }
                token = (entry ^ pattern) &- 1
                if token < tokenLimit {
                    let (bucket, offset) = Self.slot(token)
                    let known = UnsafeRawPointer(buckets[bucket].unsafelyUnwrapped + offset)
                    if known.loadUnaligned(as: UInt64.self)
                        == UnsafeRawPointer(given + index).loadUnaligned(as: UInt64.self)
                    {
                        tokens[index] = token
                        position &+= 1
                        continue search
                    }
                } else if token == tokenLimit {
                    break
                }
                pattern &+= tokenLimit &+ 2
                place += 1
            } while place < end
            if place < end, place.pointee == 0, slots.count < Int(tokenLimit) {
                slots.add(given[index], to: buckets)
                place.pointee = pattern | UInt32(truncatingIfNeeded: slots.count)
                tokens[index] = Token(truncatingIfNeeded: slots.count &- 1)
                position &+= 1
                continue
            }
            let hash = wordHash(given[index])
            // Integers in the array have most of the tokens if there are many. Those of the table are then in stashes.
            if token == tokenLimit, let known = findInStash(given[index], hash: hash).token {
                tokens[index] = known
                position &+= 1
                continue
            }
            // New, or not at its first reference to the stash.
            state.pointee.tableCount &+= slots.count &- state.pointee.count
            state.pointee.count = slots.count
            tokens[index] =
                place < end ? findOrAddSlowly(given[index], hash: hash) : findOrStash(given[index], hash: hash)
            slots = NewSlots(count: state.pointee.count)
            position &+= 1
            // Too many collisions: all identifiers are in other places now.
            if state.pointee.isGeneral { return position }
        }
        state.pointee.tableCount &+= slots.count &- state.pointee.count
        state.pointee.count = slots.count
        return position
    }

    /// Reads the first place of each search. If the place may have the same hash, it also reads the identifier. The memory
    /// latencies of these reads overlap, the more so the fewer instructions lie between two reads. Call it with the lock held.
    @inlinable @inline(__always)
    func touch(_ searches: UnsafeMutableBufferPointer<TableSearch>) {
        var touched: UInt32 = 0
        for position in 0..<searches.count {
            let search = searches[position]
            let entry = search.place.unsafelyUnwrapped.pointee
            touched ^= entry
            let token = (entry ^ search.pattern) &- 1
            // There is no branch on whether the place is free: it would be mispredicted often, and that would end the
            // overlap.
            if token < search.tokenLimit {
                touched ^= UInt32(UnsafeRawPointer(pointer(to: token)).loadUnaligned(as: UInt8.self))
            }
        }
        // Stored so that the compiler keeps the reads.
        state.pointee.touched = touched
    }

    /// Searches for an identifier whose hash is known. Returns its token, or nil; the free place where the search ended, unless
    /// it went on in the stash; and the number of places read there. Call it with the lock held.
    @inlinable @inline(__always)
    func find(
        _ identifier: Identifier, hash: UInt32, from start: TableSearch
    ) -> (token: Token?, free: TableSearch?, steps: Int) {
        var start = start
        search: while true {
            var place = start.place.unsafelyUnwrapped
            let end = place + InternerTable.window
            var pattern = start.pattern
            var refersToStash = false
            while place < end {
                let entry = place.pointee
                if entry == 0 {
                    if refersToStash { break }
                    return (nil, TableSearch(place: place, pattern: pattern, tokenLimit: start.tokenLimit), 0)
                }
                let token = (entry ^ pattern) &- 1
                if token < start.tokenLimit {
                    let arrangement = state.pointee.table.arrangement
                    if pointer(to: token).pointee == identifier { return (token, nil, 0) }
                    // `==` has added identifiers to this interner.
                    if state.pointee.table.arrangement != arrangement {
                        start = state.pointee.table.search(for: hash)
                        continue search
                    }
                } else if token == start.tokenLimit {
                    refersToStash = true
                }
                pattern &+= start.tokenLimit &+ 2
                place += 1
            }
            let arrangement = state.pointee.table.arrangement
            let found = findInStash(identifier, hash: hash)
            if state.pointee.table.arrangement == arrangement || found.token != nil {
                return (found.token, nil, found.steps)
            }
            start = state.pointee.table.search(for: hash)
        }
    }

    /// The token of an identifier in the stash, and the number of places read. The search ends when `==` changes the
    /// arrangement.
    @inlinable @inline(never)
    func findInStash(_ identifier: Identifier, hash: UInt32) -> (token: Token?, steps: Int) {
        let arrangement = state.pointee.table.arrangement
        var search = state.pointee.table.searchStash(hash)
        while let token = search.next() {
            if pointer(to: token).pointee == identifier { return (token, search.steps) }
            if state.pointee.table.arrangement != arrangement { break }
        }
        return (nil, search.steps)
    }

    /// The token of a word for which all places of its search are taken.
    @inlinable @inline(never)
    func findOrStash(_ identifier: Identifier, hash: UInt32) -> Token {
        let found = findInStash(identifier, hash: hash)
        if let token = found.token { return token }
        let token = add(identifier)
        state.pointee.table.stash(token, hash: hash)
        state.pointee.tableCount &+= 1
        if found.steps > InternerState.mostSteps { spread() }
        return token
    }

    /// Returns the token of an identifier whose hash is known, and creates it if there is none. Call it with the lock
    /// held and room reserved.
    @inlinable @inline(__always)
    func findOrAdd(_ identifier: Identifier, hash: UInt32, from start: TableSearch) -> Token {
        let found = find(identifier, hash: hash, from: start)
        if let token = found.token { return token }
        let arrangement = state.pointee.table.arrangement
        // An identifier that differs from itself, as NaN does, is never found. It is not entered, because many such
        // entries would make each other's searches longer.
        guard identifier == identifier else { return add(identifier) }
        let token = add(identifier)
        // The comparisons above may have added identifiers. Then the place may be gone.
        if state.pointee.table.arrangement == arrangement, let free = found.free, let place = free.place,
            place.pointee == 0, token < free.tokenLimit
        {
            place.pointee = free.pattern | (token &+ 1)
        } else {
            state.pointee.table.place(token, hash: hash)
        }
        state.pointee.tableCount &+= 1
        if found.steps > InternerState.mostSteps { spread() }
        return token
    }

    @inlinable @inline(never)
    func findOrAddSlowly(_ identifier: Identifier, hash: UInt32) -> Token {
        findOrAdd(identifier, hash: hash, from: state.pointee.table.search(for: hash))
    }

    /// Stores an identifier that has no token yet. Call it with the lock held.
    @inlinable @inline(__always)
    func add(_ identifier: Identifier) -> Token {
        let count = state.pointee.count
        guard count < Int(Int32.max) else { fatalError("more than \(Int32.max) identifiers in one interner") }
        let token = Token(truncatingIfNeeded: count)
        let (bucket, offset) = Self.slot(token)
        if offset == 0 { buckets[bucket] = .allocate(capacity: 64 << bucket) }
        (buckets[bucket].unsafelyUnwrapped + offset).initialize(to: identifier)
        state.pointee.count = count + 1
        return token
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

    /// Whether the identifiers are integers or UUIDs, which are hashed by a multiplication with a secret of this
    /// interner. If too many of them collide all the same, for example in an attack, the interner changes to the
    /// general hash: see ``spread()``.
    @inlinable @inline(__always)
    static var isWord: Bool { isInteger || Identifier.self == UUID.self }

    @inlinable @inline(__always)
    static func generalHash(_ identifier: Identifier) -> UInt32 {
        mixedHash(UInt64(truncatingIfNeeded: identifier.hashValue))
    }

    /// The hash of an integer or UUID. Call it with the lock held.
    @inlinable @inline(__always)
    func wordHash(_ identifier: Identifier) -> UInt32 {
        if state.pointee.isGeneral { return Self.generalHash(identifier) }
        return withUnsafeBytes(of: identifier) { bytes in
            switch bytes.count {
            case 4: state.pointee.mixed(UInt64(bytes.loadUnaligned(as: UInt32.self)))
            case 8: state.pointee.mixed(bytes.loadUnaligned(as: UInt64.self))
            default: state.pointee.mixed(bytes.loadUnaligned(as: WordPair.self).folded)
            }
        }
    }

    /// Called when a search takes too long: too many identifiers are in one stash, which does not happen by chance.
    /// Integers and UUIDs are then hashed again, with the general hash. Other identifiers, of which many have one hash, remain there:
    /// a stash has no limit. Call it with the lock held.
    @inlinable @inline(never)
    func spread() {
        guard Self.isWord, !state.pointee.isGeneral else { return }
        state.pointee.isGeneral = true
        state.pointee.table.clear()
        state.pointee.tableCount = 0
        for number in 0..<state.pointee.count {
            let token = Token(truncatingIfNeeded: number)
            let identifier = pointer(to: token).pointee
            if Self.isInteger, state.pointee.array.place(of: Self.word(identifier)) != nil { continue }
            state.pointee.table.place(token, hash: Self.generalHash(identifier))
            state.pointee.tableCount &+= 1
        }
    }
}
