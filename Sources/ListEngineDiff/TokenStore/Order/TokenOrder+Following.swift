// Most updates delete and insert a few items, so the new order reuses the chunks of the previous one: a chunk without edits is shared,
// and a chunk with edits is written once. The changes are found on the way.
//
// Sections are filled one after the other. Until a section is filled, its items of the previous order stay in `unfilled`: their
// holders, and the numbers of their chunks and blocks, are those of the previous order. So only the holders of deleted and inserted
// items are written.

/// The items deleted and inserted between two orders, of which a number of sections have been compared: the first ones, which
/// are the same on both sides.
struct FollowedEdits {
    /// Indices through all sections.
    var deletes = Changeset.IndexList()
    var inserts = Changeset.IndexList()
    var sectionCount = 0
    /// The number of items in these sections of the old order.
    var oldCount = 0

    /// All items of the sections before a position, which have not been compared, are deleted.
    mutating func deleteItems(of old: ContiguousArray<TokenOrder.Section>, before position: Int) {
        while sectionCount < position {
            let count = old[sectionCount].items.count
            deletes.append(oldCount..<oldCount + count)
            oldCount += count
            sectionCount += 1
        }
    }
}

extension TokenOrder {
    /// The search for an item that follows deleted ones ends after this many, except at the end of a chunk.
    private static var mostSkipped: Int { 16 }

    /// Prepares an empty order to be filled with the items of the next state of an earlier order.
    /// - Complexity: O(sections of the other order).
    mutating func follow(_ base: TokenOrder) {
        (chunkMap, chunkPlaces, freeChunkNumbers) = (base.chunkMap, base.chunkPlaces, base.freeChunkNumbers)
        (blockPlaces, freeBlockNumbers) = (base.blockPlaces, base.freeBlockNumbers)
        origin = base.origin
        unfilled = UnfilledSections(base)
        // Shared, because numbers of sections can be large.
        if hasSections(of: base) { sectionPositions = base.sectionPositions }
    }

    /// Whether the chunk of a holder belongs to a section that is not filled yet.
    func isUnfilled(_ holder: UInt32) -> Bool { unfilled.has(section(ofHolder: holder)) }

    private func section(ofHolder holder: UInt32) -> Token {
        blockPlaces[Int(chunkPlaces[Int(holder) - 1].block)].section
    }

    /// Removes the previous items of all sections that are not filled yet.
    /// - Complexity: O(these items), or O(items of the order and chunks) if that is less.
    mutating func removeUnfilled() {
        let lists = unfilled.lists
        unfilled = UnfilledSections()
        if lists.reduce(0, { $0 + $1.count }) <= itemCount {
            for list in lists { removeChunks(of: list) }
            return
        }
        for list in lists { freeChunkNumbers(of: list) }
        chunkMap = ChunkMap()
        for section in sections {
            section.items.forEachChunk { chunk, _ in
                chunkMap.set(chunk.tokens, to: chunk.number + 1)
                return true
            }
        }
    }

    /// Does the same for each of these sections that had one of the given items.
    mutating func removeUnfilled(containing tokens: TokenRun) {
        var moved = 0
        for token in tokens where chunkMap[token] != 0 && isUnfilled(chunkMap[token]) { moved += 1 }
        // Most items come from other sections. The sections that are filled later will probably be like that as well.
        if 2 * moved > tokens.count { return removeUnfilled() }
        for token in tokens where chunkMap[token] != 0 {
            let section = section(ofHolder: chunkMap[token])
            guard let list = unfilled[section] else { continue }
            unfilled.remove(section)
            removeChunks(of: list)
        }
    }

    /// Fills a section with the chunks of its previous items, if no item has moved, and each chunk still has items and room for
    /// those inserted. The edits are the fewest: all items that are on both sides are kept.
    /// - Parameters:
    ///   - before: The chunks of items in the previous order.
    ///   - matches: Ranges of items that are known to be in the same sequence in both orders. They are not compared.
    ///   - edits: Those of the sections before. Receives those of this section.
    ///   - fresh: The order to return to if that is not possible. Without one, the section is then empty and its previous items are
    ///     removed.
    /// - Returns: Whether the section has been filled.
    mutating func follow(
        _ before: ChunkMap, with tokens: TokenRun,
        sharing matches: ContiguousArray<MatchedRange>, inSection position: Int,
        _ edits: inout FollowedEdits, orReturnTo fresh: TokenOrder?
    ) -> Bool {
        let section = sections[position].token
        guard let old = unfilled[section] else { return false }
        // Chunks that would be nearly empty are not worth keeping. Other sections have probably become shorter too.
        let chunks = old.blocks.reduce(0) { $0 + $1.block.count }
        guard chunks == 1 || tokens.count >= chunks * TokenChunk.usualCount / 2 else {
            if let fresh { self = fresh } else { removeUnfilled() }
            return false
        }
        unfilled.remove(section)
        var list = old
        var fill = SectionFill(
            before: before, tokens: tokens, matches: matches, oldStart: edits.oldCount, newStart: itemCount)
        guard follow(&fill, &list, old, of: section, &edits) else {
            if let fresh {
                self = fresh
            } else {
                removeHolders(ofItems: edits.inserts, in: tokens)
                removeChunks(of: old)
            }
            return false
        }
        list.count = tokens.count
        sections[position].items = list
        itemCount += tokens.count
        forgetStarts(after: position)
        edits.oldCount += old.count
        edits.sectionCount = position + 1
        return true
    }

