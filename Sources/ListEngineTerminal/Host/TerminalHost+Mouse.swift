import Foundation
import ListEngine

/// Counts the clicks of a double click.
struct ClickCounter {
    /// Where the button was pressed, in the visible bounds.
    var pressed: CGPoint?
    private var last: (x: Int, y: Int, time: Date, count: Int)?

    mutating func count(x: Int, y: Int, at time: Date) -> Int {
        var count = 1
        if let last, last.x == x, last.y == y, (0...0.4).contains(time.timeIntervalSince(last.time)) {
            count = last.count + 1
        }
        last = (x, y, time, count)
        return count
    }
}

/// What the mouse does from a press to its release.
@MainActor
final class MouseGesture {
    enum Purpose {
        /// The button was pressed at a point of the content, and the mouse has not moved to another item.
        case press(at: CGPoint)
        /// An item moves with the mouse, whose centre is at this distance from it.
        case item(hold: CGPoint)
        /// A column of a table is resized or moved.
        case column
        /// A range of fields is selected.
        case fields
        /// A rectangle selects items.
        case band(start: CGPoint)
        /// Items are selected from mark to mark.
        case marks
        /// A section is moved by its header.
        case header
    }

    var purpose: Purpose?
    /// Whether the button was pressed in the list and not released, whatever it does there.
    var isHeld = false
    var clicks = ClickCounter()
    /// The sign of a ready-made cell on which the button was pressed: a mark for the selection, or a handle.
    var sign: ItemAccessory.Kind?

    var isDrag: Bool {
        switch purpose {
        case .item, .column, .fields, .band, .marks, .header: true
        case .press, nil: false
        }
    }
}

extension TerminalHost {
    func move(_ mouse: TerminalMouse) {
        let rows = listRows
        let columns = listColumns
        // What began in the list stays with it.
        if !gesture.isHeld, surroundings?.handle(mouse, rows: rows, list: columns) == true { return }
        if mouse.action == .press { gesture.isHeld = rows.contains(mouse.y) }
        if mouse.action == .release { gesture.isHeld = false }
        var mouse = mouse
        mouse.x -= columns.lowerBound
        let location = CGPoint(x: Double(mouse.x) + 0.5, y: Double(mouse.y - rows.lowerBound) + 0.5)
        let held: InputModifiers = mouse.modifiers.contains(.shift) ? .extend : []
        switch mouse.action {
        case .wheelUp: scroll(by: CGPoint(x: 0, y: -3), at: location, modifiers: held)
        case .wheelDown: scroll(by: CGPoint(x: 0, y: 3), at: location, modifiers: held)
        case .wheelLeft: scroll(by: CGPoint(x: -3, y: 0), at: location)
        case .wheelRight: scroll(by: CGPoint(x: 3, y: 0), at: location)
        case .press where menu != nil: closeMenu()
        case .secondaryPress where rows.contains(mouse.y):
            if !openHeaderMenu(at: inContent(location)) { openMenu(at: inContent(location)) }
        case .press, .drag, .release:
            guard rows.contains(mouse.y) || mouse.action != .press else { return }
            click(mouse, at: location)
        case .secondaryPress: break
        }
    }

