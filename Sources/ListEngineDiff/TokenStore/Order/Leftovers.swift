/// The items that sections had in the order before, until these sections are filled. They are not in the order, but `homes`,
/// `places` and `blockPlaces` have them.
struct Leftovers {
    private final class Contents {
        /// The sections of the order before, and their positions plus one by token.
        let sections: ContiguousArray<TokenOrder.Section>
        let positions: ContiguousArray<UInt32>
        /// By the position of a section: whether its items are left over.
        var isLeft: ContiguousArray<Bool>
        var count: Int

        init(_ order: TokenOrder) {
            (sections, positions) = (order.sections, order.sectionHomes)
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

    /// One reference, because orders are copied often and mostly have no leftovers. Nil if there are none.
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
