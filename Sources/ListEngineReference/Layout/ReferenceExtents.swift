/// The simplest sequence of extents with positions: an array of extents, which each query adds up.
///
/// The oracle of the extent tree. Extents are non-negative, in units.
public struct ReferenceExtents: Sendable, Equatable {
    /// An entry and its position.
    public struct Entry: Sendable, Equatable {
        public var index: Int
        /// Sum of the extents before it.
        public var offset: Int64
        public var extent: Int64
    }

    public private(set) var extents: [Int64]

    public init(_ extents: [Int64] = []) { self.extents = extents }

    public var count: Int { extents.count }

    public var total: Int64 { extents.reduce(0, +) }

    /// Sum of the extents before an entry.
    public func offset(of index: Int) -> Int64 { extents[..<index].reduce(0, +) }

    public func entry(_ index: Int) -> Entry {
        Entry(index: index, offset: offset(of: index), extent: extents[index])
    }

    /// The entry that covers an offset. An empty entry covers nothing. For an offset before the start, the result is the first
    /// entry that is not empty. For an offset past the end, `index` is the count.
    public func entry(atOffset offset: Int64) -> Entry {
        var position: Int64 = 0
        for (index, extent) in extents.enumerated() {
            if extent > 0 && offset < position + extent {
                return Entry(index: index, offset: position, extent: extent)
            }
            position += extent
        }
        return Entry(index: count, offset: position, extent: 0)
    }

    public mutating func resize(from first: Int, to new: [Int64]) {
        extents.replaceSubrange(first..<(first + new.count), with: new)
    }

    public mutating func insert(_ new: [Int64], at index: Int) { extents.insert(contentsOf: new, at: index) }

    public mutating func remove(_ range: Range<Int>) { extents.removeSubrange(range) }

    /// Moves a range so that its first entry gets index `to`, counted without them.
    public mutating func move(_ range: Range<Int>, to index: Int) { extents.moveRange(range, to: index) }

    public mutating func apply(_ script: [ReferenceEdit], inserting new: [Int64]) {
        extents = script.applied(to: extents, inserting: new)
    }
}
