import Foundation
import ListEngine

/// Counts the clicks of a double click.
struct ClickCounter {
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

extension TerminalHost {
    func move(_ mouse: TerminalMouse) {
        let rows = listRows
        let location = CGPoint(x: Double(mouse.x) + 0.5, y: Double(mouse.y - rows.lowerBound) + 0.5)
        switch mouse.action {
        case .wheelUp: scroll(by: CGPoint(x: 0, y: -3), at: location)
        case .wheelDown: scroll(by: CGPoint(x: 0, y: 3), at: location)
        case .wheelLeft: scroll(by: CGPoint(x: -3, y: 0), at: location)
        case .wheelRight: scroll(by: CGPoint(x: 3, y: 0), at: location)
        case .press where menu != nil: closeMenu()
        case .secondaryPress where rows.contains(mouse.y): openMenu(at: inContent(location))
        case .press, .drag, .release:
            guard rows.contains(mouse.y) || mouse.action != .press else { return }
            click(mouse, at: location)
        case .secondaryPress: break
        }
    }

    private func inContent(_ location: CGPoint) -> CGPoint {
        CGPoint(x: list.bounds.minX + location.x, y: list.bounds.minY + location.y)
    }

    private func click(_ mouse: TerminalMouse, at location: CGPoint) {
        let point = inContent(location)
        if mouse.action == .press {
            if let action = action(at: mouse.x, y: point.y) {
                list.hostPerformSwipeAction(at: action)
                return
            }
            if let (cell, index) = control(at: location) {
                if edited?.cell !== cell { edited = nil }
                if let indexPath = cell.layoutAttributes?.path.indexPath { list.focusedIndexPath = indexPath }
                _ = use(index, of: cell)
                return
            }
            edited = nil
        }
        let phase: CollectionViewTouch.Phase =
            mouse.action == .press ? .began : mouse.action == .drag ? .moved : .ended
        var touch = CollectionViewTouch(phase, at: point)
        touch.pointer = .mouse
        if mouse.modifiers.contains(.shift) { touch.modifiers.insert(.extend) }
        if mouse.modifiers.contains(.control) { touch.modifiers.insert(.toggle) }
        if mouse.action == .release { touch.clickCount = clicks.count(x: mouse.x, y: mouse.y, at: Date()) }
        list.hostTouch(touch)
    }

    /// The ready-made cell and its control at a point of the visible bounds, if no other view covers it.
    private func control(at location: CGPoint) -> (cell: ContentCell, index: Int)? {
        let top = viewsInDrawingOrder.last { !$0.placement.isHidden && $0.frame.contains(location) }
        guard let top, let cell = top.view as? ContentCell, location.y < top.frame.minY + 1 else { return nil }
        let x = Int(location.x - top.frame.minX)
        let controls = contentLines(of: cell, width: Self.columns(top.frame.width)).controls
        return controls.first { $0.columns.contains(x) }.map { (cell, $0.index) }
    }

    /// The swipe action at a column of the row that is aside.
    private func action(at x: Int, y: CGFloat) -> Int? {
        guard let swiped, swiped.swipe.phase == .open, (swiped.cell.frame.minY..<swiped.cell.frame.maxY).contains(y)
        else { return nil }
        let (frame, offset) = (swiped.cell.frame, Int(swiped.swipe.offset.rounded()))
        let actions = Array(swiped.swipe.actions.enumerated())
        var left = offset < 0 ? Self.columns(frame.maxX) + offset : Self.columns(frame.minX)
        for (index, action) in offset < 0 ? actions.reversed() : actions {
            let width = action.title.columns(upTo: 20) + 2
            if (left..<left + width).contains(x) { return index }
            left += width
        }
        return nil
    }
}
