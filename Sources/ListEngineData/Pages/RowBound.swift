/// A place between rows: where a page begins.
enum RowBound<Key: Comparable & Sendable>: Sendable, Comparable {
    /// Before all rows.
    case start
    /// Before the row that has the key, or would have it.
    case before(Key)
    /// After the row that has the key, or would have it.
    case after(Key)
    /// After all rows.
    case end

    /// Whether a row with the key comes before the bound.
    func isAfter(_ key: Key) -> Bool { self >= .after(key) }

    static func < (left: RowBound, right: RowBound) -> Bool {
        switch (left, right) {
        case (.end, _), (_, .start): false
        case (.start, _), (_, .end): true
        case (.before(let left), .after(let right)): left <= right
        case (.before(let left), .before(let right)), (.after(let left), .after(let right)),
            (.after(let left), .before(let right)):
            left < right
        }
    }
}

extension RowSide {
    /// The place where a slice begins. Read forward it is the first place of the slice, backward its last.
    var bound: RowBound<Key> {
        switch self {
        case .first: .start
        case .last: .end
        case .from(let key), .before(let key): .before(key)
        case .after(let key): .after(key)
        }
    }
}
