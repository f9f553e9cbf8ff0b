import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// A smooth scroll to an item ends at the item, wherever it is by then.
@MainActor
@Suite("Smooth scrolls")
struct SmoothScrollTests {
    /// Scrolls smoothly by following the target, a step for each frame.
    private final class SmoothHost: CollectionViewHost {
        private weak var view: CollectionView?
        private(set) var isScrolling = false

        init(_ view: CollectionView) {
            self.view = view
            view.host = self
        }

        func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
        func recycle(_ view: CollectionReusableView) {}
        func remove(_ view: CollectionReusableView) {}

        func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
            if animated { isScrolling = true }
            return animated
        }

        /// Moves by at most 300 points. Returns false when the target is reached, before the end is reported.
        func frame() -> Bool {
            guard isScrolling, let view, let target = view.smoothScrollTarget else { return false }
            let rest = target.y - view.contentOffset.y
            guard rest != 0 else { return false }
            view.hostDidScroll(to: CGPoint(x: 0, y: view.contentOffset.y + min(max(rest, -300), 300)))
            return true
        }

        func end() {
            isScrolling = false
            view?.hostDidEndScrollingAnimation()
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
        var frames = 0
        while host.frame() { frames += 1 }
        #expect(frames > 50)
        // The target was moved by the rows that turned out to be higher or lower.
        #expect(list.view.contentOffset != first)
        #expect(distance(to: 400, in: list) == 0)
        let arrived = list.view.contentOffset
        host.end()
        #expect(list.view.contentOffset == arrived)
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
        host.end()
        #expect(distance(to: 450, in: list) == 0)
    }

    @Test func aDeletedItemIsNoTarget() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        #expect(host.frame())
        list.extents[0].remove(at: 400)
        list.view.performBatchUpdates { list.view.deleteItems(at: [indexPath(0, 400)]) }
        #expect(list.view.smoothScrollTarget == nil)
        let offset = list.view.contentOffset
        host.end()
        #expect(list.view.contentOffset == offset)
    }

    @Test func aDragEndsTheScroll() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToItem(at: indexPath(0, 400), at: .start, animated: true)
        #expect(host.frame())
        list.view.hostWillBeginDragging()
        #expect(!host.frame())
    }

    @Test func theEndStaysTheTargetWhileItemsAreAppended() {
        let list = Self.list
        let host = SmoothHost(list.view)
        list.view.scrollToHeader(ofSection: 0, animated: true)
        #expect(list.view.smoothScrollTarget == nil)
        list.view.scroll(to: .end, animated: true)
        for _ in 0..<5 { #expect(host.frame()) }
        list.extents[0].append(77)
        list.view.performBatchUpdates { list.view.insertItems(at: [indexPath(0, 2_000)]) }
        while host.frame() {}
        #expect(distance(to: 2_000, in: list) == 323)
        host.end()
        #expect(distance(to: 2_000, in: list) == 323)
    }
}
