/// A rule of `RowSource` that a source breaks, as `violations` returns it.
public struct RowSourceViolation: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The rows of a slice ascend by key, and no two have equal keys.
        case order
        /// No two rows have the same identity.
        case identity
        /// A slice has no row on the wrong side of the place that was requested.
        case side
        /// A slice says that it is the end only if there are no more rows. Any other slice has at least one row.
        case end
        /// Reading forward and backward, with any limits, finds the same rows.
        case meeting
        /// A slice begins with the row that is nearest to the requested key, and has no gap.
        case seek
        /// Exact counts are the numbers of rows, and the keys of outlines ascend.
        case count
        /// The reported changes lead from the rows before a change to the rows after it.
        case change
        /// Revisions never decrease, and stay the same while nothing changes.
        case revision
        /// The source answers without an error.
        case answer
        /// A call that is cancelled ends.
        case cancellation
        /// Rows are not read on the main thread.
        case thread
    }

    public var rule: Rule
    /// What was expected, what was found, and where.
    public var message: String

    public init(_ rule: Rule, _ message: String) {
        self.rule = rule
        self.message = message
    }

    public var description: String { "\(rule): \(message)" }
}
