import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Each gesture is interrupted in the middle, in lists of each direction. Afterwards the data is on the screen, each callback for a
/// begin has its end, and the next gesture does what it should.
@MainActor
@Suite("Gestures that are interrupted")
struct InterruptedGestureTests {
    enum Gesture: CaseIterable {
        case tap, click, band, reorder, reorderSeveral, dragOut, dropIn, dropOntoItem, rest, swipe, menu, rename
        case resizeColumn, moveColumn, marks, severalItems, moveSection, index, refresh, drag, fling, smoothScroll,
            wheel
    }

    enum Interruption: CaseIterable {
        case nothing, removedItem, insertedItems, reload, reloadedItem, removedSection, everything, otherSource,
            noSelection
        case closedWindow, droppedHost
    }

    enum Direction: CaseIterable {
        case vertical, verticalFromRight, horizontal, horizontalFromRight
    }

    @Test(arguments: Gesture.allCases, Interruption.allCases)
    func nothingIsLostAndTheNextGestureWorks(gesture: Gesture, interruption: Interruption) throws {
        for direction in Direction.allCases where gesture.exists(in: direction) {
            for isCancelled in [false, true] {
                let context = "\(direction), \(isCancelled ? "cancelled" : "ended")"
                let scene = InterruptedScene(direction, for: gesture)
                try #require(scene.begin(gesture), "\(context)")
                scene.move(gesture, to: 1)
                if interruption == .nothing, gesture != .fling { #expect(scene.isHeld(gesture), "\(context)") }
                scene.interrupt(interruption, gesture)
                // The user does not know of it, and goes on.
                scene.move(gesture, to: 2)
                scene.end(gesture, isCancelled: isCancelled)
                scene.settle()
                if interruption == .nothing {
                    #expect(scene.hasEffect(gesture) != isCancelled || gesture.hasNoCancel, "\(context)")
                }
                #expect(scene.faults(), "\(context)")
                scene.restore(gesture)
                #expect(scene.faults(), "restored, \(context)")
                #expect(scene.performAgain(gesture), "the next gesture, \(context)")
                scene.restore(gesture)
                #expect(scene.clickSelects(), "the next click, \(context)")
                #expect(scene.faults(), "at the end, \(context)")
            }
        }
    }

    /// The window is closed in the middle, and the program keeps nothing of its list.
    @Test(arguments: Gesture.allCases)
    func aListThatIsDroppedInTheMiddleIsReleased(gesture: Gesture) throws {
        for direction in Direction.allCases where gesture.exists(in: direction) {
            var scene: InterruptedScene? = InterruptedScene(direction, for: gesture)
            weak let view = scene?.view
            try #require(scene?.begin(gesture) == true)
            scene?.move(gesture, to: 1)
            let drag = scene?.drag
            scene = nil
            #expect(view == nil, "\(direction)")
            // The toolkit still has the drag.
            drag?.end(.move)
        }
    }
}

extension InterruptedGestureTests.Gesture {
    /// Columns are side by side in vertical lists only.
    func exists(in direction: InterruptedGestureTests.Direction) -> Bool {
        guard self == .resizeColumn || self == .moveColumn else { return true }
        return direction == .vertical || direction == .verticalFromRight
    }

    /// Whether the user cannot cancel the gesture.
    var hasNoCancel: Bool {
        switch self {
        case .rest, .menu, .index, .refresh, .drag, .fling, .smoothScroll, .wheel, .severalItems: true
        default: false
        }
    }
}
