/// The state of a row of a list.
public enum RowState<Row: Sendable>: Sendable {
    case loaded(Row)
    /// The row is not in memory. It is read when it is near the screen.
    case placeholder
    /// The row could not be read. ``LiveRows/retry()`` reads it again.
    case failed(any Error)

    /// The row; nil if it is not loaded.
    public var row: Row? { if case .loaded(let row) = self { row } else { nil } }
}
