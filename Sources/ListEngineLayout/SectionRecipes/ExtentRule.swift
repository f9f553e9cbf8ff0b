import Foundation

/// A rule that computes extents along the scroll axis from a number for each item and from the items' extent across
/// the axis. In a vertical list it computes heights from widths.
///
/// The caller chooses the meaning of the numbers: the length of a text in characters, its width on one line, or the
/// height of a picture divided by its width. The section stores the numbers. When its width changes, it computes all
/// extents again, many at a time, without calling back for single items.
///
///     try layout.append(.list(numbers: texts.map { Double($0.count) },
///         by: .wrapping(advance: 7.5, lineHeight: 20, padding: 32, plus: 16)))
///     try layout.setWidth(844)                         // all heights are computed again
///
/// Two built-in rules are equal if their parameters are equal. A rule made from a closure is equal only to its
/// copies.
public struct ExtentRule: Sendable, Hashable {
    /// Computes one extent in points for each number. It must write every extent; the initial contents of the span
    /// are undefined.
    public typealias Body =
        @Sendable (_ numbers: Span<Double>, _ across: Double, _ extents: inout MutableSpan<Double>) -> Void

    package enum Kind: Hashable {
        case wrapping(TextWrapping)
        case proportional(plus: Double)
        case custom(CustomRule)
    }

    package let kind: Kind

    /// A rule for text that wraps. The number is the length of a text, in characters or in another unit with the
    /// given `advance`.
    ///
    /// ```text
    /// lines = ceil((number x advance - 2^-10 pt) / (width - padding))      at least `leastLines`, at most `mostLines`
    /// extent = lines x lineHeight + plus
    /// ```
    ///
    /// A line holds at least one advance. Real text breaks between words and can need more lines than this rule
    /// computes. If that matters, mark the section as estimated; see ``SectionRecipe/isEstimated``.
    /// - Parameters:
    ///   - advance: The width of one unit of length, in points: the mean width of a character, or 1 if the numbers
    ///     are widths on one line.
    ///   - lineHeight: Extent of a line, in points.
    ///   - padding: The difference between the item's width and the text's width, both sides together, in points.
    ///   - extra: The difference between the item's height and the text's height, in points.
    ///   - leastLines: The smallest number of lines.
    ///   - mostLines: The largest number of lines; a longer text is cut.
    public static func wrapping(
        advance: CGFloat = 1, lineHeight: CGFloat, padding: CGFloat = 0, plus extra: CGFloat = 0, leastLines: Int = 1,
        mostLines: Int = .max
    ) -> ExtentRule {
        ExtentRule(
            kind: .wrapping(
                TextWrapping(
                    advance: Double(advance), lineHeight: Double(lineHeight), padding: Double(padding),
                    extra: Double(extra), leastLines: leastLines, mostLines: mostLines)))
    }

    /// A rule for pictures. In a vertical list, the number is the picture's height divided by its width.
    /// - Parameter extra: The difference between the item's height and the picture's height, in points.
    public static func proportional(plus extra: CGFloat = 0) -> ExtentRule {
        ExtentRule(kind: .proportional(plus: Double(extra)))
    }

    private init(kind: Kind) { self.kind = kind }

    /// Creates a rule from a closure.
    /// - Parameter body: A closure that is called with a few thousand numbers at a time, on any thread. `across` is
    ///   the items' extent across the scroll axis, in points. Equal arguments must always give equal extents.
    public init(_ body: @escaping Body) { kind = .custom(CustomRule(body)) }
}

/// A closure that is compared by identity.
package final class CustomRule: Sendable, Hashable {
    let body: ExtentRule.Body
    init(_ body: @escaping ExtentRule.Body) { self.body = body }
    package static func == (a: CustomRule, b: CustomRule) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ExtentRule {
    /// The first parameter of the rule that cannot be used: a length that is NaN, infinite or negative, or an
    /// impossible number of lines. Nil if there is none.
    var unusableValue: Double? {
        switch kind {
        case .wrapping(let text):
            if text.leastLines < 0 || text.leastLines > text.mostLines { return Double(text.leastLines) }
            return [text.advance, text.lineHeight, text.padding, text.extra].first { !($0 >= 0 && $0.isFinite) }
        case .proportional(let extra): return extra >= 0 && extra.isFinite ? nil : extra
        case .custom: return nil
        }
    }

    /// Computes one extent for each number.
    func fill(_ extents: inout [Double], numbers: Span<Double>, across: Double) {
        extents.withMutableSpan { span in
            switch kind {
            case .wrapping(let text): text.fill(&span, numbers, across)
            case .proportional(let extra):
                for place in numbers.indices { span[place] = numbers[place] * across + extra }
            case .custom(let rule): rule.body(numbers, across, &span)
            }
        }
    }
}

package struct TextWrapping: Hashable {
    package var advance: Double
    package var lineHeight: Double
    package var padding: Double
    package var extra: Double
    package var leastLines: Int
    package var mostLines: Int

    /// The tolerance by which a text can exceed its lines. It is the same throughout the engine, so that thirds of a
    /// width fit.
    private static let slack = 0x1p-10

    func fill(_ extents: inout MutableSpan<Double>, _ numbers: Span<Double>, _ across: Double) {
        let line = max(across - padding, advance)
        let scale = line > 0 ? advance / line : 0
        let slack = line > 0 ? Self.slack / line : 0
        let (least, most) = (Double(leastLines), Double(mostLines))
        // Adding 2^52 rounds to an integer. If it rounded down, one is added. This computes a ceiling without a call.
        // The minimum and maximum are written so that they become machine instructions. The compiler can therefore
        // vectorize the loop on every machine.
        let magic = 0x1p52
        numbers.withUnsafeBufferPointer { numbers in
            extents.withUnsafeMutableBufferPointer { extents in
                // Both buffers have the same length and do not overlap. This loop alone reads the one and writes the
                // other.
                for place in 0..<min(numbers.count, extents.count) {
                    let exact = numbers[place] * scale - slack
                    let rounded = (exact + magic) - magic
                    let lines = rounded + (rounded < exact ? 1 : 0)
                    let enough = lines > least ? lines : least
                    extents[place] = (enough < most ? enough : most) * lineHeight + extra
                }
            }
        }
    }
}
