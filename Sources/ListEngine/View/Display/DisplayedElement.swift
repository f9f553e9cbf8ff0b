import ListEngineLayout

/// A shown element.
struct DisplayedElement {
    var key: ElementKey
    var attributes: LayoutAttributes
    var view: CollectionReusableView
    /// In a batch of updates: whether the element is still in the list but not visible.
    var isMovingOut = false
}

/// The memory that a pass works in. It is stored between passes, so that scrolling allocates nothing.
struct PassMemory {
    /// The results of the last query, and whether each of them is displayed already.
    var found: [LayoutAttributes] = []
    var isDisplayed: [Bool] = []
    /// The views of elements that become visible, by their index in `found`.
    var made: [CollectionReusableView?] = []
    /// The indices in the displayed elements of those that are no longer visible.
    var left: [Int] = []
    var foundPlaces: [ElementKey: Int] = [:]

    mutating func startMatching(_ count: Int) {
        left.removeAll(keepingCapacity: true)
        isDisplayed.removeAll(keepingCapacity: true)
        isDisplayed.append(contentsOf: repeatElement(false, count: count))
        made.removeAll(keepingCapacity: true)
        made.append(contentsOf: repeatElement(nil, count: count))
    }
}

extension LayoutAttributes {
    private typealias Bits = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    /// Whether the attributes are equal bit for bit, which is found sooner than by members. They have no padding. Equal
    /// attributes may differ in the sign of a zero.
    @inline(__always)
    func hasSameBits(as other: LayoutAttributes) -> Bool {
        let (a, b) = (unsafeBitCast(self, to: Bits.self), unsafeBitCast(other, to: Bits.self))
        let first = (a.0 ^ b.0) | (a.1 ^ b.1) | (a.2 ^ b.2) | (a.3 ^ b.3) | (a.4 ^ b.4)
        let second = (a.5 ^ b.5) | (a.6 ^ b.6) | (a.7 ^ b.7) | (a.8 ^ b.8) | (a.9 ^ b.9)
        return first | second == 0
    }
}

extension ElementPath {
    /// The same as `<`, faster for two items of one section, which most elements are.
    @inline(__always)
    func isBefore(_ other: ElementPath) -> Bool {
        if section == other.section, category == .item, other.category == .item { return item < other.item }
        return self < other
    }
}
