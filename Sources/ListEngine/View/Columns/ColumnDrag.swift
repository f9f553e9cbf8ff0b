import Foundation
import ListEngineLayout

/// A drag of a column by the pointer.
struct ColumnDrag {
    enum Purpose {
        /// Changes the width, which it had when the pointer was pressed.
        case width(CGFloat, stated: ColumnWidth, isResized: Bool)
        /// Moves the column, which was at this index, after another one. Nil: it was the first.
        case order(Int, after: String?, wasReordered: Bool)
    }

    let column: String
    let purpose: Purpose
    /// Where the pointer was pressed, from the left edge of the visible bounds.
    let start: CGFloat
}

// Input on headers. A host reports where the pointer is pressed, moves and is released.

extension CollectionView {
    /// The column whose trailing edge is near a point of a ``TableHeaderView``, and can be dragged. A host can change
    /// the shape of the pointer there.
    /// - Parameters:
    ///   - location: A point of the content, in points.
    ///   - tolerance: The largest distance from the edge, in points.
    public func columnEdge(at location: CGPoint, tolerance: CGFloat = 4) -> String? {
        guard let header = tableHeader(at: location) else { return nil }
        let isMirrored = flowDirection == .rightToLeft
        let fields = header.fields
        let near = fields.filter { field in
            let edge = isMirrored ? field.view.frame.minX : field.view.frame.maxX
            guard abs(edge - location.x) <= tolerance else { return false }
            // The edge of a column that scrolls can be under a pinned column.
            return field.pinnedEdge != nil
                || !fields.contains { $0.pinnedEdge != nil && $0.view.frame.minX < edge && edge < $0.view.frame.maxX }
        }
        // A column of width 0 has its edge at the same place as the column before it, and is the last one there.
        return near.last?.column
    }

    /// The column whose field of a ``TableHeaderView`` is at a point of the content. Nil if there is none.
    public func columnTitle(at location: CGPoint) -> String? {
        guard location.x.isFinite, location.y.isFinite else { return nil }
        return tableHeader(at: location)?.fields.last {
            $0.view.frame.minX <= location.x && location.x < $0.view.frame.maxX
        }?.column
    }

    private func tableHeader(at location: CGPoint) -> TableHeaderView? {
        guard display.columns.layout != nil else { return nil }
        return display.elements.last { $0.attributes.frame.contains(location) && $0.view is TableHeaderView }?.view
            as? TableHeaderView
    }

    /// The column that the user drags to another place; nil while there is none. A host can show that the pointer holds it.
    public var movedColumn: String? {
        guard let drag = display.columns.headers.drag, case .order = drag.purpose else { return nil }
        return drag.column
    }

    /// Whether a column is resized or moved. See ``hostBeginColumnDrag(at:tolerance:)``.
    public var isDraggingColumn: Bool { display.columns.headers.drag != nil }

    /// Reports that the user begins a drag on a header. Near the edge of a column the pointer changes its width;
    /// elsewhere the pointer moves the column to another place.
    /// - Parameters:
    ///   - location: Where the pointer was pressed, a point of the content.
    ///   - tolerance: See ``columnEdge(at:tolerance:)``.
    /// - Returns: False if there is no header, or the list is being updated.
    @discardableResult
    public func hostBeginColumnDrag(at location: CGPoint, tolerance: CGFloat = 4) -> Bool {
        guard location.x.isFinite, isReadyForUser(), let columns else { return false }
        let start = location.x - bounds.minX
        if let column = columnEdge(at: location, tolerance: tolerance), let width = columns.width(of: column),
            let stated = columns[column]?.width
        {
            display.columns.headers.drag = ColumnDrag(
                column: column, purpose: .width(width, stated: stated, isResized: columns.isResized(column)),
                start: start)
            return true
        }
        guard let column = columnTitle(at: location), let index = columns.index(of: column) else { return false }
        display.columns.headers.drag = ColumnDrag(
            column: column,
            purpose: .order(
                index, after: index > 0 ? columns[index - 1].id : nil, wasReordered: columns.isReordered), start: start)
        return true
    }

    /// The pointer moves to a point of the content. The column follows it in the next pass.
    public func hostColumnDrag(to location: CGPoint) {
        guard let drag = display.columns.headers.drag, location.x.isFinite, var columns else { return }
        // The program may have removed the column.
        guard let index = columns.index(of: drag.column), columns[index].isHidden == false else {
            display.columns.headers.drag = nil
            return
        }
        switch drag.purpose {
        case .width(let width, _, _):
            let distance = (location.x - bounds.minX - drag.start) * (flowDirection == .rightToLeft ? -1 : 1)
            try? columns.resize(drag.column, to: max(0, width + distance))
        case .order:
            guard let target = place(of: drag.column, at: index, draggedTo: location.x, columns) else { return }
            _ = try? columns.move(drag.column, to: target)
        }
        // The pointer holds the column: the content does not scroll with it.
        display.columns.set(columns, scrolledBy: 0)
    }

