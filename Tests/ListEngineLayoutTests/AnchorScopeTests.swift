import Foundation
import ListEngineLayout
import XCTest

/// Scopes that keep an anchor: which edits they follow.
final class AnchorScopeTests: XCTestCase {
    private func list(_ heights: [Double]) throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 100)
        try layout.append(.list(heights: heights))
        return layout
    }

    private let third = ScrollAnchor(section: 0, item: 2, distance: 5)

    func testAScopeFollowsItsAnchorThroughManyEdits() throws {
        var layout = try list([10, 20, 30, 40, 50])
        let scroll = try layout.keeping(third) { layout in
            try layout.insertItems([1, 2], at: 0, inSection: 0)
            try layout.append(.list(heights: [7, 8]))
            try layout.moveSection(1, to: 0)
            try layout.removeItem(3, inSection: 1)
            try layout.resizeItem(0, inSection: 0, to: 70)
            try layout.moveItem(from: .item(3, inSection: 1), to: .item(1, inSection: 0))
        }
        // It was at 30. Now 70 points are above it.
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 1, distance: 5))
        XCTAssertEqual(scroll.scrollDelta, 40)
    }

    /// The replacement of a deleted anchor is followed through later edits.
    func testAnAnchorThatHandsOverIsFollowedFurther() throws {
        var layout = try list([10, 20, 30, 40, 50])
        let scroll = try layout.keeping(third) { layout in
            try layout.resizeItem(0, inSection: 0, to: 11)
            try layout.removeItem(2, inSection: 0)
            try layout.insertItem(at: 0, inSection: 0, extent: 100)
        }
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 3, distance: 35))
        // The fourth item was at 60, and is at 131 without the 30 points of the third item.
        XCTAssertEqual(scroll.scrollDelta, 71)
    }

    func testTheScopeReportsHowFarALostAnchorHadMoved() throws {
        var layout = try list([10, 20, 30])
        let scroll = try layout.keeping(third) { layout in
            try layout.resizeItem(0, inSection: 0, to: 25)
            try layout.removeAll()
            try layout.append(.list(heights: [1, 2, 3]))
        }
        XCTAssertNil(scroll.anchor)
        XCTAssertEqual(scroll.scrollDelta, 15)
    }

    /// The offset is clamped to the content after all edits.
    func testTheOffsetIsClampedOnce() throws {
        var layout = try list([100, 100, 100])
        let viewport = Viewport(CGRect(x: 0, y: 200, width: 100, height: 100))
        let scroll = try layout.keeping(ScrollAnchor(section: 0, item: 2), in: viewport) { layout in
            try layout.removeItems(0..<2, inSection: 0)
            try layout.insertItems([100, 100, 100], at: 0, inSection: 0)
        }
        XCTAssertEqual(scroll.scrollDelta, 100)
        XCTAssertEqual(scroll.clampedBy, 0)
    }

    func testARefusedEditMovesNothing() throws {
        var layout = try list([10, 20, 30, 40])
        let scroll = try layout.keeping(third) { layout in
            for bad in [-1, Double.nan] {
                XCTAssertThrowsError(try layout.insertItems([5, bad], at: 0, inSection: 0))
                XCTAssertThrowsError(try layout.insertItem(at: 0, inSection: 0, extent: CGFloat(bad)))
                XCTAssertThrowsError(try layout.reloadSection(0, with: .list(heights: [bad])))
                XCTAssertThrowsError(try layout.insert(.list(heights: [bad]), at: 0))
            }
            try layout.insertItem(at: 0, inSection: 0, extent: 5)
        }
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 3, distance: 5))
        XCTAssertEqual(scroll.scrollDelta, 5)
    }

    func testAScopeThatThrowsIsOver() throws {
        struct Stopped: Error {}
        var layout = try list([10, 20, 30, 40])
        let outer = try layout.keeping(third) { layout in
            XCTAssertThrowsError(
                try layout.keeping(ScrollAnchor(section: 0, item: 0)) {
                    try $0.insertItem(at: 0, inSection: 0, extent: 5)
                    throw Stopped()
                }
            ) { XCTAssertTrue($0 is Stopped) }
            // The edit before the error remains, and the outer scope continues to follow the anchor.
            XCTAssertEqual(layout.numberOfItems, 5)
            try layout.insertItem(at: 0, inSection: 0, extent: 6)
        }
        XCTAssertEqual(outer.anchor, ScrollAnchor(section: 0, item: 4, distance: 5))
        XCTAssertEqual(outer.scrollDelta, 11)
    }

    func testNestedScopesFollowTheirOwnAnchors() throws {
        var layout = try list([10, 20, 30, 40])
        var inner: ScrollAdjustment?
        let outer = try layout.keeping(third) { layout in
            try layout.removeItem(0, inSection: 0)
            inner = try layout.keeping(ScrollAnchor(section: 0, item: 0)) { layout in
                try layout.moveItems(0..<1, to: 2, inSection: 0)
            }
            try layout.resizeItem(0, inSection: 0, to: 33)
        }
        XCTAssertEqual(inner?.anchor, ScrollAnchor(section: 0, item: 2))
        XCTAssertEqual(inner?.scrollDelta, 70)
        XCTAssertEqual(outer.anchor, ScrollAnchor(section: 0, item: 0, distance: 5))
        XCTAssertEqual(outer.scrollDelta, -30)
    }

    func testACopyThatIsMadeInsideFollowsForItself() throws {
        var layout = try list([10, 20, 30, 40])
        var copy = layout
        let scroll = try layout.keeping(third) { layout in
            copy = layout
            try copy.removeItems(0..<3, inSection: 0)
            try layout.insertItem(at: 0, inSection: 0, extent: 5)
            try copy.insertItem(at: 0, inSection: 0, extent: 500)
        }
        XCTAssertEqual(scroll.anchor, ScrollAnchor(section: 0, item: 3, distance: 5))
        XCTAssertEqual(scroll.scrollDelta, 5)
        // A scope of the copy works like any other.
        let other = try copy.keeping(ScrollAnchor(section: 0, item: 1)) {
            try $0.removeItem(0, inSection: 0)
        }
        XCTAssertEqual(other.anchor, ScrollAnchor(section: 0, item: 0))
        XCTAssertEqual(other.scrollDelta, -500)
        // Assigning the copy to the layout transfers what it followed.
        let back = try list([10, 20, 30, 40])
        layout = back
        let replaced = try layout.keeping(third) { layout in
            var trial = layout
            try trial.removeItem(0, inSection: 0)
            layout = trial
        }
        XCTAssertEqual(replaced.anchor, ScrollAnchor(section: 0, item: 1, distance: 5))
        XCTAssertEqual(replaced.scrollDelta, -10)
    }

    func testEditsOfADifferentLayoutMoveNothing() throws {
        var layout = try list([10, 20, 30, 40])
        var other = try list([1, 2, 3])
        var scroll = try layout.keeping(third) { _ in try other.removeItems(0..<3, inSection: 0) }
        XCTAssertEqual(scroll.anchor, third)
        XCTAssertEqual(scroll.scrollDelta, 0)
        // Assigning a different layout does not follow the anchor.
        let viewport = Viewport(CGRect(x: 0, y: 50, width: 100, height: 50))
        let assigned = try list([10, 20])
        scroll = layout.keeping(third, in: viewport) { $0 = assigned }
        XCTAssertNil(scroll.anchor)
        XCTAssertEqual(scroll.scrollDelta, -50)
    }

    func testAScopeWithoutEditsLeavesTheLayoutIdentical() throws {
        var layout = try list([10, 20, 30])
        let copy = layout
        let scroll = layout.keeping(third) { _ in }
        XCTAssertEqual(scroll.anchor, third)
        XCTAssertEqual(scroll.scrollDelta, 0)
        XCTAssertTrue(layout.isIdentical(to: copy))
    }

    /// Edits by the layout of a whole list use several functions of the core; the anchor follows all of them.
    @MainActor func testEditsByALayoutOfTheWholeListAreFollowed() async throws {
        for tracks in [false, true] {
            var layout = CollectionViewLayout(width: 100)
            let rows = Rows()
            layout.tracksMeasuredItems = tracks
            try layout.insertSection(at: 0, itemCount: 10, by: rows)
            try layout.insertSection(at: 1, itemCount: 10, by: rows)
            let anchor = ScrollAnchor(section: 1, item: 4)

            var script = EditScript()
            script.insert(count: 2, at: 0)
            var scroll = try layout.keeping(anchor) {
                try $0.apply(script, newItems: [0..<2], inSection: 1, by: rows)
            }
            XCTAssertEqual(scroll.anchor?.path, .item(6, inSection: 1))
            XCTAssertEqual(scroll.scrollDelta, 20)

            scroll = try layout.keeping(scroll.anchor) {
                try $0.insertSection(at: 0, itemCount: 1, by: rows)
                try $0.reloadSection(1, itemCount: 3, by: rows)
            }
            XCTAssertEqual(scroll.anchor?.path, .item(6, inSection: 2))
            XCTAssertEqual(scroll.scrollDelta, -60)

            // Laid out again, items keep their indices; if there are fewer, the last one replaces the anchor.
            scroll = try layout.keeping(scroll.anchor) { try $0.reloadSection(2, itemCount: 5, by: rows) }
            XCTAssertEqual(scroll.anchor?.path, .item(4, inSection: 2))
            XCTAssertEqual(scroll.scrollDelta, 0)

            // Another container lays out everything from scratch.
            scroll = try layout.keeping(scroll.anchor) {
                try $0.insertSection(at: 0, itemCount: 1, by: rows)
                try $0.relayout(in: ListContainer(size: CGSize(width: 50, height: 100)), by: Rows(height: 20))
                try $0.insertSection(at: 0, itemCount: 1, by: rows)
            }
            XCTAssertEqual(scroll.anchor?.path, .item(4, inSection: 4))
            // Eight rows of 10 points were above it; now one of 10 and nine of 20 are.
            XCTAssertEqual(scroll.scrollDelta, 110)
        }
    }

    /// Equal rows.
    @MainActor private final class Rows: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        private let height: CGFloat

        init(height: CGFloat = 10) { self.height = height }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: height)
        }
    }
}
