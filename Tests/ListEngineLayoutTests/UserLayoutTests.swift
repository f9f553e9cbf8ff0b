import Foundation
import ListEngineLayout
import XCTest

// Classes of a program that are used in addition to its layouts.
@MainActor private final class ProgramCollectionView {}

@MainActor private protocol ProgramDataSource: AnyObject {
    func numberOfItems(inSection section: Int) -> Int
}

@MainActor private final class ProgramSection { var indent: CGFloat = 30 }

@MainActor private final class RowsDataSource: ProgramDataSource {
    var counts = [4, 2]
    func numberOfItems(inSection section: Int) -> Int { counts[section] }
}

/// A section layout with exactly the members of the first version of the protocol.
@MainActor private final class Staircase: CollectionViewSectionLayout {
    var sectionIndex: Int = -1
    weak var collectionView: ProgramCollectionView?
    weak var dataSource: (any ProgramDataSource)?
    weak var section: ProgramSection?

    var prepares: [String] = []
    private var count = 0

    func prepare() {
        count = dataSource?.numberOfItems(inSection: sectionIndex) ?? -1
        prepares.append("\(sectionIndex) \(dataSource != nil) \(section != nil) \(count)")
    }

    func contentHeight() -> CGFloat { CGFloat(count) * 20 + 15 }
    func frameForHeader() -> CGRect { CGRect(x: 0, y: 0, width: 100, height: 10) }
    func frameForFooter() -> CGRect { CGRect(x: 0, y: CGFloat(count) * 20 + 10, width: 100, height: 5) }
    func frameForItem(atIndex index: Int) -> CGRect {
        CGRect(x: CGFloat(index) * (section?.indent ?? 0), y: 10 + CGFloat(index) * 20, width: 50, height: 20)
    }
}

/// The fewest members that conform; a value type.
private struct Scattered: CollectionViewSectionLayout {
    var sectionIndex = 0
    var frames: [CGRect]
    var height: CGFloat
    func prepare() {}
    func contentHeight() -> CGFloat { height }
    func frameForHeader() -> CGRect { .zero }
    func frameForFooter() -> CGRect { .zero }
    func frameForItem(atIndex index: Int) -> CGRect { frames[index] }
}

/// One item as large as the container, which records the values that it receives.
@MainActor private final class Screenful: CollectionViewSectionLayout {
    var sectionIndex = 0
    var context = SectionLayoutContext(itemCount: 0, crossExtent: 0)
    func prepare() {}
    func prepare(in context: SectionLayoutContext) { self.context = context }
    func contentHeight() -> CGFloat { context.mainExtent }
    func frameForHeader() -> CGRect { .zero }
    func frameForFooter() -> CGRect { .zero }
    func frameForItem(atIndex index: Int) -> CGRect {
        CGRect(x: 0, y: 0, width: context.crossExtent / 4, height: context.mainExtent)
    }
}