    /// The index to which the pointer drags a column. Nil if the column keeps its index.
    private func place(of column: String, at index: Int, draggedTo x: CGFloat, _ columns: ColumnLayout) -> Int? {
        guard let own = columns.place(of: column, at: crossOffset),
            let other = columns.column(atX: x, offset: crossOffset),
            other.index != index, columns[other.index].pinnedEdge == columns[index].pinnedEdge
        else { return nil }
        // Where the column would be afterwards, so that it does not go back at the next movement.
        let isAfter = (other.index > index) == (flowDirection == .leftToRight)
        let isReached = isAfter ? x >= other.maxX - own.width : x < other.minX + own.width
        return isReached ? other.index : nil
    }

    /// The user releases the pointer.
    /// - Parameter cancelled: Whether the column gets back its width or its place.
    public func hostEndColumnDrag(cancelled: Bool = false) {
        guard let drag = display.columns.headers.drag else { return }
        display.columns.headers.drag = nil
        guard cancelled, var columns, columns[drag.column] != nil else { return }
        switch drag.purpose {
        case .width(_, let stated, let isResized):
            try? columns.setWidth(stated, of: drag.column, isResized: isResized)
        case .order(let index, let before, let wasReordered):
            var place = index
            // Other columns may have been inserted or removed.
            if let before = before.flatMap({ columns.index(of: $0) }), let now = columns.index(of: drag.column) {
                place = now > before ? before + 1 : before
            }
            let isMoved = (try? columns.move(drag.column, to: min(place, columns.count - 1))) != nil
            if isMoved { columns.isReordered = wasReordered }
        }
        display.columns.set(columns, scrolledBy: 0)
    }

    /// Moves a column by keys: to the place of another shown column, within those of its edge. The list scrolls to it.
    /// - Parameter step: The number of shown columns that it passes; negative toward the leading edge.
    /// - Returns: False if it stays where it is.
    @discardableResult
    public func hostMoveColumn(_ column: String, by step: Int) -> Bool {
        guard isReadyForUser(), var edited = columns, let rank = edited.rank(of: column),
            let index = edited.index(of: column)
        else { return false }
        let (target, isTooFar) = rank.addingReportingOverflow(step)
        guard !isTooFar, target != rank, (0..<edited.shownCount).contains(target),
            let other = edited.index(of: edited.shownColumn(atRank: target).id),
            let moved = try? edited.move(column, to: other), moved != index
        else { return false }
        display.columns.set(edited, scrolledBy: 0)
        keyboard.fields.reveal(column)
        return true
    }

    /// The number of items whose contents count when a column is fitted, in addition to those on the screen. They are spread evenly
    /// over the list. The default is 0. Fitting a column creates the field of each of these items.
    public var fittedSample: Int {
        get { display.columns.headers.sample }
        set { display.columns.headers.sample = max(0, newValue) }
    }

    /// Makes a column as wide as its widest content on the screen and in the ``fittedSample``, within its bounds, as a double click on
    /// its edge does.
    /// - Returns: False if the host cannot measure, or nothing of the column is visible.
    /// - Complexity: O(visible items + sample).
    @discardableResult
    public func fitColumn(_ column: String) -> Bool {
        guard let host, columns?[column] != nil else { return false }
        var width: CGFloat?
        for element in display.elements {
            for field in element.view.fields where field.column == column {
                if let size = host.naturalSize(of: field.view, upTo: .infinity) { width = max(width ?? 0, size.width) }
            }
        }
        if fittedSample > 0, isReadyForUser() {
            transact {
                let sampled = display.columns.naturalWidth(of: column, sample: fittedSample)
                if let sampled { width = max(width ?? 0, sampled) }
            }
        }
        guard let width else { return false }
        return (try? editColumns { try $0.resize(column, to: width) }) != nil
    }

    // MARK: Sorting

    /// Receives the order that the user wants. The program sorts its items and shows them; see ``ItemSorter``. Without it, headers are not
    /// clickable. ``columns`` already has the new order.
    public var sortHandler: (@MainActor ([ColumnSort]) -> Void)? {
        get { display.columns.headers.sortHandler }
        set { display.columns.headers.sortHandler = newValue }
    }

    /// Sorts by a column as a click on its header does; see `ColumnLayout.toggleSort(by:extending:)`.
    /// - Parameter extending: Whether the list is sorted by several columns. Nil means that the shift key of the current click says so.
    /// - Returns: False if there is no such column, or no ``sortHandler``.
    @discardableResult
    public func sort(by column: String, extending: Bool? = nil) -> Bool {
        guard var edited = columns else { return false }
        let extending = extending ?? display.columns.headers.isExtending
        guard (try? edited.toggleSort(by: column, extending: extending)) != nil else { return false }
        return sort(by: edited.sortOrder)
    }

    /// Sorts by columns, the most significant one first. An empty order is that of the program.
    /// - Returns: False if there is no such column, or no ``sortHandler``.
    @discardableResult
    public func sort(by order: [ColumnSort]) -> Bool {
        guard let handler = sortHandler, columns != nil, (try? editColumns { try $0.sort(by: order) }) != nil else {
            return false
        }
        handler(columns?.sortOrder ?? [])
        return true
    }
}
