import Foundation
import ListEngineLayout

/// What a finger moves.
enum PannedContent {
    /// The list, or the section under the point at which the finger began.
    case list(CGPoint)
    /// A section that scrolls independently.
    case section(Int)
    /// An item, aside. The distance from where the finger began, across the scroll axis.
    case item(CGFloat)
}

// Fingers on a screen, or on a touchpad. Along the scroll axis they drag the content. Across it they swipe an item aside,
// if it has actions there, or scroll a section that scrolls independently.

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
        if isAcross, beginSwipe(at: location, by: across) {
            stop()
            panning.content = .item(across)
        } else if isAcross, list.isScrollEnabled, let section = scrollingSection(at: location) {
            beginDrag(ofSection: section)
            panning.content = .section(section)
            pan(by: distance)
        } else {
            beginDrag()
            panning.content = .list(location)
            pan(by: distance)
        }
        requestFrame()
    }

    /// What the fingers move follows them.
    /// - Parameter distance: How far they have moved since the last call.
    public func pan(by distance: CGPoint) {
        guard distance.x.isFinite, distance.y.isFinite else { return }
        switch panning.content {
        case .list(let location): scroll(by: CGPoint(x: -distance.x, y: -distance.y), at: location)
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
        case .list: endDrag(velocity: CGPoint(x: -velocity.x, y: -velocity.y))
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
        guard let section = list.layout.item(at: point, sectionOffsets: list.sectionOffsets)?.section,
            list.layout.orthogonalScrolling(ofSection: section) == nil, list.hostBeginSwipe(at: point)
        else { return false }
        if list.hostSwipe(by: distance) { return true }
        list.closeSwipe()
        return false
    }
}
