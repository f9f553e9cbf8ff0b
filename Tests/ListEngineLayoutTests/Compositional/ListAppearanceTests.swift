import Foundation
import ListEngineLayout
import XCTest

/// Separators, and the backgrounds of grouped lists.
final class ListAppearanceTests: XCTestCase {
    private let separator = ElementKind(CollectionLayoutListConfiguration.separatorKind)

    private func rows(
        _ appearance: CollectionLayoutListConfiguration.Appearance = .plain, scale: CGFloat = 2,
        _ change: (inout CollectionLayoutListConfiguration) -> Void = { _ in }
    ) -> CollectionLayoutSection {
        var configuration = CollectionLayoutListConfiguration(appearance: appearance)
        configuration.itemHeight = .absolute(40)
        change(&configuration)
        return .list(
            using: configuration,
            layoutEnvironment: CollectionLayoutEnvironment(
                container: CollectionLayoutContainer(contentSize: CGSize(width: 300, height: 600)), displayScale: scale)
        )
    }

    private func separators(_ layout: CollectionViewLayout) -> [CGRect] {
        layout.all().filter { $0.category == .supplementary }.map(\.frame)
    }

    func testASeparatorIsBetweenTwoRows() throws {
        var layout = try compositional(rows(), count: 3, scale: 2)
        let all = [rect(16, 39.5, 284, 0.5), rect(16, 79.5, 284, 0.5)]
        XCTAssertEqual(separators(layout), all)
        // Rows are where they are without separators.
        XCTAssertEqual(layout.frames(), try compositional(rows { $0.showsSeparators = false }, count: 3).frames())
        XCTAssertEqual(layout.frame(ofSupplementaryItemOfKind: separator, at: 1, inSection: 0), all[1])
        XCTAssertNil(layout.frame(ofSupplementaryItemOfKind: separator, at: 2, inSection: 0))
        // Another row follows the last one.
        try layout.insertItems(count: 1, at: 3, inSection: 0)
        XCTAssertEqual(separators(layout), all + [rect(16, 119.5, 284, 0.5)])
        try layout.removeItems(0..<3, inSection: 0)
        XCTAssertEqual(separators(layout), [])
        try layout.removeItems(0..<1, inSection: 0)
        XCTAssertEqual(layout.all(), [])
    }

