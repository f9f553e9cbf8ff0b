import CListEngine
import ListEngineReference
import TestSupport
import XCTest

/// Sizes are rounded down to whole pixels while a group is solved.
final class PixelFloorTests: XCTestCase {
    /// The extent of a group of one item that is as large as a container with this extent in points.
    private func floored(_ points: Double, scale: Double) throws -> Int64 {
        var description = ReferenceComposition(
            group: ReferenceNode(
                .group(
                    ReferenceGroup(along: .main, .count(1), [ReferenceNode(.item, main: .points(1), cross: .points(1))])
                ),
                main: .points(points), cross: .points(points)))
        description.scale = scale
        let container = ReferenceAxes(main: Int64(0), cross: Int64(0))
        let expected = ReferenceCompositionalLayout.solve(description, in: container).extent.main
        let composition = try CComposition(description)
        let found = le_composition_solve(composition.pointer, 0, 0).group_main
        XCTAssertEqual(found, expected, "\(points) points at scale \(scale)")
        return found
    }

    func testASizeOnThePixelGridStays() throws {
        for scale in [1.0, 2, 3] {
            var last: Int64 = -1
            for pixel in 0...3_000 {
                let once = try floored(Double(pixel) / scale, scale: scale)
                let twice = try floored(ReferenceUnits.points(once), scale: scale)
                guard once == twice, once == ReferenceUnits.units(Double(pixel) / scale), once > last else {
                    return XCTFail("pixel \(pixel) at scale \(scale) is \(once), then \(twice)")
                }
                last = once
            }
        }
    }

    func testSizesOffTheGridAreFloored() throws {
        XCTAssertEqual(try floored(78.6, scale: 3), ReferenceUnits.units(235.0 / 3))
        XCTAssertEqual(try floored(78.6, scale: 0), ReferenceUnits.units(78.6))
        // A size at most 2^-10 points below a pixel boundary counts as reaching it.
        XCTAssertEqual(try floored(10 - 1.0 / 1024, scale: 1), ReferenceUnits.units(10))
        XCTAssertEqual(try floored(10 - 1.0 / 512, scale: 1), ReferenceUnits.units(9))
    }
}
