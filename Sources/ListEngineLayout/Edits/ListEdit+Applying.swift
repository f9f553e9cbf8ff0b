// A layout takes an edit in one order of steps. Whole sections come first, so that recipes are called with the indices after the
// edit; then the items of kept sections; then the styles of sections, because a style may depend on the index.

/// Describes sections while an edit is applied to a layout. Each call names a section by its new index.
protocol SectionEditor {
    associatedtype Failure: Error

    /// Whether sections get another style with another index.
    var describesSectionsByIndex: Bool { get }

    func insert(_ section: Int, _ layout: inout CollectionViewLayout) throws(Failure)
    func reload(_ section: Int, _ layout: inout CollectionViewLayout) throws(Failure)

    /// Gives a section another style. Returns true if it was laid out from scratch.
    func restyle(_ section: Int, _ layout: inout CollectionViewLayout) throws(Failure) -> Bool

    /// Lays out a section from scratch, with the same items. Returns false if all measured sizes could be kept.
    func relayout(_ section: Int, _ layout: inout CollectionViewLayout) throws(Failure) -> Bool

    /// Deletes, inserts and moves items. Returns true if the section was laid out from scratch.
    /// - Parameters:
    ///   - count: The number of items after the edit.
    ///   - newItems: The inserted items that need a size, by their new positions.
    ///   - script: The edits with these items, which not all layouts need.
    func edit(
        _ section: Int, _ layout: inout CollectionViewLayout, count: Int, newItems: [Range<Int>],
        script: () -> EditScript
    ) throws(Failure) -> Bool
}

extension ListEdit {
    /// Edits a layout. A recipe of a whole list describes sections and returns the sizes of new items.
    /// - Parameter counts: The counts after the edit.
    /// - Returns: The sections that were laid out from scratch and keep their items, so that measured sizes are lost. Old indices.
    /// - Complexity: O(steps x log(sections and items)), plus what the layout needs for the edited items. If sections are deleted,
    ///   inserted or moved, the style of each section with another index is requested.
    /// - Throws: The layout may have taken some of the steps. Edit a copy.
    /// - Precondition: ``check(layout:counts:)`` accepts the edit.
    @MainActor
    package func apply(
        to layout: inout CollectionViewLayout, by recipe: any CollectionViewLayoutRecipe, counts: EditCounts
    ) throws(LayoutError) -> [Int] {
        let old = ItemCountReader(layout)
        try moveSections(in: &layout)
        return try apply(to: &layout, old, RecipeEditor(recipe: recipe, counts: counts))
    }

    /// Edits a layout with descriptions that can be made on any thread. See ``apply(to:by:counts:)``.
    /// - Parameter describe: Returns the description of a section: for some items, whose ranges are ascending; for all items
    ///   (nil); or only its style (no ranges). It may throw to end the edit.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` for a section with its own layout; errors of `describe`.
    package func apply(
        to layout: inout CollectionViewLayout,
        describe: @escaping (_ section: Int, _ items: [Range<Int>]?, CollectionViewLayout) throws -> SectionRecipe
    ) throws -> [Int] {
        let counts = ItemCountReader(layout)
        try moveSections(in: &layout)
        return try apply(to: &layout, counts, DescriptionEditor(describe: describe))
    }

    /// Edits a layout of which only items of compositional sections change. These need no description, so it can be called on
    /// any thread. See ``apply(to:by:counts:)``.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` for any other section that changes.
    package func applyWithoutRecipe(to layout: inout CollectionViewLayout) throws(LayoutError) -> [Int] {
        let counts = ItemCountReader(layout)
        try moveSections(in: &layout)
        return try apply(to: &layout, counts, ItemEditor())
    }

    /// - Parameter counts: The numbers of items before the edit.
    private func apply<Editor: SectionEditor>(
        to layout: inout CollectionViewLayout, _ counts: ItemCountReader, _ editor: Editor
    ) throws(Editor.Failure) -> [Int] {
        var relaid: [Int] = []
        for section in insertedSections { try editor.insert(section, &layout) }
        if !reloadedSections.isEmpty {
            for (_, section) in kept(reloadedSections) { try editor.reload(section, &layout) }
        }
        try editItems(of: &layout, editor, counts, &relaid)
        let count = layout.numberOfSections
        if !relaidSections.isEmpty {
            for (old, section) in kept(relaidSections) where !reloadedSections.contains(old) {
                if try editor.relayout(section, &layout) { relaid.append(old) }
            }
        }
        if !restyledSections.isEmpty {
            for (old, section) in kept(restyledSections.subtracting(relaidSections))
            where !reloadedSections.contains(old) {
                if try editor.restyle(section, &layout) { relaid.append(old) }
            }
        }
        // A layout object knows the index of its section.
        let byIndex = editor.describesSectionsByIndex
        guard changesSections, byIndex || layout.storage.frameSections.count > 0 else { return relaid }
        for section in 0..<count where byIndex || layout.storage.spec(ofSection: section).kind.row.items == .placed {
            guard let old = oldSection(section), old != section, !reloadedSections.contains(old) else { continue }
            if try editor.restyle(section, &layout) { relaid.append(old) }
        }
        return relaid
    }

