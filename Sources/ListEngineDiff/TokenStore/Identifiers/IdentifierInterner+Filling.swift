// A list is displayed for the first time: all its integers or UUIDs are new, and the table is made for them.

extension IdentifierInterner {
    /// Adds a block of integers or UUIDs, all of which are probably new. An identifier whose first place is free is entered there, without
    /// a branch, so the reads of many places overlap. The others are entered after that. If one of them is not new, all are
    /// removed again, and the next blocks are searched for. Call it with the lock held.
    ///
    /// Gain: 58 instructions for each integer of 64 bits instead of 67 (x86-64, 2026-11-28).
    /// - Parameter others: Memory for as many numbers.
    /// - Returns: Whether they were added.
    @inlinable
    func addWords(_ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer, _ others: TokenBuffer) -> Bool {
        let (table, seeds, known) = (state.pointee.table, state.pointee.seeds, state.pointee.count)
        let total = identifiers.count
        guard !state.pointee.isGeneral, table.limit &- table.count >= total, known <= Int(Int32.max) - total else {
            return false
        }
        let first = Token(truncatingIfNeeded: known)
        var (position, otherCount) = (0, 0)
        while position < total {
            let hash = Self.wordHash(identifiers[position], seeds)
            let place = table.place(of: hash)
            let entry = table[place]
            let added = InternerTable.entry(first &+ Token(truncatingIfNeeded: position), hash)
            table.places[place] = entry == 0 ? added : entry
            // The tokens are written at the end.
            tokens[position] = hash
            others[otherCount] = Token(truncatingIfNeeded: position)
            // 1 if the place was taken: a comparison would become a branch, which is mispredicted often.
            otherCount &+= Int(truncatingIfNeeded: (entry | (0 &- entry)) &>> 63)
            position &+= 1
        }
        var hasLongSearch = false
        var number = 0
        while number < otherCount {
            position = Int(truncatingIfNeeded: others[number])
            let hash = tokens[position]
            let start = table.place(of: hash)
            var place = start
            var entry = table[place]
            while entry != 0 {
                if InternerTable.hash(entry) == hash, isKnown(InternerTable.token(entry), identifiers, position, first)
                {
                    removeWords(identifiers, others.run(number))
                    state.pointee.expectsNew = false
                    return false
                }
                place = table.place(after: place)
                entry = table[place]
            }
            table.write(first &+ Token(truncatingIfNeeded: position), hash: hash, at: place)
            hasLongSearch = hasLongSearch || table.steps(from: start, to: place) > InternerState.mostSteps
            number &+= 1
        }
        store(identifiers)
        tokens.count(total, from: first)
        state.pointee.table.count &+= total
        if hasLongSearch { useGeneralHash() }
        return true
    }

    /// Whether a token is that of an identifier of a block. The identifiers from `first` on are those of the block, and not stored yet.
    @inlinable @inline(__always)
    func isKnown(
        _ token: Token, _ identifiers: IdentifierRun<Identifier>, _ position: Int, _ first: Token
    ) -> Bool {
        if token < first { return storage.address(of: token).pointee == identifiers[position] }
        return identifiers[Int(truncatingIfNeeded: token &- first)] == identifiers[position]
    }

    /// Removes the entries of identifiers that are not stored yet.
    /// - Parameter others: The positions of those that are not in their first place, in the order in which they were entered.
    @inlinable @inline(never)
    func removeWords(_ identifiers: IdentifierRun<Identifier>, _ others: TokenRun) {
        let (table, first) = (state.pointee.table, Token(truncatingIfNeeded: state.pointee.count))
        func isEntry(_ place: Int, of position: Int) -> Bool {
            table[place] != 0 && InternerTable.token(table[place]) == first &+ Token(truncatingIfNeeded: position)
        }
        func firstPlace(_ position: Int) -> Int { table.place(of: wordHash(identifiers[position])) }
        for position in others {
            var place = firstPlace(Int(position))
            while !isEntry(place, of: Int(position)) { place = table.place(after: place) }
            table.places[place] = 0
        }
        for position in 0..<identifiers.count where isEntry(firstPlace(position), of: position) {
            table.places[firstPlace(position)] = 0
        }
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
}
