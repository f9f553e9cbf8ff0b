import Foundation

/// Items that follow each other along an axis, as a template: the section repeats it until its items are placed.
///
///     let group = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item, nestedGroup])
///     group.interItemSpacing = .fixed(8)
public final class CollectionLayoutGroup: CollectionLayoutItem {
    /// The items and groups that it repeats. Empty for custom groups.
    public let subitems: [CollectionLayoutItem]

    /// Where the frames come from in a custom group.
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

    /// Space between subitems; nil: none.
    public var interItemSpacing: CollectionLayoutSpacing? {
        get { told.pointee.between }
        set { told.pointee.between = newValue }
    }

    // MARK: Side by side

    /// Subitems from leading to trailing, in turn, until the next does not fit.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, subitems: [CollectionLayoutItem]
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, subitems) }

    /// One subitem so many times in equal parts of the group: its own width does not count.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, [subitem], .share, count: count) }

    /// One subitem so many times, as wide as it says, fitting or not.
    public static func horizontal(
        layoutSize: CollectionLayoutSize, repeatingSubitem subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.horizontal, layoutSize, [subitem], .count, count: count) }

    // MARK: One below the other

    /// Subitems from top to bottom, in turn, until the next does not fit.
    public static func vertical(
        layoutSize: CollectionLayoutSize, subitems: [CollectionLayoutItem]
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, subitems) }

    /// One subitem so many times in equal parts of the group: its own height does not count.
    public static func vertical(
        layoutSize: CollectionLayoutSize, subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, [subitem], .share, count: count) }

    /// One subitem so many times, as high as it says, fitting or not.
    public static func vertical(
        layoutSize: CollectionLayoutSize, repeatingSubitem subitem: CollectionLayoutItem, count: Int
    ) -> CollectionLayoutGroup { CollectionLayoutGroup(.vertical, layoutSize, [subitem], .count, count: count) }

    // MARK: Custom

    /// Frames that a closure gives, relative to the group's content; as many as it gives are the group's items.
    ///
    ///     CollectionLayoutGroup.custom(layoutSize: size) { environment in
    ///         let width = environment.container.contentSize.width
    ///         return (0..<3).map { CollectionLayoutGroupCustomItem(frame: CGRect(x: width * 0.2 * CGFloat($0), ...)) }
    ///     }
    ///
    /// The closure is called when a section with the group is added and when the list's container changes, never by a
    /// query, and is expected to give the same answer for the same container.
    public static func custom(
        layoutSize: CollectionLayoutSize, itemProvider: @escaping CollectionLayoutGroupCustomItemProvider
    ) -> CollectionLayoutGroup {
        CollectionLayoutGroup(.custom, layoutSize, [], provider: CustomGroupProvider(itemProvider))
    }
}

/// Gives the frames of a custom group, whose content is the environment's container.
public typealias CollectionLayoutGroupCustomItemProvider =
    @Sendable (_ environment: CollectionLayoutEnvironment) -> [CollectionLayoutGroupCustomItem]

/// An item of a custom group.
public struct CollectionLayoutGroupCustomItem: Sendable, Hashable {
    /// In points from the group's content's leading, top corner.
    public let frame: CGRect
    public let zIndex: Int

    public init(frame: CGRect, zIndex: Int = 0) {
        self.frame = frame
        self.zIndex = zIndex
    }
}

/// A closure with an identity, by which descriptions that hold it are equal or not.
final class CustomGroupProvider: Sendable {
    let items: CollectionLayoutGroupCustomItemProvider

    init(_ items: @escaping CollectionLayoutGroupCustomItemProvider) { self.items = items }
}
