import Foundation
import ListEngineLayout

// The offset, and what moves it without a finger: scroll bars, keys, a wheel and a touchpad.

extension ScrollingHost {
    // MARK: The offset

    /// The offset from the leading edge along the scroll axis, in points.
    public var offset: CGFloat { list.mainOffset }

    /// The offsets at which the content can rest.
    public var offsetRange: ClosedRange<CGFloat> { list.mainOffsetRange }

    /// The extent of the visible bounds along the scroll axis.
    public var visibleExtent: CGFloat {
        list.layout.scrollDirection == .vertical ? list.bounds.height : list.bounds.width
    }

    func main(_ offset: CGPoint) -> CGFloat {
        list.layout.contentOffset(of: CGRect(origin: offset, size: list.bounds.size))
    }

    func cross(_ offset: CGPoint) -> CGFloat {
        list.layout.crossOffset(of: CGRect(origin: offset, size: list.bounds.size))
    }

    /// - Parameter across: The offset across the scroll axis. Nil means that it does not change.
    package func move(to offset: CGFloat, across: CGFloat? = nil) {
        let point = list.contentOffset(atMainOffset: offset, crossOffset: across ?? crossOffset)
        guard point != list.bounds.origin else { return }
        // The list places only the views that come into view, and those that are there move too.
        requestFrame()
        list.hostDidScroll(to: point)
    }

    package func clamped(_ offset: CGFloat) -> CGFloat {
        min(max(offset, offsetRange.lowerBound), offsetRange.upperBound)
    }

    /// Clamps an offset across the scroll axis. Where the list does not scroll, it stays.
    func clampedAcross(_ offset: CGFloat) -> CGFloat {
        let range = crossOffsetRange
        return scrollsAcross ? min(max(offset, range.lowerBound), range.upperBound) : crossOffset
    }

    // MARK: The offset across the scroll axis

    /// Whether the content is larger than the visible bounds across the scroll axis. See
    /// ``CollectionView/minimumCrossExtent``.
    public var scrollsAcross: Bool { list.scrollsAcross }

    /// The offset from the leading edge across the scroll axis, in points.
    public var crossOffset: CGFloat { list.crossOffset }

    /// The offsets across the scroll axis at which the content can rest.
    public var crossOffsetRange: ClosedRange<CGFloat> { list.crossOffsetRange }

    /// The extent of the visible bounds across the scroll axis.
    public var visibleCrossExtent: CGFloat { list.visibleCrossExtent }

    // MARK: Input

    /// Scrolls to an offset immediately, as the thumb of a scroll bar does. It ends any movement.
    /// - Parameter offset: The offset from the leading edge along the scroll axis. It is clamped to the content.
    public func scroll(to offset: CGFloat) {
        guard list.isScrollEnabled, offset.isFinite else { return }
        stop()
        move(to: clamped(offset))
    }

    /// Scrolls across the scroll axis to an offset immediately, as the thumb of the second scroll bar does. It ends any movement.
    /// - Parameter offset: The offset from the leading edge. It is clamped to the content.
    public func scrollAcross(to offset: CGFloat) {
        guard list.isScrollEnabled, offset.isFinite else { return }
        stop()
        move(to: self.offset, across: clampedAcross(offset))
    }

    /// Takes a key as ``CollectionView/hostKey(_:modifiers:)`` does. An arrow key across the scroll axis that has no effect there
    /// scrolls content that is larger than the bounds by a tenth of them.
    /// - Returns: True if the key had an effect.
    @discardableResult
    public func press(_ key: CollectionViewKey, modifiers: InputModifiers = []) -> Bool {
        if list.hostKey(key, modifiers: modifiers) { return true }
        let step = max(1, (visibleCrossExtent / 10).rounded())
        let distance: CGFloat
        switch key {
        case .left where list.layout.scrollDirection == .vertical: distance = -step * mirror
        case .right where list.layout.scrollDirection == .vertical: distance = step * mirror
        case .up where list.layout.scrollDirection == .horizontal: distance = -step
        case .down where list.layout.scrollDirection == .horizontal: distance = step
        default: return false
        }
        guard list.isScrollEnabled, canScrollAcross(by: distance) else { return false }
        turn(by: 0, across: distance)
        return true
    }

