// The next state of a list is mostly the state before with a few items deleted and inserted. It is then made of the same
// chunks: a chunk without edits is shared, and a chunk with edits is written once. The changes are found on the way.
//
// Sections are filled one after the other. Until a section is filled, the items that it had before are its leftovers: their
// homes, and the numbers of their chunks and blocks, are still those of the order before. So only the homes of deleted and
// inserted items are written.

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
    /// Fewer deleted neighbours than these are looked past, except at the end of a chunk.
    private static var mostSkipped: Int { 16 }

    /// Prepares an order that has no items to be filled with those that follow another order.
    /// - Complexity: O(sections of the other order).
    mutating func follow(_ base: TokenOrder) {
        (homes, places, freeNumbers) = (base.homes, base.places, base.freeNumbers)
        (blockPlaces, freeBlockNumbers) = (base.blockPlaces, base.freeBlockNumbers)
        lineage = base.lineage
        leftovers = Leftovers(base)
        // Shared, because numbers of sections can be large.
        if hasSections(of: base) { sectionHomes = base.sectionHomes }
    }

    /// Whether the chunk with this number plus one is a leftover.
    func isLeftover(_ home: UInt32) -> Bool { leftovers.has(section(ofHome: home)) }

    private func section(ofHome home: UInt32) -> Token { blockPlaces[Int(places[Int(home) - 1].block)].section }

    /// Removes all leftovers.
    /// - Complexity: O(leftovers), or O(items of the order and chunks) if that is less.
    mutating func removeLeftovers() {
        let lists = leftovers.lists
        leftovers = Leftovers()
        if lists.reduce(0, { $0 + $1.count }) <= itemCount {
            for list in lists { removeChunks(of: list) }
            return
        }
        for list in lists { freeNumbers(of: list) }
        homes = HomeMap()
        for section in sections {
            section.items.forEachChunk { entry, _ in
                homes.set(entry.pointee.contents, to: entry.pointee.number + 1)
                return true
            }
        }
    }

    /// Removes the leftovers of all sections that had one of these items.
    mutating func removeLeftovers(containing tokens: UnsafeBufferPointer<Token>) {
        var moved = 0
        for token in tokens where homes[token] != 0 && isLeftover(homes[token]) { moved += 1 }
        // Most items come from other sections. The sections that are filled later will probably be like that, too.
        if 2 * moved > tokens.count { return removeLeftovers() }
        for token in tokens where homes[token] != 0 {
            let section = section(ofHome: homes[token])
            guard let list = leftovers[section] else { continue }
            leftovers.remove(section)
            removeChunks(of: list)
        }
    }

    /// Fills a section that has leftovers with their chunks, if no item has moved, and each chunk still has items and room for
    /// those inserted. The edits are the fewest: all items that are on both sides are kept.
    /// - Parameters:
    ///   - before: The homes of the order before.
    ///   - matches: Ranges of the items that are known to be neighbours in both orders. They are not compared.
    ///   - edits: Those of the sections before. Receives those of this section.
    ///   - fresh: The order to return to if that is not possible. Without one, the section is empty then and has no leftovers.
    /// - Returns: Whether the section has been filled.
    mutating func follow(
        _ before: HomeMap, with tokens: UnsafeBufferPointer<Token>,
        sharing matches: ContiguousArray<MatchedRange>, inSection position: Int,
        _ edits: inout FollowedEdits, orReturnTo fresh: TokenOrder?
    ) -> Bool {
        let section = sections[position].token
        guard let old = leftovers[section] else { return false }
        // Chunks that would be nearly empty are not worth keeping. Other sections have probably become shorter too.
        let chunks = old.blocks.reduce(0) { $0 + $1.block.count }
        guard chunks == 1 || tokens.count >= chunks * TokenChunk.usualCount / 2 else {
            if let fresh { self = fresh } else { removeLeftovers() }
            return false
        }
        leftovers.remove(section)
        var list = old
        let isFilled = matches.withUnsafeBufferPointer { matches in
            var fill = SectionFill(before, tokens, matches, oldStart: edits.oldCount, newStart: itemCount)
            return follow(&fill, &list, old, of: section, &edits)
        }
        guard isFilled else {
            if let fresh {
                self = fresh
            } else {
                removeHomes(ofItems: edits.inserts, in: tokens)
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

    /// Removes the homes of the items that a failed attempt has inserted into a section. They follow the items of the order.
    private mutating func removeHomes(ofItems inserts: Changeset.IndexList, in tokens: UnsafeBufferPointer<Token>) {
        for run in inserts.runs where run.upperBound > itemCount {
            // A run may begin in the section before.
            let start = max(run.lowerBound, itemCount)
            let inserted = tokens[start - itemCount..<run.upperBound - itemCount]
            homes.set(UnsafeBufferPointer(rebasing: inserted), to: 0)
        }
    }

    /// What a section is filled with, and how far.
    private struct SectionFill {
        /// The homes of the order before.
        let before: HomeMap
        let tokens: UnsafeBufferPointer<Token>
        let matches: UnsafeBufferPointer<MatchedRange>
        /// The number of items in the sections before.
        let oldStart: Int
        let newStart: Int
        /// The position of the next new token.
        var next = 0
        /// The first match that ends after `next`, or one before it.
        var match = 0
        /// The pages of homes that were used last: for new tokens in the new order and in the old one, and for deleted tokens.
        var insertedPage = HomeMap.LastPage()
        var oldPage = HomeMap.LastPage()
        var deletedPage = HomeMap.LastPage()

        init(
            _ before: HomeMap, _ tokens: UnsafeBufferPointer<Token>,
            _ matches: UnsafeBufferPointer<MatchedRange>, oldStart: Int, newStart: Int
        ) {
            self.before = before
            self.tokens = tokens
            self.matches = matches
            self.oldStart = oldStart
            self.newStart = newStart
        }

        /// The number of old tokens that are equal to the next new tokens.
        @inline(__always)
        mutating func equalCount(_ old: UnsafePointer<Token>, _ count: Int) -> Int {
            let limit = min(count, tokens.count &- next)
            guard limit > 0, old[0] == tokens[next] else { return 0 }
            while match < matches.count {
                if matches[match].end <= next {
                    match &+= 1
                    continue
                }
                // The old order has each token once. So the old tokens from here on are those of the match.
                guard Int(matches[match].start) <= next, matches[match].isPredicted else { break }
                return min(limit, matches[match].end &- next)
            }
            return commonPrefix(old, tokens.baseAddress.unsafelyUnwrapped + next, count: limit)
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
        let rest = UnsafeBufferPointer(rebasing: fill.tokens[fill.next...])
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
        let count = old.blocks[ordinal].contents._withUnsafeGuaranteedRef(\.count)
        for slot in 0..<count {
            let entry = old.entry(ordinal, slot)
            let start = fill.oldStart + Int(old.blocks[ordinal].start) + Int(entry.pointee.start)
            let made = fill.next
            guard let isSame = follow(&fill, entry, start, &edits) else { return false }
            if isSame { continue }
            isChanged = true
            // The next chunks probably have edits too. In memory, chunks are not in the order of the list.
            if slot + 2 < count { prefetch(old.entry(ordinal, slot + 2).pointee.contents) }
            let contents = UnsafeBufferPointer(rebasing: fill.tokens[made..<fill.next])
            guard !contents.isEmpty, contents.count <= TokenChunk.maximumCount else { return false }
            list.own(ordinal)[slot] = TokenEntry(
                .make(contents), start: 0, count: contents.count, number: entry.pointee.number)
        }
        list.start(ordinal, at: first, restartingChunks: isChanged)
        return true
    }

    /// Finds the new tokens of one chunk. Returns whether they are the old ones; nil if the chunk cannot be edited.
    /// - Parameter start: The index of the chunk's first item through all sections.
    private mutating func follow(
        _ fill: inout SectionFill, _ entry: UnsafePointer<TokenEntry>, _ start: Int, _ edits: inout FollowedEdits
    ) -> Bool? {
        let (contents, count) = (UnsafePointer(entry.pointee.tokens), entry.pointee.count)
        let first = fill.next
        var from = 0
        var isSame = true
        while true {
            let run = fill.equalCount(contents + from, count &- from)
            from &+= run
            fill.next &+= run
            if from == count { return isSame }
            isSame = false
            var skipped = count &- from
            if fill.next < fill.tokens.count {
                let token = fill.tokens[fill.next]
                if fill.before.home(of: token, reading: &fill.oldPage) == 0 {
                    // Inserted, while the chunk has room. A token that is given twice has a home by now.
                    let home = homes.home(of: token, &fill.insertedPage)
                    guard home.pointee == 0, fill.next &- first < TokenChunk.maximumCount else { return nil }
                    home.pointee = entry.pointee.number + 1
                    let index = fill.newStart &+ fill.next
                    edits.inserts.append(index..<index &+ 1)
                    fill.next &+= 1
                    continue
                }
                // What is between here and the token was deleted; or else the token has moved.
                let limit = min(skipped, Self.mostSkipped)
                var place = 1
                while place < limit && contents[from &+ place] != token { place &+= 1 }
                if place == limit, limit < skipped { return nil }
                skipped = place
            }
            for place in from..<from &+ skipped { homes.home(of: contents[place], &fill.deletedPage).pointee = 0 }
            edits.deletes.append(start &+ from..<start &+ from &+ skipped)
            from &+= skipped
        }
    }
}
