import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// A host scrolls content on both axes that is larger than its bounds on both.
@MainActor
@Suite("The cross axis in hosts")
struct CrossAxisHostTests {
    private typealias Host = SteppedHost

    /// Rows of 1,000 x 40 points in bounds of 300 x 100. Row "a1" has an action at its trailing edge.
    private let list = ListDataSource(scheduler: .immediate)
    private let view: CollectionView
    private let host: Host

    init() {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        host = Host(view)
        view.minimumCrossExtent = 1_000
        list.attach(to: view)
        show(100)
    }

    private func show(_ count: Int) {
        list.build {
            ListBlock("rows", Array(0..<count), id: \.self) { (_: CollectionViewCell, _) in }
                .onCellSize { [view] _, _ in
                    CGSize(width: max(view.bounds.width, view.minimumCrossExtent), height: 40)
                }
                .minimumInteritemSpacing(0).minimumLineSpacing(0)
                .trailingSwipeActions { row in
                    row == 1
                        ? CollectionSwipeActions([CollectionSwipeAction(title: "Delete") { _, _, done in done(true) }])
                        : nil
                }
        }
        host.frames(1)
    }

    private var offset: CGPoint { view.contentOffset }

    private func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

    @Test func wheelsScrollOnBothAxes() {
        host.scroll(by: point(30, 50))
        #expect(offset == point(30, 50))
        host.scroll(by: point(0, 20), modifiers: .extend)
        #expect(offset == point(50, 50))
        host.scroll(by: point(-500, 1e9))
        #expect(offset == point(0, 3_900))
        host.scroll(by: point(1e9, -10))
        #expect(offset == point(700, 3_890))
        for bad in [point(.nan, 0), point(0, .infinity)] { host.scroll(by: bad) }
        #expect(offset == point(700, 3_890))
    }

    @Test func turnsOfAWheelAddUpOnBothAxes() {
        host.scroll(by: point(0, 60), smoothly: true, modifiers: .extend)
        host.frames(3)
        #expect(offset.x > 0 && offset.x < 60 && offset.y == 0)
        host.scroll(by: point(0, 80), smoothly: true)
        host.scroll(by: point(20, 0), smoothly: true)
        host.frames(20)
        #expect(offset == point(80, 80) && !host.isScrolling)
    }

    @Test func listsThatAreNotWiderThanTheirBoundsStay() {
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.minimumCrossExtent = 0
        host.frames(1)
        host.scroll(by: point(30, 50))
        host.beginPan(at: point(50, 50), by: point(-40, -30))
        host.endPan(velocity: point(-2_000, 0))
        host.scrollAcross(to: 200)
        #expect(!host.press(.right) && host.crossOverscroll == 0)
        host.frames(100)
        #expect(offset == point(0, 80))
    }

    @Test func aListFromRightToLeftIsMirrored() {
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.flowDirection = .rightToLeft
        host.frames(1)
        #expect(offset.x == 700 && host.crossOffset == 0)
        host.scroll(by: point(-30, 0))
        #expect(offset.x == 670 && host.crossOffset == 30)
        host.press(.left)
        host.frames(20)
        #expect(offset.x == 640 && host.crossOffset == 60)
        host.scrollAcross(to: 100)
        #expect(offset.x == 600)
        host.beginPan(at: point(50, 50), by: point(100, 0))
        host.endPan(velocity: point(400, 0))
        host.frames(200)
        #expect(offset.x == 400 && host.crossOffset == 300)
    }

    @Test func aFingerMovesAlongTheAxisOnWhichItSetsOut() {
        // The axes of the first movement, and where the same movements lead.
        let movements: [(begin: CGPoint, end: CGPoint)] = [
            (point(-20, -5), point(60, 0)), (point(-5, -20), point(0, 60)), (point(-20, -15), point(60, 55)),
        ]
        for (begin, end) in movements {
            view.contentOffset = .zero
            host.beginPan(at: point(50, 50), by: begin)
            host.pan(by: point(-40, -40))
            #expect(offset == end)
            host.endPan(velocity: point(-400, -800))
            host.frames(300)
            #expect(offset == point(end.x == 0 ? 0 : end.x + 100, end.y == 0 ? 0 : end.y + 200))
        }
    }

    @Test func aFlingGoesOnAlongOneAxisAtTheEndOfTheOther() {
        host.bounces = true
        host.beginPan(at: point(50, 50), by: point(-30, -30))
        host.endPan(velocity: point(-40_000, -4_000))
        var beyond: CGFloat = 0
        for _ in 0..<400 {
            host.frames(1)
            beyond = max(beyond, host.crossOverscroll)
            #expect(host.overscroll == 0)
        }
        #expect(beyond > 0 && host.crossOverscroll == 0)
        #expect(offset == point(700, 1_030))
    }

    /// As when a column is inserted before the visible ones.
    @Test(arguments: [false, true]) func aFlingGoesOnInContentThatGrowsBeforeIt(isLaidOutBefore: Bool) {
        host.beginPan(at: point(50, 50), by: point(-30, 0))
        host.endPan(velocity: point(-1_200, 0))
        host.frames(10)
        let before = offset.x
        view.setMinimumCrossExtent(1_500, scrollingBy: 200)
        if isLaidOutBefore {
            view.layoutIfNeeded()
            #expect(offset.x == before + 200)
        } else {
            // The fling scrolls in the frame that shows the change.
            host.frames(1)
            #expect(offset.x > before + 200 && offset.x < before + 230)
        }
        #expect(view.lastContentChange?.crossScrollDelta == 200)
        host.frames(400)
        #expect(offset == point(530, 0))
    }

