import Foundation
import ListEngineLayout

// User input that a host reports. Cells receive it first. A cell that returns true handles the event alone.

extension CollectionView {
    /// Reports a touch on the list. The cell at its position receives it first. If the cell does not handle it, the
    /// item is highlighted, and chosen if the touch ends on the same item.
    ///
    /// A header, footer or supplementary item on which the touch begins and ends is tapped, as by ``hostTap(at:)``. If
    /// it handles the tap, the item under it is not chosen.
    /// - Returns: True if a view or an item received it.
    @discardableResult
    public func hostTouch(_ touch: CollectionViewTouch) -> Bool { touches.touch(touch) }

    /// Reports a tap: a touch that begins and ends at one point.
    /// - Parameter location: A point of the content, in points.
    @discardableResult
    public func hostTap(at location: CGPoint) -> Bool { touches.tap(at: location) }
}

/// The current touch, and the item that it highlights.
@MainActor
final class Touches: ViewPart {
    private(set) var highlighted: ElementPath?
    /// The item on which the current touch began.
    private var touched: ElementPath?
    /// The header, footer or supplementary item on which the current touch began.
    private var touchedView: ObjectIdentifier?
    /// Whether the current touch is a click that began outside of all items and views.
    private var isBeside = false
    /// Whether the cell handles the current touch.
    private var isTouchKept = false

    @discardableResult
    func touch(_ touch: CollectionViewTouch) -> Bool {
        guard list.isReadyForUser() else { return false }
        if list.display.columns.isUsed { list.display.columns.headers.isExtending = touch.modifiers.contains(.extend) }
        // Sorting in code, later, has nothing to do with this touch.
        defer { list.display.columns.headers.isExtending = false }
        if touch.phase == .began {
            let view = list.swipes.swiping?.swipe == nil ? supplementaryView(at: touch.location) : nil
            touchedView = view.map { ObjectIdentifier($0) }
            let isTaken = touchItem(touch) || view != nil
            isBeside = !isTaken && touch.pointer == .mouse
            return isTaken
        }
        if isBeside { return clickBeside(touch) }
        guard touch.phase != .moved, let began = touchedView, !isTouchKept || touched == nil else {
            return touchItem(touch)
        }
        touchedView = nil
        if touch.phase == .ended, let view = supplementaryView(at: touch.location), ObjectIdentifier(view) == began,
            tap(view, at: touch.location)
        {
            _ = touchItem(CollectionViewTouch(.cancelled, at: touch.location))
            return true
        }
        return touchItem(touch)
    }

    /// A click that begins and ends outside of all items deselects them. With a modifier it does nothing, because the
    /// user probably wants to select more items.
    private func clickBeside(_ touch: CollectionViewTouch) -> Bool {
        switch touch.phase {
        case .began, .moved: return false
        case .cancelled: isBeside = false
        case .ended:
            isBeside = false
            if touch.modifiers.isEmpty, list.item(at: touch.location) == nil {
                list.selection.deselectAll()
            }
        }
        return false
    }

    /// The current touch has no further effect.
    func forget() { (touched, touchedView, isBeside) = (nil, nil, false) }

    /// Reports a touch to the item at its position, even if a header covers the item.
    private func touchItem(_ touch: CollectionViewTouch) -> Bool {
        guard list.isReadyForUser() else { return false }
        if touch.phase == .began {
            // An open swipe closes, and the touch has no other effect.
            if list.swipes.swiping?.swipe != nil {
                list.closeSwipe()
                touched = nil
                return true
            }
            touched = list.item(at: touch.location)
            isTouchKept = false
        }
        guard let start = touched else { return false }
        if touch.phase == .began || isTouchKept, let cell = list.shownCell(start), cell.handle(touch) {
            isTouchKept = true
        }
        defer { if touch.phase == .ended || touch.phase == .cancelled { touched = nil } }
        // The cell may have changed the list, so the item's position is tracked.
        list.checkDataSource()
        guard !isTouchKept, let start = touched else { return true }
        let isOnItem = list.item(at: touch.location) == start
        switch touch.phase {
        case .began:
            guard list.delegate?.collectionView(list, shouldHighlightItemAt: start.indexPath) ?? true else { break }
            list.checkDataSource()
            if let start = touched { list.touches.highlight(start) }
        case .moved:
            if !isOnItem { list.touches.highlight(nil) }
        case .ended:
            let wasHighlighted = highlighted == start
            list.touches.highlight(nil)
            list.checkDataSource()
            if wasHighlighted, isOnItem, let start = touched { tap(start, touch) }
        case .cancelled:
            list.touches.highlight(nil)
        }
        return true
    }

    @discardableResult
    func tap(at location: CGPoint) -> Bool {
        guard list.isReadyForUser() else { return false }
        if let view = supplementaryView(at: location), tap(view, at: location) { return true }
        let isTaken = touchItem(CollectionViewTouch(.began, at: location))
        _ = touchItem(CollectionViewTouch(.ended, at: location))
        return isTaken
    }

    private func tap(_ view: CollectionReusableView, at location: CGPoint) -> Bool {
        let location = view.layoutAttributes?.untransformed(location) ?? location
        let origin = view.frame.origin
        return view.handleTap(at: CGPoint(x: location.x - origin.x, y: location.y - origin.y))
    }

    /// The topmost header, footer or supplementary item at a point, if no item covers it.
    private func supplementaryView(at location: CGPoint) -> CollectionReusableView? {
        var top: DisplayedElement?
        for element in list.display.elements where element.attributes.frame.contains(location) {
            if let top, element.attributes.zIndex < top.attributes.zIndex { continue }
            top = element
        }
        guard let top, top.key.path.category != .item, top.key.path.category != .decoration else { return nil }
        return top.view
    }

    private func tap(_ path: ElementPath, _ touch: CollectionViewTouch) {
        list.positions.following(path) { item in
            if let cell = list.shownCell(path), tap(cell, at: touch.location) { return }
            guard item.path != nil else { return }
            if list.display.columns.layout != nil, list.keyboard.fields.click(item, touch) { return }
            guard let path = item.path else { return }
            if touch.pointer == .mouse { list.selection.click(path, touch) } else { list.selection.choose(path) }
        }
    }

    // MARK: Highlighting

    func highlight(_ path: ElementPath?) {
        guard path != highlighted else { return }
        guard let path else { return unhighlight() }
        list.positions.following(path) { item in
            unhighlight()
            // The delegate may have changed the list, or highlighted another item.
            guard highlighted == nil, let path = item.path else { return }
            highlighted = path
            list.shownCell(path)?.isHighlighted = true
            guard let path = item.path, highlighted == path else { return }
            list.delegate?.collectionView(list, didHighlightItemAt: path.indexPath)
        }
    }

    private func unhighlight() {
        guard let old = highlighted else { return }
        // Index paths in the list are not those in the data. The item stays highlighted until they are.
        guard !list.transaction.isBehindData else { return list.whenIdle { [weak self] in self?.unhighlight() } }
        highlighted = nil
        list.positions.following(old) { item in
            list.shownCell(old)?.isHighlighted = false
            if let path = item.path { list.delegate?.collectionView(list, didUnhighlightItemAt: path.indexPath) }
        }
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if let path = highlighted { highlighted = edit?.newPath(path) }
        if let path = touched { touched = edit?.newPath(path) }
    }

    /// A view of the current touch is removed from the screen.
    func forget(_ view: CollectionReusableView) {
        if touchedView == ObjectIdentifier(view) { touchedView = nil }
    }
}
