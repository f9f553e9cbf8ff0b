/// Sections and items in order, as tokens: the contents of a snapshot without the identifiers.
///
/// The items of a section are a list of blocks, and a block is a list of chunks. `chunkMap` maps each item to its chunk,
/// `chunkPlaces` each chunk to its block, `blockPlaces` each block to its section, and `sectionPositions` each section to its
/// position. So a lookup takes a few steps in either direction, however often the snapshot was edited, and an edit
/// changes one chunk and one block.
///
/// All parts are copied on write: block by block, chunk by chunk and page by page. A copy is O(1). Two orders with a
/// common ancestor share everything that neither has changed. `SharedStorageDiff` uses this to find edits without a
/// full diff.
@usableFromInline
struct TokenOrder {
    @usableFromInline
    struct Section {
        @usableFromInline var token: Token
        @usableFromInline var items: TokenList
    }

    /// The position of a chunk: the number of its block, and its slot there.
    struct Place: Equatable {
        var block: UInt32
        var slot: UInt32
    }

    /// The position of a block: its section, and its ordinal there.
    struct BlockPlace: Equatable {
        var section: Token
        var ordinal: UInt32
    }

    @usableFromInline var sections: ContiguousArray<Section> = []
    /// The position of each section plus one, by token, or 0.
    var sectionPositions: ContiguousArray<UInt32> = []
    var chunkMap = ChunkMap()
    var chunkPlaces: ContiguousArray<Place> = []
    var freeChunkNumbers: ContiguousArray<UInt32> = []
    var blockPlaces: ContiguousArray<BlockPlace> = []
    var freeBlockNumbers: ContiguousArray<UInt32> = []
    @usableFromInline var itemCount = 0
    /// The number of items before each section. Valid for the first `knownStarts` sections.
    var sectionStarts: ContiguousArray<UInt32> = []
    var knownStarts = 0

    var unfilled = UnfilledSections()

    /// The same object in all copies of an order, edited or not, and in orders that are filled with its chunks. Any other order
    /// has a separate object.
    var origin = Origin()

    final class Origin: Sendable {}

    /// The holder of a token that the current operation will insert.
    static var pendingHolder: UInt32 { .max }

    @usableFromInline init() {}
}

// MARK: - Queries

extension TokenOrder {
    @inlinable var sectionCount: Int { sections.count }

    @inlinable
    func sectionToken(at position: Int) -> Token { sections[position].token }

    @inlinable
    func itemCount(inSection position: Int) -> Int { sections[position].items.count }

    @usableFromInline
    func sectionPosition(of token: Token) -> Int? {
        guard token < sectionPositions.count, sectionPositions[Int(token)] != 0 else { return nil }
        return Int(sectionPositions[Int(token)]) - 1
    }

    func contains(_ token: Token) -> Bool { holder(of: token) != 0 }

    /// The number of the chunk that holds an item plus one, or 0.
    private func holder(of token: Token) -> UInt32 {
        let holder = chunkMap[token]
        return unfilled.isEmpty || holder == 0 || !isUnfilled(holder) ? holder : 0
    }

    /// The position of the section that contains an item. O(1).
    @usableFromInline
    func sectionPosition(containing token: Token) -> Int? {
        let holder = holder(of: token)
        guard holder != 0 else { return nil }
        return sectionPosition(of: blockPlaces[Int(chunkPlaces[Int(holder) - 1].block)].section)
    }

    /// The position of a block's section, and the ordinal of the block there.
    func location(ofBlock number: UInt32) -> (section: Int, ordinal: Int) {
        let place = blockPlaces[Int(number)]
        return (Int(sectionPositions[Int(place.section)]) - 1, Int(place.ordinal))
    }

