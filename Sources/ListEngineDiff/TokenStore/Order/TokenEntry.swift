/// The tokens of a chunk, as the block that owns it refers to them: 32 bytes, and no object is touched to read them.
struct TokenEntry {
    /// Written through ``own(room:)`` alone.
    private(set) var chunk: TokenChunk
    private var buffer: TokenBuffer
    /// The position in the block of the first token.
    var start: UInt32
    private var length: UInt32
    /// The chunk's number in the order that owns it.
    var number: UInt32

    init(_ chunk: TokenChunk, start: Int, count: Int, number: UInt32) {
        self.chunk = chunk
        buffer = chunk.tokens
        self.start = UInt32(start)
        length = UInt32(count)
        self.number = number
    }

    /// The number of tokens in use.
    var count: Int { Int(length) }

    /// The tokens in use; valid while the chunk is alive.
    var tokens: TokenRun { buffer.run(count) }

    /// The readable part of the chunk.
    var view: ChunkView { ChunkView(tokens: tokens, start: Int(start), number: number) }

    /// The entry refers to the memory of its chunk, and has no more tokens than fit. For tests.
    var isConsistent: Bool { buffer == chunk.tokens && count <= chunk.room }

    /// Makes the chunk unshared, with room for this many tokens.
    private mutating func own(room: Int) {
        if chunk.room >= room, isKnownUniquelyReferenced(&chunk) { return }
        // Twice the room, so that items appended one by one are not copied each time.
        let grown = room > count ? max(room, min(count * 2, TokenChunk.maximumCount)) : count
        chunk = .make(tokens, capacity: grown)
        buffer = chunk.tokens
    }

    mutating func insert(_ new: TokenRun, at offset: Int) {
        own(room: count + new.count)
        buffer.write(tokens.run(from: offset), at: offset + new.count)
        buffer.write(new, at: offset)
        length += UInt32(new.count)
    }

    /// Removes a token that is in this chunk.
    mutating func remove(_ token: Token) {
        let offset = tokens.offset(of: token)
        own(room: count)
        buffer.write(tokens.run(from: offset + 1), at: offset)
        length -= 1
    }

    /// Keeps the tokens that have a holder.
    mutating func keepTokens(in chunkMap: ChunkMap) {
        own(room: count)
        var kept = 0
        chunkMap.forEach(tokens) { offset, holder in
            if holder != 0 {
                buffer[kept] = buffer[offset]
                kept += 1
            }
        }
        length = UInt32(kept)
    }
}

/// The readable part of a chunk, without a reference to it: whoever has the list keeps the chunk alive.
struct ChunkView {
    let tokens: TokenRun
    /// The position in the block of the first token.
    let start: Int
    /// The chunk's number in the order that owns it.
    let number: UInt32

    var count: Int { tokens.count }
}