    private func click(_ mouse: TerminalMouse, at location: CGPoint) {
        let point = inContent(location)
        if drag(mouse, to: location) { return }
        if mouse.action == .press {
            if let action = action(at: mouse.x, y: point.y) {
                list.hostPerformSwipeAction(at: action)
                return
            }
            if let empty = list.shownEmptyContent, let action = empty.action,
                emptyLines(of: empty, width: listColumns.count, height: listRows.count).button == mouse.y
                    - listRows.lowerBound
            {
                return action.perform()
            }
            let control = control(at: location)
            gesture.sign = control.flatMap { $0.cell.content.accessories[$0.index].sign }
            if gesture.sign == nil, let (cell, index) = control {
                if edited?.cell !== cell { edited = nil }
                if let indexPath = cell.layoutAttributes?.path.indexPath { list.focusedIndexPath = indexPath }
                _ = use(index, of: cell)
                return
            }
            edited = nil
            gesture.purpose = .press(at: point)
            if let column = list.columnEdge(at: point, tolerance: 0.6) {
                // A double click fits the column to its content.
                if gesture.clicks.count(x: mouse.x, y: mouse.y, at: Date()) == 2 {
                    gesture.purpose = nil
                    list.fitColumn(column)
                } else if list.hostBeginColumnDrag(at: point, tolerance: 0.6) {
                    gesture.purpose = .column
                }
                return
            }
        }
        if dragsSection(mouse, to: location) { return }
        let phase: CollectionViewTouch.Phase =
            mouse.action == .press ? .began : mouse.action == .drag ? .moved : .ended
        var touch = CollectionViewTouch(phase, at: point)
        touch.pointer = .mouse
        if mouse.modifiers.contains(.shift) { touch.modifiers.insert(.extend) }
        touch.isOnSelectionMark = gesture.sign == .selection
        if mouse.modifiers.contains(.control) || touch.isOnSelectionMark { touch.modifiers.insert(.toggle) }
        if mouse.action == .release {
            gesture.purpose = nil
            touch.clickCount = gesture.clicks.count(x: mouse.x, y: mouse.y, at: Date())
        }
        list.hostTouch(touch)
    }

    /// The pointer moves a section that scrolls independently, if it was pressed on one and has moved sideways.
    private func dragsSection(_ mouse: TerminalMouse, to location: CGPoint) -> Bool {
        switch mouse.action {
        case .press: gesture.clicks.pressed = location
        case .drag:
            if dragSection(to: location) { return true }
            guard let start = gesture.clicks.pressed, start.x != location.x, beginSectionDrag(at: start) else {
                return false
            }
            return dragSection(to: location)
        default: return endSectionDrag()
        }
        return false
    }

    // MARK: Dragging

    /// Moves an item or draws a rectangle.
    /// - Returns: False if the mouse does not drag.
    private func drag(_ mouse: TerminalMouse, to location: CGPoint) -> Bool {
        if mouse.action == .press {
            // The release of the drag before got lost.
            endDrag(cancelled: true)
            return false
        }
        if mouse.action == .drag, case .press(let start) = gesture.purpose {
            beginDrag(at: start, mouse, inContent(location))
        }
        guard gesture.isDrag else { return false }
        let rows = CGFloat(listRows.count)
        if mouse.action == .drag, location.y < 0 || location.y >= rows {
            scroll(by: CGPoint(x: 0, y: location.y < 0 ? -1 : 1), at: CGPoint(x: location.x, y: rows / 2))
            list.layoutIfNeeded()
        }
        let point = inContent(CGPoint(x: location.x, y: min(max(location.y, 0), max(0, rows - 0.5))))
        switch gesture.purpose {
        case .item(let hold): list.hostReorder(to: CGPoint(x: point.x + hold.x, y: point.y + hold.y))
        case .column: list.hostColumnDrag(to: point)
        case .fields: list.hostExtendFieldRange(to: point)
        case .marks: list.hostMultipleSelection(to: point)
        case .header: list.hostMoveSection(to: point)
        case .band(let start):
            list.hostBandSelection(
                to: CGRect(
                    x: min(start.x, point.x), y: min(start.y, point.y), width: abs(point.x - start.x),
                    height: abs(point.y - start.y)))
        case .press, nil: break
        }
        if mouse.action == .release { endDrag(cancelled: false) }
        return true
    }

