import ListEngineReference
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Law 4: every batch is legal and turns the old list into the new one.
final class BatchUpdatesTests: XCTestCase {
    func testEveryBatchIsLegalAndTurnsOldIntoNew() {
        checkLaw("every batch is legal and turns old into new") { random, scale in
            let before = SnapshotCase.random(
                items: min(scale.items, random.below(2) == 0 ? 12 : .max), sections: 6, &random)
            var after = before
            for _ in 0..<random.below(scale.edits(10)) { after.edit(&random) }
            after.mark(&random)
            try Self.check(before, after)
        }
    }

    func testChangesThatAreLegalTogetherNeedOneStage() {
        var before = DiffableSnapshot<String, Int>()
        before.appendSections(["a", "b", "c", "d"])
        before.appendItems([1, 2, 3], toSection: "a")
        before.appendItems([4, 5], toSection: "b")
        before.appendItems([6, 7], toSection: "d")
        var after = before
        after.deleteSections(["b"])
        after.insertSections(["new"], beforeSection: "a")
        after.appendItems([10, 11], toSection: "new")
        after.moveItem(3, beforeItem: 1)
        after.appendItems([12], toSection: "a")
        after.deleteItems([6])
        after.reconfigureItems([7])
        after.reloadItems([2])
        XCTAssertEqual(
            BatchUpdates(after.changeset(from: before)).description,
            "delete sections 1; insert sections 0; delete [3, 0]; insert [1, 3]; move [0, 2]->[1, 0]; reload [0, 1]; "
                + "reconfigure [3, 1]")
    }

    func testItemsLeaveASectionBeforeItIsDeleted() {
        var before = DiffableSnapshot<String, Int>()
        before.appendSections(["a", "b"])
        before.appendItems([1, 2, 3], toSection: "a")
        before.appendItems([4], toSection: "b")
        var after = before
        after.appendItems([2], toSection: "b")
        after.deleteSections(["a"])
        XCTAssertEqual(
            BatchUpdates(after.changeset(from: before)).description, "move [0, 1]->[1, 1]\ndelete sections 0")
    }

    func testItemsMoveFromADeletedToAnInsertedSectionInThreeStages() {
        var before = DiffableSnapshot<String, Int>()
        before.appendSections(["a"])
        before.appendItems([1, 2], toSection: "a")
        var after = before
        after.appendSections(["b"])
        after.appendItems([2, 5], toSection: "b")
        after.deleteSections(["a"])
        XCTAssertEqual(
            BatchUpdates(after.changeset(from: before)).description,
            "insert sections 0\nmove [1, 1]->[0, 0]\ndelete sections 1")
    }

    func testAnItemThatMovesAndIsReloadedTakesTwoStages() {
        var before = DiffableSnapshot<String, Int>()
        before.appendSections(["a"])
        before.appendItems([1, 2, 3], toSection: "a")
        var after = before
        after.moveItem(3, beforeItem: 1)
        after.reloadItems([3, 1])
        XCTAssertEqual(
            BatchUpdates(after.changeset(from: before)).description, "move [0, 2]->[0, 0]; reload [0, 0]\nreload [0, 0]"
        )
    }

    func testAReloadedSectionSwallowsItsOwnChanges() {
        var before = DiffableSnapshot<String, Int>()
        before.appendSections(["a", "b"])
        before.appendItems([1, 2, 3], toSection: "a")
        var after = before
        after.replaceItems(inSection: "a", with: [3, 9, 1])
        after.reloadSections(["a"])
        XCTAssertEqual(BatchUpdates(after.changeset(from: before)).description, "reload sections 0")
    }

