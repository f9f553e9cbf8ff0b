import Foundation
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Movements")
struct MotionTests {
    private static let courses: [Motion.Course] = [.easing(duration: 0.5), .decaying(rate: 9), .springing(rate: 12)]

    /// Two short steps cover the same distance as a long one, and a movement ends exactly at its target.
    @Test(arguments: 0..<3) func thePathDoesNotDependOnTheFrameRate(course: Int) {
        for seed in 1...50 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            var (coarse, fine) = (Motion(Self.courses[course], to: 300), Motion(Self.courses[course], to: 300))
            var (a, b): (CGFloat, CGFloat) = (0, 0)
            for _ in 0..<6 {
                let interval = Double(1 + random.below(40)) / 1_000
                a = coarse.step(interval, from: a, tolerance: 0.001)
                b = fine.step(interval / 4, from: b, tolerance: 0.001)
                b = fine.step(interval * 3 / 4, from: b, tolerance: 0.001)
                #expect(abs(a - b) < 1e-9, "seed \(seed)")
                #expect(0...300 ~= a, "seed \(seed)")
            }
            for _ in 0..<400 { a = coarse.step(0.02, from: a, tolerance: 0.001) }
            #expect(a == 300, "seed \(seed)")
        }
    }

    /// A target that moves is reached too, and a clock that is set back stands still once.
    @Test(arguments: 0..<3) func aTargetThatMovesIsReached(course: Int) {
        var motion = Motion(Self.courses[course], to: 100)
        var value: CGFloat = 0
        #expect(motion.step(to: 7, from: value, tolerance: 0.001) == 0)
        value = motion.step(to: 7.1, from: value, tolerance: 0.001)
        #expect(motion.step(to: 6, from: value, tolerance: 0.001) == value)
        motion.target = -40
        for frame in 0..<600 { value = motion.step(to: 6 + Double(frame) / 60, from: value, tolerance: 0.001) }
        #expect(value == -40)
    }

    /// A swiped row follows the touch without delay, and ends where it is held.
    @Test func aSwipedRowArrivesWhereItIsHeld() {
        func swipe(_ phase: CollectionSwipe.Phase, _ offset: CGFloat) -> CollectionSwipe {
            CollectionSwipe(
                indexPath: nil, phase: phase, edge: .trailing, actions: [], offset: offset, isFull: false)
        }
        var row = SwipedRow(CollectionViewCell(), swipe(.dragging, 0))
        row.follow(swipe(.dragging, -30))
        #expect(row.offset == -30)
        row.follow(swipe(.closed, 0))
        #expect(!row.isBack)
        var frames = 0
        while !row.advance(to: Double(frames) / 60, atOnce: false), frames < 600 { frames += 1 }
        #expect(row.isBack && frames > 3)
    }
}
