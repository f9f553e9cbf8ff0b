/// Items of the previous order whose sections have not been filled yet. They are not in the order, but `chunkMap`, `chunkPlaces` and
/// `blockPlaces` contain them.
///
/// Gain: an update writes the holders of deleted and inserted items only, instead of 4 bytes for each item.
struct UnfilledSections {
    private final class Contents {
        /// The sections of the previous order, and their positions plus one by token.
        let sections: ContiguousArray<TokenOrder.Section>
        let positions: ContiguousArray<UInt32>
        /// By the position of a section: whether its items have not been removed or filled in.
        var isLeft: ContiguousArray<Bool>
        var count: Int

        init(_ order: TokenOrder) {
            (sections, positions) = (order.sections, order.sectionPositions)
            isLeft = ContiguousArray(order.sections.lazy.map { $0.items.count > 0 })
            count = isLeft.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        init(_ other: Contents) {
            (sections, positions) = (other.sections, other.positions)
            (isLeft, count) = (other.isLeft, other.count)
        }

        func position(of section: Token) -> Int? {
            guard section < positions.count, positions[Int(section)] != 0 else { return nil }
            let position = Int(positions[Int(section)]) - 1
            return isLeft[position] ? position : nil
        }
    }

    /// One reference, because orders are copied often and most have no such sections. Nil if there are none.
    private var contents: Contents?

    init() {}

    init(_ order: TokenOrder) {
        let contents = Contents(order)
        if contents.count > 0 { self.contents = contents }
    }

    var isEmpty: Bool { contents == nil }

    var lists: [TokenList] {
        guard let contents else { return [] }
        return contents.sections.indices.filter { contents.isLeft[$0] }.map { contents.sections[$0].items }
    }

    func has(_ section: Token) -> Bool { contents?.position(of: section) != nil }

    /// The items of a section; nil if none are left over.
    subscript(section: Token) -> TokenList? {
        guard let contents, let position = contents.position(of: section) else { return nil }
        return contents.sections[position].items
    }

    mutating func remove(_ section: Token) {
        guard let position = contents?.position(of: section) else { return }
        if contents!.count == 1 {
            contents = nil
            return
        }
        if !isKnownUniquelyReferenced(&contents) { contents = contents.map { Contents($0) } }
        contents!.isLeft[position] = false
        contents!.count -= 1
    }
}
