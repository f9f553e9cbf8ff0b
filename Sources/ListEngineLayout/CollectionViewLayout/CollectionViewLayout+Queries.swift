import Foundation

#if canImport(CoreGraphics)
    import CoreGraphics
#endif

// MARK: - Elements in a rectangle

extension CollectionViewLayout {
    /// Returns all elements in a viewport's rectangle.
    ///
    /// An element is in a rectangle if a.min < b.max and a.max > b.min on both axes, so an element without extent is
    /// never returned.
    ///
    /// The order is by section. Within a section: decorations, headers, items by index, footers. Each item is
    /// followed by its supplementary items. The headers and footers of the list itself come last. Pinned elements
    /// have the frames at which they are shown. Items of sections that scroll independently are moved by the
    /// viewport's offsets.
    /// - Complexity: O(log *S* + log *n* + *k*) in built-in sections, where *k* is the number of elements returned.
    ///   In a section of a user's layout, O(blocks of frames + items of the blocks that meet the rectangle).
    public func layoutAttributes(in viewport: Viewport) -> [LayoutAttributes] {
        var answer: [LayoutAttributes] = []
        var cursor = LayoutCursor()
        appendElements(in: viewport, cursor: &cursor, to: &answer)
        return answer
    }

    /// Returns all elements in a rectangle that is also the visible bounds.
    public func layoutAttributes(in rect: CGRect) -> [LayoutAttributes] { layoutAttributes(in: Viewport(rect)) }

    /// Calls a closure for each element in a viewport's rectangle, in order. Allocates nothing.
    ///
    ///     layout.forEachElement(in: viewport, cursor: &cursor) { element in
    ///         place(element.item, element.frame)
    ///     }
    ///
    /// See ``layoutAttributes(in:)-(Viewport)`` for the test, the order and the cost.
    @inlinable
    public func forEachElement<Failure: Error>(
        in viewport: Viewport, cursor: inout LayoutCursor, _ body: (LayoutAttributes) throws(Failure) -> Void
    ) throws(Failure) {
        var count = firstElements(in: viewport, cursor: cursor)
        while count > 0 {
            for index in 0..<count { try body(cursor.elements[index]) }
            count = nextElements(in: viewport, cursor: cursor)
        }
    }

    /// Calls a closure for each element in a rectangle that is also the visible bounds.
    @inlinable
    public func forEachElement<Failure: Error>(
        in rect: CGRect, cursor: inout LayoutCursor, _ body: (LayoutAttributes) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachElement(in: Viewport(rect), cursor: &cursor, body)
    }

    /// Calls a closure with the section, the index and the frame of each item in a rectangle, in order.
    ///
    /// This is for programs that draw items and need nothing else. It finds the items that
    /// `forEachElement` finds, and no other elements. The cursor remembers the items
    /// around the rectangle, so a rectangle that moves along with a screen costs a fraction of that query.
    ///
    ///     layout.forEachItem(in: visibleRect, cursor: &cursor) { section, item, frame in
    ///         place(item, frame)
    ///     }
    ///
    /// - Parameters:
    ///   - rect: A rectangle in points of the content.
    ///   - sectionOffsets: The scroll offsets of sections that scroll independently of the list.
    ///   - cursor: Keep it for the next call. The first call allocates what the cursor remembers, the others nothing.
    ///   - body: The closure.
    /// - Complexity: O(*k*), where *k* is the number of items found, if the layout was not edited since the last call
    ///   with the cursor and the rectangle is near the last one. Otherwise as `layoutAttributes(in:)`.
    @inlinable
    public func forEachItem<Failure: Error>(
        in rect: CGRect, sectionOffsets: SectionOffsets = SectionOffsets(), cursor: inout LayoutCursor,
        _ body: (_ section: Int, _ item: Int, _ frame: CGRect) throws(Failure) -> Void
    ) throws(Failure) {
        var run = firstItems(in: rect, sectionOffsets, cursor: cursor)
        while let frames = run.frames {
            if pixelSnapping != .none {
                for index in 0..<run.count {
                    try body(run.section, run.first &+ index, snapped(frames[index]))
                }
            } else {
                for index in 0..<run.count { try body(run.section, run.first &+ index, frames[index]) }
            }
            if run.isLast { break }
            run = nextItems(sectionOffsets, cursor: cursor)
        }
    }

