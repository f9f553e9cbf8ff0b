/// Up to 64 chunks in a row, which is up to 32,768 items.
///
/// Blocks are written only when not shared.
///
/// Gain: a list of a million items is about 45 blocks of 45 chunks, so an edit of a copy writes 5 KB instead of the 4 MB of all tokens.
/// Cost: 0.1 bytes an item.
///
/// ```text
/// header   count: the chunks in use     capacity: 1, 4, 16 or 64
/// entry 0  chunk ----> TokenChunk       tokens ----> its memory     start: 0        count    number
/// entry 1  ...                                                      start: 448
/// ```
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

    deinit { removeLast(count) }

    /// The number of chunks.
    private(set) var count: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
    }

    var room: Int { withUnsafeMutablePointerToHeader { $0.pointee.capacity } }

    /// The memory of all entries, of which the first ``count`` are in use.
    private var entries: UnsafeMutablePointer<TokenEntry> { withUnsafeMutablePointerToElements { $0 } }

    /// The entry in a slot. Written only while no other list has the block.
    subscript(slot: Int) -> TokenEntry {
        @inline(__always) _read {
            assert(slot >= 0 && slot < count)
            yield entries[slot]
        }
        @inline(__always) _modify {
            assert(slot >= 0 && slot < count)
            yield &entries[slot]
        }
    }

    func append(_ entry: TokenEntry) {
        assert(count < room)
        (entries + count).initialize(to: entry)
        count += 1
    }

    func swapAt(_ slot: Int, _ other: Int) { swap(&entries[slot], &entries[other]) }

    func removeLast(_ removed: Int) {
        (entries + (count - removed)).deinitialize(count: removed)
        count -= removed
    }

    /// A block with the same chunks, and room for so many.
    func copy(capacity: Int) -> TokenBlock {
        let copy = TokenBlock.make(capacity: capacity)
        // Entry by entry: as one call it would go through the type's description at run time.
        for slot in 0..<count { (copy.entries + slot).initialize(to: entries[slot]) }
        copy.count = count
        return copy
    }

    /// Moves all chunks to the end of another block, which has room for them.
    func moveEntries(to other: TokenBlock) {
        (other.entries + other.count).moveInitialize(from: entries, count: count)
        other.count += count
        count = 0
    }

    /// The number of tokens in all chunks.
    var tokenCount: Int {
        let count = count
        return count == 0 ? 0 : Int(entries[count - 1].start) + entries[count - 1].count
    }

    /// Updates where chunks start, from a slot on. Call it only while no other list shares the block.
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

/// The readable part of a block, without counting a reference to it: whoever has the list keeps the block alive.
struct BlockView: Equatable {
    private let block: Unmanaged<TokenBlock>

    init(_ block: TokenBlock) { self.block = .passUnretained(block) }

    /// Both are the same memory.
    @inline(__always)
    static func == (a: BlockView, b: BlockView) -> Bool { a.block.toOpaque() == b.block.toOpaque() }

    @inline(__always)
    private func read<Result>(_ body: (TokenBlock) -> Result) -> Result { block._withUnsafeGuaranteedRef(body) }

    /// The number of chunks.
    @inline(__always)
    var count: Int { read { $0.count } }

    @inline(__always)
    subscript(slot: Int) -> ChunkView { read { $0[slot].view } }

    @inline(__always)
    func locate(_ position: Int) -> (slot: Int, offset: Int) { read { $0.locate(position) } }
}
