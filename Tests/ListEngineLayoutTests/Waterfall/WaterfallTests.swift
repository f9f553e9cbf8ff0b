import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Waterfalls: columns of equal width; each item is placed below the items of its column.
final class WaterfallTests: XCTestCase {
    func testItemsGoToTheShortestColumnTheFirstOfSeveral() throws {
        var layout = CollectionViewLayout(width: 320)
        try layout.append(
            .waterfall(
                heights: [50, 30, 40, 10, 60, 5], columns: 3, spacing: 10,
                insets: SectionInsets(top: 7, leading: 0, bottom: 3, trailing: 0), header: 20, footer: 4))
        let places = (0..<6).map { layout.frame(ofItem: $0, inSection: 0) }
        XCTAssertEqual(places.map(\.minX), [0, 110, 220, 110, 220, 0])
        XCTAssertEqual(places.map(\.minY), [27, 27, 27, 67, 77, 87])
        XCTAssertEqual(places.map(\.width), Array(repeating: 100, count: 6))
        XCTAssertEqual(places.map(\.height), [50, 30, 40, 10, 60, 5])
        // The section ends with its longest column.
        XCTAssertEqual(layout.contentSize.height, 77 + 60 + 3 + 4)
        XCTAssertEqual(layout.frameForHeader(inSection: 0), CGRect(x: 0, y: 0, width: 320, height: 20))
        XCTAssertEqual(layout.frameForFooter(inSection: 0), CGRect(x: 0, y: 140, width: 320, height: 4))
    }

    func testAnItemOverSeveralColumnsStartsBelowTheLongestOfThem() throws {
        var layout = CollectionViewLayout(width: 320)
        let items: [SpanningExtent] = [
            .full(20), .init(50), .init(30), .init(40), .init(60, columns: 2), .init(5), .full(7),
        ]
        try layout.append(.waterfall(spanning: items, columns: 3, spacing: 10))
        let frames = (0..<7).map { layout.frame(ofItem: $0, inSection: 0) }
        XCTAssertEqual(frames.map(\.minX), [0, 0, 110, 220, 110, 0, 0])
        // The fifth item goes below the third and the fourth, the longest of which ends at 70; the sixth below the second.
        XCTAssertEqual(frames.map(\.minY), [0, 30, 30, 30, 80, 90, 150])
        XCTAssertEqual(frames.map(\.width), [320, 100, 100, 100, 210, 100, 320])
        XCTAssertEqual(layout.contentSize.height, 157)
        XCTAssertEqual((0..<7).map { layout.numberOfSpannedColumns($0, inSection: 0) }, [16, 1, 1, 1, 2, 1, 16])
        // A query between the items finds those that are there, in the order of the items.
        XCTAssertEqual(
            layout.layoutAttributes(in: CGRect(x: 0, y: 85, width: 320, height: 20)).map(\.path.item), [4, 5])
        // Mirrored with the list, and with rows for columns in a horizontal one.
        try layout.setFlowDirection(.rightToLeft)
        XCTAssertEqual(layout.frame(ofItem: 4, inSection: 0), CGRect(x: 0, y: 80, width: 210, height: 60))
        var across = CollectionViewLayout(crossExtent: 320, scrollDirection: .horizontal)
        try across.append(.waterfall(spanning: items, columns: 3, spacing: 10))
        XCTAssertEqual(across.frame(ofItem: 4, inSection: 0), CGRect(x: 80, y: 110, width: 60, height: 210))
    }

    func testItemsThatSpanColumnsInTurn() throws {
        var layout = CollectionViewLayout(width: 300)
        let items: [SpanningExtent] = [.init(10), .init(10), .init(20, columns: 2), .init(5), .full(1), .init(5)]
        try layout.append(.waterfall(spanning: items, columns: 3, placement: .leadingToTrailing))
        // Two columns do not fit next to the second item, so they start over. After all columns comes the first.
        XCTAssertEqual((0..<6).map { layout.frame(ofItem: $0, inSection: 0).minX }, [0, 100, 0, 200, 0, 0])
        XCTAssertEqual((0..<6).map { layout.frame(ofItem: $0, inSection: 0).minY }, [0, 0, 10, 0, 30, 31])
        try layout.restyleSection(0, like: .waterfall(spanning: [], columns: 3, placement: .trailingToLeading))
        XCTAssertEqual((0..<6).map { layout.frame(ofItem: $0, inSection: 0).minX }, [200, 100, 100, 0, 0, 200])
    }

