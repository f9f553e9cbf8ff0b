import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// The view does not jump: the scroll delta of a change keeps the anchor at its place on screen.
final class AnchorTests: XCTestCase {
    private func list(_ heights: [Double], spacing: CGFloat = 0) throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: heights, spacing: spacing))
        return layout
    }

    func testChangesAboveTheAnchorMoveTheOffset() throws {
        var layout = try list([10, 20, 30, 40])
        let anchor = ScrollAnchor(section: 0, item: 2, distance: 5)
        var scroll = try layout.keeping(anchor) { try $0.resizeItem(0, inSection: 0, to: 15.5) }
        XCTAssertEqual(scroll.scrollDelta, 5.5)
        XCTAssertEqual(scroll.anchor, anchor)
        scroll = try layout.keeping(anchor) { try $0.insertItem(at: 1, inSection: 0, extent: 7) }
        XCTAssertEqual(scroll.scrollDelta, 7)
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 3, distance: 5))
        scroll = try layout.keeping(scroll.anchor) { try $0.resizeItem(4, inSection: 0, to: 500) }
        XCTAssertEqual(scroll.scrollDelta, 0)
    }

    func testTheFarEdgeFollowsTheElementsOwnSize() throws {
        var layout = try list([10, 20, 30])
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1, edge: .end)) {
            try $0.resizeItem(1, inSection: 0, to: 26)
        }
        XCTAssertEqual(scroll.scrollDelta, 6)
    }

    func testARemovedAnchorFallsBackInOrder() throws {
        // The next remaining item.
        var layout = try list([10, 20, 30, 40])
        var scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1, distance: 4)) {
            try $0.removeItems(1..<3, inSection: 0)
        }
        XCTAssertEqual(scroll.scrollDelta, -50)
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 1, distance: 54))
        // The last item before.
        layout = try list([10, 20, 30, 40])
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 3)) { try $0.removeItems(2..<4, inSection: 0) }
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 1, distance: -50))
        // The start of the section.
        layout = try list([10, 20])
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1)) { try $0.removeItems(0..<2, inSection: 0) }
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 0, category: .header, distance: -10))
        // The start of the next section.
        layout = try list([10, 20])
        try layout.append(.list(heights: [5], header: 3))
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1)) { try $0.remove(sections: 0..<1) }
        XCTAssertEqual(scroll.scrollDelta, -30)
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 0, category: .header, distance: 20))
        // The end of the last section.
        layout = try list([10, 20])
        try layout.append(.list(heights: [5], header: 3))
        scroll = try layout.keeping(ScrollAnchor(section: 1, item: 0)) { try $0.remove(sections: 1..<2) }
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 0, category: .footer, distance: -3))
        // Nothing.
        try layout.removeAll()
        layout = try list([10])
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 0)) { try $0.remove(sections: 0..<1) }
        XCTAssertNil(scroll.anchor)
        XCTAssertEqual(scroll.scrollDelta, 0)
    }

    /// A supplementary item represents its item.
    func testAnAnchorAtASupplementaryItemGoesWithItsItem() throws {
        var layout = try list([10, 20, 30, 40])
        let anchor = ScrollAnchor(ElementPath(section: 0, item: 2, category: .supplementary), distance: 3)
        var scroll = try layout.keeping(anchor) { try $0.removeItems(0..<1, inSection: 0) }
        XCTAssertEqual(scroll.scrollDelta, -10)
        XCTAssertEqual(
            scroll.anchor, ScrollAnchor(ElementPath(section: 0, item: 1, category: .supplementary), distance: 3))
        scroll = try layout.keeping(scroll.anchor) { try $0.removeItems(1..<3, inSection: 0) }
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 0, distance: -17))
        XCTAssertEqual(scroll.scrollDelta, 0)
    }

    func testTheDeltaIsClampedToTheContentAndTheClampReported() throws {
        var layout = try list([100, 100, 100])
        let viewport = Viewport(
            CGRect(x: 0, y: 180, width: 100, height: 100),
            adjustedInsets: SectionInsets(top: 10, bottom: 20))
        // The unclamped offset is 130. The content then ends at 250, so the last offset is 250 + 20 - 100 = 170.
        var scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1), in: viewport) {
            try $0.resizeItem(0, inSection: 0, to: 50)
        }
        XCTAssertEqual(scroll.scrollDelta, -50)
        XCTAssertEqual(scroll.clampedBy, 0)
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 0), in: viewport) {
            try $0.removeItems(1..<3, inSection: 0)
        }
        // Content of 50 is shorter than the view: the offset is -10.
        XCTAssertEqual(scroll.scrollDelta, -190)
        XCTAssertEqual(scroll.clampedBy, -190)
        // With a viewport alone the delta is that of the clamp.
        scroll = try layout.keeping(nil, in: viewport) { try $0.resizeItem(0, inSection: 0, to: 60) }
        XCTAssertEqual(scroll.scrollDelta, -190)
        // Without both the delta is 0.
        scroll = try layout.keeping(nil) { try $0.resizeItem(0, inSection: 0, to: 6_000) }
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertNil(scroll.anchor)
    }

    func testShortContentRestsWhereItIsAligned() throws {
        var layout = try list([30])
        var viewport = Viewport(
            CGRect(x: 0, y: -10, width: 100, height: 100), adjustedInsets: SectionInsets(top: 10, bottom: 20))
        viewport.contentAlignment = .end
        // Content of 30 ends 20 above the lower edge, at the offset 30 + 20 - 100 = -50.
        var scroll = try layout.keeping(nil, in: viewport) { try $0.insertItem(at: 1, inSection: 0, extent: 10) }
        XCTAssertEqual(scroll.scrollDelta, -30)
        viewport.visibleBounds.origin.y -= 30
        scroll = try layout.keeping(ScrollAnchor(section: 0, item: 0), in: viewport) {
            try $0.insertItem(at: 0, inSection: 0, extent: 5)
        }
        // The element at the end stays there: everything moves up by the inserted extent.
        XCTAssertEqual(scroll.scrollDelta, 5)
        XCTAssertEqual(scroll.clampedBy, 0)
        let first = ScrollAnchor(section: 0, item: 0)
        XCTAssertEqual(layout.contentOffset(for: first, in: viewport), -35)
        XCTAssertEqual(layout.contentOffset(showingItem: 2, inSection: 0, at: .start, in: viewport), -35)
        // From here on the content fills the view, and the alignment has no effect.
        scroll = try layout.keeping(nil, in: viewport) { try $0.insertItem(at: 0, inSection: 0, extent: 500) }
        XCTAssertEqual(scroll.scrollDelta, 30)
        XCTAssertEqual(layout.contentOffset(for: first, in: viewport), -10)
        viewport.contentAlignment = .start
        layout = try list([30])
        XCTAssertEqual(layout.contentOffset(for: first, in: viewport), -10)
    }

    func testTheFirstVisibleItemIsTheAnchorOfAViewport() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [50, 50, 50], header: 20, pinsHeader: true))
        let viewport = Viewport(CGRect(x: 0, y: 95, width: 100, height: 60))
        let anchor = try XCTUnwrap(layout.scrollAnchor(in: viewport))
        XCTAssertEqual(anchor, ScrollAnchor(section: 0, item: 1, distance: -25))
        XCTAssertEqual(layout.contentOffset(for: anchor), 95)
        let covered = Viewport(
            CGRect(x: 0, y: 95, width: 100, height: 60), adjustedInsets: SectionInsets(top: 30))
        XCTAssertEqual(layout.scrollAnchor(in: covered), ScrollAnchor(section: 0, item: 2, distance: -5))
        XCTAssertEqual(
            layout.contentOffset(for: ScrollAnchor(section: 0, item: 2, distance: -5), in: covered), 95)
        XCTAssertNil(layout.scrollAnchor(in: Viewport(CGRect(x: 0, y: 500, width: 100, height: 60))))
    }

    func testOffsetsThatShowAnItem() throws {
        let layout = try list([Double](repeating: 100, count: 10))
        let viewport = Viewport(CGRect(x: 0, y: 250, width: 100, height: 300))
        func offset(_ item: Int, _ place: ItemScrollPosition) -> CGFloat {
            layout.contentOffset(showingItem: item, inSection: 0, at: place, in: viewport)
        }
        XCTAssertEqual(offset(4, .start), 400)
        XCTAssertEqual(offset(4, .center), 300)
        XCTAssertEqual(offset(4, .end), 200)
        XCTAssertEqual(offset(4, .nearest), 250)
        XCTAssertEqual(offset(2, .nearest), 200)
        XCTAssertEqual(offset(7, .nearest), 500)
        XCTAssertEqual(offset(9, .start), 700)
        XCTAssertEqual(offset(0, .end), 0)
    }

    func testAnItemThatIsShownIsNotUnderAPinnedHeader() throws {
        var layout = CollectionViewLayout(width: 100)
        for _ in 0..<3 {
            try layout.append(
                .list(
                    heights: [Double](repeating: 100, count: 10), header: 30, footer: 20, pinsHeader: true,
                    pinsFooter: true))
        }
        let viewport = Viewport(CGRect(x: 0, y: 1_500, width: 100, height: 300))
        func offset(_ item: Int, _ place: ItemScrollPosition) -> CGFloat {
            layout.contentOffset(showingItem: item, inSection: 1, at: place, in: viewport)
        }
        // Item 4 of the second section is at 1480.
        XCTAssertEqual(offset(4, .start), 1_450)
        XCTAssertEqual(offset(4, .end), 1_300)
        XCTAssertEqual(offset(4, .center), 1_375)
        XCTAssertEqual(offset(4, .nearest), 1_450)
        XCTAssertEqual(offset(5, .nearest), 1_500)
        XCTAssertEqual(offset(7, .nearest), 1_600)
        // The first item has its header above it, the last one its footer below.
        XCTAssertEqual(offset(0, .start), 1_050)
        XCTAssertEqual(offset(9, .end), 1_800)
        for item in 0..<10 {
            for place in [ItemScrollPosition.start, .center, .end, .nearest] {
                let bounds = CGRect(x: 0, y: offset(item, place), width: 100, height: 300)
                let frame = layout.frame(ofItem: item, inSection: 1)
                XCTAssertTrue(bounds.contains(frame))
                let elements = layout.layoutAttributes(in: Viewport(bounds))
                for bar in elements where bar.category != .item {
                    XCTAssertFalse(
                        bar.frame.minY < frame.maxY && frame.minY < bar.frame.maxY,
                        "\(bar.path) covers \(item) at \(place)")
                }
            }
        }
    }

    func testAHeaderThatIsNotPinnedCoversNothing() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [100, 100, 100, 100], header: 30))
        let viewport = Viewport(CGRect(x: 0, y: 0, width: 100, height: 150))
        XCTAssertEqual(layout.contentOffset(showingItem: 2, inSection: 0, at: .start, in: viewport), 230)
    }

    /// Random edits: the resulting anchor is the original one or its successor, and it moved by exactly the delta.
    func testAnchorsAfterRandomEdits() throws {
        let seed = LawCases.onlySeed ?? UInt64.random(in: 0 ... .max)
        print("LE_SEED=\(seed)")
        var random = TestRandom(seed: seed)
        for _ in 0..<300 {
            // Items are identified by their heights, which only a resize changes.
            var next = 1
            func heights(_ count: Int) -> [Double] {
                (0..<count).map { _ in
                    next += 1
                    return Double(next)
                }
            }
            var layout = CollectionViewLayout(width: 100)
            for _ in 0..<random.int(in: 1...4) {
                try layout.append(
                    .list(heights: heights(random.int(in: 1...9)), spacing: 3, header: CGFloat(random.below(3))))
            }
            for _ in 0..<20 {
                let filled = (0..<layout.numberOfSections).filter { layout.numberOfItems(inSection: $0) > 0 }
                guard let section = filled.randomElement(using: &random) else { break }
                let item = random.below(layout.numberOfItems(inSection: section))
                let edge: ElementEdge = random.chance(oneIn: 2) ? .start : .end
                let anchor = ScrollAnchor(section: section, item: item, edge: edge, distance: 2)
                let before = layout
                let name = layout.frame(ofItem: item, inSection: section).height
                let scroll: ScrollAdjustment
                let target = random.below(layout.numberOfSections)
                let count = layout.numberOfItems(inSection: target)
                let range = random.range(within: count)
                switch random.below(9) {
                case 0:
                    scroll = try layout.keeping(anchor) {
                        try $0.insertItems(heights(random.below(4)), at: random.below(count + 1), inSection: target)
                    }
                case 1: scroll = try layout.keeping(anchor) { try $0.removeItems(range, inSection: target) }
                case 2:
                    scroll = try layout.keeping(anchor) {
                        try $0.moveItems(range, to: random.below(count - range.count + 1), inSection: target)
                    }
                case 3:
                    let moved = random.below(layout.numberOfSections)
                    scroll = try layout.keeping(anchor) {
                        try $0.moveSection(moved, to: random.below($0.numberOfSections))
                    }
                case 4:
                    scroll = try layout.keeping(anchor) {
                        try $0.insert(
                            .list(heights: heights(random.below(4))), at: random.below($0.numberOfSections + 1))
                    }
                case 5:
                    guard layout.numberOfSections > 1 else { continue }
                    scroll = try layout.keeping(anchor) { try $0.remove(sections: target..<target + 1) }
                case 6:
                    let other = random.below(layout.numberOfSections)
                    guard count > 0 else { continue }
                    let room = layout.numberOfItems(inSection: other) - (other == target ? 1 : 0)
                    scroll = try layout.keeping(anchor) {
                        try $0.moveItem(
                            from: .item(random.below(count), inSection: target),
                            to: .item(random.below(room + 1), inSection: other))
                    }
                case 7:
                    var script = EditScript()
                    let middle = count / 2
                    script.remove(0..<random.below(middle + 1))
                    script.insert(extents: heights(random.below(3)), at: middle)
                    if middle + 1 < count { script.move(middle + 1..<count, to: middle) }
                    scroll = try layout.keeping(anchor) { try $0.apply(script, inSection: target) }
                default:
                    scroll = try layout.keeping(anchor) {
                        try $0.reloadSection(target, with: .list(heights: heights(random.below(8)), header: 1))
                    }
                    if target == section { continue }
                }
                XCTAssertNil(layout.brokenInvariant())
                func edgeOf(_ path: ElementPath, _ layout: CollectionViewLayout) -> CGFloat {
                    let frame: CGRect?
                    switch path.category {
                    case .item: frame = layout.frame(ofItem: path.item, inSection: path.section)
                    case .header: frame = layout.frameForHeader(inSection: path.section)
                    case .footer: frame = layout.frameForFooter(inSection: path.section)
                    case .supplementary, .decoration: frame = nil  // Lists have none.
                    }
                    if let frame { return edge == .start ? frame.minY : frame.maxY }
                    let section = layout.frame(ofSection: path.section)
                    return path.category == .header ? section.minY : section.maxY
                }
                let after = try XCTUnwrap(scroll.anchor)
                let original = edgeOf(anchor.path, before)
                // On screen the anchor has the same distance before and after.
                XCTAssertEqual(
                    edgeOf(after.path, layout) - after.distance, original - anchor.distance + scroll.scrollDelta)
                let all = (0..<layout.numberOfSections).flatMap { section in
                    (0..<layout.numberOfItems(inSection: section)).map {
                        (layout.frame(ofItem: $0, inSection: section).height, ElementPath.item($0, inSection: section))
                    }
                }
                if let survivor = all.first(where: { $0.0 == name }) { XCTAssertEqual(after.path, survivor.1) }
            }
        }
    }
}
