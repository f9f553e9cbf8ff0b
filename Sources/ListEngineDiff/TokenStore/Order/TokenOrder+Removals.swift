extension TokenOrder {
    /// Removes items. Tokens that are not in the order, and repeated tokens, are ignored. The order must have no
    /// leftovers.
    mutating func removeItems(_ tokens: [Token]) {
        assert(leftovers.isEmpty, "leftovers would be removed as items")
        guard !tokens.isEmpty else { return }
        var chunks = NumberSet(limit: places.count)
        for token in tokens {
            let home = homes[token]
            if home == 0 { continue }
            // Home 0 marks a token that will be removed.
            homes[token] = 0
            itemCount -= 1
            chunks.insert(home - 1)
        }
        // Each chunk, block and section that contains a removed item is visited once.
        var blocks = NumberSet(limit: blockPlaces.count)
        for number in chunks.members {
            let place = places[Int(number)]
            let (section, ordinal) = location(ofBlock: place.block)
            let entry = sections[section].items.own(ordinal) + Int(place.slot)
            if tokens.count == 1 { entry.pointee.remove(tokens[0]) } else { compact(entry) }
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

    /// Removes the marked tokens from a chunk.
    private func compact(_ entry: UnsafeMutablePointer<TokenEntry>) {
        entry.pointee.own(room: entry.pointee.count)
        let tokens = entry.pointee.tokens
        var kept = 0
        homes.forEach(entry.pointee.contents) { offset, home in
            if home != 0 {
                tokens[kept] = tokens[offset]
                kept += 1
            }
        }
        entry.pointee.count = kept
    }

    /// Removes empty chunks of a block, joins neighbours that are nearly empty, and updates the places of the others.
    /// The block is made unique to this order first.
    private mutating func tidy(_ list: inout TokenList, block ordinal: Int) {
        let entries = list.own(ordinal)
        let number = list.blocks[ordinal].number
        let count = list.blocks[ordinal].block.count
        var kept = 0
        for slot in 0..<count {
            let length = entries[slot].count
            if length == 0 {
                freeNumbers.append(entries[slot].number)
                continue
            }
            if length < TokenChunk.maximumCount / 4, kept > 0,
                entries[kept - 1].count + length <= TokenChunk.maximumCount * 3 / 4
            {
                let entry = entries[slot]
                insert(entry.contents, in: &entries[kept - 1], at: entries[kept - 1].count)
                freeNumbers.append(entry.number)
                continue
            }
            if kept != slot {
                swap(&entries[kept], &entries[slot])
                places[Int(entries[kept].number)] = Place(block: number, slot: UInt32(kept))
            }
            kept += 1
        }
        (entries + kept).deinitialize(count: count - kept)
        list.blocks[ordinal].block.count = kept
        list.blocks[ordinal].block.restart()
    }

    /// Removes empty blocks, joins neighbours that are nearly empty, and updates the positions and starts of the
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
        list.blocks[ordinal].block.moveEntries(from: 0, to: target)
        locateChunks(of: target, list.blocks[other].number, from: first)
        freeBlockNumbers.append(list.blocks[ordinal].number)
    }
}
