import Foundation
import ListEngineLayout

/// Another width for a list of wrapped texts whose heights depend on their lengths; the place in the middle is kept.
func widthMeasure(_ n: Int) -> Measure {
    Measure("live.width/wrapping", n) {
        Field(
            contestant(.product, n) { TextList($0) },
            contestant(.rival("array"), n) { TextArray($0) })
    }
}

private protocol TextContent: ~Copyable {
    /// Returns how far the list must be scrolled.
    mutating func setWidth(_ width: Double) -> Double
}

/// Lengths of texts, one to seven lines at the usual width.
private func lengths(_ n: Int) -> [Double] {
    let random = Random(seed: 41)
    return (0..<n).map { _ in Double(random.below(330)) }
}

private enum Text {
    static let advance = 7.5
    static let lineHeight = 20.0
    static let padding = 32.0
    static let extra = 16.0
}

private func contestant<Content: TextContent & ~Copyable>(
    _ role: Contestant.Role, _ n: Int, _ make: ([Double]) -> Content
) -> Contestant {
    let lists = Instances(of: n) { make(lengths(n)) }
    var call = 0
    return Contestant(role) { calls in
        var sum = 0.0
        for _ in 0..<calls {
            // Each list gets the widths in turn, never the same twice.
            call += 1
            let width = Inputs.width + Double(call / lists.count % 7) * 4
            sum += lists.withNext { $0.setWidth(width) }
        }
        keep(sum)
    }
}

private struct TextList: ~Copyable, TextContent {
    private var layout = CollectionViewLayout(width: Inputs.width)
    private let anchor: ScrollAnchor

    init(_ lengths: [Double]) {
        try! layout.append(
            .list(
                numbers: lengths,
                by: .wrapping(
                    advance: Text.advance, lineHeight: Text.lineHeight, padding: Text.padding, plus: Text.extra)))
        anchor = ScrollAnchor(section: 0, item: lengths.count / 2)
    }

    mutating func setWidth(_ width: Double) -> Double {
        Double(try! layout.keeping(anchor) { try $0.setWidth(width) }.scrollDelta)
    }
}

/// The same as a loop over an array of lengths, into the frames of ``ArrayList``.
private struct TextArray: ~Copyable, TextContent {
    private let lengths: [Double]
    private var heights: [Double]
    private var list: ArrayList

    init(_ lengths: [Double]) {
        self.lengths = lengths
        heights = lengths
        list = ArrayList(lengths, spare: 0)
        _ = setWidth(Inputs.width)
    }

    mutating func setWidth(_ width: Double) -> Double {
        let before = list.top(of: lengths.count / 2)
        let scale = Text.advance / (width - Text.padding)
        for index in lengths.indices {
            heights[index] = max(1, (lengths[index] * scale).rounded(.up)) * Text.lineHeight + Text.extra
        }
        list.prepare(heights)
        return list.top(of: lengths.count / 2) - before
    }
}
