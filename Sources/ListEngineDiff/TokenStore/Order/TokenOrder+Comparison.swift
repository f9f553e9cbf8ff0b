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
        return tokens.withUnsafeBufferPointer { tokens in
            var areEqual = true
            list.forEachChunk { entry, start in
                areEqual = entry.pointee.holds(tokens.baseAddress.unsafelyUnwrapped + start)
                return areEqual
            }
            return areEqual
        }
    }

    /// Returns all tokens of a section.
    func copyItems(ofSection position: Int) -> ContiguousArray<Token> {
        let list = sections[position].items
        return ContiguousArray(unsafeUninitializedCapacity: list.count) { buffer, count in
            count = list.count
            if let base = buffer.baseAddress { list.copy(to: base) }
        }
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
            if mine.contents.toOpaque() == theirs.contents.toOpaque() && mine.start == theirs.start {
                position = Int(mine.start) + left.count(ofBlock: a.ordinal)
                continue
            }
            let (here, there) = (left.entry(a.ordinal, a.slot), right.entry(b.ordinal, b.slot))
            let length = min(here.pointee.count - a.offset, there.pointee.count - b.offset)
            let (from, other) = (here.pointee.tokens + a.offset, there.pointee.tokens + b.offset)
            if from != other && !areEqual(from, other, count: length) { return false }
            position += length
        }
        return true
    }
}
