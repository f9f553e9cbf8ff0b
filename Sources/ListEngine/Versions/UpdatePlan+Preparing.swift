import ListEngineLayout

extension UpdatePlan {
    /// Returns the layout after the update. It can be called on any thread.
    /// - Parameters:
    ///   - layout: The layout before the update.
    ///   - counts: The item count of each section after the update.
    ///   - recipes: Describes the sections after the update.
    ///   - check: Throws if the update was cancelled.
    /// - Throws: ``LayoutError`` for sections that cannot be laid out here, such as sections with their own layout.
    func edited(
        _ layout: CollectionViewLayout, counts: [Int], _ recipes: SharedSectionRecipes, check: () throws -> Void
    ) throws -> PreparedLayout {
        var after = layout
        var relaidOut: Set<Int> = []
        func recipe(_ section: Int, _ items: [Range<Int>]? = nil) -> SectionRecipe {
            recipes(section, items, after.context(itemCount: counts[section]))
        }
        for run in IndexRuns(deletedSections).ranges.reversed() { try after.remove(sections: run) }
        try moveSections(in: &after)
        for section in insertedSections {
            try check()
            try after.insert(recipe(section), at: section)
        }
        for old in reloadedSections.sorted() {
            guard let section = newSection(old) else { continue }
            try check()
            try after.reloadSection(section, with: recipe(section))
        }
        for (old, map) in items where !reloadedSections.contains(old) {
            guard let section = newSection(old) else { continue }
            try check()
            let edits = ItemEdits(map, from: old, to: section, self)
            let part = recipe(section, edits.newItems)
            if try !after.apply(edits.script, newItems: edits.newItems, inSection: section, like: part) {
                try after.reloadSection(section, with: recipe(section))
                relaidOut.insert(section)
            }
        }
        for old in restyledSections.sorted() where !reloadedSections.contains(old) {
            guard let section = newSection(old) else { continue }
            try check()
            do {
                try after.restyle(section, like: recipe(section, []))
            } catch LayoutError.otherKind {
                try after.reloadSection(section, with: recipe(section))
                relaidOut.insert(section)
            }
        }
        if !sections.deleted.isEmpty || !sections.inserted.isEmpty {
            for section in 0..<after.numberOfSections {
                guard let old = oldSection(section), old != section, !reloadedSections.contains(old) else { continue }
                try after.restyleSection(section, like: recipe(section, []))
            }
        }
        // Recipes with other counts would omit items, or show items that do not exist.
        guard after.numberOfSections == counts.count else {
            throw LayoutError.inconsistentCounts(items: counts.count, sizes: after.numberOfSections)
        }
        var found = ItemCountReader(after)
        for (section, count) in counts.enumerated() where found.count(ofSection: section) != count {
            throw LayoutError.inconsistentCounts(items: count, sizes: found.count(ofSection: section))
        }
        return PreparedLayout(before: layout, after: after, relaidOut: relaidOut)
    }
}
