import Foundation
import ListEngineLayout
import XCTest

/// Handlers that change elements about to be shown.
final class VisibleItemsTests: XCTestCase {
    @MainActor
    func testAHandlerSeesItsSectionAndChangesWhatIsShown() async throws {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(.absolute(100), .absolute(50)), behavior: .groupPagingCentered)
        let seen = Seen()
        section.visibleItemsInvalidationHandler = { items, offset, environment in
            seen.paths = items.map(\.path.description)
            seen.offset = offset
            seen.container = environment.container.contentSize
            for item in items {
                // As carousels do it: by the distance from the middle.
                let distance = abs(item.frame.midX - offset.x - environment.container.contentSize.width / 2)
                item.alpha = distance < 50 ? 1 : 0.5
                item.zIndex = distance < 50 ? 1 : 0
                item.transform = ElementTransform(a: 0.9, d: 0.9)
                if item.path.item == 3 { item.isHidden = true }
            }
        }
        for flow in [FlowDirection.leftToRight, .rightToLeft] {
            var layout = CollectionViewLayout(size: CGSize(width: 300, height: 600), flowDirection: flow)
            try layout.append(.list(heights: [30]))
            try layout.append(.compositional(section, count: 10))
            let viewport = Viewport(rect(0, 10, 300, 200), sectionOffsets: [1: 150])
            let before = layout.layoutAttributes(in: viewport)
            var elements = before
            layout.applyVisibleItemsHandlers(to: &elements, in: viewport)
            XCTAssertEqual(seen.paths, ["1.1", "1.2", "1.3", "1.4"])
            XCTAssertEqual(seen.offset.y, 10)
            XCTAssertEqual(abs(seen.offset.x), 150)
            XCTAssertEqual(seen.container, CGSize(width: 300, height: 600))
            // The middle is at 300 of the section's content: two items have the same distance.
            XCTAssertEqual(elements.map(\.alpha), [1, 0.5, 0.5, 0.5, 0.5])
            XCTAssertEqual(elements.map(\.isHidden), [false, false, false, true, false])
            XCTAssertEqual(elements.map(\.frame), before.map(\.frame))
            XCTAssertEqual(elements[0], before[0])
            // The layout is unchanged.
            XCTAssertEqual(layout.layoutAttributes(in: viewport), before)
        }
    }

    @MainActor
    func testItemsThatAHandlerMovesAwayAreDropped() async throws {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(50))
        section.visibleItemsInvalidationHandler = { items, _, _ in
            items.first?.center = CGPoint(x: 1_000, y: 1_000)
            items.last?.center.y -= 10
        }
        let layout = try compositional(section, count: 3)
        let viewport = Viewport(rect(0, 0, 300, 600))
        var elements = layout.layoutAttributes(in: viewport)
        layout.applyVisibleItemsHandlers(to: &elements, in: viewport)
        XCTAssertEqual(elements.map(\.item), [1, 2])
        XCTAssertEqual(elements.map(\.frame), [rect(0, 50, 300, 50), rect(0, 90, 300, 50)])
    }

    func testAVisibleItemDescribesItself() throws {
        let section = CollectionLayoutSection.table(itemHeight: .absolute(50), headerKind: "title")
        XCTAssertNil(section.visibleItemsInvalidationHandler)
        section.visibleItemsInvalidationHandler = { _, _, _ in }
        XCTAssertNotNil(section.visibleItemsInvalidationHandler)
        let elements = try compositional(section, count: 1).all()
        XCTAssertEqual(elements.map(\.kind.name), ["title", "item"])
        XCTAssertEqual(elements.map(\.indexPath), [IndexPath(indexes: [0, 0]), IndexPath(indexes: [0, 0])])
    }
}

private final class Seen: @unchecked Sendable {
    var paths: [String] = []
    var offset = CGPoint.zero
    var container = CGSize.zero
}
