import Foundation
import ListEngineLayout

/// A checked batch: the old and new positions of all sections and items.
struct UpdatePlan: Sendable {
    var sections = IndexMap()
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    /// Old positions.
    var reloadedSections: Set<Int> = []
    /// Sections that are laid out from scratch and keep their items and cells. Old indices.
    var relaidSections: Set<Int> = []
    /// Sections with another style whose items keep their sizes. Old indices.
    var restyledSections: Set<Int> = []
    /// Ascending by new index.
    var movedSections: [(from: Int, to: Int)] = []
    var sectionTargets: [Int: Int] = [:]
    var sectionSources: [Int: Int] = [:]

    /// The edits of kept sections, by old section index.
    var items = ItemMaps()
    /// The data source's numbers of inserted items, if they were looked up in advance. By old section index.
    var insertedNumbers: [Int: [UInt32]] = [:]
    /// The layout after the update, if it was prepared in advance.
    var prepared: PreparedLayout?
    /// Whether the items of reloaded sections are known to be the same. Values stored by their positions are then
    /// kept, but their views are not.
    var keepsItemsOfReloadedSections = false
    var itemTargets: [ElementPath: ElementPath] = [:]
    var itemSources: [ElementPath: ElementPath] = [:]
    /// Old positions, by old section index.
    var reloadedItems: [Int: Set<Int>] = [:]
    /// Items whose sizes are requested again. Their identity does not change. Old positions, by old section index.
    var resizedItems: [Int: Set<Int>] = [:]
    /// Old positions.
    var reconfiguredItems: [ElementPath] = []

    init() {}

