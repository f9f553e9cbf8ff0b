/// Room for up to 512 tokens in a row. Chunks are shared between copies of a snapshot and written only when not shared.
/// How many tokens are in use is said by the entry that refers to the chunk.
final class TokenChunk: ManagedBuffer<Int, Token> {
    static var maximumCount: Int { 512 }

    /// How many tokens are put into a chunk of many, so that some can be inserted before it is divided.
    static var usualCount: Int { 448 }

    /// A chunk with room for a number of tokens, none of them set.
    static func make(capacity: Int) -> TokenChunk {
        let rounded = capacity > maximumCount / 2 ? maximumCount : max(4, (capacity + 3) & ~3)
        return unsafeDowncast(create(minimumCapacity: rounded) { _ in rounded }, to: TokenChunk.self)
    }

    /// A chunk that begins with these tokens.
    static func make(_ tokens: UnsafeBufferPointer<Token>, capacity: Int? = nil) -> TokenChunk {
        let chunk = make(capacity: capacity ?? tokens.count)
        if let base = tokens.baseAddress { chunk.tokens.update(from: base, count: tokens.count) }
        return chunk
    }

    /// The number of tokens that fit.
    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee } }

    /// The tokens; valid while the chunk is alive.
    var tokens: UnsafeMutablePointer<Token> { withUnsafeMutablePointerToElements { $0 } }
}
