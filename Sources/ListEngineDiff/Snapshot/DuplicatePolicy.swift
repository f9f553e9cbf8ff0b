/// What a snapshot does with an item identifier that it is given a second time.
///
/// Identifiers in a snapshot are unique, so something has to give. Whichever policy is chosen, every duplicate is
/// reported with both its positions.
public enum DuplicatePolicy: Hashable, Sendable, CaseIterable {
    /// The rule of diffable data sources: the same identifier twice in one call is an error; an identifier that is
    /// already in the snapshot moves to the new place.
    case moveExisting

    /// The first one stays, wherever it is; later ones are left out.
    case keepFirst

    /// Any duplicate is an error.
    case fail
}

/// Where a duplicate identifier was first.
public enum DuplicateOrigin: Hashable, Sendable {
    /// At an index in the same argument.
    case argument(Int)

    /// In the snapshot, at the position it had before the call.
    case snapshot(ItemIndexPath)
}

/// What became of a duplicate.
public enum DuplicateResolution: Hashable, Sendable {
    /// The item that was in the snapshot is now where the call put it.
    case moved

    /// The first one stayed; this one was left out.
    case leftOut
}

/// An item identifier that was given to a snapshot a second time.
public struct DuplicateItem<ItemIdentifier> {
    public var identifier: ItemIdentifier

    /// Where the identifier was first.
    public var first: DuplicateOrigin

    /// The index in the argument at which it came again.
    public var again: Int

    public var resolution: DuplicateResolution
}

extension DuplicateItem: Equatable where ItemIdentifier: Equatable {}
extension DuplicateItem: Hashable where ItemIdentifier: Hashable {}
extension DuplicateItem: Sendable where ItemIdentifier: Sendable {}

/// An identifier together with how often it occurred before: the identifier of an element in a list that may hold
/// equal ones. The first "a" is ("a", 0), the second ("a", 1).
public struct Occurrence<Identifier: Hashable>: Hashable {
    public var identifier: Identifier

    /// The number of equal identifiers before this one.
    public var occurrence: Int

    public init(_ identifier: Identifier, occurrence: Int) {
        self.identifier = identifier
        self.occurrence = occurrence
    }
}

extension Occurrence: Sendable where Identifier: Sendable {}

extension Sequence where Element: Hashable {
    /// Each element with the number of equal elements before it, so that all are unique.
    ///
    ///     snapshot.appendItems(["a", "b", "a"].numberingOccurrences())   // a 0, b 0, a 1
    ///
    /// Occurrence k of an identifier is the same item in every list, so a diff pairs duplicates in order.
    /// - Complexity: O(*n*).
    @inlinable
    public func numberingOccurrences() -> [Occurrence<Element>] {
        var seen: [Element: Int] = [:]
        return map { element in
            // What differs from itself, as NaN does, has no equals: many of them would share a place in the table.
            guard element == element else { return Occurrence(element, occurrence: 0) }
            let occurrence = seen[element, default: 0]
            seen[element] = occurrence + 1
            return Occurrence(element, occurrence: occurrence)
        }
    }
}
