import Foundation

/// Space between adjacent items or at an edge, in points.
public struct CollectionLayoutSpacing: Sendable, Hashable {
    /// The minimum space in points.
    public let spacing: CGFloat

    /// Whether the space can grow. All flexible spaces of a group share its free space.
    public let isFlexible: Bool

    public var isFixed: Bool { !isFlexible }

    /// An exact space in points.
    public static func fixed(_ spacing: CGFloat) -> CollectionLayoutSpacing {
        CollectionLayoutSpacing(spacing: spacing, isFlexible: false)
    }

    /// A minimum space in points that grows by a share of the group's free space.
    public static func flexible(_ spacing: CGFloat) -> CollectionLayoutSpacing {
        CollectionLayoutSpacing(spacing: spacing, isFlexible: true)
    }

    static let none = CollectionLayoutSpacing.fixed(0)
}

/// Space around an item or a group. It is part of the space that the item takes in its group.
public struct CollectionLayoutEdgeSpacing: Sendable, Hashable {
    /// Nil means no space, for all four edges.
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
