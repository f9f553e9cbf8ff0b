import Foundation

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
        chunk.count = tokens.count
        return chunk
    }

    private typealias Quad = SIMD4<UInt32>

    /// The number of tokens in use.
    var count: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
    }

    /// The number of tokens that fit.
    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee.capacity } }

    /// The tokens; valid while the chunk is alive.
    var tokens: UnsafeMutablePointer<Token> { withUnsafeMutablePointerToElements { $0 } }

    /// The tokens in use; valid while the chunk is alive.
    var contents: UnsafeBufferPointer<Token> { UnsafeBufferPointer(start: tokens, count: count) }

    /// The same tokens in the same order.
    func holdsTheSame(as other: TokenChunk) -> Bool {
        count == other.count && memcmp(tokens, other.tokens, count * MemoryLayout<Token>.stride) == 0
    }

    /// The position of a token in this chunk.
    func offset(of token: Token) -> Int {
        let tokens = tokens
        let count = count
        var offset = 0
        // Sixteen at a time. The tokens start 32 bytes into a block from malloc, so vectors of 16 bytes are aligned.
        let sought = Quad(repeating: token)
        while offset &+ 16 <= count {
            let quads = UnsafeRawPointer(tokens + offset).assumingMemoryBound(to: Quad.self)
            if any((quads[0] .== sought) .| (quads[1] .== sought) .| (quads[2] .== sought) .| (quads[3] .== sought)) {
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
