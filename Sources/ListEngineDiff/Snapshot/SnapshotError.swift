/// The reason why an operation on a snapshot failed. The snapshot is unchanged.
///
/// Errors contain the description of an identifier instead of the identifier, so that they are `Sendable` for every type of
/// identifier. Use the index in the argument to find the identifier itself.
public enum SnapshotError: Error, Hashable, Sendable {
    /// The same item identifier occurs twice in one call, at the indices `first` and `again` of the argument.
    case duplicateItem(identifier: String, first: Int, again: Int)

    /// The same section identifier occurs twice in one call, at the indices `first` and `again` of the argument.
    case duplicateSection(identifier: String, first: Int, again: Int)

    /// The item is already in the snapshot, and the policy is ``DuplicatePolicy/fail``.
    case itemAlreadyPresent(identifier: String, position: ItemIndexPath, argument: Int)

    /// The section is already in the snapshot, at `position`.
    case sectionAlreadyPresent(identifier: String, position: Int, argument: Int)

    /// An item that the operation needs is not in the snapshot. `argument` is its index in the argument, 0 for a
    /// single identifier.
    case unknownItem(identifier: String, argument: Int)

    /// A section that the operation needs is not in the snapshot.
    case unknownSection(identifier: String, argument: Int)

    /// Items were appended without a section, and the snapshot has none.
    case noSection
}

extension SnapshotError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .duplicateItem(let identifier, let first, let again):
            "item identifier \(identifier) is given twice, at \(first) and \(again)"
        case .duplicateSection(let identifier, let first, let again):
            "section identifier \(identifier) is given twice, at \(first) and \(again)"
        case .itemAlreadyPresent(let identifier, let position, let argument):
            "item identifier \(identifier), given at \(argument), is already in the snapshot at \(position)"
        case .sectionAlreadyPresent(let identifier, let position, let argument):
            "section identifier \(identifier), given at \(argument), is already in the snapshot at \(position)"
        case .unknownItem(let identifier, let argument):
            "item identifier \(identifier), given at \(argument), is not in the snapshot"
        case .unknownSection(let identifier, let argument):
            "section identifier \(identifier), given at \(argument), is not in the snapshot"
        case .noSection:
            "items need a section, and the snapshot has none"
        }
    }
}
