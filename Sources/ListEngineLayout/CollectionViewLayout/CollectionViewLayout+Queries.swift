import Foundation

// MARK: - What is in a rectangle

extension CollectionViewLayout {
    /// Everything that stands in a viewport's rectangle.
    ///
    /// An element is in a rectangle when a.min < b.max and a.max > b.min on both axes, so nothing empty is. Order: by
    /// section; in it decorations, headers, the items by index, each followed by its supplementary items, footers; last
    /// the headers and footers of the list itself. Pinned elements are where they show, and items of sections that
    /// scroll on their own where the viewport's offsets put them.
    /// - Complexity: O(log *S* + log *n* + answer) in sections in stock; in a section of a user's layout, O(blocks of
    ///   frames + items of the blocks that meet the rectangle).
    public func layoutAttributes(in viewport: Viewport) -> [LayoutAttributes] {
        var answer: [LayoutAttributes] = []
        let cursor = LayoutCursor()
        var count = firstElements(in: viewport, cursor: cursor)
        while count > 0 {
            answer.append(contentsOf: UnsafeBufferPointer(start: cursor.elements, count: count))
            count = nextElements(in: viewport, cursor: cursor)
        }
        return answer
    }

    /// Everything that stands in a rectangle, which is also the visible bounds.
    public func layoutAttributes(in rect: CGRect) -> [LayoutAttributes] { layoutAttributes(in: Viewport(rect)) }

    /// Calls a closure for everything that stands in a viewport's rectangle, in order. Allocates nothing.
    ///
    ///     layout.forEachElement(in: viewport, cursor: &cursor) { element in
    ///         place(element.item, element.frame)
    ///     }
    ///
    /// See ``layoutAttributes(in:)-(Viewport)`` for what is in a rectangle, the order and the cost.
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

    /// Calls a closure for everything that stands in a rectangle, which is also the visible bounds.
    @inlinable
    public func forEachElement<Failure: Error>(
        in rect: CGRect, cursor: inout LayoutCursor, _ body: (LayoutAttributes) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachElement(in: Viewport(rect), cursor: &cursor, body)
    }

    /// Writes everything that stands in a viewport's rectangle into a buffer, in order, as far as there is room.
    /// Allocates nothing.
    /// - Returns: How many were written. When that is the buffer's count there may be more.
    public func layoutAttributes(
        in viewport: Viewport, cursor: inout LayoutCursor, into buffer: UnsafeMutableBufferPointer<LayoutAttributes>
    ) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        let count = cursor.block.first(
            of: storage, rect: storage.unitRect(viewport.rect), visible: visibleRect(viewport),
            scrolled: viewport.sectionOffsets, into: start, capacity: buffer.count)
        var total = count
        // The core may answer less than there is room for, but answers 0 only at the end.
        while total < buffer.count {
            let more = cursor.block.next(
                of: storage, scrolled: viewport.sectionOffsets, into: start + total, capacity: buffer.count - total)
            if more == 0 { break }
            total += more
        }
        if pixelScale > 0 { Pixels.snap(start, count: total, scale: pixelScale) }
        return total
    }

    /// The same into a span.
    public func layoutAttributes(
        in viewport: Viewport, cursor: inout LayoutCursor, into span: inout MutableSpan<LayoutAttributes>
    ) -> Int {
        span.withUnsafeMutableBufferPointer { layoutAttributes(in: viewport, cursor: &cursor, into: $0) }
    }

    /// Starts a query in the cursor. Returns how many elements stand in its buffer.
    @usableFromInline
    func firstElements(in viewport: Viewport, cursor: borrowing LayoutCursor) -> Int {
        let rect = storage.unitRect(viewport.rect)
        // Most often they are the same.
        let isVisibleRect = viewport.rect == viewport.visibleBounds && viewport.adjustedInsets == .zero
        let count = cursor.block.first(
            of: storage, rect: rect, visible: isVisibleRect ? rect : visibleRect(viewport),
            scrolled: viewport.sectionOffsets, into: cursor.elements, capacity: CursorBlock.capacity)
        if pixelScale > 0 { Pixels.snap(cursor.elements, count: count, scale: pixelScale) }
        return count
    }

    /// The next elements of the query in the cursor.
    @usableFromInline
    func nextElements(in viewport: Viewport, cursor: borrowing LayoutCursor) -> Int {
        let count = cursor.block.next(
            of: storage, scrolled: viewport.sectionOffsets, into: cursor.elements, capacity: CursorBlock.capacity)
        if pixelScale > 0 { Pixels.snap(cursor.elements, count: count, scale: pixelScale) }
        return count
    }

    /// The visible bounds less the adjusted insets along the scroll axis, which pinned elements follow.
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
    /// Frame of an item, in points of the content; as if its section were not scrolled, where that scrolls on its own.
    /// - Complexity: O(log *S* + log *n*); O(log *S*) in a uniform grid.
    /// - Precondition: The item is in the layout.
    public func frame(ofItem item: Int, inSection section: Int) -> CGRect {
        snapped(storage.frame(storage.itemFrame(item, inSection: section)))
    }

    /// All that a query answers of an item.
    /// - Complexity: As ``frame(ofItem:inSection:)``.
    /// - Precondition: The item is in the layout.
    public func layoutAttributesForItem(_ item: Int, inSection section: Int) -> LayoutAttributes {
        var attributes = storage.itemAttributes(item, inSection: section)
        if pixelScale > 0 { Pixels.snap(&attributes, count: 1, scale: pixelScale) }
        return attributes
    }

    /// Frame of a section's header, of several the first one; nil when it has none.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - viewport: Where it is given, a header that pins is where it shows in it.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frameForHeader(inSection section: Int, pinnedTo viewport: Viewport? = nil) -> CGRect? {
        storage.checkSection(section)
        return firstBar(.header, inSection: section, viewport)
    }

    /// Frame of a section's footer, of several the first one; nil when it has none.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - viewport: Where it is given, a footer that pins is where it shows in it.
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

    /// The item that a point of the content is on, its frame without the far edges; nil in a gap. Where several are, it
    /// is the last of them, which is drawn on top.
    /// - Parameters:
    ///   - point: Points of the content.
    ///   - sectionOffsets: How far the sections that scroll on their own are scrolled.
    /// - Complexity: O(log *S* + log *n* + items of a line).
    public func item(at point: CGPoint, sectionOffsets: SectionOffsets = SectionOffsets()) -> ElementPath? {
        storage.item(at: storage.unitPoint(point), scrolled: sectionOffsets)
    }

    /// The item whose frame is nearest to a point of the content; of several as near, the first. Nil when there are no
    /// items.
    /// - Parameters:
    ///   - point: Points of the content.
    ///   - sectionOffsets: How far the sections that scroll on their own are scrolled.
    /// - Complexity: O(log *S* + log *n* + items of a line), more where sections overlap.
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
        guard pixelScale > 0 else { return }
        for index in 0..<items.count { start[index] = Pixels.snapped(start[index], scale: pixelScale) }
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

    /// Writes the frames of a range of items into a buffer as x, y, width and height in 32-bit floats, counted from an
    /// origin that moves along: within 2^-12 pt up to 4,096 pt from it, however deep in the content. Allocates nothing.
    ///
    /// Edges are not rounded to pixels here, as a host that draws relative to an origin rounds after adding it.
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
