import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// One call takes measured sizes, whatever the kind of section.
final class MeasuringAnyKindTests: XCTestCase {
    private func section(_ kind: Int, estimated: Bool) -> SectionRecipe {
        switch kind {
        case 0: .list(heights: Array(repeating: 20, count: 60), spacing: 3, estimated: estimated)
        default:
            .flow(
                sizes: Array(repeating: CGSize(width: 40, height: 20), count: 60), spacing: 2, lineSpacing: 3,
                estimated: estimated)
        }
    }

    /// As many measurements as one script, as single runs, and in disorder with an item named twice.
    func testMeasuredSizesAreThoseOfResizedItems() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            let kind = random.below(2)
            var measured = CollectionViewLayout(width: 200)
            try measured.append(section(kind, estimated: true))
            var resized = measured
            let measurements = (0..<1 + random.below(30)).map { _ in
                ItemMeasurement(
                    item: random.below(60), size: CGSize(width: 30 + random.below(40), height: 10 + random.below(50)))
            }
            for measurement in measurements {
                try resized.resizeItem(measurement.item, inSection: 0, to: measurement.size)
            }
            try measured.measure(measurements, inSection: 0)
            let all = CGRect(x: 0, y: 0, width: 200, height: 1e5)
            XCTAssertEqual(measured.layoutAttributes(in: all), resized.layoutAttributes(in: all), "seed \(seed)")
        }
    }

    /// The layout does not store which items were measured.
    func testAllItemsOfAnEstimatedSectionCountAsEstimated() throws {
        for kind in 0..<2 {
            for estimated in [false, true] {
                var layout = CollectionViewLayout(width: 200)
                try layout.append(section(kind, estimated: estimated))
                if estimated { try layout.measure(item: 1, inSection: 0, size: CGSize(width: 50, height: 30)) }
                let all = layout.layoutAttributes(in: CGRect(x: 0, y: 0, width: 200, height: 1e5))
                XCTAssertEqual(all.map(\.isEstimated), Array(repeating: estimated, count: 60))
            }
        }
    }

    func testExactAndUnusableSizesAreRefusedAndNothingChanges() throws {
        for kind in 0..<2 {
            var exact = CollectionViewLayout(width: 200)
            try exact.append(section(kind, estimated: false))
            XCTAssertThrowsError(try exact.measure(item: 3, inSection: 0, size: CGSize(width: 9, height: 9))) {
                XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: 3))
            }
            var layout = CollectionViewLayout(width: 200)
            try layout.append(section(kind, estimated: true))
            let before = layout
            let measurements = [
                ItemMeasurement(item: 1, size: CGSize(width: 50, height: 30)),
                ItemMeasurement(item: 7, size: CGSize(width: 50, height: CGFloat.nan)),
            ]
            XCTAssertThrowsError(try layout.measure(measurements, inSection: 0))
            let all = CGRect(x: 0, y: 0, width: 200, height: 1e5)
            XCTAssertEqual(layout.layoutAttributes(in: all), before.layoutAttributes(in: all))
        }
    }
}
