/// Sections and items in order, as tokens: the contents of a snapshot without the identifiers.
///
/// The items of a section are a list of blocks, and a block is a list of chunks. `homes` maps each item to its chunk,
/// `places` each chunk to its block, `blockPlaces` each block to its section, and `sectionHomes` each section to its
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
    var sectionHomes: ContiguousArray<UInt32> = []
    var homes = HomeMap()
    var places: ContiguousArray<Place> = []
    var freeNumbers: ContiguousArray<UInt32> = []
    var blockPlaces: ContiguousArray<BlockPlace> = []
    var freeBlockNumbers: ContiguousArray<UInt32> = []
    @usableFromInline var itemCount = 0
    /// The number of items before each section. Valid for the first `knownStarts` sections.
    var sectionStarts: ContiguousArray<UInt32> = []
    var knownStarts = 0

    var leftovers = Leftovers()

    /// The same object in all copies of an order, edited or not, and in orders that are filled with its chunks. Any other order
    /// has an object of its own.
    var lineage = Lineage()

    final class Lineage: Sendable {}

    /// The home of a token that the current operation will insert.
    static var pendingHome: UInt32 { .max }

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
        guard token < sectionHomes.count, sectionHomes[Int(token)] != 0 else { return nil }
        return Int(sectionHomes[Int(token)]) - 1
    }

    func contains(_ token: Token) -> Bool { home(of: token) != 0 }

    /// The number of the chunk that holds an item plus one, or 0.
    private func home(of token: Token) -> UInt32 {
        let home = homes[token]
        return leftovers.isEmpty || home == 0 || !isLeftover(home) ? home : 0
    }

    /// The position of the section that contains an item. O(1).
    @usableFromInline
    func sectionPosition(containing token: Token) -> Int? {
        let home = home(of: token)
        guard home != 0 else { return nil }
        return sectionPosition(of: blockPlaces[Int(places[Int(home) - 1].block)].section)
    }

    /// The position of a block's section, and the ordinal of the block there.
    func location(ofBlock number: UInt32) -> (section: Int, ordinal: Int) {
        let place = blockPlaces[Int(number)]
        return (Int(sectionHomes[Int(place.section)]) - 1, Int(place.ordinal))
    }

    /// The section and position of an item. Costs one search in the item's chunk.
    @usableFromInline
    func path(of token: Token) -> ItemIndexPath? {
        let home = home(of: token)
        guard home != 0 else { return nil }
        let place = places[Int(home) - 1]
        let (section, ordinal) = location(ofBlock: place.block)
        return sections.withUnsafeBufferPointer { sections in
            sections[section].items.blocks.withUnsafeBufferPointer { blocks in
                blocks[ordinal].contents._withUnsafeGuaranteedRef { block in
                    let entry = UnsafePointer(block.entries + Int(place.slot))
                    return ItemIndexPath(
                        section: section,
                        item: Int(blocks[ordinal].start) + Int(entry.pointee.start)
                            + entry.pointee.offset(of: token))
                }
            }
        }
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
    @usableFromInline
    func run(from path: ItemIndexPath) -> UnsafeBufferPointer<Token> {
        guard path.section < sections.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let list = sections[path.section].items
        guard path.item < list.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        let (ordinal, slot, offset) = list.locate(path.item)
        return UnsafeBufferPointer(rebasing: list.entry(ordinal, slot).pointee.contents[offset...])
    }

    /// Copies the tokens of a section to consecutive memory.
    @usableFromInline
    func copyItems(ofSection position: Int, to target: UnsafeMutablePointer<Token>) {
        sections[position].items.copy(to: target)
    }
}

// MARK: - Numbers of chunks and blocks

extension TokenOrder {
    /// A number for a new chunk.
    mutating func makeNumber(block: UInt32, slot: Int) -> UInt32 {
        Self.makeNumber(of: Place(block: block, slot: UInt32(slot)), &places, &freeNumbers)
    }

    /// A number for a new block.
    mutating func makeBlockNumber(section: Token, ordinal: Int) -> UInt32 {
        Self.makeNumber(of: BlockPlace(section: section, ordinal: UInt32(ordinal)), &blockPlaces, &freeBlockNumbers)
    }

    private static func makeNumber<Value>(
        of place: Value, _ places: inout ContiguousArray<Value>, _ free: inout ContiguousArray<UInt32>
    ) -> UInt32 {
        if let number = free.popLast() {
            places[Int(number)] = place
            return number
        }
        places.append(place)
        return UInt32(places.count - 1)
    }
}

// MARK: - Invariants

extension TokenOrder {
    /// Checks that all parts are consistent with each other, and returns the first fault. For tests.
    func firstFault() -> String? {
        var total = 0
        var (chunks, blocks) = (0, 0)
        for (position, section) in sections.enumerated() {
            if sectionPosition(of: section.token) != position {
                return "section \(position) is not where its home says"
            }
            if position < knownStarts && Int(sectionStarts[position]) != total { return "start of section \(position)" }
            var start = 0
            for (ordinal, block) in section.items.blocks.enumerated() {
                if Int(block.start) != start { return "start of block \(ordinal) in section \(position)" }
                let place = BlockPlace(section: section.token, ordinal: UInt32(ordinal))
                if blockPlaces[Int(block.number)] != place {
                    return "place of block \(ordinal) in section \(position)"
                }
                if let fault = firstFault(in: block) { return "\(fault) in block \(ordinal) of section \(position)" }
                start += block.block.tokenCount
                chunks += block.block.count
                blocks += 1
            }
            if start != section.items.count { return "count of section \(position)" }
            total += start
        }
        if total != itemCount { return "item count \(itemCount), found \(total)" }
        for block in leftovers.lists.flatMap(\.blocks) {
            if let fault = firstFault(in: block) { return "\(fault) in a block that is left over" }
            chunks += block.block.count
            blocks += 1
        }
        if chunks + freeNumbers.count != places.count { return "\(places.count) numbers for \(chunks) chunks" }
        if blocks + freeBlockNumbers.count != blockPlaces.count {
            return "\(blockPlaces.count) numbers for \(blocks) blocks"
        }
        let known = sectionHomes.reduce(0) { $0 + ($1 == 0 ? 0 : 1) }
        return known == sections.count ? nil : "\(known) homes for \(sections.count) sections"
    }

    private func firstFault(in block: TokenList.Entry) -> String? {
        let count = block.block.count
        if count == 0 || count > TokenBlock.maximumCount { return "\(count) chunks" }
        var start = 0
        for slot in 0..<count {
            let entry = block.block.entries[slot]
            if entry.count == 0 || entry.count > entry.chunk.room { return "\(entry.count) items in chunk \(slot)" }
            if entry.tokens != entry.chunk.tokens { return "memory of chunk \(slot)" }
            if Int(entry.start) != start { return "start of chunk \(slot)" }
            if places[Int(entry.number)] != Place(block: block.number, slot: UInt32(slot)) {
                return "place of chunk \(slot)"
            }
            for token in entry.contents where homes[token] != entry.number + 1 { return "home of \(token)" }
            start += entry.count
        }
        return nil
    }
}