    func testSpansOutliveNarrowWindowsAndMeasurements() throws {
        var layout = CollectionViewLayout(width: 300)
        let items: [SpanningExtent] = [.init(10), .init(20, columns: 2), .full(5)]
        try layout.append(.waterfall(spanning: items, columns: 3))
        try layout.restyleSection(0, like: .waterfall(spanning: [], columns: 1))
        XCTAssertEqual((0..<3).map { layout.frame(ofItem: $0, inSection: 0).width }, [300, 300, 300])
        try layout.resizeItem(1, inSection: 0, to: 40)
        try layout.resizeItem(2, inSection: 0, to: CGSize(width: 1, height: 6))
        try layout.restyleSection(0, like: .waterfall(spanning: [], columns: 3))
        XCTAssertEqual((0..<3).map { layout.frame(ofItem: $0, inSection: 0).width }, [100, 200, 300])
        XCTAssertEqual((0..<3).map { layout.frame(ofItem: $0, inSection: 0).height }, [10, 40, 6])
        // An item that moves to another waterfall keeps its span; in a list there is none.
        try layout.append(.waterfall(spanning: [], columns: 2))
        try layout.append(.list(heights: []))
        try layout.moveItem(from: .item(1, inSection: 0), to: .item(0, inSection: 1))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1).size, CGSize(width: 300, height: 40))
        try layout.moveItem(from: .item(0, inSection: 1), to: .item(0, inSection: 2))
        XCTAssertEqual(layout.numberOfSpannedColumns(0, inSection: 2), 1)
        // Scripts insert spans, and other forms insert items of one column.
        var script = EditScript()
        script.insert(spanning: [.full(8)], at: 0)
        try layout.apply(script, inSection: 0)
        try layout.insertItem(at: 0, inSection: 0, extent: 3)
        XCTAssertEqual((0..<4).map { layout.numberOfSpannedColumns($0, inSection: 0) }, [1, 16, 1, 16])
        XCTAssertNil(layout.brokenInvariant())
    }

    func testPicturesOverSeveralColumnsKeepTheirShape() throws {
        var layout = CollectionViewLayout(width: 320)
        try layout.append(
            .waterfall(spanning: [.init(0.5, columns: 2), .full(0.25)], columns: 3, byRatio: true, spacing: 10))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 0, y: 0, width: 210, height: 105))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 0, y: 115, width: 320, height: 80))
    }

    func testPicturesKeepTheirSpanAndShapeInAnotherWaterfall() throws {
        for direction in [ScrollDirection.vertical, .horizontal] {
            var layout = CollectionViewLayout(crossExtent: 320, scrollDirection: direction)
            let items: [SpanningExtent] = [.init(0.5, columns: 2), .full(0.25), .init(1)]
            try layout.append(.waterfall(spanning: items, columns: 3, byRatio: true, spacing: 10))
            try layout.append(.waterfall(spanning: [.init(1)], columns: 2, byRatio: true))
            for _ in 0..<3 { try layout.moveItem(from: .item(0, inSection: 0), to: .item(0, inSection: 1)) }
            XCTAssertEqual((0..<4).map { layout.numberOfSpannedColumns($0, inSection: 1) }, [1, 16, 2, 1])
            let sizes = (0..<4).map { layout.frame(ofItem: $0, inSection: 1).size }
            let across = sizes.map { direction == .vertical ? $0.width : $0.height }
            let along = sizes.map { direction == .vertical ? $0.height : $0.width }
            XCTAssertEqual(across, [160, 320, 320, 160])
            XCTAssertEqual(along, [160, 80, 160, 160])
            XCTAssertNil(layout.brokenInvariant())
        }
    }

    func testSpansThatCannotBeAreNamed() throws {
        var layout = CollectionViewLayout(width: 320)
        for columns in [0, -3, .min] {
            XCTAssertThrowsError(
                try layout.append(.waterfall(spanning: [.init(5), .init(5, columns: columns)], columns: 2))
            ) {
                XCTAssertEqual(
                    $0 as? LayoutError, .unusableValue(section: 0, item: 1, value: Double(columns)))
            }
        }
        try layout.append(.list(heights: [5]))
        XCTAssertThrowsError(try layout.insertItems(.spanning([.full(5)]), at: 0, inSection: 0)) {
            XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 0))
        }
        try layout.remove(sections: 0..<1)
        XCTAssertEqual(layout.numberOfSections, 0)
    }

    func testTheCoreReadsSpanningExtentsAsPairs() {
        XCTAssertEqual(MemoryLayout<SpanningExtent>.size, 2 * MemoryLayout<Double>.size)
        XCTAssertEqual(MemoryLayout<SpanningExtent>.stride, 2 * MemoryLayout<Double>.stride)
        withUnsafeBytes(of: SpanningExtent(7.5, columns: 3)) { bytes in
            XCTAssertEqual(bytes.load(as: Double.self), 7.5)
            XCTAssertEqual(bytes.load(fromByteOffset: 8, as: Double.self), 3)
        }
    }

    func testASectionLayoutHasSpans() throws {
        var main = CollectionViewLayout(width: 300)
        var layout = WaterfallSectionLayout(
            columns: 3, itemSizes: .aspectRatios(.constant(CGSize(width: 2, height: 1))))
        layout.interitemSpacing = 0
        layout.columnSpans = .each { $0 % 3 == 0 ? .max : 1 }
        try main.append(layout.recipe(in: SectionLayoutContext(itemCount: 5, crossExtent: 300)))
        XCTAssertEqual((0..<5).map { main.frame(ofItem: $0, inSection: 0).width }, [300, 100, 100, 300, 100])
        XCTAssertEqual((0..<5).map { main.frame(ofItem: $0, inSection: 0).height }, [150, 50, 50, 150, 50])
    }

    func testColumnsInTurnFromEitherSide() throws {
        var layout = CollectionViewLayout(width: 300)
        let heights = [100.0, 10, 10, 10]
        try layout.append(.waterfall(heights: heights, columns: 3, placement: .leadingToTrailing))
        XCTAssertEqual((0..<4).map { layout.frame(ofItem: $0, inSection: 0).minX }, [0, 100, 200, 0])
        XCTAssertEqual(layout.frame(ofItem: 3, inSection: 0).minY, 100)
        try layout.restyleSection(0, like: .waterfall(heights: [], columns: 3, placement: .trailingToLeading))
        XCTAssertEqual((0..<4).map { layout.frame(ofItem: $0, inSection: 0).minX }, [200, 100, 0, 200])
        // Mirrored lists mirror columns as well.
        try layout.setFlowDirection(.rightToLeft)
        XCTAssertEqual((0..<4).map { layout.frame(ofItem: $0, inSection: 0).minX }, [0, 100, 200, 0])
    }

    func testWidthsAndShapesAreFlooredToThePixelsOfTheDisplay() throws {
        var layout = CollectionViewLayout(crossExtent: 325, displayScale: 3)
        let shapes = [CGSize(width: 3, height: 4), CGSize(width: 2, height: 3)]
        let recipe = SectionRecipe.waterfall(aspectRatios: shapes, columns: 3, spacing: 10)
        try layout.append(recipe)
        XCTAssertEqual(Double(layout.frame(ofItem: 0, inSection: 0).width), 305.0 / 3, accuracy: 1e-5)
        XCTAssertEqual(Double(layout.frame(ofItem: 0, inSection: 0).height), 406.0 / 3, accuracy: 2e-5)
        layout.displayScale = 1
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 0, y: 0, width: 101, height: 134))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 111, y: 0, width: 101, height: 151))
        layout.displayScale = 0
        XCTAssertEqual(Double(layout.frame(ofItem: 1, inSection: 0).width), 305.0 / 3, accuracy: 1e-6)
        XCTAssertEqual(Double(layout.frame(ofItem: 1, inSection: 0).height), 152.5, accuracy: 2e-5)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testShapesFollowTheWidthHeightsDoNot() throws {
        var layout = CollectionViewLayout(width: 200)
        try layout.append(
            .waterfall(aspectRatios: [CGSize(width: 1, height: 2), CGSize(width: 4, height: 1)], columns: 2))
        try layout.append(.waterfall(heights: [30, 40], columns: 2))
        XCTAssertEqual(layout.contentSize.height, 240)
        try layout.setWidth(400)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 0, y: 0, width: 200, height: 400))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 200, y: 0, width: 200, height: 50))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 1), CGRect(x: 200, y: 400, width: 200, height: 40))
    }

    func testAHorizontalListHasRowsForColumns() throws {
        var layout = CollectionViewLayout(crossExtent: 210, scrollDirection: .horizontal)
        try layout.append(.waterfall(heights: [50, 20, 30], columns: 2, spacing: 10))
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0), CGRect(x: 30, y: 110, width: 30, height: 100))
        try layout.reloadSection(
            0, with: .waterfall(aspectRatios: [CGSize(width: 2, height: 1)], columns: 2, spacing: 10))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 0, y: 0, width: 200, height: 100))
    }

    func testEditsEqualAFreshLayout() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.waterfall(heights: [40, 60, 20], columns: 2, spacing: 8))
        try layout.resizeItem(1, inSection: 0, to: 100)
        try layout.insertItem(at: 3, inSection: 0, extent: 7)
        try layout.insertItems([1, 2, 3], at: 0, inSection: 0)
        try layout.moveItems(0..<2, to: 5, inSection: 0)
        try layout.removeItem(0, inSection: 0)
        try layout.checkEqual(to: .waterfall(heights: [40, 100, 20, 7, 1, 2], columns: 2, spacing: 8))
        var script = EditScript()
        script.move(0..<1, to: 6)
        script.insert(extents: [60], at: 2)
        script.remove(3..<5)
        try layout.apply(script, inSection: 0)
        try layout.checkEqual(to: .waterfall(heights: [100, 60, 20, 2, 40], columns: 2, spacing: 8))
        try layout.insertItems(.runs([ExtentRun(count: 2, extent: 9)]), at: 1, inSection: 0)
        try layout.resizeItems(startingAt: 0, inSection: 0, to: .runs([ExtentRun(count: 2, extent: 11)]))
        try layout.checkEqual(to: .waterfall(heights: [11, 11, 9, 60, 20, 2, 40], columns: 2, spacing: 8))
    }

    func testAMeasuredHeightGivesAnItemAnotherShape() throws {
        var layout = CollectionViewLayout(width: 200)
        let square = CGSize(width: 1, height: 1)
        try layout.append(.waterfall(aspectRatios: [square, square, square], columns: 2, estimated: true))
        try layout.resizeItem(0, inSection: 0, to: 150)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).height, 150)
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0).origin, CGPoint(x: 100, y: 100))
        try layout.resizeItem(1, inSection: 0, to: CGSize(width: 30, height: 60))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).height, 200)
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0).origin, CGPoint(x: 0, y: 150))
        try layout.setWidth(400)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).height, 300)
        // An item that moves to another section keeps its shape.
        try layout.append(.list(heights: [10]))
        try layout.moveItem(from: .item(1, inSection: 0), to: .item(0, inSection: 1))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1).height, 400)
        try layout.moveItem(from: .item(0, inSection: 1), to: .item(0, inSection: 0))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).height, 200)
    }

    func testAllFormsOfHeightsAreEquivalent() throws {
        let heights = (0..<700).map { Double($0 % 7) * 11.25 }
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.waterfall(extents: heights, columns: 5, spacing: 2))
        try layout.checkEqual(to: .waterfall(heights: heights, columns: 5, spacing: 2))
        try layout.reloadSection(
            0,
            with: .waterfall(count: heights.count, columns: 5, spacing: 2) { span in
                for index in span.indices { span[index] = heights[index] }
            })
        try layout.checkEqual(to: .waterfall(heights: heights, columns: 5, spacing: 2))
        try layout.reloadSection(0, with: .waterfall(count: 700, height: 44, columns: 5, spacing: 2))
        try layout.checkEqual(to: .waterfall(heights: Array(repeating: 44, count: 700), columns: 5, spacing: 2))
    }

    func testHeightsAreRoundedOnceFromTheDouble() throws {
        // 2^-17 pt is half a quantum: rounding half to even goes down here and up there. A little less goes down,
        // though rounding to 2^-20 pt first would have given the half.
        let half = 1.0 / 131_072
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .waterfall(
                heights: [1 + half, 1 + 3 * half, 1 + 3 * half - 1e-8], columns: 1, placement: .leadingToTrailing))
        let quantum = 1.0 / 65_536
        XCTAssertEqual(
            (0..<3).map { Double(layout.frame(ofItem: $0, inSection: 0).height) },
            [1, 1 + 2 * quantum, 1 + quantum])
    }

    func testAnEmptySectionIsALineSpacingShorterThanNothing() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.waterfall(heights: [], columns: 2, spacing: 10, insets: .all(16), header: 20))
        XCTAssertEqual(layout.contentSize.height, 20 + 16 - 10 + 16)
        try layout.restyleSection(
            0, like: .waterfall(heights: [], columns: 2, spacing: 50, insets: .all(16), header: 20))
        XCTAssertEqual(layout.contentSize.height, 20)
        try layout.restyleSection(0, like: .waterfall(heights: [], columns: 2, spacing: -5, insets: .all(16)))
        XCTAssertEqual(layout.contentSize.height, 32)
        try layout.insertItem(at: 0, inSection: 0, extent: 5)
        XCTAssertEqual(layout.contentSize.height, 37)
    }

    func testItemsOverlapWhereSpacingIsNegative() throws {
        var layout = CollectionViewLayout(width: 90)
        try layout.append(.waterfall(heights: [30, 20, 40, 20], columns: 2, spacing: -10))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 40, y: 0, width: 50, height: 20))
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0), CGRect(x: 40, y: 10, width: 50, height: 40))
        XCTAssertEqual(
            layout.layoutAttributes(in: CGRect(x: 0, y: 12, width: 90, height: 1)).map(\.item), [0, 1, 2])
    }

    // MARK: Anchors and focus

    func testTheViewDoesNotJump() throws {
        var random = TestRandom(seed: 12)
        var layout = CollectionViewLayout(width: 390)
        let heights = (0..<2_000).map { _ in Double(random.int(in: 20...90)) }
        try layout.append(.waterfall(heights: heights, columns: 3, spacing: 4))
        for _ in 0..<50 {
            let item = random.int(in: 500...1_500)
            let anchor = ScrollAnchor(section: 0, item: item, distance: 3)
            let before = layout.frame(ofItem: item, inSection: 0).minY
            let scroll = try layout.keeping(anchor) {
                try $0.resizeItem(random.below(item), inSection: 0, to: CGFloat(random.below(100)))
            }
            XCTAssertEqual(layout.frame(ofItem: item, inSection: 0).minY - before, scroll.scrollDelta)
        }
        let anchor = ScrollAnchor(section: 0, item: 900)
        let before = layout.frame(ofItem: 900, inSection: 0).minY
        let scroll = try layout.keeping(anchor) { try $0.removeItems(10..<30, inSection: 0) }
        XCTAssertEqual(scroll.anchor?.item, 880)
        XCTAssertEqual(layout.frame(ofItem: 880, inSection: 0).minY - before, scroll.scrollDelta)
    }

    func testFocusMovesInColumns() throws {
        var layout = CollectionViewLayout(width: 300)
        try layout.append(.waterfall(heights: [50, 30, 40, 30, 20, 20], columns: 3))
        // 0 | 1 | 2, then 3 below 1, 4 below 2, 5 below 0.
        func next(_ item: Int, _ direction: MoveDirection) -> Int? {
            layout.nextItem(from: .item(item, inSection: 0), toward: direction)?.item
        }
        XCTAssertEqual(next(0, .down), 5)
        XCTAssertEqual(next(5, .up), 0)
        XCTAssertEqual(next(1, .down), 3)
        XCTAssertEqual(next(2, .down), 4)
        XCTAssertEqual(next(0, .right), 1)
        XCTAssertEqual(next(4, .left), 3)
        XCTAssertNil(next(5, .down))
        XCTAssertEqual(next(0, .next), 1)
    }

    // MARK: Bad input

    private func refused(
        _ error: LayoutError, line: UInt = #line, _ operation: (inout CollectionViewLayout) throws -> Void
    ) throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.waterfall(heights: [10, 20, 30], columns: 2, spacing: -5))
        try layout.append(.waterfall(aspectRatios: [CGSize(width: 1, height: 1)], columns: 2))
        let before = layout.frames(ofItems: 0..<3, inSection: 0)
        XCTAssertThrowsError(try operation(&layout), line: line) { XCTAssertEqual("\($0)", "\(error)", line: line) }
        XCTAssertEqual(layout.frames(ofItems: 0..<3, inSection: 0), before, line: line)
        XCTAssertEqual(layout.numberOfSections, 2, line: line)
        XCTAssertEqual(layout.numberOfItems, 4, line: line)
        XCTAssertNil(layout.brokenInvariant(), line: line)
    }

    func testUnusableValuesAreReported() throws {
        for columns in [0, -1, 17, .max] {
            try refused(.unusableValue(section: 2, item: nil, value: Double(columns))) {
                try $0.append(.waterfall(heights: [1], columns: columns))
            }
            try refused(.unusableValue(section: 0, item: nil, value: Double(columns))) {
                try $0.restyleSection(0, like: .waterfall(heights: [], columns: columns))
            }
        }
        for bad in [Double.nan, .infinity, -.infinity, -1, 1e300] {
            try refused(.unusableValue(section: 2, item: 1, value: bad)) {
                try $0.append(.waterfall(heights: [4, bad, 4], columns: 2))
            }
            try refused(.unusableValue(section: 0, item: 2, value: bad)) {
                try $0.resizeItem(2, inSection: 0, to: CGFloat(bad))
            }
            try refused(.unusableValue(section: 0, item: 1, value: bad)) {
                try $0.insertItems([7, bad], at: 0, inSection: 0)
            }
            try refused(.unusableValue(section: 2, item: 0, value: bad)) {
                try $0.append(.waterfall(aspectRatios: [CGSize(width: 1, height: bad)], columns: 2))
            }
            try refused(.unusableValue(section: 1, item: 0, value: bad)) {
                try $0.resizeItem(0, inSection: 1, to: CGFloat(bad))
            }
        }
        for bad in [Double.nan, .infinity, 0, -1] {
            try refused(.unusableValue(section: 2, item: 1, value: bad)) {
                try $0.append(
                    .waterfall(
                        aspectRatios: [CGSize(width: 1, height: 1), CGSize(width: bad, height: 1)], columns: 2))
            }
        }
        for bad in [CGFloat.nan, .infinity, 1e10] {
            try refused(.unusableValue(section: 2, item: nil, value: Double(bad))) {
                try $0.append(.waterfall(heights: [1], columns: 2, spacing: bad))
            }
            try refused(.unusableValue(section: 2, item: nil, value: Double(bad))) {
                try $0.append(.waterfall(heights: [1], columns: 2, spacing: 1, lineSpacing: bad))
            }
        }
        // Below minus the spacing of -5.
        try refused(.unusableValue(section: 0, item: 0, value: 4)) { try $0.resizeItem(0, inSection: 0, to: 4) }
        try refused(.tooLarge(section: 2)) { try $0.append(.waterfall(heights: [0x1p40, 0x1p40, 0x1p40], columns: 1)) }
        // Sizes in another form than the section needs, and sections of another kind.
        try refused(.needsSizes(section: 1)) { try $0.insertItem(at: 0, inSection: 1, extent: 5) }
        try refused(.needsSizes(section: 0)) { try $0.insertItems(count: 2, at: 0, inSection: 0) }
        try refused(.otherKind(section: 0)) {
            try $0.restyleSection(0, like: .waterfall(aspectRatios: [], columns: 2))
        }
        try refused(.otherKind(section: 0)) { try $0.restyleSection(0, like: .list(heights: [])) }
    }

    func testUnusableSizesAreRaisedAndReportedWhereNothingCanThrow() throws {
        var layout = CollectionViewLayout(width: 100)
        layout.diagnostics.handler = { _ in }
        var recipe = SectionRecipe.waterfall(heights: [10, .nan, 2, -3], columns: 1, spacing: -4)
        recipe.raisesUnusableSizes = true
        try layout.append(recipe)
        XCTAssertEqual((0..<4).map { layout.frame(ofItem: $0, inSection: 0).height }, [10, 4, 4, 4])
        let diagnostic = try XCTUnwrap(layout.diagnostics.recent.last)
        XCTAssertEqual(diagnostic.code, .unusableSize)
        XCTAssertEqual(diagnostic.item, 1)
        XCTAssertEqual(diagnostic.occurrences, 3)
    }

    // MARK: Values

    func testCopiesShareStorageAndKeepTheirContents() throws {
        var random = TestRandom(seed: 7)
        let heights = (0..<20_000).map { _ in Double(random.int(in: 20...90)) }
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.waterfall(heights: heights, columns: 5, spacing: 3))
        let copy = layout
        let end = layout.contentSize
        let work = layout.editWork
        try layout.resizeItem(19_990, inSection: 0, to: 500)
        // Items before the edit are neither placed nor written again.
        XCTAssertLessThan(layout.editWork.itemsMoved - work.itemsMoved, 500)
        XCTAssertLessThan(layout.editWork.nodesWritten - work.nodesWritten, 80)
        XCTAssertEqual(copy.contentSize, end)
        XCTAssertEqual(copy.frame(ofItem: 19_990, inSection: 0).height, CGFloat(heights[19_990]))
        XCTAssertNil(copy.brokenInvariant())
        XCTAssertNil(layout.brokenInvariant())
    }

    @MainActor
    func testTheSectionLayoutReturnsWhatTheListShows() throws {
        let photos = (0..<30).map { CGSize(width: 3, height: 2 + $0 % 4) }
        var layout = WaterfallSectionLayout(columns: 3)
        layout.itemSizes = .aspectRatios(.each { photos[$0] })
        layout.insets = .all(8)
        layout.headerHeight = 30
        var main = CollectionViewLayout(width: 320)
        try main.append(layout, itemCount: photos.count)
        layout.prepare(in: SectionLayoutContext(itemCount: photos.count, crossExtent: 320))
        XCTAssertEqual(layout.contentHeight(), main.contentSize.height)
        for item in photos.indices {
            XCTAssertEqual(layout.frameForItem(atIndex: item), main.frame(ofItem: item, inSection: 0))
        }
        try main.checkEqual(
            to: {
                var recipe = SectionRecipe.waterfall(
                    aspectRatios: photos, columns: 3, spacing: 10, insets: .all(8), header: 30)
                recipe.lineSpacing = 10
                return recipe
            }())
        layout.itemSizes = .heights(.bulk { span in for index in span.indices { span[index] = 12 } })
        layout.prepare(in: SectionLayoutContext(itemCount: 4, crossExtent: 320))
        XCTAssertEqual(layout.contentHeight(), 30 + 8 + 12 + 10 + 12 + 8)
    }
}
