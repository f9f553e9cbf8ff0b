import Foundation
import ListEngineLayout

extension CollectionView {
    /// The part of the content that is visible: its origin is the content offset. A new size lays everything out from scratch.
    public var bounds: CGRect {
        get { storedBounds }
        set {
            guard Self.areUsable(newValue) else { return reportBounds(newValue) }
            var offset = newValue.origin
            if newValue.size != storedBounds.size {
                let pending = pendingReload
                if pending == .none { placeBeforeLayout = keptPlace() }
                let (old, main) = (storedBounds.origin, mainOffset)
                storedBounds.size = newValue.size
                if recipe.scrollDirection == .horizontal, storedFlowDirection == .rightToLeft {
                    // The leading edge is at the other end: the list stays as far from it as it was.
                    offset.x += contentOffset(atMainOffset: main).x - old.x
                }
                if pending == .none { pendingReload = .container }
                setNeedsLayout()
            }
            contentOffset = offset
        }
    }

    static func areUsable(_ bounds: CGRect) -> Bool {
        // The width of a rectangle is never below 0, that of its size may be.
        let size = bounds.size
        return bounds.origin.x.isFinite && bounds.origin.y.isFinite && areUsable([size.width, size.height])
            && size.width >= 0 && size.height >= 0
    }

    /// Lengths that a layout can count with: no NaN, and at most 2^42 points either way.
    private static func areUsable(_ lengths: [CGFloat]) -> Bool { lengths.allSatisfy { abs($0) <= 0x1p42 } }

    func reportBounds(_ bounds: CGRect) {
        report(.unusableGeometry, nil, "bounds \(bounds) are ignored. Give finite numbers, and a size not below 0.")
    }

    /// The point of the content at the origin of the visible bounds, in points. Offsets are kept on the grid of the
    /// layout, 2^-20 pt, and may lie beyond the content.
    public var contentOffset: CGPoint {
        get { storedBounds.origin }
        set { setContentOffset(newValue, animated: false) }
    }

    /// Scrolls.
    /// - Parameters:
    ///   - offset: The point of the content to show at the origin of the visible bounds.
    ///   - animated: The host scrolls smoothly, where it can.
    public func setContentOffset(_ offset: CGPoint, animated: Bool) {
        guard let offset = usable(offset), offset != storedBounds.origin else { return }
        (scrollTarget, animatedTarget) = (nil, nil)
        if animated, let host, host.setContentOffset(offset, animated: true) { return }
        moveContentOffset(to: offset)
        if animated { hostDidEndScrollingAnimation() }
    }

    /// The user, or a smooth scroll, has moved the content: called by the host, which is not told in return. The list is
    /// brought up to date at once.
    public func hostDidScroll(to offset: CGPoint) {
        guard let offset = usable(offset) else { return }
        guard offset != storedBounds.origin else { return layoutIfNeeded() }
        closeSwipe()
        storedBounds.origin = offset
        needsPass = true
        didScroll()
        layoutIfNeeded()
    }

    /// A smooth scroll that the program asked for has come to its end: called by the host.
    public func hostDidEndScrollingAnimation() {
        settleAnimatedTarget()
        delegate?.collectionViewDidEndScrollingAnimation(self)
        forEachScrollObserver { $0.collectionViewDidEndScrollingAnimation(self) }
    }

    /// Moves the offset and tells everyone, the host included.
    func moveContentOffset(to offset: CGPoint) {
        guard offset != storedBounds.origin else { return }
        closeSwipe()
        storedBounds.origin = offset
        _ = host?.setContentOffset(offset, animated: false)
        setNeedsLayout()
        didScroll()
    }

    private func didScroll() {
        delegate?.collectionViewDidScroll(self)
        if !scrollObservers.isEmpty { forEachScrollObserver { $0.collectionViewDidScroll(self) } }
    }

    /// An offset on the grid; nil, and reported, where it is none.
    private func usable(_ offset: CGPoint) -> CGPoint? {
        guard offset.x.isFinite, offset.y.isFinite else {
            report(.unusableGeometry, nil, "content offset \(offset) is ignored. Give finite numbers.")
            return nil
        }
        return CGPoint(x: Self.onGrid(offset.x), y: Self.onGrid(offset.y))
    }

    private static func onGrid(_ length: CGFloat) -> CGFloat {
        let limit: CGFloat = 0x1p42
        let clamped = min(max(length, -limit), limit)
        return (clamped * 0x1p20).rounded(.toNearestOrEven) * 0x1p-20
    }

    /// Space around the content, by which it can be scrolled further.
    public var contentInset: SectionInsets {
        get { storedContentInset }
        set {
            guard newValue != storedContentInset else { return }
            guard Self.areUsable([newValue.top, newValue.leading, newValue.bottom, newValue.trailing]) else {
                return report(
                    .unusableGeometry, nil, "the content inset \(newValue) is ignored. Expected at most 2^42 points.")
            }
            if isBusy, pendingReload == .none { pendingReload = .container }
            if pendingReload == .none {
                let place = keptPlace()
                storedContentInset = newValue
                restore(place, from: presentedLayout, .inset)
            } else {
                // What is kept is brought into the content when that is laid out.
                if pendingReload != .everything, placeBeforeLayout == nil { placeBeforeLayout = keptPlace() }
                storedContentInset = newValue
            }
            if storedContentAlignment == .end { restShortContent() }
            setNeedsLayout()
        }
    }

