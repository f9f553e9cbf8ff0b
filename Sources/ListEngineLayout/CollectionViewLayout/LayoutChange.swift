import Foundation

/// What an operation changed, and how far a view must scroll so that nothing jumps.
///
///     let change = try layout.resizeItem(7, inSection: 0, to: 88, keeping: anchor, in: viewport)
///     scrollView.contentOffset.y += change.scrollDelta
public struct LayoutChange: Sendable, Hashable {
    /// Sections that changed, as the layout numbers them now. Empty after a removal of sections: its bound is where they
    /// were.
    public var sections: Range<Int>

    /// Items of the one section in ``sections`` that changed, as the layout numbers them now; empty after a removal of
    /// items: its bound is where they were. Nil where whole sections changed.
    public var items: Range<Int>?

    /// What to add to the content offset along the scroll axis, counted from the leading edge, in points.
    ///
    /// With an anchor it is exactly how far the anchor moved; with a viewport as well, clamped to the content there is
    /// now; with a viewport alone, what that clamp asks for; with neither, 0.
    public var scrollDelta: CGFloat = 0

    /// What the clamp added to ``scrollDelta``; 0 when there was none.
    public var clampedBy: CGFloat = 0

    /// The anchor in the layout of now: the same element, or where that was removed, its successor. Nil without an
    /// anchor, and when nothing is left to hold to.
    public var anchor: ScrollAnchor?

    @inline(__always)
    init(sections: Range<Int>) { self.sections = sections }

    /// One item, which is known to be in the layout, so that the bounds need no check.
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
