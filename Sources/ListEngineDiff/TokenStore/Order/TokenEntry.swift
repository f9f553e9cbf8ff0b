/// The tokens of a chunk, as the block that owns it refers to them: 32 bytes, and no object is touched to read them.
struct TokenEntry {
    /// Written through ``own(room:)`` alone.
    private(set) var chunk: TokenChunk
    private(set) var tokens: UnsafeMutablePointer<Token>
    /// The position in the block of the first token.
    var start: UInt32
    private var length: UInt32
    /// The chunk's number in the order that owns it.
    var number: UInt32

    /// The number of tokens in use.
    var count: Int {
        get { Int(length) }
        set { length = UInt32(newValue) }
    }

    init(_ chunk: TokenChunk, start: Int, count: Int, number: UInt32) {
        self.chunk = chunk
        tokens = chunk.tokens
        self.start = UInt32(start)
        length = UInt32(count)
        self.number = number
    }

    /// The tokens in use; valid while the chunk is alive.
    var contents: UnsafeBufferPointer<Token> { UnsafeBufferPointer(start: tokens, count: count) }

    /// These are the tokens at an address, in the same order.
    func holds(_ others: UnsafePointer<Token>) -> Bool {
        areEqual(tokens, others, count: count)
    }

    /// Makes the chunk unshared, with room for this many tokens.
    mutating func own(room: Int) {
        if chunk.room >= room, isKnownUniquelyReferenced(&chunk) { return }
        // Twice the room, so that items appended one by one are not copied each time.
        let grown = room > count ? max(room, min(count * 2, TokenChunk.maximumCount)) : count
        chunk = .make(contents, capacity: grown)
        tokens = chunk.tokens
    }

    /// Removes a token that is in this chunk.
    mutating func remove(_ token: Token) {
        let place = offset(of: token)
        own(room: count)
        (tokens + place).update(from: tokens + place + 1, count: count - place - 1)
        count -= 1
    }

    private typealias Quad = SIMD4<UInt32>

    /// The position of a token in this chunk.
    func offset(of token: Token) -> Int {
        var offset = 0
        // Sixteen at a time.
        let sought = Quad(repeating: token)
        while offset &+ 16 <= count {
            let start = UnsafeRawPointer(tokens + offset)
            func quad(_ number: Int) -> Quad { start.loadUnaligned(fromByteOffset: 16 &* number, as: Quad.self) }
            if any((quad(0) .== sought) .| (quad(1) .== sought) .| (quad(2) .== sought) .| (quad(3) .== sought)) {
                break
            }
            offset &+= 16
        }
        while offset < count {
            if tokens[offset] == token { return offset }
            offset &+= 1
        }
        fatalError("token \(token) is not in its chunk")
    }
}
