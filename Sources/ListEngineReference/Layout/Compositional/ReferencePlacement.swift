/// A section as it was laid out. Frames of its elements are those in the whole content; scrolled sections stand at
/// their start.
public struct ReferencePlacement: Sendable {
    public struct Group: Sendable, Equatable {
        /// Start from the section's along the axis that groups follow each other on, and extent.
        public var offset: Int64
        public var extent: Int64
    }

    /// Start along the scroll axis, and extent without the spacing after it.
    public var offset: Int64 = 0
    public var extent: Int64 = 0
    /// Items in the sections before it.
    public var firstItem = 0
    public var itemCount = 0
    /// Frames of its items, in order; none where the composition shows none.
    public var itemFrames: [ReferenceRect] = []
    public var backdrops: [ReferencePiece] = []
    /// Items, each followed by its supplementaries.
    public var items: [ReferencePiece] = []
    public var boundaries: [ReferencePlacedBoundary] = []
    /// What headers take at the start, and footers at the end.
    public var startBand: Int64 = 0
    public var endBand: Int64 = 0
    public var isOrthogonal = false
    /// Extent of what an orthogonal section scrolls.
    public var content: Int64 = 0
    public var groups: [Group] = []
    public var itemsPerGroup = 0
    /// A section of another kind, laid out from 0 on.
    var plain: ReferenceLayout?

    var stretch: Range<Int64> { offset..<(offset + extent) }

    mutating func shift(main: Int64) {
        offset += main
        for index in itemFrames.indices { itemFrames[index] = itemFrames[index].shifted(main: main) }
        for index in backdrops.indices { backdrops[index] = backdrops[index].shifted(main: main) }
        for index in items.indices { items[index] = items[index].shifted(main: main) }
        for index in boundaries.indices {
            boundaries[index].piece = boundaries[index].piece.shifted(main: main)
            boundaries[index].slot = boundaries[index].slot.shifted(main: main)
        }
    }
}
