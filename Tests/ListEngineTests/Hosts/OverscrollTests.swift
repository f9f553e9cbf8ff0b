import Foundation
import ListEngineTestSupport
import Testing

@testable import ListEngine

/// The content is dragged and flung beyond its ends.
@MainActor
@Suite("Overscrolling")
struct OverscrollTests {
    private let list = NameList(names(50))
    private let host: ScrollingHost
    private var time = 10.0

    init() {
        host = ScrollingHost(list.view)
        host.frame(at: 0)
    }

    private func scroll(_ distance: CGFloat) { host.scroll(by: CGPoint(x: 0, y: distance)) }

    private func end(_ velocity: CGFloat = 0) { host.endDrag(velocity: CGPoint(x: 0, y: velocity)) }

    /// Draws frames until nothing moves. Returns the distance after each.
    private mutating func finish(every interval: TimeInterval = 1 / 60.0) -> [CGFloat] {
        var path: [CGFloat] = []
        repeat {
            host.frame(at: time)
            path.append(host.overscroll)
            time += interval
            // A fling that arrives at the end is beyond it in the next frame.
        } while path.count < 10 || (host.overscroll != 0 || host.isScrolling) && path.count < 10_000
        return path
    }

    @Test mutating func aDragBeyondAnEndComesBackTheSameWay() {
        host.beginDrag()
        scroll(30)
        scroll(-100)
        #expect(host.offset == 0 && host.overscroll == -70)
        scroll(20)
        #expect(host.offset == 0 && host.overscroll == -50)
        scroll(60)
        #expect(host.offset == 10 && host.overscroll == 0)
        let most = host.offsetRange.upperBound
        scroll(10_000)
        #expect(host.offset == most && host.overscroll == 10_010 - most)
        // It stays as long as the finger does.
        host.frame(at: 1)
        host.frame(at: 2)
        #expect(host.overscroll == 10_010 - most)
        end()
        let path = finish()
        #expect(host.overscroll == 0 && host.offset == most && path.count < 120)
        #expect(zip(path, path.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test mutating func thePathDoesNotDependOnTheFrameRate() {
        var paths: [[CGFloat]] = []
        for steps in [1, 4] {
            host.beginDrag()
            scroll(-200)
            end(-900)
            var path: [CGFloat] = []
            host.frame(at: time)
            for _ in 0..<20 {
                for _ in 0..<steps {
                    time += 1 / 100 / Double(steps)
                    host.frame(at: time)
                }
                path.append(host.overscroll)
            }
            paths.append(path)
            _ = finish()
        }
        // The velocity carries it on before it comes back.
        #expect(paths[0].min() ?? 0 < -200)
        for (a, b) in zip(paths[0], paths[1]) { #expect(abs(a - b) < 0.001, "\(a) \(b)") }
    }

    @Test mutating func aFlingGoesBeyondTheEndAndComesBack() {
        scroll(300)
        host.beginDrag()
        end(-8_000)
        let path = finish()
        #expect(host.offset == 0 && host.overscroll == 0)
        #expect((path.min() ?? 0) < -20 && path.allSatisfy { $0 <= 0 })
        // Not of a wheel, and not of a fling that the user wants to have little motion.
        scroll(300)
        scroll(-5_000)
        #expect(host.overscroll == 0)
        host.scroll(by: CGPoint(x: 0, y: -5_000), smoothly: true)
        #expect(finish().allSatisfy { $0 == 0 })
        scroll(300)
        host.prefersReducedMotion = true
        host.beginDrag()
        end(-8_000)
        #expect(finish().allSatisfy { $0 == 0 } && host.offset == 0)
        host.beginDrag()
        scroll(-80)
        end()
        #expect(host.overscroll == 0)
    }

    @Test mutating func aProgramThatScrollsEndsIt() {
        host.beginDrag()
        scroll(-80)
        end()
        host.scroll(to: 100)
        #expect(host.overscroll == 0 && host.offset == 100)
        host.beginDrag()
        scroll(-180)
        end()
        list.view.setContentOffset(point(200), animated: false)
        host.frame(at: 1)
        #expect(host.overscroll == 0 && host.offset == 200)
    }

    @Test mutating func aHostThatBouncesMovesItsViews() {
        let before = host.viewsInDrawingOrder.map(\.frame)
        host.beginDrag()
        scroll(-60)
        #expect(host.viewsInDrawingOrder.map(\.frame) == before)
        host.bounces = true
        let moved = host.viewsInDrawingOrder.map(\.frame)
        let distance = moved[0].minY - before[0].minY
        #expect(distance > 10 && distance < 60)
        #expect(zip(moved, before).allSatisfy { $0 == $1.offsetBy(dx: 0, dy: distance) })
        // However far the finger goes, half of the list is not blank.
        scroll(-1e9)
        #expect(host.viewsInDrawingOrder[0].frame.minY <= host.visibleExtent / 2)
        end()
        host.frame(at: 1)
        host.frame(at: 1.05)
        // Another finger catches it.
        let caught = host.overscroll
        host.beginDrag()
        #expect(caught < 0 && host.overscroll == caught)
        end()
        _ = finish()
        #expect(host.viewsInDrawingOrder.map(\.frame) == before)
    }

    @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300])
    mutating func unusableVelocitiesComeBack(velocity: CGFloat) {
        host.beginDrag()
        scroll(-80)
        scroll(velocity)
        end(velocity)
        host.frame(at: .nan)
        #expect(finish().allSatisfy(\.isFinite) && host.overscroll == 0)
    }
}
