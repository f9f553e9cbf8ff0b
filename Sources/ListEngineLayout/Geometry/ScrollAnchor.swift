import Foundation

/// A place in the content that stays at the same position on screen while the layout changes. It consists of an edge
/// of an element and the distance of this edge from the start of the visible bounds.
///
///     let anchor = layout.scrollAnchor(in: viewport)      // the first element on screen
///     let scroll = try layout.keeping(anchor) { try $0.removeItems(0..<40, inSection: 0) }
///     contentOffset.y += scroll.scrollDelta
public struct ScrollAnchor: Sendable, Hashable {
    public var section: Int
    /// Index in the section. See ``ElementPath/item`` for elements that are not items.
    public var item: Int
    public var category: ElementCategory
    public var edge: ElementEdge

    /// Distance to the edge along the scroll axis, in points. It is measured from the inner edge of the adjusted
    /// inset at the start of the visible bounds.
    ///
    /// Edits do not read the distance; only ``CollectionViewLayout/contentOffset(for:in:)`` does. When an edit
    /// deletes the element, ``ScrollAdjustment/anchor`` names its successor with the successor's distance.
    public var distance: CGFloat

    public init(
        section: Int, item: Int, category: ElementCategory = .item, edge: ElementEdge = .start, distance: CGFloat = 0
    ) {
        self.section = section
        self.item = item
        self.category = category
        self.edge = edge
        self.distance = distance
    }

    public init(_ path: ElementPath, edge: ElementEdge = .start, distance: CGFloat = 0) {
        self.init(section: path.section, item: path.item, category: path.category, edge: edge, distance: distance)
    }

    /// The element that the anchor names.
    public var path: ElementPath {
        get { ElementPath(section: section, item: item, category: category) }
        set { (section, item, category) = (newValue.section, newValue.item, newValue.category) }
    }
}

/// The position on screen that an item gets along the scroll axis when a list is scrolled to it.
public enum ItemScrollPosition: Sendable, Hashable {
    /// The item's start is at the start of the visible bounds.
    case start
    /// The item's centre is in the middle of the visible bounds.
    case center
    /// The item's end is at the end of the visible bounds.
    case end
    /// The list scrolls the shortest distance that makes the item visible. It does not scroll when the item is
    /// already visible.
    case nearest
}
