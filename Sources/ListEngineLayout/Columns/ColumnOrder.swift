import Foundation

/// The order of columns, hidden ones included.
///
/// A column is a number here: a slot, which it keeps while it moves. The order is a list in the core, and the extent of an item
/// names its slot. A column that is shown adds 2^40 units, so the position of an item says how many columns are shown before it.
/// The way back, from a slot to its index, is a binary search: each slot has a label, and labels ascend in the order.
struct ColumnOrder: Sendable {
    static let mostColumns = 1 << 20
    private static let shown: Int64 = 1 << 40

    var list = CollectionViewLayout(crossExtent: 1, scrollDirection: .horizontal)
    /// By slot. Free slots have old labels.
    private var labels: [UInt64] = []

    private static let labelBits = 62

    /// The order in which slots are numbered.
    /// - Parameter isShown: By slot.
    init(isShown: [Bool]) throws(LayoutError) {
        let extents = isShown.enumerated().map { Self.extent(slot: $0.offset, isShown: $0.element) }
        try list.append(.list(extents: extents))
        let gap = (UInt64(1) << Self.labelBits) / UInt64(isShown.count + 1)
        labels = isShown.indices.map { UInt64($0 + 1) * gap }
    }

    private static func extent(slot: Int, isShown: Bool) -> Double {
        // Both numbers are integers of at most 41 bits, so the conversion is exact.
        Units.points((isShown ? shown : 0) + Int64(slot))
    }

    var count: Int { list.numberOfItems }
    var shownCount: Int { Int(list.storage.extent / Self.shown) }

    private func extent(at index: Int) -> Int64 {
        let frame = list.storage.itemFrame(index, inSection: 0)
        return frame.mainMax - frame.mainMin
    }

    func slot(at index: Int) -> Int { Int(extent(at: index) % Self.shown) }

    /// The number of shown columns before an index, which may be the end.
    func rank(of index: Int) -> Int {
        if index == count || shownCount == count { return min(index, shownCount) }
        return Int(list.storage.itemFrame(index, inSection: 0).mainMin / Self.shown)
    }

    /// The index of a shown column.
    func index(ofRank rank: Int) -> Int {
        if shownCount == count, rank >= 0, rank < count { return rank }
        // The slots before it sum up to less than 2^40, so only this column contains the last unit of its own 2^40.
        let place = (Int64(rank) + 1) * Self.shown - 1
        guard let path = list.storage.item(at: (place, 0), scrolled: SectionOffsets()) else {
            fatalError("column \(rank) of the shown ones is out of range; valid are \(0..<shownCount)")
        }
        return path.item
    }

    func index(ofSlot slot: Int) -> Int { firstIndex(fromLabel: labels[slot]) }

    private func firstIndex(fromLabel label: UInt64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.label(at: middle) < label { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Makes a slot shown or hidden.
    mutating func setShown(_ isShown: Bool, at index: Int) throws(LayoutError) {
        let extent = Self.extent(slot: slot(at: index), isShown: isShown)
        try list.resizeItem(index, inSection: 0, to: CGFloat(extent))
    }

    mutating func insert(_ slot: Int, isShown: Bool, at index: Int) throws(LayoutError) {
        var edited = list
        try edited.insertItem(at: index, inSection: 0, extent: CGFloat(Self.extent(slot: slot, isShown: isShown)))
        // The labels stay correct even if the list could not be edited.
        let label = freeLabel(at: index)
        list = edited
        while labels.count <= slot { labels.append(0) }
        labels[slot] = label
    }

    mutating func remove(at index: Int) throws(LayoutError) { try list.removeItem(index, inSection: 0) }

    private func label(at index: Int) -> UInt64 { labels[slot(at: index)] }

    /// A label between those of the columns before and at an index.
    private mutating func freeLabel(at index: Int) -> UInt64 {
        while true {
            let low = index > 0 ? label(at: index - 1) : 0
            let high = index < count ? label(at: index) : 1 << Self.labelBits
            if high - low >= 2 { return low + (high - low) / 2 }
            spread(around: low)
        }
    }

    /// Spreads the labels near one evenly over the smallest range that is not crowded: a range of 2^i labels may have
    /// 1.5^i columns. Each label is written O(log n) times on average in this way (Bender, Cole, Demaine,
    /// Farach-Colton, Zito: Two Simplified Algorithms for Maintaining Order in a List, 2002).
    private mutating func spread(around label: UInt64) {
        var first = firstIndex(fromLabel: label)
        var last = first
        var crowd = 1.0
        for bits in 1...Self.labelBits {
            crowd *= 1.5
            let start = (label >> bits) << bits
            let size = UInt64(1) << bits
            while first > 0, self.label(at: first - 1) >= start { first -= 1 }
            while last < count, self.label(at: last) < start + size { last += 1 }
            let gap = size / UInt64(last - first + 1)
            guard gap >= 4, Double(last - first) < crowd || bits == Self.labelBits else { continue }
            for index in first..<last { labels[slot(at: index)] = start + UInt64(index - first + 1) * gap }
            return
        }
    }
}
