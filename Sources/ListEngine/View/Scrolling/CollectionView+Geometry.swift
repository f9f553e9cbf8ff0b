import Foundation
import ListEngineLayout

extension CollectionView {
    /// The visible part of the content. Its origin is the content offset. A new size lays out everything from
    /// scratch.
    public var bounds: CGRect {
        get { geometry.bounds }
        set {
            guard Self.areUsable(newValue) else { return reportBounds(newValue) }
            var offset = newValue.origin
            if newValue.size != geometry.bounds.size {
                let (pending, across) = (due.reload, crossBeforeLayout)
                if pending == .none { anchoring.placeBeforeLayout = anchoring.keptPlace(in: self) }
                let (old, main) = (geometry.bounds.origin, mainOffset)
                geometry.bounds.size = newValue.size
                if recipe.scrollDirection == .horizontal, geometry.flowDirection == .rightToLeft {
                    // The leading edge is at the other end. The list keeps its distance from it.
                    offset.x += contentOffset(atMainOffset: main).x - old.x
                }
                if pending == .none { due.reload = .container }
                setNeedsLayout()
                // An offset that is set at the same time counts.
                if offset == geometry.bounds.origin { anchoring.crossBeforeLayout = across }
            }
            contentOffset = offset
        }
    }

    nonisolated static func areUsable(_ bounds: CGRect) -> Bool {
        // The width of a CGRect is never negative, but the width of its size can be.
        let size = bounds.size
        return bounds.origin.x.isFinite && bounds.origin.y.isFinite && areUsable([size.width, size.height])
            && size.width >= 0 && size.height >= 0
    }

    /// Whether a layout can use the lengths: no NaN, and at most 2^42 points in either direction.
    nonisolated static func areUsable(_ lengths: [CGFloat]) -> Bool { lengths.allSatisfy { abs($0) <= 0x1p42 } }

    func reportBounds(_ bounds: CGRect) {
        report(.unusableGeometry, nil, "bounds \(bounds) are ignored. Expected finite numbers and a size not below 0.")
    }

    /// The point of the content at the origin of the visible bounds, in points. Offsets are multiples of 2^-20 pt,
    /// like all values of the layout. They can be outside the content.
    public var contentOffset: CGPoint {
        get { geometry.bounds.origin }
        set { setContentOffset(newValue, animated: false) }
    }

    /// Scrolls to an offset.
    /// - Parameters:
    ///   - offset: The point of the content to show at the origin of the visible bounds.
    ///   - animated: Whether the host scrolls smoothly, if it can.
    public func setContentOffset(_ offset: CGPoint, animated: Bool) {
        guard let offset = usable(offset), offset != geometry.bounds.origin else { return }
        (scrolling.target, scrolling.animatedTarget) = (nil, nil)
        anchoring.endKeeping()
        if animated, let host, host.setContentOffset(offset, animated: true) { return }
        anchoring.willScroll(to: offset, in: self)
        moveContentOffset(to: offset)
        if animated { hostDidEndScrollingAnimation() }
    }

    /// Reports that the user, or a smooth scroll, moved the content. The host calls it, and is not notified in
    /// return. The list is brought up to date immediately.
    public func hostDidScroll(to offset: CGPoint) {
        guard let offset = usable(offset) else { return }
        guard offset != geometry.bounds.origin else { return layoutIfNeeded() }
        closeSwipe()
        anchoring.endKeeping()
        anchoring.willScroll(to: offset, in: self)
        geometry.bounds.origin = offset
        due.needsPass = true
        didScroll()
        layoutIfNeeded()
    }

    /// Reports that a smooth scroll that was started in code has ended. The host calls it.
    public func hostDidEndScrollingAnimation() {
        scrolling.settleAnimatedTarget()
        delegate?.collectionViewDidEndScrollingAnimation(self)
        forEachScrollObserver { $0.collectionViewDidEndScrollingAnimation(self) }
    }

    /// Moves the offset and notifies all observers, including the host.
    func moveContentOffset(to offset: CGPoint) {
        guard offset != geometry.bounds.origin else { return }
        closeSwipe()
        geometry.bounds.origin = offset
        // Both have changed when the host receives the first, so that it clamps neither by the other's old value.
        sendContentSize()
        _ = host?.setContentOffset(geometry.bounds.origin, animated: false)
        setNeedsLayout()
        didScroll()
    }