    /// Appends all elements in a viewport's rectangle to an array, in order. Allocates only the array's memory.
    package func appendElements(
        in viewport: Viewport, cursor: inout LayoutCursor, to elements: inout [LayoutAttributes]
    ) {
        var count = firstElements(in: viewport, cursor: cursor)
        while count > 0 {
            elements.append(contentsOf: UnsafeBufferPointer(start: cursor.elements, count: count))
            count = nextElements(in: viewport, cursor: cursor)
        }
    }

    /// Calls a closure with the items in a rectangle, as runs of consecutive items, in order. See
    /// ``forEachItem(in:sectionOffsets:cursor:_:)``.
    package func forEachRunOfItems(
        in rect: CGRect, sectionOffsets: SectionOffsets, cursor: inout LayoutCursor,
        _ body: (_ section: Int, _ items: Range<Int>) -> Void
    ) {
        var run = firstItems(in: rect, sectionOffsets, cursor: cursor)
        while run.frames != nil {
            body(run.section, run.first..<run.first + run.count)
            if run.isLast { break }
            run = nextItems(sectionOffsets, cursor: cursor)
        }
    }

    @usableFromInline
    func firstItems(in rect: CGRect, _ sectionOffsets: SectionOffsets, cursor: borrowing LayoutCursor) -> ItemRun {
        cursor.block.firstItems(of: storage, rect: storage.unitRect(rect), scrolled: sectionOffsets)
    }

    @usableFromInline
    func nextItems(_ sectionOffsets: SectionOffsets, cursor: borrowing LayoutCursor) -> ItemRun {
        cursor.block.nextItems(of: storage, scrolled: sectionOffsets)
    }

    /// Writes the elements in a viewport's rectangle into a buffer, in order, as many as fit. Allocates nothing.
    /// - Returns: The number of elements written. If it equals the buffer's count, there may be more elements.
    public func layoutAttributes(
        in viewport: Viewport, cursor: inout LayoutCursor, into buffer: UnsafeMutableBufferPointer<LayoutAttributes>
    ) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        let count = cursor.block.first(
            of: storage, rect: storage.unitRect(viewport.rect), visible: visibleRect(viewport),
            scrolled: viewport.sectionOffsets, into: start, capacity: buffer.count)
        var total = count
        // The core may write fewer elements than fit, but writes 0 only at the end.
        while total < buffer.count {
            let more = cursor.block.next(
                of: storage, scrolled: viewport.sectionOffsets, into: start + total, capacity: buffer.count - total)
            if more == 0 { break }
            total += more
        }
        if pixels.scale > 0 { pixels.snap(start, count: total) }
        return total
    }

    /// The same into a span.
    public func layoutAttributes(
        in viewport: Viewport, cursor: inout LayoutCursor, into span: inout MutableSpan<LayoutAttributes>
    ) -> Int {
        span.withUnsafeMutableBufferPointer { layoutAttributes(in: viewport, cursor: &cursor, into: $0) }
    }

    /// Starts a query in the cursor. Returns the number of elements in the cursor's buffer.
    @usableFromInline
    func firstElements(in viewport: Viewport, cursor: borrowing LayoutCursor) -> Int {
        let rect = storage.unitRect(viewport.rect)
        // The two rectangles are usually equal.
        let isVisibleRect = viewport.rect == viewport.visibleBounds && viewport.adjustedInsets == .zero
        let count = cursor.block.first(
            of: storage, rect: rect, visible: isVisibleRect ? rect : visibleRect(viewport),
            scrolled: viewport.sectionOffsets, into: cursor.elements, capacity: CursorBlock.capacity)
        if pixels.scale > 0 { pixels.snap(cursor.elements, count: count) }
        return count
    }

    /// Continues the query in the cursor. Returns the number of elements in the cursor's buffer.
    @usableFromInline
    func nextElements(in viewport: Viewport, cursor: borrowing LayoutCursor) -> Int {
        let count = cursor.block.next(
            of: storage, scrolled: viewport.sectionOffsets, into: cursor.elements, capacity: CursorBlock.capacity)
        if pixels.scale > 0 { pixels.snap(cursor.elements, count: count) }
        return count
    }

    /// The visible bounds without the adjusted insets along the scroll axis. Pinned elements follow this rectangle.
    @inline(__always)
    func visibleRect(_ viewport: Viewport) -> UnitRect {
        var visible = storage.unitRect(viewport.visibleBounds)
        let insets = viewport.adjustedInsets
        if storage.isHorizontal {
            visible.mainMin += Units.inset(insets.leading)
            visible.mainMax -= Units.inset(insets.trailing)
        } else {
            visible.mainMin += Units.inset(insets.top)
            visible.mainMax -= Units.inset(insets.bottom)
        }
        return visible
    }
}

