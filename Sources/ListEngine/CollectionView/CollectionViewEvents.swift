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

    public func hash(into hasher: inout Hasher) {
        hasher.combine(phase)
        hasher.combine(location)
    }
}

/// A key that a list handles.
public enum CollectionViewKey: Sendable, Hashable {
    case up, down, left, right
    /// The next and the previous item in reading order, as with the tab key.
    case next, previous
    case pageUp, pageDown
    /// The first and the last item.
    case home, end
    /// Chooses the focused item: the return key or the space bar.
    case select
    /// Any other character. The focused cell receives it first, then type-ahead.
    case character(Character)
}
