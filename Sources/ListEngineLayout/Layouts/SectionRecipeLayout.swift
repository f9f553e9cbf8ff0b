import Foundation

/// A section layout that a recipe describes.
///
///     let layout = CollectionViewMainLayout { section in
///         section == 0 ? SectionRecipeLayout(.banner(height: .absolute(200))) : nil
///     }
public nonisolated struct SectionRecipeLayout: StockSectionLayout, Sendable {
    public var sectionIndex = 0

    private let described: SectionRecipe
    var prepared: PreparedSection?
    var references = StockReferences()

    /// A section with the layout of a compositional section.
    ///
    /// The description is read now. Later changes of the object have no effect. The description adapts to the width of the
    /// list by its dimensions only. If it depends on the width in another way, use a ``CollectionViewCompositionalLayout``.
    public init(_ section: CollectionLayoutSection) { described = .compositional(section, count: 0) }

    /// - Parameter recipe: It has a size for each item of the section.
    public init(_ recipe: SectionRecipe) { described = recipe }

    /// Returns the recipe that the engine lays out.
    public func recipe(in context: SectionLayoutContext) -> SectionRecipe {
        var recipe = described
        if case .count = recipe.sizes { recipe.sizes = .count(context.itemCount) }
        return recipe
    }
}
