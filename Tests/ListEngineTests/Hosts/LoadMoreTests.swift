import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

/// Rows of 10 points in a list of 100.
@MainActor
@Suite("Loading more")
struct LoadMoreTests {
    private let list = NameList(names(100), layout: ListRecipe(height: 10))
    private let calls = Calls()

    private final class Calls {
        var counts: [Int] = []
    }

    init() {
        list.view.layoutIfNeeded()
        list.view.loadMoreHandler = { [list, calls] in calls.counts.append(list.sections.joined().count) }
        list.view.layoutIfNeeded()
    }

    private func scroll(to offset: CGFloat) {
        list.view.contentOffset = CGPoint(x: 0, y: offset)
        list.view.layoutIfNeeded()
    }

    private func append(_ count: Int) {
        let old = list.sections[0].count
        list.sections[0] += (old..<old + count).map { "a\($0)" }
        list.view.performBatchUpdates { list.view.insertItems(at: (old..<old + count).map { [0, $0] }) }
        list.view.layoutIfNeeded()
    }

    @Test func theLoadMoreHandlerIsCalledOnceWhenTheEndIsAScreenAway() {
        #expect(calls.counts == [])
        scroll(to: 799)
        #expect(calls.counts == [])
        scroll(to: 800)
        scroll(to: 850)
        scroll(to: 900)
        #expect(calls.counts == [100])
    }

    @Test func moreItemsThatDoNotReachFarAskForMore() {
        scroll(to: 900)
        append(5)
        #expect(calls.counts == [100, 105])
        append(20)
        #expect(calls.counts == [100, 105])
        scroll(to: 1_200)
        #expect(calls.counts == [100, 105, 125])
    }

    @Test func theLoadMoreHandlerIsCalledAgainWhenTheUserComesBack() {
        scroll(to: 900)
        scroll(to: 0)
        scroll(to: 900)
        #expect(calls.counts == [100, 100])
    }

    @Test func theLoadMoreDistanceCanBeChanged() {
        list.view.loadMoreDistance = 300
        scroll(to: 599)
        #expect(calls.counts == [])
        scroll(to: 600)
        #expect(calls.counts == [100])
        for unusable in [-5, .nan] as [CGFloat] {
            scroll(to: 0)
            list.view.loadMoreDistance = unusable
            scroll(to: 899)
            #expect(calls.counts == [100])
        }
        scroll(to: 900)
        #expect(calls.counts == [100, 100])
        list.view.loadMoreDistance = .infinity
        scroll(to: 0)
        #expect(calls.counts == [100, 100])
    }

    @Test func aListWithoutItemsLoadsNothing() {
        list.sections = [[]]
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(calls.counts == [])
        append(3)
        #expect(calls.counts == [3])
    }

    @Test func aNewHandlerIsCalledImmediately() {
        scroll(to: 900)
        var called = 0
        list.view.loadMoreHandler = { called += 1 }
        list.view.layoutIfNeeded()
        #expect(called == 1)
        list.view.loadMoreHandler = nil
        append(1)
        #expect(called == 1 && calls.counts == [100])
    }

    @Test func pagesThatAreInsertedImmediatelyFillTheScreen() {
        list.sections = [["a0"]]
        list.view.reloadData()
        list.view.loadMoreHandler = { [list] in
            let old = list.sections[0].count
            list.sections[0].append("a\(old)")
            list.view.performBatchUpdates { list.view.insertItems(at: [[0, old]]) }
            list.view.layoutIfNeeded()
        }
        // One page in each pass, and a frame is requested for the next one.
        for count in 2...21 {
            list.view.layoutIfNeeded()
            #expect(list.sections[0].count == count)
        }
        list.view.layoutIfNeeded()
        #expect(list.sections[0].count == 21)
    }

    @Test func aHandlerThatLoadsTheLastPageRequestsNoFurtherFrame() {
        let host = RecorderHost()
        list.view.host = host
        list.view.loadMoreHandler = { [list] in
            list.view.loadMoreHandler = nil
            append(1)
        }
        list.view.contentOffset = CGPoint(x: 0, y: 900)
        _ = host.take()
        list.view.layoutIfNeeded()
        #expect(list.sections[0].count == 101 && !host.wantsFrame)
    }

    @Test func rowsWithoutHeightAreLoadedForEverOnePageAPass() {
        let empty = NameList([["a0"]], layout: ListRecipe(height: 0))
        empty.view.loadMoreHandler = { [empty] in
            let old = empty.sections[0].count
            empty.sections[0].append("a\(old)")
            empty.view.performBatchUpdates { empty.view.insertItems(at: [[0, old]]) }
        }
        for _ in 0..<10 { empty.view.layoutIfNeeded() }
        #expect(empty.sections[0].count == 11)
    }

    @Test func aHastyHandlerEndsTheList() {
        list.view.loadMoreHandler = { [list] in
            list.view.loadMoreHandler = nil
            list.sections = []
            list.view.reloadData()
            list.view.layoutIfNeeded()
            list.view.contentOffset = CGPoint(x: 0, y: CGFloat.nan)
        }
        scroll(to: 900)
        #expect(list.shown == [])
    }

    @Test func aListFromRightToLeftEndsAtTheLeft() throws {
        let recipe = ListRecipe(height: 50)
        recipe.scrollDirection = .horizontal
        let pages = NameList(names(10), layout: recipe)
        pages.view.flowDirection = .rightToLeft
        pages.view.layoutIfNeeded()
        var called = 0
        pages.view.loadMoreDistance = 0
        pages.view.loadMoreHandler = { called += 1 }
        pages.view.layoutIfNeeded()
        let width = pages.view.contentSize.width
        try #require(width > 100)
        pages.view.contentOffset = CGPoint(x: width - 100, y: 0)
        pages.view.layoutIfNeeded()
        #expect(called == 0)
        pages.view.contentOffset = .zero
        pages.view.layoutIfNeeded()
        #expect(called == 1)
    }
}
