import Foundation

/// A column and its place in the content.
public struct PlacedColumn: Sendable, Hashable {
    /// The index of the column in the order.
    public var index: Int

    /// The smallest x coordinate in the content, in points. It moves with the visible bounds if the column is pinned.
    public var minX: CGFloat

    /// The width, in points.
    public var width: CGFloat

    /// The edge of the window at which the column is. Nil if it scrolls with the content.
    public var pinnedEdge: ColumnEdge?

    /// The largest x coordinate in the content, in points.
    public var maxX: CGFloat { minX + width }

    /// Creates a place.
    /// - Parameters:
    ///   - index: The index of the column in the order.
    ///   - minX: The smallest x coordinate in the content, in points.
    ///   - width: The width, in points.
    ///   - pinnedEdge: The edge of the window at which the column is. Nil if it scrolls with the content.
    public init(index: Int, minX: CGFloat, width: CGFloat, pinnedEdge: ColumnEdge? = nil) {
        self.index = index
        self.minX = minX
        self.width = width
        self.pinnedEdge = pinnedEdge
    }
}

extension ColumnLayout {
    /// The width of all shown columns, in points.
    /// - Complexity: O(1).
    public var totalWidth: CGFloat { CGFloat(Units.points(widths.storage.extent)) }

    /// The width of the content, in points: that of the columns, and at least that of the window.
    public var contentWidth: CGFloat { CGFloat(Units.points(content)) }

    private var content: Int64 { max(widths.storage.extent, available) }

    /// The largest offset.
    public var maximumOffset: CGFloat { CGFloat(Units.points(content - available)) }

    // MARK: One column

    /// The width of a column, in points. Nil if it is hidden or unknown.
    /// - Complexity: O(1).
    public func width(of column: String) -> CGFloat? {
        guard let slot = try? slot(of: column), !slots[slot].column.isHidden else { return nil }
        return CGFloat(Units.points(slots[slot].width))
    }

    /// Whether the user has set the width of a column.
    package func isResized(_ column: String) -> Bool { (try? slot(of: column)).map { slots[$0].isResized } ?? false }

    /// The place of a column while the content is at an offset. Nil if it is hidden or unknown.
    /// - Complexity: O(log² *n*).
    public func place(of column: String, at offset: CGFloat = 0) -> PlacedColumn? {
        guard let index = index(of: column), !self[index].isHidden else { return nil }
        return columnWindow(at: offset).placed(rank: order.rank(of: index), index: index)
    }

    /// Two layouts with the same object have the same columns in the same order, and show the same ones. An edit of any of this makes
    /// another object.
    package var orderIdentity: AnyObject { order.list.storage }

    /// The number of shown columns before a shown column. Nil if it is hidden or unknown.
    /// - Complexity: O(log² *n*).
    package func rank(of column: String) -> Int? {
        guard let index = index(of: column), !self[index].isHidden else { return nil }
        return order.rank(of: index)
    }

    /// The column with a number among the shown ones, which is less than ``shownCount``.
    /// - Complexity: O(log *n*).
    package func shownColumn(atRank rank: Int) -> Column { self[order.index(ofRank: rank)] }

    /// The offset that is nearest to another one and shows all of a column, next to the pinned columns. A column that is
    /// wider than the room there begins at its start. Nil if the column is hidden or unknown.
    /// - Complexity: O(log² *n*).
    package func offset(showing column: String, at offset: CGFloat) -> CGFloat? {
        guard let rank = rank(of: column) else { return nil }
        let window = columnWindow(at: offset)
        guard window.scrolling.ranks.contains(rank) else { return offset }
        let frame = widths.storage.itemFrame(rank, inSection: 0)
        let (start, end) = (window.scrolling.start, window.scrolling.end)
        var distance: Int64 = 0
        if frame.mainMax > end { distance = frame.mainMax - end }
        if frame.mainMin < start + distance { distance = frame.mainMin - start }
        guard distance != 0 else { return offset }
        return min(max(CGFloat(Units.points(Units.sum(window.start, distance))), 0), maximumOffset)
    }

    // MARK: Visible columns

    /// The columns that are visible while the content is at an offset: first those that are pinned at the leading edge, then those
    /// that scroll, then those at the trailing edge.
    ///
    /// A column is visible if a part of its width is in the window, and not under pinned columns. A column of width 0
    /// is visible if its place is there. A ``ColumnWidth/fitted`` column has the width 0 until its content is measured,
    /// so give it a minimum.
    /// - Parameter offset: The distance from the leading edge of the content to that of the window, in points.
    /// - Complexity: O((1 + visible columns) log *n*).
    public func columns(at offset: CGFloat) -> [PlacedColumn] {
        var found: [PlacedColumn] = []
        let window = columnWindow(at: offset)
        found.reserveCapacity(min(shownCount, 16))
        append(window.leading, window, &found)
        append(window.scrolling, window, &found)
        append(window.trailing, window, &found)
        return found
    }

