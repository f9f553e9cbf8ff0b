// The next state of a list is mostly the state before with a few items deleted and inserted. It is then made of the same
// chunks: a chunk without edits is shared, and a chunk with edits is written once. The changes are found on the way.

extension TokenOrder {
    /// How many deleted neighbours are looked past.
    private static var mostSkipped: Int { 16 }

    /// Returns the order whose only items are these, and the changes of items, if this order has items in the same section
    /// only, no item moves, and each chunk still has items and room for those inserted. Otherwise nil.
    ///
    /// The changes are the fewest: all items that are on both sides are kept.
    func following(
        with tokens: UnsafeBufferPointer<Token>, inSection position: Int
    ) -> (order: TokenOrder, changes: Changeset)? {
        let old = sections[position].items
        guard old.count > 0, old.count == itemCount, !tokens.isEmpty else { return nil }
        // Chunks that would be nearly empty are not worth keeping.
        let chunks = places.count - freeNumbers.count
        guard chunks == 1 || tokens.count >= chunks * TokenChunk.usualCount / 2 else { return nil }
        var order = self
        // The list is taken out of the array while it changes, so that it is referenced only once and not copied.
        order.sections[position].items = TokenList()
        var list = old
        var edits = ChunkEdits()
        var isEdited = true
        withUnsafeTemporaryAllocation(of: Token.self, capacity: TokenChunk.maximumCount) { room in
            for ordinal in old.blocks.indices where isEdited {
                isEdited = follow(&order, &list, old, ordinal, tokens, room, &edits)
            }
        }
        guard isEdited else { return nil }
        list.count = edits.next
        let rest = UnsafeBufferPointer(rebasing: tokens[edits.next...])
        if !rest.isEmpty {
            for token in rest where contains(token) { return nil }
            guard order.append(rest, to: &list, of: sections[position].token, claiming: true) else { return nil }
            edits.inserts.append(edits.next..<tokens.count)
            list.count = tokens.count
        }
        order.itemCount = tokens.count
        order.forgetStarts(after: position)
        order.sections[position].items = list
        let changes = Changeset(
            oldCount: old.count, newCount: tokens.count, deletes: edits.deletes, inserts: edits.inserts)
        return (order, changes)
    }

    /// What has been found so far.
    private struct ChunkEdits {
        /// The position of the next new token.
        var next = 0
        var deletes = Changeset.IndexList()
        var inserts = Changeset.IndexList()
    }

    /// Writes the chunks of a block. Returns false if it cannot be edited.
    private func follow(
        _ order: inout TokenOrder, _ list: inout TokenList, _ old: TokenList, _ ordinal: Int,
        _ tokens: UnsafeBufferPointer<Token>, _ room: UnsafeMutableBufferPointer<Token>, _ edits: inout ChunkEdits
    ) -> Bool {
        let first = edits.next
        var isChanged = false
        let count = old.blocks[ordinal].contents._withUnsafeGuaranteedRef(\.count)
        for slot in 0..<count {
            let entry = old.entry(ordinal, slot)
            let same = equalCount(entry.pointee.contents, tokens, edits.next)
            if same == entry.pointee.count {
                edits.next += same
                continue
            }
            let start = Int(old.blocks[ordinal].start) + Int(entry.pointee.start)
            guard let made = follow(&order, entry, start, same, tokens, room, &edits), made > 0 else { return false }
            isChanged = true
            list.own(ordinal)[slot] = TokenEntry(
                .make(UnsafeBufferPointer(rebasing: room[..<made])), start: 0, count: made, number: entry.pointee.number
            )
        }
        list.start(ordinal, at: first, restartingChunks: isChanged)
        return true
    }

    /// Writes the tokens of one chunk into `room`. Returns their number; nil if the chunk cannot be edited.
    /// - Parameters:
    ///   - start: The position of the chunk in the list.
    ///   - same: The number of tokens at its start that stay.
    private func follow(
        _ order: inout TokenOrder, _ entry: UnsafePointer<TokenEntry>, _ start: Int, _ same: Int,
        _ tokens: UnsafeBufferPointer<Token>, _ room: UnsafeMutableBufferPointer<Token>, _ edits: inout ChunkEdits
    ) -> Int? {
        let contents = entry.pointee.contents
        guard let target = room.baseAddress, let source = contents.baseAddress else { return nil }
        var (from, made) = (0, 0)
        var run = same
        while true {
            guard made + run <= room.count else { return nil }
            (target + made).update(from: source + from, count: run)
            from += run
            made += run
            edits.next += run
            if from == contents.count { return made }
            var skipped = 0
            if edits.next < tokens.count {
                let token = tokens[edits.next]
                if !contains(token) {
                    // Inserted. A token that is given twice has a home by now.
                    guard made < room.count, order.homes[token] == 0 else { return nil }
                    order.homes[token] = entry.pointee.number + 1
                    room[made] = token
                    edits.inserts.append(edits.next..<edits.next + 1)
                    made += 1
                    edits.next += 1
                    run = equalCount(UnsafeBufferPointer(rebasing: contents[from...]), tokens, edits.next)
                    continue
                }
                // What is between here and the token was deleted; or else the token has moved.
                let limit = min(contents.count - from, Self.mostSkipped)
                skipped = 1
                while skipped < limit && contents[from + skipped] != token { skipped += 1 }
                if skipped == limit, limit < contents.count - from { return nil }
            } else {
                skipped = contents.count - from
            }
            for place in from..<from + skipped { order.homes[contents[place]] = 0 }
            edits.deletes.append(start + from..<start + from + skipped)
            from += skipped
            run = equalCount(UnsafeBufferPointer(rebasing: contents[from...]), tokens, edits.next)
        }
    }

    /// The number of tokens of a chunk, from its start, that are the same as new tokens from a position on.
    private func equalCount(
        _ contents: UnsafeBufferPointer<Token>, _ tokens: UnsafeBufferPointer<Token>, _ position: Int
    ) -> Int {
        let limit = min(contents.count, tokens.count - position)
        guard limit > 0, let a = contents.baseAddress, let b = tokens.baseAddress else { return 0 }
        return commonPrefix(a, b + position, count: limit)
    }
}

/// The number of tokens that are the same before the ends of two memories.
func commonSuffix(_ a: UnsafePointer<Token>, _ b: UnsafePointer<Token>, count: Int) -> Int {
    var length = 0
    while length &+ 64 <= count, areEqual(a - length - 64, b - length - 64, count: 64) { length &+= 64 }
    while length < count && a[-1 &- length] == b[-1 &- length] { length &+= 1 }
    return length
}

/// The number of tokens at the start of two memories that are the same.
func commonPrefix(_ a: UnsafePointer<Token>, _ b: UnsafePointer<Token>, count: Int) -> Int {
    var length = 0
    // Eight at a time.
    while length &+ 8 <= count {
        let (left, right) = (UnsafeRawPointer(a + length), UnsafeRawPointer(b + length))
        func pair(_ number: Int) -> UInt64 {
            left.loadUnaligned(fromByteOffset: 8 &* number, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: 8 &* number, as: UInt64.self)
        }
        if pair(0) | pair(1) | pair(2) | pair(3) != 0 { break }
        length &+= 8
    }
    while length < count && a[length] == b[length] { length &+= 1 }
    return length
}