    /// Removes the holders of items that a failed attempt has inserted into a section. These items follow those of the order.
    private mutating func removeHolders(ofItems inserts: Changeset.IndexList, in tokens: TokenRun) {
        for run in inserts.runs where run.upperBound > itemCount {
            // A run may begin in the section before.
            let start = max(run.lowerBound, itemCount)
            chunkMap.set(tokens.run(start - itemCount, run.upperBound - itemCount), to: 0)
        }
    }

    /// The tokens that a section is filled with, and how far.
    private struct SectionFill {
        /// The chunks of items in the previous order.
        let before: ChunkMap
        let tokens: TokenRun
        let matches: ContiguousArray<MatchedRange>
        /// The number of items in the sections before.
        let oldStart: Int
        let newStart: Int
        /// The position of the next new token.
        var next = 0
        /// The first match that ends after `next`, or one before it.
        var match = 0
        /// The leaves that were used last: for new tokens in the new order and in the old one, and for deleted tokens.
        var insertedLeaf = ChunkMap.LastLeaf()
        var oldLeaf = ChunkMap.LastLeaf()
        var deletedLeaf = ChunkMap.LastLeaf()

        /// The number of old tokens that are equal to the next new tokens.
        @inline(__always)
        mutating func equalCount(_ old: TokenRun, from: Int) -> Int {
            let limit = min(old.count &- from, tokens.count &- next)
            guard limit > 0, old[from] == tokens[next] else { return 0 }
            while match < matches.count {
                if matches.span[match].end <= next {
                    match &+= 1
                    continue
                }
                // The old order has each token once. So the old tokens from here on are those of the match.
                guard Int(matches.span[match].start) <= next, matches.span[match].isPredicted else { break }
                return min(limit, matches.span[match].end &- next)
            }
            return old.run(from: from).commonPrefix(tokens.run(from: next))
        }
    }

    /// Fills a list. Returns false if that is not possible.
    private mutating func follow(
        _ fill: inout SectionFill, _ list: inout TokenList, _ old: TokenList, of section: Token,
        _ edits: inout FollowedEdits
    ) -> Bool {
        for ordinal in old.blocks.indices {
            if !follow(&fill, &list, old, ordinal, &edits) { return false }
        }
        list.count = fill.next
        let rest = fill.tokens.run(from: fill.next)
        if rest.isEmpty { return true }
        // An item that was elsewhere before has moved.
        for token in rest where fill.before[token] != 0 { return false }
        guard append(rest, to: &list, of: section, claiming: true) else { return false }
        edits.inserts.append(fill.newStart + fill.next..<fill.newStart + fill.tokens.count)
        return true
    }

    /// Writes the chunks of a block. Returns false if it cannot be edited.
    private mutating func follow(
        _ fill: inout SectionFill, _ list: inout TokenList, _ old: TokenList, _ ordinal: Int,
        _ edits: inout FollowedEdits
    ) -> Bool {
        let first = fill.next
        var isChanged = false
        let block = old.block(ordinal)
        let count = block.count
        for slot in 0..<count {
            let chunk = block[slot]
            let start = fill.oldStart + Int(old.blocks[ordinal].start) + chunk.start
            let made = fill.next
            guard let isSame = follow(&fill, chunk, start, &edits) else { return false }
            if isSame { continue }
            isChanged = true
            // The next chunks probably have edits too. In memory, chunks are not in the order of the list.
            if slot + 2 < count { block[slot + 2].tokens.prefetch() }
            let contents = fill.tokens.run(made, fill.next)
            guard !contents.isEmpty, contents.count <= TokenChunk.maximumCount else { return false }
            list.own(ordinal)[slot] = TokenEntry(
                .make(contents), start: 0, count: contents.count, number: chunk.number)
        }
        list.start(ordinal, at: first, restartingChunks: isChanged)
        return true
    }

    /// Finds the new tokens of one chunk. Returns whether they are the old ones; nil if the chunk cannot be edited.
    /// - Parameter start: The index of the chunk's first item through all sections.
    private mutating func follow(
        _ fill: inout SectionFill, _ chunk: ChunkView, _ start: Int, _ edits: inout FollowedEdits
    ) -> Bool? {
        let (contents, count) = (chunk.tokens, chunk.count)
        let first = fill.next
        var from = 0
        var isSame = true
        while true {
            let run = fill.equalCount(contents, from: from)
            from &+= run
            fill.next &+= run
            if from == count { return isSame }
            isSame = false
            var skipped = count &- from
            if fill.next < fill.tokens.count {
                let token = fill.tokens[fill.next]
                if fill.before.holder(of: token, reading: &fill.oldLeaf) == 0 {
                    // Inserted, while the chunk has room. A token that is given twice has a holder by now.
                    let (leaf, offset) = (chunkMap.leaf(of: token, &fill.insertedLeaf), ChunkMap.offset(of: token))
                    guard leaf[offset] == 0, fill.next &- first < TokenChunk.maximumCount else { return nil }
                    leaf[offset] = chunk.number + 1
                    let index = fill.newStart &+ fill.next
                    edits.inserts.append(index..<index &+ 1)
                    fill.next &+= 1
                    continue
                }
                // The tokens between here and this one were deleted; or else the token has moved.
                let limit = min(skipped, Self.mostSkipped)
                var place = 1
                while place < limit && contents[from &+ place] != token { place &+= 1 }
                if place == limit, limit < skipped { return nil }
                skipped = place
            }
            for place in from..<from &+ skipped {
                chunkMap.leaf(of: contents[place], &fill.deletedLeaf)[ChunkMap.offset(of: contents[place])] = 0
            }
            edits.deletes.append(start &+ from..<start &+ from &+ skipped)
            from &+= skipped
        }
    }
}