    /// Whether the content can scroll across the scroll axis in the direction of a distance.
    func canScrollAcross(by distance: CGFloat) -> Bool {
        guard scrollsAcross else { return false }
        return distance < 0 ? crossOffset > crossOffsetRange.lowerBound : crossOffset < crossOffsetRange.upperBound
    }

    /// Scrolls by a distance, as a wheel or a touchpad does.
    ///
    /// The part across the scroll axis scrolls the section at the location, if that scrolls independently; it comes to rest
    /// where its behaviour permits it. Otherwise it scrolls content that is larger than the bounds. A wheel that turns only
    /// vertically also scrolls a horizontal list, and with the shift key it scrolls sideways.
    /// - Parameters:
    ///   - distance: In points; positive values show what is further down or right.
    ///   - location: A point of the visible bounds.
    ///   - smoothly: Whether the content moves there in ``wheelDuration`` seconds. Another turn in the meantime moves it
    ///     further.
    ///   - modifiers: The modifier keys that the user holds with the wheel.
    public func scroll(
        by distance: CGPoint, at location: CGPoint? = nil, smoothly: Bool = false, modifiers: InputModifiers = []
    ) {
        guard list.isScrollEnabled, distance.x.isFinite, distance.y.isFinite else { return }
        let isSideways = modifiers.contains(.extend) && distance.x == 0
        let distance = isSideways ? CGPoint(x: distance.y, y: 0) : distance
        let isVertical = list.layout.scrollDirection == .vertical
        var (along, across) = isVertical ? (distance.y, distance.x * mirror) : (distance.x * mirror, distance.y)
        if panning.content != nil {
            // A gesture moves the list or a section, not both.
            if !scrollsAcross { across = 0 }
        } else if across != 0, let location, let section = scrollingSection(at: location),
            turn(section, by: across, smoothly: smoothly)
        {
            across = 0
        } else if !isVertical, along == 0, !scrollsAcross {
            along = across
        }
        if !scrollsAcross { across = 0 }
        guard along != 0 || across != 0 else { return }
        guard smoothly else {
            if dragStart == nil { stop() } else { stopMotion() }
            return drag(by: along, across)
        }
        turn(by: along, across: across)
    }

    /// A turn of a wheel moves the content in ``wheelDuration``.
    private func turn(by along: CGFloat, across: CGFloat) {
        guard !prefersReducedMotion else {
            if dragStart == nil { stop() } else { stopMotion() }
            return drag(by: along, across)
        }
        let turned = motion?.origin == .wheel ? motion : nil
        if turned == nil { stop() }
        begin(
            ScrollMotion(
                .easing(duration: wheelDuration), .wheel, to: clamped((turned?.target ?? offset) + along),
                across: clampedAcross((turned?.crossTarget ?? crossOffset) + across)))
    }

    /// The content follows a finger as far as its ends. The finger can go on, and comes back the same way.
    private func drag(by distance: CGFloat, _ across: CGFloat) {
        guard dragStart != nil else {
            return move(to: clamped(offset + distance), across: clampedAcross(crossOffset + across))
        }
        let wanted = offset + overscroll + distance
        let wantedAcross = crossOffset + crossOverscroll + across
        let (beyond, beyondAcross) = (wanted - clamped(wanted), wantedAcross - clampedAcross(wantedAcross))
        if beyond != overscroll || beyondAcross != crossOverscroll { requestFrame() }
        overscrolled.hold(beyond)
        panning.across.hold(beyondAcross)
        move(to: clamped(wanted), across: clampedAcross(wantedAcross))
    }

    var canRefresh: Bool { list.refreshHandler != nil && !list.isRefreshing }
}
