/// Counted work of a layout. The library's documented costs are stated in these counters.
public struct LayoutWork: Sendable, Hashable {
    /// Tree nodes read.
    public var nodesVisited: Int
    /// Tree nodes changed, created or copied.
    public var nodesWritten: Int
    /// Items rewritten because lines were re-flowed or because one pass covered many items.
    public var itemsMoved: Int

    public init(nodesVisited: Int = 0, nodesWritten: Int = 0, itemsMoved: Int = 0) {
        self.nodesVisited = nodesVisited
        self.nodesWritten = nodesWritten
        self.itemsMoved = itemsMoved
    }
}
