import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// The rules of batch updates are implemented twice: `BatchUpdateModel` replays a batch item by item, and `ListEdit`,
/// by which a list checks, knows only the edits. Both accept the same batches and move each element to the same place,
/// with the exceptions that `Judge` lists.
@MainActor
@Suite("Rules of batch updates")
struct BatchRulesTests {
    /// All batches of one operation between lists of up to two sections of up to two items, positions behind the last
    /// section and item included. If the totals fit, also those of two operations, and at positions that exist those of
    /// three.
    @Test func allSmallBatchesAreJudgedAlike() throws {
        let lists: [[Int]] = [[]] + (0...2).map { [$0] } + (0...2).flatMap { first in (0...2).map { [first, $0] } }
        var (accepted, refused) = (0, 0)
        for before in lists {
            for after in lists {
                let judge = Judge(before: before, after: after)
                func judgeBatch(_ batch: [Operation]) throws {
                    guard batch.count < 2 || Operation.canLead(from: before, to: after, by: batch) else { return }
                    if try judge.verdict(batch) { accepted += 1 } else { refused += 1 }
                }
                try judgeBatch([])
                let all = Operation.all(before, after, beyond: 1)
                for (index, first) in all.enumerated() {
                    try judgeBatch([first])
                    for second in all[index...] { try judgeBatch([first, second]) }
                }
                let existing = Operation.all(before, after, beyond: 0)
                for (index, first) in existing.enumerated() {
                    for (other, second) in existing.enumerated().dropFirst(index) {
                        for third in existing[other...] { try judgeBatch([first, second, third]) }
                    }
                }
            }
        }
        #expect(accepted > 1000 && refused > accepted, "\(accepted) batches were accepted, \(refused) refused")
    }

    /// Stages that the differ makes, unchanged and with one mistake.
    @Test func randomBatchesAreJudgedAlike() throws {
        var (accepted, refused) = (0, 0)
        for seed in 1...UInt64(300) {
            var random = TestRandom(seed: seed)
            var list = Self.randomList(&random)
            for _ in 0..<4 {
                var next = list
                Self.edit(&next, &random)
                var counts = list.sectionIdentifiers.map { list.numberOfItems(inSection: $0) }
                for stage in BatchUpdates(next.changeset(from: list)).stages {
                    let operations = Operation.all(of: stage)
                    let isAccepted = try Judge(before: counts, after: stage.itemCounts).verdict(operations)
                    #expect(isAccepted, "seed \(seed): \(stage)")
                    for _ in 0..<6 {
                        var (operations, after) = (operations, stage.itemCounts)
                        switch random.below(4) {
                        case 0 where !operations.isEmpty: operations.remove(at: random.below(operations.count))
                        case 1 where !after.isEmpty: after[random.below(after.count)] += 1
                        case 2 where !operations.isEmpty: operations.append(operations[random.below(operations.count)])
                        default:
                            let all = Operation.all(counts, after, beyond: 1)
                            operations.append(all[random.below(all.count)])
                        }
                        if try Judge(before: counts, after: after).verdict(operations) {
                            accepted += 1
                        } else {
                            refused += 1
                        }
                    }
                    counts = stage.itemCounts
                }
                list = next
            }
        }
        #expect(accepted > 100 && refused > 1000, "\(accepted) batches were accepted, \(refused) refused")
    }

    /// The positions of a stage are those that the list's methods take, also where the stage deletes items before the
    /// one that it reconfigures.
    @MainActor
    @Test func theListPerformsAStage() throws {
        var before = DiffableSnapshot<Int, Int>()
        before.appendSections([0])
        before.appendItems([1, 2, 3, 4])
        var after = before
        after.deleteItems([1])
        after.reconfigureItems([3])
        let numbers = Numbers([1, 2, 3, 4])
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
        view.dataSource = numbers
        view.layoutIfNeeded()
        numbers.configured = []
        for stage in BatchUpdates(after.changeset(from: before)).stages {
            func indexPaths(_ paths: [ItemIndexPath]) -> [IndexPath] {
                paths.map { IndexPath(item: $0.item, section: $0.section) }
            }
            let error = view.performBatchUpdates {
                numbers.items = [2, 3, 4]
                view.deleteItems(at: indexPaths(stage.deletedItems))
                view.reconfigureItems(at: indexPaths(stage.reconfiguredItems))
            }
            #expect(error == nil)
        }
        #expect(numbers.configured == [3])
    }

