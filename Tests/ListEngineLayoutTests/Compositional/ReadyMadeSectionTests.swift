import Foundation
import ListEngineLayout
import ListEngineTrace
import XCTest

/// Sections made by one call, moving from item to item in them, and pictures.
final class ReadyMadeSectionTests: XCTestCase {
    func testAListIsAsHighAsItsItems() throws {
        let insets = DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        let exact = try compositional(.list(itemHeight: .absolute(44), spacing: 6, insets: insets), count: 2)
        XCTAssertEqual(exact.frames(), [rect(2, 1, 294, 44), rect(2, 51, 294, 44)])
        XCTAssertEqual(exact.contentSize.height, 98)
        let squares = try compositional(.list(itemHeight: .fractionalWidth(0.5)), count: 2)
        XCTAssertEqual(squares.frames(), [rect(0, 0, 300, 150), rect(0, 150, 300, 150)])
        let estimated = try compositional(.list(spacing: 6, insets: insets), count: 2)
        XCTAssertEqual(estimated.frames(), exact.frames())
    }

    func testAGridHasEqualColumns() throws {
        let grid = try compositional(
            .grid(columns: 3, itemHeight: .absolute(40), spacing: 9, insets: .all(6)), count: 4)
        XCTAssertEqual(
            grid.frames(), [rect(6, 6, 90, 40), rect(105, 6, 90, 40), rect(204, 6, 90, 40), rect(6, 55, 90, 40)])
        // Lines of estimated items are as high as their highest item.
        var measured = try compositional(.grid(columns: 2, itemHeight: .estimated(40), spacing: 10), count: 4)
        try measured.measure(item: 1, inSection: 0, size: CGSize(width: 0, height: 70))
        XCTAssertEqual(measured.frames().map(\.minY), [0, 0, 80, 80])
        XCTAssertEqual(measured.frames().map(\.width), [145, 145, 145, 145])
    }

    func testABannerIsAPageForEachItem() throws {
        let layout = try compositional(
            .banner(height: .absolute(90), insets: DirectionalEdgeInsets(top: 5, leading: 16, bottom: 7, trailing: 16)),
            count: 3)
        XCTAssertEqual(layout.frames(), [rect(16, 5, 268, 90), rect(316, 5, 268, 90), rect(616, 5, 268, 90)])
        XCTAssertEqual(layout.contentSize.height, 102)
        XCTAssertEqual(layout.orthogonalScrolling(ofSection: 0)?.behavior, .groupPaging)
        XCTAssertEqual(layout.orthogonalScrolling(ofSection: 0)?.offset(ofPage: 2), 600)
    }

    func testATagCloudBreaksLinesByItsOwnTags() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .tagCloud(sizes: [40, 50, 20, 90, 30].map { CGSize(width: $0, height: 20) }, spacing: 5, lineSpacing: 4))
        XCTAssertEqual(
            layout.frames(),
            [rect(0, 0, 40, 20), rect(45, 0, 50, 20), rect(0, 24, 20, 20), rect(0, 48, 90, 20), rect(0, 72, 30, 20)])
    }

    func testATablesHeaderStaysInView() throws {
        let layout = try compositional(.table(itemHeight: .absolute(40), headerHeight: .absolute(25)), count: 20)
        XCTAssertEqual(
            layout.frameForHeader(inSection: 0, pinnedTo: Viewport(rect(0, 200, 300, 100))), rect(0, 200, 300, 25))
    }

    func testGoingFromItemToItem() throws {
        // One large item with two next to it.
        let column = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(0.5), .fractionalHeight(1)),
            subitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)), count: 2)
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(100)),
            subitems: [CollectionLayoutItem(.fractionalWidth(0.5), .fractionalHeight(1)), column])
        var layout = try compositional(CollectionLayoutSection(group: group), count: 6)
        try layout.append(.compositional(.table(itemHeight: .absolute(30)), count: 2))
        func next(_ item: Int, _ direction: MoveDirection, section: Int = 0) -> String? {
            layout.nextItem(from: .item(item, inSection: section), toward: direction)?.description
        }
        XCTAssertEqual(next(0, .right), "0.1")
        XCTAssertEqual(next(1, .down), "0.2")
        XCTAssertEqual(next(2, .down), "0.4")
        XCTAssertEqual(next(2, .left), "0.0")
        XCTAssertNil(next(2, .right))
        XCTAssertEqual(next(0, .down), "0.3")
        XCTAssertEqual(next(3, .up), "0.0")
        XCTAssertEqual(next(5, .down), "1.0")
        XCTAssertEqual(next(0, .up, section: 1), "0.3")
        XCTAssertNil(next(0, .up))
        XCTAssertNil(next(1, .down, section: 1))
        XCTAssertEqual(layout.nextElement(after: .item(5, inSection: 0)), .header(ofSection: 1))
        XCTAssertEqual(layout.previousElement(before: .item(0, inSection: 1)), .header(ofSection: 1))
        XCTAssertEqual(layout.previousElement(before: .header(ofSection: 1)), .item(5, inSection: 0))
        XCTAssertNil(layout.nextElement(after: .item(1, inSection: 1)))
        let badge = ElementPath(section: 0, item: 2, category: .supplementary)
        XCTAssertEqual(layout.nextElement(after: badge), .item(3, inSection: 0))
        XCTAssertEqual(layout.previousElement(before: badge), .item(2, inSection: 0))
    }

    func testAPictureCutsSectionsThatScrollIndependently() throws {
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(.absolute(10), .absolute(10)), elementKind: "badge",
            containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
        let item = CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1), [badge])
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(.absolute(60), .absolute(30)), repeatingSubitem: item, count: 1))
        section.orthogonalScrollingBehavior = .continuous
        section.decorationItems = [.background(elementKind: "card")]
        let layout = try compositional(section, count: 2, size: CGSize(width: 100, height: 100))
        XCTAssertEqual(
            layout.svg(of: Viewport(rect(-20, 0, 140, 40), sectionOffsets: [0: 10])),
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 140 40" width="140" height="40" font-family="sans-serif" font-size="10">
            <rect x="-20" y="0" width="140" height="40" fill="#fff"/>
            <rect x="0" y="0" width="100" height="30" fill="#f1eef8" stroke="#456" stroke-width="1"/>
            <svg x="0" y="0" width="100" height="40" viewBox="0 0 100 40">
            <rect x="-10" y="0" width="60" height="30" fill="#d6e6fb" stroke="#456" stroke-width="1"/>
            <text x="-6" y="18.5">0.0</text>
            </svg>
            <svg x="0" y="0" width="100" height="40" viewBox="0 0 100 40">
            <rect x="50" y="0" width="60" height="30" fill="#d6e6fb" stroke="#456" stroke-width="1"/>
            <text x="54" y="18.5">0.1</text>
            </svg>
            <rect x="40" y="0" width="10" height="10" fill="#f7c6c5" stroke="#456" stroke-width="1"/>
            <svg x="0" y="0" width="100" height="40" viewBox="0 0 100 40">
            <rect x="100" y="0" width="10" height="10" fill="#f7c6c5" stroke="#456" stroke-width="1"/>
            </svg>
            <rect x="-20" y="0" width="140" height="40" fill="none" stroke="#d33" stroke-width="2" stroke-dasharray="6 4"/>
            </svg>

            """)
    }
}
