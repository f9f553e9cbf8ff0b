import Foundation

/// What a section layout is told before it prepares.
public struct SectionLayoutContext: Sendable, Hashable {
    /// The number of items to lay out.
    public var itemCount: Int

    /// Extent of the list across the scroll axis, in points: the width of a vertical list.
    public var crossExtent: CGFloat

    public var scrollDirection: ScrollDirection
    public var flowDirection: FlowDirection

    /// Pixels in a point.
    public var displayScale: CGFloat

    public init(
        itemCount: Int, crossExtent: CGFloat, scrollDirection: ScrollDirection = .vertical,
        flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1
    ) {
        self.itemCount = itemCount
        self.crossExtent = crossExtent
        self.scrollDirection = scrollDirection
        self.flowDirection = flowDirection
        self.displayScale = displayScale
    }
}