    /// Shows numbers in one section, and records those whose cells it configures.
    private final class Numbers: CollectionViewDataSource {
        var items: [Int]
        var configured: [Int] = []
        init(_ items: [Int]) { self.items = items }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            configured.append(items[indexPath.item])
            return collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
        }
    }

    private static func randomList(_ random: inout TestRandom) -> DiffableSnapshot<Int, Int> {
        var list = DiffableSnapshot<Int, Int>()
        list.appendSections(Array(0..<random.below(5)))
        for section in list.sectionIdentifiers {
            list.appendItems((0..<random.below(6)).map { section * 100 + $0 }, toSection: section)
        }
        return list
    }

    private static func edit(_ list: inout DiffableSnapshot<Int, Int>, _ random: inout TestRandom) {
        for _ in 0..<1 + random.below(5) {
            let (sections, items) = (list.sectionIdentifiers, list.itemIdentifiers)
            let section = sections.isEmpty ? nil : sections[random.below(sections.count)]
            let item = items.isEmpty ? nil : items[random.below(items.count)]
            let new = 1000 + random.below(1_000_000)
            switch random.below(9) {
            case 0: list.appendSections([new])
            case 1: if let section, random.below(2) == 0 { list.deleteSections([section]) }
            case 2:
                if let section, let first = sections.first, first != section {
                    list.moveSection(section, beforeSection: first)
                }
            case 3: if let section { list.reloadSections([section]) }
            case 4: if let section { list.appendItems([new], toSection: section) }
            case 5: if let item { list.deleteItems([item]) }
            case 6:
                let other = items.isEmpty ? nil : items[random.below(items.count)]
                if let item, let other, item != other { list.moveItem(item, beforeItem: other) }
            case 7: if let item { list.reloadItems([item]) }
            default: if let item { list.reconfigureItems([item]) }
            }
        }
    }
}

/// An operation of a batch, for both implementations.
private enum Operation {
    case deleteSection(Int)
    case insertSection(Int)
    case reloadSection(Int)
    case moveSection(Int, Int)
    case delete(ItemIndexPath)
    case insert(ItemIndexPath)
    case reload(ItemIndexPath)
    case reconfigure(ItemIndexPath)
    case move(ItemIndexPath, ItemIndexPath)

    /// All operations between two lists.
    /// - Parameter beyond: How many positions behind the last section and item are used too.
    static func all(_ before: [Int], _ after: [Int], beyond: Int) -> [Operation] {
        func paths(_ counts: [Int]) -> [ItemIndexPath] {
            (0..<counts.count + beyond).flatMap { section in
                let count = section < counts.count ? counts[section] : 0
                return (0..<count + beyond).map { ItemIndexPath(section: section, item: $0) }
            }
        }
        let (oldSections, newSections) = (0..<before.count + beyond, 0..<after.count + beyond)
        let (oldItems, newItems) = (paths(before), paths(after))
        return oldSections.flatMap { [.deleteSection($0), .reloadSection($0)] }
            + newSections.map { .insertSection($0) }
            + oldSections.flatMap { from in newSections.map { .moveSection(from, $0) } }
            + oldItems.flatMap { [.delete($0), .reload($0), .reconfigure($0)] }
            + newItems.map { .insert($0) }
            + oldItems.flatMap { from in newItems.map { .move(from, $0) } }
    }

    static func all(of stage: BatchUpdates.Stage) -> [Operation] {
        stage.deletedSections.map { .deleteSection($0) } + stage.insertedSections.map { .insertSection($0) }
            + stage.reloadedSections.map { .reloadSection($0) }
            + stage.movedSections.map { .moveSection($0.from, $0.to) }
            + stage.deletedItems.map { .delete($0) } + stage.insertedItems.map { .insert($0) }
            + stage.reloadedItems.map { .reload($0) } + stage.reconfiguredItems.map { .reconfigure($0) }
            + stage.movedItems.map { .move($0.from, $0.to) }
    }