    /// - Parameters:
    ///   - layout: The layout before the update.
    ///   - sectionCount: The number of sections after the update.
    ///   - itemCount: Returns the number of items of a section after the update. It is called only for edited
    ///     sections.
    init(
        _ updates: CalledUpdates, layout: CollectionViewLayout, sectionCount: Int, itemCount: (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        try readSections(updates, oldCount: layout.numberOfSections, newCount: sectionCount)
        try readItems(updates, layout, sectionCount, itemCount)
    }

    private mutating func readSections(
        _ updates: CalledUpdates, oldCount: Int, newCount: Int
    ) throws(CollectionViewUpdateError) {
        typealias Fault = CollectionViewUpdateError
        var namedOld: Set<Int> = []
        var namedNew: Set<Int> = []
        func go(_ section: Int, _ operation: Fault.Operation) throws(Fault) {
            guard (0..<oldCount).contains(section) else {
                throw .sectionOutOfRange(operation, section: section, count: oldCount)
            }
            guard namedOld.insert(section).inserted else { throw .sectionNamedTwice(operation, section: section) }
        }
        func enter(_ section: Int, _ operation: Fault.Operation) throws(Fault) {
            guard (0..<newCount).contains(section) else {
                throw .sectionOutOfRange(operation, section: section, count: newCount)
            }
            guard namedNew.insert(section).inserted else { throw .sectionNamedTwice(operation, section: section) }
        }
        for section in updates.deletedSections { try go(section, .delete) }
        for move in updates.movedSections {
            try go(move.from, .moveFrom)
            sectionTargets[move.from] = move.to
        }
        let leaving = namedOld
        for section in updates.reloadedSections { try go(section, .reload) }
        for section in updates.insertedSections { try enter(section, .insert) }
        for move in updates.movedSections {
            try enter(move.to, .moveTo)
            sectionSources[move.to] = move.from
        }
        let expected = oldCount - leaving.count + namedNew.count
        guard expected == newCount else { throw .inconsistentSectionCount(expected: expected, found: newCount) }
        sections = IndexMap(deleted: IndexRuns(leaving.sorted()), inserted: IndexRuns(namedNew.sorted()))
        deletedSections = updates.deletedSections.sorted()
        insertedSections = updates.insertedSections.sorted()
        reloadedSections = Set(updates.reloadedSections)
        movedSections = updates.movedSections.sorted { $0.to < $1.to }
    }

    private mutating func readItems(
        _ updates: CalledUpdates, _ layout: CollectionViewLayout, _ sectionCount: Int, _ itemCount: (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        typealias Fault = CollectionViewUpdateError
        var namedOld: Set<ElementPath> = []
        var namedNew: Set<ElementPath> = []
        func old(_ indexPath: IndexPath, _ operation: Fault.Operation) throws(Fault) -> ElementPath {
            guard let path = ElementPath(indexPath) else { throw .notAnItem(operation) }
            try path.checkItem(
                operation, sectionCount: layout.numberOfSections, itemCount: layout.numberOfItems(inSection:))
            return path
        }
        func new(_ indexPath: IndexPath, _ operation: Fault.Operation) throws(Fault) -> ElementPath {
            guard let path = ElementPath(indexPath) else { throw .notAnItem(operation) }
            try path.checkItem(operation, sectionCount: sectionCount, itemCount: itemCount)
            return path
        }
        func go(_ path: ElementPath, _ operation: Fault.Operation) throws(Fault) {
            guard namedOld.insert(path).inserted else {
                throw .itemNamedTwice(operation, section: path.section, item: path.item)
            }
        }
        func enter(_ path: ElementPath, _ operation: Fault.Operation) throws(Fault) {
            guard namedNew.insert(path).inserted else {
                throw .itemNamedTwice(operation, section: path.section, item: path.item)
            }
        }
        for indexPath in updates.deletedItems { try go(old(indexPath, .delete), .delete) }
        for move in updates.movedItems {
            let (from, to) = (try old(move.from, .moveFrom), try new(move.to, .moveTo))
            try go(from, .moveFrom)
            try enter(to, .moveTo)
            itemTargets[from] = to
            itemSources[to] = from
        }
        let leaving = namedOld
        for indexPath in updates.reloadedItems {
            let path = try old(indexPath, .reload)
            try go(path, .reload)
            reloadedItems[path.section, default: []].insert(path.item)
        }
        for indexPath in updates.insertedItems { try enter(new(indexPath, .insert), .insert) }
        for indexPath in updates.reconfiguredItems { reconfiguredItems.append(try old(indexPath, .reconfigure)) }

        // Edits of sections that are deleted or inserted as a whole are part of that.
        Self.forEachSection(leaving.sorted()) { section, runs in
            guard newSection(section) != nil, !reloadedSections.contains(section) else { return }
            items.add(section, deleted: runs.ranges)
        }
        Self.forEachSection(namedNew.sorted()) { after, runs in
            guard let section = oldSection(after), !reloadedSections.contains(section) else { return }
            items.add(section, inserted: runs.ranges)
        }
        for section in reloadedItems.keys where newSection(section) != nil && !reloadedSections.contains(section) {
            items.add(section)
        }
        items.sort()
        for (section, map) in items {
            guard let after = newSection(section) else { continue }
            let expected = layout.numberOfItems(inSection: section) - map.deleted.count + map.inserted.count
            let found = itemCount(after)
            guard expected == found else {
                throw .inconsistentItemCount(section: after, expected: expected, found: found)
            }
        }
    }

    /// Splits ascending items by section.
    private static func forEachSection(_ paths: [ElementPath], _ body: (Int, IndexRuns) -> Void) {
        var start = 0
        while start < paths.count {
            var end = start + 1
            while end < paths.count, paths[end].section == paths[start].section { end += 1 }
            body(paths[start].section, IndexRuns(paths[start..<end].lazy.map(\.item)))
            start = end
        }
    }

    // MARK: From before to after and back

    /// The new index of a section; nil if it was deleted. A reloaded section stays.
    func newSection(_ old: Int) -> Int? { sectionTargets[old] ?? sections.newIndex(ofKept: old) }

    /// The old index of a section; nil if it was inserted.
    func oldSection(_ new: Int) -> Int? { sectionSources[new] ?? sections.oldIndex(ofKept: new) }

    func isReloaded(_ old: ElementPath) -> Bool { reloadedItems[old.section]?.contains(old.item) ?? false }

    /// The new position of an item; nil if it was deleted, by itself or with its section. A reloaded item stays.
    /// Items of a reloaded section count as deleted, unless they are known to be the same.
    func newPath(_ old: ElementPath) -> ElementPath? {
        if let target = itemTargets[old] { return target }
        guard keepsItemsOfReloadedSections || !reloadedSections.contains(old.section),
            let section = newSection(old.section)
        else { return nil }
        guard let map = items[old.section] else { return .item(old.item, inSection: section) }
        return map.newIndex(ofKept: old.item).map { .item($0, inSection: section) }
    }

    /// Whether an element has moved among the kept ones, by itself or with its section.
    func isMoved(_ old: ElementPath) -> Bool {
        sectionTargets[old.section] != nil || (old.category == .item && itemTargets[old] != nil)
    }

    /// The old position of an item; nil if it was inserted.
    func oldPath(_ new: ElementPath) -> ElementPath? {
        if let source = itemSources[new] { return source }
        guard let section = oldSection(new.section), !reloadedSections.contains(section) else { return nil }
        guard let map = items[section] else { return .item(new.item, inSection: section) }
        return map.oldIndex(ofKept: new.item).map { .item($0, inSection: section) }
    }

    /// The element that a view shows after the batch; nil if the element was deleted or reloaded.
    func survivor(of key: ElementKey) -> ElementKey? {
        var key = key
        let path = key.path
        guard path.section != ElementPath.wholeList else { return key }
        if path.category == .item {
            guard !isReloaded(path), let after = newPath(path) else { return nil }
            // The view of an item in a reloaded section is reloaded as well, whether the item was there before or was
            // moved there.
            if !reloadedSections.isEmpty, let section = oldSection(after.section), reloadedSections.contains(section) {
                return nil
            }
            key.path = after
            return key
        }
        guard !reloadedSections.contains(path.section), let section = newSection(path.section) else { return nil }
        // Supplementary items are counted by items or groups, which an edit renumbers.
        if path.category == .supplementary, items[path.section] != nil { return nil }
        key.path.section = section
        return key
    }
}

/// A plan that no longer changes. A copy of a plan counts sixteen references, a copy of this one.
final class SharedPlan: Sendable {
    let plan: UpdatePlan

    init(_ plan: consuming UpdatePlan) { self.plan = plan }

    /// See ``UpdatePlan/check(layout:sectionCount:itemCount:)``.
    @MainActor
    func check(
        layout: CollectionViewLayout, sectionCount: Int, itemCount: @MainActor (Int) -> Int
    ) throws(CollectionViewUpdateError) {
        try plan.check(layout: layout, sectionCount: sectionCount, itemCount: itemCount)
    }
}

/// Finds the survivors of elements in reading order. What they have in common is looked up once for each section.
struct SurvivorFinder {
    private let update: SharedPlan
    /// Whether an item's new position follows from the edits of its section alone.
    private let isPlain: Bool
    private var section: Int?
    private var newSection: Int?
    private var map: IndexMap?
    /// The first position in the section that the update changes.
    private var firstChange = 0

    init(_ update: SharedPlan) {
        self.update = update
        isPlain =
            update.plan.itemTargets.isEmpty && update.plan.reloadedItems.isEmpty && update.plan.reloadedSections.isEmpty
    }

    /// See ``UpdatePlan/survivor(of:)``.
    mutating func survivor(of key: ElementKey) -> ElementKey? {
        guard isPlain, key.path.category == .item else { return update.plan.survivor(of: key) }
        if section != key.path.section {
            section = key.path.section
            newSection = update.plan.newSection(key.path.section)
            map = update.plan.items[key.path.section]
            firstChange = map.map { min($0.deleted.first ?? .max, $0.inserted.first ?? .max) } ?? .max
        }
        guard let newSection else { return nil }
        var key = key
        key.path.section = newSection
        guard key.path.item >= firstChange, let map else { return key }
        guard let item = map.newIndex(ofKept: key.path.item) else { return nil }
        key.path.item = item
        return key
    }
}
