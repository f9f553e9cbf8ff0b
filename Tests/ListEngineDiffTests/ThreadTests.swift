import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Copies of a snapshot on several threads. ThreadSanitizer runs these as well.
final class ThreadTests: XCTestCase {
    func testCopiesAreEditedOnManyThreadsTogether() {
        var base = DiffableSnapshot<Int, String>()
        base.appendSections([0, 1])
        base.appendItems((0..<5000).map { "\($0)" }, toSection: 0)
        let shared = base
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var copy = shared
            for step in 0..<60 {
                // Some identifiers are new to all threads together, some to one thread.
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

    /// Threads compare copies of one snapshot with it, search it and add to it, while one of them dissolves the run.
    func testTheRunIsDissolvedWhileOthersRead() {
        for round in 0..<10 {
            let count = 4_000
            var snapshot = DiffableSnapshot<Int, Int>()
            snapshot.appendSections([0, 1])
            snapshot.appendItems((0..<count).map { $0 * 10 }, toSection: 0)
            XCTAssertEqual(snapshot.itemInterner.state.pointee.run.count, count)
            let shown = snapshot
            let faults = FaultList()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                var random = TestRandom(seed: UInt64(round * 4 + thread))
                for _ in 0..<6 {
                    var next = random.below(2) == 0 ? shown : DiffableSnapshot<Int, Int>(basedOn: shown)
                    if next.numberOfSections == 0 {
                        next.appendSections([0, 1])
                        var items = (0..<count).map { $0 * 10 }
                        items.swapAt(random.below(count), random.below(count))
                        next.appendItems(items, toSection: 0)
                    }
                    let fresh = (0..<100).map { (thread * 1_000 + $0) * 10 + 1 + random.below(9) }
                    next.appendItems(fresh, toSection: 1)
                    next.deleteItems((0..<100).map { _ in random.below(count) * 10 })
                    let edited = next.changeset(from: shown)
                    let before = shown.itemIdentifiers
                    let after = try? before.applying(edited.items, insertingFrom: next.itemIdentifiers)
                    if after != next.itemIdentifiers { faults.add("thread \(thread): the changes do not lead there") }
                    for item in fresh where next.indexPath(of: item) == nil { faults.add("\(item) is not found") }
                    for probe in 0..<500 where shown.indexPath(of: probe * 10) != ItemIndexPath(section: 0, item: probe)
                    {
                        faults.add("\(probe * 10) is at another place")
                    }
                }
            }
            XCTAssertEqual(faults.all, [])
            XCTAssertEqual(snapshot.itemInterner.state.pointee.run.count, 0, "the run was never dissolved")
            XCTAssertNil(snapshot.itemInterner.firstFault())
        }
    }
}

private final class FaultList: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [String] = []
    var all: [String] { lock.withLock { found } }
    func add(_ fault: String) { lock.withLock { found.append(fault) } }
}