    /// Begins to move the item that was pressed, if the data source permits it, or to draw a rectangle where there is no view.
    private func beginDrag(at start: CGPoint, _ mouse: TerminalMouse, _ point: CGPoint) {
        if abs(start.x - point.x) >= 1, list.hostBeginColumnDrag(at: start, tolerance: 0) {
            list.hostTouch(CollectionViewTouch(.cancelled, at: start))
            gesture.purpose = .column
            return
        }
        var modifiers: InputModifiers = []
        if mouse.modifiers.contains(.shift) { modifiers.insert(.extend) }
        if mouse.modifiers.contains(.control) { modifiers.insert(.toggle) }
        if list.focusedColumn != nil, let (indexPath, column) = list.field(at: start) {
            guard list.field(at: point).map({ $0 != (indexPath, column) }) ?? false else { return }
            list.hostTouch(CollectionViewTouch(.cancelled, at: start))
            gesture.purpose = list.hostBeginFieldRange(at: start, modifiers: modifiers) ? .fields : nil
            return
        }
        let item = list.indexPathForItem(at: start)
        guard item == nil || list.indexPathForItem(at: point) != item else { return }
        var press = CollectionViewTouch(.cancelled, at: start)
        press.pointer = .mouse
        if let item, let frame = list.cellForItem(at: item)?.frame {
            list.hostTouch(press)
            gesture.purpose = nil
            if gesture.sign == .selection {
                if list.hostBeginMultipleSelection(at: start, isOnMark: true) { gesture.purpose = .marks }
                return
            }
            guard list.hostBeginReordering(itemAt: item) else { return }
            gesture.purpose = .item(hold: CGPoint(x: frame.midX - start.x, y: frame.midY - start.y))
        } else if list.columns == nil, list.hostBeginMovingSection(at: start) {
            list.hostTouch(press)
            gesture.purpose = .header
        } else if !list.visibleViews.contains(where: { $0.accessibilityRole != .ornament && $0.frame.contains(start) }),
            list.hostBeginBandSelection(modifiers)
        {
            list.hostTouch(press)
            gesture.purpose = .band(start: start)
        }
    }

    /// Ends a drag, if there is one.
    func endDrag(cancelled: Bool) {
        let purpose = gesture.purpose
        gesture.purpose = nil
        switch purpose {
        case .item: if cancelled { list.hostCancelReordering() } else { list.hostEndReordering() }
        case .column: list.hostEndColumnDrag(cancelled: cancelled)
        case .fields: if cancelled { list.focusedColumn = list.focusedColumn }
        case .marks: list.hostEndMultipleSelection(cancelled: cancelled)
        case .header: list.hostEndMovingSection(cancelled: cancelled)
        case .band:
            if cancelled { list.hostBandSelection(to: .zero) }
            list.hostEndBandSelection()
        case .press, nil: break
        }
    }

    /// The ready-made cell and its control at a point of the visible bounds, if no other view covers it.
    private func control(at location: CGPoint) -> (cell: ContentCell, index: Int)? {
        let top = viewsInDrawingOrder.last { !$0.placement.isHidden && $0.frame.contains(location) }
        guard let top, let cell = top.view as? ContentCell, location.y < top.frame.minY + 1 else { return nil }
        let x = Int(location.x - top.frame.minX)
        let width = Self.columns(top.frame.width)
        // A field leaves a blank between it and the next one.
        let lines =
            top.column == nil
            ? contentLines(of: cell, width: width)
            : ContentLines(field: cell, width: max(1, width - 1), .leading, edited: edited(in: cell))
        return lines.controls.first { $0.columns.contains(x) }.map { (cell, $0.index) }
    }

    /// The swipe action at a column of the row that is aside.
    private func action(at x: Int, y: CGFloat) -> Int? {
        guard let swiped, swiped.swipe.phase == .open, (swiped.cell.frame.minY..<swiped.cell.frame.maxY).contains(y)
        else { return nil }
        let offset = Int(swiped.swipe.offset.rounded())
        let columns = visibleColumns(of: swiped.cell.frame.offsetBy(dx: -list.bounds.minX, dy: 0))
        let actions = Array(swiped.swipe.actions.enumerated())
        var left = offset < 0 ? columns.upperBound + offset : columns.lowerBound
        for (index, action) in offset < 0 ? actions.reversed() : actions {
            let width = Self.title(of: action).columns()
            if (left..<left + width).contains(x) { return index }
            left += width
        }
        return nil
    }
}

extension ItemAccessory {
    /// The kind of an accessory that is dragged or clicked as a part of its row. Nil for controls.
    fileprivate var sign: Kind? { isEnabled && (kind == .selection || kind == .reorder) ? kind : nil }
}
