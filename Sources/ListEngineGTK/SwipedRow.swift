#if GTK
    import Foundation
    import ListEngine

    /// A row that is swiped aside. It follows the finger, and moves by itself when it is held open or closed.
    @MainActor
    struct SwipedRow {
        let cell: CollectionViewCell
        private(set) var swipe: CollectionSwipe
        /// The row's distance from its place, as it is seen.
        private(set) var offset: CGFloat = 0
        private var lastFrame: TimeInterval?

        init(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
            self.cell = cell
            self.swipe = swipe
        }

        /// The row is where the finger is, or goes on from there.
        mutating func follow(_ new: CollectionSwipe) {
            swipe = new
            if new.phase == .dragging { offset = new.offset }
            lastFrame = nil
        }

        /// Whether the row is back in its place, and the swipe over.
        var isBack: Bool { swipe.phase == .closed && offset == 0 }

        /// Moves the row towards its place. Returns whether it is there.
        mutating func advance(to time: TimeInterval, atOnce: Bool) -> Bool {
            let rest = swipe.offset - offset
            let share = lastFrame.map { 1 - exp(-20 * max(0, time - $0)) } ?? 0
            lastFrame = time
            let isThere = atOnce || abs(rest) < 0.5 || !share.isFinite
            offset = isThere ? swipe.offset : offset + rest * share
            return isThere
        }
    }
#endif
