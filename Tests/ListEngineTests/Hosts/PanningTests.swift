import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Fingers drag the content along the scroll axis, and swipe items aside across it.
@MainActor
@Suite("Panning")
struct PanningTests {
    private final class Host: ScrollingHost {
        var swipes: [String] = []

        override func scheduleFrame() {}
        override func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
            swipes.append("\(swipe.phase) \(swipe.edge) \(Int(swipe.offset))")
        }
        func take() -> [String] {
            defer { swipes = [] }
            return swipes
        }
    }

    /// Rows, or columns, 40 points long. All but "c" have an action at their trailing edge.
    private let list = ListDataSource(scheduler: .immediate)
    private let view: CollectionView
    private let host: Host
    private let log = Log()
    private var performed: [String] { log.rows }

    private final class Log {
        var rows: [String] = []
    }

    init() {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 200, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        host = Host(view)
        list.attach(to: view)
        show(["a", "b", "c"] + (0..<40).map { "row \($0)" })
    }

    private func show(_ rows: [String]) {
        list.build {
            ListBlock("rows", rows, id: \.self) { (_: CollectionViewCell, _) in }
                .onCellSize { [view] _, _ in
                    let flow = view.collectionViewLayout as? CollectionViewFlowLayout
                    return flow?.scrollDirection != .horizontal
                        ? CGSize(width: 200, height: 40) : CGSize(width: 40, height: 200)
                }
                .minimumInteritemSpacing(0).minimumLineSpacing(0)
                .trailingSwipeActions { [log] row in
                    let delete = CollectionSwipeAction(title: "Delete") { _, _, done in
                        log.rows.append(row)
                        done(true)
                    }
                    return row == "c" ? nil : CollectionSwipeActions([delete])
                }
        }
        host.frame(at: 0)
    }

    private func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

    @Test func theContentFollowsAFingerAndGoesOn() {
        host.beginPan(at: point(50, 150), by: point(2, -10))
        host.pan(by: point(5, -30))
        host.pan(by: point(-60, 15))
        #expect(host.offset == 25 && view.swipe == nil && host.take().isEmpty)
        host.endPan(velocity: point(0, -400))
        #expect(host.isScrolling)
        for frame in 1..<200 { host.frame(at: Double(frame) / 10) }
        #expect(host.offset == 125)
        // A finger stops it, and one at rest leaves it there.
        host.beginPan(at: point(50, 50), by: point(0, 20))
        host.endPan(velocity: .zero)
        host.frame(at: 30)
        #expect(host.offset == 105 && !host.isScrolling)
    }

    @Test func anItemIsSwipedAsideAcrossTheScrollAxis() {
        host.beginPan(at: point(50, 60), by: point(-10, 3))
        host.pan(by: point(-40, -30))
        #expect(view.swipe?.indexPath == IndexPath(item: 1, section: 0) && host.offset == 0)
        #expect(host.take() == ["dragging trailing -10", "dragging trailing -50"])
        host.endPan(velocity: .zero)
        #expect(view.swipe?.phase == .open && host.take() == ["open trailing -80"])
        // From where it is.
        host.beginPan(at: point(50, 60), by: point(20, 0))
        #expect(view.swipe?.offset == -60)
        // Towards the leading edge there is nothing.
        host.pan(by: point(90, 0))
        #expect(view.swipe?.offset == 0)
        host.endPan(velocity: .zero)
        #expect(view.swipe == nil)
    }

    @Test func aCancelledTouchPerformsNothing() {
        host.beginPan(at: point(50, 60), by: point(-180, 0))
        #expect(view.swipe?.isFull == true)
        host.endPan(velocity: .zero, cancelled: true)
        #expect(view.swipe == nil && performed.isEmpty)
        // So does another finger that begins before this one has left.
        host.beginPan(at: point(50, 60), by: point(-180, 0))
        host.beginPan(at: point(50, 20), by: point(-30, 0))
        #expect(performed.isEmpty && view.swipe?.indexPath == IndexPath(item: 0, section: 0))
        host.pan(by: point(-150, 0))
        host.endPan(velocity: .zero)
        #expect(performed == ["a"] && view.swipe == nil)
    }

    @Test func anotherDirectionDragsTheContent() {
        // No action at this edge, none at all, no row.
        for (y, x) in [(60, 10), (100, -10)] as [(CGFloat, CGFloat)] {
            host.beginPan(at: point(50, y), by: point(x, -3))
            host.pan(by: point(0, -7))
            #expect(view.swipe == nil && host.offset == 10)
            host.pan(by: point(0, 10))
            host.endPan(velocity: .zero)
        }
        show(["a"])
        host.beginPan(at: point(50, 150), by: point(-10, 0))
        host.pan(by: point(-10, 0))
        host.endPan(velocity: point(.nan, 0))
        host.frame(at: 1)
        #expect(view.swipe == nil && host.offset == 0 && !host.isScrolling)
        #expect(host.take().isEmpty)
    }

    @Test func aHorizontalListIsTurned() {
        let flow = CollectionViewFlowLayout()
        flow.scrollDirection = .horizontal
        view.collectionViewLayout = flow
        host.frame(at: 1)
        host.beginPan(at: point(150, 50), by: point(-20, 3))
        host.pan(by: point(-10, 0))
        #expect(host.offset == 30 && view.swipe == nil)
        host.endPan(velocity: .zero)
        host.beginPan(at: point(20, 50), by: point(2, -30))
        #expect(view.swipe?.offset == -30)
        host.endPan(velocity: .zero)
    }

    @Test func aSectionThatScrollsIndependentlyIsNotSwiped() {
        let size = CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(40))
        let row = CollectionLayoutSection(
            group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
        row.orthogonalScrollingBehavior = .continuous
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: row)
        host.frame(at: 1)
        host.beginPan(at: point(50, 20), by: point(-30, 0))
        host.pan(by: point(-10, 0))
        host.endPan(velocity: .zero)
        #expect(view.sectionOffsets[0] == 40 && view.swipe == nil && host.take().isEmpty)
    }

    @Test func theItemUnderTheTouchCanBeDeleted() {
        host.beginPan(at: point(50, 20), by: point(-30, 0))
        #expect(view.swipe != nil)
        show(["b", "c"])
        host.pan(by: point(-30, 0))
        host.endPan(velocity: point(-100, 0))
        #expect(view.swipe == nil)
        // Values that are no numbers move nothing, and an end without a beginning ends nothing.
        host.beginPan(at: point(.nan, 0), by: point(1, 1))
        host.beginPan(at: point(0, 0), by: point(.infinity, 1))
        host.pan(by: point(.nan, 0))
        host.endPan(velocity: point(0, 100))
        #expect(host.offset == 0 && !host.isScrolling && view.swipe == nil)
    }
}
