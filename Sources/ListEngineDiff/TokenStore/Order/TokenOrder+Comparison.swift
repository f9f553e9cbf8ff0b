extension TokenOrder {
    /// Whether both orders have the same sections and items in the same order. Shared storage is not read.
    func holdsTheSame(as other: TokenOrder) -> Bool {
        guard sections.count == other.sections.count, itemCount == other.itemCount else { return false }
        return zip(sections, other.sections).allSatisfy { $0.token == $1.token && $0.items == $1.items }
    }

    /// Whether a section contains exactly these items, in this order.
    func items(ofSection position: Int, are tokens: ContiguousArray<Token>) -> Bool {
        let list = sections[position].items
        guard list.count == tokens.count else { return false }
        return tokens.withRun { tokens in
            var areEqual = true
            list.forEachChunk { chunk, start in
                areEqual = chunk.tokens.holds(tokens.run(start, start + chunk.count))
                return areEqual
            }
            return areEqual
        }
    }

    /// Returns all tokens of a section.
    func copyItems(ofSection position: Int) -> ContiguousArray<Token> {
        ContiguousArray(count: sections[position].items.count) { copyItems(ofSection: position, to: $0) }
    }
}

extension TokenList: Equatable {
    /// Whether both lists have the same tokens in the same order, however they are divided into chunks. Shared blocks
    /// are not read.
    @usableFromInline
    static func == (left: TokenList, right: TokenList) -> Bool {
        guard left.count == right.count else { return false }
        if left.isIdentical(to: right) { return true }
        var position = 0
        while position < left.count {
            let (a, b) = (left.locate(position), right.locate(position))
            let (mine, theirs) = (left.blocks[a.ordinal], right.blocks[b.ordinal])
            if mine.view == theirs.view && mine.start == theirs.start {
                position = Int(mine.start) + left.count(ofBlock: a.ordinal)
                continue
            }
            let (here, there) = (left.chunk(a.ordinal, a.slot).tokens, right.chunk(b.ordinal, b.slot).tokens)
            let length = min(here.count - a.offset, there.count - b.offset)
            if !here.run(a.offset, a.offset + length).holds(there.run(b.offset, b.offset + length)) { return false }
            position += length
        }
        return true
    }
}
