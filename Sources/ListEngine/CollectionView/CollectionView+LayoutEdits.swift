import Foundation
import ListEngineLayout

// A plan changes the layout in three steps: whole sections, then the items of sections that stay, then the style of
// sections whose index changed.

extension CollectionView {
    /// Edits a layout by a plan. User code that is called for sizes and styles in the meantime sees the old list.
    /// - Returns: The new indices of sections that were laid out from scratch without measured sizes. If nothing was
    ///   measured, at least those that are shown.
    func edit(_ layout: inout CollectionViewLayout, _ plan: UpdatePlan) throws(LayoutError) -> Set<Int> {
        var relaidOut: Set<Int> = []
        if !plan.deletedSections.isEmpty {
            for run in IndexRuns(plan.deletedSections).ranges.reversed() { try layout.remove(sections: run) }
        }
        try plan.moveSections(in: &layout)
        for section in plan.insertedSections {
            try layout.insertSection(at: section, itemCount: countOfDataSource(section), by: recipe)
        }
        for old in plan.reloadedSections.isEmpty ? [] : plan.reloadedSections.sorted() {
            guard let section = plan.newSection(old) else { continue }
            try layout.reloadSection(section, itemCount: countOfDataSource(section), by: recipe)
        }
        try editItems(&layout, plan, &relaidOut)
        if plan.relaidSections.isEmpty, plan.restyledSections.isEmpty, plan.sections.deleted.isEmpty,
            plan.sections.inserted.isEmpty
        {
            return relaidOut
        }
        for old in plan.relaidSections.sorted() where !plan.reloadedSections.contains(old) {
            guard let section = plan.newSection(old) else { continue }
            if recipe is CollectionViewCompositionalLayout {
                if try layout.restyle(section, by: recipe) { relaidOut.insert(section) }
            } else {
                try layout.reloadSection(section, itemCount: countOfDataSource(section), by: recipe)
                relaidOut.insert(section)
            }
        }
        for old in plan.restyledSections.subtracting(plan.relaidSections).sorted() {
            guard !plan.reloadedSections.contains(old), let section = plan.newSection(old) else { continue }
            if try layout.restyle(section, by: recipe) { relaidOut.insert(section) }
        }
        guard !plan.sections.deleted.isEmpty || !plan.sections.inserted.isEmpty else { return relaidOut }
        for section in 0..<layout.numberOfSections {
            guard let old = plan.oldSection(section), old != section, !plan.reloadedSections.contains(old) else {
                continue
            }
            // A section with another kind at its new index is laid out from scratch. If it is restyled, its items
            // keep their sizes.
            if try layout.restyle(section, by: recipe) { relaidOut.insert(section) }
        }
        return relaidOut
    }

    /// Changes the items of sections that stay, while these sections have their final indices.
    private func editItems(
        _ layout: inout CollectionViewLayout, _ plan: UpdatePlan, _ relaidOut: inout Set<Int>
    ) throws(LayoutError) {
        // Without moves, reloads and new sizes, all inserted items are new. The layout can then be edited without a
        // script, which some layouts do not need.
        let isPlain = plan.itemSources.isEmpty && plan.reloadedItems.isEmpty && plan.resizedItems.isEmpty
        var counts = ItemCountReader(layout)
        var shown: Range<Int>?
        var hasEdited = false
        try plan.items.forEachSection { (old, map) throws(LayoutError) in
            guard !plan.reloadedSections.contains(old), let section = plan.newSection(old) else { return }
            let change: LayoutChange
            if isPlain {
                let count = counts.count(ofSection: section) - map.deleted.count + map.inserted.count
                change = try layout.edit(section, itemCount: count, newItems: Array(map.inserted.ranges), by: recipe) {
                    ItemEdits(map, from: old, to: section, plan).script
                }
            } else {
                let edits = ItemEdits(map, from: old, to: section, plan)
                change = try layout.apply(edits.script, newItems: edits.newItems, inSection: section, by: recipe)
            }
            // The whole section has changed, not a range of items. This matters only if items were measured, or are
            // displayed and may be estimates.
            guard change.items == nil else { return }
            if measuredSizes.count == 0 {
                // Of one section it is found sooner that it estimates no size, of many that they are not displayed.
                if let shown, !shown.contains(old) { return }
                let mayEstimate = layout.mayEstimate(inSection: section)
                if shown == nil { shown = mayEstimate || hasEdited ? shownSections : nil }
                hasEdited = true
                guard mayEstimate, shown?.contains(old) == true else { return }
            }
            relaidOut.insert(section)
        }
    }

    /// Sections with a shown item, and the sections between them.
    private var shownSections: Range<Int> {
        var (first, end) = (Int.max, 0)
        let shown = displayed
        for place in shown.indices where shown[place].key.path.category == .item {
            first = min(first, shown[place].key.path.section)
            end = max(end, shown[place].key.path.section + 1)
        }
        return min(first, end)..<end
    }

    private func countOfDataSource(_ section: Int) -> Int { dataSource.map { countOfDataSource(section, $0) } ?? 0 }
}

extension UpdatePlan {
    /// Moves all sections to the end in their final order first, and then each to its place. Neighbours that stay
    /// neighbours move together.
    func moveSections(in layout: inout CollectionViewLayout) throws(LayoutError) {
        guard !movedSections.isEmpty else { return }
        let total = layout.numberOfSections
        let kept = total - movedSections.count
        // The indices exclude deleted sections, and sections that are not inserted yet.
        let (deleted, inserted) = (IndexRuns(deletedSections), IndexRuns(insertedSections))
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
struct ItemEdits {
    private(set) var script = EditScript()
    /// Inserted items without sizes, by their new positions.
    private(set) var newItems: [Range<Int>] = []

    /// Deleted items, ascending, and the number already written.
    private var removed: [Range<Int>] = []
    private var written = 0
    private var passed = 0
    /// Items to insert at one place that have no size of their own and are not written yet.
    private var waiting: (count: Int, place: Int) = (0, 0)

    init(_ map: IndexMap, from old: Int, to section: Int, _ plan: UpdatePlan) {
        // An item that is reloaded in place counts as deleted and inserted.
        var again: [(new: Int, old: Int)] = []
        let sized = plan.reloadedItems[old, default: []].union(plan.resizedItems[old, default: []])
        if !sized.isEmpty {
            for item in sized.sorted() where plan.itemTargets[.item(item, inSection: old)] == nil {
                if let new = map.newIndex(ofKept: item) { again.append((new, item)) }
            }
        }
        removed = Array(map.deleted.union(IndexRuns(again.map(\.old))).ranges)
        var next = 0
        map.forEachInserted { items, behind in
            while next < again.count, again[next].new < items.lowerBound {
                insert(again[next].new..<again[next].new + 1, at: again[next].old)
                next += 1
            }
            guard !plan.itemSources.isEmpty else { return insert(items, at: behind) }
            for item in items {
                if let source = plan.itemSources[.item(item, inSection: section)], source.section == old,
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
