import Foundation

/// A row that is swiped aside, for hosts that draw it. It follows the touch. When it is held open or closed, it moves there in time.
@MainActor
package struct SwipedRow {
    package let cell: CollectionViewCell
    package private(set) var swipe: CollectionSwipe
    /// The row's distance from its place, as it is seen.
    package private(set) var offset: CGFloat = 0
    private var motion: Motion

    package init(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
        self.cell = cell
        self.swipe = swipe
        motion = Motion(.decaying(rate: 20), to: swipe.offset)
    }

    /// The row is at the touch, or continues from there.
    package mutating func follow(_ new: CollectionSwipe) {
        swipe = new
        if new.phase == .dragging { offset = new.offset }
        motion = Motion(.decaying(rate: 20), to: new.offset)
    }

    /// Whether the row is back in its place, and the swipe over.
    package var isBack: Bool { swipe.phase == .closed && offset == 0 }

    /// Moves the row towards its place. Returns whether it is there.
    package mutating func advance(to time: TimeInterval, atOnce: Bool) -> Bool {
        let next = motion.step(to: time, from: offset, tolerance: 0.5)
        offset = atOnce ? swipe.offset : next
        return offset == swipe.offset
    }
}