    func testTheLastRowOfAGroupOfRowsHasASeparatorUnlessItIsTheLastOfTheSection() throws {
        let line = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(1)), elementKind: "line",
            containerAnchor: CollectionLayoutAnchor(edges: .bottom))
        line.isSeparator = true
        let group = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(60)),
            subitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)), count: 2)
        group.supplementaryItems = [line]
        for (count, ends) in [(1, []), (2, []), (3, [60]), (4, [60]), (5, [60, 120])] as [(Int, [CGFloat])] {
            let layout = try compositional(CollectionLayoutSection(group: group), count: count)
            XCTAssertEqual(separators(layout).map(\.maxY), ends, "\(count) items")
            let found = (0..<3).compactMap {
                layout.frame(ofSupplementaryItemOfKind: ElementKind("line"), at: $0, inSection: 0)?.maxY
            }
            XCTAssertEqual(found, ends, "\(count) items")
        }
    }

    func testSeparatorsAreInTheMiddleOfTheSpaceBetweenRows() throws {
        let section = rows {
            $0.spacing = 9
            $0.separatorHeight = 1
            $0.separatorInsets = DirectionalEdgeInsets(leading: 10, trailing: 30)
        }
        XCTAssertEqual(separators(try compositional(section, count: 2)), [rect(10, 44, 260, 1)])
        XCTAssertEqual(
            separators(try compositional(section, count: 2, flow: .rightToLeft)), [rect(30, 44, 260, 1)])
    }

    func testSeparatorsFollowMeasuredRows() throws {
        var layout = try compositional(rows(scale: 1) { $0.itemHeight = .estimated(40) }, count: 3, scale: 1)
        try layout.measure(item: 1, inSection: 0, size: CGSize(width: 300, height: 72))
        XCTAssertEqual(separators(layout).map(\.maxY), [40, 112])
    }

    func testAGroupedListHasABackgroundBehindItsRowsOnly() throws {
        let section = rows(.insetGrouped, scale: 1) {
            $0.headerHeight = .absolute(30)
            $0.footerHeight = .absolute(20)
            $0.separatorInsets = .zero
        }
        var layout = try compositional(section, count: 2, scale: 1)
        func background() -> [CGRect] { layout.all().filter { $0.category == .decoration }.map(\.frame) }
        XCTAssertEqual(layout.frames(), [rect(16, 38, 268, 40), rect(16, 78, 268, 40)])
        XCTAssertEqual(background(), [rect(16, 38, 268, 80)])
        XCTAssertEqual(separators(layout), [rect(16, 77, 268, 1)])
        XCTAssertEqual(layout.contentSize.height, 30 + 8 + 80 + 24 + 20)
        XCTAssertFalse(section.boundarySupplementaryItems[0].pinToVisibleBounds)
        try layout.insertItems(count: 1, at: 2, inSection: 0)
        XCTAssertEqual(background(), [rect(16, 38, 268, 120)])
        try layout.removeItems(0..<3, inSection: 0)
        XCTAssertEqual(background(), [])
        XCTAssertEqual(layout.contentSize.height, 50)
        XCTAssertTrue(rows(.plain) { $0.headerHeight = .absolute(30) }.boundarySupplementaryItems[0].pinToVisibleBounds)
    }

    func testHeadersHaveSpaceBeforeThemUntilTheyArePinned() throws {
        let section = rows(.plain) {
            $0.headerHeight = .absolute(30)
            $0.footerHeight = .absolute(20)
            $0.headerTopPadding = 22
        }
        var layout = CollectionViewLayout(size: CGSize(width: 300, height: 100), displayScale: 2)
        for count in [2, 0, 1] { try layout.append(.compositional(section, count: count)) }
        func headers(at offset: CGFloat) -> [CGFloat] {
            let viewport = Viewport(CGRect(x: 0, y: offset, width: 300, height: 100))
            return (0..<3).compactMap { layout.frameForHeader(inSection: $0, pinnedTo: viewport)?.minY }
        }
        XCTAssertEqual(layout.frames(), [rect(0, 52, 300, 40), rect(0, 92, 300, 40)])
        XCTAssertEqual((0..<3).map { layout.frame(ofSection: $0).minY }, [0, 152, 224])
        XCTAssertEqual(headers(at: -50), [22, 174, 246])
        XCTAssertEqual(headers(at: 22), [22, 174, 246])
        XCTAssertEqual(headers(at: 60), [60, 174, 246])
        XCTAssertEqual(headers(at: 150), [122, 174, 246])
        XCTAssertEqual(layout.contentSize.height, 336)
        // Without headers there is no space.
        let plain = rows(.plain) { $0.headerTopPadding = 22 }
        XCTAssertEqual(try compositional(plain, count: 1).frames(), [rect(0, 0, 300, 40)])
    }

    func testTheFirstItemIsTheHeader() throws {
        let section = rows(.insetGrouped) {
            $0.headerHeight = .absolute(30)
            $0.headerMode = .firstItemInSection
            $0.headerTopPadding = 5
        }
        let layout = try compositional(section, count: 2)
        XCTAssertEqual(layout.frames(), [rect(16, 13, 268, 40), rect(16, 53, 268, 40)])
        XCTAssertNil(layout.frameForHeader(inSection: 0))
    }

    func testUnusableLengthsLeaveTheRowsWhereTheyAre() throws {
        for unusable in [CGFloat.nan, .infinity, -.infinity, -5] {
            for mode in [CollectionLayoutListConfiguration.HeaderMode.supplementary, .firstItemInSection] {
                let section = rows {
                    $0.headerHeight = .absolute(30)
                    $0.headerMode = mode
                    $0.headerTopPadding = unusable
                }
                let start: CGFloat = mode == .supplementary ? 30 : 0
                XCTAssertEqual(try compositional(section, count: 1).frames().map(\.minY), [start], "\(unusable)")
            }
        }
        for unusable in [CGFloat.nan, .infinity, -.infinity, -5, 1e30] {
            let section = rows {
                $0.separatorHeight = unusable
                $0.separatorInsets = DirectionalEdgeInsets(leading: unusable, trailing: unusable)
            }
            let layout = try compositional(section, count: 3)
            XCTAssertEqual(layout.frames().map(\.minY), [0, 40, 80], "\(unusable)")
            XCTAssertLessThanOrEqual(separators(layout).count, 2)
        }
        let layout = try compositional(rows(scale: .nan), count: 2)
        XCTAssertEqual(separators(layout).map(\.height), [1])
    }

    @MainActor
    func testAWholeListHasOneAppearance() throws {
        var configuration = CollectionLayoutListConfiguration()
        configuration.itemHeight = .absolute(40)
        let layout = try CollectionViewCompositionalLayout.list(using: configuration).layout(
            itemCounts: [2, 0, 2], in: ListContainer(size: CGSize(width: 100, height: 600), displayScale: 4))
        XCTAssertEqual(separators(layout).map(\.minY), [39.75, 119.75])
    }
}
