/// Up to 512 tokens in a row. Chunks are shared between copies of a snapshot and written only when not shared.
final class TokenChunk: ManagedBuffer<TokenChunk.Header, Token> {
    struct Header {
        var count: Int
        var capacity: Int
    }

    static var maximumCount: Int { 512 }

    /// An empty chunk with room for a number of tokens.
    static func make(capacity: Int) -> TokenChunk {
        let rounded = capacity > maximumCount / 2 ? maximumCount : max(4, (capacity + 3) & ~3)
        let chunk = create(minimumCapacity: rounded) { _ in Header(count: 0, capacity: rounded) }
        return unsafeDowncast(chunk, to: TokenChunk.self)
    }

    /// A chunk that holds these tokens.
    static func make(_ tokens: UnsafeBufferPointer<Token>, capacity: Int? = nil) -> TokenChunk {
        let chunk = make(capacity: capacity ?? tokens.count)
        if let base = tokens.baseAddress { chunk.tokens.update(from: base, count: tokens.count) }
        chunk.header.count = tokens.count
        return chunk
    }

    /// The tokens; valid while the chunk is alive.
    var tokens: UnsafeMutablePointer<Token> { withUnsafeMutablePointerToElements { $0 } }

    /// The tokens in use; valid while the chunk is alive.
    var contents: UnsafeBufferPointer<Token> { UnsafeBufferPointer(start: tokens, count: header.count) }

    /// The position of a token in this chunk.
    func offset(of token: Token) -> Int {
        let tokens = tokens
        let count = header.count
        var offset = 0
        // Sixteen at a time: the compiler turns the comparison into vector code.
        while offset + 16 <= count {
            let lanes = UnsafeRawPointer(tokens + offset).loadUnaligned(as: SIMD16<UInt32>.self)
            if any(lanes .== token) { break }
            offset += 16
        }
        while offset < count {
            if tokens[offset] == token { return offset }
            offset += 1
        }
        fatalError("token \(token) is not in its chunk")
    }
}
