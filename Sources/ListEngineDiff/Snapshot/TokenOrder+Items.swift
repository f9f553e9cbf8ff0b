extension TokenOrder {
    /// Inserts items. All tokens are new to the order, or marked as pending, and differ from each other.
    mutating func insertItems(_ tokens: UnsafeBufferPointer<Token>, at path: ItemIndexPath) {
        guard !tokens.isEmpty else { return }
        guard itemCount + tokens.count <= Int(Int32.max) else { fatalError("more than \(Int32.max) items") }
        let sectionToken = sections[path.section].token
        // The list is taken out while it changes, so that it is not shared with the array that holds it.
        var list = TokenList()
        swap(&list, &sections[path.section].items)
        if path.item == list.count {
            append(tokens, to: &list, of: sectionToken)
        } else {
            let (ordinal, slot, offset) = list.locate(path.item)
            let entries = list.own(ordinal)
            if entries[slot].count + tokens.count <= TokenChunk.maximumCount {
                insert(tokens, in: &entries[slot], at: offset)
                list.blocks[ordinal].block.restart(from: slot + 1)
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

    /// Adds tokens at the end: fills the last chunk, then makes new ones.
    private mutating func append(
        _ tokens: UnsafeBufferPointer<Token>, to list: inout TokenList, of section: Token
    ) {
        var rest = tokens[...]
        if let last = list.blocks.indices.last {
            let entries = list.own(last)
            let slot = list.blocks[last].block.count - 1
            let part = UnsafeBufferPointer(
                rebasing: rest.prefix(TokenChunk.maximumCount - entries[slot].count))
            if !part.isEmpty { insert(part, in: &entries[slot], at: entries[slot].count) }
            rest = rest.dropFirst(part.count)
        }
        while !rest.isEmpty {
            // What fits one chunk is put into one.
            let share = rest.count > TokenChunk.maximumCount ? TokenChunk.usualCount : TokenChunk.maximumCount
            let chunks = (rest.count + share - 1) / share
            if list.blocks.isEmpty || list.blocks[list.blocks.count - 1].block.count >= TokenBlock.usualCount {
                let number = makeBlockNumber(section: section, ordinal: list.blocks.count)
                list.blocks.append(
                    .init(
                        .make(capacity: min(chunks, TokenBlock.usualCount)),
                        start: list.count + tokens.count - rest.count, number: number))
            }
            let ordinal = list.blocks.count - 1
            let first = list.blocks[ordinal].block.count
            let end = min(first + chunks, TokenBlock.usualCount)
            let entries = list.own(ordinal, room: end)
            var start = first == 0 ? 0 : Int(entries[first - 1].start) + entries[first - 1].count
            for slot in first..<end {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(share))
                let number = makeNumber(block: list.blocks[ordinal].number, slot: slot)
                (entries + slot).initialize(
                    to: TokenEntry(.make(part), start: start, count: part.count, number: number))
                list.blocks[ordinal].block.count += 1
                homes.set(part, to: number + 1)
                start += part.count
                rest = rest.dropFirst(part.count)
            }
        }
    }

    /// Puts tokens into a chunk that has room for them.
    mutating func insert(_ tokens: UnsafeBufferPointer<Token>, in entry: inout TokenEntry, at offset: Int) {
        let count = entry.count
        entry.own(room: count + tokens.count)
        let target = entry.tokens + offset
        (target + tokens.count).update(from: target, count: count - offset)
        target.update(from: tokens.baseAddress.unsafelyUnwrapped, count: tokens.count)
        entry.count = count + tokens.count
        homes.set(tokens, to: entry.number + 1)
    }

    /// Replaces a chunk that has no room by several of about equal length, three quarters full or less.
    private mutating func split(
        _ list: inout TokenList, of section: Token, _ place: (ordinal: Int, slot: Int), offset: Int,
        inserting tokens: UnsafeBufferPointer<Token>
    ) {
        let old = list.entry(place.ordinal, place.slot).pointee
        var all = ContiguousArray<Token>()
        all.reserveCapacity(old.count + tokens.count)
        all.append(contentsOf: old.contents[..<offset])
        all.append(contentsOf: tokens)
        all.append(contentsOf: old.contents[offset...])
        let aim = TokenChunk.maximumCount * 3 / 4
        let pieces = (all.count + aim - 1) / aim
        var made = ContiguousArray<TokenEntry>()
        made.reserveCapacity(pieces)
        all.withUnsafeBufferPointer { all in
            for piece in 0..<pieces {
                let part = UnsafeBufferPointer(
                    rebasing: all[(all.count * piece / pieces)..<(all.count * (piece + 1) / pieces)])
                let number = piece == 0 ? old.number : makeNumber(block: list.blocks[place.ordinal].number, slot: 0)
                made.append(
                    TokenEntry(
                        .make(part, capacity: TokenChunk.maximumCount), start: 0, count: part.count, number: number))
                homes.set(part, to: number + 1)
            }
        }
        replace(&list, of: section, place, by: made)
    }

    /// Puts chunks in the place of one. A block that has no room for them becomes several.
    private mutating func replace(
        _ list: inout TokenList, of section: Token, _ place: (ordinal: Int, slot: Int),
        by made: ContiguousArray<TokenEntry>
    ) {
        let count = list.blocks[place.ordinal].block.count
        var all = ContiguousArray<TokenEntry>()
        all.reserveCapacity(count + made.count)
        let entries = list.blocks[place.ordinal].block.entries
        for slot in 0..<place.slot { all.append(entries[slot]) }
        all.append(contentsOf: made)
        for slot in (place.slot + 1)..<max(place.slot + 1, count) { all.append(entries[slot]) }
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
            for entry in part {
                (block.entries + block.count).initialize(to: entry)
                block.count += 1
            }
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

    /// Says anew where the chunks of a block are.
    mutating func locateChunks(of block: TokenBlock, _ number: UInt32, from slot: Int = 0) {
        let entries = block.entries
        for slot in slot..<max(slot, block.count) {
            places[Int(entries[slot].number)] = Place(block: number, slot: UInt32(slot))
        }
    }

    /// Says anew where blocks are.
    private mutating func locateBlocks(of list: TokenList, from ordinal: Int) {
        for later in ordinal..<max(ordinal, list.blocks.count) {
            blockPlaces[Int(list.blocks[later].number)].ordinal = UInt32(later)
        }
    }
}
