import Foundation

// Sections as the layout of a whole list describes them: by a recipe, or by a layout of the section's own.

extension CollectionViewLayout {
    /// Inserts a section, laid out as a whole-list layout says.
    /// - Parameters:
    ///   - index: Where the section will be.
    ///   - itemCount: The number of its items.
    ///   - source: Is asked once, for this section.
    /// - Complexity: O(log *S*), and what its items cost: see ``append(_:keeping:in:)``.
    /// - Throws: As ``append(_:keeping:in:)`` and ``append(_:itemCount:references:keeping:in:)``, and
    ///   ``LayoutError/inconsistentCounts(items:sizes:)`` where the recipe is for another number of items.
    /// - Precondition: The index is in 0...*S*.
    @MainActor @discardableResult
    public mutating func insertSection(
        at index: Int, itemCount: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        switch try described(index, itemCount: itemCount, by: source) {
        case .object(let object):
            return try insert(object.layout, itemCount: itemCount, at: index, references: object.references)
        case .recipe(let recipe): return try insert(recipe, at: index)
        }
    }

    /// Lays a section out anew, as a whole-list layout says. See ``insertSection(at:itemCount:by:)``.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func reloadSection(
        _ section: Int, itemCount: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        switch try described(section, itemCount: itemCount, by: source) {
        case .object(let object):
            return try reloadSection(
                section, with: object.layout, itemCount: itemCount, references: object.references)
        case .recipe(let recipe): return try reloadSection(section, with: recipe)
        }
    }

    /// Gives a section, which has got another index, the style that a whole-list layout says, and keeps its items and their
    /// sizes. A section that is of another kind now, or that has a layout of its own, is laid out anew.
    /// - Complexity: As ``restyleSection(_:like:keeping:in:)`` and ``reloadSection(_:itemCount:by:)``.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func restyleSection(
        _ section: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        let count = numberOfItems(inSection: section)
        switch try described(section, itemCount: count, by: source) {
        case .object(let object):
            return try reloadSection(section, with: object.layout, itemCount: count, references: object.references)
        case .recipe(let recipe):
            do throws(LayoutError) {
                return try restyleSection(section, like: recipe)
            } catch {
                switch error {
                case .otherKind, .needsRecipe: return try reloadSection(section, with: recipe)
                default: throw error
                }
            }
        }
    }

    private enum Described {
        case recipe(SectionRecipe)
        case object(SectionLayoutObject)
    }

    /// How a section is laid out. Layouts in stock are recipes.
    @MainActor
    private func described(
        _ section: Int, itemCount: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> Described {
        let context = sectionContext(itemCount: itemCount)
        var asked: SectionRecipe?
        if let object = source.sectionLayout(forSection: section, in: context) {
            guard let stock = object.layout as? any StockSectionLayout else { return .object(object) }
            asked = stock.recipe(in: context)
        }
        let recipe = asked ?? source.recipe(forSection: section, in: context)
        guard recipe.itemCount == itemCount || recipe.itemCount < 0 else {
            throw .inconsistentCounts(items: itemCount, sizes: recipe.itemCount)
        }
        return .recipe(recipe)
    }
}
