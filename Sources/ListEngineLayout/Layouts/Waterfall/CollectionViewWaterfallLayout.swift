import Foundation

/// Lays out every section of a list as a waterfall: columns of equal width, in which each item is placed below the items
/// already in its column.
///
///     let layout = CollectionViewWaterfallLayout()
///     layout.minimumColumnWidth = 120
///     layout.sectionInset = .all(8)
///
/// Sizes, spacings, headers and footers come from the places that a ``CollectionViewFlowLayout`` takes them from: its
/// properties and its delegate. Only the ratio of an item's width and height counts, because items are as wide as their
/// column. Items whose sizes are estimated are as high as the views that show them.
@MainActor
open class CollectionViewWaterfallLayout: CollectionViewFlowLayout {
    /// The number of columns, 1 to 16. Nil, the default, means as many as fit.
    open var columns: Int?

    /// The least width of a column if ``columns`` is nil, in points; at least 1.
    open var minimumColumnWidth: CGFloat = 150

    /// The rule that chooses a column for each item.
    open var placement: WaterfallPlacement = .shortestFirst

    /// Returns the number of columns that an item spans; a large number means all columns. Nil, the default, means that
    /// each item spans one column. The layout calls it when it needs the size of an item.
    ///
    ///     let photos = CollectionViewWaterfallLayout()
    ///     photos.columnSpan = { indexPath in indexPath[1] % 7 == 0 ? .max : 1 }
    open var columnSpan: (@MainActor (IndexPath) -> Int)?

    open override func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        let flow = super.recipe(forSection: section, in: context)
        return waterfall(flow, of: [0..<flow.itemCount], section, in: context)
    }

    /// Returns the waterfall of some items, or nil in a subclass, as in a flow layout.
    open override func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? {
        guard type(of: self) == CollectionViewWaterfallLayout.self else { return nil }
        return waterfall(
            flowRecipe(forSection: section, ofItems: items, in: context), of: items, section, in: context)
    }

    private func waterfall(
        _ flow: SectionRecipe, of items: [Range<Int>], _ section: Int, in context: SectionLayoutContext
    ) -> SectionRecipe {
        let insets = flow.insets
        let across = scrollDirection == .vertical ? insets.leading + insets.trailing : insets.top + insets.bottom
        let fitting =
            (context.crossExtent - across + flow.interitemSpacing)
            / (max(minimumColumnWidth, 1) + flow.interitemSpacing)
        var recipe = flow
        if case .grid(_, let itemSize, _) = flow.arrangement {
            recipe.sizes = .repeated(count: flow.itemCount, size: itemSize)
        }
        recipe.arrangement = .waterfall(
            columns: columns ?? (fitting >= 1 ? Int(min(fitting, 16)) : 1), placement: placement,
            byRatio: !flow.isEstimated)
        if let columnSpan {
            var spans: [Int] = []
            for items in items {
                for item in items { spans.append(max(1, columnSpan(IndexPath(item, inSection: section)))) }
            }
            recipe.span(columns: spans, horizontal: scrollDirection == .horizontal)
        }
        return recipe
    }
}
