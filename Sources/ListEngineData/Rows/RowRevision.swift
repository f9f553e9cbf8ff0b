/// A state of a source. Each change makes the next one. Revisions of different sources have nothing to do with each other.
public struct RowRevision: Hashable, Comparable, Sendable {
    /// The number of the state. A source may skip numbers.
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }

    /// The revision of a source that reports no changes, and the smallest one.
    public static let initial = RowRevision(0)

    public static func < (left: RowRevision, right: RowRevision) -> Bool { left.number < right.number }
}
