import Foundation
import ListEngineLayout

// Content that is wider than the visible bounds of a vertical list, or higher than those of a horizontal one. The
// content is laid out for a separate extent across the scroll axis, and the visible bounds move over the content on
// both axes.

extension CollectionView {
    /// The least extent of the content across the scroll axis, in points: the least width of a vertical list. The default is 0.
    ///
    ///     view.minimumCrossExtent = 1_200     // lines of a log, which are wider than the window
    ///
    /// If it is larger than the visible bounds, sections are laid out for this extent, and the list also scrolls across its axis:
    /// the ``contentOffset`` moves on both axes. Headers and footers are as wide as the content and move with it; pinned ones stay
    /// in view along the scroll axis only. Updates keep the anchor where it is on the screen on both axes, unless the
    /// list is at its leading edge, where it stays. A new extent keeps the distance from the leading edge, which is the
    /// right edge in a list from right to left.
    ///
    /// The inset and the alignment of the content across the scroll axis count only if the content is larger than the bounds
    /// there. An extent that is negative, not a number or above 2^40 points is reported and ignored.
    public var minimumCrossExtent: CGFloat {
        get { geometry.minimumCrossExtent }
        set { setMinimumCrossExtent(newValue, scrollingBy: 0) }
    }

    /// Sets the least extent of the content across the scroll axis, and scrolls across it in the same change, for example because
    /// something was inserted before the visible part. The list is laid out for the new extent in the next pass.
    /// - Parameter distance: In points, added to the offset from the leading edge. The result is clamped to the content.
    package func setMinimumCrossExtent(_ extent: CGFloat, scrollingBy distance: CGFloat) {
        guard extent >= 0, extent <= 0x1p40, Self.areUsable([distance]) else {
            return report(
                .unusableGeometry, nil,
                "the minimum cross extent \(extent), scrolled by \(distance), is ignored. Expected 0...2^40 points.")
        }
        let before = containerSize
        geometry.minimumCrossExtent = extent
        // An extent below that of the bounds has no effect.
        guard containerSize != before || distance != 0 else { return }
        let across = crossBeforeLayout
        anchoring.crossBeforeLayout = (across.from, across.wanted + distance)
        if due.reload == .none {
            anchoring.placeBeforeLayout = anchoring.keptPlace(in: self)
            due.reload = .container
        }
        setNeedsLayout()
    }

    /// The offset across the scroll axis before the pending layout, and the wanted offset after it.
    var crossBeforeLayout: (from: CGFloat, wanted: CGFloat) {
        anchoring.crossBeforeLayout ?? (crossOffset, crossOffset)
    }

    /// Whether the content has the extent of the visible bounds across the scroll axis, nothing is about to change that, and the
    /// offset there is 0, as in most lists.
    var restsAcross: Bool {
        guard geometry.minimumCrossExtent == 0, anchoring.crossBeforeLayout == nil else { return false }
        return (recipe.scrollDirection == .vertical ? geometry.bounds.minX : geometry.bounds.minY) == 0
    }

    /// The size for which sections are laid out: that of the visible bounds, or larger across the scroll axis.
    var containerSize: CGSize {
        let (size, least) = (geometry.bounds.size, geometry.minimumCrossExtent)
        return recipe.scrollDirection == .vertical
            ? CGSize(width: max(size.width, least), height: size.height)
            : CGSize(width: size.width, height: max(size.height, least))
    }

    /// The offset from the leading edge across the scroll axis.
    package var crossOffset: CGFloat { presentedLayout.crossOffset(of: geometry.bounds) }

    /// The extent of the visible bounds across the scroll axis, rounded to the layout's units, as the extent of the
    /// content is. Without rounding, bounds that are not a multiple of a unit, such as 2000 pixels at 3 pixels a point,
    /// could be smaller than content of the same extent.
    package var visibleCrossExtent: CGFloat {
        Self.onGrid(recipe.scrollDirection == .vertical ? geometry.bounds.width : geometry.bounds.height)
    }

    /// The offsets at which the content can rest, from the leading edge across the scroll axis. Only 0 if the content is not larger
    /// than the visible bounds.
    package var crossOffsetRange: ClosedRange<CGFloat> {
        let (content, visible) = (presentedLayout.crossExtent, visibleCrossExtent)
        guard content > visible else { return 0...0 }
        let insets = adjustedContentInset
        let (start, end) =
            recipe.scrollDirection == .vertical ? (insets.leading, insets.trailing) : (insets.top, insets.bottom)
        return -start...max(-start, content + end - visible)
    }

    /// Whether the list also scrolls across its axis.
    package var scrollsAcross: Bool { presentedLayout.crossExtent > visibleCrossExtent }

    /// The offset at distances from the leading edges. An axis whose distance is the current one does not change.
    package func contentOffset(atMainOffset main: CGFloat, crossOffset cross: CGFloat) -> CGPoint {
        var offset = main == mainOffset ? geometry.bounds.origin : contentOffset(atMainOffset: main)
        guard cross != crossOffset else { return offset }
        let moved = contentOffset(atCrossOffset: cross)
        if recipe.scrollDirection == .vertical { offset.x = moved.x } else { offset.y = moved.y }
        return offset
    }

    /// The offset at a distance from the leading edge across the scroll axis. Along the axis it does not change.
    package func contentOffset(atCrossOffset cross: CGFloat) -> CGPoint {
        let offset = presentedLayout.contentOffset(atMain: 0, cross: cross, size: geometry.bounds.size)
        return recipe.scrollDirection == .vertical
            ? CGPoint(x: offset.x, y: geometry.bounds.minY) : CGPoint(x: geometry.bounds.minX, y: offset.y)
    }

    /// Clamps an offset across the scroll axis.
    func clampedAcross(_ offset: CGPoint) -> CGPoint {
        let isVertical = recipe.scrollDirection == .vertical
        let range = crossOffsetRange
        let across = presentedLayout.crossOffset(of: bounds(at: offset))
        let fitting = min(max(across, range.lowerBound), range.upperBound)
        guard fitting != across else { return offset }
        let moved = contentOffset(atCrossOffset: fitting)
        return isVertical ? CGPoint(x: moved.x, y: offset.y) : CGPoint(x: offset.x, y: moved.y)
    }

    /// Moves an offset the shortest distance across the scroll axis that makes a rectangle of the content visible there. A
    /// rectangle that is larger than the bounds does not move while it covers them.
    func moved(_ offset: CGPoint, acrossToShow rect: CGRect) -> CGPoint {
        guard scrollsAcross else { return offset }
        let isVertical = recipe.scrollDirection == .vertical
        let insets = adjustedContentInset
        let isMirrored = geometry.flowDirection == .rightToLeft
        let (start, end, now) =
            isVertical
            ? (
                rect.minX - (isMirrored ? insets.trailing : insets.leading),
                rect.maxX + (isMirrored ? insets.leading : insets.trailing) - geometry.bounds.width, offset.x
            ) : (rect.minY - insets.top, rect.maxY + insets.bottom - geometry.bounds.height, offset.y)
        let wanted = min(max(now, min(start, end)), max(start, end))
        return clampedAcross(isVertical ? CGPoint(x: wanted, y: offset.y) : CGPoint(x: offset.x, y: wanted))
    }
}
