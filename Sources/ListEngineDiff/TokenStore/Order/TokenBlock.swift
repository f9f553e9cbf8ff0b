/// Up to 64 chunks in a row, which is up to 32,768 items.
///
/// A list of a million items is about 45 blocks of 45 chunks: an edit of a copy makes one of each again, and shares the
/// rest. Blocks are written only when not shared.
final class TokenBlock: ManagedBuffer<TokenBlock.Header, TokenEntry> {
    struct Header {
        var count: Int
        var capacity: Int
    }

    static var maximumCount: Int { 64 }

    /// How many chunks are put into a block of a long list, so that some can be added.
    static var usualCount: Int { 48 }

    static func make(capacity: Int) -> TokenBlock {
        var rounded = 1
        while rounded < capacity { rounded *= 4 }
        let block = create(minimumCapacity: rounded) { _ in Header(count: 0, capacity: rounded) }
        return unsafeDowncast(block, to: TokenBlock.self)
    }

    deinit {
        withUnsafeMutablePointers { header, entries in _ = entries.deinitialize(count: header.pointee.count) }
    }

    /// The number of chunks.
    var count: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
    }

    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee.capacity } }

    /// The chunks; valid while the block is alive.
    var entries: UnsafeMutablePointer<TokenEntry> { withUnsafeMutablePointerToElements { $0 } }

    /// A block with the same chunks, and room for so many.
    func copy(capacity: Int) -> TokenBlock {
        let copy = TokenBlock.make(capacity: capacity)
        // Entry by entry: as one call it would go through the type's description at run time.
        for slot in 0..<count { (copy.entries + slot).initialize(to: entries[slot]) }
        copy.count = count
        return copy
    }

    /// Moves the chunks from a place on to the end of another block, which has room for them.
    func moveEntries(from slot: Int, to other: TokenBlock) {
        (other.entries + other.count).moveInitialize(from: entries + slot, count: count - slot)
        other.count += count - slot
        count = slot
    }

    /// The number of tokens in all chunks.
    var tokenCount: Int {
        let count = count
        return count == 0 ? 0 : Int(entries[count - 1].start) + entries[count - 1].count
    }

    /// Updates where chunks start, from a place on. Call it only while no other list shares the block.
    func restart(from slot: Int = 0) {
        let entries = entries
        var start = slot == 0 ? 0 : Int(entries[slot - 1].start) + entries[slot - 1].count
        for slot in slot..<max(slot, count) {
            entries[slot].start = UInt32(start)
            start += entries[slot].count
        }
    }

    /// The chunk that holds a position, and the position in it. One past the end is in the last chunk.
    func locate(_ position: Int) -> (slot: Int, offset: Int) {
        let entries = entries
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(entries[middle].start) <= position { low = middle } else { high = middle }
        }
        return (low, position - Int(entries[low].start))
    }
}
