import Foundation

/// An element of a group: an item, or a nested group (``CollectionLayoutGroup``).
///
///     let item = CollectionLayoutItem(layoutSize: size)
///     item.contentInsets = .all(4)
///
/// A layout reads a description once. Later changes of the object do not affect the layout.
public class CollectionLayoutItem {
    /// The values for the core. For a group, these are its own values, without its children.
    ///
    /// They have a separate allocation that lives as long as the object. Lists of a hundred thousand sections compare
    /// their descriptions object by object, and Swift checks each access to a stored property of a class for overlap.
    final let values: UnsafeMutablePointer<LayoutNode>

    /// Badges and other supplementary items. They take no space in the group.
    public final var supplementaryItems: [CollectionLayoutSupplementaryItem] {
        didSet { values.pointee.badgeCount = supplementaryItems.count }
    }

    init(node: LayoutNode, supplementaryItems: [CollectionLayoutSupplementaryItem]) {
        values = .allocate(capacity: 1)
        values.initialize(to: node)
        values.pointee.badgeCount = supplementaryItems.count
        self.supplementaryItems = supplementaryItems
    }

    // A node contains only plain numbers, so nothing has to be deinitialized.
    deinit { values.deallocate() }

    public convenience init(layoutSize: CollectionLayoutSize) {
        self.init(layoutSize: layoutSize, supplementaryItems: [])
    }

    public convenience init(
        layoutSize: CollectionLayoutSize, supplementaryItems: [CollectionLayoutSupplementaryItem]
    ) {
        self.init(node: LayoutNode(.item, size: layoutSize), supplementaryItems: supplementaryItems)
    }

    /// The values for the core.
    package final var node: LayoutNode {
        get { values.pointee }
        set { values.pointee = newValue }
    }

    public final var layoutSize: CollectionLayoutSize { values.pointee.size }

    /// Insets of the content. For an item, they shrink its frame inside its slot. For a group, they shrink the space
    /// for its children. For headers, footers and badges, they shrink the frame but not the space that the element
    /// takes. Ignored along an estimated dimension.
    public final var contentInsets: DirectionalEdgeInsets {
        get { values.pointee.insets }
        set { values.pointee.insets = newValue }
    }

    /// Space around the item's slot.
    public final var edgeSpacing: CollectionLayoutEdgeSpacing? {
        get { values.pointee.edges }
        set { values.pointee.edges = newValue }
    }
}
