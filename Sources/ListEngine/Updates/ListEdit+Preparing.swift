import ListEngineLayout

extension ListEdit {
    /// Returns the layout after the update. It can be called on any thread.
    /// - Parameters:
    ///   - layout: The layout before the update.
    ///   - counts: The item count of each section after the update.
    ///   - recipes: Describes the sections after the update.
    ///   - check: Throws if the update was cancelled.
    /// - Throws: ``LayoutError`` for sections that cannot be laid out here, such as sections with their own layout.
    func edited(
        _ layout: CollectionViewLayout, counts: [Int], _ recipes: SharedSectionRecipes,
        check: @escaping () throws -> Void
    ) throws -> PreparedLayout {
        var after = layout
        let relaid = try apply(to: &after) { section, items, layout in
            try check()
            return recipes(section, items, layout.context(itemCount: counts[section]))
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
