import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Input that no list produces: from other libraries, from files, from elements that are not equal to themselves.
final class HardInputTests: XCTestCase {
    // MARK: Differences of the standard library

    private func difference(_ changes: [CollectionDifference<Int>.Change]) -> CollectionDifference<Int> {
        CollectionDifference(changes)!
    }

    func testADifferenceThatDoesNotFitIsRefused() throws {
        typealias Change = CollectionDifference<Int>.Change
        let cases: [([Change], Int, Int)] = [
            ([.insert(offset: 7, element: 1, associatedWith: nil)], 0, 7),
            (
                [
                    .remove(offset: 0, element: 1, associatedWith: 5),
                    .insert(offset: 5, element: 1, associatedWith: 0),
                ], 2, 6
            ),
            ([.remove(offset: 3, element: 1, associatedWith: nil)], 3, 4),
            ([.remove(offset: 0, element: 1, associatedWith: nil)], 0, 1),
            ([], -1, 0),
            ([], .min, 0),
            ([], .max, Int(Int32.max)),
            ([.insert(offset: 0, element: 1, associatedWith: nil)], Int(Int32.max), Int(Int32.max) - 1),
        ]
        for (changes, oldCount, expected) in cases {
            XCTAssertThrowsError(try Changeset(difference(changes), oldCount: oldCount)) { error in
                XCTAssertEqual(
                    error as? ChangesetError, .oldCountDiffers(expected: expected, actual: oldCount), "\(changes)")
            }
        }
    }

    func testADifferenceThatFitsIsApplied() throws {
        var random = TestRandom(seed: 5)
        for _ in 0..<300 {
            let old = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
            let new = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
            let changes = try Changeset(new.difference(from: old).inferringMoves(), oldCount: old.count)
            XCTAssertEqual(try old.applying(changes, insertingFrom: new), new)
            XCTAssertEqual(changes.newCount, new.count)
        }
    }

    // MARK: JSON

    private func json(
        _ oldCount: Int, _ newCount: Int, deletes: [Int] = [], inserts: [Int] = [], moves: [Int] = [],
        updates: [Int] = []
    ) -> Data {
        Data(
            """
            {"oldCount":\(oldCount),"newCount":\(newCount),"deletes":\(deletes),"inserts":\(inserts),
            "moves":\(moves),"updates":\(updates),"isMinimal":true}
            """.utf8)
    }

    private func decode(_ data: Data) throws -> Changeset { try JSONDecoder().decode(Changeset.self, from: data) }

    /// Two thousand iterations, each of which visited 2^31 matches.
    func testAFewBytesCannotBuyMuchWork() throws {
        let most = Int(Int32.max)
        for start in 0..<2_000 {
            let changes = try decode(json(most, most, updates: [start, start, 1, most - 1, most - 1, 1]))
            XCTAssertEqual(changes.updates.count, 2)
        }
    }

    func testUpdatesOfElementsThatDoNotMatchAreRefused() throws {
        let refused = [
            json(3, 3, updates: [0, 1, 1]),
            json(3, 3, updates: [0, 0, 4]),
            json(3, 3, updates: [2, 0, -3]),
            json(3, 4, inserts: [1, 1], updates: [1, 1, 1]),
            json(3, 4, inserts: [1, 1], updates: [0, 0, 2]),
            json(3, 4, inserts: [0, 1], updates: [0, 0, 1]),
            json(3, 4, inserts: [3, 1], updates: [2, 3, 1]),
            json(3, 3, moves: [2, 0, -3], updates: [0, 0, 1]),
            json(3, 3, moves: [2, 0, -3], updates: [1, 1, 1, 1, 2, 1]),
        ]
        for data in refused { XCTAssertThrowsError(try decode(data), String(decoding: data, as: UTF8.self)) }
        let accepted = [
            json(3, 3, updates: [0, 0, 3]),
            json(3, 4, inserts: [1, 1], updates: [0, 0, 1, 1, 2, 2]),
            json(3, 3, moves: [2, 0, -3], updates: [2, 0, -2, 0, 2, 1]),
            json(3, 3, moves: [2, 0, -3], updates: [1, 1, 1]),
        ]
        for data in accepted { XCTAssertNoThrow(try decode(data), String(decoding: data, as: UTF8.self)) }
    }