    /// Whether the numbers of sections and items fit, as far as the operations tell.
    static func canLead(from before: [Int], to after: [Int], by batch: [Operation]) -> Bool {
        var (sections, items, isOfItems) = (before.count, before.reduce(0, +), true)
        for operation in batch {
            switch operation {
            case .deleteSection: (sections, isOfItems) = (sections - 1, false)
            case .insertSection: (sections, isOfItems) = (sections + 1, false)
            case .reloadSection: isOfItems = false
            case .delete: items -= 1
            case .insert: items += 1
            case .moveSection, .reload, .reconfigure, .move: break
            }
        }
        return sections == after.count && (!isOfItems || items == after.reduce(0, +))
    }

    func add(to stage: inout BatchUpdates.Stage, _ called: inout CalledUpdates) {
        func indexPath(_ path: ItemIndexPath) -> IndexPath { IndexPath(item: path.item, section: path.section) }
        switch self {
        case .deleteSection(let section):
            stage.deletedSections.append(section)
            called.deletedSections.append(section)
        case .insertSection(let section):
            stage.insertedSections.append(section)
            called.insertedSections.append(section)
        case .reloadSection(let section):
            stage.reloadedSections.append(section)
            called.reloadedSections.append(section)
        case .moveSection(let from, let to):
            stage.movedSections.append(.init(from: from, to: to))
            called.movedSections.append((from, to))
        case .delete(let path):
            stage.deletedItems.append(path)
            called.deletedItems.append(indexPath(path))
        case .insert(let path):
            stage.insertedItems.append(path)
            called.insertedItems.append(indexPath(path))
        case .reload(let path):
            stage.reloadedItems.append(path)
            called.reloadedItems.append(indexPath(path))
        case .reconfigure(let path):
            stage.reconfiguredItems.append(path)
            called.reconfiguredItems.append(indexPath(path))
        case .move(let from, let to):
            stage.movedItems.append(.init(from: from, to: to))
            called.movedItems.append((indexPath(from), indexPath(to)))
        }
    }
}

/// Checks batches between two lists with the model and with the plan, and compares the results.
@MainActor
private struct Judge {
    let before: [Int]
    let after: [Int]
    private let model: BatchUpdateModel
    private let layout: CollectionViewLayout

    init(before: [Int], after: [Int]) {
        self.before = before
        self.after = after
        model = BatchUpdateModel(itemCounts: before)
        var layout = CollectionViewLayout(container: ListContainer(size: CGSize(width: 100, height: 100)))
        for count in before { try! layout.append(.list(count: count, height: 10)) }
        self.layout = layout
    }

    /// Requires that both accept or both refuse the batch, with three exceptions. In each the list accepts more:
    ///
    /// - Items can be changed in a section that the batch deletes, inserts, reloads or moves. In a section that moves, the
    ///   changes are made. In the others they are part of the operation on the section.
    /// - The number of items is checked only in sections whose items are changed. Checking every section would cost more
    ///   than the update.
    /// - An item can be reconfigured in addition to another operation.
    ///
    /// - Returns: Whether the list accepts it.
    func verdict(_ operations: [Operation]) throws -> Bool {
        var stage = BatchUpdates.Stage()
        var called = CalledUpdates()
        stage.itemCounts = after
        for operation in operations { operation.add(to: &stage, &called) }

        var model = model
        var violation: BatchRuleViolation?
        do throws(BatchRuleViolation) { try model.perform(stage) } catch { violation = error }
        let plan: ListEdit
        do throws(CollectionViewUpdateError) {
            plan = ListEdit(called)
            try plan.check(layout: layout, counts: EditCounts(after))
        } catch {
            guard let violation else {
                Issue.record("\(before) to \(after): \(stage) is legal, but: \(error)")
                return false
            }
            // If a batch breaks several rules, the order of the checks decides which one is named.
            if operations.count == 1 { compareNames(error, violation, stage) }
            return false
        }
        if violation == nil {
            comparePlaces(plan, model, stage)
        } else if let violation, !isAllowed(violation, plan) {
            Issue.record("\(before) to \(after): \(violation), but the list accepts \(stage)")
        }
        checkBothWays(plan, stage)
        return true
    }

