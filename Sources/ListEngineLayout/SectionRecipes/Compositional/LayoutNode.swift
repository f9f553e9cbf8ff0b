import Foundation

/// An item, or a group without its children, as it was described: in points, along x and y.
package struct LayoutNode: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        case item
        case horizontal
        case vertical
        case custom
    }

    package enum Repetition: UInt8, Sendable, Hashable {
        /// The children in turn, until the next one does not fit.
        case fill
        /// The child, `count` times.
        case count
        /// The child, `count` times, in equal parts of the group.
        case share
    }

    package var kind: Kind
    package var repetition = Repetition.fill
    package var childCount = 0
    package var count = 0
    package var size: CollectionLayoutSize
    package var insets = SectionInsets.zero
    package var edges: CollectionLayoutEdgeSpacing?
    package var between: CollectionLayoutSpacing?
    package var badgeCount = 0

    // The following values belong to supplementary items and decorations.
    package var zIndex = 0
    package var overlays = false
    package var pins = false
    package var separates = false
    package var isBehindItems = false

    package init(_ kind: Kind, size: CollectionLayoutSize) {
        self.kind = kind
        self.size = size
    }
}

/// A supplementary item of a node.
package struct LayoutBadge: Sendable, Hashable {
    /// Index of the node that it belongs to.
    package var owner: Int
    /// Its index among the supplementary items of the owner.
    package var ordinal: Int
    package var kind: ElementKind
    package var node: LayoutNode
    package var containerAnchor: CollectionLayoutAnchor
    package var itemAnchor: CollectionLayoutAnchor?

    package var size: CollectionLayoutSize { node.size }

    /// Whether the size is an estimate along an axis, until the item is measured.
    var isEstimated: Bool { size.main(horizontal: true).isOpen || size.main(horizontal: false).isOpen }
}

package struct LayoutBoundary: Sendable, Hashable {
    package var kind: ElementKind
    package var node: LayoutNode
    package var alignment: RectAlignment
    package var offset: CGPoint

    package var size: CollectionLayoutSize { node.size }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(node)
        hasher.combine(alignment)
        hasher.combine(offset)
    }
}

package struct LayoutBackdrop: Sendable, Hashable {
    package var kind: ElementKind
    package var node: LayoutNode
}

/// The values of a section other than its group and the elements around it.
package struct SectionStyle: Sendable, Hashable {
    package var insets = SectionInsets.zero
    package var groupSpacing: CGFloat = 0
    /// Space before headers that take space.
    package var headerSpace: CGFloat = 0
    package var insetsReference = ContentInsetsReference.automatic
    package var boundariesFollowInsets = true
    package var boundaryInsetsReference = ContentInsetsReference.automatic
    package var behavior = CollectionLayoutSectionOrthogonalScrollingBehavior.none
    package var scrollingProperties = CollectionLayoutSectionOrthogonalScrollingProperties()
    var boundaryCount = 0
    var backdropCount = 0
    var hasHandler = false

    package init() {}

    /// Whether headers and footers are within the section's insets across the scroll axis.
    var boundariesAreInset: Bool {
        switch boundaryInsetsReference {
        case .none: false
        case .automatic: boundariesFollowInsets
        case .safeArea, .layoutMargins, .readableContent: true
        }
    }
}

extension CollectionLayoutBoundarySupplementaryItem {
    var boundary: LayoutBoundary {
        LayoutBoundary(kind: kind, node: values.pointee, alignment: alignment, offset: offset)
    }
}

extension CollectionLayoutDecorationItem {
    var backdrop: LayoutBackdrop { LayoutBackdrop(kind: kind, node: values.pointee) }
}

extension CollectionLayoutSupplementaryItem {
    func badge(of owner: Int, ordinal: Int) -> LayoutBadge {
        LayoutBadge(
            owner: owner, ordinal: ordinal, kind: kind, node: values.pointee, containerAnchor: containerAnchor,
            itemAnchor: itemAnchor)
    }

    /// Whether the item has edge spacing or supplementary items, which have no effect on it.
    var saysMoreThanCounts: Bool { values.pointee.edges != nil || values.pointee.badgeCount > 0 }
}
