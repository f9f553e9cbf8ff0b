import Foundation

/// Space between neighbours or at an edge, in points.
public struct CollectionLayoutSpacing: Sendable, Hashable {
    /// The least space.
    public let spacing: CGFloat

    /// What is left over of the group is shared by all of its flexible spaces.
    public let isFlexible: Bool

    public var isFixed: Bool { !isFlexible }

    /// Exactly so much.
    public static func fixed(_ spacing: CGFloat) -> CollectionLayoutSpacing {
        CollectionLayoutSpacing(spacing: spacing, isFlexible: false)
    }

    /// At least so much, and a share of what is left over.
    public static func flexible(_ spacing: CGFloat) -> CollectionLayoutSpacing {
        CollectionLayoutSpacing(spacing: spacing, isFlexible: true)
    }

    static let none = CollectionLayoutSpacing.fixed(0)
}

/// Space around an item or a group, which takes part in its placement.
public struct CollectionLayoutEdgeSpacing: Sendable, Hashable {
    /// Nil: none.
    public let leading: CollectionLayoutSpacing?
    public let top: CollectionLayoutSpacing?
    public let trailing: CollectionLayoutSpacing?
    public let bottom: CollectionLayoutSpacing?

    public init(
        leading: CollectionLayoutSpacing?, top: CollectionLayoutSpacing?, trailing: CollectionLayoutSpacing?,
        bottom: CollectionLayoutSpacing?
    ) {
        self.leading = leading
        self.top = top
        self.trailing = trailing
        self.bottom = bottom
    }
}
