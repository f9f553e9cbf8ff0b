import Foundation

/// A finger or a mouse button on the list.
public struct CollectionViewTouch: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case began, moved, ended, cancelled }

    public var phase: Phase
    /// A point of the content, in points.
    public var location: CGPoint

    public init(_ phase: Phase, at location: CGPoint) {
        self.phase = phase
        self.location = location
    }
}

/// A key that a list understands.
public enum CollectionViewKey: Sendable, Hashable {
    case up, down, left, right
    /// The next and the previous item in reading order, as the tabulator key goes.
    case next, previous
    case pageUp, pageDown
    /// To the first and the last item.
    case home, end
    /// Chooses the item that has the focus: return, or the space bar.
    case select
    /// Anything else: offered to the cell that has the focus, then to type-ahead.
    case character(Character)
}
