import Foundation

/// What a batch of a collection view does.
public struct Batch {
    public var deletedSections = IndexSet(), insertedSections = IndexSet(), reloadedSections = IndexSet()
    public var movedSections: [(from: Int, to: Int)] = []
    public var deletedItems: [IndexPath] = [], insertedItems: [IndexPath] = [], reloadedItems: [IndexPath] = []
    public var movedItems: [(from: IndexPath, to: IndexPath)] = []
    public var reconfiguredItems: [IndexPath] = []
    public init() {}

    public enum Action { case insert, delete, reload, move }

    /// The batch as update items state it: a section is an index path whose item is NSNotFound.
    public var updates: [(action: Action, from: IndexPath?, to: IndexPath?)] {
        func section(_ index: Int) -> IndexPath { [index, NSNotFound] }
        var items: [(Action, IndexPath?, IndexPath?)] = []
        items += deletedSections.map { (.delete, section($0), nil) }
        items += insertedSections.map { (.insert, nil, section($0)) }
        items += movedSections.map { (.move, section($0.from), section($0.to)) }
        items += reloadedSections.map { (.reload, section($0), section($0)) }
        items += deletedItems.map { (.delete, $0, nil) }
        items += insertedItems.map { (.insert, nil, $0) }
        items += movedItems.map { (.move, $0.from, $0.to) }
        items += reloadedItems.map { (.reload, $0, $0) }
        return items
    }
}

/// The rules of batch updates, which are those of UIKit and AppKit.
@MainActor
public enum Rule {
    /// What happens when a rule is broken. Tests of the double replace it.
    public static var handler: (String) -> Void = { _ in }
    public static func broken(_ rule: String) -> Never {
        handler(rule)
        fatalError("a rule of the collection view is broken: \(rule)")
    }

    /// As above, on any thread.
    public nonisolated static func breakFromAnywhere(_ rule: String) -> Never {
        fatalError("a rule of the toolkit is broken: \(rule)")
    }

    public static func check(_ batch: Batch, _ before: [Int], _ after: [Int]) {
        func require(_ condition: Bool, _ rule: @autoclosure () -> String) { if !condition { broken(rule()) } }
        let movedFrom = batch.movedSections.map(\.from)
        let movedTo = batch.movedSections.map(\.to)
        let oldSections = Array(batch.deletedSections) + Array(batch.reloadedSections) + movedFrom
        let newSections = Array(batch.insertedSections) + movedTo
        require(Set(oldSections).count == oldSections.count, "a section takes part in one operation: \(oldSections)")
        require(
            Set(newSections).count == newSections.count, "one section is inserted or moved to a place: \(newSections)")
        require(
            oldSections.allSatisfy(before.indices.contains),
            "deletes, reloads and moves name sections before the update")
        require(newSections.allSatisfy(after.indices.contains), "inserts and moves name sections after the update")
        require(
            before.count - batch.deletedSections.count + batch.insertedSections.count == after.count,
            "invalid number of sections: \(before.count) before, \(after.count) after")
        let oldItems = batch.deletedItems + batch.reloadedItems + batch.movedItems.map(\.from)
        let newItems = batch.insertedItems + batch.movedItems.map(\.to)
        require(Set(oldItems).count == oldItems.count, "an item takes part in one operation")
        require(Set(newItems).count == newItems.count, "one item is inserted or moved to a place")
        require(
            oldItems.allSatisfy { before.indices.contains($0[0]) && $0[1] < before[$0[0]] },
            "deletes, reloads and moves name items before the update")
        require(
            newItems.allSatisfy { after.indices.contains($0[0]) && $0[1] < after[$0[0]] },
            "inserts and moves name items after the update")
        require(
            batch.reconfiguredItems.allSatisfy { before.indices.contains($0[0]) && $0[1] < before[$0[0]] },
            "an item that is reconfigured exists")
        let named = Set(oldSections)
        require(
            !oldItems.contains { named.contains($0[0]) },
            "items of a section that is deleted, moved or reloaded are not named")
        require(
            !newItems.contains { newSections.contains($0[0]) },
            "items of a section that is inserted or moved are not named")
        for (old, new) in sections(batch, before.count, after.count) where !batch.reloadedSections.contains(old) {
            let expected =
                before[old] - batch.deletedItems.count { $0[0] == old } - batch.movedItems.count { $0.from[0] == old }
                + batch.insertedItems.count { $0[0] == new } + batch.movedItems.count { $0.to[0] == new }
            require(
                expected == after[new],
                "invalid number of items in section \(new): \(before[old]) before, \(after[new]) after, which the operations make \(expected)"
            )
        }
    }

    /// Sections that exist before and after, with both positions.
    private static func sections(_ batch: Batch, _ before: Int, _ after: Int) -> [(old: Int, new: Int)] {
        let old = (0..<before).filter { section in
            !batch.deletedSections.contains(section) && !batch.movedSections.contains { $0.from == section }
        }
        let new = (0..<after).filter { section in
            !batch.insertedSections.contains(section) && !batch.movedSections.contains { $0.to == section }
        }
        return zip(old, new).map { ($0, $1) } + batch.movedSections.map { ($0.from, $0.to) }
    }

    /// Where the items that keep their cells are after the update.
    public static func tracks(_ batch: Batch, _ before: [Int], _ after: [Int]) -> [IndexPath: IndexPath] {
        var tracks: [IndexPath: IndexPath] = [:]
        let removed = Set(batch.deletedItems + batch.movedItems.map(\.from))
        let added = Set(batch.insertedItems + batch.movedItems.map(\.to))
        let reloaded = Set(batch.reloadedItems)
        for (old, new) in sections(batch, before.count, after.count) where !batch.reloadedSections.contains(old) {
            let from = (0..<before[old]).map { [old, $0] as IndexPath }.filter { !removed.contains($0) }
            let to = (0..<after[new]).map { [new, $0] as IndexPath }.filter { !added.contains($0) }
            for (a, b) in zip(from, to) where !reloaded.contains(a) { tracks[a] = b }
        }
        for move in batch.movedItems { tracks[move.from] = move.to }
        return tracks
    }
}
