import Foundation

/// The source of the item lengths of a built-in layout.
public enum ItemLengths<Length: Sendable>: Sendable {
    /// One length for all items.
    case constant(Length)
    /// A closure that returns the length of the item at an index.
    case each(@Sendable (Int) -> Length)
    /// A closure that writes the lengths of all items into a span. The span is initially filled with zeros.
    case bulk(@Sendable (inout MutableSpan<Length>) -> Void)
}

extension ItemLengths {
    /// Returns the lengths of some items alone, given as ascending ranges. Nil if the lengths are written for all
    /// items together.
    func part(_ items: [Range<Int>]) -> ItemLengths? {
        switch self {
        case .constant: return self
        case .bulk: return nil
        case .each(let length):
            let numbers = items.flatMap { Array($0) }
            return .each { length(numbers[$0]) }
        }
    }

    /// Returns all lengths; nil if they are one constant. A negative count gives no lengths.
    func values(count: Int, zero: Length) -> [Length]? {
        let count = Swift.max(0, count)
        switch self {
        case .constant: return nil
        case .each(let length): return (0..<count).map(length)
        case .bulk(let fill):
            var values = Array(repeating: zero, count: count)
            values.withMutableSpan(fill)
            return values
        }
    }
}
