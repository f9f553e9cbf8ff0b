import Foundation
import ListEngineLayout

/// What a finger moves.
enum PannedContent {
    /// The list, or the section under the point at which the touch began, along the axes that its first direction allows.
    case list(CGPoint, PannedAxes)
    /// A section that scrolls independently.
    case section(Int)
    /// An item, aside. The distance from where the finger began, across the scroll axis.
    case item(CGFloat)
}

/// A touch that sets out along an axis, within about 27 degrees, moves a list that scrolls on two axes along that axis only.
enum PannedAxes {
    case both, horizontal, vertical

    init(_ distance: CGPoint) {
        let (x, y) = (abs(distance.x), abs(distance.y))
        self = y < x / 2 ? .horizontal : x < y / 2 ? .vertical : .both
    }

    func part(of distance: CGPoint) -> CGPoint {
        CGPoint(x: self == .vertical ? 0 : distance.x, y: self == .horizontal ? 0 : distance.y)
    }
}

// Fingers on a screen, or on a touchpad. Along the scroll axis they drag the content. Across it they swipe an item aside,
// if it has actions there, or scroll a section that scrolls independently. Content that is larger than the bounds on both axes
// follows on both. Then an item is swiped aside only where the content cannot go on, as at its trailing edge.

extension ScrollingHost {
    /// Fingers begin to move. It ends any movement.
    /// - Parameters:
    ///   - location: Where they touch the list, in the visible bounds.
    ///   - distance: How far they have moved. Its direction decides what they move.
    public func beginPan(at location: CGPoint, by distance: CGPoint) {
        guard location.x.isFinite, location.y.isFinite, distance.x.isFinite, distance.y.isFinite else { return }
        endPan(velocity: .zero, cancelled: true)
        let across = across(distance)
        let isAcross = abs(across) > abs(distance.x + distance.y - across)
        let scrolls = list.isScrollEnabled && canScrollAcross(by: leading(distance))
        if isAcross, !scrolls, beginSwipe(at: location, by: across) {
            stop()
            panning.content = .item(across)
        } else if isAcross, list.isScrollEnabled, let section = scrollingSection(at: location) {
            beginDrag(ofSection: section)
            panning.content = .section(section)
            pan(by: distance)
        } else {
            beginDrag()
            panning.content = .list(location, scrollsAcross ? PannedAxes(distance) : .both)
            pan(by: distance)
        }
        requestFrame()
    }

    /// Whether a gesture that begins would move a section or an item, and not the list. A host whose toolkit scrolls the list
    /// calls it before ``beginPan(at:by:)``. The delegate returns the actions of the item.
    package func canPanAcross(at location: CGPoint, by distance: CGPoint) -> Bool {
        guard location.x.isFinite, location.y.isFinite, distance.x.isFinite, distance.y.isFinite else { return false }
        let across = across(distance)
        guard abs(across) > abs(distance.x + distance.y - across), list.isReadyForUser() else { return false }
        if list.isScrollEnabled {
            if canScrollAcross(by: leading(distance)) { return false }
            if scrollingSection(at: location) != nil { return true }
        }
        let path = list.item(at: inContent(location))
        return path.map { list.swipe != nil || !list.swipeActions(at: $0).isEmpty } ?? false
    }

    /// What the fingers move follows them.
    /// - Parameter distance: How far they have moved since the last call.
    public func pan(by distance: CGPoint) {
        guard distance.x.isFinite, distance.y.isFinite else { return }
        switch panning.content {
        case .list(let location, let axes):
            let part = axes.part(of: distance)
            scroll(by: CGPoint(x: -part.x, y: -part.y), at: location)
        case .section(let section): drag(section: section, by: leading(distance))
        case .item(let before):
            let all = before + across(distance)
            panning.content = .item(all)
            list.hostSwipe(by: all)
        case nil: break
        }
    }

