import Foundation
import ListEngineLayout

/// The state of an item that the user swipes aside, and its actions.
@MainActor
public struct CollectionSwipe {
    public enum Edge: Sendable, Hashable { case leading, trailing }

    public enum Phase: Sendable, Hashable {
        /// The user holds the item.
        case dragging
        /// The item is held open, and an action can be chosen.
        case open
        /// An action was chosen and has not ended yet.
        case performing
        /// The item is back in its place.
        case closed
    }

    /// The item; nil if it is no longer in the list.
    public internal(set) var indexPath: IndexPath?

    public internal(set) var phase: Phase

    /// The edge at which the actions are.
    public internal(set) var edge: Edge

    /// The actions. The first one is nearest to the edge.
    public internal(set) var actions: [CollectionSwipeAction]

    /// The distance of the item from its place in points, to the right, or down in a horizontal list.
    public internal(set) var offset: CGFloat

    /// Whether lifting the finger now performs the first action.
    public internal(set) var isFull: Bool
}

/// The current swipe.
@MainActor
struct Swiping {
    /// Distinguishes this swipe from later ones, whose actions can end before those of this one.
    var number: Int
    var path: ElementPath
    /// The distance of the item from its place when the gesture started.
    var start: CGFloat = 0
    var swipe: CollectionSwipe?
    /// Loaded once per swipe; the outer nil means not loaded yet.
    var leading: CollectionSwipeActions??
    var trailing: CollectionSwipeActions??
    /// Whether the delegate was notified of the start.
    var wasTold = false
}

/// A swipe that has ended, of which the delegate is not notified yet.
@MainActor
final class EndedSwipe {
    let swipe: CollectionSwipe?
    /// The current position of the item; nil if it was deleted.
    var path: ElementPath?

    init(_ swipe: CollectionSwipe?, at path: ElementPath?) {
        self.swipe = swipe
        self.path = path
    }
}
