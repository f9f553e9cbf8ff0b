import AllocationCounter
import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Queries of a layout.
final class QueryTests: XCTestCase {
    /// Sections of every kind, some empty.
    private func mixed(
        _ direction: ScrollDirection = .vertical, _ flow: FlowDirection = .leftToRight
    ) throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(crossExtent: 300, scrollDirection: direction, flowDirection: flow)
        try layout.append(.list(heights: [30, 0, 50, 20], spacing: 4, insets: .all(8), header: 12, footer: 6))
        try layout.append(.grid(count: 11, itemSize: CGSize(width: 70, height: 40), spacing: 6, lineSpacing: 3))
        try layout.append(.list(heights: []))
        let sizes = (0..<23).map { index -> CGSize in
            let (width, height) = (30 + index * 7 % 90, 15 + index * 5 % 30)
            return CGSize(width: width, height: height)
        }
        try layout.append(
            .flow(
                sizes: sizes, spacing: 5, lineSpacing: 2, insets: .symmetric(horizontal: 10), header: 9))
        try layout.append(
            .flow(sizes: Array(sizes.prefix(9)), packing: .overlapping, spacing: 2, footer: 4))
        return layout
    }

    private func everything(in layout: CollectionViewLayout) -> [(ElementPath, CGRect)] {
        (0..<layout.numberOfSections).flatMap { section -> [(ElementPath, CGRect)] in
            let items = (0..<layout.numberOfItems(inSection: section)).map {
                (ElementPath.item($0, inSection: section), layout.frame(ofItem: $0, inSection: section))
            }
            let header = layout.frameForHeader(inSection: section).map { (ElementPath.header(ofSection: section), $0) }
            let footer = layout.frameForFooter(inSection: section).map { (ElementPath.footer(ofSection: section), $0) }
            return [header].compactMap { $0 } + items + [footer].compactMap { $0 }
        }
    }

    func testItemsAreThoseOfTheQueryWhileScrollingAndEditing() throws {
        var random = TestRandom(seed: 19)
        for direction in [ScrollDirection.vertical, .horizontal] {
            for flow in [FlowDirection.leftToRight, .rightToLeft] {
                for snapping in [PixelSnapping.none, .edges, .origins] {
                    var layout = try mixed(direction, flow)
                    layout.pixelSnapping = snapping
                    var cursor = LayoutCursor()
                    var top = 0.0
                    for step in 0..<200 {
                        top += Double(random.int(in: -20...30))
                        let rect = CGRect(
                            x: direction == .vertical ? 0 : top, y: direction == .vertical ? top : 0, width: 300,
                            height: 120)
                        if step % 17 == 16 {
                            try layout.resizeItem(random.below(4), inSection: 0, to: Double(random.below(60)))
                        }
                        let expected = layout.layoutAttributes(in: rect).filter { $0.category == .item }
                        var found: [(ElementPath, CGRect)] = []
                        layout.forEachItem(in: rect, cursor: &cursor) { section, item, frame in
                            found.append((.item(item, inSection: section), frame))
                        }
                        XCTAssertEqual(found.map(\.0), expected.map(\.path))
                        XCTAssertEqual(found.map(\.1), expected.map(\.frame))
                    }
                }
            }
        }
    }

    func testResultsEqualThoseOfAScanInEveryDirection() throws {
        var random = TestRandom(seed: 7)
        for direction in [ScrollDirection.vertical, .horizontal] {
            for flow in [FlowDirection.leftToRight, .rightToLeft] {
                let layout = try mixed(direction, flow)
                let all = everything(in: layout)
                var cursor = LayoutCursor()
                for _ in 0..<300 {
                    let rect = CGRect(
                        x: random.int(in: -50...700), y: random.int(in: -50...700), width: random.below(300),
                        height: random.below(300))
                    let expected = all.filter { _, frame in
                        frame.minX < rect.maxX && frame.maxX > rect.minX && frame.minY < rect.maxY
                            && frame.maxY > rect.minY && !frame.isEmpty && !rect.isEmpty
                    }
                    let array = layout.layoutAttributes(in: rect)
                    XCTAssertEqual(array.map(\.path), expected.map(\.0), "\(direction) \(flow) \(rect)")
                    XCTAssertEqual(array.map(\.frame), expected.map(\.1))

                    var visited: [LayoutAttributes] = []
                    layout.forEachElement(in: rect, cursor: &cursor) { visited.append($0) }
                    XCTAssertEqual(visited, array)

                    var buffer = [LayoutAttributes](
                        repeating: LayoutAttributes(.item(0, inSection: 0), frame: .zero), count: 7)
                    let written = buffer.withUnsafeMutableBufferPointer {
                        layout.layoutAttributes(in: Viewport(rect), cursor: &cursor, into: $0)
                    }
                    XCTAssertEqual(Array(buffer[..<written]), Array(array.prefix(7)))
                }
            }
        }
    }

    func testPointsFindTheItemThatHoldsThem() throws {
        var random = TestRandom(seed: 11)
        for direction in [ScrollDirection.vertical, .horizontal] {
            for flow in [FlowDirection.leftToRight, .rightToLeft] {
                let layout = try mixed(direction, flow)
                let items = everything(in: layout).filter { $0.0.category == .item }
                for _ in 0..<400 {
                    let point = CGPoint(x: random.int(in: -20...700), y: random.int(in: -20...700))
                    let hit = items.last { _, frame in
                        frame.minX <= point.x && point.x < frame.maxX && frame.minY <= point.y && point.y < frame.maxY
                    }
                    XCTAssertEqual(layout.item(at: point), hit?.0, "\(direction) \(flow) \(point)")
                }
            }
            // The leftmost pixels belong to an item; those past its right edge do not, mirrored or not.
            var list = CollectionViewLayout(crossExtent: 100, flowDirection: .rightToLeft)
            try list.append(.list(heights: [10], insets: SectionInsets(leading: 30, trailing: 20)))
            XCTAssertEqual(list.frame(ofItem: 0, inSection: 0), CGRect(x: 20, y: 0, width: 50, height: 10))
            XCTAssertEqual(list.item(at: CGPoint(x: 20, y: 0)), .item(0, inSection: 0))
            XCTAssertNil(list.item(at: CGPoint(x: 70, y: 0)))
        }
    }

    func testTheNearestItemTiesToTheLowerIndex() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10, 10], spacing: 20))
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: 5, y: 20)), .item(0, inSection: 0))
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: 5, y: 20.5)), .item(1, inSection: 0))
        XCTAssertEqual(layout.nearestItem(to: CGPoint(x: -500, y: -500)), .item(0, inSection: 0))
        XCTAssertNil(layout.item(at: CGPoint(x: 5, y: 20)))
        XCTAssertNil(CollectionViewLayout(width: 100).nearestItem(to: .zero))
    }

    func testTheNearestItemIsMirroredToTheUnit() throws {
        let unit = 1 / 1_048_576.0
        for scroll in [ScrollDirection.vertical, .horizontal] {
            func layout(_ flow: FlowDirection) throws -> CollectionViewLayout {
                var layout = CollectionViewLayout(crossExtent: 100, scrollDirection: scroll, flowDirection: flow)
                try layout.append(
                    scroll == .vertical
                        ? .grid(count: 2, columns: 2, itemHeight: 10, spacing: 20)
                        : .list(extents: [40, 40], spacing: 20))
                return layout
            }
            let (left, right) = (try layout(.leftToRight), try layout(.rightToLeft))
            for x in [0, 39, 40, 45, 50 - unit, 50, 50 + unit, 55, 60, 61, 100, 120] {
                let expected = x <= 50 ? 0 : 1
                XCTAssertEqual(left.nearestItem(to: CGPoint(x: x, y: 5)), .item(expected, inSection: 0), "\(x)")
                XCTAssertEqual(right.nearestItem(to: CGPoint(x: 100 - x, y: 5)), .item(expected, inSection: 0), "\(x)")
            }
        }
    }

    func testFootersStayBelowTheHeaderWhenBothDoNotFit() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(
            .list(heights: [100, 100], header: 30, footer: 20, pinsHeader: true, pinsFooter: true))
        func pinned(_ y: CGFloat, _ height: CGFloat) -> (CGRect?, CGRect?) {
            let viewport = Viewport(CGRect(x: 0, y: y, width: 100, height: height))
            return (
                layout.frameForHeader(inSection: 0, pinnedTo: viewport),
                layout.frameForFooter(inSection: 0, pinnedTo: viewport)
            )
        }
        XCTAssertEqual(pinned(0, 100).1?.minY, 80)
        XCTAssertEqual(pinned(50, 100).0?.minY, 50)
        XCTAssertEqual(pinned(50, 100).1?.minY, 130)
        // The earliest position of the footer is the start of the section plus the extent of the header.
        XCTAssertEqual(pinned(-90, 100).1?.minY, 30)
        XCTAssertEqual(pinned(240, 100).0?.minY, 220)
        let attributes = layout.layoutAttributes(in: CGRect(x: 0, y: 50, width: 100, height: 100))
        XCTAssertEqual(attributes.map(\.isPinned), [true, false, false, true])
        XCTAssertEqual(attributes.map(\.zIndex), [1, 0, 0, 1])
        XCTAssertEqual(attributes.map(\.kind.name), ["header", "item", "item", "footer"])
        XCTAssertEqual(attributes[1].indexPath, IndexPath(indexes: [0, 0]))
    }

    func testPixelsRoundEdgesAfterTheTestOfTheRectangle() throws {
        var layout = CollectionViewLayout(crossExtent: 100, displayScale: 2)
        try layout.append(.list(heights: [10.3, 10.3, 10.3], insets: SectionInsets(leading: 0.3)))
        let exact = layout.frames(ofItems: 0..<3, inSection: 0)
        layout.pixelSnapping = .edges
        let snapped = layout.frames(ofItems: 0..<3, inSection: 0)
        XCTAssertEqual(snapped.map(\.minY), [0, 10.5, 20.5])
        XCTAssertEqual(snapped.map(\.maxY), [10.5, 20.5, 31])
        XCTAssertEqual(snapped.map(\.minX), [0.5, 0.5, 0.5])
        // Adjacent frames still share an edge.
        for (a, b) in zip(snapped, snapped.dropFirst()) { XCTAssertEqual(a.maxY, b.minY) }
        // The second item begins at 10.3, so it intersects this rectangle although it is drawn below it.
        let rect = CGRect(x: 0, y: 0, width: 100, height: 10.4)
        XCTAssertEqual(layout.layoutAttributes(in: rect).map(\.frame), Array(snapped[0..<2]))
        XCTAssertEqual(exact[1].minY, 10.3, accuracy: 1e-6)
        // With sizes kept, only origins are rounded.
        layout.pixelSnapping = .origins
        let kept = layout.frames(ofItems: 0..<3, inSection: 0)
        XCTAssertEqual(kept.map(\.origin), snapped.map(\.origin))
        XCTAssertEqual(kept.map(\.size), exact.map(\.size))
        XCTAssertEqual(layout.layoutAttributes(in: rect).map(\.minY), [0, 10.5])
        for (element, frame) in zip(layout.layoutAttributes(in: rect), exact) {
            XCTAssertEqual(element.frame.height, frame.height, accuracy: 1e-9)
        }
    }

    func testFloatsAreExactNearTheirOriginAtAnyDepth() throws {
        var layout = CollectionViewLayout(width: 390)
        try layout.append(.list(count: 1_000_000_000, height: 44.25, spacing: 8))
        let first = 999_999_000
        let origin = layout.frame(ofItem: first, inSection: 0).origin
        var frames = [SIMD4<Float>](repeating: .zero, count: 70)
        frames.withUnsafeMutableBufferPointer {
            layout.frames(ofItems: first..<first + 70, inSection: 0, relativeTo: origin, into: $0)
        }
        for (index, frame) in frames.enumerated() {
            XCTAssertEqual(frame, SIMD4(0, Float(index) * 52.25, 390, 44.25))
        }
    }

    func testQueriesAllocateNothingAfterTheFirst() throws {
        guard allocation_counter_works() else { throw XCTSkip("allocations are not counted here") }
        let layout = try mixed()
        var cursor = LayoutCursor()
        var buffer = [LayoutAttributes](
            repeating: LayoutAttributes(.item(0, inSection: 0), frame: .zero), count: 64)
        var frames = [CGRect](repeating: .zero, count: 23)
        var sum = 0.0
        func ask() -> UInt64 {
            let before = allocation_count()
            for y in stride(from: 0.0, to: 500, by: 20) {
                let rect = CGRect(x: 0, y: y, width: 300, height: 120)
                layout.forEachElement(in: rect, cursor: &cursor) { sum += $0.minY }
                layout.forEachItem(in: rect, cursor: &cursor) { _, _, frame in sum += frame.minY }
                buffer.withUnsafeMutableBufferPointer {
                    _ = layout.layoutAttributes(in: Viewport(rect), cursor: &cursor, into: $0)
                }
                frames.withUnsafeMutableBufferPointer { layout.frames(ofItems: 0..<23, inSection: 3, into: $0) }
                sum += Double(layout.frame(ofItem: 3, inSection: 3).minX)
            }
            return allocation_count() - before
        }
        _ = ask()
        XCTAssertEqual(ask(), 0)
        XCTAssertGreaterThan(sum, 0)
        // The counter works.
        let before = allocation_count()
        XCTAssertFalse(layout.layoutAttributes(in: CGRect(x: 0, y: 0, width: 300, height: 300)).isEmpty)
        XCTAssertGreaterThan(allocation_count(), before)
    }

    func testCursorsCountWork() throws {
        let layout = try mixed()
        var cursor = LayoutCursor()
        layout.forEachElement(in: CGRect(x: 0, y: 0, width: 300, height: 300), cursor: &cursor) { _ in }
        XCTAssertGreaterThan(cursor.work.nodesVisited, 0)
        cursor.work = LayoutWork()
        XCTAssertEqual(cursor.work.nodesVisited, 0)
        XCTAssertGreaterThan(layout.editWork.nodesWritten, 0)
    }

    func testReadingOrderAndPositions() throws {
        let layout = try mixed()
        var order: [ElementPath] = []
        var next: ElementPath? = .header(ofSection: 0)
        while let element = next {
            order.append(element)
            next = layout.nextElement(after: element)
        }
        XCTAssertEqual(order, everything(in: layout).map(\.0))
        XCTAssertEqual(order, order.sorted())
        for (a, b) in zip(order, order.dropFirst()) { XCTAssertEqual(layout.previousElement(before: b), a) }

        XCTAssertEqual(
            layout.position(ofItem: 2, inSection: 3),
            ElementPosition(index: 2, count: 23, indexInList: 17, countInList: 47))
        XCTAssertEqual(
            layout.position(of: .footer(ofSection: 0)),
            ElementPosition(index: 0, count: 5, indexInList: 4, countInList: 47))
        let items = order.filter { $0.category == .item }
        for (index, item) in items.enumerated() {
            XCTAssertEqual(layout.position(of: item).indexInList, index)
            XCTAssertEqual(layout.nextItem(from: item, toward: .next), index + 1 < items.count ? items[index + 1] : nil)
            XCTAssertEqual(layout.nextItem(from: item, toward: .previous), index > 0 ? items[index - 1] : nil)
        }
    }

    func testArrowKeysFollowTheVisiblePositions() throws {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: [10]))
        try layout.append(.list(heights: []))
        try layout.append(.grid(count: 5, columns: 3, itemHeight: 10))
        func go(_ item: Int, _ section: Int, _ direction: MoveDirection) -> String {
            layout.nextItem(from: .item(item, inSection: section), toward: direction)?.description ?? "nil"
        }
        XCTAssertEqual(go(0, 0, .down), "2.1")
        XCTAssertEqual(go(0, 0, .left), "nil")
        XCTAssertEqual(go(0, 0, .up), "nil")
        XCTAssertEqual(go(0, 2, .right), "2.1")
        XCTAssertEqual(go(2, 2, .right), "nil")
        XCTAssertEqual(go(0, 2, .left), "nil")
        XCTAssertEqual(go(0, 2, .down), "2.3")
        XCTAssertEqual(go(2, 2, .down), "2.4")
        XCTAssertEqual(go(4, 2, .up), "2.1")
        XCTAssertEqual(go(4, 2, .down), "nil")
        XCTAssertEqual(go(1, 2, .up), "0.0")
        try layout.setFlowDirection(.rightToLeft)
        XCTAssertEqual(go(0, 2, .left), "2.1")
        XCTAssertEqual(go(0, 2, .right), "nil")

        layout = CollectionViewLayout(crossExtent: 100, scrollDirection: .horizontal)
        try layout.append(.grid(count: 5, columns: 3, itemHeight: 10))
        XCTAssertEqual(go(0, 0, .down), "0.1")
        XCTAssertEqual(go(0, 0, .right), "0.3")
        XCTAssertEqual(go(4, 0, .left), "0.1")
    }

    func testOffsetsOfMirroredHorizontalListsCountFromTheLeadingEdge() throws {
        var layout = CollectionViewLayout(crossExtent: 50, scrollDirection: .horizontal, flowDirection: .rightToLeft)
        try layout.append(.list(extents: [100, 200, 300]))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), CGRect(x: 500, y: 0, width: 100, height: 50))
        let bounds = CGRect(x: 400, y: 0, width: 200, height: 50)
        XCTAssertEqual(layout.contentOffset(of: bounds), 0)
        XCTAssertEqual(layout.visibleBounds(atContentOffset: 0, size: bounds.size), bounds)
        XCTAssertEqual(layout.layoutAttributes(in: bounds).map(\.item), [0, 1])
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 1), in: Viewport(bounds)) {
            try $0.resizeItem(0, inSection: 0, to: 130)
        }
        XCTAssertEqual(scroll.scrollDelta, 30)
        let after = layout.visibleBounds(atContentOffset: scroll.scrollDelta, size: bounds.size)
        // On screen the anchor is at the same place.
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minX - after.minX, 300 - bounds.minX)
    }
}
