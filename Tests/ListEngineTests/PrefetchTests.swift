import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Prefetching")
struct PrefetchTests {
    private final class Loader: CollectionViewDataSourcePrefetching {
        var asked: [Int] = []
        var cancelled: [Int] = []
        var onCancel: (() -> Void)?
        func collectionView(_ view: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            asked += indexPaths.map(\.item)
        }
        func collectionView(_ view: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
            cancelled += indexPaths.map(\.item)
            onCancel?()
        }
    }

    private func loading() -> (NameList, Loader) {
        let list = NameList(names(1_000))
        let loader = Loader()
        list.view.contentOffset = point(4_000)
        list.view.layoutIfNeeded()
        list.view.prefetchDataSource = loader
        list.view.hostDidScroll(to: point(4_010))
        return (list, loader)
    }

    @Test func itemsAheadAreNamedOnceAndNearestFirst() {
        let (list, loader) = loading()
        for step in 2...100 { list.view.hostDidScroll(to: point(4_000 + CGFloat(step) * 10)) }
        #expect(loader.asked == loader.asked.sorted())
        #expect(Set(loader.asked).count == loader.asked.count)
        #expect(loader.cancelled.isEmpty)
        guard let last = list.view.indexPathsForVisibleItems.last?.item else {
            Issue.record("nothing shown")
            return
        }
        #expect((loader.asked.last ?? 0) > last)
    }

    @Test func turningRoundCancelsPrefetchingAndPrefetchesTheOtherWay() {
        let (list, loader) = loading()
        for step in 2...10 { list.view.hostDidScroll(to: point(4_000 + CGFloat(step) * 10)) }
        let (asked, shown) = (Set(loader.asked), Set(list.view.indexPathsForVisibleItems.map(\.item)))
        loader.asked = []
        list.view.hostDidScroll(to: point(4_090))
        #expect(!loader.cancelled.isEmpty)
        #expect(Set(loader.cancelled).isSubset(of: asked.subtracting(shown)))
        #expect(!loader.asked.isEmpty && loader.asked == loader.asked.sorted(by: >))
        #expect(loader.asked.allSatisfy { $0 < 102 })
    }

    /// The list scrolls while it cancels, so it looks ahead twice.
    @Test func scrollingWhileItemsAreCancelledNamesThemOnce() {
        let (list, loader) = loading()
        loader.asked = []
        loader.onCancel = { [weak loader, weak view = list.view] in
            loader?.onCancel = nil
            view?.hostDidScroll(to: point(3_900))
        }
        list.view.hostDidScroll(to: point(4_000))
        #expect(!loader.cancelled.isEmpty && !loader.asked.isEmpty)
        #expect(Set(loader.asked).count == loader.asked.count)
        #expect(Set(loader.asked).isDisjoint(with: list.view.indexPathsForVisibleItems.map(\.item)))
    }

    @Test func quickScrollingPrefetchesFurther() {
        let (list, loader) = loading()
        let near = (loader.asked.last ?? 0) - 102
        loader.asked = []
        list.view.hostDidScroll(to: point(4_400))
        let shown = list.view.indexPathsForVisibleItems.last?.item ?? 0
        #expect((loader.asked.last ?? 0) - shown > near)
    }

    @Test func reloadingAndDeletingCancelPrefetching() {
        let (list, loader) = loading()
        let asked = Set(loader.asked).subtracting(list.view.indexPathsForVisibleItems.map(\.item))
        guard let first = asked.min() else {
            Issue.record("nothing asked for")
            return
        }
        list.sections[0].remove(at: first)
        list.view.deleteItems(at: [IndexPath(first, inSection: 0)])
        #expect(loader.cancelled == [first])
        loader.cancelled = []
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(!loader.cancelled.isEmpty && !loader.cancelled.contains((asked.max() ?? 0) + 1))
    }

    @Test func aScreenOfHalfAPointPrefetches() {
        let (list, loader) = loading()
        list.view.bounds.size.height = 0.5
        list.view.layoutIfNeeded()
        loader.asked = []
        // Four such screens ahead.
        list.view.hostDidScroll(to: point(list.view.layout.frame(ofItem: 200, inSection: 0).minY - 1))
        #expect(loader.asked == [200])
    }

    @Test func nothingIsPrefetchedWhenPrefetchingIsDisabled() {
        let (list, loader) = loading()
        loader.asked = []
        list.view.isPrefetchingEnabled = false
        for step in 2...100 { list.view.hostDidScroll(to: point(4_000 + CGFloat(step) * 10)) }
        #expect(loader.asked.isEmpty && loader.cancelled.isEmpty)
    }
}

/// Runs of items against sets of paths.
@Suite("Runs of items")
struct ItemRunsTests {
    @Test(arguments: 1...100)
    func itemRunsBehaveLikeSets(seed: UInt64) {
        var random = TestRandom(seed: seed)
        func some() -> ([ElementPath], ItemRuns) {
            var paths: [ElementPath] = []
            var runs = ItemRuns()
            for _ in 0..<random.below(12) {
                let (section, start) = (random.below(3), random.below(12))
                for item in start..<start + random.below(4) { paths.append(.item(item, inSection: section)) }
            }
            for path in paths { runs.append(path) }
            runs.sort()
            return (paths, runs)
        }
        func check(_ runs: ItemRuns, _ expected: Set<ElementPath>, _ what: Comment) {
            #expect(runs.indexPaths == expected.sorted().map(\.indexPath), what)
            // Equal sets have equal runs, because runs neither touch nor are empty.
            var joined = ItemRuns()
            for path in expected.sorted() { joined.append(path) }
            #expect(runs == joined, what)
            #expect(runs.first == expected.min() && runs.last == expected.max(), what)
        }
        for _ in 0..<20 {
            let ((left, a), (right, b)) = (some(), some())
            check(a, Set(left), "seed \(seed)")
            var result = a
            result.add(b)
            check(result, Set(left).union(right), "add, seed \(seed)")
            result = a
            result.subtract(b)
            check(result, Set(left).subtracting(right), "subtract, seed \(seed)")
            let path = ElementPath.item(random.below(14), inSection: random.below(3))
            result = a
            result.keep(before: path)
            check(result, Set(left).filter { $0 < path }, "before \(path), seed \(seed)")
            result = a
            result.keep(after: path)
            check(result, Set(left).filter { path < $0 }, "after \(path), seed \(seed)")
        }
    }
}
