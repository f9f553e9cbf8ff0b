import Foundation
import ListEngineLayout
import ListEngineTestSupport
import Testing

@testable import ListEngine

/// The host base moves the views of an animated update.
@MainActor
@Suite("Animations of scrolling hosts")
struct HostAnimationTests {
    private final class Host: ScrollingHost {
        var scheduled = 0
        var time: TimeInterval = 100

        override func scheduleFrame() { scheduled += 1 }

        func draw(after interval: TimeInterval = 0) {
            time += interval
            frame(at: time)
        }

        /// The shown rows: name, top and opacity.
        var rows: [String: (y: CGFloat, alpha: Float)] {
            var rows: [String: (y: CGFloat, alpha: Float)] = [:]
            for shown in viewsInDrawingOrder {
                if let cell = shown.view as? NameCell { rows[cell.name] = (shown.frame.minY, shown.placement.alpha) }
            }
            return rows
        }
    }

    private let list = NameList(names(1_000))
    private let host: Host

    init() {
        host = Host(list.view)
        host.animationDuration = 1
        list.view.displayScale = 0
        host.draw()
    }

    private func insert(_ name: String) {
        list.sections[0].insert(name, at: 0)
        list.view.insertItems(at: [indexPath(0, 0)])
    }

    @Test func rowsMoveFromWhereTheyWereSeenToTheirPlaces() {
        insert("x")
        host.draw()
        #expect(host.rows["a0"]?.y == 0 && host.rows["a0"]?.alpha == 1)
        #expect(host.rows["x"]?.y == 0 && host.rows["x"]?.alpha == 0)
        // A cubic curve that ends at rest: an eighth of the way is left after half of the time.
        host.draw(after: 0.5)
        #expect(host.rows["a0"]?.y == 35 && host.rows["x"]?.alpha == 0.875)
        host.draw(after: 0.5)
        #expect(host.rows["a0"]?.y == 40 && host.rows["x"]?.alpha == 1)
        host.scheduled = 0
        host.draw(after: 0.5)
        #expect(host.scheduled == 0)
    }

    @Test func theCompletionIsCalledOnceAtTheEnd() {
        var results: [String] = []
        list.view.performBatchUpdates {
            list.sections[0].insert("x", at: 0)
            list.view.insertItems(at: [indexPath(0, 0)])
        } completion: {
            results.append("\($0)")
        }
        host.draw()
        host.draw(after: 0.9)
        #expect(results.isEmpty)
        host.draw(after: 0.2)
        host.draw(after: 0.2)
        #expect(results.count == 1)
    }

    @Test func aClockThatIsSetBackDoesNotMoveRowsBack() {
        insert("x")
        host.draw()
        host.draw(after: 0.5)
        host.draw(after: -1_000)
        #expect(host.rows["a0"]?.y == 35)
        host.frame(at: .nan)
        #expect(host.rows["a0"]?.y == 35)
        host.draw(after: 0.25)
        #expect(host.rows["a0"].map { $0.y > 35 && $0.y < 40 } ?? false)
        host.draw(after: 0.25)
        #expect(host.rows["a0"]?.y == 40 && host.rows["x"]?.alpha == 1)
    }

    @Test func anUpdateInTheMiddleGoesOnFromWhereRowsAreSeen() {
        insert("x")
        host.draw()
        host.draw(after: 0.5)
        insert("y")
        host.draw()
        #expect(host.rows["a0"]?.y == 35 && host.rows["x"]?.alpha == 0.875)
        host.draw(after: 0.5)
        host.draw(after: 0.5)
        #expect(host.rows["a0"]?.y == 80 && host.rows["x"]?.y == 40 && host.rows["x"]?.alpha == 1)
    }

    @Test func aDeletedRowFadesWhereItWas() {
        list.sections[0].removeFirst()
        list.view.deleteItems(at: [indexPath(0, 0)])
        host.draw()
        #expect(host.rows["a0"]?.alpha == 1 && host.rows["a1"]?.y == 40)
        host.draw(after: 0.5)
        #expect(host.rows["a0"]?.y == 0 && host.rows["a0"]?.alpha == 0.125 && host.rows["a1"]?.y == 5)
        host.draw(after: 0.5)
        #expect(host.rows["a0"] == nil && host.rows["a1"]?.y == 0)
    }

    @Test func aNewLayoutIsReachedStepByStep() {
        list.view.setCollectionViewLayout(ListRecipe(height: 20), animated: true)
        host.draw()
        #expect(host.rows["a2"]?.y == 80)
        host.draw(after: 0.5)
        #expect(host.rows["a2"]?.y == 45)
        // A row that was below the screen comes from there.
        #expect(host.rows["a4"].map { $0.y == 90 && $0.alpha == 1 } ?? false)
        host.draw(after: 0.5)
        #expect(host.rows["a2"]?.y == 40)
    }

    @Test func scrollingInTheMiddleMovesEverythingAlong() {
        insert("x")
        host.draw()
        host.draw(after: 0.5)
        host.scroll(by: CGPoint(x: 0, y: 20))
        host.draw()
        #expect(host.rows["a0"]?.y == 15)
    }

    @Test(arguments: [false, true]) func withoutMotionUpdatesEndImmediately(isReduced: Bool) {
        if isReduced { host.prefersReducedMotion = true }
        var ends = 0
        list.view.performBatchUpdates {
            list.sections[0].insert("x", at: 0)
            list.view.insertItems(at: [indexPath(0, 0)])
        } completion: { _ in
            ends += 1
        }
        host.endAnimations()
        #expect(ends == 1)
        host.draw()
        #expect(host.rows["a0"]?.y == 40 && host.rows["x"]?.alpha == 1)
    }
}