    /// Where the content rests while it is shorter than what is visible: at the start, or at the end, as in a chat. It goes
    /// with ``ContentAnchorPolicy/endWhenAtEnd`` or ``ContentAnchorPolicy/lastVisible``.
    public var contentAlignment: ContentAlignment {
        get { storedContentAlignment }
        set {
            guard newValue != storedContentAlignment else { return }
            storedContentAlignment = newValue
            restShortContent()
            setNeedsLayout()
        }
    }

    /// Content that does not fill the visible bounds has one place to rest.
    private func restShortContent() {
        guard mainOffsetRange.lowerBound == mainOffsetRange.upperBound else { return }
        moveContentOffset(to: clamped(storedBounds.origin))
    }

    /// The insets of the container that compositional sections can refer to; the safe area also adds to the content inset
    /// along the scroll axis.
    public var containerInsets: ContainerInsets {
        get { storedContainerInsets }
        set {
            guard newValue != storedContainerInsets else { return }
            let safe = newValue.safeArea
            guard Self.areUsable([safe.top, safe.leading, safe.bottom, safe.trailing]) else {
                return report(
                    .unusableGeometry, nil, "the safe area \(safe) is ignored. Expected at most 2^42 points.")
            }
            storedContainerInsets = newValue
            invalidateLayout()
        }
    }

    /// The content inset and, along the scroll axis, the safe area.
    public var adjustedContentInset: SectionInsets {
        var insets = storedContentInset
        let safe = storedContainerInsets.safeArea
        if recipe.scrollDirection == .vertical {
            insets.top += safe.top
            insets.bottom += safe.bottom
        } else {
            insets.leading += safe.leading
            insets.trailing += safe.trailing
        }
        return insets
    }

    /// Right to left mirrors the layout.
    public var flowDirection: FlowDirection {
        get { storedFlowDirection }
        set {
            guard newValue != storedFlowDirection else { return }
            storedFlowDirection = newValue
            invalidateLayout()
        }
    }

    /// Pixels in a point; 0 where there is no grid.
    public var displayScale: CGFloat {
        get { storedDisplayScale }
        set {
            guard newValue != storedDisplayScale else { return }
            guard newValue >= 0, newValue.isFinite else {
                return report(
                    .unusableGeometry, nil, "the display scale \(newValue) is ignored. Expected 0 or more pixels.")
            }
            storedDisplayScale = newValue
            invalidateLayout()
        }
    }

    /// Size of the content, as the last pass left it.
    public var contentSize: CGSize { presentedLayout.contentSize }

    /// How far sections that scroll on their own are scrolled, across the list, in points.
    public var sectionOffsets: SectionOffsets {
        get { storedSectionOffsets }
        set {
            guard newValue != storedSectionOffsets else { return }
            storedSectionOffsets = newValue
            setNeedsLayout()
        }
    }

    /// What queries see.
    public var viewport: Viewport {
        var viewport = Viewport(
            storedBounds, adjustedInsets: adjustedContentInset, sectionOffsets: storedSectionOffsets)
        viewport.contentAlignment = storedContentAlignment
        return viewport
    }

    var container: ListContainer {
        ListContainer(
            size: storedBounds.size, flowDirection: storedFlowDirection, displayScale: storedDisplayScale,
            insets: storedContainerInsets)
    }

    /// An offset within what the content can be scrolled to. Across the scroll axis it stays.
    package func clamped(_ offset: CGPoint) -> CGPoint {
        let range = mainOffsetRange
        let main = presentedLayout.contentOffset(of: CGRect(origin: offset, size: storedBounds.size))
        let fitting = min(max(main, range.lowerBound), range.upperBound)
        guard fitting != main else { return offset }
        let moved = contentOffset(atMainOffset: fitting)
        return recipe.scrollDirection == .vertical
            ? CGPoint(x: offset.x, y: moved.y) : CGPoint(x: moved.x, y: offset.y)
    }

    /// The offsets that the content can rest at, from the leading edge along the scroll axis.
    package var mainOffsetRange: ClosedRange<CGFloat> {
        let insets = adjustedContentInset
        let isVertical = recipe.scrollDirection == .vertical
        let (first, end) = isVertical ? (-insets.top, insets.bottom) : (-insets.leading, insets.trailing)
        let (content, visible) =
            isVertical
            ? (contentSize.height, storedBounds.height) : (contentSize.width, storedBounds.width)
        let last = content + end - visible
        if last < first, storedContentAlignment == .end { return last...last }
        return first...max(first, last)
    }

    /// The offset from the leading edge along the scroll axis, as layouts count it.
    package var mainOffset: CGFloat { presentedLayout.contentOffset(of: storedBounds) }

    /// The offset at a distance from the leading edge along the scroll axis; across it, it stays.
    package func contentOffset(atMainOffset main: CGFloat) -> CGPoint {
        let visible = presentedLayout.visibleBounds(atContentOffset: main, size: storedBounds.size)
        return recipe.scrollDirection == .vertical
            ? CGPoint(x: storedBounds.minX, y: visible.minY) : CGPoint(x: visible.minX, y: storedBounds.minY)
    }

    // MARK: Observers

    /// Lets an object hear of scrolling, after the delegate and those added before it. It is not kept alive.
    public func addScrollObserver(_ observer: any CollectionViewScrollDelegate) {
        scrollObservers.removeAll { $0.observer == nil || $0.observer === observer }
        scrollObservers.append(WeakScrollObserver(observer: observer))
    }

    public func removeScrollObserver(_ observer: any CollectionViewScrollDelegate) {
        scrollObservers.removeAll { $0.observer == nil || $0.observer === observer }
    }

    func forEachScrollObserver(_ body: @MainActor (any CollectionViewScrollDelegate) -> Void) {
        for entry in scrollObservers { if let observer = entry.observer { body(observer) } }
    }
}
