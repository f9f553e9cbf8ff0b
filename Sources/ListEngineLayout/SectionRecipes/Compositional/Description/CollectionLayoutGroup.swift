import Foundation

/// A template of items that follow each other along an axis. The section repeats the template until all its items are
/// placed.
///
///     let group = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item, nestedGroup])
///     group.interItemSpacing = .fixed(8)
public final class CollectionLayoutGroup: CollectionLayoutItem {
    /// The items and groups that it repeats. Empty for custom groups.
    public let subitems: [CollectionLayoutItem]

    /// The source of the frames in a custom group.
    let provider: CustomGroupProvider?

    private init(
        _ kind: LayoutNode.Kind, _ size: CollectionLayoutSize, _ subitems: [CollectionLayoutItem],
        _ repetition: LayoutNode.Repetition = .fill, count: Int = 0, provider: CustomGroupProvider? = nil
    ) {
        self.subitems = subitems
        self.provider = provider
        var node = LayoutNode(kind, size: size)
        node.repetition = repetition
        node.childCount = subitems.count
        node.count = count
        super.init(node: node, supplementaryItems: [])
    }

    /// Space between subitems; nil means no space.
    ///
    /// It comes out of fractional subitems: a fraction of the group's extent along its axis is of that extent without
    /// the spaces between all subitems. So three thirds fit a row with any space between them. Absolute and estimated
    /// subitems keep their sizes.
    public var interItemSpacing: CollectionLayoutSpacing? {
        get { values.pointee.between }
        set { values.pointee.between = newValue }
    }

    // MARK: Horizontal

    /// Repeats the subitems in turn from leading to trailing, until the next one does not fit.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, subitems: [CollectionLayoutItem]
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, subitems) }

    /// Repeats one subitem `count` times in equal parts of the group. The subitem's own width is ignored.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, [subitem], .share, count: count) }

    /// Repeats one subitem `count` times with its own width, whether all of them fit or not.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, repeatingSubitem subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, [subitem], .count, count: count) }

    // MARK: Vertical

    /// Repeats the subitems in turn from top to bottom, until the next one does not fit.
    public static func vertical(
        layoutSize: CollectionLayoutSize, subitems: [CollectionLayoutItem]
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, subitems) }

    /// Repeats one subitem `count` times in equal parts of the group. The subitem's own height is ignored.
    public static func vertical(
        layoutSize: CollectionLayoutSize, subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, [subitem], .share, count: count) }

    /// Repeats one subitem `count` times with its own height, whether all of them fit or not.
    public static func vertical(
        layoutSize: CollectionLayoutSize, repeatingSubitem subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, [subitem], .count, count: count) }

    // MARK: Custom

    /// Creates a group whose frames a closure returns, relative to the group's content. The group has as many items
    /// as the closure returns frames.
    ///
    ///     CollectionLayoutGroup.custom(layoutSize: size) { environment in
    ///         let width = environment.container.contentSize.width
    ///         return (0..<3).map { CollectionLayoutGroupCustomItem(frame: CGRect(x: width * 0.2 * CGFloat($0), y: 0, width: 40, height: 40)) }
    ///     }
    ///
    /// The closure is called when a section with the group is added and when the list's container changes. Queries
    /// never call it. It must return the same frames for the same container.
    public static func custom(
        layoutSize: CollectionLayoutSize, itemProvider: @escaping CollectionLayoutGroupCustomItemProvider
    ) -> CollectionLayoutGroup {
        CollectionLayoutGroup(.custom, layoutSize, [], provider: CustomGroupProvider(itemProvider))
    }
}

/// Returns the frames of a custom group. The environment's container is the content of the group.
public typealias CollectionLayoutGroupCustomItemProvider =
    @Sendable (_ environment: CollectionLayoutEnvironment) -> [CollectionLayoutGroupCustomItem]

/// An item of a custom group.
public struct CollectionLayoutGroupCustomItem: Sendable, Hashable {
    /// In points, relative to the leading top corner of the group's content.
    public let frame: CGRect
    public let zIndex: Int

    public init(frame: CGRect, zIndex: Int = 0) {
        self.frame = frame
        self.zIndex = zIndex
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(frame)
        hasher.combine(zIndex)
    }
}

/// A closure that is compared by identity, so that descriptions that contain it can be compared.
final class CustomGroupProvider: Sendable {
    let items: CollectionLayoutGroupCustomItemProvider

    init(_ items: @escaping CollectionLayoutGroupCustomItemProvider) { self.items = items }
}
