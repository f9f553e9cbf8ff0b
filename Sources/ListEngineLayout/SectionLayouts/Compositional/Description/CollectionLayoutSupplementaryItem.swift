import Foundation

/// A badge on an item, or a title on a group. It takes no room; it stands at a point of its container, which is the
/// item's frame, or the group less its insets.
///
///     let badge = CollectionLayoutSupplementaryItem(
///         layoutSize: size, elementKind: "badge",
///         containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3)))
///     let item = CollectionLayoutItem(layoutSize: itemSize, supplementaryItems: [badge])
public class CollectionLayoutSupplementaryItem: CollectionLayoutItem {
    final let kind: ElementKind

    /// The point of the container that it stands at.
    public final let containerAnchor: CollectionLayoutAnchor

    /// The point of the item itself that is put there. Nil: it stands inside, as far from the container's edges as the
    /// container's anchor says.
    public final let itemAnchor: CollectionLayoutAnchor?

    /// Order of drawing; above the section's items by default.
    public final var zIndex: Int {
        get { told.pointee.zIndex }
        set { told.pointee.zIndex = newValue }
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

/// A header, footer or the like of a section or of a whole list.
///
///     let header = CollectionLayoutBoundarySupplementaryItem(
///         layoutSize: size, elementKind: "header", alignment: .top)
///     header.pinToVisibleBounds = true
///     section.boundarySupplementaryItems = [header]
///
/// An alignment at the start of the scroll axis makes it a header, at the end a footer. Elements have the category
/// ``ElementCategory/header`` or ``ElementCategory/footer`` accordingly, and the index in the section's array as item.
public final class CollectionLayoutBoundarySupplementaryItem: CollectionLayoutSupplementaryItem {
    public let alignment: RectAlignment

    /// Moves the item; what the section takes stays.
    public let offset: CGPoint

    /// The section grows by the item, else it lies on the section's content.
    public var extendsBoundary: Bool {
        get { !told.pointee.overlays }
        set { told.pointee.overlays = !newValue }
    }

    /// The item stays in view while its section is.
    public var pinToVisibleBounds: Bool {
        get { told.pointee.pins }
        set { told.pointee.pins = newValue }
    }

    /// - Parameters:
    ///   - layoutSize: Fractions are of the list; across the scroll axis less the section's insets where they are
    ///     followed.
    ///   - elementKind: Name of its elements.
    ///   - alignment: The edge or corner of the section that it stands at.
    ///   - absoluteOffset: Points that it is moved by.
    public init(
        layoutSize: CollectionLayoutSize, elementKind: String, alignment: RectAlignment, absoluteOffset: CGPoint = .zero
    ) {
        self.alignment = alignment
        offset = absoluteOffset
        super.init(
            size: layoutSize, kind: elementKind, containerAnchor: CollectionLayoutAnchor(edges: []), itemAnchor: nil)
    }
}

/// An ornament behind a section.
///
///     section.decorationItems = [.background(elementKind: "card")]
public final class CollectionLayoutDecorationItem: CollectionLayoutItem {
    let kind: ElementKind

    /// Order of drawing. Where a section has decorations, everything else of it is drawn one higher.
    public var zIndex: Int {
        get { told.pointee.zIndex }
        set { told.pointee.zIndex = newValue }
    }

    private init(kind: String) {
        self.kind = ElementKind(kind)
        super.init(node: LayoutNode(.item, size: .whole), supplementaryItems: [])
    }

    /// Behind all of a section, headers and footers included, less its own content insets.
    public static func background(elementKind: String) -> CollectionLayoutDecorationItem {
        CollectionLayoutDecorationItem(kind: elementKind)
    }

    public var elementKind: String { kind.name }
}
