import ListEngineLayout

extension ListEdit {
    /// Returns the layout after the update. It can be called on any thread.
    /// - Parameters:
    ///   - layout: The layout before the update.
    ///   - counts: The item count of each section after the update.
    ///   - recipes: Describes the sections after the update. Nil: only the items of compositional sections can change.
    ///   - check: Throws if the update was cancelled.
    /// - Returns: Nil if the update does not fit the layout. The list then finds and reports the position that does not exist.
    /// - Throws: ``LayoutError`` for sections that cannot be laid out here, such as sections with their own layout.
    func edited(
        _ layout: CollectionViewLayout, counts: [Int], _ recipes: SharedSectionRecipes?,
        check: @escaping () throws -> Void
    ) throws -> PreparedLayout? {
        guard leads(from: layout, to: counts) else { return nil }
        var after = layout
        let relaid: [Int]
        if let recipes {
            relaid = try apply(to: &after) { section, items, layout in
                try check()
                return recipes(section, items, layout.context(itemCount: counts[section]))
            }
        } else {
            relaid = try applyWithoutRecipe(to: &after)
        }
        // Recipes with other counts would omit items, or show items that do not exist.
        guard after.numberOfSections == counts.count else {
            throw LayoutError.inconsistentCounts(items: counts.count, sizes: after.numberOfSections)
        }
        var found = ItemCountReader(after)
        for (section, count) in counts.enumerated() where found.count(ofSection: section) != count {
            throw LayoutError.inconsistentCounts(items: count, sizes: found.count(ofSection: section))
        }
        return PreparedLayout(before: layout, after: after, relaidOut: Set(relaid.compactMap { newSection($0) }))
    }
}
