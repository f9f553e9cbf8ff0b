import Foundation

/// Where a stock layout takes the lengths of its items from.
public enum ItemLengths<Length: Sendable>: Sendable {
    /// The same for all.
    case constant(Length)
    /// Asked for one item after the other, by index.
    case each(@Sendable (Int) -> Length)
    /// Written in bulk, for all items, into a span that starts as zeros.
    case bulk(@Sendable (inout MutableSpan<Length>) -> Void)
}

extension ItemLengths {
    /// The lengths of some items alone, ascending ranges; nil where they are written for all at once.
    func part(_ items: [Range<Int>]) -> ItemLengths? {
        switch self {
        case .constant: return self
        case .bulk: return nil
        case .each(let length):
            let numbers = items.flatMap { Array($0) }
            return .each { length(numbers[$0]) }
        }
    }

    /// All lengths; nil where they are one constant. Of a negative count there are none.
    func values(count: Int, zero: Length) -> [Length]? {
        let count = Swift.max(0, count)
        switch self {
        case .constant: return nil
        case .each(let length): return (0..<count).map(length)
        case .bulk(let fill):
            var values = Array(repeating: zero, count: count)
            var span = values.mutableSpan
            fill(&span)
            return values
        }
    }
}
