import Foundation
import ListEngineLayout
import ListEngineTestSupport
import TestSupport
import Testing

@testable import ListEngine

/// The host base moves the content, and keeps views in drawing order.
@MainActor
@Suite("Scrolling hosts")
struct ScrollingHostTests {
    private final class Host: ScrollingHost {
        var scheduled = 0
        /// Whether a frame was scheduled since the last one began.
        var isFrameDue = false
        var time: TimeInterval = 100

        override func scheduleFrame() {
            scheduled += 1
            isFrameDue = true
        }

        func frames(_ count: Int, every interval: TimeInterval = 1 / 60.0) {
            for _ in 0..<count {
                isFrameDue = false
                frame(at: time)
                time += interval
            }
        }

        /// Draws frames until nothing moves. Returns the offset after each.
        @discardableResult
        func finish(every interval: TimeInterval = 1 / 60.0) -> [CGFloat] {
            var offsets: [CGFloat] = []
            repeat {
                frames(1, every: interval)
                offsets.append(offset)
            } while isScrolling && offsets.count < 10_000
            return offsets
        }
    }

    private final class Observer: CollectionViewScrollDelegate {
        var log: [String] = []
        var target: CGPoint?
        func collectionViewDidEndScrollingAnimation(_ view: CollectionView) { log.append("arrived") }
        func collectionViewWillBeginDragging(_ view: CollectionView) { log.append("drags") }
        func collectionViewDidEndDecelerating(_ view: CollectionView) { log.append("rests") }
        func collectionViewWillEndDragging(
            _ view: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
        ) { if let target { targetContentOffset = target } }
    }

    private let list = NameList(names(1_000))
    private let host: Host
    private let observer = Observer()

    init() {
        host = Host(list.view)
        list.view.addScrollObserver(observer)
        host.frames(1)
    }

    // MARK: Physics

    private func fling(_ velocity: CGFloat) {
        host.beginDrag()
        host.endDrag(velocity: CGPoint(x: 0, y: velocity))
    }

    @Test func aFlingCoversItsVelocityOverTheDeceleration() {
        fling(2_000)
        let path = host.finish()
        #expect(path.last == 500)
        #expect(zip(path, path.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(observer.log == ["drags", "rests"])
        // The first step covers what the velocity says, less its decay in that time.
        #expect(abs(path[1] - 500 * (1 - exp(-4 / 60.0))) < 0.001)
    }

