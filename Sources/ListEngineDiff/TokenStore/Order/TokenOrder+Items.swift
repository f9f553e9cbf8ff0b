extension TokenOrder {
    /// Inserts items. Each token must be new to the order or marked as pending, and occur once.
    mutating func insertItems(_ tokens: TokenRun, at path: ItemIndexPath) {
        guard !tokens.isEmpty else { return }
        guard itemCount + tokens.count <= Int(Int32.max) else { fatalError("more than \(Int32.max) items") }
        let sectionToken = sections[path.section].token
        // The list is taken out of the array while it changes, so that it is referenced only once and not copied.
        var list = TokenList()
        swap(&list, &sections[path.section].items)
        if path.item == list.count {
            append(tokens, to: &list, of: sectionToken)
        } else {
            let (ordinal, slot, offset) = list.locate(path.item)
            let block = list.own(ordinal)
            if block[slot].count + tokens.count <= TokenChunk.maximumCount {
                insert(tokens, in: block, slot, at: offset)
                block.restart(from: slot + 1)
                list.restart(after: ordinal, shiftedBy: tokens.count)
            } else {
                split(&list, of: sectionToken, (ordinal, slot), offset: offset, inserting: tokens)
            }
        }
        list.count += tokens.count
        itemCount += tokens.count
        swap(&list, &sections[path.section].items)
        forgetStarts(after: path.section)
    }

    /// Appends tokens to a section if the order contains none of them and they differ from each other. Otherwise
    /// returns false, and nothing changes.
    @usableFromInline
    mutating func appendItems(unlessKnown tokens: TokenRun, toSection section: Int) -> Bool {
        guard !tokens.isEmpty else { return true }
        guard itemCount + tokens.count <= Int(Int32.max) else { fatalError("more than \(Int32.max) items") }
        var list = TokenList()
        swap(&list, &sections[section].items)
        defer { swap(&list, &sections[section].items) }
        guard append(tokens, to: &list, of: sections[section].token, claiming: true) else { return false }
        list.count += tokens.count
        itemCount += tokens.count
        forgetStarts(after: section)
        return true
    }

    /// Appends tokens: fills the last chunk, then makes new ones.
    /// - Parameter isClaiming: Whether tokens may already be in the order. If one is, nothing is done.
    @discardableResult
    mutating func append(
        _ tokens: TokenRun, to list: inout TokenList, of section: Token,
        claiming isClaiming: Bool = false
    ) -> Bool {
        if list.blocks.isEmpty, tokens.count <= TokenChunk.maximumCount {
            return fill(&list, with: tokens, of: section, claiming: isClaiming)
        }
        let (last, free) = roomAtEnd(of: list)
        let filled = min(free, tokens.count)
        let rest = tokens.count - filled
        // Tokens that fit into one chunk are put into one.
        let share = rest > TokenChunk.maximumCount ? TokenChunk.usualCount : TokenChunk.maximumCount
        func part(_ piece: Int) -> TokenRun {
            let start = filled + piece * share
            return tokens.run(start, min(start + share, tokens.count))
        }
        let numbers = (0..<(rest + share - 1) / share).map { _ in makeNumber(block: 0, slot: 0) }
        if isClaiming {
            var leaves = ChunkMap.UniqueLeaves()
            var claimed =
                filled == 0 ? 0 : chunkMap.claim(tokens.run(0, filled), last + 1, &leaves)
            if claimed == filled {
                for (piece, number) in numbers.enumerated() {
                    let part = part(piece)
                    let count = chunkMap.claim(part, number + 1, &leaves)
                    claimed += count
                    if count < part.count { break }
                }
            }
            if claimed < tokens.count {
                chunkMap.set(tokens.run(0, claimed), to: 0)
                freeChunkNumbers.append(contentsOf: numbers.reversed())
                return false
            }
        }
        if filled > 0 {
            let ordinal = list.blocks.count - 1
            let block = list.own(ordinal)
            insert(tokens.run(0, filled), in: block, block.count - 1, at: block[block.count - 1].count)
        }
        for (piece, number) in numbers.enumerated() {
            let start = list.count + filled + piece * share
            add(part(piece), numbered: number, to: &list, of: section, start: start, more: numbers.count - piece)
            if !isClaiming { chunkMap.set(part(piece), to: number + 1) }
        }
        return true
    }

    /// Adds tokens to an empty list if they fit into one chunk. In a list with many sections, most sections are filled
    /// this way.
    private mutating func fill(
        _ list: inout TokenList, with tokens: TokenRun, of section: Token, claiming isClaiming: Bool
    ) -> Bool {
        let number = makeNumber(block: 0, slot: 0)
        if isClaiming {
            var leaves = ChunkMap.UniqueLeaves()
            let claimed = chunkMap.claim(tokens, number + 1, &leaves)
            if claimed < tokens.count {
                chunkMap.set(tokens.run(0, claimed), to: 0)
                freeChunkNumbers.append(number)
                return false
            }
        } else {
            chunkMap.set(tokens, to: number + 1)
        }
        add(tokens, numbered: number, to: &list, of: section, start: 0, more: 1)
        return true
    }

    /// The number of the last chunk of a list, and how many more tokens fit into it.
    private func roomAtEnd(of list: TokenList) -> (number: UInt32, count: Int) {
        guard let last = list.blocks.indices.last else { return (0, 0) }
        let chunk = list.chunk(last, list.block(last).count - 1)
        return (chunk.number, TokenChunk.maximumCount - chunk.count)
    }

    /// Appends a chunk. Adds a block for it if the last block is full enough.
    /// - Parameter more: The number of chunks that will be appended, this one included.
    private mutating func add(
        _ tokens: TokenRun, numbered number: UInt32, to list: inout TokenList, of section: Token,
        start: Int, more: Int
    ) {
        if list.blocks.isEmpty || list.blocks[list.blocks.count - 1].block.count >= TokenBlock.usualCount {
            let number = makeBlockNumber(section: section, ordinal: list.blocks.count)
            list.blocks.append(
                .init(.make(capacity: min(more, TokenBlock.usualCount)), start: start, number: number))
        }
        let ordinal = list.blocks.count - 1
        let slot = list.block(ordinal).count
        let first = start - Int(list.blocks[ordinal].start)
        list.own(ordinal, room: slot + 1)
            .append(TokenEntry(.make(tokens), start: first, count: tokens.count, number: number))
        chunkPlaces[Int(number)] = Place(block: list.blocks[ordinal].number, slot: UInt32(slot))
    }

    /// Inserts tokens into a chunk that has room for them, in a block that no other list shares.
    mutating func insert(_ tokens: TokenRun, in block: TokenBlock, _ slot: Int, at offset: Int) {
        block[slot].insert(tokens, at: offset)
        chunkMap.set(tokens, to: block[slot].number + 1)
    }

    /// Replaces a chunk that has no room with several chunks of about equal length, which are at most three quarters
    /// full.
    private mutating func split(
        _ list: inout TokenList, of section: Token, _ place: (ordinal: Int, slot: Int), offset: Int,
        inserting tokens: TokenRun
    ) {
        let old = list.blocks[place.ordinal].block[place.slot]
        var all = ContiguousArray<Token>()
        all.reserveCapacity(old.count + tokens.count)
        all.append(contentsOf: old.tokens.run(0, offset))
        all.append(contentsOf: tokens)
        all.append(contentsOf: old.tokens.run(from: offset))
        let aim = TokenChunk.maximumCount * 3 / 4
        let pieces = (all.count + aim - 1) / aim
        var made = ContiguousArray<TokenEntry>()
        made.reserveCapacity(pieces)
        all.withRun { all in
            for piece in 0..<pieces {
                let part = all.run(all.count * piece / pieces, all.count * (piece + 1) / pieces)
                let number = piece == 0 ? old.number : makeNumber(block: list.blocks[place.ordinal].number, slot: 0)
                made.append(
                    TokenEntry(
                        .make(part, capacity: TokenChunk.maximumCount), start: 0, count: part.count, number: number))
                chunkMap.set(part, to: number + 1)
            }
        }
        replace(&list, of: section, place, by: made)
    }

    /// Replaces one chunk with several. A block that has no room for them is divided.
    private mutating func replace(
        _ list: inout TokenList, of section: Token, _ place: (ordinal: Int, slot: Int),
        by made: ContiguousArray<TokenEntry>
    ) {
        let old = list.blocks[place.ordinal].block
        var all = ContiguousArray<TokenEntry>()
        all.reserveCapacity(old.count + made.count)
        for slot in 0..<place.slot { all.append(old[slot]) }
        all.append(contentsOf: made)
        for slot in (place.slot + 1)..<max(place.slot + 1, old.count) { all.append(old[slot]) }
        let pieces =
            all.count <= TokenBlock.maximumCount
            ? 1 : (all.count + TokenBlock.usualCount - 1) / TokenBlock.usualCount
        var start = Int(list.blocks[place.ordinal].start)
        var blocks = ContiguousArray<TokenList.Entry>()
        for piece in 0..<pieces {
            let part = all[(all.count * piece / pieces)..<(all.count * (piece + 1) / pieces)]
            let block = TokenBlock.make(capacity: part.count)
            let number =
                piece == 0
                ? list.blocks[place.ordinal].number
                : makeBlockNumber(section: section, ordinal: place.ordinal + piece)
            for entry in part { block.append(entry) }
            blocks.append(.init(block, start: start, number: number))
            block.restart()
            start += block.tokenCount
            locateChunks(of: block, number)
        }
        let shift = start - Int(list.blocks[place.ordinal].start) - list.count(ofBlock: place.ordinal)
        list.restart(after: place.ordinal, shiftedBy: shift)
        list.blocks.replaceSubrange(place.ordinal...place.ordinal, with: blocks)
        if pieces > 1 { locateBlocks(of: list, from: place.ordinal + pieces) }
    }

    /// Updates the places of the chunks of a block.
    mutating func locateChunks(of block: TokenBlock, _ number: UInt32, from slot: Int = 0) {
        for slot in slot..<max(slot, block.count) {
            chunkPlaces[Int(block[slot].number)] = Place(block: number, slot: UInt32(slot))
        }
    }

    /// Updates the ordinals of the blocks of a list.
    private mutating func locateBlocks(of list: TokenList, from ordinal: Int) {
        for later in ordinal..<max(ordinal, list.blocks.count) {
            blockPlaces[Int(list.blocks[later].number)].ordinal = UInt32(later)
        }
    }
}