    func testNoChangesNeedNoStage() {
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["a"])
        XCTAssertTrue(BatchUpdates(snapshot.changeset(from: snapshot)).stages.isEmpty)
    }

    func testAHugeBatchCostsMoreThanAReload() {
        var before = DiffableSnapshot<Int, Int>()
        before.appendSections([0])
        before.appendItems(0..<50_000)
        var after = before
        after.appendItems([-1])
        XCTAssertFalse(BatchUpdates(after.changeset(from: before)).costsMoreThanReload(visibleItemCount: 20))
        after.deleteItems(stride(from: 0, to: 50_000, by: 2).map { $0 })
        XCTAssertTrue(BatchUpdates(after.changeset(from: before)).costsMoreThanReload(visibleItemCount: 20))
    }

    // MARK: The law

    private static func check(_ before: SnapshotCase, _ after: SnapshotCase) throws {
        let changes = after.snapshot.changeset(from: before.snapshot)
        let batch = BatchUpdates(changes)
        func text() -> String { "\(before.plain.text) -> \(after.plain.text), \(changes)\n\(batch)" }
        let old = before.plain.sections
        let new = after.plain.sections

        var model = BatchUpdateModel(itemCounts: old.map(\.items.count))
        var reloaded: [ItemIndexPath?] = []
        var configured: [ItemIndexPath?] = []
        var reloadedSections: [Int?] = []
        for stage in batch.stages {
            reloaded += stage.reloadedItems.map { model.origins[$0.section][$0.item] }
            configured += stage.reconfiguredItems.map { model.origins[$0.section][$0.item] }
            reloadedSections += stage.reloadedSections.map { model.sectionOrigins[$0] }
            do { try model.perform(stage) } catch { throw LawBroken(description: "\(error) in \(text())") }
        }
        try require(model.itemCounts == new.map(\.items.count), "counts after \(text())")
        try require(model.sectionOrigins == changes.oldSections, "sections after \(text())")
        let inserted = Set(changes.insertedItems)
        for (section, list) in new.enumerated() {
            let isReloaded =
                after.plain.reloadedSections.contains(list.identifier) && changes.oldSections[section] != nil
            for (item, identifier) in list.items.enumerated() where !isReloaded {
                let origin = model.origins[section][item]
                let isNew = inserted.contains(ItemIndexPath(section: section, item: item))
                try require((origin == nil) == isNew, "item \(identifier) lost its way in \(text())")
                if let origin {
                    try require(old[origin.section].items[origin.item] == identifier, "\(identifier) in \(text())")
                }
            }
        }
        // Every mark occurs once, on the right element.
        try require(Set(reloaded) == Set(changes.reloadedItems.map(\.old)), "reloads in \(text())")
        try require(reloaded.count == changes.reloadedItems.count, "number of reloads in \(text())")
        try require(Set(configured) == Set(changes.reconfiguredItems.map(\.old)), "new configurations in \(text())")
        try require(configured.count == changes.reconfiguredItems.count, "number of new configurations in \(text())")
        try require(Set(reloadedSections) == Set(changes.reloadedSections.map(\.old)), "section reloads in \(text())")
        // If there are several stages, one stage would not have been legal.
        if batch.stages.count > 1 {
            var one = BatchUpdateModel(itemCounts: old.map(\.items.count))
            XCTAssertThrowsError(try one.perform(Self.allAtOnce(changes)), "\(text()) could have been one stage")
        }
        try require(batch.stages.count <= 4, "\(batch.stages.count) stages for \(text())")
    }

    /// Everything in one stage, legal or not.
    private static func allAtOnce(_ changes: SnapshotChangeset) -> BatchUpdates.Stage {
        var stage = BatchUpdates.Stage(inOneStage: changes, NamingAnalysis(changes))
        stage.reloadedSections = changes.reloadedSections.map(\.old)
        stage.reloadedItems = changes.reloadedItems.map(\.old)
        stage.reconfiguredItems = changes.reconfiguredItems.map(\.old)
        return stage
    }
}

extension SnapshotCase {
    /// Marks a few elements.
    mutating func mark(_ random: inout TestRandom) {
        // About one in twelve, and not more than a hundred.
        let items = plain.itemIdentifiers
        for item in items where random.below(max(12, items.count / 100)) == 0 {
            if random.below(2) == 0 {
                snapshot.reloadItems([item])
                try! plain.reloadItems([item])
            } else {
                snapshot.reconfigureItems([item])
                try! plain.reconfigureItems([item])
            }
        }
        for section in plain.sectionIdentifiers where random.below(12) == 0 {
            snapshot.reloadSections([section])
            try! plain.reloadSections([section])
        }
    }
}
