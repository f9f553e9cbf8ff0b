/// A place for each of some items of a list.
///
/// Numbers are looked up in pages of 1,024. Only pages with entries exist. A lookup takes two reads, and an item
/// takes 4 bytes if the items around it have places too.
struct ItemPlaces {
    private static let pageSize = 1024

    /// Places plus one; 0 means no place. A page without places is empty.
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

    /// Returns which of some numbers have places, as positions in the argument.
    func positions(ofKnown numbers: [UInt32]) -> [Int] {
        if pages.isEmpty { return [] }
        return numbers.indices.filter { self[numbers[$0]] != nil }
    }

    mutating func forgetNumbers() { pages = [] }
}
