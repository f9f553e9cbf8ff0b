/// For some items of a list a place each.
///
/// Numbers are looked up in pages of 1,024, of which those are there that hold some: two reads, and 4 bytes an item where
/// neighbours are known as well.
struct ItemPlaces {
    private static let pageSize = 1024

    /// Places plus one; 0: none. A page without any is empty.
    private var pages: [ContiguousArray<UInt32>] = []
    private var names: [AnyHashable: Int] = [:]

    subscript(item: KnownItem) -> Int? {
        get {
            switch item {
            case .number(let number): self[number]
            case .name(let name): names[name]
            }
        }
        set {
            switch item {
            case .number(let number): self[number] = newValue
            case .name(let name): names[name] = newValue
            }
        }
    }

    subscript(number: UInt32) -> Int? {
        get {
            let (page, offset) = (Int(number) / Self.pageSize, Int(number) % Self.pageSize)
            guard page < pages.count, !pages[page].isEmpty, pages[page][offset] != 0 else { return nil }
            return Int(pages[page][offset]) - 1
        }
        set {
            let (page, offset) = (Int(number) / Self.pageSize, Int(number) % Self.pageSize)
            if page >= pages.count {
                if newValue == nil { return }
                pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
            }
            if pages[page].isEmpty { pages[page] = ContiguousArray(repeating: 0, count: Self.pageSize) }
            pages[page][offset] = newValue.map { UInt32($0) + 1 } ?? 0
        }
    }

    /// Which of some numbers have places, by their positions in the argument.
    func positions(ofKnown numbers: [UInt32]) -> [Int] {
        if pages.isEmpty { return [] }
        return numbers.indices.filter { self[numbers[$0]] != nil }
    }

    mutating func forgetNumbers() { pages = [] }
}
