import Foundation
import ListEngineLayout
import XCTest

/// Sizes reported by measuring.
final class MeasuringTests: XCTestCase {
    private func list(_ count: Int, spacing: CGFloat = 0) throws -> CollectionViewLayout {
        try compositional(.list(itemHeight: .estimated(40), spacing: spacing), count: count)
    }

    func testAMeasuredItemMovesWhatFollows() throws {
        var layout = try list(1_000, spacing: 10)
        func isEstimated() -> [Bool] { layout.layoutAttributes(in: rect(0, 0, 300, 240)).map(\.isEstimated) }
        XCTAssertEqual(isEstimated(), [true, true, true, true, true])
        let change = try layout.measure(item: 3, inSection: 0, size: CGSize(width: 999, height: 75))
        XCTAssertEqual(change.items, 3..<4)
        XCTAssertEqual(change.sections, 0..<1)
        // The width is not estimated.
        XCTAssertEqual(layout.frame(ofItem: 3, inSection: 0), rect(0, 150, 300, 75))
        XCTAssertEqual(layout.frame(ofItem: 4, inSection: 0).minY, 235)
        XCTAssertEqual(isEstimated(), [true, true, true, false, true])
        XCTAssertEqual(layout.contentSize.height, 50_000 - 10 + 35)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testTheAnchorStaysWhereItIs() throws {
        var layout = try list(100)
        let viewport = Viewport(CGRect(x: 0, y: 800, width: 300, height: 200))
        let anchor = try XCTUnwrap(layout.scrollAnchor(in: viewport))
        XCTAssertEqual(anchor.path, .item(20, inSection: 0))
        let above = try layout.keeping(anchor, in: viewport) {
            try $0.measure(item: 5, inSection: 0, size: CGSize(width: 300, height: 90))
        }
        XCTAssertEqual(above.scrollDelta, 50)
        XCTAssertEqual(above.anchor, anchor)
        let below = try layout.keeping(anchor, in: viewport) {
            try $0.measure(item: 30, inSection: 0, size: CGSize(width: 300, height: 90))
        }
        XCTAssertEqual(below.scrollDelta, 0)
    }

    func testAttributesOfOneItemEqualThoseOfAQuery() throws {
        let section = CollectionLayoutSection.list(itemHeight: .estimated(40))
        section.decorationItems = [.background(elementKind: "card")]
        var layout = try compositional(section, count: 5)
        try layout.measure(item: 2, inSection: 0, size: CGSize(width: 300, height: 70))
        let items = layout.all().filter { $0.category == .item }
        XCTAssertEqual(items.map { layout.layoutAttributesForItem($0.item, inSection: 0) }, items)
        XCTAssertEqual(items.map(\.zIndex), [1, 1, 1, 1, 1])
        XCTAssertEqual(items.map(\.isEstimated), [true, true, false, true, true])
    }

    func testManyMeasurementsAreOneStep() throws {
        var layout = try list(1_000)
        var one = layout
        let measured = stride(from: 998, to: 0, by: -3).map {
            ItemMeasurement(item: $0, size: CGSize(width: 300, height: 20 + Double($0 % 50)))
        }
        let change = try layout.measure(measured, inSection: 0)
        XCTAssertEqual(change.items, 2..<999)
        for measurement in measured.reversed() {
            try one.measure(item: measurement.item, inSection: 0, size: measurement.size)
        }
        XCTAssertEqual(layout.frames(), one.frames())
        XCTAssertEqual(layout.contentSize, one.contentSize)
        // Measuring nothing changes nothing.
        XCTAssertEqual(try layout.measure([], inSection: 0).items, 0..<0)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testALineIsAsHighAsItsHighestItem() throws {
        let item = CollectionLayoutItem(.fractionalWidth(0.5), .estimated(30))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .estimated(30)), subitems: [item])
        var layout = try compositional(CollectionLayoutSection(group: group), count: 6)
        try layout.measure(
            [
                ItemMeasurement(item: 2, size: CGSize(width: 0, height: 80)),
                ItemMeasurement(item: 3, size: CGSize(width: 0, height: 50)),
            ], inSection: 0)
        XCTAssertEqual(layout.frames().map(\.height), [30, 30, 80, 50, 30, 30])
        XCTAssertEqual(layout.frames().map(\.minY), [0, 0, 30, 30, 110, 110])
    }