    private func isAllowed(_ violation: BatchRuleViolation, _ plan: ListEdit) -> Bool {
        switch violation.rule {
        case .sectionIsNotNamedItself: true
        case .itemCountsAddUp:
            // No item of this section is changed.
            plan.oldSection(violation.section).map { plan.items[$0] == nil } ?? false
        case .oneOperationForAnItem: violation.operation == "reconfigure"
        default: false
        }
    }

    /// Requires that the plan and the model agree on the origin of each element.
    private func comparePlaces(_ plan: ListEdit, _ model: BatchUpdateModel, _ stage: BatchUpdates.Stage) {
        for section in after.indices where plan.oldSection(section) != model.sectionOrigins[section] {
            Issue.record("\(before) to \(after): \(stage): section \(section)")
        }
        for (section, origins) in model.origins.enumerated() {
            for (item, origin) in origins.enumerated() {
                let path = origin.map { ElementPath.item($0.item, inSection: $0.section) }
                if plan.oldPath(.item(item, inSection: section)) != path {
                    Issue.record("\(before) to \(after): \(stage): item \(section).\(item)")
                }
            }
        }
    }

    /// Requires that mapping an item to its new position and back returns its old position.
    private func checkBothWays(_ plan: ListEdit, _ stage: BatchUpdates.Stage) {
        for section in before.indices {
            for item in 0..<before[section] {
                let path = ElementPath.item(item, inSection: section)
                if let new = plan.newPath(path), plan.oldPath(new) != path {
                    Issue.record("\(before) to \(after): \(stage): \(path) is at \(new), where another item was")
                }
            }
        }
    }

    // MARK: Names of faults

    private func compareNames(
        _ error: CollectionViewUpdateError, _ violation: BatchRuleViolation, _ stage: BatchUpdates.Stage
    ) {
        // Of several sections with a wrong count, the list names the first one whose items are changed.
        if case .inconsistentItemCount = error, violation.rule == .itemCountsAddUp { return }
        #expect(name(error) == name(violation), "\(before) to \(after): \(stage)")
    }

    /// The rule that is broken, the operation and the place.
    private func name(_ violation: BatchRuleViolation) -> String {
        let fault =
            switch violation.rule {
            case .sectionExistsBefore, .sectionExistsAfter, .itemExistsBefore, .itemExistsAfter: "out of range"
            case .oneOperationForASection, .oneOperationForAnItem: "named twice"
            case .sectionCountsAddUp: "section count"
            case .itemCountsAddUp: "item count"
            case .sectionIsNotNamedItself: "item of a named section"
            }
        return place(fault, violation.operation, violation.section, violation.item)
    }

    private func name(_ error: CollectionViewUpdateError) -> String {
        switch error {
        case .updateInProgress, .notAnItem: "\(error)"
        case .sectionOutOfRange(let operation, let section, _):
            place("out of range", operation.rawValue, section, nil)
        case .itemOutOfRange(let operation, let section, let item, _):
            place("out of range", operation.rawValue, section, item)
        case .sectionNamedTwice(let operation, let section): place("named twice", operation.rawValue, section, nil)
        case .itemNamedTwice(let operation, let section, let item):
            place("named twice", operation.rawValue, section, item)
        case .inconsistentSectionCount(let expected, _): place("section count", "count", expected, nil)
        case .inconsistentItemCount(let section, _, _): place("item count", "count", section, nil)
        }
    }

    /// If an item's section does not exist, the list names only the section.
    private func place(_ fault: String, _ operation: String, _ section: Int, _ item: Int?) -> String {
        let isBefore = ["delete", "reload", "reconfigure", "move from"].contains(operation)
        let exists = section < (isBefore ? before : after).count
        return "\(fault): \(operation) \(section)" + (exists ? item.map { ".\($0)" } ?? "" : "")
    }
}
