import Foundation
import ListEngineLayout
import XCTest

/// Lists: one item per line.
final class ListTests: XCTestCase {
    func testItemsStackWithSpacingBetweenInsets() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(
            .list(
                heights: [40, 60, 20], spacing: 8,
                insets: SectionInsets(top: 10, leading: 16, bottom: 12, trailing: 24), header: 30, footer: 5))
        XCTAssertEqual(layout.frameForHeader(inSection: 0), CGRect(x: 0, y: 0, width: 390, height: 30))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 16, y: 40, width: 350, height: 40))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 16, y: 88, width: 350, height: 60))
        XCTAssertEqual(layout.frame(ofItem: 2, inSection: 0), CGRect(x: 16, y: 156, width: 350, height: 20))
        XCTAssertEqual(layout.frameForFooter(inSection: 0), CGRect(x: 0, y: 188, width: 390, height: 5))
        XCTAssertEqual(layout.contentSize, CGSize(width: 390, height: 193))
    }

    func testNegativeInsetsMakeNoNegativeExtentAndItemsAreFound() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10, 20], insets: SectionInsets(top: -25, bottom: -15), header: 7, footer: 5))
        try layout.append(.list(heights: [40], insets: SectionInsets(top: -30, leading: -8)))
        XCTAssertEqual(layout.frame(ofSection: 0), CGRect(x: 0, y: 0, width: 100, height: 12))
        XCTAssertEqual(layout.frame(ofSection: 1), CGRect(x: 0, y: 12, width: 100, height: 10))
        XCTAssertEqual(
            layout.frames(ofItems: 0..<2, inSection: 0),
            [CGRect(x: 0, y: -18, width: 100, height: 10), CGRect(x: 0, y: -8, width: 100, height: 20)])
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1), CGRect(x: -8, y: -18, width: 108, height: 40))
        // A query before the content finds what is there.
        let found = layout.layoutAttributes(in: CGRect(x: -9, y: -20, width: 5, height: 5))
        XCTAssertEqual(found.map(\.path), [.item(0, inSection: 1)])
        let above = layout.layoutAttributes(in: CGRect(x: 0, y: -18, width: 100, height: 3))
        XCTAssertEqual(above.map(\.path), [.item(0, inSection: 0), .item(0, inSection: 1)])
    }

    func testEditsEqualAFreshLayout() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.list(heights: [40, 60, 20], spacing: 8))
        try layout.resizeItem(1, inSection: 0, to: 100)
        try layout.insertItem(at: 3, inSection: 0, extent: 7)
        try layout.insertItems([1, 2, 3], at: 0, inSection: 0)
        try layout.moveItems(0..<2, to: 5, inSection: 0)
        try layout.removeItem(0, inSection: 0)
        // 1 2 3 40 100 20 7 -> 3 40 100 20 7 | 1 2 -> without the 3
        try layout.checkEqual(to: .list(heights: [40, 100, 20, 7, 1, 2], spacing: 8))
    }

    func testScriptsOfManyEdits() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.list(heights: (0..<10).map { Double($0) }))
        var script = EditScript()
        script.move(1..<3, to: 9)
        script.replace(0..<1, extents: [50, 51])
        script.insert(extents: [60], at: 5)
        script.remove(5..<7)
        let change = try layout.apply(script, inSection: 0)
        try layout.checkEqual(to: .list(heights: [50, 51, 3, 4, 60, 7, 8, 1, 2, 9]))
        XCTAssertEqual(change.items, 0..<9)
    }

    func testAllFormsOfHeightsAreEquivalent() throws {
        let heights = [Double](repeating: 44, count: 5) + [Double](repeating: 20, count: 3)
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(runs: [(5, 44), (3, 20)], spacing: 2))
        try layout.checkEqual(to: .list(heights: heights, spacing: 2))
        try layout.reloadSection(0, with: .list(extents: heights, spacing: 2))
        try layout.checkEqual(to: .list(heights: heights, spacing: 2))
        try layout.reloadSection(
            0,
            with: .list(count: 8, spacing: 2) { span in
                for index in span.indices { span[index] = heights[index] }
            })
        try layout.checkEqual(to: .list(heights: heights, spacing: 2))
        try layout.reloadSection(0, with: .list(count: 8, height: 44, spacing: 2))
        try layout.resizeItems(startingAt: 5, inSection: 0, to: [20, 20, 20])
        try layout.checkEqual(to: .list(heights: heights, spacing: 2))
        try layout.reloadItems(5..<8, inSection: 0, with: .runs([ExtentRun(count: 3, extent: 20)]))
        try layout.checkEqual(to: .list(heights: heights, spacing: 2))
    }

    func testABillionRowsTakeUnderAKilobyteAndCanBeResized() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.list(count: 1_000_000_000, height: 44, spacing: 1))
        XCTAssertLessThan(layout.byteCount, 1_024 * 4)
        try layout.resizeItem(500_000_000, inSection: 0, to: 88)
        XCTAssertEqual(layout.frame(ofItem: 999_999_999, inSection: 0).minY, 45 * 999_999_999 + 44)
        XCTAssertEqual(layout.contentSize.height, 45 * 1_000_000_000 - 1 + 44)
    }

    func testHorizontalListsRunAlongX() throws {
        var layout = CollectionViewLayout(crossExtent: 100, scrollDirection: .horizontal)
        try layout.append(
            .list(
                extents: [10, 20], spacing: 5, insets: SectionInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
                header: 7))
        XCTAssertEqual(layout.frameForHeader(inSection: 0), CGRect(x: 0, y: 0, width: 7, height: 100))
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), CGRect(x: 24, y: 1, width: 20, height: 96))
        XCTAssertEqual(layout.contentSize, CGSize(width: 48, height: 100))
    }

    func testManySectionsFromOneArray() throws {
        var layout = CollectionViewLayout(width: 320)
        try layout.append(sectionCounts: [2, 0, 1], heights: [10, 20, 30], spacing: 4, header: 5)
        XCTAssertEqual(layout.numberOfSections, 3)
        XCTAssertEqual(layout.numberOfItems, 3)
        XCTAssertEqual((0..<3).map(layout.numberOfItems(inSection:)), [2, 0, 1])
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 2), CGRect(x: 0, y: 49, width: 320, height: 30))
        XCTAssertThrowsError(try layout.append(sectionCounts: [2, 2], heights: [1, 2, 3])) {
            XCTAssertEqual($0 as? LayoutError, .inconsistentCounts(items: 4, sizes: 3))
        }
        XCTAssertEqual(layout.numberOfSections, 3)
    }

    func testSectionsMoveAndAreRemoved() throws {
        var layout = CollectionViewLayout(width: 100)
        for height in [10.0, 20, 30, 40] { try layout.append(.list(heights: [height])) }
        let change = try layout.moveSections(0..<2, to: 1)
        XCTAssertEqual(change.sections, 0..<3)
        XCTAssertEqual((0..<4).map { layout.frame(ofItem: 0, inSection: $0).height }, [30, 10, 20, 40])
        try layout.remove(sections: 1..<3)
        try layout.insert(.list(heights: [5]), at: 0)
        XCTAssertEqual((0..<3).map { layout.frame(ofItem: 0, inSection: $0).minY }, [0, 5, 35])
        try layout.removeAll()
        XCTAssertEqual(layout.contentSize, CGSize(width: 100, height: 0))
        XCTAssertEqual(layout.layoutAttributes(in: CGRect(x: 0, y: 0, width: 100, height: 100)), [])
    }

    func testItemsMoveBetweenSections() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10, 20, 30]))
        try layout.append(.list(heights: [40]))
        let change = try layout.moveItem(from: .item(1, inSection: 0), to: .item(1, inSection: 1))
        XCTAssertEqual(change.sections, 0..<2)
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 2)
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 1).map(\.height), [40, 20])
        // If one half of an operation fails, the other half is undone.
        try layout.append(.grid(count: 2, itemSize: CGSize(width: 10, height: 10)))
        try layout.moveItem(from: .item(0, inSection: 0), to: .item(0, inSection: 2))
        XCTAssertEqual((0..<3).map(layout.numberOfItems(inSection:)), [1, 2, 3])
        // An item moves into a flow with its visible size; out of a grid it has the size of the grid.
        try layout.append(.flow(sizes: []))
        try layout.moveItem(from: .item(0, inSection: 1), to: .item(0, inSection: 3))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 3).size, CGSize(width: 100, height: 40))
        try layout.moveItem(from: .item(2, inSection: 2), to: .item(1, inSection: 1))
        XCTAssertEqual(layout.frames(ofItems: 0..<2, inSection: 1).map(\.height), [20, 10])
    }

    /// Runs longer than a query's buffer, rows without extent, and a run that cannot be read row by row.
    func testRowsOfRunsAreFoundByQueriesAndVisits() throws {
        let runs: [(count: Int, height: Double)] = [
            (100, 10), (1, 30), (3, 0), (70, 4), (33, 7), (1_000_000_000, 0), (40, 25), (2, 0),
        ]
        for spacing in [0.0, 3] {
            var layout = CollectionViewLayout(width: 100)
            try layout.append(.list(runs: runs, spacing: spacing))
            var rows: [(item: Int, frame: CGRect)] = []
            var (item, y) = (0, 0.0)
            for run in runs {
                if run.height > 0 {
                    for row in 0..<run.count {
                        let top = y + Double(row) * (run.height + spacing)
                        rows.append((item + row, CGRect(x: 0, y: top, width: 100, height: run.height)))
                    }
                }
                item += run.count
                y += Double(run.count) * (run.height + spacing)
            }
            let end = y
            var cursor = LayoutCursor()
            for start in [0, end - 1_300] {
                for height in [60.0, 700] {
                    for top in stride(from: start - 20, to: start + 1_400, by: 13) {
                        let rect = CGRect(x: 0, y: top, width: 100, height: height)
                        let expected = rows.filter { $0.frame.minY < rect.maxY && $0.frame.maxY > rect.minY }
                        let found = layout.layoutAttributes(in: rect)
                        XCTAssertEqual(found.map(\.item), expected.map(\.item), "\(rect), spacing \(spacing)")
                        XCTAssertEqual(found.map(\.frame), expected.map(\.frame), "\(rect), spacing \(spacing)")
                        var visited: [Int] = []
                        layout.forEachItem(in: rect, cursor: &cursor) { _, item, _ in visited.append(item) }
                        XCTAssertEqual(visited, expected.map(\.item), "\(rect), spacing \(spacing)")
                    }
                }
            }
        }
    }

    func testCopiesOutliveTheOriginal() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10, 20, 30]))
        let before = layout
        try layout.removeItem(0, inSection: 0)
        XCTAssertEqual(before.numberOfItems, 3)
        XCTAssertEqual(before.contentSize.height, 60)
        XCTAssertEqual(layout.contentSize.height, 50)
    }
}
