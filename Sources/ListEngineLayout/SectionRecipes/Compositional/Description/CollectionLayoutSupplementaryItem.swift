import Foundation

/// A badge on an item, or a title on a group. It takes no space in the group. It is attached to a point of its
/// container. The container is the frame of the item, or the group without its insets.
///
///     let badge = CollectionLayoutSupplementaryItem(
///         layoutSize: size, elementKind: "badge",
///         containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3)))
///     let item = CollectionLayoutItem(layoutSize: itemSize, supplementaryItems: [badge])
public class CollectionLayoutSupplementaryItem: CollectionLayoutItem {
    final let kind: ElementKind

    /// The point of the container to which the item is attached.
    public final let containerAnchor: CollectionLayoutAnchor

    /// The point of the supplementary item that is placed at the container's point. Nil places the item inside the
    /// container, at the edges and offset of the container's anchor.
    public final let itemAnchor: CollectionLayoutAnchor?

    /// Drawing order. By default the item is above the section's items.
    public final var zIndex: Int {
        get { values.pointee.zIndex }
        set { values.pointee.zIndex = newValue }
    }

    /// Whether the item separates items: it is omitted after the last item of the section. A line between two rows is
    /// an example. Headers and footers ignore it.
    public final var isSeparator: Bool {
        get { values.pointee.separates }
        set { values.pointee.separates = newValue }
    }

    package init(
        size: CollectionLayoutSize, kind: String, containerAnchor: CollectionLayoutAnchor,
        itemAnchor: CollectionLayoutAnchor?
    ) {
        self.kind = ElementKind(kind)
        self.containerAnchor = containerAnchor
        self.itemAnchor = itemAnchor
        var node = LayoutNode(.item, size: size)
        node.zIndex = 1
        super.init(node: node, supplementaryItems: [])
    }

    public convenience init(
        layoutSize: CollectionLayoutSize, elementKind: String, containerAnchor: CollectionLayoutAnchor
    ) {
        self.init(size: layoutSize, kind: elementKind, containerAnchor: containerAnchor, itemAnchor: nil)
    }

    public convenience init(
        layoutSize: CollectionLayoutSize, elementKind: String, containerAnchor: CollectionLayoutAnchor,
        itemAnchor: CollectionLayoutAnchor
    ) {
        self.init(size: layoutSize, kind: elementKind, containerAnchor: containerAnchor, itemAnchor: itemAnchor)
    }

    public final var elementKind: String { kind.name }
}

/// A header, footer or other supplementary item at the boundary of a section or of a whole list.
///
///     let header = CollectionLayoutBoundarySupplementaryItem(
///         layoutSize: size, elementKind: "header", alignment: .top)
///     header.pinToVisibleBounds = true
///     section.boundarySupplementaryItems = [header]
///
/// An alignment at the start of the scroll axis makes the item a header; an alignment at the end makes it a footer.
/// Its elements have the category ``ElementCategory/header`` or ``ElementCategory/footer``. Their item index is the
/// index in the section's array.
public final class CollectionLayoutBoundarySupplementaryItem: CollectionLayoutSupplementaryItem {
    public let alignment: RectAlignment

    /// An offset that moves the item. It does not change the section's extent.
    public let offset: CGPoint

    /// Whether the section grows by the item. Otherwise the item overlays the section's content.
    public var extendsBoundary: Bool {
        get { !values.pointee.overlays }
        set { values.pointee.overlays = !newValue }
    }

    /// Whether the item stays visible while its section is visible.
    public var pinToVisibleBounds: Bool {
        get { values.pointee.pins }
        set { values.pointee.pins = newValue }
    }

    /// - Parameters:
    ///   - layoutSize: The size. Fractions refer to the list. Across the scroll axis they refer to the list without
    ///     the section's insets, if the item follows these insets.
    ///   - elementKind: The kind of the item's elements.
    ///   - alignment: The edge or corner of the section at which the item is placed.
    ///   - absoluteOffset: The offset by which the item is moved, in points.
    public init(
        layoutSize: CollectionLayoutSize, elementKind: String, alignment: RectAlignment, absoluteOffset: CGPoint = .zero
    ) {
        self.alignment = alignment
        offset = absoluteOffset
        super.init(
            size: layoutSize, kind: elementKind, containerAnchor: CollectionLayoutAnchor(edges: []), itemAnchor: nil)
    }
}

/// An ornament that is drawn behind a section.
///
///     section.decorationItems = [.background(elementKind: "card")]
public final class CollectionLayoutDecorationItem: CollectionLayoutItem {
    let kind: ElementKind

    /// Drawing order. If a section has decorations, all its other elements have a z-index that is higher by one.
    public var zIndex: Int {
        get { values.pointee.zIndex }
        set { values.pointee.zIndex = newValue }
    }

    private init(kind: String) {
        self.kind = ElementKind(kind)
        super.init(node: LayoutNode(.item, size: .whole), supplementaryItems: [])
    }

    /// Creates a background of the whole section, including its headers and footers, inset by the decoration's own
    /// content insets.
    public static func background(elementKind: String) -> CollectionLayoutDecorationItem {
        CollectionLayoutDecorationItem(kind: elementKind)
    }

    /// Whether the decoration is behind the items only. It then leaves out the headers, the footers and the content insets
    /// of the section.
    public var isBehindItems: Bool {
        get { values.pointee.isBehindItems }
        set { values.pointee.isBehindItems = newValue }
    }

    public var elementKind: String { kind.name }
}
