/// Room for up to 512 tokens in a row. Chunks are shared between copies of a snapshot and written only when not shared.
/// How many tokens are in use is said by the entry that refers to the chunk.
final class TokenChunk: ManagedBuffer<Int, Token> {
    static var maximumCount: Int { 512 }

    /// How many tokens are put into a chunk of many, so that some can be inserted before it is divided.
    static var usualCount: Int { 448 }

    /// A chunk with room for a number of tokens, none of them set. Large chunks have few different sizes, so that memory of
    /// one that ends is used for the next one.
    private static func make(room: Int) -> TokenChunk {
        let rounded = room > maximumCount / 2 ? (room + 31) & ~31 : max(4, (room + 3) & ~3)
        return unsafeDowncast(create(minimumCapacity: rounded) { _ in rounded }, to: TokenChunk.self)
    }

    /// A chunk that consists of these tokens. Most chunks are shared before they are edited, so that the edit copies them
    /// anyway: they have no room for more.
    static func make(_ tokens: UnsafeBufferPointer<Token>) -> TokenChunk { make(tokens, room: tokens.count) }

    /// A chunk that begins with these tokens and is about to be edited. If it is large, it has room for all edits.
    static func make(_ tokens: UnsafeBufferPointer<Token>, capacity: Int) -> TokenChunk {
        make(tokens, room: capacity > maximumCount / 2 ? maximumCount : capacity)
    }

    private static func make(_ tokens: UnsafeBufferPointer<Token>, room: Int) -> TokenChunk {
        let chunk = make(room: room)
        if let base = tokens.baseAddress { chunk.tokens.update(from: base, count: tokens.count) }
        return chunk
    }

    /// The number of tokens that fit.
    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee } }

    /// The tokens; valid while the chunk is alive.
    var tokens: UnsafeMutablePointer<Token> { withUnsafeMutablePointerToElements { $0 } }
}
