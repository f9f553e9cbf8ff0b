/// The caller's memory of a query: hints for the next one, a buffer for what was found, and counters of work.
///
/// A layout never changes when it is asked. What a query remembers stands here, so a cursor that is kept makes the
/// next query cheaper, and a query with one allocates nothing. It may be used with any layout, one query at a time, and
/// is never needed for a right answer.
///
///     var cursor = LayoutCursor()          // kept by the view
///     layout.forEachElement(in: viewport, cursor: &cursor) { draw($0.frame) }
public struct LayoutCursor: ~Copyable, @unchecked Sendable {
    // One allocation that holds everything; see CursorBlock. It is the cursor's alone, which makes sending it safe.
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let elements: UnsafeMutablePointer<LayoutAttributes>

    public init() {
        let block = CursorBlock.allocate()
        memory = block.address
        elements = block.elements
    }

    deinit { block.deallocate() }

    var block: CursorBlock { CursorBlock(memory: memory) }

    /// Work of the queries that used this cursor, since it was made or since this was set.
    public var work: LayoutWork {
        get { block.work }
        set { block.work = newValue }
    }
}