    private func kept(_ old: Set<Int>) -> [(old: Int, new: Int)] {
        old.sorted().compactMap { old in newSection(old).map { (old, $0) } }
    }

    private func editItems<Editor: SectionEditor>(
        of layout: inout CollectionViewLayout, _ editor: Editor, _ counts: ItemCountReader, _ relaid: inout [Int]
    ) throws(Editor.Failure) {
        var counts = counts
        // Without moves, reloads and new sizes, all inserted items are new. The layout can then be edited without a
        // script, which some layouts do not need.
        let isPlain = moves.isEmpty && reloadedItems.isEmpty && resizedItems.isEmpty
        var place = ItemMaps.Place()
        while let (old, map) = items.next(&place) {
            guard !reloadedSections.contains(old), let section = newSection(old) else { continue }
            let count = counts.count(ofSection: old) - map.deleted.count + map.inserted.count
            let isFromScratch: Bool
            if isPlain {
                isFromScratch = try editor.edit(section, &layout, count: count, newItems: map.inserted.ranges) {
                    ItemEdits(map, from: old, to: section, self).script
                }
            } else {
                let edits = ItemEdits(map, from: old, to: section, self)
                isFromScratch = try editor.edit(section, &layout, count: count, newItems: edits.newItems) {
                    edits.script
                }
            }
            if isFromScratch { relaid.append(old) }
        }
    }

