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

    init(_ kind: Kind, size: CollectionLayoutSize) {
        self.kind = kind
        self.size = size
    }
}

/// A supplementary item of a node.
struct LayoutBadge: Sendable, Hashable {
    /// Index of the node that it belongs to.
    var node: Int
    /// Its index among those of the node.
    var ordinal: Int
    var kind: ElementKind
    var zIndex: Int
    var size: CollectionLayoutSize
    var containerAnchor: CollectionLayoutAnchor
    var itemAnchor: CollectionLayoutAnchor?
}

struct LayoutBoundary: Sendable, Hashable {
    var kind: ElementKind
    var zIndex: Int
    var size: CollectionLayoutSize
    var alignment: RectAlignment
    var offset: CGPoint
    var extends: Bool
    var pins: Bool
}

struct LayoutBackdrop: Sendable, Hashable {
    var kind: ElementKind
    var zIndex: Int
    var insets: SectionInsets
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
        LayoutBoundary(
            kind: kind, zIndex: zIndex, size: node.size, alignment: alignment, offset: offset,
            extends: extendsBoundary, pins: pinToVisibleBounds)
    }
}

extension CollectionLayoutDecorationItem {
    var backdrop: LayoutBackdrop { LayoutBackdrop(kind: kind, zIndex: zIndex, insets: node.insets) }
}

extension CollectionLayoutSupplementaryItem {
    func badge(ofNode node: Int, ordinal: Int) -> LayoutBadge {
        LayoutBadge(
            node: node, ordinal: ordinal, kind: kind, zIndex: zIndex, size: self.node.size,
            containerAnchor: containerAnchor, itemAnchor: itemAnchor)
    }
}
