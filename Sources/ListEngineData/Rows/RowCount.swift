/// The number of rows, as far as it is known.
public enum RowCount: Hashable, Sendable {
    /// No one has counted; there are at least as many rows as given.
    case unknown(atLeast: Int)
    /// The number lies between the estimate minus `within` and the estimate plus `within`, as far as one can tell.
    case estimated(Int, within: Int)
    case exact(Int)

    /// The number that a list shows.
    public var shown: Int {
        switch self {
        case .unknown(let count), .estimated(let count, _), .exact(let count): count
        }
    }

    /// Whether the rows have been counted.
    public var isExact: Bool {
        if case .exact = self { true } else { false }
    }
}
