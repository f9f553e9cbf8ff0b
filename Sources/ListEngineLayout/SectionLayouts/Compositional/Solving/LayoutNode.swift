import Foundation

/// An item or a group without its children, in points and by x and y, as it was described.
struct LayoutNode: Sendable, Hashable {
    enum Kind: UInt8, Sendable, Hashable {
        case item
        case horizontal
        case vertical
        case custom
    }

    enum Repetition: UInt8, Sendable, Hashable {
        /// Children in turn until the next does not fit.
        case fill
        /// The child `count` times.
        case count
        /// The child `count` times in equal parts.
        case share
    }

    var kind: Kind
    var repetition = Repetition.fill
    var childCount = 0
    var count = 0
    var size: CollectionLayoutSize
    var insets = SectionInsets.zero
    var edges: CollectionLayoutEdgeSpacing?
    var between: CollectionLayoutSpacing?
    var badgeCount = 0

    // Of supplementary items and decorations.
    var zIndex = 0
    var overlays = false
    var pins = false

    init(_ kind: Kind, size: CollectionLayoutSize) {
        self.kind = kind
        self.size = size
    }
}

/// A supplementary item of a node.
struct LayoutBadge: Sendable, Hashable {
    /// Index of the node that it belongs to.
    var owner: Int
    /// Its index among those of the owner.
    var ordinal: Int
    var kind: ElementKind
    var node: LayoutNode
    var containerAnchor: CollectionLayoutAnchor
    var itemAnchor: CollectionLayoutAnchor?

    var size: CollectionLayoutSize { node.size }
}

struct LayoutBoundary: Sendable, Hashable {
    var kind: ElementKind
    var node: LayoutNode
    var alignment: RectAlignment
    var offset: CGPoint

    var size: CollectionLayoutSize { node.size }
}

struct LayoutBackdrop: Sendable, Hashable {
    var kind: ElementKind
    var node: LayoutNode
}

/// What a section says beside its group and what stands around it.
struct SectionStyle: Sendable, Hashable {
    var insets = SectionInsets.zero
    var groupSpacing: CGFloat = 0
    var insetsReference = ContentInsetsReference.automatic
    var boundariesFollowInsets = true
    var boundaryInsetsReference = ContentInsetsReference.automatic
    var behavior = CollectionLayoutSectionOrthogonalScrollingBehavior.none
    var scrollingProperties = CollectionLayoutSectionOrthogonalScrollingProperties()
    var boundaryCount = 0
    var backdropCount = 0
    var hasHandler = false

    /// Headers and footers stand within the section's insets across the scroll axis.
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
        LayoutBoundary(kind: kind, node: told.pointee, alignment: alignment, offset: offset)
    }
}

extension CollectionLayoutDecorationItem {
    var backdrop: LayoutBackdrop { LayoutBackdrop(kind: kind, node: told.pointee) }
}

extension CollectionLayoutSupplementaryItem {
    func badge(of owner: Int, ordinal: Int) -> LayoutBadge {
        LayoutBadge(
            owner: owner, ordinal: ordinal, kind: kind, node: told.pointee, containerAnchor: containerAnchor,
            itemAnchor: itemAnchor)
    }

    /// Edges and supplementary items of its own have no meaning for it.
    var saysMoreThanCounts: Bool { told.pointee.edges != nil || told.pointee.badgeCount > 0 }
}
