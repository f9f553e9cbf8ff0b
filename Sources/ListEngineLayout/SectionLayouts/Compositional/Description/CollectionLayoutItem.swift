import Foundation

/// What a group is made of: an item, or as ``CollectionLayoutGroup`` a group of them.
///
///     let item = CollectionLayoutItem(layoutSize: size)
///     item.contentInsets = .all(4)
///
/// Descriptions are objects that may be changed until a layout takes them; it reads them once.
public class CollectionLayoutItem {
    /// What the core is told of it; of groups, without its children.
    final var node: LayoutNode

    /// Badges and the like, which take no room.
    public final var supplementaryItems: [CollectionLayoutSupplementaryItem]

    init(node: LayoutNode, supplementaryItems: [CollectionLayoutSupplementaryItem]) {
        self.node = node
        self.supplementaryItems = supplementaryItems
    }

    public convenience init(layoutSize: CollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    public convenience init(
        layoutSize: CollectionLayoutSize, supplementaryItems: [CollectionLayoutSupplementaryItem]
    ) {
        self.init(node: LayoutNode(.item, size: layoutSize), supplementaryItems: supplementaryItems)
    }

    public final var layoutSize: CollectionLayoutSize { node.size }

    /// Shrink an item's frame in its place, and the room of a group's children. Ignored along an estimated dimension.
    public final var contentInsets: DirectionalEdgeInsets {
        get { node.insets }
        set { node.insets = newValue }
    }

    /// Space around the item's place.
    public final var edgeSpacing: CollectionLayoutEdgeSpacing? {
        get { node.edges }
        set { node.edges = newValue }
    }
}
