/// The state of a row of a list.
public enum RowState<Row: Sendable>: Sendable {
    case loaded(Row)
    /// The row is not in memory. It is read when it is near the screen.
    case placeholder
    /// The row is shown, and may be out of date: it has changed and could not be read again, for the given reason. ``LiveRows/retry()`` reads it
    /// again.
    case outdated(Row, any Error)
    /// The row could not be read. ``LiveRows/retry()`` reads it again.
    case failed(any Error)

    /// The row; nil if it is not loaded.
    public var row: Row? {
        switch self {
        case .loaded(let row), .outdated(let row, _): row
        case .placeholder, .failed: nil
        }
    }

    /// The reason why the row could not be read; nil if it could.
    public var failure: (any Error)? {
        switch self {
        case .loaded, .placeholder: nil
        case .outdated(_, let error), .failed(let error): error
        }
    }
}
