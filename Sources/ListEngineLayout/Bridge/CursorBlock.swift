internal import CListEngine

/// The memory of a query: the core's hints and counters, the viewport in units, and space for the elements found.
/// It is a single allocation that the caller's cursor makes once.
struct CursorBlock {
    /// The number of elements that the core writes at a time. A screen of a list shows fewer.
    static let capacity = 64

    private let memory: UnsafeMutableRawPointer

    private static var viewportOffset: Int { MemoryLayout<le_cursor>.stride }
    private static var elementsOffset: Int { viewportOffset + MemoryLayout<le_viewport>.stride }

    static func allocate() -> CursorBlock {
        // The size of every member is a multiple of eight bytes, so members that follow each other are aligned.
        let block = CursorBlock(
            memory: .allocate(
                byteCount: elementsOffset + capacity * MemoryLayout<le_element>.stride,
                alignment: MemoryLayout<Int64>.alignment))
        block.cursor.initialize(to: le_cursor())
        block.viewport.initialize(to: le_viewport())
        return block
    }

    init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    var address: UnsafeMutableRawPointer { memory }

    func deallocate() { memory.deallocate() }

    private var cursor: UnsafeMutablePointer<le_cursor> { memory.assumingMemoryBound(to: le_cursor.self) }

    private var viewport: UnsafeMutablePointer<le_viewport> {
        (memory + Self.viewportOffset).assumingMemoryBound(to: le_viewport.self)
    }

    /// `le_element` and LayoutAttributes have the same memory layout. A test checks every offset.
    var elements: UnsafeMutablePointer<LayoutAttributes> {
        (memory + Self.elementsOffset).assumingMemoryBound(to: LayoutAttributes.self)
    }

    var work: LayoutWork {
        get { LayoutWork(cursor.pointee.work) }
        nonmutating set {
            cursor.pointee.work = le_work(
                nodes_visited: UInt64(newValue.nodesVisited), nodes_written: UInt64(newValue.nodesWritten),
                items_moved: UInt64(newValue.itemsMoved))
        }
    }

    /// Starts a query and writes its first elements.
    @inline(__always)
    func first(
        of storage: LayoutStorage, rect: UnitRect, visible: UnitRect, scrolled: SectionOffsets,
        into out: UnsafeMutablePointer<LayoutAttributes>, capacity: Int
    ) -> Int {
        viewport.pointee = le_viewport()
        viewport.pointee.rect = rect.core
        viewport.pointee.visible = visible.core
        le_layout_query_begin(cursor)
        return next(of: storage, scrolled: scrolled, into: out, capacity: capacity)
    }

    /// Writes the next elements; 0 when there are no more.
    @inline(__always)
    func next(
        of storage: LayoutStorage, scrolled: SectionOffsets, into out: UnsafeMutablePointer<LayoutAttributes>,
        capacity: Int
    ) -> Int {
        if cursor.pointee.done != 0 { return 0 }
        if scrolled.isEmpty { return query(storage, into: out, capacity: capacity) }
        // The pointer to the offsets is valid during this call only.
        return scrolled.withCoreScrolls { scrolls in
            viewport.pointee.scrolls = scrolls
            defer { viewport.pointee.scrolls = le_scrolls() }
            return query(storage, into: out, capacity: capacity)
        }
    }

    @inline(__always)
    private func query(
        _ storage: LayoutStorage, into out: UnsafeMutablePointer<LayoutAttributes>, capacity: Int
    ) -> Int {
        le_layout_query(
            storage.handle, viewport, cursor,
            UnsafeMutableRawPointer(out).assumingMemoryBound(to: le_element.self), capacity)
    }
}

extension SectionOffsets {
    /// Calls a closure with the offsets in the core's form. The pointer is valid during the call.
    func withCoreScrolls<Result>(_ body: (le_scrolls) -> Result) -> Result {
        entries.withUnsafeBytes { bytes in
            // An entry has the memory layout of le_scrolled; a test checks it.
            body(
                le_scrolls(scrolled: bytes.baseAddress?.assumingMemoryBound(to: le_scrolled.self), count: entries.count)
            )
        }
    }
}