    /// The section and position of an item. Costs one search in the item's chunk.
    @usableFromInline
    func path(of token: Token) -> ItemIndexPath? {
        let holder = holder(of: token)
        guard holder != 0 else { return nil }
        let place = chunkPlaces[Int(holder) - 1]
        let (section, ordinal) = location(ofBlock: place.block)
        let item = sections.span[section].items.position(of: token, ordinal, Int(place.slot))
        return ItemIndexPath(section: section, item: item)
    }

    /// The item at a position. O(log chunks).
    @usableFromInline
    func token(at path: ItemIndexPath) -> Token { sections[path.section].items[path.item] }

    /// The number of items in all sections before this one. O(1) after `refreshSectionStarts`.
    @usableFromInline
    func itemCount(beforeSection position: Int) -> Int {
        if position < knownStarts { return Int(sectionStarts[position]) }
        var section = max(0, knownStarts - 1)
        var sum = knownStarts == 0 ? 0 : Int(sectionStarts[section])
        while section < position {
            sum += sections[section].items.count
            section += 1
        }
        return sum
    }

    /// The section and position of the item at an index that counts through all sections.
    func path(ofItemAt index: Int) -> ItemIndexPath {
        var low = 0
        var high = sections.count
        if knownStarts == sections.count {
            while high - low > 1 {
                let middle = (low + high) / 2
                if Int(sectionStarts[middle]) <= index { low = middle } else { high = middle }
            }
            return ItemIndexPath(section: low, item: index - Int(sectionStarts[low]))
        }
        var rest = index
        while rest >= sections[low].items.count {
            rest -= sections[low].items.count
            low += 1
        }
        return ItemIndexPath(section: low, item: rest)
    }

    /// Computes the section starts that edits have invalidated, so that queries do not have to.
    mutating func refreshSectionStarts() {
        guard knownStarts < sections.count || sectionStarts.count != sections.count else { return }
        var sum = itemCount(beforeSection: max(0, knownStarts - 1))
        let first = max(0, knownStarts - 1)
        sectionStarts.removeSubrange(min(first, sectionStarts.count)...)
        for section in first..<max(first, sections.count) {
            sectionStarts.append(UInt32(sum))
            sum += sections[section].items.count
        }
        knownStarts = sections.count
    }

    /// Invalidates the starts of the sections after this one.
    mutating func forgetStarts(after section: Int) { knownStarts = min(knownStarts, section + 1) }

    /// The tokens of a section, from a position to the end of the chunk that contains it.
    @inline(__always)
    func run(from path: ItemIndexPath) -> TokenRun {
        guard path.section < sections.count else { return TokenRun() }
        let list = sections[path.section].items
        guard path.item < list.count else { return TokenRun() }
        let (ordinal, slot, offset) = list.locate(path.item)
        return list.chunk(ordinal, slot).tokens.run(from: offset)
    }

    /// Copies the tokens of a section to consecutive memory.
    @usableFromInline
    func copyItems(ofSection position: Int, to target: TokenBuffer) {
        sections[position].items.copy(to: target)
    }
}

// MARK: - Numbers of chunks and blocks

extension TokenOrder {
    /// A number for a new chunk.
    mutating func makeNumber(block: UInt32, slot: Int) -> UInt32 {
        Self.makeNumber(of: Place(block: block, slot: UInt32(slot)), &chunkPlaces, &freeChunkNumbers)
    }

    /// A number for a new block.
    mutating func makeBlockNumber(section: Token, ordinal: Int) -> UInt32 {
        Self.makeNumber(of: BlockPlace(section: section, ordinal: UInt32(ordinal)), &blockPlaces, &freeBlockNumbers)
    }

    private static func makeNumber<Value>(
        of place: Value, _ chunkPlaces: inout ContiguousArray<Value>, _ free: inout ContiguousArray<UInt32>
    ) -> UInt32 {
        if let number = free.popLast() {
            chunkPlaces[Int(number)] = place
            return number
        }
        chunkPlaces.append(place)
        return UInt32(chunkPlaces.count - 1)
    }
}