    @Test(arguments: [false, true]) func thePathDoesNotDependOnTheFrameRate(isFling: Bool) {
        func path(_ step: Int) -> [CGFloat] {
            let list = NameList(names(1_000))
            let host = Host(list.view)
            host.frames(1)
            if isFling {
                host.beginDrag()
                host.endDrag(velocity: CGPoint(x: 0, y: 9_000))
            } else {
                list.view.setContentOffset(point(2_250), animated: true)
            }
            var offsets: [CGFloat] = []
            for frame in 0...20 where frame % step == 0 {
                host.frame(at: Double(frame) / 120)
                if frame % 4 == 0 { offsets.append(host.offset) }
            }
            return offsets
        }
        let (fine, coarse) = (path(1), path(4))
        #expect(fine.count == 6 && fine[5] > 800)
        for (a, b) in zip(fine, coarse) { #expect(abs(a - b) < 0.001) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func nothingMovesInAFrameWithoutATime(time: TimeInterval) {
        fling(2_000)
        host.frames(3)
        let offset = host.offset
        host.frame(at: time)
        #expect(host.offset == offset && host.isScrolling)
        let path = host.finish()
        #expect(path.last == 500 && path.count < 1_000)
    }

    /// The target is so far away that the distance to it is the target.
    @Test func aFlingOfAnyVelocityDoesNotTurnBack() {
        host.scroll(to: 5_000)
        fling(1e18)
        let path = host.finish()
        #expect(path.first == 5_000 && path.last == host.offsetRange.upperBound)
    }

    @Test func aFlingEndsAtTheEndOfTheContentAtFullSpeed() {
        list.view.setContentOffset(point(39_000), animated: false)
        host.frames(1)
        fling(20_000)
        let path = host.finish()
        #expect(path.last == 39_900)
        // 900 of 5,000 points: it does not slow down before.
        #expect(path.count < 6)
        #expect(observer.log == ["drags", "rests"])
        fling(-1e9)
        #expect(host.finish().last == 0)
    }

    @Test func theDelegateChoosesWhereAFlingEnds() {
        observer.target = point(123)
        fling(2_000)
        #expect(host.finish().last == 123)
    }

    @Test func aFlingFollowsTheContent() {
        fling(2_000)
        host.frames(10)
        let (before, top) = (host.offset, list.view.indexPathsForVisibleItems[0].item)
        list.sections[0].insert(contentsOf: ["x", "y", "z"], at: 0)
        list.view.insertItems(at: (0..<3).map { indexPath(0, $0) })
        list.view.layoutIfNeeded()
        #expect(host.offset == before + 120)
        #expect(list.view.indexPathsForVisibleItems[0].item == top + 3)
        #expect(host.finish().last == 620)
    }

    @Test func aJumpOfTheProgramEndsAFling() {
        fling(20_000)
        host.frames(3)
        list.view.setContentOffset(point(7_777), animated: false)
        #expect(host.finish() == [7_777])
        #expect(observer.log == ["drags", "rests"])
    }

    @Test func aDragFollowsTheTouchAndStaysInTheContent() {
        host.beginDrag()
        host.scroll(by: point(30))
        #expect(host.offset == 30)
        host.scroll(by: point(-100))
        #expect(host.offset == 0)
        host.scroll(by: CGPoint(x: CGFloat.nan, y: 5))
        #expect(host.offset == 0)
        host.endDrag(velocity: .zero)
        #expect(!host.isScrolling)
        #expect(observer.log == ["drags", "rests"])
    }

    @Test func turnsOfTheWheelAddUp() {
        host.scroll(by: point(60), smoothly: true)
        host.frames(3)
        #expect(host.offset > 0 && host.offset < 60)
        host.scroll(by: point(60), smoothly: true)
        host.scroll(by: point(60), smoothly: true)
        #expect(host.finish().last == 180)
        #expect(observer.log == [])
    }

    @Test func theUserInterruptsASmoothScroll() {
        list.view.scrollToItem(at: indexPath(0, 500), at: .start, animated: true)
        host.frames(4)
        let offset = host.offset
        #expect(offset > 0 && offset < 19_000)
        host.scroll(by: point(1))
        #expect(host.finish() == [offset + 1])
        #expect(observer.log == ["arrived"])
    }

    @Test func aNewSmoothScrollReplacesAFling() {
        fling(2_000)
        host.frames(4)
        list.view.setContentOffset(point(77), animated: true)
        #expect(observer.log == ["drags", "rests"])
        #expect(host.finish().last == 77)
        #expect(observer.log == ["drags", "rests", "arrived"])
    }

    @Test func reducedMotionJumps() {
        host.prefersReducedMotion = true
        list.view.setContentOffset(point(400), animated: true)
        #expect(host.offset == 400 && !host.isScrolling)
        host.scroll(by: point(60), smoothly: true)
        #expect(host.offset == 460 && !host.isScrolling)
        #expect(observer.log == ["arrived"])
    }

    @Test(arguments: [(0, 0), (400, 100), (-400, 0), (9_000, 100), (49, 100)] as [(CGFloat, CGFloat)])
    func aPageIsTheUnitOfADrag(velocity: CGFloat, end: CGFloat) {
        host.isPagingEnabled = true
        host.beginDrag()
        host.scroll(by: point(30))
        host.endDrag(velocity: CGPoint(x: 0, y: velocity))
        #expect(host.finish().last == end)
    }

    @Test func aListThatDoesNotScrollTakesNoInput() {
        list.view.isScrollEnabled = false
        host.scroll(by: point(60))
        host.scroll(to: 60)
        fling(1_000)
        #expect(host.finish() == [0])
        #expect(observer.log == [])
    }

    @Test func aWheelAcrossScrollsTheSectionUnderIt() throws {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(40))
        section.orthogonalScrollingBehavior = .continuous
        let list = NameList(
            names(20, 100),
            layout: CollectionViewCompositionalLayout { index, _ in
                index == 0 ? section : .list(itemHeight: .absolute(40))
            })
        let host = Host(list.view)
        host.frames(1)
        let range = try #require(list.view.layout.orthogonalScrolling(ofSection: 0)?.offsetRange)
        #expect(range.upperBound > 100)
        host.scroll(by: CGPoint(x: 70, y: 0), at: CGPoint(x: 10, y: 10))
        #expect(list.view.sectionOffsets[0] == 70)
        host.scroll(by: CGPoint(x: -700, y: 0), at: CGPoint(x: 10, y: 10))
        #expect(list.view.sectionOffsets[0] == 0)
        host.scroll(by: CGPoint(x: 70, y: 5), at: CGPoint(x: 10, y: 90))
        #expect(list.view.sectionOffsets[0] == 0 && host.offset == 5)
    }

