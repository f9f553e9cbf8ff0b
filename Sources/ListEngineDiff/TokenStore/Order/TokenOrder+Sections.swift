extension TokenOrder {
    /// Inserts empty sections. Each token must be new to the order and occur once.
    @usableFromInline
    mutating func insertSections(_ tokens: [Token], at position: Int) {
        let made = tokens.map { Section(token: $0, items: TokenList()) }
        if let highest = tokens.max(), Int(highest) >= sectionPositions.count {
            sectionPositions.append(contentsOf: repeatElement(0, count: Int(highest) + 1 - sectionPositions.count))
        }
        sections.insert(contentsOf: made, at: position)
        renumberSections(from: position)
    }

    /// Removes sections with their items. Each token must be in the order and occur once.
    mutating func removeSections(_ tokens: [Token]) {
        guard !tokens.isEmpty else { return }
        var first = sections.count
        for token in tokens {
            let position = Int(sectionPositions[Int(token)]) - 1
            first = min(first, position)
            removeChunks(inSection: position)
            sectionPositions[Int(token)] = 0
        }
        if tokens.count == 1 {
            sections.remove(at: first)
            return renumberSections(from: first)
        }
        var kept = first
        for position in first..<sections.count where sectionPositions[Int(sections[position].token)] != 0 {
            if kept != position { sections.swapAt(kept, position) }
            kept += 1
        }
        sections.removeSubrange(kept...)
        renumberSections(from: first)
    }

    /// Moves a section so that it ends up at `new`.
    mutating func moveSection(from old: Int, to new: Int) {
        guard old != new else { return }
        // Only the sections between the two positions move.
        for position in stride(from: old, to: new, by: old < new ? 1 : -1) {
            sections.swapAt(position, old < new ? position + 1 : position - 1)
        }
        renumberSections(from: min(old, new), to: max(old, new) + 1)
    }

    /// Removes all items of a section. The section stays.
    mutating func removeItems(inSection position: Int) {
        removeChunks(inSection: position)
        sections[position].items = TokenList()
        forgetStarts(after: position)
    }

    private mutating func removeChunks(inSection position: Int) {
        removeChunks(of: sections[position].items)
        itemCount -= sections[position].items.count
    }

    /// Removes the holders of the items of a list, and the numbers of its chunks and blocks.
    mutating func removeChunks(of list: TokenList) {
        list.forEachChunk { chunk, _ in
            chunkMap.set(chunk.tokens, to: 0)
            return true
        }
        freeChunkNumbers(of: list)
    }

    /// Frees the numbers of the chunks and blocks of a list.
    mutating func freeChunkNumbers(of list: TokenList) {
        list.forEachChunk { chunk, _ in
            freeChunkNumbers.append(chunk.number)
            return true
        }
        for block in list.blocks { freeBlockNumbers.append(block.number) }
    }

    private mutating func renumberSections(from first: Int, to end: Int? = nil) {
        for position in first..<(end ?? sections.count) {
            sectionPositions[Int(sections[position].token)] = UInt32(position + 1)
        }
        forgetStarts(after: first - 1)
        if sectionStarts.count > sections.count { sectionStarts.removeLast(sectionStarts.count - sections.count) }
    }
}
