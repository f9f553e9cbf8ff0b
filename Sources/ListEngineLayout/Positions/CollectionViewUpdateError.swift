/// The reason why a batch of updates was refused. None of it was applied; a full reload followed instead.
///
/// Deletes, reloads, reconfigurations and the sources of moves are positions before the batch. Inserts and the targets
/// of moves are positions after it.
public enum CollectionViewUpdateError: Error, Sendable, Hashable {
    public enum Operation: String, Sendable, Hashable {
        case delete, insert, reload, reconfigure
        case moveFrom = "move from"
        case moveTo = "move to"
    }

    /// The list is being updated or laid out. The closure with the updates was not called.
    case updateInProgress
    /// An index path does not have exactly two indices.
    case notAnItem(Operation)
    /// A section is not in the list; valid are `0..<count`.
    case sectionOutOfRange(Operation, section: Int, count: Int)
    /// An item is not in its section; valid are `0..<count`.
    case itemOutOfRange(Operation, section: Int, item: Int, count: Int)
    /// A section is deleted, reloaded or moved twice, or two sections are inserted at or moved to one position.
    case sectionNamedTwice(Operation, section: Int)
    /// An item is deleted, reloaded or moved twice, or two items are inserted at or moved to one position.
    case itemNamedTwice(Operation, section: Int, item: Int)
    /// The number of sections in the data source does not match the updates.
    case inconsistentSectionCount(expected: Int, found: Int)
    /// The number of items in the data source does not match the updates. The section is the index after the batch.
    case inconsistentItemCount(section: Int, expected: Int, found: Int)
}

extension CollectionViewUpdateError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .updateInProgress: "the list is being updated or laid out"
        case .notAnItem(let operation): "\(operation.rawValue): expected an index path with two indices (section, item)"
        case .sectionOutOfRange(let operation, let section, let count):
            "\(operation.rawValue) section \(section): valid are 0..<\(count)"
        case .itemOutOfRange(let operation, let section, let item, let count):
            "\(operation.rawValue) \(section).\(item): valid are items 0..<\(count)"
        case .sectionNamedTwice(let operation, let section):
            "\(operation.rawValue) section \(section): it is named twice"
        case .itemNamedTwice(let operation, let section, let item):
            "\(operation.rawValue) \(section).\(item): it is named twice"
        case .inconsistentSectionCount(let expected, let found):
            "after the updates, expected \(expected) sections; the data source has \(found)"
        case .inconsistentItemCount(let section, let expected, let found):
            "after the updates, expected \(expected) items in section \(section); the data source has \(found)"
        }
    }
}