    /// Decoding gives the same result as comparing every pair.
    func testDecodedUpdatesAreThoseThatMatch() throws {
        var random = TestRandom(seed: 9)
        for _ in 0..<3_000 {
            let old = Array(0..<Int.random(in: 1...8, using: &random))
            var new = old.filter { _ in Int.random(in: 0...4, using: &random) > 0 }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                new.insert(100 + new.count, at: Int.random(in: 0...new.count, using: &random))
            }
            if Bool.random(using: &random) { new.reverse() }
            if Int.random(in: 0...3, using: &random) == 0 { new.shuffle(using: &random) }
            let changes = new.changeset(from: old)
            var updates: [Int] = []
            var allMatch = true
            for j in new.indices where Bool.random(using: &random) {
                let i =
                    Bool.random(using: &random)
                    ? old.firstIndex(of: new[j]) ?? 0 : old.indices.randomElement(using: &random)!
                updates += [i, j, 1]
                if old[i] != new[j] { allMatch = false }
            }
            let data = json(
                old.count, new.count, deletes: changes.deletes.runs.flatMap { [$0.lowerBound, $0.count] },
                inserts: changes.inserts.runs.flatMap { [$0.lowerBound, $0.count] },
                moves: changes.moves.flatMap { [$0.old, $0.new, 1] }, updates: updates)
            XCTAssertEqual((try? decode(data)) != nil, allMatch, "\(old) \(new) \(updates)")
        }
    }

    // MARK: Elements that are not equal to themselves

    func testListsOfNaNTakeLinearTime() throws {
        let count = 40_000
        let old = [Double](repeating: .nan, count: count)
        let new = [Double](repeating: .nan, count: count + 1)
        let changes = new.changeset(from: old)
        XCTAssertEqual(changes.deletes.count, count)
        XCTAssertEqual(changes.inserts.count, count + 1)
        XCTAssertEqual(new.numberingOccurrences().count, count + 1)
        let mixed = (0..<count).map { $0 % 2 == 0 ? Double($0) : .nan }
        XCTAssertEqual(mixed.reversed().changeset(from: mixed).matchedCount, count / 2)
    }

    func testSnapshotsOfNaNTakeLinearTime() {
        var snapshot = DiffableSnapshot<Double, Double>()
        snapshot.appendSections([.nan, 1, .nan])
        snapshot.appendItems([Double](repeating: .nan, count: 40_000), toSection: 1)
        XCTAssertEqual(snapshot.numberOfItems, 40_000)
        XCTAssertNil(snapshot.indexPath(of: .nan))
        XCTAssertNil(snapshot.order.firstFault())
    }

    /// Calls that cannot throw do not look up sections by identifier.
    func testASectionThatIsNaNSurvivesItsRenewal() throws {
        var snapshot = DiffableSnapshot<Double, Int>()
        snapshot.appendSections([2, .nan])
        snapshot.appendItems(Array(0..<3))
        snapshot.reloadItems([1])
        for round in 1...40 {
            snapshot.appendItems(Array(round * 10_000..<(round + 1) * 10_000), toSection: 2)
            snapshot.deleteItems(Array(round * 10_000..<(round + 1) * 10_000))
        }
        XCTAssertLessThan(snapshot.numberOfKnownIdentifiers, 100_000)
        XCTAssertEqual(snapshot.itemIdentifiers(inSectionAt: 1), [0, 1, 2])
        XCTAssertEqual(snapshot.reloadedItemIdentifiers, [1])
        let other = snapshot.adopted(by: DiffableSnapshot())
        XCTAssertEqual(other.itemIdentifiers(inSectionAt: 1), [0, 1, 2])
        XCTAssertEqual(other.reloadedItemIdentifiers, [1])
        XCTAssertTrue(snapshot.sectionIdentifier(at: 1).isNaN)
        snapshot.settle()
        XCTAssertEqual(snapshot.numberOfSections, 2)
    }

    // MARK: Counts

    func testCountsAndBatchesPastTheLimitsAreReported() {
        var model = BatchUpdateModel(itemCounts: [1])
        for count in [-1, .min, .max] {
            var stage = BatchUpdates.Stage()
            stage.itemCounts = [1, count]
            stage.insertedSections = [1]
            XCTAssertThrowsError(try model.perform(stage)) { error in
                let violation = error as? BatchRuleViolation
                XCTAssertEqual(violation?.rule, .itemCountsAddUp)
                XCTAssertEqual(violation?.section, 1)
            }
            stage.itemCounts = [count]
            stage.insertedSections = []
            XCTAssertThrowsError(try model.perform(stage))
        }
        XCTAssertEqual(model, BatchUpdateModel(itemCounts: [1]))
        let batch = BatchUpdates([2, 1].snapshot.changeset(from: [1, 2].snapshot))
        XCTAssertFalse(batch.costsMoreThanReload(visibleItemCount: .max))
        for visible in 0..<40 {
            let isMore = batch.operationCount + 40 * batch.stages.count > 10 * (visible + 8)
            XCTAssertEqual(batch.costsMoreThanReload(visibleItemCount: visible), isMore)
        }
    }
}

