// The next state of a list is mostly the state before with a few items deleted and inserted. It is then made of the same
// chunks: a chunk without edits is shared, and a chunk with edits is written once. The changes are found on the way.

extension TokenOrder {
    /// How many deleted neighbours are looked past.
    private static var mostSkipped: Int { 16 }

    /// Returns the order whose only items are these, and the changes of items, if this order has items in the same section
    /// only, no item moves, and each chunk still has items and room for those inserted. Otherwise nil.
    ///
    /// The changes are the fewest: all items that are on both sides are kept.
    /// - Parameter stretches: Ranges of the items that are known to be neighbours in both orders. They are not compared.
    func following(
        with tokens: UnsafeBufferPointer<Token>, sharing stretches: ContiguousArray<TokenPredictor.Stretch>,
        inSection position: Int
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
        let isEdited = stretches.withUnsafeBufferPointer { stretches in
            for ordinal in old.blocks.indices {
                if !follow(&order, &list, old, ordinal, tokens, stretches, &edits) { return false }
            }
            return true
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
        /// The first stretch that ends after `next`, or one before it.
        var stretch = 0
        /// The position of the next new token.
        var next = 0
        var deletes = Changeset.IndexList()
        var inserts = Changeset.IndexList()
        /// The pages of homes that were used last: for new tokens in the new order and in the old one, and for deleted tokens.
        var insertedPage = HomeMap.LastPage()
        var oldPage = HomeMap.LastPage()
        var deletedPage = HomeMap.LastPage()

        /// The number of old tokens that are equal to the next new tokens.
        @inline(__always)
        mutating func equalCount(
            _ old: UnsafePointer<Token>, _ count: Int, _ tokens: UnsafeBufferPointer<Token>,
            _ stretches: UnsafeBufferPointer<TokenPredictor.Stretch>
        ) -> Int {
            let limit = min(count, tokens.count &- next)
            guard limit > 0, old[0] == tokens[next] else { return 0 }
            while stretch < stretches.count {
                let (start, end) = (
                    Int(stretches[stretch].start), Int(stretches[stretch].start) &+ Int(stretches[stretch].count)
                )
                if end <= next {
                    stretch &+= 1
                    continue
                }
                // The old order has each token once. So the old tokens from here on are those of the stretch.
                guard start <= next, stretches[stretch].isPredicted else { break }
                return min(limit, end &- next)
            }
            return commonPrefix(old, tokens.baseAddress.unsafelyUnwrapped + next, count: limit)
        }
    }

    /// Writes the chunks of a block. Returns false if it cannot be edited.
    private func follow(
        _ order: inout TokenOrder, _ list: inout TokenList, _ old: TokenList, _ ordinal: Int,
        _ tokens: UnsafeBufferPointer<Token>, _ stretches: UnsafeBufferPointer<TokenPredictor.Stretch>,
        _ edits: inout ChunkEdits
    ) -> Bool {
        let first = edits.next
        var isChanged = false
        let count = old.blocks[ordinal].contents._withUnsafeGuaranteedRef(\.count)
        for slot in 0..<count {
            let entry = old.entry(ordinal, slot)
            let start = Int(old.blocks[ordinal].start) + Int(entry.pointee.start)
            let made = edits.next
            guard let isSame = follow(&order, entry, start, tokens, stretches, &edits) else { return false }
            if isSame { continue }
            isChanged = true
            let contents = UnsafeBufferPointer(rebasing: tokens[made..<edits.next])
            guard !contents.isEmpty, contents.count <= TokenChunk.maximumCount else { return false }
            list.own(ordinal)[slot] = TokenEntry(
                .make(contents), start: 0, count: contents.count, number: entry.pointee.number)
        }
        list.start(ordinal, at: first, restartingChunks: isChanged)
        return true
    }

    /// Finds the new tokens of one chunk. Returns whether they are the old ones; nil if the chunk cannot be edited.
    /// - Parameter start: The position of the chunk in the section.
    private func follow(
        _ order: inout TokenOrder, _ entry: UnsafePointer<TokenEntry>, _ start: Int,
        _ tokens: UnsafeBufferPointer<Token>, _ stretches: UnsafeBufferPointer<TokenPredictor.Stretch>,
        _ edits: inout ChunkEdits
    ) -> Bool? {
        let (contents, count) = (UnsafePointer(entry.pointee.tokens), entry.pointee.count)
        let first = edits.next
        var from = 0
        var isSame = true
        while true {
            let run = edits.equalCount(contents + from, count &- from, tokens, stretches)
            from &+= run
            edits.next &+= run
            if from == count { return isSame }
            isSame = false
            var skipped = count &- from
            if edits.next < tokens.count {
                let token = tokens[edits.next]
                if homes.home(of: token, reading: &edits.oldPage) == 0 {
                    // Inserted, while the chunk has room. A token that is given twice has a home by now.
                    let home = order.homes.home(of: token, &edits.insertedPage)
                    guard home.pointee == 0, edits.next &- first < TokenChunk.maximumCount else { return nil }
                    home.pointee = entry.pointee.number + 1
                    edits.inserts.append(edits.next..<edits.next &+ 1)
                    edits.next &+= 1
                    continue
                }
                // What is between here and the token was deleted; or else the token has moved.
                let limit = min(skipped, Self.mostSkipped)
                var place = 1
                while place < limit && contents[from &+ place] != token { place &+= 1 }
                if place == limit, limit < skipped { return nil }
                skipped = place
            }
            for place in from..<from &+ skipped {
                order.homes.home(of: contents[place], &edits.deletedPage).pointee = 0
            }
            edits.deletes.append(start &+ from..<start &+ from &+ skipped)
            from &+= skipped
        }
    }
}
