import Foundation

// Operations on sections that the layout of a whole list describes, either by a recipe or by a layout of the
// section's own.

extension CollectionViewLayout {
    /// Inserts a section that a whole-list layout describes.
    /// - Parameters:
    ///   - index: The index that the section gets.
    ///   - itemCount: The number of its items.
    ///   - source: The whole-list layout. It is called once, for this section.
    /// - Complexity: O(log *S*), and what its items cost: see ``append(_:)``.
    /// - Throws: As ``append(_:)`` and ``append(_:itemCount:references:)``, and
    ///     ``LayoutError/inconsistentCounts(items:sizes:)`` if the recipe is for another number of items.
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

    /// Lays out a section from scratch with the description of a whole-list layout. See
    /// ``insertSection(at:itemCount:by:)``.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func reloadSection(
        _ section: Int, itemCount: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        switch try described(section, itemCount: itemCount, by: source) {
        case .object(let object):
            return try reloadSection(section, with: object.layout, itemCount: itemCount, references: object.references)
        case .recipe(let recipe): return try reloadSection(section, with: recipe)
        }
    }

    /// Gives a section whose index changed the style that a whole-list layout describes, and keeps its items and
    /// their sizes. If the section is of another kind now, or has its own layout, it is laid out from scratch.
    /// - Complexity: As ``restyleSection(_:like:)`` and ``reloadSection(_:itemCount:by:)``; O(log *S*) if
    ///   the style is unchanged.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func restyleSection(
        _ section: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        _ = try restyle(section, by: source)
        return LayoutChange(sections: section..<section + 1)
    }

    /// As ``restyleSection(_:by:)``.
    /// - Returns: True if the section was laid out from scratch; measured sizes are lost then.
    @MainActor
    package mutating func restyle(
        _ section: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> Bool {
        let count = numberOfItems(inSection: section)
        switch try described(section, itemCount: count, items: [], by: source) {
        case .object(let object):
            try reloadSection(section, with: object.layout, itemCount: count, references: object.references)
            return true
        case .recipe(let recipe):
            do throws(LayoutError) {
                try restyle(section, like: recipe)
                return false
            } catch {
                switch error {
                case .otherKind, .needsRecipe:
                    try reloadSection(section, itemCount: count, by: source)
                    return true
                default: throw error
                }
            }
        }
    }

    /// As ``restyleSection(_:like:)``. A section that has this style already is not changed.
    package mutating func restyle(_ section: Int, like recipe: SectionRecipe) throws(LayoutError) {
        if try !hasStyle(of: recipe, section: section) { try restyleSection(section, like: recipe) }
    }

    private func hasStyle(of recipe: SectionRecipe, section: Int) throws(LayoutError) -> Bool {
        let old = storage.spec(ofSection: section)
        if old.kind.row.items == .placed { return false }
        guard old.kind.row.measuresItems else { return try storage.spec(of: recipe, section: section) == old }
        guard case .compositional(let arrangement) = recipe.arrangement else { return false }
        return storage.isComposed(as: arrangement, section: section)
    }

    private enum Described {
        case recipe(SectionRecipe)
        case object(SectionLayoutObject)
    }

    /// Returns the description of a section. Built-in layouts are converted to recipes. If the list has other data by
    /// now, no more user code is called, and the result is a list without extent.
    /// - Parameters:
    ///   - itemCount: The number of all items of the section.
    ///   - items: The items whose sizes are needed; nil means all. The result may contain more.
    @MainActor
    private func described(
        _ section: Int, itemCount: Int, items: [Range<Int>]? = nil, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> Described {
        let context = sectionContext(itemCount: itemCount)
        var outdated: SectionRecipe? { context.isOutdated ? .list(count: itemCount, height: 0) : nil }
        if let outdated { return .recipe(outdated) }
        var recipe: SectionRecipe?
        if let object = source.layoutObject(ofSection: section, in: context) {
            if let outdated { return .recipe(outdated) }
            guard let stock = object.layout as? any StockSectionLayout else { return .object(object) }
            if let items, let part = stock.recipe(ofItems: items, in: context) { return .recipe(part) }
            recipe = stock.recipe(in: context)
            recipe?.raisesUnusableSizes = true
        } else if let outdated {
            recipe = outdated
        } else if let items, let part = source.recipe(forSection: section, ofItems: items, in: context) {
            let count = items.reduce(0) { $0 + $1.count }
            guard part.itemCount == count else { throw .inconsistentCounts(items: count, sizes: part.itemCount) }
            return .recipe(part)
        }
        let all = recipe ?? outdated ?? source.recipe(forSection: section, in: context)
        guard all.itemCount == itemCount || all.itemCount < 0 else {
            throw .inconsistentCounts(items: itemCount, sizes: all.itemCount)
        }
        return .recipe(all)
    }
}

// MARK: - Edits of items

extension CollectionViewLayout {
    /// Applies several edits of a section together. A whole-list layout describes the new items. Other items keep
    /// their sizes, including measured ones.
    ///
    /// A section that is of another kind now, or that has its own layout, is laid out from scratch. So is a
    /// section whose recipe cannot determine the sizes of single items, unless its sizes are estimates.
    /// - Parameters:
    ///   - script: The edits. It inserts items by count only, in ascending order.
    ///   - newItems: The positions of the inserted items after the script, as ascending ranges.
    ///   - section: Index of the section.
    ///   - source: The whole-list layout. It is called for the new items.
    /// - Complexity: As ``apply(_:inSection:)``.
    /// - Throws: As ``apply(_:inSection:)`` and ``reloadSection(_:itemCount:by:)``.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func apply(
        _ script: EditScript, newItems: [Range<Int>], inSection section: Int, by source: some CollectionViewLayoutRecipe
    ) throws(LayoutError) -> LayoutChange {
        let count = numberOfItems(inSection: section) + script.growth
        return try edit(section, itemCount: count, newItems: newItems, by: source) { script }
    }

    /// Does the same as ``apply(_:newItems:inSection:by:)``, but creates the script only if it is needed. A list of
    /// equal rows is refilled without a script, and a section that only counts its items is counted again.
    /// - Parameter itemCount: The number of items after the script.
    @MainActor
    package mutating func edit(
        _ section: Int, itemCount count: Int, newItems: [Range<Int>], by source: some CollectionViewLayoutRecipe,
        script: () -> EditScript
    ) throws(LayoutError) -> LayoutChange {
        guard !followed.isEmpty else {
            return try editUnfollowed(section, itemCount: count, newItems: newItems, by: source, script: script)
        }
        // In whichever way the section is edited or laid out again, anchors follow the script.
        let script = script().sorted()
        let itemCount = numberOfItems(inSection: section)
        let isUsable = script.firstBadEdit(count: itemCount) == nil
        prepareAnchors(
            for: isUsable ? .script(section: section, script) : .replaceSection(section, from: itemCount, to: count))
        var anchors: [FollowedAnchor] = []
        swap(&anchors, &followed)
        defer { swap(&anchors, &followed) }
        let change = try editUnfollowed(section, itemCount: count, newItems: newItems, by: source) { script }
        anchors.move()
        return change
    }

    @MainActor
    private mutating func editUnfollowed(
        _ section: Int, itemCount count: Int, newItems: [Range<Int>], by source: some CollectionViewLayoutRecipe,
        script: () -> EditScript
    ) throws(LayoutError) -> LayoutChange {
        if storage.hasCompositions, source is CollectionViewCompositionalLayout,
            storage.spec(ofSection: section).kind.row.measuresItems,
            case let context = sectionContext(itemCount: count),
            context.isOutdated || source.layoutObject(ofSection: section, in: context) == nil
        {
            return try editComposed(section, itemCount: count, script: script)
        }
        if storage.frameSections.count == 0 || storage.spec(ofSection: section).kind.row.items != .placed,
            case .recipe(let recipe) = try described(section, itemCount: count, items: newItems, by: source)
        {
            if let sizes = recipe.sizes(ofItems: newItems, outOf: count),
                let change = edited(script(), sizes, section, recipe)
            {
                return change
            }
            if recipe.itemCount == count, isRefilled(section, with: recipe) {
                return LayoutChange(sections: section..<section + 1)
            }
        }
        // A section that cannot be edited is laid out from scratch. That reports or replaces unusable values.
        return try reloadSection(section, itemCount: count, by: source)
    }

    /// Edits the items of a compositional section, which needs no description of them.
    private mutating func editComposed(
        _ section: Int, itemCount count: Int, script: () -> EditScript
    ) throws(LayoutError) -> LayoutChange {
        // If no item was measured, the items only have to be counted.
        if storage.columns.isEmpty, uniqueCore().recount(section: section, count: count) {
            return LayoutChange(items: 0..<count, inSection: section)
        }
        return try apply(script(), inSection: section)
    }

    /// Edits the items of a section that needs no description of them. It can be called on any thread.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` for a section that is not compositional.
    package mutating func editWithoutRecipe(
        _ section: Int, itemCount count: Int, script: () -> EditScript
    ) throws(LayoutError) {
        guard storage.hasCompositions, storage.spec(ofSection: section).kind.row.measuresItems else {
            throw .needsRecipe(section: section)
        }
        // Anchors follow the script.
        _ =
            followed.isEmpty
            ? try editComposed(section, itemCount: count, script: script) : try apply(script(), inSection: section)
    }

    /// Applies several edits of a section together. A recipe describes the new items and the style. It can be called
    /// on any thread. See ``apply(_:newItems:inSection:by:)``.
    /// - Parameters:
    ///   - script: The edits. It inserts items by count only, in ascending order.
    ///   - newItems: The positions of the inserted items after the script, as ascending ranges.
    ///   - section: Index of the section.
    ///   - recipe: A recipe for the new items alone. If the section's sizes are estimates, it can be for all items.
    /// - Returns: False, without any change, if the section must be laid out from scratch.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` where the section is of a user's layout.
    /// - Precondition: The section is in the layout.
    public mutating func apply(
        _ script: EditScript, newItems: [Range<Int>], inSection section: Int, like recipe: SectionRecipe
    ) throws(LayoutError) -> Bool {
        storage.checkSection(section)
        let old = storage.spec(ofSection: section)
        if old.kind.row.items == .placed {
            guard storage.frameSections.recipe(token: old.itemMain) != nil else { throw .needsRecipe(section: section) }
            return false
        }
        var trial = self
        let count = numberOfItems(inSection: section) + script.growth
        guard let sizes = recipe.sizes(ofItems: newItems, outOf: count),
            trial.edited(script, sizes, section, recipe) != nil
        else { return false }
        self = trial
        return true
    }

    /// Edits a section with a recipe. Returns nil if that is not possible; the section must then be laid out from
    /// scratch.
    /// - Parameter sizes: The sizes of the items that the script inserts.
    private mutating func edited(
        _ script: EditScript, _ sizes: ItemSizes, _ section: Int, _ recipe: SectionRecipe
    ) -> LayoutChange? {
        let old = storage.spec(ofSection: section)
        guard let spec = try? storage.spec(of: recipe, section: section),
            spec.kind == old.kind, spec.isByRatio == old.isByRatio
        else { return nil }
        var script = script
        script.takeSizes(sizes, for: spec, horizontal: storage.isHorizontal)
        guard let change = try? apply(script, inSection: section),
            spec == old || old.kind.row.measuresItems || (try? restyleSection(section, like: recipe)) != nil
        else { return nil }
        return change
    }

    /// Replaces all items of a list with items of one size, without replacing the section. When many sections are
    /// refilled one after the other, replacing each of them would copy the path to it in the tree of sections every
    /// time.
    /// - Returns: False if the section is of another kind or cannot use the size; the section must then be laid out
    ///   from scratch.
    private mutating func isRefilled(_ section: Int, with recipe: SectionRecipe) -> Bool {
        guard case .repeated(let count, let size) = recipe.sizes, count >= 0, recipe.extentRule == nil,
            let spec = try? storage.spec(of: recipe, section: section), spec.kind == .list
        else { return false }
        if storage.columns.isEmpty {
            let extent = storage.isHorizontal ? size.width : size.height
            return uniqueCore().refill(section: section, of: spec, count: count, extent: Double(extent))
        }
        guard storage.spec(ofSection: section) == spec else { return false }
        let before = numberOfItems(inSection: section)
        if count > 0 {
            let change = try? insertItems(recipe.sizes, at: 0, inSection: section)
            if change == nil { return false }
        }
        guard before > 0 else { return true }
        let change = try? removeItems(count..<count + before, inSection: section)
        return change != nil
    }
}