    func testUniformSiblingsGrowToTheLargest() throws {
        let item = CollectionLayoutItem(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 30))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .estimated(30)), subitems: [item])
        var layout = try compositional(CollectionLayoutSection(group: group), count: 4)
        try layout.measure(item: 2, inSection: 0, size: CGSize(width: 0, height: 80))
        XCTAssertEqual(layout.frames().map(\.height), [30, 30, 80, 80])
        XCTAssertEqual(layout.contentSize.height, 110)
    }

    func testHeadersAndFootersAreMeasured() throws {
        let section = CollectionLayoutSection.table(
            itemHeight: .absolute(40), headerHeight: .estimated(20), headerKind: "title")
        section.boundarySupplementaryItems.append(
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(10), .bottom))
        var layout = try compositional(section, count: 10)
        var change: LayoutChange?
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 4)) {
            change = try $0.measure(boundarySupplementaryItem: 0, inSection: 0, size: CGSize(width: 1, height: 33))
        }
        XCTAssertEqual(scroll.scrollDelta, 13)
        XCTAssertEqual(change?.sections, 0..<1)
        XCTAssertEqual(layout.frameForHeader(inSection: 0), rect(0, 0, 300, 33))
        XCTAssertEqual(layout.contentSize.height, 33 + 400 + 10)
        for index in [1, 2, -1] {
            XCTAssertThrowsError(
                try layout.measure(boundarySupplementaryItem: index, inSection: 0, size: CGSize(width: 1, height: 1))
            ) { XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: nil)) }
        }
    }

    func testAnItemThatNeverComesToRestIsFrozenAndReported() throws {
        var layout = try list(10)
        for report in 1...7 {
            // Resizing is measuring.
            if report % 2 == 0 {
                try layout.resizeItem(4, inSection: 0, to: CGFloat(40 + report))
            } else {
                try layout.measure(item: 4, inSection: 0, size: CGSize(width: 300, height: CGFloat(40 + report)))
            }
        }
        XCTAssertTrue(layout.diagnostics.recent.isEmpty)
        XCTAssertEqual(layout.frame(ofItem: 4, inSection: 0).height, 47)
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 9)) {
            try $0.measure(item: 4, inSection: 0, size: CGSize(width: 300, height: 99))
        }
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertEqual(layout.frame(ofItem: 4, inSection: 0).height, 47)
        XCTAssertEqual(layout.codes, [.frozenItem])
        XCTAssertEqual(layout.diagnostics.recent.first?.item, 4)
        XCTAssertEqual(layout.diagnostics.recent.first?.value, 99)
        // Other items are still measured, and a new width starts over.
        try layout.measure(item: 5, inSection: 0, size: CGSize(width: 300, height: 60))
        XCTAssertEqual(layout.frame(ofItem: 5, inSection: 0).height, 60)
        try layout.setWidth(200)
        try layout.measure(item: 4, inSection: 0, size: CGSize(width: 200, height: 99))
        XCTAssertEqual(layout.frame(ofItem: 4, inSection: 0).height, 99)
    }

    func testInvalidEstimatesAreRefused() throws {
        var layout = try compositional(.grid(columns: 2, itemHeight: .absolute(40)), count: 4)
        let before = layout.frames()
        XCTAssertThrowsError(try layout.measure(item: 1, inSection: 0, size: CGSize(width: 10, height: 10))) {
            XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: 1))
        }
        XCTAssertThrowsError(try layout.resizeItem(1, inSection: 0, to: 10)) {
            XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: 1))
        }
        try layout.append(.list(heights: [10]))
        XCTAssertThrowsError(try layout.measure(item: 0, inSection: 1, size: CGSize(width: 10, height: 10))) {
            XCTAssertEqual($0 as? LayoutError, .exactSize(section: 1, item: 0))
        }
        XCTAssertEqual(layout.frames(), before)
    }

    func testUnusableSizesAreRefusedAndNothingIsLost() throws {
        var layout = try list(5)
        try layout.measure(item: 1, inSection: 0, size: CGSize(width: 300, height: 50))
        let before = layout.frames()
        for bad in [CGFloat.nan, .infinity, -1, 1e9] {
            XCTAssertThrowsError(
                try layout.measure(
                    [
                        ItemMeasurement(item: 0, size: CGSize(width: 300, height: 70)),
                        ItemMeasurement(item: 2, size: CGSize(width: 300, height: bad)),
                    ], inSection: 0)
            ) { XCTAssertEqual("\($0)", "\(LayoutError.unusableValue(section: 0, item: 2, value: Double(bad)))") }
            XCTAssertThrowsError(try layout.resizeItem(2, inSection: 0, to: bad)) {
                XCTAssertEqual("\($0)", "\(LayoutError.unusableValue(section: 0, item: 2, value: Double(bad)))")
            }
        }
        XCTAssertEqual(layout.frames(), before)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testResizingIsMeasuring() throws {
        var layout = try list(5)
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 3)) {
            try $0.resizeItem(1, inSection: 0, to: 90)
        }
        XCTAssertEqual(scroll.scrollDelta, 50)
        try layout.resizeItem(2, inSection: 0, to: CGSize(width: 10, height: 60))
        try layout.resizeItems(startingAt: 3, inSection: 0, to: [20, 30])
        XCTAssertEqual(layout.frames().map(\.height), [40, 90, 60, 20, 30])
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0).width, 300)
        XCTAssertThrowsError(try layout.resizeItems(startingAt: 0, inSection: 0, to: .count(2))) {
            XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 0))
        }
    }

    func testItemsAreInsertedAndDeletedWithTheirSizes() throws {
        var layout = try list(6)
        for item in 0..<6 {
            try layout.measure(item: item, inSection: 0, size: CGSize(width: 300, height: CGFloat(10 + item)))
        }
        let anchor = ScrollAnchor(section: 0, item: 3)
        var scroll = try layout.keeping(anchor) { try $0.insertItems(count: 2, at: 1, inSection: 0) }
        XCTAssertEqual(scroll.scrollDelta, 80)
        XCTAssertEqual(scroll.anchor?.item, 5)
        XCTAssertEqual(layout.frames().map(\.height), [10, 40, 40, 11, 12, 13, 14, 15])
        scroll = try layout.keeping(scroll.anchor) { try $0.removeItems(0..<2, inSection: 0) }
        XCTAssertEqual(scroll.scrollDelta, -50)
        try layout.moveItems(1..<3, to: 4, inSection: 0)
        XCTAssertEqual(layout.frames().map(\.height), [40, 13, 14, 15, 11, 12])
        var script = EditScript()
        script.remove(0..<1)
        script.insert(count: 1, at: 3)
        script.move(5..<6, to: 1)
        try layout.apply(script, inSection: 0)
        XCTAssertEqual(layout.frames().map(\.height), [12, 13, 14, 40, 15, 11])
        XCTAssertThrowsError(try layout.insertItem(at: 0, inSection: 0, extent: 9)) {
            XCTAssertEqual($0 as? LayoutError, .uniformSize(section: 0))
        }
        XCTAssertNil(layout.brokenInvariant())
    }

    func testItemsMoveBetweenSectionsOfAnyKind() throws {
        var layout = try list(3)
        try layout.append(.list(heights: [7]))
        try layout.measure(item: 1, inSection: 0, size: CGSize(width: 300, height: 55))
        try layout.moveItem(from: .item(1, inSection: 0), to: .item(1, inSection: 1))
        XCTAssertEqual(layout.frames(inSection: 1).map(\.height), [7, 55])
        try layout.moveItem(from: .item(0, inSection: 1), to: .item(0, inSection: 0))
        XCTAssertEqual(layout.frames(inSection: 0).map(\.height), [40, 40, 40])
        XCTAssertNil(layout.brokenInvariant())
    }

    func testAnotherStyleKeepsMeasuredSizes() throws {
        var layout = try list(4)
        try layout.measure(item: 1, inSection: 0, size: CGSize(width: 300, height: 55))
        try layout.restyleSection(
            0, like: .compositional(.list(itemHeight: .estimated(20), spacing: 5), count: 0))
        XCTAssertEqual(layout.frames().map(\.height), [20, 55, 20, 20])
        XCTAssertEqual(layout.frames().map(\.minY), [0, 25, 85, 110])
        try layout.reloadSection(0, with: .compositional(.list(itemHeight: .estimated(20)), count: 3))
        XCTAssertEqual(layout.frames().map(\.height), [20, 20, 20])
        XCTAssertThrowsError(try layout.restyleSection(0, like: .list(heights: []))) {
            XCTAssertEqual($0 as? LayoutError, .otherKind(section: 0))
        }
    }

    func testCopiesLiveSideBySide() throws {
        let before = try list(50)
        var after = before
        try after.measure(item: 0, inSection: 0, size: CGSize(width: 300, height: 100))
        XCTAssertEqual(before.frame(ofItem: 1, inSection: 0).minY, 40)
        XCTAssertEqual(after.frame(ofItem: 1, inSection: 0).minY, 100)
    }
}
