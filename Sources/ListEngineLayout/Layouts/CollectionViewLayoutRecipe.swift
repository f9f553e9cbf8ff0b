import Foundation

/// A layout of a whole list. It describes how each section is laid out.
@MainActor
public protocol CollectionViewLayoutRecipe: AnyObject {
    var scrollDirection: ScrollDirection { get }

    /// Returns the description of a section's layout.
    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe

    /// Returns the description of a section's layout for some of its items only: the items that an update inserted or
    /// reloaded. `items` is empty if only the section's index changed.
    ///
    /// Implement this method if the recipe can determine sizes one by one. An inserted item then costs one size,
    /// rather than one for each item of the section. The section's own values, and the sizes of all other items, must
    /// be those that ``recipe(forSection:in:)`` returns.
    /// - Parameters:
    ///   - section: Index of the section after the update.
    ///   - items: Ranges of items after the update, ascending.
    ///   - context: Contains the number of all items of the section after the update.
    /// - Returns: A recipe for these items alone, in their order. Nil is the default. The layout then calls
    ///   ``recipe(forSection:in:)`` for all items and lays the section out from scratch, unless its sizes are
    ///   estimates.
    func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe?

    /// Returns a layout object for a section. Nil is the default: the section is laid out by its own layout object, such
    /// as that of a section in a list of sections. If it has none, ``recipe(forSection:in:)`` describes it.
    ///
    /// References that are nil are set to those of the list: the collection view, its data source, and the section.
    ///
    /// The layout is prepared and queried for all of its frames in three cases: when the list is laid out; when items
    /// of the section are inserted, deleted or moved; and when the index of the section changes.
    func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject?

    /// Whether the description of a section depends on its index. True is the default: an update that inserts, deletes or
    /// moves a section requests the description of each section whose index changes, O(sections). If it is false, a section
    /// keeps its description wherever it is, until it is reloaded or the layout is invalidated, and such an update costs
    /// O(log sections).
    var describesSectionsByIndex: Bool { get }

    /// Lays a list out.
    /// - Parameters:
    ///   - itemCounts: The number of items of each section.
    ///   - container: The size, insets, direction and scale of the list's container.
    /// - Complexity: O(items + sections).
    func layout(itemCounts: [Int], in container: ListContainer) throws(LayoutError) -> CollectionViewLayout
}

/// A section layout and the objects that it can refer to.
@MainActor
public struct SectionLayoutObject {
    public var layout: any CollectionViewSectionLayout
    public var references: SectionLayoutReferences

    public init(_ layout: any CollectionViewSectionLayout, references: SectionLayoutReferences = .init()) {
        self.layout = layout
        self.references = references
    }
}

extension CollectionViewLayoutRecipe {
    public var describesSectionsByIndex: Bool { true }

    public func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? { nil }

    public func sectionLayout(
        forSection section: Int, in context: SectionLayoutContext
    ) -> SectionLayoutObject? { nil }

    /// The default implementation lays the sections out one after the other.
    public func layout(
        itemCounts: [Int], in container: ListContainer
    ) throws(LayoutError) -> CollectionViewLayout {
        var layout = CollectionViewLayout(container: container, scrollDirection: scrollDirection)
        for (section, count) in itemCounts.enumerated() {
            try layout.insertSection(at: section, itemCount: count, by: self)
        }
        return layout
    }

    /// Lays out a list whose visible extent along the scroll axis is unknown. Sections cannot use that extent.
    /// - Parameters:
    ///   - itemCounts: The number of items of each section.
    ///   - crossExtent: Extent across the scroll axis, in points.
    ///   - flowDirection: Right to left mirrors the x coordinates that the layout returns.
    ///   - displayScale: Pixels per point.
    /// - Complexity: O(items + sections).
    public func layout(
        itemCounts: [Int], crossExtent: CGFloat, flowDirection: FlowDirection = .leftToRight,
        displayScale: CGFloat = 1
    ) throws(LayoutError) -> CollectionViewLayout {
        let size =
            scrollDirection == .vertical
            ? CGSize(width: crossExtent, height: 0) : CGSize(width: 0, height: crossExtent)
        return try layout(
            itemCounts: itemCounts,
            in: ListContainer(size: size, flowDirection: flowDirection, displayScale: displayScale))
    }
}
