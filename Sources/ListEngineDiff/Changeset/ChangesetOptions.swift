/// Properties of the lists that the caller knows, and that make a diff faster.
public struct ChangesetOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Promises that no element, or identifier, occurs twice in one list. ``Changeset/isMinimal`` is then always true. If the
    /// promise is wrong, the changeset is still valid, but may not be minimal.
    public static let assumingUnique = ChangesetOptions(rawValue: 1)
}
