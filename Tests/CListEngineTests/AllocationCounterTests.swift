import AllocationCounter
import XCTest

/// The counter that tests of "allocates nothing" rely on: it detects a planted allocation.
final class AllocationCounterTests: XCTestCase {
    func testAPlantedAllocationIsCounted() throws {
        try XCTSkipUnless(allocation_counter_works(), "allocations are not counted here")
        let before = allocation_count()
        XCTAssertEqual(allocation_count(), before)

        let c = allocation_count()
        free(allocation_plant())
        XCTAssertEqual(allocation_count() - c, 1)

        let swift = allocation_count()
        let array = [Int](repeating: 1, count: Int.random(in: 100...200))
        XCTAssertGreaterThan(array.reduce(0, +), 0)
        XCTAssertGreaterThan(allocation_count() - swift, 0)
    }
}
