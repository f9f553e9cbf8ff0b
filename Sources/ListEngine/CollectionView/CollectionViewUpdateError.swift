import ListEngineLayout

/// Why a batch of updates was refused. Nothing of it was done; the list has been loaded again instead.
///
/// Deletes, reloads and the starts of moves are positions before the batch, inserts and the ends of moves positions after
/// it.
public enum CollectionViewUpdateError: Error, Sendable, Hashable {
    public enum Operation: String, Sendable, Hashable {
        case delete, insert, reload, reconfigure
        case moveFrom = "move from"
        case moveTo = "move to"
    }

    /// The list is being updated or laid out. The updates were not called for.
    case updateInProgress
    /// An index path has not two indices.
    case notAnItem(Operation)
    /// A section is not in the list; valid are `0..<count`.
    case sectionOutOfRange(Operation, section: Int, count: Int)
    /// An item is not in its section; valid are `0..<count`.
    case itemOutOfRange(Operation, section: Int, item: Int, count: Int)
    /// A section goes twice (deleted, reloaded or moved), or two come to one place.
    case sectionNamedTwice(Operation, section: Int)
    /// An item goes twice, or two come to one place.
    case itemNamedTwice(Operation, section: Int, item: Int)
    /// The data source has another number of sections than the updates lead to.
    case inconsistentSectionCount(expected: Int, found: Int)
    /// The data source has another number of items than the updates lead to. The section is that after the batch.
    case inconsistentItemCount(section: Int, expected: Int, found: Int)
}

extension CollectionViewUpdateError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .updateInProgress: "the list is being updated or laid out"
        case .notAnItem(let operation): "\(operation.rawValue): the index path has not two indices"
        case .sectionOutOfRange(let operation, let section, let count):
            "\(operation.rawValue) section \(section): valid are 0..<\(count)"
        case .itemOutOfRange(let operation, let section, let item, let count):
            "\(operation.rawValue) \(section).\(item): valid are items 0..<\(count)"
        case .sectionNamedTwice(let operation, let section):
            "\(operation.rawValue) section \(section): it is named twice"
        case .itemNamedTwice(let operation, let section, let item):
            "\(operation.rawValue) \(section).\(item): it is named twice"
        case .inconsistentSectionCount(let expected, let found):
            "the updates lead to \(expected) sections, the data source has \(found)"
        case .inconsistentItemCount(let section, let expected, let found):
            "the updates lead to \(expected) items in section \(section), the data source has \(found)"
        }
    }
}
