/// Work that a layout did, in counted steps: what the cost contract of the library speaks of.
public struct LayoutWork: Sendable, Hashable {
    /// Tree nodes read.
    public var nodesVisited: Int
    /// Tree nodes changed, made or copied.
    public var nodesWritten: Int
    /// Items rewritten by re-flow or by one pass over many.
    public var itemsMoved: Int

    public init(nodesVisited: Int = 0, nodesWritten: Int = 0, itemsMoved: Int = 0) {
        self.nodesVisited = nodesVisited
        self.nodesWritten = nodesWritten
        self.itemsMoved = itemsMoved
    }
}
