import CListEngine
import ListEngineReference
import TestSupport
import XCTest

/// Points are converted to units with one rounding.
final class UnitsTests: XCTestCase {
    func testTheCoreRoundsLikeTheReference() {
        var random = TestRandom(seed: 77)
        for _ in 0..<20_000 {
            let points = (Double(random.below(4_000_000)) - 2_000_000) / Double(random.pick(2, 3, 1 << 21, 1 << 22))
            XCTAssertEqual(le_units(points), ReferenceUnits.units(points), "\(points)")
        }
        XCTAssertEqual(le_units(.nan), 0)
        XCTAssertEqual(le_units(.infinity), 1 << 62)
        XCTAssertEqual(le_units(-1e300), -(1 << 62))
    }
}
