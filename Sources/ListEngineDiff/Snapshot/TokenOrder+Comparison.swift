extension TokenOrder {
    /// Same sections and items in the same order. Storage that is shared is not read.
    func holdsTheSame(as other: TokenOrder) -> Bool {
        guard sections.count == other.sections.count, itemCount == other.itemCount else { return false }
        return zip(sections, other.sections).allSatisfy { $0.token == $1.token && $0.items == $1.items }
    }

    /// A section holds exactly these items.
    func items(ofSection position: Int, are tokens: ContiguousArray<Token>) -> Bool {
        let list = sections[position].items
        guard list.count == tokens.count else { return false }
        return tokens.withUnsafeBufferPointer { tokens in
            list.entries.allSatisfy { entry in
                entry.chunk.contents.elementsEqual(
                    UnsafeBufferPointer(rebasing: tokens[Int(entry.start)..<Int(entry.start + entry.count)]))
            }
        }
    }

    /// All tokens of a section.
    func copyItems(ofSection position: Int) -> ContiguousArray<Token> {
        let list = sections[position].items
        return ContiguousArray(unsafeUninitializedCapacity: list.count) { buffer, count in
            count = list.count
            if let base = buffer.baseAddress { list.copy(to: base) }
        }
    }
}

extension TokenList: Equatable {
    /// The same tokens in the same order, however they are cut into chunks. Shared storage is not read.
    static func == (left: TokenList, right: TokenList) -> Bool {
        if left.isIdentical(to: right) { return true }
        guard left.count == right.count else { return false }
        var (i, j) = (0, 0)
        var position = 0
        while position < left.count {
            let a = left.entries[i]
            let b = right.entries[j]
            let end = min(a.start + a.count, b.start + b.count)
            let length = Int(end) - position
            let fromA = position - Int(a.start)
            let fromB = position - Int(b.start)
            if a.chunk !== b.chunk || fromA != fromB {
                let mine = a.chunk.contents[fromA..<(fromA + length)]
                let theirs = b.chunk.contents[fromB..<(fromB + length)]
                if !mine.elementsEqual(theirs) { return false }
            }
            position += length
            if end == a.start + a.count { i += 1 }
            if end == b.start + b.count { j += 1 }
        }
        return true
    }
}
