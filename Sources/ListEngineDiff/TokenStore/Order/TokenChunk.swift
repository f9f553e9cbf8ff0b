/// Room for up to 512 tokens in a row. Chunks are shared between copies of a snapshot and written only when not shared.
/// The entry that refers to a chunk says how many of its tokens are in use.
///
/// ```text
/// header   room: the tokens that fit
/// tokens   0   1   2   ...   room - 1         4 bytes each
/// ```
final class TokenChunk: ManagedBuffer<Int, Token> {
    static var maximumCount: Int { 512 }

    /// How many tokens are put into a chunk of many, so that some can be inserted before it is divided.
    static var usualCount: Int { 448 }

    /// A chunk that begins with these tokens. Large chunks have few different sizes, so that the memory of a chunk that was released
    /// is used for the next one.
    private static func make(_ tokens: TokenRun, room: Int) -> TokenChunk {
        let rounded = room > maximumCount / 2 ? (room + 31) & ~31 : max(4, (room + 3) & ~3)
        let chunk = unsafeDowncast(create(minimumCapacity: rounded) { _ in rounded }, to: TokenChunk.self)
        chunk.tokens.write(tokens)
        return chunk
    }

    /// A chunk that consists of these tokens. Most chunks are shared before they are edited, so that the edit copies them
    /// anyway: they have no room for more.
    static func make(_ tokens: TokenRun) -> TokenChunk { make(tokens, room: tokens.count) }

    /// A chunk that begins with these tokens and is about to be edited. If it is large, it has room for all edits.
    static func make(_ tokens: TokenRun, capacity: Int) -> TokenChunk {
        make(tokens, room: capacity > maximumCount / 2 ? maximumCount : capacity)
    }

    /// The number of tokens that fit.
    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee } }

    /// The tokens; valid while the chunk is alive.
    var tokens: TokenBuffer { withUnsafeMutablePointerToElements { TokenBuffer($0) } }
}
