import Foundation

/// What a group is made of: an item, or as ``CollectionLayoutGroup`` a group of them.
///
///     let item = CollectionLayoutItem(layoutSize: size)
///     item.contentInsets = .all(4)
///
/// Descriptions are objects that may be changed until a layout takes them; it reads them once.
public class CollectionLayoutItem {
    /// What the core is told of it; of groups, without its children.
    ///
    /// In memory of its own, which lives as long as the object: lists of a hundred thousand sections compare their
    /// descriptions object by object, and a stored property is checked for overlapping access every time.
    final let told: UnsafeMutablePointer<LayoutNode>

    /// Badges and the like, which take no room.
    public final var supplementaryItems: [CollectionLayoutSupplementaryItem] {
        didSet { told.pointee.badgeCount = supplementaryItems.count }
    }

    init(node: LayoutNode, supplementaryItems: [CollectionLayoutSupplementaryItem]) {
        told = .allocate(capacity: 1)
        told.initialize(to: node)
        told.pointee.badgeCount = supplementaryItems.count
        self.supplementaryItems = supplementaryItems
    }

    // A node is plain numbers, so there is nothing to deinitialize.
    deinit { told.deallocate() }

    public convenience init(layoutSize: CollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    public convenience init(
        layoutSize: CollectionLayoutSize, supplementaryItems: [CollectionLayoutSupplementaryItem]
    ) {
        self.init(node: LayoutNode(.item, size: layoutSize), supplementaryItems: supplementaryItems)
    }

    /// What the core is told of it.
    package final var node: LayoutNode {
        get { told.pointee }
        set { told.pointee = newValue }
    }

    public final var layoutSize: CollectionLayoutSize { told.pointee.size }

    /// Shrink an item's frame in its place, and the room of a group's children; of headers, footers and badges the frame,
    /// not the room that they take. Ignored along an estimated dimension.
    public final var contentInsets: DirectionalEdgeInsets {
        get { told.pointee.insets }
        set { told.pointee.insets = newValue }
    }

    /// Space around the item's place.
    public final var edgeSpacing: CollectionLayoutEdgeSpacing? {
        get { told.pointee.edges }
        set { told.pointee.edges = newValue }
    }
}