    /// Deletes and moves whole sections. First all moved sections go to the end in their final order, and then each to its
    /// place. Consecutive items that remain consecutive move together.
    private func moveSections(in layout: inout CollectionViewLayout) throws(LayoutError) {
        guard !deletedSections.isEmpty || !movedSections.isEmpty else { return }
        let (deleted, inserted) = (IndexRuns(deletedSections), IndexRuns(insertedSections))
        for run in deleted.runs.reversed() { try layout.remove(sections: run.range) }
        guard !movedSections.isEmpty else { return }
        let total = layout.numberOfSections
        let kept = total - movedSections.count
        // The indices exclude deleted sections, and sections that are not inserted yet.
        let moves = movedSections.map { move in
            (from: move.from - deleted.count(below: move.from), to: move.to - inserted.count(below: move.to))
        }
        var runs: [Range<Int>] = []
        for place in moves.indices {
            if let last = runs.last, moves[place].from == moves[place - 1].from + 1,
                moves[place].to == moves[place - 1].to + 1
            {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
        var taken = CountedPlaces(IndexRuns(moves.map(\.from).sorted()))
        for run in runs {
            let from = moves[run.lowerBound].from
            let start = from - taken.count(below: from)
            try layout.moveSections(start..<start + run.count, to: total - run.count)
            for place in run { taken.add(moves[place].from) }
        }
        for run in runs {
            try layout.moveSections(kept + run.lowerBound..<kept + run.upperBound, to: moves[run.lowerBound].to)
        }
    }
}

/// A recipe of a whole list.
@MainActor
private struct RecipeEditor {
    let recipe: any CollectionViewLayoutRecipe
    let counts: EditCounts
}

extension RecipeEditor: @MainActor SectionEditor {
    var describesSectionsByIndex: Bool { recipe.describesSectionsByIndex }

    func insert(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) {
        try layout.insertSection(at: section, itemCount: counts[section], by: recipe)
    }

    func reload(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) {
        try layout.reloadSection(section, itemCount: counts[section], by: recipe)
    }

    func restyle(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) -> Bool {
        try layout.restyle(section, by: recipe)
    }

    func relayout(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) -> Bool {
        let context = layout.sectionContext(itemCount: layout.numberOfItems(inSection: section))
        if recipe is CollectionViewCompositionalLayout, recipe.layoutObject(ofSection: section, in: context) == nil {
            return try layout.restyle(section, by: recipe)
        }
        try layout.reloadSection(section, itemCount: layout.numberOfItems(inSection: section), by: recipe)
        return true
    }

    func edit(
        _ section: Int, _ layout: inout CollectionViewLayout, count: Int, newItems: [Range<Int>],
        script: () -> EditScript
    ) throws(LayoutError) -> Bool {
        try layout.edit(section, itemCount: count, newItems: newItems, by: recipe, script: script).items == nil
    }
}

/// No description: only the items of sections change.
private struct ItemEditor: SectionEditor {
    var describesSectionsByIndex: Bool { true }

    func insert(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) {
        throw .needsRecipe(section: section)
    }

    func reload(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) {
        throw .needsRecipe(section: section)
    }

    func restyle(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) -> Bool {
        throw .needsRecipe(section: section)
    }

    func relayout(_ section: Int, _ layout: inout CollectionViewLayout) throws(LayoutError) -> Bool {
        throw .needsRecipe(section: section)
    }

    func edit(
        _ section: Int, _ layout: inout CollectionViewLayout, count: Int, newItems: [Range<Int>],
        script: () -> EditScript
    ) throws(LayoutError) -> Bool {
        try layout.editWithoutRecipe(section, itemCount: count, script: script)
        return false
    }
}

/// Descriptions of sections as values.
private struct DescriptionEditor: SectionEditor {
    let describe: (_ section: Int, _ items: [Range<Int>]?, CollectionViewLayout) throws -> SectionRecipe

    var describesSectionsByIndex: Bool { true }

    func insert(_ section: Int, _ layout: inout CollectionViewLayout) throws {
        try layout.insert(describe(section, nil, layout), at: section)
    }

    func reload(_ section: Int, _ layout: inout CollectionViewLayout) throws {
        try layout.reloadSection(section, with: describe(section, nil, layout))
    }

    func restyle(_ section: Int, _ layout: inout CollectionViewLayout) throws -> Bool {
        do {
            try layout.restyle(section, like: describe(section, [], layout))
            return false
        } catch LayoutError.otherKind {
            return try relayout(section, &layout)
        }
    }

    func relayout(_ section: Int, _ layout: inout CollectionViewLayout) throws -> Bool {
        try reload(section, &layout)
        return true
    }

    func edit(
        _ section: Int, _ layout: inout CollectionViewLayout, count: Int, newItems: [Range<Int>],
        script: () -> EditScript
    ) throws -> Bool {
        let part = try describe(section, newItems, layout)
        if try layout.apply(script(), newItems: newItems, inSection: section, like: part) { return false }
        return try relayout(section, &layout)
    }
}

/// Counts marked places with the partial sums of P. Fenwick ("A new data structure for cumulative frequency tables",
/// 1994).
private struct CountedPlaces {
    private let places: IndexRuns
    private var sums: [Int]

    /// - Parameter places: All places that can be marked.
    init(_ places: IndexRuns) {
        self.places = places
        sums = Array(repeating: 0, count: places.count + 1)
    }

    mutating func add(_ place: Int) {
        var index = places.count(below: place) + 1
        while index < sums.count {
            sums[index] += 1
            index += index & -index
        }
    }

    func count(below place: Int) -> Int {
        var index = places.count(below: place)
        var count = 0
        while index > 0 {
            count += sums[index]
            index -= index & -index
        }
        return count
    }
}

/// The edits of a section's items in the layout's form: old positions, ascending.
private struct ItemEdits {
    private(set) var script = EditScript()
    /// Inserted items without sizes, by their new positions.
    private(set) var newItems: [Range<Int>] = []

    /// Deleted items, ascending, and the number already written.
    private var removed: [Range<Int>] = []
    private var written = 0
    private var passed = 0
    /// Items to insert at one place that have no individual size and are not written yet.
    private var waiting: (count: Int, place: Int) = (0, 0)

    init(_ map: IndexMap, from old: Int, to section: Int, _ edit: ListEdit) {
        // An item that is reloaded in place counts as deleted and inserted.
        var again: [(new: Int, old: Int)] = []
        let sized = edit.reloadedItems[old, default: []].union(edit.resizedItems[old, default: []])
        if !sized.isEmpty {
            for item in sized.sorted() where edit.moves.target(of: .item(item, inSection: old)) == nil {
                if let new = map.newIndex(ofKept: item) { again.append((new, item)) }
            }
        }
        removed = map.deleted.union(IndexRuns(again.map(\.old))).ranges
        var next = 0
        map.forEachInserted { items, behind in
            while next < again.count, again[next].new < items.lowerBound {
                insert(again[next].new..<again[next].new + 1, at: again[next].old)
                next += 1
            }
            guard !edit.moves.isEmpty else { return insert(items, at: behind) }
            for item in items {
                if let source = edit.moves.source(of: .item(item, inSection: section)), source.section == old,
                    !sized.contains(source.item)
                {
                    writeInserted()
                    let place = outsideRemoved(behind)
                    writeRemoved(before: place)
                    script.insert(movedFrom: source.item..<source.item + 1, at: place)
                } else {
                    insert(item..<item + 1, at: behind)
                }
            }
        }
        for (new, old) in again[next...] { insert(new..<new + 1, at: old) }
        writeInserted()
        writeRemoved(before: .max)
    }

    /// If no item between two edits is kept, all insertions come before the deletions, so that no edit is inside
    /// another.
    private mutating func outsideRemoved(_ place: Int) -> Int {
        while passed < removed.count, removed[passed].upperBound <= place { passed += 1 }
        return passed < removed.count && removed[passed].lowerBound < place ? removed[passed].lowerBound : place
    }

    private mutating func insert(_ items: Range<Int>, at behind: Int) {
        let place = outsideRemoved(behind)
        if let last = newItems.last, last.upperBound == items.lowerBound {
            newItems[newItems.count - 1] = last.lowerBound..<items.upperBound
        } else {
            newItems.append(items)
        }
        if waiting.count > 0, waiting.place != place { writeInserted() }
        waiting = (waiting.count + items.count, place)
    }

    private mutating func writeInserted() {
        guard waiting.count > 0 else { return }
        writeRemoved(before: waiting.place)
        script.insert(count: waiting.count, at: waiting.place)
        waiting.count = 0
    }

    private mutating func writeRemoved(before place: Int) {
        while written < removed.count, removed[written].lowerBound < place {
            script.remove(removed[written])
            written += 1
        }
    }
}