/// Random edits of one snapshot that is never applied.
final class EndlessHistoryTests: XCTestCase {
    /// Deleted identifiers are forgotten: memory stays in proportion to the list, even while a copy of the previous
    /// state is kept.
    func testDeletedIdentifiersAreForgotten() {
        typealias Snapshot = DiffableSnapshot<Int, Int>
        let deletions: [(inout Snapshot, Int) -> Void] = [
            { snapshot, _ in snapshot.trimItems(toLast: 1_000, inSection: 0) },
            { snapshot, next in snapshot.deleteItems((next - 2_000)..<(next - 1_000)) },
            { snapshot, next in snapshot.replaceItems(inSection: 0, with: (next - 500)..<next) },
            { snapshot, next in
                snapshot.deleteSections([0])
                snapshot.appendSections([0])
            },
            { snapshot, next in
                snapshot.deleteAllItems()
                snapshot.appendSections([0])
            },
        ]
        for (number, delete) in deletions.enumerated() {
            for keepsCopy in [false, true] {
                var snapshot = Snapshot()
                snapshot.appendSections([0])
                var next = 0
                var most = 0
                while next < 160_000 {
                    let before = keepsCopy ? snapshot : Snapshot()
                    snapshot.appendItems(next..<next + 1_000)
                    next += 1_000
                    delete(&snapshot, next)
                    most = max(most, snapshot.numberOfKnownIdentifiers)
                    if keepsCopy, next % 50_000 == 0 {
                        let changes = snapshot.changeset(from: before)
                        XCTAssertEqual(changes.items.newCount, snapshot.numberOfItems)
                    }
                }
                XCTAssertLessThan(most, 90_000, "way \(number)")
                XCTAssertNil(snapshot.order.firstFault())
            }
        }
    }

    func testMarksAndReportsOutliveForgetting() throws {
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["a", "log"])
        snapshot.appendItems([1, 2, 3], toSection: "a")
        snapshot.reloadItems([2])
        snapshot.reconfigureItems([3])
        snapshot.reloadSections(["a"])
        snapshot.appendItems([1], toSection: "a")
        let first = snapshot
        for start in stride(from: 1_000, to: 300_000, by: 1_000) {
            snapshot.appendItems(start..<start + 1_000, toSection: "log")
            snapshot.trimItems(toLast: 10, inSection: "log")
        }
        XCTAssertFalse(snapshot.isRelated(to: first))
        XCTAssertEqual(snapshot.reloadedItemIdentifiers, [2])
        XCTAssertEqual(snapshot.reconfiguredItemIdentifiers, [3])
        XCTAssertEqual(snapshot.reloadedSectionIdentifiers, ["a"])
        XCTAssertEqual(snapshot.duplicates, first.duplicates)
        let changes = snapshot.changeset(from: first)
        XCTAssertEqual(changes.items.inserts.count, 10)
        XCTAssertEqual(changes.items.deletes.count, 0)
    }

    private struct Row: Hashable {
        var id: Int
        var title: String
        static func == (a: Row, b: Row) -> Bool { a.id == b.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// An identifier is stored once; displayed content belongs outside of the snapshot.
    func testTheFirstOfEqualIdentifiersStays() {
        var snapshot = DiffableSnapshot<Int, Row>()
        snapshot.appendSections([0])
        snapshot.appendItems([Row(id: 1, title: "old")])
        snapshot.replaceItems(inSection: 0, with: [Row(id: 1, title: "replaced")])
        XCTAssertEqual(snapshot.itemIdentifiers.map(\.title), ["old"])
        snapshot.deleteItems([Row(id: 1, title: "")])
        snapshot.appendItems([Row(id: 1, title: "new")])
        XCTAssertEqual(snapshot.itemIdentifiers.map(\.title), ["old"])
    }

    /// An identifier whose `==` queries the snapshot that contains it, and inserts more identifiers into it.
    private final class Curious: Hashable, @unchecked Sendable {
        nonisolated(unsafe) static var snapshot: DiffableSnapshot<Int, Curious>?
        nonisolated(unsafe) static var next = 1_000
        let id: Int
        init(_ id: Int) { self.id = id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
        static func == (a: Curious, b: Curious) -> Bool {
            guard var copy = snapshot else { return a.id == b.id }
            snapshot = nil
            defer { snapshot = copy }
            _ = copy.indexPath(of: a)
            next += 40
            copy.appendItems((next - 40..<next).map(Curious.init))
            return a.id == b.id
        }
    }

    func testEqualityMayAskTheSnapshot() {
        var snapshot = DiffableSnapshot<Int, Curious>()
        snapshot.appendSections([0])
        snapshot.appendItems((0..<50).map(Curious.init))
        Curious.snapshot = snapshot
        defer { Curious.snapshot = nil }
        for id in 0..<50 { XCTAssertEqual(snapshot.indexPath(of: Curious(id))?.item, id) }
        snapshot.appendItems((500..<600).map(Curious.init))
        snapshot.replaceItems(inSection: 0, with: (0..<700).reversed().map(Curious.init))
        Curious.snapshot = nil
        XCTAssertEqual(snapshot.itemIdentifiers.map(\.id), Array((0..<700).reversed()))
        XCTAssertNil(snapshot.order.firstFault())
        for id in 0..<700 { XCTAssertEqual(snapshot.indexPath(of: Curious(id))?.item, 699 - id) }
    }
}

extension [Int] {
    fileprivate var snapshot: DiffableSnapshot<Int, Int> {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(self)
        return snapshot
    }
}