    /// The fingers leave the screen.
    /// - Parameters:
    ///   - velocity: That of the fingers, in points per second. 0 means that they were at rest.
    ///   - cancelled: Whether something else took the fingers away from the list. No action is performed then.
    public func endPan(velocity: CGPoint, cancelled: Bool = false) {
        guard let ended = panning.content else { return }
        panning.content = nil
        switch ended {
        case .list(_, let axes):
            let part = axes.part(of: velocity)
            endDrag(velocity: CGPoint(x: -part.x, y: -part.y))
        case .section(let section): endDrag(ofSection: section, velocity: leading(velocity))
        case .item: cancelled ? list.closeSwipe() : list.hostEndSwipe(velocity: across(velocity))
        }
    }

    private func across(_ distance: CGPoint) -> CGFloat {
        list.layout.scrollDirection == .vertical ? distance.x : distance.y
    }

    /// How far the offset of a section moves under fingers that move by a distance.
    func leading(_ distance: CGPoint) -> CGFloat {
        let isMirrored = list.layout.scrollDirection == .vertical && list.flowDirection == .rightToLeft
        return isMirrored ? across(distance) : -across(distance)
    }

    private func beginSwipe(at location: CGPoint, by distance: CGFloat) -> Bool {
        let point = inContent(location)
        guard let section = list.item(at: point)?.section,
            list.layout.orthogonalScrolling(ofSection: section) == nil, list.hostBeginSwipe(at: point)
        else { return false }
        if list.hostSwipe(by: distance) { return true }
        list.closeSwipe()
        return false
    }
}

// MARK: - Dragging the content

extension ScrollingHost {
    /// The user puts a finger on the content, or begins a gesture on a touchpad. It ends any movement.
    public func beginDrag() {
        guard list.isScrollEnabled else { return }
        // A finger catches content that bounces.
        let (caught, caughtAcross) = bounces ? (overscroll, crossOverscroll) : (0, 0)
        stop()
        overscrolled.hold(caught)
        panning.across.hold(caughtAcross)
        dragStart = offset
        list.hostWillBeginDragging()
    }

    /// The content follows the finger: call ``scroll(by:at:smoothly:modifiers:)`` in between.
    /// - Parameter velocity: The velocity of the content offset at the end, in points per second. 0 means that the finger
    ///   was at rest.
    public func endDrag(velocity: CGPoint) {
        guard let start = dragStart else { return }
        let refreshes = pulledDistance > 0 && pulledDistance >= refreshDistance
        dragStart = nil
        defer { if refreshes { list.beginRefreshing() } }
        let isVertical = list.layout.scrollDirection == .vertical
        let (along, across) =
            isVertical ? (velocity.y, velocity.x * mirror) : (velocity.x * mirror, velocity.y)
        // A fling further beyond an end moves nothing else.
        let (isBeyond, isBeyondAcross) = (along * overscroll > 0, across * crossOverscroll > 0)
        overscrolled.leave(velocity: along, immediately: prefersReducedMotion)
        panning.across.leave(velocity: across, immediately: prefersReducedMotion)
        if overscroll != 0 || crossOverscroll != 0 { requestFrame() }
        var target = offset + (along.isFinite && !isBeyond ? along / usedDeceleration : 0)
        if isPagingEnabled { target = page(from: start, toward: along) }
        var targetAcross = crossOffset
        if scrollsAcross, across.isFinite, !isBeyondAcross { targetAcross += across / usedDeceleration }
        let proposed = list.contentOffset(
            atMainOffset: clamped(target), crossOffset: clampedAcross(targetAcross))
        let answer = list.hostWillEndDragging(withVelocity: velocity, targetContentOffset: proposed)
        // At the end of the content a fling does not slow down.
        if main(answer) != main(proposed) { target = main(answer) }
        if cross(answer) != cross(proposed) { targetAcross = cross(answer) }
        guard target != offset || targetAcross != crossOffset else { return list.hostDidEndDecelerating() }
        begin(ScrollMotion(.decaying(rate: usedDeceleration), .drag, to: target, across: targetAcross))
    }

    private func page(from start: CGFloat, toward velocity: CGFloat) -> CGFloat {
        let (first, extent) = (offsetRange.lowerBound, visibleExtent)
        guard extent > 0 else { return offset }
        let here = (offset - first) / extent
        let page = velocity > 0 ? here.rounded(.up) : velocity < 0 ? here.rounded(.down) : here.rounded()
        let began = ((start - first) / extent).rounded()
        return clamped(first + min(max(page, began - 1), began + 1) * extent)
    }
}
