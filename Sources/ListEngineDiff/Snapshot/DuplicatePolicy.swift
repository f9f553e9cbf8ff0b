/// The treatment of a duplicate item identifier.
///
/// Identifiers in a snapshot are unique. With every policy, a duplicate is reported with both its positions.
public enum DuplicatePolicy: Hashable, Sendable, CaseIterable {
    /// The rule of diffable data sources. The same identifier twice in one call is an error. An identifier that is already in
    /// the snapshot moves to the new position.
    case moveExisting

    /// The first occurrence keeps its position, and later ones are omitted.
    case keepFirst

    /// Any duplicate is an error.
    case fail
}

/// The position of the first occurrence of a duplicate identifier.
public enum DuplicateOrigin: Hashable, Sendable {
    /// An index in the same argument.
    case argument(Int)

    /// The index path in the snapshot before the call.
    case snapshot(ItemIndexPath)
}

/// How a snapshot resolved a duplicate.
public enum DuplicateResolution: Hashable, Sendable {
    /// The item that was in the snapshot moved to the position of the call.
    case moved

    /// The first occurrence kept its position, and this one was omitted.
    case leftOut
}

/// A duplicate item identifier that was passed to a snapshot.
public struct DuplicateItem<ItemIdentifier> {
    public var identifier: ItemIdentifier

    /// The position of the first occurrence.
    public var first: DuplicateOrigin

    /// The index of the duplicate in the argument.
    public var again: Int

    public var resolution: DuplicateResolution
}

extension DuplicateItem: Equatable where ItemIdentifier: Equatable {}
extension DuplicateItem: Hashable where ItemIdentifier: Hashable {}
extension DuplicateItem: Sendable where ItemIdentifier: Sendable {}

/// A value together with the number of equal values before it: a unique identifier for an element of a list that may contain
/// equal elements. The first "a" is ("a", 0), the second ("a", 1).
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
    /// Returns each element with the number of equal elements before it, which makes all of them unique.
    ///
    ///     var snapshot = DiffableSnapshot<String, Occurrence<String>>()
    ///     snapshot.appendSections(["letters"])
    ///     snapshot.appendItems(["a", "b", "a"].numberingOccurrences())   // a 0, b 0, a 1
    ///
    /// Occurrence k of an identifier is the same item in every list, so a diff pairs duplicates in order.
    /// - Complexity: O(*n*).
    @inlinable
    public func numberingOccurrences() -> [Occurrence<Element>] {
        var seen: [Element: Int] = [:]
        return map { element in
            // An element that differs from itself, such as NaN, has no equals. Many of them would share a table slot.
            guard element == element else { return Occurrence(element, occurrence: 0) }
            let occurrence = seen[element, default: 0]
            seen[element] = occurrence + 1
            return Occurrence(element, occurrence: occurrence)
        }
    }
}
