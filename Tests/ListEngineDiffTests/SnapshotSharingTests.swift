import Foundation
import XCTest

@testable import ListEngineDiff

/// Copies on several threads, the costs that identifiers have, and what a data source keeps.
final class SnapshotSharingTests: XCTestCase {
    func testCopiesAreEditedOnManyThreadsAtOnce() {
        var base = DiffableSnapshot<Int, String>()
        base.appendSections([0, 1])
        base.appendItems((0..<5000).map { "\($0)" }, toSection: 0)
        let shared = base
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var copy = shared
            for step in 0..<60 {
                // Some identifiers are new to all threads at once, some to one.
                copy.appendItems(["all \(step)", "\(thread) \(step)"], toSection: 1)
                copy.moveItem("\(step * 7)", afterItem: "\(4999 - step)")
                copy.deleteItems(["\(2000 + step * 31)"])
            }
            var rebuilt = DiffableSnapshot(basedOn: shared)
            rebuilt.appendSections([0, 1])
            for section in 0..<2 { rebuilt.appendItems(copy.itemIdentifiers(inSection: section), toSection: section) }
            let changes = rebuilt.changeset(from: copy)
            if !changes.isEmpty || rebuilt != copy { fatalError("thread \(thread): \(changes)") }
        }
        XCTAssertEqual(shared.numberOfItems, 5000)
        XCTAssertEqual(shared.itemIdentifiers(inSection: 1), [])
        XCTAssertNil(shared.order.firstFault())
    }

    func testAnIdentifierIsHashedOnceAndComparedOnceWhereItIsExpected() {
        let counter = Counter()
        let items = (0..<3000).map { Counted(value: $0, counter: counter) }
        var base = DiffableSnapshot<Int, Counted>()
        base.appendSections([0])
        base.appendItems(items)
        XCTAssertEqual(counter.hashes, 3000)

        counter.reset()
        var next = DiffableSnapshot(basedOn: base)
        next.appendSections([0])
        next.appendItems(items)
        XCTAssertEqual(counter.hashes, 0)
        XCTAssertEqual(counter.equals, 3000)
        XCTAssertTrue(next.changeset(from: base).isEmpty)
        XCTAssertEqual(counter.equals, 3000)

        counter.reset()
        next = base
        next.replaceItems(inSection: 0, with: items)
        XCTAssertEqual(counter.hashes, 0)
        XCTAssertEqual(counter.equals, 3000)
        XCTAssertTrue(next.changeset(from: base).isEmpty)

        counter.reset()
        XCTAssertTrue(base.changeset(from: base).isEmpty)
        XCTAssertEqual(counter.hashes + counter.equals, 0)
    }

    func testScatteredEditsHashOnlyWhatIsNew() {
        let counter = Counter()
        let items = (0..<5000).map { Counted(value: $0, counter: counter) }
        var base = DiffableSnapshot<Int, Counted>()
        base.appendSections([0])
        base.appendItems(items)
        var changed = items.enumerated().filter { $0.offset % 100 != 50 }.map(\.element)
        for place in stride(from: 4000, to: 0, by: -100) {
            changed.insert(Counted(value: 10_000 + place, counter: counter), at: place)
        }
        counter.reset()
        var next = DiffableSnapshot(basedOn: base)
        next.appendSections([0])
        next.appendItems(changed)
        XCTAssertEqual(counter.hashes, 40)
        XCTAssertEqual(next.itemIdentifiers, changed)
        let changes = next.changeset(from: base)
        XCTAssertEqual(changes.items.deletes.count, 50)
        XCTAssertEqual(changes.items.inserts.count, 40)
        XCTAssertEqual(changes.items.moves.count, 0)
    }

    func testIdentifiersOfTheLongPastAreForgotten() {
        var current = DiffableSnapshot<Int, Int>()
        current.appendSections([0])
        for step in 0..<400 {
            var next = current
            next.replaceItems(inSection: 0, with: step * 1000..<step * 1000 + 1000)
            next.settle()
            current = next
        }
        XCTAssertEqual(current.itemIdentifiers, Array(399_000..<400_000))
        XCTAssertLessThan(current.itemInterner.count, 100_000)
        XCTAssertEqual(current.indexPath(of: 399_007), ItemIndexPath(section: 0, item: 7))
    }

    func testItemsAppendedOneByOneFillTheirChunks() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        for item in 0..<100_000 { snapshot.appendItems(CollectionOfOne(item)) }
        XCTAssertEqual(snapshot.order.sections[0].items.entries.count, (100_000 + 511) / 512)
    }
}

/// Counts how often its elements are hashed and compared.
private final class Counter: @unchecked Sendable {
    var hashes = 0
    var equals = 0

    func reset() {
        hashes = 0
        equals = 0
    }
}

private struct Counted: Hashable {
    var value: Int
    var counter: Counter

    static func == (left: Counted, right: Counted) -> Bool {
        left.counter.equals += 1
        return left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        counter.hashes += 1
        hasher.combine(value)
    }
}
