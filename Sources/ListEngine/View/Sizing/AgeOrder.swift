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
