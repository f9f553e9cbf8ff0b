import Foundation
import ListEngineLayout

/// The updates of one batch as edits of a layout.
///
/// Sections are deleted, moved and inserted first, so that the recipe is called with the indices after the update. Then one
/// script edits the items of each section that has any.
@MainActor
package struct LayoutUpdates {
    private var deletedSections: [Int] = []
    private var insertedSections: Set<Int> = []
    private var movedSections: [Int: Int] = [:]
    private var reloadedSections: [Int] = []
    /// By section before the update.
    private var removedItems: [Int: Set<Int>] = [:]
    private var reloadedItems: [Int: Set<Int>] = [:]
    /// By section after the update.
    private var addedItems: [Int: Set<Int>] = [:]

    package enum Action {
        case delete, insert, move, reload
    }

    package init() {}

    /// Adds an update as toolkits state it: the index path of a section has no item, or NSNotFound as its item.
    package mutating func add(_ action: Action?, from old: IndexPath?, to new: IndexPath?) {
        let isSection = (old ?? new).map { $0.count < 2 || $0[1] == NSNotFound } ?? true
        switch (action, isSection) {
        case (.delete, true): if let old { deletedSections.append(old[0]) }
        case (.insert, true): if let new { insertedSections.insert(new[0]) }
        case (.move, true): if let old, let new { movedSections[new[0]] = old[0] }
        case (.reload, true): if let old { reloadedSections.append(old[0]) }
        case (.delete, false): if let old { removedItems[old[0], default: []].insert(old[1]) }
        case (.insert, false): if let new { addedItems[new[0], default: []].insert(new[1]) }
        case (.move, false):
            if let old { removedItems[old[0], default: []].insert(old[1]) }
            if let new { addedItems[new[0], default: []].insert(new[1]) }
        case (.reload, false): if let old { reloadedItems[old[0], default: []].insert(old[1]) }
        case (nil, _): break
        }
    }

    /// - Parameter counts: The number of items of each section after the update.
    func apply(
        to layout: inout CollectionViewLayout, counts: [Int], by recipe: some CollectionViewLayoutRecipe
    ) throws(LayoutError) {
        var order = Array(0..<layout.numberOfSections)
        for section in deletedSections.sorted(by: >) {
            try layout.remove(sections: section..<section + 1)
            order.remove(at: section)
        }
        let moved = Set(movedSections.values)
        var next = order.filter { !moved.contains($0) }.makeIterator()
        for section in counts.indices {
            if insertedSections.contains(section) {
                try layout.insertSection(at: section, itemCount: counts[section], by: recipe)
                order.insert(-1, at: section)
                continue
            }
            guard let old = movedSections[section] ?? next.next() else { return }
            if order.indices.contains(section), order[section] == old { continue }
            guard let place = order.firstIndex(of: old) else { return }
            try layout.moveSection(place, to: section)
            order.insert(order.remove(at: place), at: section)
        }
        for (section, old) in order.enumerated() where old >= 0 {
            if reloadedSections.contains(old) {
                try layout.reloadSection(section, itemCount: counts[section], by: recipe)
            } else {
                if section != old { try layout.restyleSection(section, by: recipe) }
                try editItems(ofOld: old, at: section, &layout, recipe)
            }
        }
    }

    private func editItems(
        ofOld old: Int, at section: Int, _ layout: inout CollectionViewLayout,
        _ recipe: some CollectionViewLayoutRecipe
    ) throws(LayoutError) {
        let removed = removedItems[old] ?? []
        let reloaded = reloadedItems[old] ?? []
        let added = addedItems[section] ?? []
        if removed.isEmpty, reloaded.isEmpty, added.isEmpty { return }
        var script = EditScript()
        var fresh: [Range<Int>] = []
        func add(_ item: Int) {
            if let last = fresh.last, last.upperBound == item {
                fresh[fresh.count - 1] = last.lowerBound..<item + 1
            } else {
                fresh.append(item..<item + 1)
            }
        }
        // Walks both sides. Kept and reloaded items take the places that no item is added to.
        var item = 0
        var inserted = 0
        func insert(at place: Int) {
            while added.contains(place + inserted) {
                add(place + inserted)
                script.insert(count: 1, at: item)
                inserted += 1
            }
        }
        let count = layout.numberOfItems(inSection: section)
        var kept = 0
        while item < count {
            if removed.contains(item) {
                script.remove(item..<item + 1)
            } else {
                insert(at: kept)
                if reloaded.contains(item) {
                    add(kept + inserted)
                    script.remove(item..<item + 1)
                    script.insert(count: 1, at: item)
                }
                kept += 1
            }
            item += 1
        }
        insert(at: kept)
        try layout.apply(script, newItems: fresh, inSection: section, by: recipe)
    }
}