    /// Appends the visible columns of a part.
    private func append(_ part: ColumnWindow.Part, _ window: ColumnWindow, _ found: inout [PlacedColumn]) {
        guard part.start < part.end, !part.ranks.isEmpty else { return }
        var rank = max(part.ranks.lowerBound, firstRank(endingAfter: part.start))
        while rank < part.ranks.upperBound {
            let frame = widths.storage.itemFrame(rank, inSection: 0)
            guard frame.mainMin < part.end else { return }
            // Columns before it may have no width and end at the same place.
            if frame.mainMax > part.start {
                found.append(window.placed(rank: rank, index: order.index(ofRank: rank), frame))
            }
            rank += 1
        }
    }

    /// The first shown column that ends after a place, or the number of shown columns.
    private func firstRank(endingAfter place: Int64) -> Int {
        if place < 0 { return 0 }
        return widths.storage.item(at: (place, 0), scrolled: SectionOffsets())?.item ?? shownCount
    }

    /// The column at an x coordinate of the content. Pinned columns are above the others. Nil if there is no column.
    /// - Complexity: O(log *n*).
    public func column(atX x: CGFloat, offset: CGFloat) -> PlacedColumn? {
        guard x.isFinite else { return nil }
        let window = columnWindow(at: offset)
        let place = window.leadingBased(Units.units(x))
        for part in [window.leading, window.trailing, window.scrolling] {
            let resting = Units.difference(place, part.shift)
            guard resting >= part.start, resting < part.end else { continue }
            let rank = firstRank(endingAfter: resting)
            guard part.ranks.contains(rank), widths.storage.itemFrame(rank, inSection: 0).mainMin <= resting else {
                continue
            }
            return window.placed(rank: rank, index: order.index(ofRank: rank))
        }
        return nil
    }

    // MARK: Anchors

    /// Makes edits, and returns the offset at which the columns on the screen are where they were.
    ///
    ///     contentOffset.x = try columns.keepingPlace(at: contentOffset.x) { try $0.insert(Column("new"), at: 0) }
    ///
    /// The first column that scrolls and is visible keeps its distance from the columns that are pinned at the leading edge. If an edit
    /// removes, hides, moves or pins it, the next column keeps its place, as in ``CollectionViewLayout/keeping(_:in:_:)``. The result
    /// is clamped to the content.
    /// - Complexity: O(log *n*) and the edits.
    public mutating func keepingPlace<Failure: Error>(
        at offset: CGFloat, _ edits: (inout ColumnLayout) throws(Failure) -> Void
    ) throws(Failure) -> CGFloat {
        let wanted = try unclampedKeepingPlace(at: offset, edits)
        return min(max(wanted, 0), maximumOffset)
    }

    /// Does the same as ``keepingPlace(at:_:)`` for content that can rest outside of its ends, for example because it
    /// has insets.
    package mutating func unclampedKeepingPlace<Failure: Error>(
        at offset: CGFloat, _ edits: (inout ColumnLayout) throws(Failure) -> Void
    ) throws(Failure) -> CGFloat {
        let window = columnWindow(at: offset)
        let first = firstRank(endingAfter: window.scrolling.start)
        let anchor = window.scrolling.ranks.contains(first) ? ScrollAnchor(.item(first, inSection: 0)) : nil
        let scroll = try keeping(anchor, edits)
        let growth = columnWindow(at: 0).leadingExtent - window.leadingExtent
        let wanted = Units.sum(window.start, Units.difference(Units.units(scroll.scrollDelta), growth))
        return CGFloat(Units.points(wanted))
    }

    /// The offset at which the columns on the screen are where they were in an earlier layout. The first column that
    /// scrolls in both layouts and was visible keeps its distance from the columns that are pinned at the leading edge. At
    /// the leading edge the offset stays. It is not clamped.
    /// - Complexity: O((1 + visible columns) log² *n*).
    package func offset(keepingPlaceOf old: ColumnLayout, at offset: CGFloat) -> CGFloat {
        guard offset > 0 else { return offset }
        let window = old.columnWindow(at: offset)
        var rank = max(window.scrolling.ranks.lowerBound, old.firstRank(endingAfter: window.scrolling.start))
        while rank < window.scrolling.ranks.upperBound {
            let was = old.widths.storage.itemFrame(rank, inSection: 0).mainMin
            guard was < window.scrolling.end else { break }
            let column = old[old.order.index(ofRank: rank)].id
            if let index = index(of: column), !self[index].isHidden, self[index].pinnedEdge == nil {
                let isAt = widths.storage.itemFrame(order.rank(of: index), inSection: 0).mainMin
                let pinned = columnWindow(at: offset).leadingExtent - window.leadingExtent
                return CGFloat(Units.points(Units.sum(window.start, isAt - was - pinned)))
            }
            rank += 1
        }
        return offset
    }
}