extension SectionRecipe {
    /// Returns the sizes of some items. The recipe is for these items alone or for all items. Nil if the sizes of
    /// other items may have changed as well.
    fileprivate func sizes(ofItems items: [Range<Int>], outOf count: Int) -> ItemSizes? {
        let wanted = items.reduce(0) { $0 + $1.count }
        if itemCount == wanted { return sizes }
        if case .count = sizes { return .count(wanted) }
        return isEstimated ? sizes.part(items) : nil
    }
}

extension ItemSizes {
    /// Returns the sizes of some items, given as ascending ranges.
    fileprivate func part(_ items: [Range<Int>]) -> ItemSizes {
        let count = items.reduce(0) { $0 + $1.count }
        switch self {
        case .count: return .count(count)
        case .extents(let extents): return .extents(items.flatMap { extents[$0] })
        case .sizes(let sizes): return .sizes(items.flatMap { sizes[$0] })
        case .numbers(let numbers): return .numbers(items.flatMap { numbers[$0] })
        case .spanning(let spans): return .spanning(items.flatMap { spans[$0] })
        case .repeated(_, let size): return .repeated(count: count, size: size)
        case .runs(let runs):
            var part: [Double] = []
            part.reserveCapacity(count)
            var (run, end) = (0, runs.first?.count ?? 0)
            for item in items.joined() {
                while item >= end {
                    run += 1
                    end += runs[run].count
                }
                part.append(runs[run].extent)
            }
            return .extents(part)
        }
    }
}

extension EditScript {
    /// The difference in the number of items that the script makes.
    fileprivate var growth: Int { edits.reduce(0) { $0 &+ $1.inserted &- $1.removed } }

    /// Gives the items that were inserted by count their sizes, in the form that the kind of section uses.
    fileprivate mutating func takeSizes(_ new: ItemSizes, for spec: SectionSpec, horizontal: Bool) {
        switch new {
        case _ where spec.kind.row.items == .counted: sizes = .count(new.count)
        case .repeated(let count, let size) where spec.kind.row.hasWidths || spec.isByRatio:
            sizes = .sizes(Array(repeating: size, count: count))
        case .repeated(let count, let size):
            sizes = .extents(Array(repeating: Double(horizontal ? size.width : size.height), count: count))
        case .runs(let runs): sizes = .extents(runs.flatMap { Array(repeating: $0.extent, count: $0.count) })
        default: sizes = new
        }
    }
}
