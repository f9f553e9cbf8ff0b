import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// A smooth scroll to an item ends at the item, wherever it is by then.
@MainActor
@Suite("Smooth scrolls")
struct SmoothScrollTests {
    /// Draws sixty frames a second.
    private final class SmoothHost: ScrollingHost {
        private(set) var frames = 0

        /// Draws a frame. Returns false if nothing moves any more.
        func frame() -> Bool {
            frame(at: Double(frames) / 60)
            frames += 1
            return isScrolling
        }
    }

    /// 2,000 rows of 10 to 149 points, all estimated to be 60.
    private static var list: MeasuredList {
        MeasuredList([(0..<2_000).map { CGFloat(10 + $0 * 7 % 140) }], estimate: 60)
    }

    private func distance(to item: Int, in list: MeasuredList) -> CGFloat {
        list.view.layout.frame(ofItem: item, inSection: 0).minY - list.view.contentOffset.y
    }

    @Test func rowsMeasuredOnTheWayMoveTheTarget() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        let first = list.view.smoothScrollTarget
        var last = CGFloat(0)
        while host.frame() {
            // The content moves forward only, and ends without a jump.
            #expect(list.view.contentOffset.y >= last)
            last = list.view.contentOffset.y
        }
        #expect(host.frames > 15)
        #expect(list.view.contentOffset.y - last < 20)
        // The target was moved by the rows that turned out to be higher or lower.
        #expect(list.view.contentOffset != first)
        #expect(distance(to: 400, in: list) == 0)
        #expect(list.view.smoothScrollTarget == nil)
    }

    @Test func anUpdateMovesTheTargetWithItsItem() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        for _ in 0..<10 { #expect(host.frame()) }
        list.extents[0].insert(contentsOf: Array(repeating: 33, count: 50), at: 300)
        list.view.performBatchUpdates { list.view.insertItems(at: (300..<350).map { indexPath(0, $0) }) }
        while host.frame() {}
        #expect(distance(to: 450, in: list) == 0)
    }

    @Test(arguments: [TimeInterval.infinity, 1e300, 3_601, .nan, -1, 0])
    func everyMovementComesToRest(duration: TimeInterval) {
        let list = Self.list
        let host = SmoothHost(list.view)
        (host.scrollDuration, host.wheelDuration, host.animationDuration) = (duration, duration, duration)
        func rest(_ frames: Int) -> Bool { (0..<frames).contains { _ in !host.frame() } }
        list.view.scrollToItem(at: indexPath(0, 40), at: .start, animated: true)
        #expect(rest(9) && distance(to: 40, in: list) == 0)
        let before = list.view.contentOffset.y
        host.scroll(by: CGPoint(x: 0, y: 50), smoothly: true)
        #expect(rest(9) && list.view.contentOffset.y == before + 50)
        var results: [Bool] = []
        list.extents[0].insert(33, at: 45)
        list.view.performBatchUpdates {
            list.view.insertItems(at: [indexPath(0, 45)])
        } completion: {
            results.append($0.isApplied)
        }
        _ = rest(9)
        _ = host.frame()
        #expect(results == [true])
    }

    @Test(arguments: [1e-300, 0.01, 0, -1, .nan, .infinity])
    func everyFlingComesToRest(deceleration: Double) {
        let list = Self.list
        let host = SmoothHost(list.view)
        host.deceleration = deceleration
        for velocity in [1_000.0, -1_000] {
            host.beginDrag()
            host.endDrag(velocity: CGPoint(x: 0, y: velocity))
            #expect((0..<12_000).contains { _ in !host.frame() })
        }
    }

    @Test func aDeletedItemIsNoTarget() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        for _ in 0..<5 { #expect(host.frame()) }
        list.extents[0].remove(at: 400)
        list.view.performBatchUpdates { list.view.deleteItems(at: [indexPath(0, 400)]) }
        #expect(list.view.smoothScrollTarget == nil)
        // The content moves on to where the item would have been.
        while host.frame() {}
        #expect(abs(distance(to: 400, in: list)) < 2_000)
    }

    @Test func aDragEndsTheScroll() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        for _ in 0..<5 { #expect(host.frame()) }
        let offset = list.view.contentOffset
        host.beginDrag()
        #expect(!host.frame())
        #expect(list.view.contentOffset == offset)
    }

    @Test func theEndStaysTheTargetWhileItemsAreAppended() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrolling.scroll(to: .end, animated: true)
        for _ in 0..<5 { #expect(host.frame()) }
        list.extents[0].append(77)
        list.view.performBatchUpdates { list.view.insertItems(at: [indexPath(0, 2_000)]) }
        while host.frame() {}
        #expect(distance(to: 2_000, in: list) == 323)
    }
}
