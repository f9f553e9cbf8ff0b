import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

@MainActor
@Suite("Refreshing")
struct RefreshTests {
    private let list = NameList(names(50))
    private let host: ScrollingHost

    init() {
        host = ScrollingHost(list.view)
        host.frame(at: 0)
    }

    private func drag(_ distances: CGFloat..., velocity: CGFloat = 0) {
        host.beginDrag()
        for distance in distances { host.scroll(by: CGPoint(x: 0, y: distance)) }
        host.endDrag(velocity: CGPoint(x: 0, y: velocity))
    }

    @Test func pullingTheStartRefreshesTheList() {
        var refreshed = 0
        list.view.refreshHandler = { refreshed += 1 }
        host.beginDrag()
        host.scroll(by: CGPoint(x: 0, y: -40))
        #expect(host.pulledDistance == 40 && host.offset == 0)
        host.scroll(by: CGPoint(x: 0, y: -40))
        #expect(host.pulledDistance == 80 && refreshed == 0)
        host.endDrag(velocity: .zero)
        #expect(refreshed == 1 && list.view.isRefreshing && host.pulledDistance == 0)
        // Not again before it ended.
        drag(-100)
        #expect(refreshed == 1)
        list.view.endRefreshing()
        drag(-100)
        #expect(refreshed == 2)
    }

    @Test func aPullThatIsUndoneDoesNotRefresh() {
        var refreshed = 0
        list.view.refreshHandler = { refreshed += 1 }
        drag(-80, 50)
        #expect(refreshed == 0 && host.offset == 0)
        // First the pull is taken back, then the content moves.
        drag(-80, 100)
        #expect(refreshed == 0 && host.offset == 20)
        drag(-50, -30)
        #expect(refreshed == 0 && host.offset == 0)
        drag(-63.5)
        #expect(refreshed == 0)
    }

    @Test func onlyADragPulls() {
        list.view.refreshHandler = { Issue.record("a wheel refreshed the list") }
        host.scroll(by: CGPoint(x: 0, y: -500))
        host.scroll(by: CGPoint(x: 0, y: -500), smoothly: true)
        host.frame(at: 1)
        #expect(host.pulledDistance == 0)
        list.view.refreshHandler = nil
        drag(-500)
        #expect(host.pulledDistance == 0 && !list.view.isRefreshing)
    }

    @Test func aProgramRefreshes() {
        #expect(!list.view.beginRefreshing())
        var refreshed = 0
        list.view.refreshHandler = { refreshed += 1 }
        #expect(list.view.beginRefreshing() && !list.view.beginRefreshing())
        #expect(refreshed == 1)
        list.view.endRefreshing()
        list.view.endRefreshing()
        #expect(!list.view.isRefreshing)
    }

    @Test func aHandlerMayCallBack() {
        let view = list.view
        var calls = 0
        view.refreshHandler = { [unowned view, list, host] in
            calls += 1
            view.endRefreshing()
            view.refreshHandler = nil
            #expect(!view.beginRefreshing())
            list.sections = []
            view.reloadData()
            view.layoutIfNeeded()
            host.beginDrag()
            host.scroll(by: CGPoint(x: 0, y: -300))
            host.endDrag(velocity: CGPoint(x: 0, y: CGFloat.nan))
        }
        drag(-100, velocity: -500)
        #expect(calls == 1 && !view.isRefreshing && view.visibleCells.isEmpty)
    }

    @Test func unusableDistancesDoNotRefresh() {
        var refreshed = 0
        list.view.refreshHandler = { refreshed += 1 }
        drag(.nan, -.infinity, .infinity)
        #expect(refreshed == 0 && host.pulledDistance == 0)
        host.refreshDistance = .nan
        drag(-1e30)
        #expect(refreshed == 0)
        host.refreshDistance = -5
        drag(-1)
        #expect(refreshed == 1)
    }

    @Test func theHandlerGoesWithItsList() {
        final class Token {}
        weak var token: Token?
        do {
            let owned = Token()
            token = owned
            let other = NameList(names(3))
            other.view.refreshHandler = { _ = owned }
            other.view.beginRefreshing()
        }
        #expect(token == nil)
    }
}
