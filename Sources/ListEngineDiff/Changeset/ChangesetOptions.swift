/// What a caller knows about the lists that are diffed.
public struct ChangesetOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No element, or identifier, occurs twice in one list. Then ``Changeset/isMinimal`` is always true. If the
    /// promise is broken the changeset is still valid, but may not be minimal.
    public static let assumingUnique = ChangesetOptions(rawValue: 1)
}
