import Foundation

/// What a query sees of a layout: the rectangle that is asked for, and the bounds that pinned elements follow.
///
///     layout.layoutAttributes(in: Viewport(visibleRect))
///     Viewport(visibleRect.insetBy(dx: 0, dy: -200), visibleBounds: visibleRect, adjustedInsets: safeArea)
///
/// All rectangles are in points of the content, as frames are.
public struct Viewport: Sendable, Hashable {
    /// What is asked for; wider than the visible bounds where a host prepares elements ahead.
    public var rect: CGRect

    /// The part of the content that is on screen: its origin is the content offset.
    public var visibleBounds: CGRect

    /// Space at the edges of the visible bounds that bars cover. Pinned elements stay clear of it, and the content can
    /// be scrolled so far that it clears it too.
    public var adjustedInsets: SectionInsets

    /// How far the sections that scroll on their own are scrolled.
    public var sectionOffsets: SectionOffsets

    /// Where content rests that does not fill the visible bounds.
    public var contentAlignment = ContentAlignment.start

    /// - Parameters:
    ///   - rect: What is asked for.
    ///   - visibleBounds: The part of the content that is on screen; `rect` where it is nil.
    ///   - adjustedInsets: Space at its edges that bars cover.
    ///   - sectionOffsets: How far the sections that scroll on their own are scrolled.
    public init(
        _ rect: CGRect, visibleBounds: CGRect? = nil, adjustedInsets: SectionInsets = .zero,
        sectionOffsets: SectionOffsets = SectionOffsets()
    ) {
        self.rect = rect
        self.visibleBounds = visibleBounds ?? rect
        self.adjustedInsets = adjustedInsets
        self.sectionOffsets = sectionOffsets
    }
}

/// Where content rests along the scroll axis that is shorter than what is visible of it.
public enum ContentAlignment: Sendable, Hashable {
    /// At the start: the top, where the list is vertical.
    case start
    /// At the end, as the few messages of a new chat stand at the bottom.
    case end
}
