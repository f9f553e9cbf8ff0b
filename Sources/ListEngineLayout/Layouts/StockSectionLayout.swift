import Foundation

/// A built-in section layout: a value that creates a recipe, which the engine lays out itself.
///
/// The members of ``CollectionViewSectionLayout`` are implemented with a layout of this single section. Their results
/// therefore always equal the frames in a list.
@MainActor
protocol StockSectionLayout: CollectionViewSectionLayout {
    var prepared: PreparedSection? { get set }
    var references: StockReferences { get set }

    nonisolated func recipe(in context: SectionLayoutContext) -> SectionRecipe

    /// Returns the recipe of some items alone. Nil if it is not possible to determine the sizes of single items.
    nonisolated func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe?
}

extension StockSectionLayout {
    nonisolated func recipe(ofItems items: [Range<Int>], in context: SectionLayoutContext) -> SectionRecipe? { nil }

    /// Returns the recipe of a copy that contains only the lengths of some items.
    nonisolated func recipe<Length>(
        ofItems items: [Range<Int>], in context: SectionLayoutContext, _ lengths: ItemLengths<Length>,
        _ replace: (inout Self, ItemLengths<Length>) -> Void
    ) -> SectionRecipe? {
        guard let part = lengths.part(items) else { return nil }
        var copy = self
        replace(&copy, part)
        var context = context
        context.itemCount = items.reduce(0) { $0 + $1.count }
        return copy.recipe(in: context)
    }
}

/// The weak references of a built-in layout to the objects of its list.
///
/// Sound: a weak reference can be copied and released on any thread, and only the main actor reads or sets one.
struct StockReferences: @unchecked Sendable {
    weak var collectionView: AnyObject?
    weak var dataSource: AnyObject?
    weak var section: AnyObject?
}

extension StockSectionLayout {
    public var collectionView: AnyObject? {
        get { references.collectionView }
        set { references.collectionView = newValue }
    }

    public var dataSource: AnyObject? {
        get { references.dataSource }
        set { references.dataSource = newValue }
    }

    public var section: AnyObject? {
        get { references.section }
        set { references.section = newValue }
    }
}

/// The state of a built-in layout after `prepare(in:)`: the section laid out alone.
struct PreparedSection: Sendable {
    fileprivate var layout: CollectionViewLayout
}

extension StockSectionLayout {
    public func prepare() {}

    public mutating func prepare(in context: SectionLayoutContext) {
        var layout = CollectionViewLayout(
            crossExtent: context.crossExtent, scrollDirection: context.scrollDirection,
            flowDirection: context.flowDirection, displayScale: context.displayScale)
        var recipe = recipe(in: context)
        recipe.raisesUnusableSizes = true
        // The protocol cannot throw. If a value of the section itself is unusable, the section stays empty.
        _ = try? layout.append(recipe)
        prepared = PreparedSection(layout: layout)
    }

    public func contentHeight() -> CGFloat { contentExtent }

    public var contentExtent: CGFloat {
        guard let layout = prepared?.layout else { return 0 }
        let size = layout.contentSize
        return layout.scrollDirection == .vertical ? size.height : size.width
    }

    public func frameForHeader() -> CGRect {
        guard let layout = prepared?.layout, layout.numberOfSections > 0 else { return .zero }
        return layout.frameForHeader(inSection: 0) ?? .zero
    }

    public func frameForFooter() -> CGRect {
        guard let layout = prepared?.layout, layout.numberOfSections > 0 else { return .zero }
        return layout.frameForFooter(inSection: 0) ?? .zero
    }

    /// Returns the frame of an item; zero if the section has no such item.
    public func frameForItem(atIndex index: Int) -> CGRect {
        guard let layout = prepared?.layout, layout.numberOfSections > 0,
            (0..<layout.numberOfItems(inSection: 0)).contains(index)
        else { return .zero }
        return layout.frame(ofItem: index, inSection: 0)
    }
}
