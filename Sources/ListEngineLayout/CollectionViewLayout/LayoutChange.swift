import Foundation

/// What an operation changed, and how far a view must scroll so that its content does not jump.
///
///     let change = try layout.resizeItem(7, inSection: 0, to: 88, keeping: anchor, in: viewport)
///     scrollView.contentOffset.y += change.scrollDelta
public struct LayoutChange: Sendable, Hashable {
    /// The sections that changed, by their indices after the operation. After a deletion of sections the range is
    /// empty and its bounds are the index where they were.
    public var sections: Range<Int>

    /// The items that changed in the single section in ``sections``, by their indices after the operation. After a
    /// deletion of items the range is empty and its bounds are the index where they were. Nil when whole sections
    /// changed.
    public var items: Range<Int>?

    /// The distance to add to the content offset along the scroll axis, counted from the leading edge, in points.
    ///
    /// With an anchor it is exactly the distance that the anchor moved. With an anchor and a viewport it is that
    /// distance, clamped to the new content. With a viewport alone it is what the clamp requires. With neither it is
    /// 0.
    public var scrollDelta: CGFloat = 0

    /// What the clamp added to ``scrollDelta``; 0 if the offset was not clamped.
    public var clampedBy: CGFloat = 0

    /// The anchor in the new layout. It names the same element, or if that was deleted, its successor. Nil if there
    /// was no anchor, or if nothing is left that it could name.
    public var anchor: ScrollAnchor?

    @inline(__always)
    init(sections: Range<Int>) { self.sections = sections }

    /// The change of one item. The item is known to be in the layout, so the bounds need no check.
    @inline(__always)
    init(item: Int, inSection section: Int) {
        self.init(items: Range(uncheckedBounds: (item, item &+ 1)), inSection: section)
    }

    @inline(__always)
    init(items: Range<Int>, inSection section: Int) {
        sections = Range(uncheckedBounds: (section, section &+ 1))
        self.items = items
    }
}
