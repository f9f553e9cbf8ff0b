/// The frames of a section that has been laid out. They are relative to the whole content, with every orthogonal
/// section scrolled to its start.
public struct ReferencePlacement: Sendable {
    public struct Group: Sendable, Equatable {
        /// The start relative to the section, along the axis on which groups follow each other, and the extent.
        public var offset: Int64
        public var extent: Int64
    }

    /// The start along the scroll axis, and the extent without the spacing after it.
    public var offset: Int64 = 0
    public var extent: Int64 = 0
    /// The number of items in the sections before this one.
    public var firstItem = 0
    public var itemCount = 0
    /// The frames of the items, in order. Empty if the composition shows no items.
    public var itemFrames: [ReferenceRect] = []
    public var backdrops: [ReferencePiece] = []
    /// The items, each followed by its supplementary views.
    public var items: [ReferencePiece] = []
    public var boundaries: [ReferencePlacedBoundary] = []
    /// The room that headers take at the start, and footers at the end.
    public var startBand: Int64 = 0
    public var endBand: Int64 = 0
    public var isOrthogonal = false
    /// The extent of the scrolled content of an orthogonal section.
    public var content: Int64 = 0
    public var groups: [Group] = []
    /// The distance after which the groups repeat; 0 if the section does not loop.
    public var period: Int64 = 0
    /// In a section that loops, all groups start in the period before this place.
    var loopEnd: Int64 = 0
    public var itemsPerGroup = 0
    /// The layout of a section of another kind, starting at 0.
    var plain: ReferenceLayout?

    /// Returns the distance by which a group is moved back across the list at a scroll offset of the section. In a section that
    /// loops, the group is moved on by whole periods to the period in which groups are shown.
    func scroll(ofGroup group: Int, at offset: Int64) -> Int64 {
        guard isOrthogonal else { return 0 }
        guard period > 0 else { return offset }
        let first = loopEnd - period
        let start = groups[group].offset
        let past = (start - offset % period - first) % period
        return start - first - (past < 0 ? past + period : past)
    }

    /// The same for the group of an item.
    public func scroll(ofItem item: Int, at offset: Int64) -> Int64 {
        if itemsPerGroup > 0 { return scroll(ofGroup: item / itemsPerGroup, at: offset) }
        return isOrthogonal ? offset : 0
    }

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
