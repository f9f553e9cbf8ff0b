import Foundation

/// How far a view must scroll after edits so that its content does not jump.
///
///     let scroll = try layout.keeping(anchor, in: viewport) { try $0.resizeItem(7, inSection: 0, to: 88) }
///     scrollView.contentOffset.y += scroll.scrollDelta
public struct ScrollAdjustment: Sendable, Hashable {
    /// The distance to add to the content offset along the scroll axis, counted from the leading edge, in points.
    ///
    /// With an anchor it is exactly the distance that the anchor moved. With an anchor and a viewport it is that
    /// distance, clamped to the new content. With a viewport alone it is what the clamp requires. With neither it is
    /// 0.
    public var scrollDelta: CGFloat = 0

    /// The distance that the clamp added to ``scrollDelta``; 0 if the offset was not clamped.
    public var clampedBy: CGFloat = 0

    /// The anchor in the new layout. It names the same element, or if that was deleted, its successor. Nil if there
    /// was no anchor, or if nothing is left that it could name.
    public var anchor: ScrollAnchor?

    package init() {}
}
