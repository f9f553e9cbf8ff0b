/// The place where a slice of rows begins, and the direction in which it is read.
public enum RowSide<Key: Comparable & Sendable>: Sendable {
    /// The first rows of the source.
    case first
    /// The last rows of the source, read backward.
    case last
    /// The row with the key, if there is one, and the rows after it.
    case from(Key)
    /// The rows after a key, without the row that has it.
    case after(Key)
    /// The rows before a key, without the row that has it, read backward.
    case before(Key)

    /// Whether rows are read toward the first row of the source: the slice ends where the place is.
    public var isBackward: Bool {
        switch self {
        case .first, .from, .after: false
        case .last, .before: true
        }
    }
}

extension RowSide: Equatable, CustomStringConvertible {
    public var description: String {
        switch self {
        case .first: "first rows"
        case .last: "last rows"
        case .from(let key): "rows from \(key) on"
        case .after(let key): "rows after \(key)"
        case .before(let key): "rows before \(key)"
        }
    }
}