    // MARK: Frames

    @Test func aFrameIsScheduledOnceAndOnlyForChanges() {
        host.scheduled = 0
        host.frames(5)
        #expect(host.scheduled == 0)
        list.sections[0].removeFirst(2)
        list.view.reloadData()
        host.scroll(by: point(3))
        #expect(host.scheduled == 1)
        host.frames(1)
        #expect(host.scheduled == 1)
        list.view.reloadData()
        host.frames(3)
        #expect(host.scheduled == 2)
        host.scheduled = 1
        fling(2_000)
        let frames = host.finish().count
        #expect(host.scheduled == 1 + frames)
    }

    /// A property over random input: a frame is scheduled whenever the last drawn one is not what would be drawn now. No row comes
    /// into view in a short scroll, so the list places none.
    @Test func aFrameIsScheduledWheneverThePictureHasChanged() {
        for seed in LawCases.seeds(100) {
            var random = TestRandom(seed: seed)
            let across = CollectionLayoutSection.list(itemHeight: .absolute(40))
            across.orthogonalScrollingBehavior = .continuous
            let list = NameList(
                names(20, 30),
                layout: CollectionViewCompositionalLayout { index, _ in
                    index == 0 ? across : .list(itemHeight: .absolute(40))
                })
            let host = Host(list.view)
            func picture() -> [String] {
                host.viewsInDrawingOrder.map { "\(($0.view as? NameCell)?.name ?? "?") \($0.frame)" }
                    + ["\(host.offset) of \(host.offsetRange), \(host.overscroll)"]
            }
            host.frames(1)
            for step in 1...30 {
                let drawn = picture()
                let place = CGPoint(x: 10, y: random.pick(10, 90))
                let distance = CGPoint(x: CGFloat(random.int(in: -3...3)), y: CGFloat(random.int(in: -9...9)) / 2)
                var input = ""
                switch random.below(7) {
                case 0:
                    input = "scroll by \(distance)"
                    host.scroll(by: distance, at: place)
                case 1:
                    input = "scroll to \(step)"
                    host.scroll(to: CGFloat(step))
                case 2:
                    input = "begin pan by \(distance)"
                    host.beginPan(at: place, by: distance)
                case 3:
                    input = "pan by \(distance)"
                    host.pan(by: distance)
                case 4:
                    input = "end pan"
                    host.endPan(velocity: .zero)
                case 5:
                    input = "section offset"
                    list.view.hostDidScroll(section: 0, to: CGFloat(random.below(5)))
                default:
                    input = "offset"
                    list.view.setContentOffset(CGPoint(x: 0, y: random.below(5)), animated: false)
                }
                if picture() != drawn {
                    #expect(host.isFrameDue, "LE_SEED=\(seed), step \(step): no frame after \(input)")
                }
                host.frames(3)
            }
        }
    }

    @Test func viewsAreInDrawingOrder() {
        let list = NameList(names(5, 5), layout: ListRecipe(height: 30, header: 20, pinsHeader: true))
        let host = Host(list.view)
        host.frames(1)
        host.scroll(by: point(45))
        host.frames(1)
        let drawn = host.viewsInDrawingOrder.map { drawn in
            let name = (drawn.view as? NameCell)?.name ?? (drawn.view as? HeaderView)?.title ?? "?"
            return "\(name) \(Int(drawn.frame.minY))"
        }
        #expect(drawn == ["a0 -25", "a1 5", "a2 35", "a3 65", "a4 95", "header 0 0"])
        #expect(list.view.visibleViews.count == 6 && list.view.visibleViews.first is HeaderView)
    }

    @Test func framesAreOnPixels() {
        let list = NameList(names(100), layout: ListRecipe(height: 30.3))
        let host = Host(list.view)
        list.view.displayScale = 2
        host.frames(1)
        for offset in stride(from: CGFloat(0), to: 60, by: 0.37) {
            host.scroll(to: offset)
            host.frames(1)
            let views = host.viewsInDrawingOrder
            #expect(views.count > 2)
            var edge = views[0].frame.minY
            for drawn in views {
                // Rows touch, and their edges are on half points.
                #expect(drawn.frame.minY == edge)
                edge = drawn.frame.maxY
                #expect((edge * 2).rounded() == edge * 2)
            }
        }
    }
}
