import Foundation

/// A place of the content that stays where it is on screen while the layout changes: an edge of an element, and its
/// distance from the start of the visible bounds.
///
///     let anchor = layout.scrollAnchor(in: viewport)      // the first element on screen
///     let change = try layout.removeItems(0..<40, inSection: 0, keeping: anchor)
///     contentOffset.y += change.scrollDelta
public struct ScrollAnchor: Sendable, Hashable {
    public var section: Int
    /// Index in the section. See ``ElementPath/item`` for elements that are none.
    public var item: Int
    public var category: ElementCategory
    public var edge: ElementEdge

    /// From the start of the visible bounds, less the adjusted inset there, to the edge, in points along the scroll
    /// axis. Edits keep it; only ``CollectionViewLayout/contentOffset(for:in:)`` reads it.
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

/// Where an item comes to stand when a list is scrolled to it, along the scroll axis.
public enum ItemScrollPosition: Sendable, Hashable {
    /// Its start at the start of the visible bounds.
    case start
    /// Its centre in the middle.
    case center
    /// Its end at the end.
    case end
    /// As near to where it is as makes it visible: no scrolling where it is visible already.
    case nearest
}
