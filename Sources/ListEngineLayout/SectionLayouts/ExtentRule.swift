import Foundation

/// Extents along the scroll axis as a function of a number that each item has and of the items' extent across: heights of
/// a vertical list by their width.
///
/// The numbers are the caller's: the length of a text in characters or its width on one line, the height of a picture by
/// its width. A section keeps them, and works all extents out again, many at a time, when its width changes; nobody is
/// asked for one item.
///
///     try layout.append(.list(numbers: texts.map { Double($0.count) },
///         by: .wrapping(advance: 7.5, lineHeight: 20, padding: 32, plus: 16)))
///     try layout.setWidth(844, keeping: anchor)        // all heights are computed again, and the anchor stays
///
/// Two rules are equal where they say the same; one made from a closure is equal to its copies alone.
public struct ExtentRule: Sendable, Hashable {
    /// Works extents out of numbers: as many as there are, in points. Every one is written; what the span holds before means
    /// nothing.
    public typealias Body =
        @Sendable (_ numbers: Span<Double>, _ across: Double, _ extents: inout MutableSpan<Double>) -> Void

    package enum Kind: Hashable {
        case wrapping(TextWrapping)
        case proportional(plus: Double)
        case custom(CustomRule)
    }

    package let kind: Kind

    /// Texts that wrap: a number is the length of a text, in characters or whatever `advance` counts.
    ///
    ///     lines = ceil((number x advance - 2^-10 pt) / (width - padding))      at least `leastLines`, at most `mostLines`
    ///     extent = lines x lineHeight + plus
    ///
    /// A line holds at least one advance. Words make real texts a little longer than their characters: where that matters the
    /// section is estimated, see ``SectionRecipe/isEstimated``.
    /// - Parameters:
    ///   - advance: Points that a unit of length takes: the mean width of a character; 1 where numbers are widths on one
    ///     line.
    ///   - lineHeight: Extent of a line, in points.
    ///   - padding: What the text is narrower than its item, both sides together, in points.
    ///   - extra: What the item is higher than its text, in points.
    ///   - leastLines: Lines of a short text.
    ///   - mostLines: Lines where a long text is cut.
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

    /// Pictures: a number is height by width, where the list is vertical.
    /// - Parameter extra: What the item is higher than the picture, in points.
    public static func proportional(plus extra: CGFloat = 0) -> ExtentRule {
        ExtentRule(kind: .proportional(plus: Double(extra)))
    }

    private init(kind: Kind) { self.kind = kind }

    /// A rule of the caller's own.
    /// - Parameter body: Is called with some thousand numbers at a time, on any thread; `across` is the items' extent across
    ///   the scroll axis, in points. The same numbers always get the same extents.
    public init(_ body: @escaping Body) { kind = .custom(CustomRule(body)) }
}

/// A closure with an identity.
package final class CustomRule: Sendable, Hashable {
    let body: ExtentRule.Body
    init(_ body: @escaping ExtentRule.Body) { self.body = body }
    package static func == (a: CustomRule, b: CustomRule) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ExtentRule {
    /// A value of the rule itself that cannot be used: NaN, infinite or negative, or no lines.
    var unusableValue: Double? {
        switch kind {
        case .wrapping(let text):
            if text.leastLines < 0 || text.leastLines > text.mostLines { return Double(text.leastLines) }
            return [text.advance, text.lineHeight, text.padding, text.extra].first { !($0 >= 0 && $0.isFinite) }
        case .proportional(let extra): return extra >= 0 && extra.isFinite ? nil : extra
        case .custom: return nil
        }
    }

    /// Writes as many extents as there are numbers.
    func fill(_ extents: inout [Double], numbers: Span<Double>, across: Double) {
        var span = extents.mutableSpan
        switch kind {
        case .wrapping(let text): text.fill(&span, numbers, across)
        case .proportional(let extra):
            for place in numbers.indices { span[place] = numbers[place] * across + extra }
        case .custom(let rule): rule.body(numbers, across, &span)
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

    /// What a text may be too long for its lines: as everywhere in the engine, so that thirds of a width fit.
    private static let slack = 0x1p-10

    func fill(_ extents: inout MutableSpan<Double>, _ numbers: Span<Double>, _ across: Double) {
        let line = max(across - padding, advance)
        let scale = line > 0 ? advance / line : 0
        let slack = line > 0 ? Self.slack / line : 0
        let (least, most) = (Double(leastLines), Double(mostLines))
        // Adding 2^52 rounds to an integer, which is one too low where it rounded down: a ceiling without a call, and choices
        // that are the machine's own maximum and minimum, so that the loop is one of vectors on every machine.
        let magic = 0x1p52
        numbers.withUnsafeBufferPointer { numbers in
            extents.withUnsafeMutableBufferPointer { extents in
                // Both are of one length, and do not overlap: the one is read, the other written by this loop alone.
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
