import Foundation
import ListEngineLayout
import XCTest

/// Rectangles, insets and distances at or beyond the limits of coordinates still give valid results.
final class FarViewportTests: XCTestCase {
    private func layouts() throws -> [CollectionViewLayout] {
        try [ScrollDirection.vertical, .horizontal].flatMap { scroll in
            try [FlowDirection.leftToRight, .rightToLeft].map { flow in
                var layout = CollectionViewLayout(crossExtent: 100, scrollDirection: scroll, flowDirection: flow)
                try layout.append(
                    .list(
                        extents: [20, 30, 40], spacing: 4, header: 10, footer: 12, pinsHeader: true, pinsFooter: true))
                try layout.append(.flow(sizes: [CGSize(width: 30, height: 40)], header: 10, pinsHeader: true))
                try layout.append(.grid(count: 7, columns: 2, itemHeight: 9))
                return layout
            }
        }
    }

    private let rects: [CGRect] = [
        .infinite, .null, CGRect(x: CGFloat.nan, y: .nan, width: .nan, height: .nan),
        CGRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300),
        // The limit of coordinates.
        CGRect(x: -4_398_046_511_104, y: -4_398_046_511_104, width: 8_796_093_022_208, height: 8_796_093_022_208),
        CGRect(x: 4_398_046_511_104, y: 4_398_046_511_104, width: CGFloat.infinity, height: .infinity),
    ]
    private let insets: [SectionInsets] = [.zero, .all(.infinity), .all(-1e300), .all(.nan)]

    func testARectangleOfEverythingHoldsEverything() throws {
        for layout in try layouts() {
            let content = layout.layoutAttributes(in: CGRect(origin: .zero, size: layout.contentSize))
            XCTAssertEqual(content.count, 14)
            for rect in [rects[0], rects[3], rects[4]] {
                let all = layout.layoutAttributes(in: Viewport(rect, visibleBounds: .zero))
                XCTAssertEqual(all.map(\.path), content.map(\.path))
            }
            for rect in [rects[1], rects[2], rects[5]] { XCTAssertEqual(layout.layoutAttributes(in: rect).count, 0) }
        }
    }

    func testEveryQueryReturnsAResult() throws {
        for layout in try layouts() {
            for rect in rects {
                for inset in insets {
                    let viewport = Viewport(rect, adjustedInsets: inset)
                    for element in layout.layoutAttributes(in: viewport) {
                        XCTAssertTrue(element.minX.isFinite && element.maxY.isFinite)
                    }
                    XCTAssertNotNil(layout.frameForHeader(inSection: 0, pinnedTo: viewport))
                    XCTAssertNotNil(layout.frameForFooter(inSection: 0, pinnedTo: viewport))
                    if let anchor = layout.scrollAnchor(in: viewport) { XCTAssertTrue(anchor.distance.isFinite) }
                    // Clamped to the content for any distance; without insets that is its start or end.
                    for distance in [0, CGFloat.infinity, -.infinity, .nan] {
                        let anchor = ScrollAnchor(section: 0, item: 1, distance: distance)
                        XCTAssertTrue(layout.contentOffset(for: anchor).isFinite)
                        XCTAssertTrue(layout.contentOffset(for: anchor, in: viewport).isFinite)
                        if inset == .zero {
                            XCTAssertTrue((0...228).contains(layout.contentOffset(for: anchor, in: viewport)))
                        }
                    }
                    for place in [ItemScrollPosition.start, .center, .end, .nearest] {
                        XCTAssertTrue(
                            layout.contentOffset(showingItem: 1, inSection: 0, at: place, in: viewport).isFinite)
                    }
                }
                let offset = layout.contentOffset(of: rect)
                XCTAssertTrue(offset.isFinite)
                XCTAssertTrue(layout.visibleBounds(atContentOffset: rect.minX, size: rect.size).minX.isFinite)
                XCTAssertNotNil(layout.nearestItem(to: rect.origin))
                _ = layout.item(at: rect.origin)
            }
        }
    }

    func testEditsKeepTheirAnchor() throws {
        for layout in try layouts() {
            for rect in rects {
                for inset in insets {
                    var layout = layout
                    let anchor = ScrollAnchor(section: 0, item: 2, distance: .infinity)
                    let alone = try layout.keeping(anchor) { try $0.resizeItem(0, inSection: 0, to: 50 as CGFloat) }
                    XCTAssertEqual(alone.scrollDelta, 30)
                    let scroll = try layout.keeping(anchor, in: Viewport(rect, adjustedInsets: inset)) {
                        try $0.resizeItem(0, inSection: 0, to: 20 as CGFloat)
                    }
                    XCTAssertTrue(scroll.scrollDelta.isFinite && scroll.clampedBy.isFinite)
                    XCTAssertEqual(scroll.anchor?.path, anchor.path)
                    XCTAssertNil(layout.brokenInvariant())
                }
            }
        }
    }

    func testAnInvalidDisplayScaleRoundsNothing() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10.25, 10.25]))
        layout.pixelSnapping = .edges
        layout.displayScale = 2
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minY, 10.5)
        for scale in [CGFloat.nan, .infinity, -1, 0] {
            layout.displayScale = scale
            XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minY, 10.25, "\(scale)")
            XCTAssertEqual(layout.layoutAttributes(in: CGRect(x: 0, y: 0, width: 9, height: 40))[1].minY, 10.25)
        }
    }
}
