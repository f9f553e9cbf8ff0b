/// The role of an element in a list.
public enum ElementCategory: UInt8, Sendable, Hashable {
    // The raw values are those of `le_category`.
    case header = 0
    case item = 1
    case footer = 2
    /// A supplementary item of a compositional section: a badge on an item, or a title on a group.
    case supplementary = 3
    /// An ornament that is drawn behind a section.
    case decoration = 4

    /// The category's rank in the reading order of a section.
    var order: Int {
        switch self {
        case .decoration: 0
        case .header: 1
        case .item: 2
        case .supplementary: 3
        case .footer: 4
        }
    }
}

/// An edge of an element along the scroll axis.
public enum ElementEdge: String, Sendable, Hashable, Codable {
    /// The edge nearer to the start of the content: the top of a vertical list.
    case start
    case end
}