    private func didScroll() {
        delegate?.collectionViewDidScroll(self)
        if !attached.scrollObservers.isEmpty { forEachScrollObserver { $0.collectionViewDidScroll(self) } }
    }

    /// Returns an offset rounded to the layout's units; nil, with a diagnostic, if it is not a number.
    private func usable(_ offset: CGPoint) -> CGPoint? {
        guard offset.x.isFinite, offset.y.isFinite else {
            report(.unusableGeometry, nil, "content offset \(offset) is ignored. Expected finite numbers.")
            return nil
        }
        return CGPoint(x: Self.onGrid(offset.x), y: Self.onGrid(offset.y))
    }

    nonisolated static func onGrid(_ length: CGFloat) -> CGFloat {
        let limit: CGFloat = 0x1p42
        let clamped = min(max(length, -limit), limit)
        return (clamped * 0x1p20).rounded(.toNearestOrEven) * 0x1p-20
    }

    /// Space around the content, by which it can be scrolled further.
    public var contentInset: SectionInsets {
        get { geometry.contentInset }
        set {
            guard newValue != geometry.contentInset else { return }
            guard Self.areUsable([newValue.top, newValue.leading, newValue.bottom, newValue.trailing]) else {
                return report(
                    .unusableGeometry, nil, "the content inset \(newValue) is ignored. Expected at most 2^42 points.")
            }
            if isBusy, due.reload == .none { due.reload = .container }
            if due.reload == .none {
                let place = anchoring.keptPlace(in: self)
                geometry.contentInset = newValue
                anchoring.restore(place, in: self, from: presentedLayout, .inset)
            } else {
                // The kept place is clamped to the content when the content is laid out.
                if due.reload != .everything, anchoring.placeBeforeLayout == nil {
                    anchoring.placeBeforeLayout = anchoring.keptPlace(in: self)
                }
                geometry.contentInset = newValue
            }
            if geometry.contentAlignment == .end { restShortContent() }
            setNeedsLayout()
        }
    }

    /// The position of content that is shorter than the visible bounds: at the start, or at the end as in a chat. Use
    /// the end together with ``ContentAnchorPolicy/endWhenAtEnd`` or ``ContentAnchorPolicy/lastVisible``.
    public var contentAlignment: ContentAlignment {
        get { geometry.contentAlignment }
        set {
            guard newValue != geometry.contentAlignment else { return }
            geometry.contentAlignment = newValue
            restShortContent()
            setNeedsLayout()
        }
    }

    /// Content that is shorter than the visible bounds has a single position of rest.
    private func restShortContent() {
        guard mainOffsetRange.lowerBound == mainOffsetRange.upperBound else { return }
        moveContentOffset(to: clamped(geometry.bounds.origin))
    }

    /// The insets of the container that compositional sections can use. The safe area is also added to the content
    /// inset along the scroll axis.
    public var containerInsets: ContainerInsets {
        get { geometry.containerInsets }
        set {
            guard newValue != geometry.containerInsets else { return }
            let safe = newValue.safeArea
            guard Self.areUsable([safe.top, safe.leading, safe.bottom, safe.trailing]) else {
                return report(
                    .unusableGeometry, nil, "the safe area \(safe) is ignored. Expected at most 2^42 points.")
            }
            geometry.containerInsets = newValue
            invalidateLayout()
        }
    }

    /// Whether the user can scroll the list. A host that scrolls must respect it. The default is true.
    public var isScrollEnabled: Bool {
        get { geometry.isScrollEnabled }
        set { geometry.isScrollEnabled = newValue }
    }

    /// The content inset plus, along the scroll axis, the safe area.
    public var adjustedContentInset: SectionInsets {
        var insets = geometry.contentInset
        let safe = geometry.containerInsets.safeArea
        if recipe.scrollDirection == .vertical {
            insets.top += safe.top
            insets.bottom += safe.bottom
        } else {
            insets.leading += safe.leading
            insets.trailing += safe.trailing
        }
        return insets
    }

    /// The flow direction. Right to left mirrors the layout.
    public var flowDirection: FlowDirection {
        get { geometry.flowDirection }
        set {
            guard newValue != geometry.flowDirection else { return }
            anchoring.crossBeforeLayout = crossBeforeLayout
            geometry.flowDirection = newValue
            invalidateLayout()
        }
    }

