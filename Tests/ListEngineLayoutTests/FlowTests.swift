import Foundation
import ListEngineLayout
import XCTest

/// Flows and uniform grids.
final class FlowTests: XCTestCase {
    private func frames(_ layout: CollectionViewLayout, inSection section: Int = 0) -> [CGRect] {
        layout.frames(ofItems: 0..<layout.numberOfItems(inSection: section), inSection: section)
    }

    private func widths(_ widths: [CGFloat], height: CGFloat = 10) -> [CGSize] {
        widths.map { CGSize(width: $0, height: height) }
    }

    func testLeadingPackingKeepsSpacingAndStartsAtTheTop() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .flow(
                sizes: [
                    CGSize(width: 40, height: 10), CGSize(width: 30, height: 30), CGSize(width: 50, height: 20),
                ], packing: .leading, spacing: 5, lineSpacing: 7, insets: .all(4)))
        XCTAssertEqual(
            frames(layout),
            [
                CGRect(x: 4, y: 4, width: 40, height: 10), CGRect(x: 49, y: 4, width: 30, height: 30),
                CGRect(x: 4, y: 41, width: 50, height: 20),
            ])
        XCTAssertEqual(layout.contentSize.height, 65)
    }

    func testThirdsOfAWidthFitALine() throws {
        for packing in [FlowPacking.justified, .leading, .overlapping] {
            var layout = CollectionViewLayout(width: 100)
            let third = CGFloat(100.0 / 3) + 0.0003
            try layout.append(.flow(sizes: widths([third, third, third]), packing: packing))
            XCTAssertEqual(Set(frames(layout).map(\.minY)), [0], "\(packing)")
        }
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.grid(count: 3, itemSize: CGSize(width: 100.0 / 3 + 0.0003, height: 10)))
        XCTAssertEqual(layout.contentSize.height, 10)
    }

    func testAnItemWiderThanItsLineIsCentred() throws {
        for direction in [ScrollDirection.vertical, .horizontal] {
            // Sizes by their extents along the line.
            func size(_ width: CGFloat) -> CGSize {
                direction == .vertical ? CGSize(width: width, height: 10) : CGSize(width: 10, height: width)
            }
            for (recipe, start) in [
                (SectionRecipe.flow(sizes: [20, 300, 20].map(size), insets: .all(5)), -100),
                (.flow(count: 3, size: size(300), insets: .all(5)), -100),
                (.flow(sizes: [20, 300].map(size), insets: .all(5)), -100),
                (.flow(sizes: [20, 300, 20].map(size), packing: .leading, insets: .all(5)), 5),
            ] as [(SectionRecipe, CGFloat)] {
                for flow in [FlowDirection.leftToRight, .rightToLeft] {
                    var layout = CollectionViewLayout(crossExtent: 100, scrollDirection: direction, flowDirection: flow)
                    try layout.append(recipe)
                    let frame = layout.frame(ofItem: 1, inSection: 0)
                    let mirrors = flow == .rightToLeft && direction == .vertical
                    let found = direction == .horizontal ? frame.minY : mirrors ? 100 - frame.maxX : frame.minX
                    XCTAssertEqual(found, start, "\(direction) \(flow)")
                    // A query outside the content finds the item where it is, and not where it is not.
                    for (probe, finds) in [(start - 5, false), (start + 0.5, true), (99, true), (start + 301, false)] {
                        var rect = CGRect(x: mirrors ? 100 - probe - 3 : probe, y: frame.minY, width: 3, height: 10)
                        if direction == .horizontal { rect = CGRect(x: frame.minX, y: probe, width: 10, height: 3) }
                        let items = layout.layoutAttributes(in: rect).map(\.item)
                        XCTAssertEqual(items.contains(1), finds, "\(direction) \(flow) \(probe)")
                    }
                }
            }
        }
    }

    func testAnItemThatFitsBecauseOfTheSlackStartsWithItsLine() throws {
        var layout = CollectionViewLayout(width: 100)
        for over in [0.0003, 0.0009] {
            let size = CGSize(width: 100 + over, height: 10)
            try layout.append(.flow(sizes: [size, CGSize(width: 30, height: 10)]))
            try layout.append(.flow(count: 2, size: size))
        }
        for section in 0..<4 { XCTAssertEqual(layout.frame(ofItem: 0, inSection: section).minX, 0) }
    }

    func testOneShortLineOfUniformItemsUsesTheGridsGap() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.flow(count: 2, size: CGSize(width: 30, height: 10), spacing: 1))
        XCTAssertEqual(frames(layout).map(\.minX), [0, 35])
        // Equal sizes are uniform wherever they come from.
        try layout.append(.flow(sizes: widths([30, 30]), spacing: 1))
        XCTAssertEqual(frames(layout, inSection: 1).map(\.minX), [0, 35])
    }

    func testALastLineOfEqualSizesHasTheGapsOfAFullLine() throws {
        func starts(_ sizes: [CGSize], spacing: CGFloat = 1) throws -> [CGFloat] {
            var layout = CollectionViewLayout(width: 100)
            try layout.append(.flow(sizes: sizes, spacing: spacing))
            return frames(layout).map(\.minX)
        }
        let wide = CGSize(width: 90, height: 10)
        // The lines before the last may differ from it. A full line of its items stays full.
        XCTAssertEqual(try starts([wide] + widths([30, 30])), [5, 0, 35])
        XCTAssertEqual(try starts([wide] + widths([30, 30, 30])), [5, 0, 35, 70])
        // One size that differs, in either dimension, makes the gaps the least ones.
        XCTAssertEqual(try starts([wide] + widths([30, 29])), [5, 0, 31])
        XCTAssertEqual(try starts([wide, CGSize(width: 30, height: 9)] + widths([30])), [5, 0, 31])
        // An item alone on the last line is centred if a full line has one of it, or if every line has one item.
        XCTAssertEqual(try starts(widths([40, 40]) + [wide]), [0, 60, 5])
        XCTAssertEqual(try starts(widths([40, 40, 30])), [0, 60, 0])
        XCTAssertEqual(try starts([wide] + widths([30])), [5, 35])
        // Any number of items that overlap completely fits a line.
        XCTAssertEqual(try starts(widths([5, 5, 5]), spacing: -5), [0, 0, 0])
    }

    func testALongLastLineKnowsWhetherItsItemsAreEqual() throws {
        for count in [61, 62, 64, 122, 123, 130, 500] {
            for width in [1.0, 5000] {
                var layout = CollectionViewLayout(width: 1000 * width)
                let sizes = [CGSize](repeating: CGSize(width: width, height: 10), count: count)
                try layout.append(.flow(sizes: sizes, spacing: 0.3 * width))
                // 769 items fill a line; 0.6 widths are left for 768 gaps.
                let pitch = 1.3 * width + 0.6 * width / 768
                let last = count - 1
                XCTAssertEqual(
                    layout.frame(ofItem: last, inSection: 0).minX, Double(last) * pitch, accuracy: 0.01 * width)
                try layout.resizeItem(last / 2, inSection: 0, to: CGSize(width: width, height: 11))
                let least = layout.frame(ofItem: last, inSection: 0).minX
                XCTAssertEqual(least, Double(last) * 1.3 * width, accuracy: 0.001)
                XCTAssertNil(layout.brokenInvariant())
                try layout.resizeItem(last / 2, inSection: 0, to: CGSize(width: width, height: 10))
                XCTAssertEqual(
                    layout.frame(ofItem: last, inSection: 0).minX, Double(last) * pitch, accuracy: 0.01 * width)
                XCTAssertNil(layout.brokenInvariant())
            }
        }
    }

    func testAnEmptySectionKeepsHeaderInsetsAndFooter() throws {
        let insets = SectionInsets(top: 4, leading: 12, bottom: 6, trailing: 12)
        for recipe in [
            SectionRecipe.flow(sizes: [], spacing: 10, lineSpacing: 10, insets: insets, header: 30, footer: 20),
            .list(heights: [], spacing: 10, insets: insets, header: 30, footer: 20),
            .grid(
                count: 0, itemSize: CGSize(width: 30, height: 10), lineSpacing: 10, insets: insets, header: 30,
                footer: 20),
        ] {
            var layout = CollectionViewLayout(width: 100)
            for _ in 0..<2 { try layout.append(recipe) }
            XCTAssertEqual(layout.frameForHeader(inSection: 1), CGRect(x: 0, y: 60, width: 100, height: 30))
            XCTAssertEqual(layout.frameForFooter(inSection: 1), CGRect(x: 0, y: 100, width: 100, height: 20))
            XCTAssertEqual(layout.contentSize.height, 120)
        }
    }

    func testJustifiedGapsShareTheRemainderFromTheFirst() throws {
        var layout = CollectionViewLayout(width: 100)
        // 100 pt - 4 x 20 pt leaves 20 pt for 3 gaps: thirds of 20 x 2^20 units, with a remainder of 2 units.
        try layout.append(.flow(sizes: widths([20, 20, 20, 20, 90])))
        let unit = 1 / 1_048_576.0
        let gap = (20.0 * 1_048_576 / 3).rounded(.down) * unit
        let starts = frames(layout).prefix(4).map { Double($0.minX) }
        XCTAssertEqual(starts, [0, 20 + gap + unit, 40 + 2 * (gap + unit), 60 + 3 * gap + 2 * unit])
        XCTAssertEqual(starts[3] + 20, 100)
    }

    func testColumnsShareTheLine() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .grid(count: 5, columns: 3, itemHeight: 20, spacing: 5, lineSpacing: 2, insets: .symmetric(horizontal: 10)))
        XCTAssertEqual(
            frames(layout).map(\.minX).map { ($0 * 100).rounded() / 100 }, [10, 38.33, 66.67, 10, 38.33])
        XCTAssertEqual(Double(layout.frame(ofItem: 2, inSection: 0).maxX), 90, accuracy: 1e-5)
        XCTAssertEqual(layout.contentSize.height, 42)
        try layout.insertItems(count: 2, at: 1, inSection: 0)
        try layout.removeItem(6, inSection: 0)
        try layout.moveItems(0..<2, to: 3, inSection: 0)
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 6)
    }

    func testAGridRefusesSizesOfSingleItems() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.flow(count: 5, size: CGSize(width: 30, height: 10)))
        let before = frames(layout)
        for refused: () throws -> LayoutChange in [
            { try layout.resizeItem(1, inSection: 0, to: 5) },
            { try layout.resizeItem(1, inSection: 0, to: CGSize(width: 1, height: 1)) },
            { try layout.resizeItems(startingAt: 0, inSection: 0, to: [1, 2]) },
            { try layout.insertItem(at: 1, inSection: 0, extent: 5) },
            { try layout.insertItems([CGSize(width: 1, height: 1)], at: 1, inSection: 0) },
            {
                var script = EditScript()
                script.insert(extents: [4], at: 2)
                return try layout.apply(script, inSection: 0)
            },
        ] {
            XCTAssertThrowsError(try refused()) { XCTAssertEqual($0 as? LayoutError, .uniformSize(section: 0)) }
        }
        XCTAssertEqual(frames(layout), before)
        var script = EditScript()
        script.insert(count: 3, at: 2)
        script.remove(0..<1)
        try layout.apply(script, inSection: 0)
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 7)
    }

    func testItemsWithoutSizesAreRefusedWhereSizesAreNeeded() throws {
        for recipe in [
            SectionRecipe.list(heights: [10, 20]), .flow(sizes: widths([10, 20])),
            .flow(sizes: widths([10, 20]), packing: .overlapping),
        ] {
            var layout = CollectionViewLayout(width: 100)
            try layout.append(recipe)
            let before = frames(layout)
            for refused: () throws -> LayoutChange in [
                { try layout.insertItems(count: 1, at: 0, inSection: 0) },
                { try layout.resizeItems(startingAt: 0, inSection: 0, to: .count(2)) },
                {
                    var script = EditScript()
                    script.insert(count: 2, at: 1)
                    return try layout.apply(script, inSection: 0)
                },
            ] {
                XCTAssertThrowsError(try refused()) { XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 0)) }
            }
            XCTAssertEqual(frames(layout), before)
        }
    }

    func testFlowsAreEditedByBothLengthsOrTheExtentAlone() throws {
        let sizes = widths([60, 50, 40, 30, 70, 20])
        for packing in [FlowPacking.justified, .leading, .overlapping] {
            var layout = CollectionViewLayout(width: 120)
            try layout.append(.flow(sizes: sizes, packing: packing, spacing: 3, lineSpacing: 2))
            var now = sizes
            try layout.resizeItem(1, inSection: 0, to: CGSize(width: 80, height: 12))
            now[1] = CGSize(width: 80, height: 12)
            try layout.resizeItem(2, inSection: 0, to: 25)
            now[2].height = 25
            try layout.insertItem(at: 6, inSection: 0, size: CGSize(width: 11, height: 9))
            now.append(CGSize(width: 11, height: 9))
            try layout.removeItems(3..<5, inSection: 0)
            now.removeSubrange(3..<5)
            try layout.moveItems(0..<1, to: 3, inSection: 0)
            now = [now[1], now[2], now[3], now[0], now[4]]
            try layout.checkEqual(to: .flow(sizes: now, packing: packing, spacing: 3, lineSpacing: 2))
            var script = EditScript()
            script.replace(0..<1, sizes: widths([44, 45]))
            script.move(1..<2, to: 5)
            script.remove(3..<4)
            try layout.apply(script, inSection: 0)
            now = widths([44, 45]) + [now[2], now[4], now[1]]
            try layout.checkEqual(to: .flow(sizes: now, packing: packing, spacing: 3, lineSpacing: 2))
            try layout.setWidth(77)
            try layout.checkEqual(to: .flow(sizes: now, packing: packing, spacing: 3, lineSpacing: 2))
            try layout.restyleSection(
                0, like: .flow(sizes: [], packing: packing, spacing: 6, lineSpacing: 1, insets: .all(3)))
            try layout.checkEqual(
                to: .flow(sizes: now, packing: packing, spacing: 6, lineSpacing: 1, insets: .all(3)))
            XCTAssertThrowsError(try layout.insertItem(at: 0, inSection: 0, extent: 5)) {
                XCTAssertEqual($0 as? LayoutError, .needsSizes(section: 0))
            }
        }
    }

    /// The packing of the older library, including its oddities; the numbers follow its rules by hand.
    func testLegacyPacking() throws {
        let insets = SectionInsets(top: 6, leading: 5, bottom: 9, trailing: 10)
        let sizes = [
            CGSize(width: 30, height: 20), CGSize(width: 40, height: 50), CGSize(width: 30, height: 30),
            CGSize(width: 20, height: 5),
        ]
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .flow(sizes: sizes, packing: .overlapping, spacing: 4, insets: insets, header: 12, footer: 8))
        XCTAssertEqual(
            frames(layout),
            [
                // Below the header and the inset.
                CGRect(x: 5, y: 18, width: 30, height: 20),
                // Next to it: 39 + 40 + 10 <= 100.
                CGRect(x: 39, y: 18, width: 40, height: 50),
                // A new line at the end of the previous item.
                CGRect(x: 5, y: 68, width: 30, height: 30),
                CGRect(x: 39, y: 68, width: 20, height: 5),
            ])
        // After the farthest end, with the bottom inset.
        XCTAssertEqual(layout.frameForFooter(inSection: 0), CGRect(x: 0, y: 107, width: 100, height: 8))
        XCTAssertEqual(layout.contentSize.height, 115)

        // A line starts at the end of the previous item, not at that of the tallest.
        layout = CollectionViewLayout(width: 100)
        try layout.append(
            .flow(
                sizes: [
                    CGSize(width: 30, height: 50), CGSize(width: 40, height: 10), CGSize(width: 60, height: 10),
                ], packing: .overlapping))
        XCTAssertEqual(frames(layout).map(\.minY), [0, 0, 10])
        XCTAssertEqual(layout.contentSize.height, 50)

        // A first item that does not fit covers the header; the content inset is subtracted from heights.
        layout = CollectionViewLayout(width: 100)
        try layout.append(
            .flow(
                sizes: [CGSize(width: 99, height: 30)], packing: .overlapping, spacing: 4, insets: insets, header: 12,
                contentInset: SectionInsets(top: 3, bottom: 4)))
        XCTAssertEqual(frames(layout), [CGRect(x: 5, y: 0, width: 99, height: 23)])

        // Horizontal: a new column adds the spacing; the footer still takes the bottom inset.
        layout = CollectionViewLayout(crossExtent: 50, scrollDirection: .horizontal)
        try layout.append(
            .flow(
                sizes: widths([30, 20], height: 30), packing: .overlapping, spacing: 4, insets: insets, header: 12,
                footer: 8))
        XCTAssertEqual(
            frames(layout),
            [CGRect(x: 17, y: 6, width: 30, height: 30), CGRect(x: 51, y: 6, width: 20, height: 30)])
        XCTAssertEqual(layout.frameForFooter(inSection: 0), CGRect(x: 80, y: 0, width: 8, height: 50))

        // Empty: header, bottom inset, footer.
        layout = CollectionViewLayout(width: 100)
        try layout.append(.flow(sizes: [], packing: .overlapping, insets: insets, header: 12, footer: 8))
        XCTAssertEqual(layout.contentSize.height, 29)
    }

    func testLegacySectionsAreKeptApart() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.insert(
            .flow(sizes: widths([10, 20, 30]), packing: .overlapping), sectionCounts: [1, 0, 2], at: 0)
        try layout.append(.flow(sizes: widths([40]), packing: .overlapping))
        try layout.moveSection(3, to: 0)
        try layout.remove(sections: 1..<2)
        let copy = layout
        try layout.insertItem(at: 0, inSection: 2, size: CGSize(width: 7, height: 10))
        XCTAssertEqual(frames(layout, inSection: 2).map(\.width), [7, 20, 30])
        XCTAssertEqual(frames(copy, inSection: 2).map(\.width), [20, 30])
        XCTAssertEqual(frames(layout).map(\.width), [40])
        XCTAssertNil(layout.brokenInvariant())
    }
}

