/// The items of one section, in order: a list of chunks with the position at which each starts.
struct TokenList {
    struct Entry {
        var chunk: TokenChunk
        /// The position in the list of the chunk's first token.
        var start: UInt32
        var count: UInt32
        /// The chunk's number in the order that owns this list.
        var number: UInt32
    }

    var entries: ContiguousArray<Entry> = []
    var count = 0

    /// The entry that holds a position, and the position in it. One past the end is in the last entry.
    func locate(_ position: Int) -> (ordinal: Int, offset: Int) {
        var low = 0
        var high = entries.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(entries[middle].start) <= position { low = middle } else { high = middle }
        }
        return (low, position - Int(entries[low].start))
    }

    subscript(position: Int) -> Token {
        let (ordinal, offset) = locate(position)
        return entries[ordinal].chunk.tokens[offset]
    }

    /// Both lists are the same storage, so they hold the same items. O(1).
    func isIdentical(to other: TokenList) -> Bool {
        guard count == other.count else { return false }
        return entries.withUnsafeBufferPointer { mine in
            other.entries.withUnsafeBufferPointer { theirs in
                count == 0 || mine.baseAddress == theirs.baseAddress
            }
        }
    }

    /// Copies all tokens to consecutive memory.
    func copy(to target: UnsafeMutablePointer<Token>) {
        for entry in entries {
            (target + Int(entry.start)).update(from: entry.chunk.tokens, count: Int(entry.count))
        }
    }
}