// MARK: - Single elements

extension CollectionViewLayout {
    /// Returns the frame of an item, in points of the content. If the section scrolls independently of the list, the
    /// frame is that at a scroll offset of 0.
    /// - Complexity: O(log *S* + log *n*); O(log *S*) in a uniform grid.
    /// - Precondition: The item is in the layout.
    public func frame(ofItem item: Int, inSection section: Int) -> CGRect {
        snapped(storage.frame(storage.itemFrame(item, inSection: section)))
    }

    /// Returns the attributes of an item, as a query returns them.
    /// - Complexity: As ``frame(ofItem:inSection:)``.
    /// - Precondition: The item is in the layout.
    public func layoutAttributesForItem(_ item: Int, inSection section: Int) -> LayoutAttributes {
        var attributes = storage.itemAttributes(item, inSection: section)
        if pixels.scale > 0 { pixels.snap(&attributes, count: 1) }
        return attributes
    }

    /// Returns the frame of a section's header, or of the first one if it has several. Nil if it has none.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - viewport: If it is not nil, the frame of a pinned header is its position in this viewport.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frameForHeader(inSection section: Int, pinnedTo viewport: Viewport? = nil) -> CGRect? {
        storage.checkSection(section)
        return firstBar(.header, inSection: section, viewport)
    }

    /// Returns the frame of a section's footer, or of the first one if it has several. Nil if it has none.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - viewport: If it is not nil, the frame of a pinned footer is its position in this viewport.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frameForFooter(inSection section: Int, pinnedTo viewport: Viewport? = nil) -> CGRect? {
        storage.checkSection(section)
        return firstBar(.footer, inSection: section, viewport)
    }

    private func firstBar(_ category: ElementCategory, inSection section: Int, _ viewport: Viewport?) -> CGRect? {
        guard let index = storage.barIndices(category, inSection: section).first else { return nil }
        let path = ElementPath(section: section, item: index, category: category)
        return storage.barFrame(path, visible: viewport.map(visibleRect)).map { snapped(storage.frame($0)) }
    }

    /// Returns the item at a point of the content, or nil if the point is in a gap. The far edges do not belong to a
    /// frame. If several items contain the point, the last one is returned; it is drawn on top.
    /// - Parameters:
    ///   - point: A point in the content.
    ///   - sectionOffsets: The scroll offsets of sections that scroll independently of the list.
    /// - Complexity: O(log *S* + log *n* + items of a line).
    public func item(at point: CGPoint, sectionOffsets: SectionOffsets = SectionOffsets()) -> ElementPath? {
        storage.item(at: storage.unitPoint(point), scrolled: sectionOffsets)
    }

    /// Returns the item whose frame is nearest to a point of the content. If several are equally near, the first is
    /// returned. Nil if there are no items.
    /// - Parameters:
    ///   - point: A point in the content.
    ///   - sectionOffsets: The scroll offsets of sections that scroll independently of the list.
    /// - Complexity: O(log *S* + log *n* + items of a line). More if sections overlap.
    public func nearestItem(to point: CGPoint, sectionOffsets: SectionOffsets = SectionOffsets()) -> ElementPath? {
        storage.nearestItem(to: storage.unitCorner(point), scrolled: sectionOffsets)
    }
}

