/// The position of a row in a list.
public enum RowPosition: Hashable, Sendable {
    /// All rows before it have been counted.
    case exact(Int)
    case estimated(Int)

    public var value: Int {
        switch self {
        case .exact(let position), .estimated(let position): position
        }
    }
}
