import Foundation
import ListEngineLayout

/// An item that the user swipes aside, and what stands behind it.
@MainActor
public struct CollectionSwipe {
    public enum Edge: Sendable, Hashable { case leading, trailing }

    public enum Phase: Sendable, Hashable {
        /// Under the finger.
        case dragging
        /// Held open: the actions can be chosen.
        case open
        /// An action was chosen and has not been done yet.
        case performing
        /// Back in its place.
        case closed
    }

    /// The item; nil where it is no longer in the list.
    public internal(set) var indexPath: IndexPath?

    public internal(set) var phase: Phase

    /// Where the actions are.
    public internal(set) var edge: Edge

    /// What can be done, the first nearest to the edge.
    public internal(set) var actions: [CollectionSwipeAction]

    /// How far the item is from its place, in points to the right, or down in a list that scrolls sideways.
    public internal(set) var offset: CGFloat

    /// The finger is so far that letting go does the first action.
    public internal(set) var isFull: Bool
}

/// The swipe under way.
@MainActor
struct Swiping {
    /// Tells this swipe from later ones, whose actions may be done before those of this.
    var number: Int
    var path: ElementPath
    /// How far the item was aside when the finger came down.
    var start: CGFloat = 0
    var swipe: CollectionSwipe?
    /// Asked for once a swipe; the outer nil: not yet.
    var leading: CollectionSwipeActions??
    var trailing: CollectionSwipeActions??
    /// The delegate has heard that it began.
    var wasTold = false
}
