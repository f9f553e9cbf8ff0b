/// What an element of a list is.
public enum ElementCategory: UInt8, Sendable, Hashable {
    // The raw values are those of `le_category`.
    case header = 0
    case item = 1
    case footer = 2
}

/// An edge of an element along the scroll axis.
public enum ElementEdge: Sendable, Hashable {
    /// The edge nearer to the start of the content: the top of a vertical list.
    case start
    case end
}
