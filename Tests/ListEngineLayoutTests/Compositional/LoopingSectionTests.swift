import Foundation
import ListEngineLayout
import XCTest

/// Sections whose first group follows the last one.
final class LoopingSectionTests: XCTestCase {
    /// Groups of 120 with spacing 10, so that five repeat after 650, in a list 300 wide.
    private func layout(
        _ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior = .groupPaging, count: Int = 5,
        flow: FlowDirection = .leftToRight
    ) throws -> CollectionViewLayout {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(.absolute(120), .absolute(80)), spacing: 10,
            insets: DirectionalEdgeInsets(leading: 15, trailing: 25), behavior: behavior)
        section.orthogonalScrollingProperties.loops = true
        return try compositional(section, count: count, flow: flow)
    }

    /// The items in the visible part, and the start of each from its leading edge.
    private func shown(_ layout: CollectionViewLayout, at offset: CGFloat) -> [Int: CGFloat] {
        let visible = CGRect(x: 0, y: 0, width: 300, height: 600)
        let elements = layout.layoutAttributes(in: Viewport(visible, sectionOffsets: [0: offset]))
        XCTAssertEqual(Set(elements.map(\.path)).count, elements.count, "an element is shown twice")
        for element in elements {
            let middle = CGPoint(x: max(1, min(299, element.frame.midX)), y: 40)
            XCTAssertEqual(layout.item(at: middle, sectionOffsets: [0: offset]), element.path)
        }
        return Dictionary(
            uniqueKeysWithValues: elements.map {
                ($0.item, layout.flowDirection == .leftToRight ? $0.frame.minX : 300 - $0.frame.maxX)
            })
    }

    func testTheFirstGroupFollowsTheLast() throws {
        for flow in [FlowDirection.leftToRight, .rightToLeft] {
            let layout = try layout(flow: flow)
            let scrolling = try XCTUnwrap(layout.orthogonalScrolling(ofSection: 0))
            XCTAssertTrue(scrolling.loops)
            XCTAssertEqual(scrolling.period, 650)
            XCTAssertEqual(scrolling.pageCount, 5)
            XCTAssertEqual(shown(layout, at: 0), [0: 15, 1: 145, 2: 275, 4: -115])
            XCTAssertEqual(shown(layout, at: 520), [3: -115, 4: 15, 0: 145, 1: 275])
            // A turn further, or before, shows the same; a far one too.
            for turn in [-3, -1, 1, 2, 1_000_000] as [CGFloat] {
                XCTAssertEqual(shown(layout, at: 520 + 650 * turn), shown(layout, at: 520))
                XCTAssertEqual(scrolling.page(at: 520 + 650 * turn), 4)
                XCTAssertEqual(scrolling.page(at: 586 + 650 * turn), 0)
            }
        }
    }

    /// An item must not be visible twice: it would need two places.
    func testFewGroupsDoNotLoop() throws {
        for (count, loops) in [(0, false), (1, false), (2, false), (3, false), (4, true)] {
            let scrolling = try XCTUnwrap(layout(count: count).orthogonalScrolling(ofSection: 0))
            XCTAssertEqual(scrolling.loops, loops, "\(count)")
            XCTAssertEqual(scrolling.period, loops ? CGFloat(130 * count) : 0)
        }
        XCTAssertEqual(shown(try layout(count: 3), at: 0), [0: 15, 1: 145, 2: 275])
        // Pages as wide as the list need two.
        let banner = CollectionLayoutSection.banner(height: .absolute(80))
        banner.orthogonalScrollingProperties.loops = true
        let two = try compositional(banner, count: 2)
        XCTAssertEqual(shown(two, at: 450), [1: -150, 0: 150])
        XCTAssertEqual(try XCTUnwrap(compositional(banner, count: 1).orthogonalScrolling(ofSection: 0)).loops, false)
    }

    func testGesturesEndAtThePageAfterTheLast() throws {
        let scrolling = try XCTUnwrap(layout().orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(scrolling.targetOffset(forProposed: 900, velocity: 2, from: 520), 650)
        XCTAssertEqual(scrolling.targetOffset(forProposed: -200, velocity: -2, from: 0), -130)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 600, velocity: 0, from: 650), 650)
        let centred = try XCTUnwrap(layout(.groupPagingCentered).orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(centred.offset(ofPage: 0), -75)
        XCTAssertEqual(centred.targetOffset(forProposed: 540, velocity: 2, from: 445), 575)
        let free = try XCTUnwrap(layout(.continuous).orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(free.targetOffset(forProposed: 12_345, velocity: 2, from: 445), 12_345)
        // A turn of 650 has two pages of 300 and the rest.
        let paged = try XCTUnwrap(layout(.paging).orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(paged.pageCount, 3)
        XCTAssertEqual(paged.targetOffset(forProposed: 700, velocity: 2, from: 600), 650)
        XCTAssertEqual(paged.page(at: 640), 0)
        XCTAssertEqual(paged.targetOffset(forProposed: -40, velocity: -2, from: 0), -50)
    }

    func testAnItemIsReachedOnTheShorterWay() throws {
        let layout = try layout()
        func offset(_ item: Int, from current: CGFloat) -> CGFloat {
            layout.sectionOffset(showingItem: item, inSection: 0, at: .start, from: current)
        }
        XCTAssertEqual(offset(0, from: 520), 665)
        XCTAssertEqual(offset(4, from: 0), -115)
        XCTAssertEqual(offset(1, from: 0), 145)
    }

    func testArrowsGoRound() throws {
        for flow in [FlowDirection.leftToRight, .rightToLeft] {
            let layout = try layout(flow: flow)
            let (back, on): (MoveDirection, MoveDirection) =
                flow == .leftToRight ? (.left, .right) : (.right, .left)
            XCTAssertEqual(layout.nextItem(from: .item(4, inSection: 0), toward: on), .item(0, inSection: 0))
            XCTAssertEqual(layout.nextItem(from: .item(0, inSection: 0), toward: back), .item(4, inSection: 0))
            XCTAssertEqual(layout.nextItem(from: .item(2, inSection: 0), toward: on), .item(3, inSection: 0))
            XCTAssertNil(layout.nextItem(from: .item(4, inSection: 0), toward: .next))
        }
        XCTAssertNil(try layout(count: 2).nextItem(from: .item(1, inSection: 0), toward: .right))
    }

    /// A measured group after those on the right does not hide where they end.
    func testTheNearestItemIsAmongTheGroupsOnItsSide() throws {
        let size = CollectionLayoutSize(.estimated(120), .absolute(80))
        let section = CollectionLayoutSection(
            group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
        section.interGroupSpacing = 10
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.loops = true
        var layout = try compositional(section, count: 8)
        try layout.measure(item: 5, inSection: 0, size: CGSize(width: 140, height: 80))
        XCTAssertEqual(layout.orthogonalScrolling(ofSection: 0)?.period, 1_060)
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: 2_000, y: 40)), .item(2, inSection: 0))
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: -2_000, y: 40)), .item(3, inSection: 0))
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: -70, y: 40)), .item(7, inSection: 0))
    }

    func testAMillionGroupsCostWhatTenCost() throws {
        let layout = try layout(count: 1_000_000)
        XCTAssertEqual(shown(layout, at: 130 * 999_999), [999_998: -115, 999_999: 15, 0: 145, 1: 275])
        var cursor = LayoutCursor()
        let viewport = Viewport(CGRect(x: 0, y: 0, width: 300, height: 600), sectionOffsets: [0: 130 * 999_999])
        layout.forEachElement(in: viewport, cursor: &cursor) { _ in }
        XCTAssertLessThan(cursor.work.nodesVisited, 30)
    }
}
