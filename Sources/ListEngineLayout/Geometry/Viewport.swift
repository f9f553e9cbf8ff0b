import Foundation

/// The part of a layout that a query covers: the rectangle to search, and the visible bounds that pinned elements
/// follow.
///
///     layout.layoutAttributes(in: Viewport(visibleRect))
///     Viewport(visibleRect.insetBy(dx: 0, dy: -200), visibleBounds: visibleRect, adjustedInsets: safeArea)
///
/// All rectangles are in points of the content, like frames.
public struct Viewport: Sendable, Hashable {
    /// The rectangle to search. It is larger than the visible bounds when a host prepares elements ahead of
    /// scrolling.
    public var rect: CGRect

    /// The part of the content that is on screen: its origin is the content offset.
    public var visibleBounds: CGRect

    /// Space at the edges of the visible bounds that bars cover. Pinned elements stay clear of this space, and the
    /// content can be scrolled far enough to clear it too.
    public var adjustedInsets: SectionInsets

    /// The scroll offsets of the sections that scroll independently of the list.
    public var sectionOffsets: SectionOffsets

    /// The position of content that is shorter than the visible bounds.
    public var contentAlignment = ContentAlignment.start

    /// - Parameters:
    ///   - rect: The rectangle to search.
    ///   - visibleBounds: The part of the content that is on screen. Nil means `rect`.
    ///   - adjustedInsets: Space at the edges of the visible bounds that bars cover.
    ///   - sectionOffsets: The scroll offsets of sections that scroll independently of the list.
    public init(
        _ rect: CGRect, visibleBounds: CGRect? = nil, adjustedInsets: SectionInsets = .zero,
        sectionOffsets: SectionOffsets = SectionOffsets()
    ) {
        self.rect = rect
        self.visibleBounds = visibleBounds ?? rect
        self.adjustedInsets = adjustedInsets
        self.sectionOffsets = sectionOffsets
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rect)
        hasher.combine(visibleBounds)
        hasher.combine(adjustedInsets)
        hasher.combine(sectionOffsets)
        hasher.combine(contentAlignment)
    }
}

/// The position along the scroll axis of content that is shorter than the visible bounds.
public enum ContentAlignment: Sendable, Hashable {
    /// At the start: the top of a vertical list.
    case start
    /// At the end, like the first messages of a new chat, which are at the bottom.
    case end
}
