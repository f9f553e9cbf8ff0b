import Foundation
import ListEngineLayout

// Drags with the pointer that select: a rectangle around items, a range of fields, and marks for the selection.

extension ScrollingHost {
    // MARK: Selecting by a rectangle

    /// The user begins to draw a rectangle at a point of the visible bounds, with the mouse. See
    /// ``CollectionView/hostBeginBandSelection(_:)``.
    /// - Parameter onItems: Whether the rectangle can begin on an item, as in toolkits where a drag of an item that cannot be moved
    ///   draws it. By default it begins outside of all elements.
    /// - Returns: False if there is an element at the point, or if the user cannot select several items.
    public func beginBandSelection(
        at location: CGPoint, _ modifiers: InputModifiers = [], onItems: Bool = false
    ) -> Bool {
        guard location.x.isFinite, location.y.isFinite, held == nil else { return false }
        let point = inContent(location)
        let pixel = CGRect(x: point.x, y: point.y, width: 1, height: 1)
        let isOnElement = list.visibleViews.contains { view in
            let counts = view.accessibilityRole != .ornament && !(onItems && view is CollectionViewCell)
            return counts && view.frame.intersects(pixel)
        }
        guard !isOnElement, list.hostBeginBandSelection(modifiers) else { return false }
        stop()
        held = HeldPointer(location: location, purpose: .band(start: point))
        return true
    }

    /// The rectangle reaches to a point. Near the ends of the list, the content scrolls as long as the pointer stays there.
    public func extendBandSelection(to location: CGPoint) {
        if case .band = held?.purpose { movePointer(to: location) }
    }

    /// The user has drawn the rectangle, or takes the selection back.
    public func endBandSelection(cancelled: Bool = false) {
        guard case .band = held?.purpose else { return }
        held = nil
        if cancelled { list.hostBandSelection(to: .zero) }
        list.hostEndBandSelection()
        requestFrame()
    }

    // MARK: Selecting a range of fields

    /// The user begins to drag over fields at a point of the visible bounds. See ``CollectionView/hostBeginFieldRange(at:modifiers:)``.
    /// - Returns: False if no field is there, or no field has the focus.
    public func beginFieldRange(at location: CGPoint, _ modifiers: InputModifiers = []) -> Bool {
        guard location.x.isFinite, location.y.isFinite, held == nil,
            list.hostBeginFieldRange(at: inContent(location), modifiers: modifiers)
        else { return false }
        stop()
        held = HeldPointer(location: location, purpose: .fields)
        return true
    }

    /// The range of fields reaches to a point. Near the ends of the list, the content scrolls as long as the pointer stays there.
    public func extendFieldRange(to location: CGPoint) {
        if case .fields = held?.purpose { movePointer(to: location) }
    }

    /// The user has selected the range.
    public func endFieldRange() {
        if case .fields = held?.purpose { held = nil }
    }

    /// The rectangle that selects items, relative to the visible bounds. A host draws it. Nil if there is none.
    public var bandSelectionFrame: CGRect? {
        guard case .band(let start) = held?.purpose, let location = held?.location,
            list.selection.gestures.bandSelection != nil
        else {
            return nil
        }
        let corner = CGPoint(x: start.x - list.bounds.minX, y: start.y - list.bounds.minY)
        return CGRect(
            x: corner.x, y: corner.y, width: location.x - corner.x, height: location.y - corner.y
        ).standardized
    }

    /// The content moved under the pointer. The rectangle keeps its first corner.
    func moveBandSelection(by distance: CGPoint) {
        guard case .band(let start) = held?.purpose else { return }
        held?.purpose = .band(start: CGPoint(x: start.x + distance.x, y: start.y + distance.y))
    }

    // MARK: Selecting by dragging over marks

    /// The user begins to drag at a mark for the selection (``ItemAccessory/selection``), at a point of the visible bounds.
    /// - Parameter isOnMark: False if the gesture begins anywhere, for example with two touches. See
    ///   ``CollectionView/hostBeginMultipleSelection(at:isOnMark:)``.
    /// - Returns: False if there is no item at the point, or if several items cannot be selected now.
    public func beginMarkSelection(at location: CGPoint, isOnMark: Bool = true) -> Bool {
        guard held == nil, list.hostBeginMultipleSelection(at: inContent(location), isOnMark: isOnMark) else {
            return false
        }
        stop()
        held = HeldPointer(location: location, purpose: .marks)
        return true
    }

    /// The items up to a point are selected. Near the ends of the list, the content scrolls as long as the pointer stays there.
    public func extendMarkSelection(to location: CGPoint) {
        if case .marks = held?.purpose { movePointer(to: location) }
    }

    /// The user has selected the items, or takes the selection back.
    /// - Returns: False if the user does not drag over marks.
    @discardableResult
    public func endMarkSelection(cancelled: Bool = false) -> Bool {
        guard case .marks = held?.purpose else { return false }
        held = nil
        list.hostEndMultipleSelection(cancelled: cancelled)
        requestFrame()
        return true
    }
}
