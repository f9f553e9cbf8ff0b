/// The state of a query, owned by the caller: hints for the next query, a buffer for results, and counters of work.
///
/// Queries do not change the layout; they keep their state in the cursor. Reuse a cursor to make the next query
/// cheaper. A query with a cursor allocates nothing. A cursor can be used with any layout, for one query at a time.
/// Results do not depend on the cursor.
///
///     var cursor = LayoutCursor()          // kept by the view
///     layout.forEachElement(in: viewport, cursor: &cursor) { draw($0.frame) }
public struct LayoutCursor: ~Copyable, @unchecked Sendable {
    // One allocation holds everything; see CursorBlock. The cursor is its only owner, so sending the cursor is safe.
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let elements: UnsafeMutablePointer<LayoutAttributes>

    public init() {
        let block = CursorBlock.allocate()
        memory = block.address
        elements = block.elements
    }

    deinit { block.deallocate() }

    var block: CursorBlock { CursorBlock(memory: memory) }

    /// Counted work of all queries with this cursor since it was created or this property was last set.
    public var work: LayoutWork {
        get { block.work }
        set { block.work = newValue }
    }
}
