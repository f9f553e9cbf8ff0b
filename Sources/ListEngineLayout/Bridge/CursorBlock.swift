internal import CListEngine
import Foundation

/// The memory of a query: the core's hints and counters, the viewport in units, and space for the elements found.
/// It is a single allocation that the caller's cursor makes once. The visitor is another, made by the first visit.
struct CursorBlock {
    /// The number of elements that the core writes at a time. A screen of a list shows fewer.
    static let capacity = 64

    private let memory: UnsafeMutableRawPointer

    private static var viewportOffset: Int { MemoryLayout<le_cursor>.stride }
    private static var visitorOffset: Int { viewportOffset + MemoryLayout<le_viewport>.stride }
    private static var elementsOffset: Int { visitorOffset + MemoryLayout<OpaquePointer?>.stride }

    static func allocate() -> CursorBlock {
        // The size of every member is a multiple of eight bytes, so members that follow each other are aligned.
        let block = CursorBlock(
            memory: .allocate(
                byteCount: elementsOffset + capacity * MemoryLayout<le_element>.stride,
                alignment: MemoryLayout<Int64>.alignment))
        block.cursor.initialize(to: le_cursor())
        block.viewport.initialize(to: le_viewport())
        block.visitor.initialize(to: nil)
        return block
    }

    init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    var address: UnsafeMutableRawPointer { memory }

    func deallocate() {
        le_visitor_release(visitor.pointee)
        memory.deallocate()
    }

    private var cursor: UnsafeMutablePointer<le_cursor> { memory.assumingMemoryBound(to: le_cursor.self) }

    private var viewport: UnsafeMutablePointer<le_viewport> {
        (memory + Self.viewportOffset).assumingMemoryBound(to: le_viewport.self)
    }

    private var visitor: UnsafeMutablePointer<OpaquePointer?> {
        (memory + Self.visitorOffset).assumingMemoryBound(to: OpaquePointer?.self)
    }

    /// `le_element` and LayoutAttributes have the same memory layout. A test checks every offset.
    var elements: UnsafeMutablePointer<LayoutAttributes> {
        (memory + Self.elementsOffset).assumingMemoryBound(to: LayoutAttributes.self)
    }

    var work: LayoutWork {
        get {
            var work = cursor.pointee.work
            work.nodes_visited &+= le_visitor_work(visitor.pointee).nodes_visited
            return LayoutWork(work)
        }
        nonmutating set {
            // Counting starts again with an empty visitor.
            le_visitor_release(visitor.pointee)
            visitor.pointee = nil
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

    // MARK: Visits

    /// Starts a visit of the items in a rectangle and returns the first of them. See `le_layout_visit_begin`.
    @inline(__always)
    func firstItems(of storage: LayoutStorage, rect: UnitRect, scrolled: SectionOffsets) -> ItemRun {
        viewport.pointee.rect = rect.core
        return items(of: storage, scrolled: scrolled, le_layout_visit_begin)
    }

    /// Returns the next items of the visit. See `le_layout_visit_next`.
    @inline(__always)
    func nextItems(of storage: LayoutStorage, scrolled: SectionOffsets) -> ItemRun {
        items(of: storage, scrolled: scrolled, le_layout_visit_next)
    }

    @inline(__always)
    private func items(
        of storage: LayoutStorage, scrolled: SectionOffsets,
        _ visit: (
            OpaquePointer?, UnsafePointer<le_viewport>?, OpaquePointer?, UnsafeMutablePointer<le_items>?
        ) -> Bool
    ) -> ItemRun {
        let visitor = self.visitor.pointee ?? makeVisitor()
        var items = le_items()
        if scrolled.isEmpty {
            _ = visit(storage.handle, viewport, visitor, &items)
        } else {
            // The pointer to the offsets is valid during this call only.
            scrolled.withCoreScrolls { scrolls in
                viewport.pointee.scrolls = scrolls
                _ = visit(storage.handle, viewport, visitor, &items)
                viewport.pointee.scrolls = le_scrolls()
            }
        }
        return ItemRun(
            isLast: items.last, shortSection: Int32(truncatingIfNeeded: items.section), first: Int(items.first),
            count: Int(items.count),
            // A CGRect consists of the four doubles of le_frame, in the same order; a test checks it.
            frames: UnsafeRawPointer(items.frames)?.assumingMemoryBound(to: CGRect.self))
    }

    @inline(never)
    private func makeVisitor() -> OpaquePointer {
        guard let made = le_visitor_create() else { fatalError("LayoutCursor: out of memory") }
        visitor.pointee = made
        return made
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

/// Consecutive items of a section that a visit found; none at the end. The frames are valid until the next call. Four
/// words, because more are not returned in registers.
@usableFromInline
struct ItemRun {
    /// Nothing follows. If it is false, there may still be nothing more.
    @usableFromInline var isLast: Bool
    @usableFromInline var shortSection: Int32
    @usableFromInline var first: Int
    @usableFromInline var count: Int
    @usableFromInline var frames: UnsafePointer<CGRect>?

    @inlinable var section: Int { Int(shortSection) }
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