/// Sections with layouts written by a user.
final class UserLayoutTests: XCTestCase {
    @MainActor func testValuesSetByTheEngineAreVisibleInPrepare() async throws {
        let staircase = Staircase()
        let dataSource = RowsDataSource()
        let section = ProgramSection()
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.list(heights: [100]))
        try layout.append(
            staircase, itemCount: 2, references: SectionLayoutReferences(dataSource: dataSource, section: section))
        XCTAssertEqual(staircase.prepares, ["1 true true 2"])
        XCTAssertTrue(staircase.dataSource === dataSource)
        XCTAssertTrue(staircase.section === section)
        XCTAssertNil(staircase.collectionView)
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 1), CGRect(x: 30, y: 130, width: 50, height: 20))
        XCTAssertEqual(layout.frameForHeader(inSection: 1), CGRect(x: 0, y: 100, width: 100, height: 10))
        XCTAssertEqual(layout.frameForFooter(inSection: 1), CGRect(x: 0, y: 150, width: 100, height: 5))
        XCTAssertEqual(layout.contentSize.height, 155)
    }

    @MainActor func testReferencesOfAnotherTypeAreLeftAlone() async throws {
        let staircase = Staircase()
        let known = RowsDataSource()
        staircase.dataSource = known
        var layout = CollectionViewLayout(width: 390)
        try layout.append(
            staircase, itemCount: 4,
            references: SectionLayoutReferences(dataSource: ProgramSection(), section: ProgramSection()))
        XCTAssertEqual(staircase.prepares, ["0 true true 4"])
        XCTAssertTrue(staircase.dataSource === known)
    }

    @MainActor func testFramesMayOverlapRunBackwardsAndLeaveTheContent() async throws {
        let frames = [
            CGRect(x: 0, y: 500, width: 50, height: 50),
            CGRect(x: 0, y: 0, width: 300, height: 300),
            CGRect(x: 20, y: 20, width: 10, height: 10),
            CGRect(x: -40, y: -200, width: 30, height: 30),
            CGRect(x: 60, y: 900, width: 10, height: 10),
            CGRect(x: 5, y: 100, width: 0, height: 10),
        ]
        var layout = CollectionViewLayout(width: 300)
        try layout.append(.list(heights: [400]))
        try layout.append(Scattered(frames: frames, height: 200), itemCount: frames.count)
        try layout.append(.list(heights: [400]))
        XCTAssertEqual(layout.contentSize.height, 1_000)

        let all =
            [CGRect(x: 0, y: 0, width: 300, height: 400)] + frames.map { $0.offsetBy(dx: 0, dy: 400) }
            + [CGRect(x: 0, y: 600, width: 300, height: 400)]
        for x in stride(from: -100, through: 300, by: 50) {
            for y in stride(from: 100, through: 1_400, by: 50) {
                for extent in [1.0, 60, 700] {
                    let rect = CGRect(x: Double(x), y: Double(y), width: extent, height: extent)
                    let expected = all.filter {
                        $0.minX < rect.maxX && $0.maxX > rect.minX && $0.minY < rect.maxY && $0.maxY > rect.minY
                            && $0.width > 0 && $0.height > 0
                    }
                    XCTAssertEqual(layout.layoutAttributes(in: rect).map(\.frame), expected, "\(rect)")
                }
            }
        }
        // The last item that contains the point is on top.
        XCTAssertEqual(layout.item(at: CGPoint(x: 25, y: 425)), .item(2, inSection: 1))
        XCTAssertEqual(layout.item(at: CGPoint(x: 62, y: 1_305)), .item(4, inSection: 1))
        XCTAssertNil(layout.brokenInvariant())
    }

    @MainActor func testEditsUseTheRecipe() async throws {
        var frames = (0..<5).map { CGRect(x: 0, y: Double($0) * 10, width: 100, height: 10) }
        var layout = CollectionViewLayout(width: 100)
        try layout.append(Scattered(frames: frames, height: 50), itemCount: 5)
        let before = layout

        for refused: () throws -> LayoutChange in [
            { try layout.resizeItem(1, inSection: 0, to: 5) },
            { try layout.resizeItem(1, inSection: 0, to: CGSize(width: 5, height: 5)) },
            { try layout.insertItem(at: 0, inSection: 0, extent: 5) },
            { try layout.insertItems([CGSize(width: 1, height: 1)], at: 0, inSection: 0) },
            { try layout.removeItem(1, inSection: 0) },
            { try layout.moveItems(0..<1, to: 2, inSection: 0) },
            { try layout.setWidth(50) },
            { try layout.setSize(CGSize(width: 50, height: 70)) },
            { try layout.setFlowDirection(.rightToLeft) },
            { try layout.restyleSection(0, like: .list(heights: [])) },
            {
                var script = EditScript()
                script.remove(0..<2)
                return try layout.apply(script, inSection: 0)
            },
        ] {
            XCTAssertThrowsError(try refused()) {
                XCTAssertEqual($0 as? LayoutError, .needsRecipe(section: 0))
            }
        }
        XCTAssertEqual(layout.frames(ofItems: 0..<5, inSection: 0), before.frames(ofItems: 0..<5, inSection: 0))
        XCTAssertEqual(layout.crossExtent, 100)

        frames = (0..<6).map { CGRect(x: 0, y: Double($0) * 12, width: 100, height: 12) }
        let anchor = ScrollAnchor(section: 0, item: 3)
        var change: LayoutChange?
        var scroll = try layout.keeping(anchor) {
            change = try $0.insertItems(count: 1, at: 1, inSection: 0, using: Scattered(frames: frames, height: 72))
        }
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 6)
        XCTAssertEqual(change?.items, 1..<2)
        XCTAssertEqual(scroll.anchor?.item, 4)
        XCTAssertEqual(scroll.scrollDelta, 48 - 30)

        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 0)) {
            try $0.removeItems(0..<2, inSection: 0, using: Scattered(frames: frames, height: 48))
        }
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 4)
        XCTAssertEqual(scroll.anchor?.item, 0)
        XCTAssertEqual(scroll.scrollDelta, -24)

        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 0)) {
            try $0.moveItems(0..<1, to: 3, inSection: 0, using: Scattered(frames: frames, height: 48))
        }
        XCTAssertEqual(scroll.anchor?.item, 3)
        XCTAssertEqual(scroll.scrollDelta, 36)

        try layout.reloadItems(1..<2, inSection: 0, using: Scattered(frames: frames.reversed(), height: 72))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).minY, 60)
        // Whole sections need no recipe.
        try layout.append(.list(heights: [7]))
        try layout.moveSection(1, to: 0)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1).minY, 67)
        try layout.setCrossExtent(50) { section in
            section == 1 ? Scattered(frames: frames, height: 1) : nil
        }
        XCTAssertEqual(layout.contentSize, CGSize(width: 50, height: 8))
        try layout.remove(sections: 1..<2)
        try layout.setWidth(60)
        XCTAssertEqual(layout.crossExtent, 60)
    }

    @MainActor func testTheRecipeReceivesAnotherContainer() async throws {
        let insets = ContainerInsets(safeArea: .all(3))
        var layout = CollectionViewLayout(
            size: CGSize(width: 100, height: 300), displayScale: 2, containerInsets: insets)
        let screenful = Screenful()
        try layout.append(.list(heights: [10]))
        try layout.append(screenful, itemCount: 1)
        XCTAssertEqual(
            screenful.context,
            SectionLayoutContext(
                itemCount: 1, crossExtent: 100, displayScale: 2, mainExtent: 300, containerInsets: insets))
        try layout.append(.list(heights: [10]))

        let anchor = ScrollAnchor(section: 2, item: 0)
        var scroll = try layout.keeping(anchor) {
            try $0.setSize(CGSize(width: 80, height: 200), containerInsets: .zero) { $0 == 1 ? screenful : nil }
        }
        XCTAssertEqual(scroll.scrollDelta, -100)
        XCTAssertEqual(screenful.context.containerInsets, .zero)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1), CGRect(x: 0, y: 10, width: 20, height: 200))

        scroll = try layout.keeping(anchor) { try $0.setFlowDirection(.rightToLeft) { _ in screenful } }
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertEqual(screenful.context.flowDirection, .rightToLeft)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1), CGRect(x: 60, y: 10, width: 20, height: 200))

        XCTAssertThrowsError(try layout.setSize(CGSize(width: 80, height: -1)) { _ in screenful }) {
            XCTAssertEqual($0 as? LayoutError, .unusableMainExtent(value: -1))
        }
        XCTAssertEqual(layout.contentSize, CGSize(width: 80, height: 220))
        // Nothing remains: the view returns to the start.
        let visible = Viewport(CGRect(x: 0, y: 100, width: 80, height: 50))
        XCTAssertEqual(try layout.keeping(anchor, in: visible) { try $0.removeAll() }.scrollDelta, -100)
    }

    @MainActor func testInvalidRectanglesAreReported() async throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [1]))
        let good = CGRect(x: 0, y: 0, width: 10, height: 10)
        let cases: [(CGRect, Double)] = [
            (CGRect(x: CGFloat.infinity, y: 0, width: 1, height: 1), .infinity),
            (CGRect(x: 0, y: 0, width: -3, height: 1), -3),
            (CGRect(x: 0, y: 1e300, width: 3, height: 1), 1e300),
        ]
        for (bad, value) in cases {
            XCTAssertThrowsError(
                try layout.append(Scattered(frames: [good, bad], height: 10), itemCount: 2)
            ) {
                XCTAssertEqual(
                    $0 as? LayoutError,
                    .unusableFrame(section: 1, element: .item(1, inSection: 1), value: value))
            }
        }
        XCTAssertThrowsError(
            try layout.append(
                Scattered(frames: [CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1)], height: 10), itemCount: 1)
        ) {
            guard case .unusableFrame(1, .item(0, inSection: 1), let value)? = $0 as? LayoutError else {
                return XCTFail("\($0)")
            }
            XCTAssertTrue(value.isNaN)
        }
        XCTAssertThrowsError(try layout.append(Scattered(frames: [], height: -1), itemCount: 0)) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 1, item: nil, value: -1))
        }
        XCTAssertEqual(layout.numberOfSections, 1)
    }

    @MainActor func testStockLayoutsReturnWhatTheListShows() async throws {
        var flow = CollectionViewSectionFlowLayout()
        flow.itemSizes = .each { CGSize(width: 40 + $0 % 3 * 20, height: 30 + $0 % 5) }
        flow.insets = .all(7)
        flow.headerHeight = 20
        var list = ListSectionLayout()
        list.itemHeights = .bulk { span in for index in span.indices { span[index] = Double(index * 3) } }
        list.spacing = 2
        list.footerHeight = 9
        var grid = GridSectionLayout(columns: .count(4), itemHeight: 33)
        grid.interitemSpacing = 3
        let fitting = GridSectionLayout(columns: .fitting(itemWidth: 70), itemHeight: 20)
        let stock: [any CollectionViewSectionLayout] = [flow, list, grid, fitting, ListSectionLayout()]

        for direction in [ScrollDirection.vertical, .horizontal] {
            var layout = CollectionViewLayout(crossExtent: 300, scrollDirection: direction)
            for each in stock { try layout.append(each, itemCount: 20) }
            for (section, each) in stock.enumerated() {
                var each = each
                each.prepare(
                    in: SectionLayoutContext(itemCount: 20, crossExtent: 300, scrollDirection: direction))
                let start = layout.frame(ofSection: section)
                let (dx, dy) = (start.minX, start.minY)
                XCTAssertEqual(each.contentExtent, direction == .vertical ? start.height : start.width)
                for item in 0..<20 {
                    XCTAssertEqual(
                        each.frameForItem(atIndex: item).offsetBy(dx: dx, dy: dy),
                        layout.frame(ofItem: item, inSection: section), "section \(section) item \(item)")
                }
                XCTAssertEqual(each.frameForItem(atIndex: 20), .zero)
                XCTAssertEqual(
                    layout.frameForHeader(inSection: section),
                    each.frameForHeader().isEmpty ? nil : each.frameForHeader().offsetBy(dx: dx, dy: dy))
            }
        }
    }

    @MainActor func testOriginAndSizeOfAFrameAreRoundedOnceEach() async throws {
        let third = CGFloat(1) / 3
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [Double(third)]))
        try layout.append(
            Scattered(frames: [CGRect(x: third, y: third, width: third, height: third)], height: 1), itemCount: 1)
        let unit: CGFloat = 1 / 1_048_576
        let rounded = (third / unit).rounded(.toNearestOrEven) * unit
        XCTAssertEqual(
            layout.frame(ofItem: 0, inSection: 1),
            CGRect(x: rounded, y: 2 * rounded, width: rounded, height: rounded))
    }
}
