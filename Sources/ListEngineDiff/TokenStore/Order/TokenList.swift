/// The items of one section, in order: a list of blocks of chunks, with the position at which each block starts.
@usableFromInline
struct TokenList {
    struct Entry {
        /// Replaced by ``TokenList/own(_:room:)`` alone.
        fileprivate(set) var block: TokenBlock
        /// The same block: what reads it need not count a reference.
        fileprivate(set) var contents: Unmanaged<TokenBlock>
        /// The position in the list of the block's first token.
        var start: UInt32
        /// The block's number in the order that owns this list.
        var number: UInt32

        init(_ block: TokenBlock, start: Int, number: UInt32) {
            self.block = block
            contents = .passUnretained(block)
            self.start = UInt32(start)
            self.number = number
        }
    }

    var blocks: ContiguousArray<Entry> = []
    @usableFromInline var count = 0

    /// The number of tokens in a block.
    func count(ofBlock ordinal: Int) -> Int {
        (ordinal + 1 < blocks.count ? Int(blocks[ordinal + 1].start) : count) - Int(blocks[ordinal].start)
    }

    /// The chunk at a place. It may be read while the list is alive.
    func entry(_ ordinal: Int, _ slot: Int) -> UnsafePointer<TokenEntry> {
        blocks.withUnsafeBufferPointer { blocks in
            blocks[ordinal].contents._withUnsafeGuaranteedRef { UnsafePointer($0.entries + slot) }
        }
    }

    /// The block and chunk that hold a position, and the position in the chunk. One past the end is in the last chunk.
    func locate(_ position: Int) -> (ordinal: Int, slot: Int, offset: Int) {
        blocks.withUnsafeBufferPointer { blocks in
            var low = 0
            var high = blocks.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if Int(blocks[middle].start) <= position { low = middle } else { high = middle }
            }
            let (slot, offset) = blocks[low].contents._withUnsafeGuaranteedRef {
                $0.locate(position - Int(blocks[low].start))
            }
            return (low, slot, offset)
        }
    }

    subscript(position: Int) -> Token {
        let (ordinal, slot, offset) = locate(position)
        return entry(ordinal, slot).pointee.tokens[offset]
    }

    /// Both lists are the same storage, so they hold the same items. O(1).
    func isIdentical(to other: TokenList) -> Bool {
        guard count == other.count else { return false }
        return blocks.withUnsafeBufferPointer { mine in
            other.blocks.withUnsafeBufferPointer { theirs in
                count == 0 || mine.baseAddress == theirs.baseAddress
            }
        }
    }

    /// The chunk that differs from another list, if it is the only one and has the same place in both lists. Chunks are
    /// compared by their memory.
    func onlyDifference(
        from other: TokenList
    ) -> (start: Int, before: UnsafePointer<TokenEntry>, after: UnsafePointer<TokenEntry>)? {
        blocks.withUnsafeBufferPointer { mine in
            other.blocks.withUnsafeBufferPointer { theirs in
                guard mine.count == theirs.count else { return nil }
                var changed: Int?
                for ordinal in 0..<mine.count
                where mine[ordinal].contents.toOpaque() != theirs[ordinal].contents.toOpaque() {
                    if changed != nil { return nil }
                    changed = ordinal
                }
                guard let changed else { return nil }
                return mine[changed].contents._withUnsafeGuaranteedRef { after in
                    theirs[changed].contents._withUnsafeGuaranteedRef { before in
                        guard before.count == after.count else { return nil }
                        var slot: Int?
                        for place in 0..<after.count
                        where after.entries[place].tokens != before.entries[place].tokens
                            || after.entries[place].count != before.entries[place].count
                        {
                            if slot != nil { return nil }
                            slot = place
                        }
                        guard let slot else { return nil }
                        return (
                            Int(mine[changed].start) + Int(after.entries[slot].start),
                            UnsafePointer(before.entries + slot), UnsafePointer(after.entries + slot)
                        )
                    }
                }
            }
        }
    }

    /// Calls `body` with each chunk and its position in the list, until it says false.
    @inline(__always)
    func forEachChunk(_ body: (_ chunk: UnsafePointer<TokenEntry>, _ start: Int) -> Bool) {
        blocks.withUnsafeBufferPointer { blocks in
            for block in 0..<blocks.count {
                let start = Int(blocks[block].start)
                let goesOn = blocks[block].contents._withUnsafeGuaranteedRef { contents in
                    let entries = contents.entries
                    for slot in 0..<contents.count {
                        if !body(UnsafePointer(entries + slot), start + Int(entries[slot].start)) { return false }
                    }
                    return true
                }
                if !goesOn { return }
            }
        }
    }

    /// Copies all tokens to consecutive memory.
    func copy(to target: UnsafeMutablePointer<Token>) {
        forEachChunk { chunk, start in
            (target + start).update(from: chunk.pointee.tokens, count: chunk.pointee.count)
            return true
        }
    }

    // MARK: Writing

    /// The chunks of a block that no other list shares, with room for this many.
    mutating func own(_ ordinal: Int, room: Int = 0) -> UnsafeMutablePointer<TokenEntry> {
        let isOwn = isKnownUniquelyReferenced(&blocks[ordinal].block)
        let block = blocks[ordinal].block
        if isOwn && block.room >= room { return block.entries }
        let copy = block.copy(capacity: max(room, block.count))
        blocks[ordinal].block = copy
        blocks[ordinal].contents = .passUnretained(copy)
        return copy.entries
    }

    /// A block starts at a position. Its chunks may have other lengths than before.
    mutating func start(_ ordinal: Int, at start: Int, restartingChunks: Bool) {
        if restartingChunks { blocks[ordinal].block.restart() }
        if Int(blocks[ordinal].start) != start { blocks[ordinal].start = UInt32(start) }
    }

    /// What stands behind a block starts so many tokens later.
    mutating func restart(after ordinal: Int, shiftedBy shift: Int) {
        blocks.withUnsafeMutableBufferPointer { blocks in
            for later in (ordinal + 1)..<max(ordinal + 1, blocks.count) {
                blocks[later].start = UInt32(Int(blocks[later].start) + shift)
            }
        }
    }
}