    @Test func contentThatIsDraggedBeyondItsEndsComesBack() {
        host.bounces = true
        host.beginPan(at: point(50, 50), by: point(20, -20))
        host.pan(by: point(20, 0))
        #expect(offset == point(0, 20) && host.crossOverscroll == -40)
        let drawn = host.viewsInDrawingOrder[0].frame.minX
        #expect(drawn > 0 && drawn < 40)
        host.endPan(velocity: .zero)
        host.frames(100)
        #expect(host.crossOverscroll == 0 && host.viewsInDrawingOrder[0].frame.minX == 0)
    }

    @Test func anItemIsSwipedAsideOnlyWhereTheContentCannotGoOn() {
        host.beginPan(at: point(150, 60), by: point(-30, 0))
        host.endPan(velocity: .zero)
        #expect(view.swipe == nil && offset == point(30, 0))
        host.scrollAcross(to: 700)
        host.beginPan(at: point(150, 60), by: point(-30, 0))
        #expect(view.swipe?.offset == -30)
        host.pan(by: point(-60, 0))
        host.endPan(velocity: .zero)
        #expect(view.swipe?.phase == .open && offset == point(700, 0))
    }

    @Test func theThumbOfTheSecondBarScrollsAcross() {
        #expect(host.crossOffsetRange == 0...700 && host.visibleCrossExtent == 300 && host.scrollsAcross)
        host.scrollAcross(to: 250)
        #expect(offset == point(250, 0))
        host.scroll(to: 400)
        #expect(offset == point(250, 400))
        host.scrollAcross(to: 1e9)
        host.scrollAcross(to: .nan)
        #expect(offset == point(700, 400))
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.isScrollEnabled = false
        host.scrollAcross(to: 0)
        #expect(!host.press(.left) && offset == point(700, 400))
    }

    @Test func arrowKeysThatMoveNoFocusScroll() {
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(!host.press(.left))
        #expect(host.press(.right) && host.press(.right))
        host.frames(20)
        #expect(offset == point(60, 0) && view.focusedIndexPath?.item == 0)
        #expect(host.press(.down) && view.focusedIndexPath?.item == 1 && offset == point(60, 0))
    }

    @Test func smoothScrollsMoveOnBothAxes() {
        view.setContentOffset(point(500, 900), animated: true)
        host.frames(8)
        #expect(offset.x > 0 && offset.x < 500 && offset.y > 0 && offset.y < 900)
        #expect(abs(offset.x / offset.y - 500 / 900) < 0.01)
        host.frames(20)
        #expect(offset == point(500, 900) && !host.isScrolling)
    }

    /// Scrolls to another place in the first callback.
    private final class Impatient: CollectionViewScrollDelegate {
        var isDone = false

        func collectionViewDidScroll(_ view: CollectionView) {
            guard !isDone else { return }
            isDone = true
            view.setContentOffset(CGPoint(x: 500, y: 900), animated: true)
        }
    }

    @Test func aSmoothScrollThatBeginsDuringAnotherMovementKeepsItsTarget() {
        let impatient = Impatient()
        view.addScrollObserver(impatient)
        host.scroll(by: point(0, 300), smoothly: true)
        host.frames(60)
        #expect(impatient.isDone && offset == point(500, 900) && !host.isScrolling)
    }

    /// Random input while the program changes the list in its callbacks: nothing moves by itself for ever, and the content rests
    /// within its range.
    @Test func afterAnyInputTheContentComesToRestInItsRange() {
        for seed in LawCases.seeds(40) {
            var random = TestRandom(seed: seed)
            for _ in 0..<60 {
                let distance = point(CGFloat(random.below(400)) - 200, CGFloat(random.below(400)) - 200)
                switch random.below(12) {
                case 0: host.scroll(by: distance, at: point(10, 10), smoothly: random.chance(oneIn: 2))
                case 1: host.beginPan(at: point(10, 10), by: distance)
                case 2: host.pan(by: distance)
                case 3: host.endPan(velocity: point(distance.x * 50, distance.y * 50))
                case 4: host.scrollAcross(to: distance.x * 5)
                case 5: _ = host.press(random.pick(.left, .right, .up, .down))
                case 6: view.minimumCrossExtent = CGFloat(random.below(1_500))
                case 7: view.bounds.size = CGSize(width: random.below(600), height: random.below(200))
                case 8: view.flowDirection = random.chance(oneIn: 2) ? .rightToLeft : .leftToRight
                case 9: show(random.below(100))
                case 10: view.setContentOffset(point(distance.x * 4, distance.y * 10), animated: true)
                default: host.bounces.toggle()
                }
                host.frames(random.below(4))
            }
            host.endPan(velocity: .zero)
            host.frames(600)
            let name = "seed \(seed): \(view.bounds) in \(view.contentSize)"
            #expect(!host.isScrolling && host.overscroll == 0 && host.crossOverscroll == 0, "\(name)")
            #expect(host.offsetRange.contains(host.offset), "\(name)")
            #expect(host.crossOffsetRange.contains(host.crossOffset), "\(name)")
        }
    }
}
