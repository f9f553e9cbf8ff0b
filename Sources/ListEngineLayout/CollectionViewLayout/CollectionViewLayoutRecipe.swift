import Foundation

/// A layout of a whole list: it says how each section is laid out.
@MainActor
public protocol CollectionViewLayoutRecipe: AnyObject {
    var scrollDirection: ScrollDirection { get }

    /// How a section is laid out.
    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe

    /// How a section is laid out, with some of its items alone: those that an update has inserted or loaded again. None
    /// where it has only got another index.
    ///
    /// A recipe that can tell sizes one by one answers here, so that an inserted item costs one question, not one for each
    /// item of the section. What it says of the section itself, and of other items, is as ``recipe(forSection:in:)`` says.
    /// - Parameters:
    ///   - section: Index after the update.
    ///   - items: Ranges of items after the update, ascending.
    ///   - context: Counts all items of the section after the update.
    /// - Returns: A recipe of these items alone, in their order. Nil, the default: ``recipe(forSection:in:)`` is asked for
    ///   all items, and the section is laid out from scratch, unless its sizes are estimates.
    func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe?

    /// The layout that a section has of its own. Nil, the default: it is laid out by ``recipe(forSection:in:)``, which is
    /// not asked otherwise.
    ///
    /// The layout is prepared and asked for all of its frames when the list is laid out, when items of the section come,
    /// go or move, and when the section gets another index.
    func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject?

    /// Lays a list out.
    /// - Parameters:
    ///   - itemCounts: The number of items of each section.
    ///   - container: Where the list is.
    /// - Complexity: O(items + sections).
    func layout(itemCounts: [Int], in container: ListContainer) throws(LayoutError) -> CollectionViewLayout
}

/// A section layout, and what it may want to see.
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
    public func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? { nil }

    public func sectionLayout(
        forSection section: Int, in context: SectionLayoutContext
    ) -> SectionLayoutObject? { nil }

    /// The default lays one section out after the other.
    public func layout(
        itemCounts: [Int], in container: ListContainer
    ) throws(LayoutError) -> CollectionViewLayout {
        var layout = CollectionViewLayout(container: container, scrollDirection: scrollDirection)
        for (section, count) in itemCounts.enumerated() {
            try layout.insertSection(at: section, itemCount: count, by: self)
        }
        return layout
    }

    /// Lays a list out whose visible extent along the scroll axis is not known: sections cannot refer to it.
    /// - Parameters:
    ///   - itemCounts: The number of items of each section.
    ///   - crossExtent: Extent across the scroll axis, in points.
    ///   - flowDirection: Right to left mirrors what is answered in x.
    ///   - displayScale: Pixels in a point.
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
