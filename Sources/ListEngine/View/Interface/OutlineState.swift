/// What a cell shows of its item's place in an outline.
public struct OutlineState: Sendable, Hashable {
    /// The number of items above this one in the tree: 0 for a root.
    public var level: Int

    /// Whether the item has children, or can load them: see ``SectionSnapshotHandlers/canLoadChildren``.
    public var isExpandable: Bool

    /// Whether the item's children are shown.
    public var isExpanded: Bool

    public init(level: Int, isExpandable: Bool, isExpanded: Bool) {
        self.level = level
        self.isExpandable = isExpandable
        self.isExpanded = isExpanded
    }
}
