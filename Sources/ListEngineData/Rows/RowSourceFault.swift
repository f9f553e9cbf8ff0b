/// A fault in the answer of a source. The list leaves out what cannot be right, and stays consistent.
public struct RowSourceFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The rows of a slice are not ascending. They are sorted.
        case unsortedRows
        /// Two rows have equal keys, or two rows of a slice the same identity. The first one is kept.
        case duplicateRow
        /// A row is not on the side that was requested. It is left out.
        case rowOnWrongSide
        /// A slice that is not the end has no rows. It counts as a failure of the request.
        case emptySlice
        /// A count is negative or too large, or pages or quantiles are not ascending. The outline is ignored.
        case invalidOutline
        /// Headings are not ascending. They are ignored.
        case invalidSections
        /// An edit deletes a row that is not there, or inserts one that is. It is ignored, and the rows are read again.
        case contradictoryEdit
        /// The source made a slice on the main thread: its `rows(_:limit:)` is isolated to the main actor, or waits for it. Reported once for
        /// each list.
        case mainThread
        /// A revision is smaller than one before. The change is ignored.
        case decreasingRevision
    }

    public var kind: Kind
    /// The expected value, the found one, and the place: the key, identity or position, and the value.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind): \(message)" }
}
