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

/// Places in the order in which they were added: a list with links both ways.
struct AgeOrder {
    private struct Links {
        var older: Int32 = -1
        var newer: Int32 = -1
    }

    private var links: ContiguousArray<Links> = []
    private var ends: (oldest: Int32, newest: Int32) = (-1, -1)

    var oldest: Int? { ends.oldest < 0 ? nil : Int(ends.oldest) }

    /// Adds a place that is not in the order as the newest one.
    mutating func append(_ place: Int) {
        while place >= links.count { links.append(Links()) }
        links[place] = Links(older: ends.newest)
        if ends.newest >= 0 { links[Int(ends.newest)].newer = Int32(place) } else { ends.oldest = Int32(place) }
        ends.newest = Int32(place)
    }

    /// Takes out a place that is in the order.
    mutating func remove(_ place: Int) {
        let (older, newer) = (links[place].older, links[place].newer)
        if older >= 0 { links[Int(older)].newer = newer } else { ends.oldest = newer }
        if newer >= 0 { links[Int(newer)].older = older } else { ends.newest = older }
    }
}
