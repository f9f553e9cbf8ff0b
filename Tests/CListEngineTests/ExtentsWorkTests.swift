import CListEngine
import TestSupport
import XCTest

/// Law 8 for the extent tree: cost as counted work, not time. One edit touches O(log n) nodes.
final class ExtentsWorkTests: XCTestCase {
    /// A tree of `count` entries that is released in deinit.
    private final class Tree {
        let pointer = le_extents_create()!
        init(count: Int, varied: Bool) {
            if varied {
                var random = TestRandom(seed: 8)
                let extents = (0..<count).map { _ in random.int64(in: (20 << 20)...(80 << 20)) }
                XCTAssertEqual(le_extents_assign(pointer, extents, Int64(count)), LE_OK)
            } else {
                var run = le_run(count: Int64(count), extent: 44 << 20)
                XCTAssertEqual(le_extents_assign_runs(pointer, &run, 1), LE_OK)
            }
        }
        deinit { le_extents_release(pointer) }
    }

    /// Nodes that an edit of a tree of n entries may touch: a few on each of its log n levels.
    private func bound(_ count: Int) -> UInt64 { UInt64(12 + 2 * (Int.bitWidth - count.leadingZeroBitCount)) }

    private func checkEdits(_ tree: Tree, count: Int, rounds: Int, line: UInt = #line) {
        var random = TestRandom(seed: UInt64(count))
        var worst: UInt64 = 0
        for round in 0..<rounds {
            var work = le_work()
            let n = Int(le_extents_count(tree.pointer))
            let at = Int64(random.below(n))
            let extent = random.int64(in: 0...(90 << 20))
            switch round % 6 {
            case 0: _ = le_extents_resize(tree.pointer, at, extent, &work)
            case 1: _ = le_extents_insert(tree.pointer, at, [extent], 1, &work)
            case 2: _ = le_extents_remove(tree.pointer, at, 1, &work)
            case 3: _ = le_extents_move(tree.pointer, at, 1, (at + 1 + Int64(random.below(n - 1))) % Int64(n), &work)
            case 4: _ = le_extents_entry(tree.pointer, at, &work)
            default: _ = le_extents_at_offset(tree.pointer, random.int64(in: 0...le_extents_total(tree.pointer)), &work)
            }
            let nodes = work.nodes_visited + work.nodes_written
            worst = max(worst, nodes)
            XCTAssertGreaterThan(nodes, 0, "round \(round) counted no work", line: line)
        }
        XCTAssertLessThanOrEqual(worst, bound(count), "worst of \(rounds) edits among \(count)", line: line)
        XCTAssertNil(le_extents_check(tree.pointer).map { String(cString: $0) }, line: line)
    }

    func testAnEditTouchesLogarithmicallyManyNodes() {
        for count in [1_000, 10_000, 100_000, 1_000_000] {
            checkEdits(Tree(count: count, varied: true), count: count, rounds: 3_000)
        }
        if LawCases.fraction >= 0.5 {
            checkEdits(Tree(count: 10_000_000, varied: true), count: 10_000_000, rounds: 3_000)
        }
    }

    func testAnEditAmongABillionEqualRowsTouchesLogarithmicallyManyNodes() {
        for count in [1_000, 1_000_000, 1_000_000_000] {
            checkEdits(Tree(count: count, varied: false), count: count, rounds: 3_000)
        }
    }

    func testACopyAndOneEditTouchOnePath() {
        let tree = Tree(count: 1_000_000, varied: true)
        var random = TestRandom(seed: 5)
        for _ in 0..<200 {
            let copy = le_extents_copy(tree.pointer)!
            var work = le_work()
            XCTAssertEqual(le_extents_resize(copy, Int64(random.below(1_000_000)), 5, &work), LE_OK)
            XCTAssertLessThanOrEqual(work.nodes_visited + work.nodes_written, bound(1_000_000))
            le_extents_release(copy)
        }
    }

    func testInsertingAThousandConsecutiveItemsWritesAsManyNodesAsTheyNeed() {
        let tree = Tree(count: 1_000_000, varied: true)
        let new = (0..<1_000).map { Int64($0 * 7_919) }
        var random = TestRandom(seed: 6)
        for _ in 0..<100 {
            var work = le_work()
            XCTAssertEqual(le_extents_insert(tree.pointer, Int64(random.below(1_000_000)), new, 1_000, &work), LE_OK)
            XCTAssertLessThanOrEqual(work.nodes_visited + work.nodes_written, bound(1_000_000) + 1_000 / 100)
        }
    }
}
