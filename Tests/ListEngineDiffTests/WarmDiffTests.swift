import AllocationCounter
import CListEngine
import TestSupport
import XCTest

/// A diff of a size seen before allocates nothing in the core.
final class WarmDiffTests: XCTestCase {
    func testAWarmDiffAllocatesNothing() throws {
        try XCTSkipUnless(allocation_counter_works(), "allocations are not counted here")
        let workspace = le_diff_workspace_create()
        defer { le_diff_workspace_release(workspace) }
        var random = TestRandom(seed: 3)
        for kind in DiffWorkload.allCases {
            let (old, new) = kind.lists(count: 20_000, &random)
            // The first diff allocates memory, the second joins the chunks of the first.
            for _ in 0..<2 { diff(old, new, workspace) }
            let before = allocation_count()
            diff(old, new, workspace)
            XCTAssertEqual(allocation_count() - before, 0, "\(kind)")
        }
    }

    private func diff(_ old: [Int], _ new: [Int], _ workspace: OpaquePointer?) {
        old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                var oldSide = le_diff_side()
                oldSide.keys = old.baseAddress?.assumingMemoryBound(to: UInt64.self)
                oldSide.count = old.count / 8
                var newSide = le_diff_side()
                newSide.keys = new.baseAddress?.assumingMemoryBound(to: UInt64.self)
                newSide.count = new.count / 8
                var result = le_diff_result()
                precondition(le_diff(workspace, &oldSide, &newSide, nil, &result) == LE_OK)
            }
        }
    }
}
