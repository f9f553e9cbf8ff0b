extension TokenOrder {
    /// Checks that all parts are consistent with each other, and returns the first fault. For tests.
    func firstFault() -> String? {
        var total = 0
        var (chunks, blocks) = (0, 0)
        for (position, section) in sections.enumerated() {
            if sectionPosition(of: section.token) != position {
                return "section \(position) is not at the position of its token"
            }
            if position < knownStarts && Int(sectionStarts[position]) != total { return "start of section \(position)" }
            var start = 0
            for (ordinal, block) in section.items.blocks.enumerated() {
                if Int(block.start) != start { return "start of block \(ordinal) in section \(position)" }
                let place = BlockPlace(section: section.token, ordinal: UInt32(ordinal))
                if blockPlaces[Int(block.number)] != place {
                    return "place of block \(ordinal) in section \(position)"
                }
                if let fault = firstFault(in: block) { return "\(fault) in block \(ordinal) of section \(position)" }
                start += block.block.tokenCount
                chunks += block.block.count
                blocks += 1
            }
            if start != section.items.count { return "count of section \(position)" }
            total += start
        }
        if total != itemCount { return "item count \(itemCount), found \(total)" }
        for block in unfilled.lists.flatMap(\.blocks) {
            if let fault = firstFault(in: block) { return "\(fault) in a block of a section that is not filled" }
            chunks += block.block.count
            blocks += 1
        }
        if chunks + freeChunkNumbers.count != chunkPlaces.count {
            return "\(chunkPlaces.count) numbers for \(chunks) chunks"
        }
        if blocks + freeBlockNumbers.count != blockPlaces.count {
            return "\(blockPlaces.count) numbers for \(blocks) blocks"
        }
        let known = sectionPositions.reduce(0) { $0 + ($1 == 0 ? 0 : 1) }
        return known == sections.count ? nil : "\(known) positions for \(sections.count) sections"
    }

    private func firstFault(in block: TokenList.Entry) -> String? {
        let count = block.block.count
        if count == 0 || count > TokenBlock.maximumCount { return "\(count) chunks" }
        var start = 0
        for slot in 0..<count {
            let entry = block.block[slot]
            if entry.count == 0 || !entry.isConsistent { return "\(entry.count) items in chunk \(slot)" }
            if block.view != BlockView(block.block) { return "view" }
            if Int(entry.start) != start { return "start of chunk \(slot)" }
            if chunkPlaces[Int(entry.number)] != Place(block: block.number, slot: UInt32(slot)) {
                return "place of chunk \(slot)"
            }
            for token in entry.tokens where chunkMap[token] != entry.number + 1 { return "holder of \(token)" }
            start += entry.count
        }
        return nil
    }
}