extension ColumnLayout {
    /// The places of columns at an offset. This is no initializer, which would copy the layout.
    private func columnWindow(at offset: CGFloat) -> ColumnWindow {
        let storage = widths.storage
        let total = storage.extent
        let content = max(total, available)
        let start = Units.units(offset)
        let end = Units.sum(start, available)
        let shown = shownCount
        var window = ColumnWindow(
            storage, isMirrored: flowDirection == .rightToLeft, content: content, start: start,
            scrolling: ColumnWindow.Part(ranks: 0..<shown, start: start, end: end),
            trailing: ColumnWindow.Part(ranks: shown..<shown, start: 0, end: 0, edge: .trailing))
        guard leadingCount + trailingCount > 0 else { return window }
        let firstScrolling = order.rank(of: leadingCount)
        let firstTrailing = order.rank(of: count - trailingCount)
        let leadingEnd = firstScrolling < shown ? storage.itemFrame(firstScrolling, inSection: 0).mainMin : total
        let trailingStart = firstTrailing < shown ? storage.itemFrame(firstTrailing, inSection: 0).mainMin : total
        // Otherwise no other column could be seen.
        guard leadingEnd + total - trailingStart < available else { return window }
        // Content that is pulled beyond its ends takes the pinned columns along.
        let offset = min(max(start, 0), content - available)
        window.leadingExtent = leadingEnd
        window.leading.ranks = 0..<firstScrolling
        window.leading.shift = offset
        (window.leading.start, window.leading.end) = (Units.difference(start, offset), Units.difference(end, offset))
        window.leading.end = min(window.leading.end, leadingEnd)
        window.trailing.ranks = firstTrailing..<shown
        window.trailing.shift = total > available ? offset - (content - available) : 0
        window.trailing.start = max(Units.difference(start, window.trailing.shift), trailingStart)
        window.trailing.end = Units.difference(end, window.trailing.shift)
        window.scrolling.ranks = firstScrolling..<firstTrailing
        window.scrolling.start = max(start, leadingEnd + window.leading.shift)
        window.scrolling.end = min(end, trailingStart + window.trailing.shift)
        return window
    }
}

/// Where columns are while the content is at an offset. Lengths are in units, from the leading edge.
private struct ColumnWindow {
    /// Consecutive shown columns.
    struct Part {
        var ranks: Range<Int>
        /// The places between which its columns are visible, as if nothing was pinned.
        var start: Int64
        var end: Int64
        /// How far they are drawn from there.
        var shift: Int64 = 0
        var edge: ColumnEdge?
    }

    private let widths: LayoutStorage
    private let isMirrored: Bool
    private let content: Int64
    /// The leading edge of the window.
    let start: Int64
    /// The width of the columns that are pinned at the leading edge.
    var leadingExtent: Int64 = 0
    var leading = Part(ranks: 0..<0, start: 0, end: 0, edge: .leading)
    var scrolling: Part
    var trailing: Part

    init(_ widths: LayoutStorage, isMirrored: Bool, content: Int64, start: Int64, scrolling: Part, trailing: Part) {
        (self.widths, self.isMirrored, self.content, self.start) = (widths, isMirrored, content, start)
        (self.scrolling, self.trailing) = (scrolling, trailing)
    }

    func placed(rank: Int, index: Int) -> PlacedColumn {
        placed(rank: rank, index: index, widths.itemFrame(rank, inSection: 0))
    }

    /// - Parameter frame: The place of the column as if nothing was pinned.
    func placed(rank: Int, index: Int, _ frame: UnitRect) -> PlacedColumn {
        let part = leading.ranks.contains(rank) ? leading : trailing.ranks.contains(rank) ? trailing : scrolling
        let (start, end) = (frame.mainMin + part.shift, frame.mainMax + part.shift)
        let minX = isMirrored ? content - end : start
        return PlacedColumn(
            index: index, minX: CGFloat(Units.points(minX)), width: CGFloat(Units.points(end - start)),
            pinnedEdge: part.edge)
    }

    /// Mirrors an x coordinate so that the test of a column (min <= x < max) stays the same.
    func leadingBased(_ x: Int64) -> Int64 { isMirrored ? content - x - 1 : x }
}

extension ColumnLayout {
    /// The tree nodes that edits have visited and written since an earlier value of this layout.
    package func editWork(since earlier: ColumnLayout) -> Int {
        [(order.list, earlier.order.list), (widths, earlier.widths)].reduce(0) { sum, lists in
            let (now, before) = (lists.0.editWork, lists.1.editWork)
            return sum + now.nodesVisited - before.nodesVisited + now.nodesWritten - before.nodesWritten
        }
    }
}
