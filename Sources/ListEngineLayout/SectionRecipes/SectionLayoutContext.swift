import Foundation

/// The information that a section layout receives before it is prepared.
public struct SectionLayoutContext: Sendable, Hashable {
    /// The number of items to lay out.
    public var itemCount: Int

    /// Extent of the list across the scroll axis, in points: the width of a vertical list.
    public var crossExtent: CGFloat

    /// Extent of the visible bounds along the scroll axis, in points; 0 if it is unknown.
    public var mainExtent: CGFloat

    public var scrollDirection: ScrollDirection
    public var flowDirection: FlowDirection

    /// Pixels per point.
    public var displayScale: CGFloat

    /// Insets of the container that sections can refer to.
    public var containerInsets: ContainerInsets

    /// Nil if the layout does not belong to a list.
    package var interruption: RecipeInterruption?

    public init(
        itemCount: Int, crossExtent: CGFloat, scrollDirection: ScrollDirection = .vertical,
        flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1, mainExtent: CGFloat = 0,
        containerInsets: ContainerInsets = .zero
    ) {
        self.itemCount = itemCount
        self.crossExtent = crossExtent
        self.scrollDirection = scrollDirection
        self.flowDirection = flowDirection
        self.displayScale = displayScale
        self.mainExtent = mainExtent
        self.containerInsets = containerInsets
    }
}

/// The container of a list: its size, insets, direction and scale. A layout of a whole list receives it.
public struct ListContainer: Sendable, Hashable {
    /// Width and height of the visible bounds, in points.
    public var size: CGSize

    public var flowDirection: FlowDirection

    /// Pixels per point; 0 if there is no pixel grid.
    public var displayScale: CGFloat

    /// Insets that sections can refer to.
    public var insets: ContainerInsets

    /// Nil if no list owns the layout. A list interrupts its layouts, and reports what they could not use: they only
    /// record it.
    package var interruption: RecipeInterruption?

    public init(
        size: CGSize, flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1,
        insets: ContainerInsets = .zero
    ) {
        self.size = size
        self.flowDirection = flowDirection
        self.displayScale = displayScale
        self.insets = insets
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(flowDirection)
        hasher.combine(displayScale)
        hasher.combine(insets)
    }
}

extension SectionLayoutContext {
    /// Whether the list has other data than its layout is being made for.
    @MainActor
    var isOutdated: Bool { interruption?.isOutdated ?? false }
}
