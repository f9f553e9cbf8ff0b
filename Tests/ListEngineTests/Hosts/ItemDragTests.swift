import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

@MainActor
@Suite("Items dragged in scrolling hosts")
struct ItemDragTests {
    private final class Host: ScrollingHost {
        var needsFrame = false
        override func scheduleFrame() { needsFrame = true }
    }

    private let view: CollectionView
    private let host: Host
    private let source: DiffableDataSource<Int, Int>

    /// Fifty rows of 20 points, ten of them on the screen.
    init() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 20)
        flow.minimumLineSpacing = 0
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
        host = Host(view)
        source = DiffableDataSource(collectionView: view, scheduler: .immediate) { view, indexPath, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        source.reorderingHandlers.canReorderItem = { $0 != 0 }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(Array(0..<50))
        }
        host.frame(at: 0)
    }

    private func point(_ y: CGFloat) -> CGPoint { CGPoint(x: 50, y: y) }
    private var items: [Int] { source.snapshot().itemIdentifiers }
    private var target: Int? { view.reorderedItem?.to.item }
    private func frameOnScreen(_ item: Int) -> CGRect? {
        host.viewsInDrawingOrder.last { $0.view === view.cellForItem(at: IndexPath(item: item, section: 0)) }?.frame
    }

    @Test func theItemIsHeldWhereItWasTaken() {
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(105))
        host.frame(at: 1)
        // Taken 5 points below its upper edge.
        #expect(frameOnScreen(3) == CGRect(x: 0, y: 100, width: 100, height: 20))
        #expect(target == 5 && items == Array(0..<50))
        host.endReordering()
        #expect(items.prefix(7) == [0, 1, 2, 4, 5, 3, 6] && target == nil)
        host.endReordering()
        host.reorder(to: point(20))
        #expect(items.prefix(7) == [0, 1, 2, 4, 5, 3, 6])
    }

    @Test func aDragIsCancelled() {
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(145))
        host.endReordering(cancelled: true)
        #expect(items == Array(0..<50) && target == nil)
    }

    @Test func onlyAnItemThatCanBeMovedIsDragged() {
        #expect(!host.beginReordering(at: point(5)))
        #expect(!host.beginReordering(at: point(5_000)))
        #expect(!host.beginReordering(at: CGPoint(x: CGFloat.nan, y: .nan)))
        host.reorder(to: point(100))
        host.endReordering()
        #expect(items == Array(0..<50))
        #expect(host.beginReordering(at: point(25)))
        #expect(!host.beginReordering(at: point(45)))
        host.reorder(to: CGPoint(x: 0, y: CGFloat.infinity))
        #expect(target == 1)
    }

    @Test func theContentScrollsWhileThePointerIsNearAnEnd() {
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(180))
        var time = 1.0
        var before = host.offset
        for _ in 0..<5 {
            host.needsFrame = false
            host.frame(at: time)
            time += 0.01
            #expect(host.needsFrame)
        }
        // Half into the margin: half of the highest speed. The first frame starts the clock.
        #expect(abs(host.offset - before - 4 * 0.01 * 600) < 1e-9)
        #expect(frameOnScreen(3) == CGRect(x: 0, y: 175, width: 100, height: 20))
        // Up to the end of the content, and no further.
        for _ in 0..<200 {
            host.frame(at: time)
            time += 0.05
        }
        host.needsFrame = false
        host.frame(at: time)
        #expect(host.offset == 800 && target == 49 && !host.needsFrame)
        // Away from the end it rests.
        host.reorder(to: point(100))
        before = host.offset
        host.frame(at: time + 1)
        host.frame(at: time + 2)
        #expect(host.offset == before)
        // At the start it scrolls back.
        host.reorder(to: point(-50))
        host.frame(at: time + 3)
        host.frame(at: time + 3.05)
        #expect(abs(before - host.offset - 0.05 * 1_200) < 1e-9)
        host.endReordering()
        #expect(items.firstIndex(of: 3) == 34 && items.count == 50)
    }

    @Test func aClockThatIsSetBackOrStopsDoesNotScroll() {
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(200))
        host.frame(at: 10)
        host.frame(at: 5)
        host.frame(at: .nan)
        host.frame(at: 5)
        #expect(host.offset == 0)
        // After a long pause it does not jump.
        host.frame(at: 1_000)
        #expect(host.offset == 120)
    }

    @Test func anUpdateThatDeletesTheItemEndsItsDrag() {
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(190))
        source.edit { $0.deleteItems([3]) }
        for time in 1..<10 { host.frame(at: TimeInterval(time)) }
        #expect(host.offset == 0 && target == nil && items.count == 49)
        host.endReordering()
        #expect(host.beginReordering(at: point(65)))
        host.endReordering()
        #expect(items.count == 49)
    }

    /// Handlers end the drag that calls them, and begin others.
    @Test func handlersCallBack() {
        source.reorderingHandlers.willReorder = { [host] _ in host.endReordering(cancelled: true) }
        source.reorderingHandlers.didReorder = { [host] _ in _ = host.beginReordering(at: CGPoint(x: 50, y: 145)) }
        source.reorderingHandlers.canReorderItem = { [host] item in
            host.reorder(to: CGPoint(x: 50, y: 10))
            return item != 7
        }
        #expect(host.beginReordering(at: point(65)))
        host.reorder(to: point(105))
        host.endReordering()
        #expect(items.prefix(7) == [0, 1, 2, 4, 5, 3, 6])
        source.reorderingHandlers = .init()
        host.endReordering()
        view.host = nil
        host.reorder(to: point(300))
        host.frame(at: 3)
    }
}
