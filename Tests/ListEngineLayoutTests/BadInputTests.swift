import Foundation
import ListEngineLayout
import XCTest

/// Invalid input is refused with its position and value, and nothing is lost.
final class BadInputTests: XCTestCase {
    private func layout() throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10, 20, 30], spacing: -5))
        try layout.append(.flow(sizes: [CGSize(width: 10, height: 10), CGSize(width: 20, height: 20)], spacing: -3))
        return layout
    }

    /// The operation throws the error, and every frame is unchanged.
    private func refused(
        _ error: LayoutError, line: UInt = #line, _ operation: (inout CollectionViewLayout) throws -> Void
    ) throws {
        var layout = try layout()
        let before = layout
        XCTAssertThrowsError(try operation(&layout), line: line) { thrown in
            // NaN is not equal to itself, so errors are compared as text.
            XCTAssertEqual("\(thrown)", "\(error)", line: line)
        }
        XCTAssertEqual(layout.contentSize, before.contentSize, line: line)
        XCTAssertEqual(layout.numberOfSections, before.numberOfSections, line: line)
        for section in 0..<2 {
            let count = before.numberOfItems(inSection: section)
            XCTAssertEqual(layout.numberOfItems(inSection: section), count, line: line)
            XCTAssertEqual(
                layout.frames(ofItems: 0..<count, inSection: section),
                before.frames(ofItems: 0..<count, inSection: section), line: line)
        }
        XCTAssertNil(layout.brokenInvariant(), line: line)
    }

    /// A message says what was wrong with the value that it shows.
    func testMessagesNameTheRuleThatALengthBreaks() throws {
        let rules: [(Double, String)] = [
            (-1, "a finite length that is not negative"), (.nan, "a finite length that is not negative"),
            (.infinity, "a finite length that is not negative"), (1e15, "a length of at most 2^42 points"),
            (3, "a length that is not smaller than the magnitude of the negative spacing"),
        ]
        for (height, rule) in rules {
            let size = CGSize(width: 10, height: height)
            for recipe: SectionRecipe in [
                .list(heights: [10, height], spacing: -5),
                .waterfall(heights: [10, height], columns: 2, lineSpacing: -5),
                .flow(sizes: [CGSize(width: 10, height: 10), size], lineSpacing: -5),
            ] {
                var layout = CollectionViewLayout(width: 100)
                XCTAssertThrowsError(try layout.append(recipe)) {
                    XCTAssertEqual("\($0)", "section 0, item 1: expected \(rule), found \(height)")
                }
            }
        }
    }

    /// The sum of the counts may equal the number of existing items.
    func testRunsOfANegativeCount() throws {
        let runs = [ExtentRun(count: 5, extent: 10), ExtentRun(count: -2, extent: 10)]
        try refused(.unusableValue(section: 2, item: nil, value: -2)) {
            try $0.append(.list(runs: [(5, 10), (-2, 10)]))
        }
        let three = Array(repeating: CGSize(width: 10, height: 10), count: 3)
        let recipes: [SectionRecipe] = [
            .list(heights: [1, 2, 3]), .flow(sizes: three), .flow(sizes: three, packing: .overlapping),
            .waterfall(heights: [1, 2, 3], columns: 2), .grid(count: 3, itemSize: three[0]),
            .compositional(.list(itemHeight: .estimated(10)), count: 3),
        ]
        for recipe in recipes {
            var layout = CollectionViewLayout(width: 100)
            try layout.append(recipe)
            let frames = layout.frames(ofItems: 0..<3, inSection: 0)
            for operation in [
                { (layout: inout CollectionViewLayout) in
                    try layout.resizeItems(startingAt: 0, inSection: 0, to: .runs(runs))
                }, { try $0.insertItems(.runs(runs), at: 1, inSection: 0) },
            ] {
                XCTAssertThrowsError(try operation(&layout)) {
                    XCTAssertEqual("\($0)", "\(LayoutError.unusableValue(section: 0, item: nil, value: -2))")
                }
                XCTAssertEqual(layout.frames(ofItems: 0..<layout.numberOfItems(inSection: 0), inSection: 0), frames)
            }
        }
    }

    func testInvalidSizes() throws {
        for bad in [Double.nan, .infinity, -.infinity, -1, 1e300, -5e-6] {
            try refused(.unusableValue(section: 2, item: 1, value: bad)) {
                try $0.append(.list(heights: [10, bad, 10]))
            }
            try refused(.unusableValue(section: 2, item: 1, value: bad)) {
                try $0.append(.flow(sizes: [.zero, CGSize(width: 10, height: bad)]))
            }
            try refused(.unusableValue(section: 2, item: 0, value: bad)) {
                try $0.append(.flow(sizes: [CGSize(width: bad, height: 3)]))
            }
            try refused(.unusableValue(section: 2, item: 1, value: bad)) {
                try $0.append(.flow(sizes: [.zero, CGSize(width: 10, height: bad)], packing: .overlapping))
            }
            try refused(.unusableValue(section: 2, item: nil, value: bad)) {
                try $0.append(.grid(count: 4, itemSize: CGSize(width: 3, height: bad)))
            }
            try refused(.unusableValue(section: 2, item: nil, value: bad)) {
                try $0.append(.list(heights: [], header: bad))
            }
        }
        // Negative extents of three parts of the layout itself.
        for bad in [Double.nan, .infinity, 4, 1e300] {
            try refused(.unusableValue(section: 0, item: 1, value: bad)) {
                try $0.resizeItem(1, inSection: 0, to: CGFloat(bad))
            }
            try refused(.unusableValue(section: 0, item: 1, value: bad)) {
                _ = try $0.keeping(ScrollAnchor(section: 1, item: 1)) {
                    try $0.resizeItem(1, inSection: 0, to: CGFloat(bad))
                }
            }
        }
        for bad in [Double.nan, -1] {
            try refused(.unusableValue(section: 1, item: 1, value: bad)) {
                try $0.resizeItem(1, inSection: 1, to: CGSize(width: 10, height: bad))
            }
        }
        try refused(.unusableValue(section: 1, item: 0, value: 2)) {
            // Below minus the spacing of -3.
            try $0.resizeItem(0, inSection: 1, to: CGSize(width: 2, height: 10))
        }
        try refused(.unusableValue(section: 1, item: 0, value: -7)) { try $0.resizeItem(0, inSection: 1, to: -7) }
    }

    func testItemsAreReportedByTheirIndexInTheInput() throws {
        try refused(.unusableValue(section: 0, item: 3, value: .nan)) {
            try $0.insertItems([10, .nan], at: 2, inSection: 0)
        }
        try refused(.unusableValue(section: 0, item: 1, value: 1)) {
            try $0.insertItem(at: 1, inSection: 0, extent: 1)
        }
        try refused(.unusableValue(section: 3, item: 1, value: -1)) {
            try $0.append(sectionCounts: [2, 3], heights: [1, 1, 1, -1, 1])
        }
    }

    func testInvalidSections() throws {
        try refused(.unusableValue(section: 2, item: nil, value: .nan)) {
            try $0.append(.list(heights: [], insets: SectionInsets(top: .nan)))
        }
        try refused(.unusableValue(section: 2, item: nil, value: 5)) {
            // The pitch along the line must be positive.
            try $0.append(.grid(count: 4, itemSize: CGSize(width: 5, height: 5), spacing: -5))
        }
        try refused(.unusableValue(section: 2, item: nil, value: 0)) {
            try $0.append(.grid(count: 4, columns: 0, itemHeight: 5))
        }
        try refused(.unusableValue(section: 2, item: nil, value: -4)) {
            try $0.append(.grid(count: -4, columns: 1, itemHeight: 5))
        }
        try refused(.inconsistentCounts(items: -1, sizes: 2)) {
            try $0.append(sectionCounts: [3, -1], heights: [1, 1])
        }
        try refused(.otherKind(section: 0)) { try $0.restyleSection(0, like: .flow(sizes: [])) }
        // The error names an item that the new spacing does not allow.
        try refused(.unusableValue(section: 0, item: 1, value: 20)) { layout in
            try layout.resizeItem(0, inSection: 0, to: 30 as CGFloat)
            defer { _ = try? layout.resizeItem(0, inSection: 0, to: 10 as CGFloat) }
            try layout.restyleSection(0, like: .list(heights: [], spacing: -25))
        }
        for width in [CGFloat.nan, -1, .infinity, 1e30] {
            try refused(.unusableCrossExtent(value: Double(width))) { try $0.setWidth(width) }
        }
    }

    func testTotalsPastTheLimits() throws {
        let high = 4e11
        try refused(.tooLarge(section: 2)) { try $0.append(.list(count: 1_000, height: CGFloat(high))) }
        try refused(.tooLarge(section: 2)) { try $0.append(.list(heights: [Double](repeating: high, count: 11))) }
        try refused(.tooLarge(section: 0)) {
            try $0.insertItems(.repeated(count: 12, size: CGSize(width: high, height: high)), at: 0, inSection: 0)
        }
        try refused(.tooLarge(section: 2)) {
            try $0.append(.grid(count: 1 << 41, itemSize: CGSize(width: 1, height: 0.001)))
        }
    }

    func testInvalidCountsAreRefused() throws {
        let size = CGSize(width: 3, height: 3)
        let pairs = [
            (-3, LayoutError.unusableValue(section: 2, item: nil, value: -3)), (1 << 50, .tooLarge(section: 2)),
        ]
        for (count, error) in pairs {
            try refused(error) { try $0.append(.list(count: count, height: 3)) }
            try refused(error) { try $0.append(.flow(count: count, size: size)) }
            try refused(error) { try $0.append(.flow(count: count, size: size, packing: .overlapping)) }
        }
        try refused(.unusableValue(section: 2, item: nil, value: -3)) { try $0.append(.list(count: -3) { _ in }) }
        try refused(.tooLarge(section: 2)) { try $0.append(.list(runs: [(.max, 3), (.max, 4)])) }
        try refused(.unusableValue(section: 2, item: nil, value: -3)) { try $0.append(.list(runs: [(-3, 3), (5, 4)])) }
        try refused(.unusableValue(section: 0, item: nil, value: -1)) {
            try $0.resizeItems(startingAt: 1, inSection: 0, to: .repeated(count: -1, size: size))
        }
        // Counts of a grid: the anchor is looked up before they are refused.
        var grid = CollectionViewLayout(width: 100)
        try grid.append(.grid(count: 5, columns: 2, itemHeight: 3))
        var script = EditScript()
        script.insert(count: .max, at: 0)
        script.insert(count: .max, at: 1)
        for anchor in [nil, ScrollAnchor(section: 0, item: 2)] {
            XCTAssertThrowsError(try grid.keeping(anchor) { try $0.insertItems(count: .max, at: 0, inSection: 0) }) {
                XCTAssertEqual($0 as? LayoutError, .tooLarge(section: 0))
            }
            XCTAssertThrowsError(try grid.keeping(anchor) { try $0.apply(script, inSection: 0) }) {
                XCTAssertEqual($0 as? LayoutError, .tooLarge(section: 0))
            }
        }
        XCTAssertEqual(grid.numberOfItems, 5)
        // The same with another section whose items have numbers. The layout then stores a number for every item.
        var negative = EditScript()
        negative.insert(count: -3, at: 0)
        var many = EditScript()
        many.insert(count: 1 << 39, at: 2)
        for hasNumbers in [false, true] {
            if hasNumbers { try grid.append(.list(numbers: [40, 80], by: .wrapping(lineHeight: 10))) }
            let items = grid.numberOfItems
            for (script, error) in [
                (script, LayoutError.tooLarge(section: 0)), (negative, .overlappingEdits(section: 0, edit: 0)),
            ] {
                XCTAssertThrowsError(try grid.apply(script, inSection: 0)) { XCTAssertEqual($0 as? LayoutError, error) }
            }
            XCTAssertEqual(grid.numberOfItems, items)
            var grown = grid
            try grown.apply(many, inSection: 0)
            XCTAssertEqual(grown.numberOfItems, items + 1 << 39)
        }
    }

    func testAScriptTakesItemsInOneForm() throws {
        var script = EditScript()
        script.insert(extents: [20], at: 0)
        script.insert(sizes: [CGSize(width: 20, height: 20)], at: 1)
        try refused(.needsSizes(section: 0)) { try $0.apply(script, inSection: 0) }
        try refused(.needsSizes(section: 1)) { try $0.apply(script, inSection: 1) }
    }

    func testScriptsThatOverlapOrReachTooFar() throws {
        func script(_ fill: (inout EditScript) -> Void) -> EditScript {
            var script = EditScript()
            fill(&script)
            return script
        }
        let bad: [(Int, EditScript)] = [
            (
                1,
                script {
                    $0.remove(0..<2)
                    $0.remove(1..<3)
                }
            ),
            (0, script { $0.remove(2..<4) }),
            (
                1,
                script {
                    $0.remove(0..<1)
                    $0.insert(extents: [40], at: 4)
                }
            ),
            (1, script { $0.move(0..<3, to: 1) }),
        ]
        for (edit, script) in bad {
            try refused(.overlappingEdits(section: 0, edit: edit)) { try $0.apply(script, inSection: 0) }
            try refused(.overlappingEdits(section: 0, edit: edit)) {
                _ = try $0.keeping(ScrollAnchor(section: 0, item: 1)) { try $0.apply(script, inSection: 0) }
            }
        }
        try refused(.unusableValue(section: 0, item: 1, value: .nan)) {
            try $0.apply(script { $0.insert(extents: [20, .nan], at: 1) }, inSection: 0)
        }
    }

    func testFaultsAreReportedWhereNothingCanThrow() throws {
        var layout = CollectionViewLayout(width: -3)
        XCTAssertEqual(layout.contentSize.width, 0)
        XCTAssertEqual(layout.diagnostics.recent.map(\.code), [.unusableCrossExtent])
        XCTAssertEqual(layout.diagnostics.recent.first?.value, -3)

        let heard = Heard()
        layout.diagnostics.handler = { heard.add($0) }
        for round in 0..<70 {
            var recipe = SectionRecipe.list(heights: [1, -Double(round) - 1, .nan, 4], spacing: round == 0 ? -2 : 0)
            recipe.raisesUnusableSizes = true
            try layout.append(recipe)
        }
        // Raised to the least usable size: 0, or the negated spacing.
        XCTAssertEqual(layout.frames(ofItems: 0..<4, inSection: 0).map(\.height), [2, 2, 2, 4])
        XCTAssertEqual(layout.frames(ofItems: 0..<4, inSection: 1).map(\.height), [1, 0, 0, 4])
        XCTAssertEqual(layout.diagnostics.recent.count, 64)
        XCTAssertEqual(layout.diagnostics.recent.last?.section, 69)
        XCTAssertEqual(layout.diagnostics.recent.last?.item, 1)
        XCTAssertEqual(layout.diagnostics.recent.last?.value, -70)
        XCTAssertEqual(layout.diagnostics.count(of: .unusableSize), 3 + 69 * 2)
        XCTAssertEqual(heard.count, 70)
    }
}

private final class Heard: @unchecked Sendable {
    private(set) var count = 0
    func add(_: LayoutDiagnostic) { count += 1 }
}
