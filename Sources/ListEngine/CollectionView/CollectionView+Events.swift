import Foundation
import ListEngineLayout

// User input that a host reports. Cells receive it first. A cell that returns true handles the event alone.

extension CollectionView {
    /// Brings the list up to date. Returns false while it is being laid out or updated. The event is then refused,
    /// because the list on screen is about to change.
    func isReadyForUser() -> Bool {
        guard !isBusy else { return false }
        layoutIfNeeded()
        // A callback after the pass may have requested to load everything again.
        if !isBusy, !positions.areCurrent() { layoutIfNeeded() }
        return !isBusy && positions.areCurrent()
    }

    /// Reports a touch on the list. The cell at its position receives it first. If the cell does not handle it, the
    /// item is highlighted, and chosen if the touch ends on the same item.
    ///
    /// A header, footer or supplementary item on which the touch begins and ends is tapped, as by ``hostTap(at:)``. If
    /// it handles the tap, the item under it is not chosen.
    /// - Returns: True if a view or an item received it.
    @discardableResult
    public func hostTouch(_ touch: CollectionViewTouch) -> Bool {
        guard isReadyForUser() else { return false }
        if touch.phase == .began {
            let view = swiping?.swipe == nil ? supplementaryView(at: touch.location) : nil
            touchedView = view.map { ObjectIdentifier($0) }
            return touchItem(touch) || view != nil
        }
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

    /// The current touch has no further effect.
    func forgetTouch() { (touched, touchedView) = (nil, nil) }

    /// Reports a touch to the item at its position, even if a header covers the item.
    private func touchItem(_ touch: CollectionViewTouch) -> Bool {
        guard isReadyForUser() else { return false }
        if touch.phase == .began {
            // An open swipe closes, and the touch has no other effect.
            if swiping?.swipe != nil {
                closeSwipe()
                touched = nil
                return true
            }
            touched = layout.item(at: touch.location, sectionOffsets: sectionOffsets)
            isTouchKept = false
        }
        guard let start = touched else { return false }
        if touch.phase == .began || isTouchKept, let cell = shownCell(start), cell.handle(touch) {
            isTouchKept = true
        }
        defer { if touch.phase == .ended || touch.phase == .cancelled { touched = nil } }
        // The cell may have changed the list, so the item's position is tracked.
        checkDataSource()
        guard !isTouchKept, let start = touched else { return true }
        let isOnItem = layout.item(at: touch.location, sectionOffsets: sectionOffsets) == start
        switch touch.phase {
        case .began:
            guard delegate?.collectionView(self, shouldHighlightItemAt: start.indexPath) ?? true else { break }
            checkDataSource()
            if let start = touched { highlight(start) }
        case .moved:
            if !isOnItem { highlight(nil) }
        case .ended:
            let wasHighlighted = highlighted == start
            highlight(nil)
            checkDataSource()
            if wasHighlighted, isOnItem, let start = touched { tap(start, touch) }
        case .cancelled:
            highlight(nil)
        }
        return true
    }

    /// Reports a tap: a touch that begins and ends at one point.
    /// - Parameter location: A point of the content, in points.
    @discardableResult
    public func hostTap(at location: CGPoint) -> Bool {
        guard isReadyForUser() else { return false }
        if let view = supplementaryView(at: location), tap(view, at: location) { return true }
        let isTaken = touchItem(CollectionViewTouch(.began, at: location))
        _ = touchItem(CollectionViewTouch(.ended, at: location))
        return isTaken
    }

    private func tap(_ view: CollectionReusableView, at location: CGPoint) -> Bool {
        let origin = view.frame.origin
        return view.handleTap(at: CGPoint(x: location.x - origin.x, y: location.y - origin.y))
    }

    /// The topmost header, footer or supplementary item at a point, if no item covers it.
    private func supplementaryView(at location: CGPoint) -> CollectionReusableView? {
        var top: DisplayedElement?
        for element in displayed where element.attributes.frame.contains(location) {
            if let top, element.attributes.zIndex < top.attributes.zIndex { continue }
            top = element
        }
        guard let top, top.key.path.category != .item, top.key.path.category != .decoration else { return nil }
        return top.view
    }

    private func tap(_ path: ElementPath, _ touch: CollectionViewTouch) {
        positions.following(path) { item in
            if let cell = shownCell(path), tap(cell, at: touch.location) { return }
            guard let path = item.path else { return }
            if touch.pointer == .mouse { click(path, touch) } else { choose(path) }
        }
    }

    // MARK: Dragging

    /// Reports that the user began to drag the content. No item stays highlighted.
    public func hostWillBeginDragging() {
        animatedTarget = nil
        forgetTouch()
        highlight(nil)
        closeSwipe()
        delegate?.collectionViewWillBeginDragging(self)
        forEachScrollObserver { $0.collectionViewWillBeginDragging(self) }
    }

    /// Reports that the user ended a drag.
    /// - Parameters:
    ///   - velocity: Points per second.
    ///   - target: The offset at which the content would come to rest.
    /// - Returns: The offset at which it must come to rest: the delegate's choice, clamped to the content. The host
    ///   scrolls there.
    public func hostWillEndDragging(withVelocity velocity: CGPoint, targetContentOffset target: CGPoint) -> CGPoint {
        layoutIfNeeded()
        var offset = target
        delegate?.collectionViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &offset)
        forEachScrollObserver {
            $0.collectionViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &offset)
        }
        guard offset.x.isFinite, offset.y.isFinite else {
            report(.unusableGeometry, nil, "target offset \(offset) is ignored. Give finite numbers.")
            return clamped(contentOffset)
        }
        return clamped(offset)
    }

    /// Reports that the content came to rest after a drag.
    public func hostDidEndDecelerating() {
        delegate?.collectionViewDidEndDecelerating(self)
        forEachScrollObserver { $0.collectionViewDidEndDecelerating(self) }
    }

    // MARK: Keys and focus

    /// The item that receives keys. When a key moves the focus, the list scrolls to the item. Updates keep the focus
    /// on its item.
    public var focusedIndexPath: IndexPath? {
        get { focus?.indexPath }
        set { moveFocus(to: newValue.flatMap { known($0) }) }
    }

    func moveFocus(to path: ElementPath?) {
        guard path != focus else { return }
        let old = focus
        focus = path
        guard let path else {
            if let old { shownCell(old)?.isFocused = false }
            return
        }
        positions.following(path) { item in
            if let old { shownCell(old)?.isFocused = false }
            // The cell may have changed the list, or moved the focus.
            guard let path = item.path, focus == path else { return }
            shownCell(path)?.isFocused = true
        }
    }

    /// Reports a key. The focused cell receives it first. Arrows, page keys, home and end move the focus. The select
    /// key chooses the focused item. Characters move the focus to the next item whose text begins with them; see
    /// ``hostTypeAhead(_:)``.
    /// - Parameter modifiers: With ``InputModifiers/extend``, a key that moves the focus selects all items from the one
    ///   that was selected last. With ``InputModifiers/toggle`` it moves the focus without selecting, and the select key
    ///   adds the focused item to the selection or removes it.
    /// - Returns: True if the key had an effect.
    @discardableResult
    public func hostKey(_ key: CollectionViewKey, modifiers: InputModifiers = []) -> Bool {
        guard isReadyForUser() else { return false }
        if let focus, let cell = shownCell(focus), cell.handle(key) { return true }
        if case .character(let character) = key { return type(character) }
        typed = ""
        if key == .select {
            guard let focus else { return false }
            if modifiers.isEmpty { choose(focus) } else { select(focus, modifiers) }
            return true
        }
        if let focus, key == .left || key == .right {
            let isExpanding = (key == .right) == (flowDirection == .leftToRight)
            if dataSource?.collectionView(self, setExpanded: isExpanding, forItemAt: focus.indexPath) == true {
                return true
            }
        }
        guard let target = focusTarget(of: key), target != focus else { return false }
        moveFocusByKey(to: target, modifiers)
        return true
    }

    /// Moves the focus as a key does: the list scrolls to the item, and selects it if the selection follows the focus.
    func moveFocusByKey(to target: ElementPath, _ modifiers: InputModifiers = []) {
        if selectionPivot == nil { selectionPivot = focus }
        positions.following(target) { item in
            moveFocus(to: target)
            guard let target = item.path else { return }
            scrollToItem(at: target.indexPath, at: .nearest, animated: false)
            layoutIfNeeded()
            if modifiers.contains(.extend), let path = item.path { return select(path, modifiers) }
            guard !modifiers.contains(.toggle), let path = item.path,
                delegate?.collectionView(self, selectionFollowsFocusForItemAt: path.indexPath) ?? selectionFollowsFocus,
                let path = item.path, !selection.contains(path)
            else { return }
            selectionPivot = path
            changeSelection(item)
        }
    }

    private func focusTarget(of key: CollectionViewKey) -> ElementPath? {
        guard let focus else {
            return key == .end || key == .up || key == .previous || key == .pageUp ? lastItem : firstItem
        }
        return switch key {
        case .up: layout.nextItem(from: focus, toward: .up)
        case .down: layout.nextItem(from: focus, toward: .down)
        case .left: layout.nextItem(from: focus, toward: .left)
        case .right: layout.nextItem(from: focus, toward: .right)
        case .next: layout.nextItem(from: focus, toward: .next)
        case .previous: layout.nextItem(from: focus, toward: .previous)
        case .pageUp: item(aPageFrom: focus, by: -1)
        case .pageDown: item(aPageFrom: focus, by: 1)
        case .home: firstItem
        case .end: lastItem
        case .select, .character: nil
        }
    }

    /// The first item of the list; nil if there is none.
    /// - Complexity: O(empty sections before it).
    public var indexPathForFirstItem: IndexPath? { firstItem?.indexPath }

    /// The last item of the list; nil if there is none.
    public var indexPathForLastItem: IndexPath? { lastItem?.indexPath }

    var firstItem: ElementPath? {
        (0..<layout.numberOfSections).first { layout.numberOfItems(inSection: $0) > 0 }.map { .item(0, inSection: $0) }
    }

    var lastItem: ElementPath? {
        (0..<layout.numberOfSections).last { layout.numberOfItems(inSection: $0) > 0 }
            .map { .item(layout.numberOfItems(inSection: $0) - 1, inSection: $0) }
    }

    /// Returns the next item from an item in a direction; nil if there is none. See
    /// `CollectionViewLayout.nextItem(from:toward:)`.
    public func indexPath(from indexPath: IndexPath, toward direction: MoveDirection) -> IndexPath? {
        known(indexPath).flatMap { layout.nextItem(from: $0, toward: direction)?.indexPath }
    }

    /// Returns the item one screen further along the scroll axis, but at least the next one. At the ends it is the
    /// last or the first item.
    /// - Parameter step: 1 toward the end, -1 toward the start.
    private func item(aPageFrom path: ElementPath, by step: Int) -> ElementPath? {
        let frame = layout.frame(ofItem: path.item, inSection: path.section)
        let insets = adjustedContentInset
        let isVertical = layout.scrollDirection == .vertical
        let page =
            isVertical
            ? bounds.height - insets.top - insets.bottom : bounds.width - insets.leading - insets.trailing
        // In a mirrored horizontal list, the end is to the left.
        let sign: CGFloat = !isVertical && flowDirection == .rightToLeft ? -1 : 1
        let distance = max(0, page) * CGFloat(step) * sign
        let point = CGPoint(
            x: frame.midX + (isVertical ? 0 : distance), y: frame.midY + (isVertical ? distance : 0))
        let content = CGRect(origin: .zero, size: contentSize)
        if isVertical ? point.y < content.minY : (sign > 0 ? point.x < content.minX : point.x > content.maxX) {
            return firstItem
        }
        if isVertical ? point.y > content.maxY : (sign > 0 ? point.x > content.maxX : point.x < content.minX) {
            return lastItem
        }
        let found = layout.nearestItem(to: point, sectionOffsets: sectionOffsets)
        let next = layout.nextItem(from: path, toward: step > 0 ? .next : .previous)
        guard let found, step > 0 ? found > path : found < path else { return next }
        return found
    }
}