// MARK: - Frames in bulk

extension CollectionViewLayout {
    /// Writes the frames of a range of items into a buffer, in points of the content. Allocates nothing.
    /// - Complexity: O(log *n* + items).
    /// - Precondition: The items are in the section, and the buffer has room for them.
    public func frames(
        ofItems items: Range<Int>, inSection section: Int, into buffer: UnsafeMutableBufferPointer<CGRect>
    ) {
        storage.checkItems(items, inSection: section)
        guard items.count <= buffer.count else {
            fatalError("\(items.count) frames do not fit the buffer; it has room for \(0...buffer.count)")
        }
        guard let start = buffer.baseAddress, !items.isEmpty else { return }
        storage.frames(ofItems: items, inSection: section, into: start)
        guard pixels.scale > 0 else { return }
        for index in 0..<items.count { start[index] = pixels.snapped(start[index]) }
    }

    /// The same into a span.
    public func frames(ofItems items: Range<Int>, inSection section: Int, into span: inout MutableSpan<CGRect>) {
        span.withUnsafeMutableBufferPointer { frames(ofItems: items, inSection: section, into: $0) }
    }

    /// The frames of a range of items, in points of the content.
    public func frames(ofItems items: Range<Int>, inSection section: Int) -> [CGRect] {
        storage.checkItems(items, inSection: section)
        return Array(unsafeUninitializedCapacity: items.count) { buffer, count in
            frames(ofItems: items, inSection: section, into: buffer)
            count = items.count
        }
    }

    /// Writes the frames of a range of items into a buffer as x, y, width and height in 32-bit floats, relative to an
    /// origin. A float has an error of at most 2^-12 pt up to 4,096 pt from the origin, at any depth in the content.
    /// Move the origin along with the visible bounds. Allocates nothing.
    ///
    /// Edges are not rounded to pixels. A host that draws relative to an origin rounds after adding the origin.
    /// - Complexity: O(log *n* + items).
    /// - Precondition: The items are in the section, and the buffer has room for them.
    public func frames(
        ofItems items: Range<Int>, inSection section: Int, relativeTo origin: CGPoint,
        into buffer: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        storage.checkItems(items, inSection: section)
        guard items.count <= buffer.count else {
            fatalError("\(items.count) frames do not fit the buffer; it has room for \(0...buffer.count)")
        }
        guard let start = buffer.baseAddress, !items.isEmpty else { return }
        storage.frames(ofItems: items, inSection: section, relativeTo: origin, into: start)
    }

    /// The same into a span.
    public func frames(
        ofItems items: Range<Int>, inSection section: Int, relativeTo origin: CGPoint,
        into span: inout MutableSpan<SIMD4<Float>>
    ) {
        span.withUnsafeMutableBufferPointer {
            frames(ofItems: items, inSection: section, relativeTo: origin, into: $0)
        }
    }
}

// MARK: - Numbers of items

extension CollectionViewLayout {
    /// Returns the number of an item in a section with an ``ExtentRule``; nil in other sections.
    /// - Complexity: O(log *S* + log *n*).
    /// - Precondition: The item is in the layout.
    public func number(ofItem item: Int, inSection section: Int) -> Double? {
        storage.checkItems(item, count: 1, inSection: section)
        guard storage.rule(ofSection: section) != nil, let numbers = storage.columns.numbers else { return nil }
        return Units.points(numbers.number(at: storage.placement(ofSection: section).itemsBefore + item))
    }
}