    /// Pixels per point; 0 if there is no pixel grid.
    public var displayScale: CGFloat {
        get { geometry.displayScale }
        set {
            guard newValue != geometry.displayScale else { return }
            guard newValue >= 0, newValue.isFinite else {
                return report(
                    .unusableGeometry, nil, "the display scale \(newValue) is ignored. Expected 0 or more pixels.")
            }
            geometry.displayScale = newValue
            invalidateLayout()
        }
    }

    /// Size of the content after the last pass.
    public var contentSize: CGSize { presentedLayout.contentSize }

    /// The scroll offsets of sections that scroll independently, across the list, in points. A section starts at the lower bound
    /// of `OrthogonalScrolling.offsetRange`, which is 0 unless the section centres its groups.
    public var sectionOffsets: SectionOffsets {
        get { scrolling.sectionOffsets }
        set {
            guard newValue != scrolling.sectionOffsets else { return }
            scrolling.setOffsets(newValue)
            setNeedsLayout()
        }
    }

    /// The viewport of queries.
    public var viewport: Viewport {
        var viewport = Viewport(
            geometry.bounds, adjustedInsets: adjustedContentInset, sectionOffsets: scrolling.sectionOffsets)
        viewport.contentAlignment = geometry.contentAlignment
        return viewport
    }

    var container: ListContainer {
        var container = ListContainer(
            size: containerSize, flowDirection: geometry.flowDirection, displayScale: geometry.displayScale,
            insets: geometry.containerInsets)
        container.interruption = due.interruption
        return container
    }

    /// Clamps an offset to the offsets at which the content can rest, on both axes.
    package func clamped(_ offset: CGPoint) -> CGPoint {
        let range = mainOffsetRange
        let main = presentedLayout.contentOffset(of: CGRect(origin: offset, size: geometry.bounds.size))
        let fitting = min(max(main, range.lowerBound), range.upperBound)
        let offset = clampedAcross(offset)
        guard fitting != main else { return offset }
        let moved = contentOffset(atMainOffset: fitting)
        return recipe.scrollDirection == .vertical
            ? CGPoint(x: offset.x, y: moved.y) : CGPoint(x: moved.x, y: offset.y)
    }

    /// The offsets at which the content can rest, from the leading edge along the scroll axis.
    package var mainOffsetRange: ClosedRange<CGFloat> {
        let insets = adjustedContentInset
        let isVertical = recipe.scrollDirection == .vertical
        let (first, end) = isVertical ? (-insets.top, insets.bottom) : (-insets.leading, insets.trailing)
        let (content, visible) =
            isVertical
            ? (contentSize.height, geometry.bounds.height) : (contentSize.width, geometry.bounds.width)
        let last = content + end - visible
        if last < first, geometry.contentAlignment == .end { return last...last }
        return first...max(first, last)
    }

    /// The offset from the leading edge along the scroll axis, as layouts count it.
    package var mainOffset: CGFloat { presentedLayout.contentOffset(of: geometry.bounds) }

    /// The offset at a distance from the leading edge along the scroll axis. Across the axis it does not change.
    package func contentOffset(atMainOffset main: CGFloat) -> CGPoint {
        let visible = presentedLayout.visibleBounds(atContentOffset: main, size: geometry.bounds.size)
        return recipe.scrollDirection == .vertical
            ? CGPoint(x: geometry.bounds.minX, y: visible.minY) : CGPoint(x: visible.minX, y: geometry.bounds.minY)
    }

    // MARK: Observers

    /// Adds an object that receives scroll events after the delegate and the observers added before it. The reference
    /// is weak.
    public func addScrollObserver(_ observer: any CollectionViewScrollDelegate) {
        attached.scrollObservers.removeAll { $0.observer == nil || $0.observer === observer }
        attached.scrollObservers.append(WeakScrollObserver(observer: observer))
    }

    public func removeScrollObserver(_ observer: any CollectionViewScrollDelegate) {
        attached.scrollObservers.removeAll { $0.observer == nil || $0.observer === observer }
    }

    func forEachScrollObserver(_ body: @MainActor (any CollectionViewScrollDelegate) -> Void) {
        for entry in attached.scrollObservers { if let observer = entry.observer { body(observer) } }
    }
}
