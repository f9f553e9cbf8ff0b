extension TokenOrder {
    /// Removes items. Tokens that are not in the order, and repeated tokens, are ignored. All sections must
    /// be filled.
    mutating func removeItems(_ tokens: [Token]) {
        assert(unfilled.isEmpty, "items of sections that are not filled yet would be removed")
        guard !tokens.isEmpty else { return }
        if tokens.count == 1, removeItem(tokens[0]) { return }
        var chunks = NumberSet(limit: chunkPlaces.count)
        for token in tokens {
            let holder = chunkMap[token]
            if holder == 0 { continue }
            // Holder 0 marks a token that will be removed.
            chunkMap[token] = 0
            itemCount -= 1
            chunks.insert(holder - 1)
        }
        // Each chunk, block and section that contains a removed item is visited once.
        var blocks = NumberSet(limit: blockPlaces.count)
        for number in chunks.members {
            let place = chunkPlaces[Int(number)]
            let (section, ordinal) = location(ofBlock: place.block)
            let block = sections[section].items.own(ordinal)
            if tokens.count == 1 {
                block[Int(place.slot)].remove(tokens[0])
            } else {
                block[Int(place.slot)].keepTokens(in: chunkMap)
            }
            blocks.insert(place.block)
        }
        var touched: [Int] = []
        for number in blocks.members {
            let (section, ordinal) = location(ofBlock: number)
            var list = TokenList()
            swap(&list, &sections[section].items)
            tidy(&list, block: ordinal)
            swap(&list, &sections[section].items)
            touched.append(section)
        }
        touched.sort()
        var previous: Int?
        for section in touched where section != previous {
            previous = section
            var list = TokenList()
            swap(&list, &sections[section].items)
            tidy(&list)
            swap(&list, &sections[section].items)
            forgetStarts(after: section)
        }
    }

    /// Removes an item if its chunk and those next to it stay separate chunks, as most do. Otherwise returns false, and nothing
    /// changes.
    private mutating func removeItem(_ token: Token) -> Bool {
        let holder = chunkMap[token]
        guard holder != 0 else { return true }
        let place = chunkPlaces[Int(holder) - 1]
        let (section, ordinal) = location(ofBlock: place.block)
        let slot = Int(place.slot)
        let chunks = sections.span[section].items.block(ordinal)
        let rest = chunks[slot].count - 1
        guard rest > 0, slot == 0 || !Self.areJoined(chunks[slot - 1].count, rest),
            slot + 1 == chunks.count || !Self.areJoined(rest, chunks[slot + 1].count)
        else { return false }
        chunkMap[token] = 0
        var list = TokenList()
        swap(&list, &sections[section].items)
        let block = list.own(ordinal)
        block[slot].remove(token)
        block.restart(from: slot + 1)
        list.restart(after: ordinal, shiftedBy: -1)
        list.count -= 1
        itemCount -= 1
        swap(&list, &sections[section].items)
        forgetStarts(after: section)
        return true
    }

    /// Whether adjacent chunks of these lengths become one.
    private static func areJoined(_ count: Int, _ next: Int) -> Bool {
        next < TokenChunk.maximumCount / 4 && count + next <= TokenChunk.maximumCount * 3 / 4
    }

    /// Removes empty chunks of a block, joins adjacent chunks that are nearly empty, and updates the places of the others.
    /// The block is made unique to this order first.
    private mutating func tidy(_ list: inout TokenList, block ordinal: Int) {
        let block = list.own(ordinal)
        let number = list.blocks[ordinal].number
        var kept = 0
        for slot in 0..<block.count {
            let chunk = block[slot].view
            if chunk.count == 0 {
                freeChunkNumbers.append(chunk.number)
                continue
            }
            if kept > 0, Self.areJoined(block[kept - 1].count, chunk.count) {
                insert(chunk.tokens, in: block, kept - 1, at: block[kept - 1].count)
                freeChunkNumbers.append(chunk.number)
                continue
            }
            if kept != slot {
                block.swapAt(kept, slot)
                chunkPlaces[Int(block[kept].number)] = Place(block: number, slot: UInt32(kept))
            }
            kept += 1
        }
        block.removeLast(block.count - kept)
        block.restart()
    }

    /// Removes empty blocks, joins adjacent ones that are nearly empty, and updates the positions and starts of the
    /// others.
    private mutating func tidy(_ list: inout TokenList) {
        var kept = 0
        var start = 0
        for ordinal in list.blocks.indices {
            let count = list.blocks[ordinal].block.count
            if count == 0 {
                freeBlockNumbers.append(list.blocks[ordinal].number)
                continue
            }
            if kept > 0, count < TokenBlock.maximumCount / 4 {
                let before = list.blocks[kept - 1].block.count
                if before + count <= TokenBlock.usualCount {
                    join(&list, ordinal, into: kept - 1, count: before + count)
                    list.blocks[kept - 1].block.restart(from: before)
                    start = Int(list.blocks[kept - 1].start) + list.blocks[kept - 1].block.tokenCount
                    continue
                }
            }
            if kept != ordinal {
                list.blocks.swapAt(kept, ordinal)
                blockPlaces[Int(list.blocks[kept].number)].ordinal = UInt32(kept)
            }
            list.blocks[kept].start = UInt32(start)
            start += list.blocks[kept].block.tokenCount
            kept += 1
        }
        list.blocks.removeLast(list.blocks.count - kept)
        list.count = start
    }

    /// Moves all chunks of a block to the end of another block.
    private mutating func join(_ list: inout TokenList, _ ordinal: Int, into other: Int, count: Int) {
        _ = list.own(ordinal)
        _ = list.own(other, room: count)
        let target = list.blocks[other].block
        let first = target.count
        list.blocks[ordinal].block.moveEntries(to: target)
        locateChunks(of: target, list.blocks[other].number, from: first)
        freeBlockNumbers.append(list.blocks[ordinal].number)
    }
}