/// The layout of a whole list of flows.
private final class Answers: CollectionViewFlowLayoutDelegate {
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int) -> CGSize? {
        section == 1 ? CGSize(width: 30, height: item == 1 ? CGFloat.nan : 10) : nil
    }
    func flowLayout(_ layout: CollectionViewFlowLayout, sizeOfItemsInSection section: Int) -> CGSize? {
        section < 2 ? nil : CGSize(width: section == 2 ? 25 : 0, height: 10)
    }
    func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
        section == 1 ? .all(5) : nil
    }
    func flowLayout(_ layout: CollectionViewFlowLayout, referenceSizeForHeaderInSection section: Int) -> CGSize? {
        section == 1 ? CGSize(width: 1, height: 8) : nil
    }
}

final class CollectionViewFlowLayoutTests: XCTestCase {
    @MainActor func testPropertiesHaveTheDefaultsOfTheField() async throws {
        let flow = CollectionViewFlowLayout()
        XCTAssertEqual(flow.itemSize, CGSize(width: 50, height: 50))
        XCTAssertEqual(flow.minimumLineSpacing, 10)
        XCTAssertEqual(flow.minimumInteritemSpacing, 10)
        let layout = try flow.layout(itemCounts: [6], crossExtent: 320)
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minX, 67.5)
        XCTAssertEqual(layout.contentSize.height, 110)
    }

    @MainActor func testValuesOfTheDelegateTakePrecedence() async throws {
        let flow = CollectionViewFlowLayout()
        let answers = Answers()
        flow.delegate = answers
        flow.itemSize = CGSize(width: 30, height: 20)
        flow.headerReferenceSize = CGSize(width: 1, height: 3)
        flow.minimumInteritemSpacing = 1
        let layout = try flow.layout(itemCounts: [2, 2, 5, 2], crossExtent: 100)
        // One size for the section: the columns of full lines, and no memory per item.
        XCTAssertEqual(layout.frames(ofItems: 0..<5, inSection: 2).map(\.minX), [0, 37.5, 75, 0, 37.5])
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 3).map(\.width), [0, 0])
        let many = try flow.layout(itemCounts: [0, 0, 4_000_000_000], crossExtent: 100)
        XCTAssertEqual(many.frame(ofItem: 3_999_999_999, inSection: 2).minX, 0)
        // Uniform sections use the gap of a full line; sizes from the delegate do not.
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 0).map(\.minX), [0, 35])
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 1).map(\.minX), [5, 36])
        XCTAssertEqual(layout.frameForHeader(inSection: 0)?.height, 3)
        XCTAssertEqual(layout.frameForHeader(inSection: 1)?.height, 8)
        // A height of NaN counts as 0 and is named.
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 1).height, 0)
        let diagnostic = try XCTUnwrap(layout.diagnostics.recent.first)
        XCTAssertEqual(diagnostic.code, .unusableSize)
        XCTAssertEqual(diagnostic.section, 1)
        XCTAssertEqual(diagnostic.item, 1)
        XCTAssertTrue(diagnostic.value.isNaN)
        XCTAssertEqual(layout.diagnostics.count(of: .unusableSize), 1)
    }
}
