import Foundation
import ListEngine
import ListEngineLayout

/// How far the thumb of a scroll indicator moves by itself, because items that become visible have another size than
/// estimated. It is counted, not timed, and the same on every machine.
func driftMeasures() -> [Measure] {
    func measure(_ name: String, _ heights: @escaping () throws -> [Double]) -> Measure {
        Measure("live.drift/\(name)", nil) {
            let heights = try heights()
            let (list, facts) = MainActor.assumeIsolated {
                let list = LiveDrift(heights)
                return (list, list.facts())
            }
            var field = Field(
                Contestant(.product) { calls in
                    MainActor.assumeIsolated { for _ in 0..<calls { list.frame() } }
                })
            field.n = heights.count
            field.extra = facts
            return field
        }
    }
    return [
        measure("fortunes") { try Fortunes.heights() },
        measure("unihan") { try Unihan.load().sortedByCodePoint().map(\.height) },
    ]
}

/// A list of texts whose heights are estimated: the estimate is learnt once, after the first screen.
@MainActor
private final class LiveDrift: CollectionViewDataSource {
    /// Points per frame: 7,200 per second at 120 frames.
    private static let step = 60.0
    /// The number of frames before the jump, and after it.
    private static let frames = (down: 7_200, after: 1_200)

    private final class TextCell: CollectionViewCell {
        var height = 0.0

        override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
            var attributes = layoutAttributes
            attributes.frame.size.height = height
            return attributes
        }
    }

    private let view: CollectionView
    private let heights: [Double]

    init(_ heights: [Double]) {
        self.heights = heights
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: LiveRows())
        view.host = KitView.host
        view.learnsSizes = true
        view.dataSource = self
        view.layoutIfNeeded()
        view.reestimateItems()
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        heights.count
    }

    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
        cell.height = heights[indexPath.item]
        return cell
    }

    // MARK: The thumb

    /// How far the list can be scrolled. The thumb is at the offset's fraction of this range, on a track as long as the
    /// view.
    private var range: Double { max(1, Double(view.contentSize.height - view.bounds.height)) }

    private var offset: Double { Double(view.contentOffset.y) }

    /// The drift, in points of the track, caused by a scroll to an offset, as estimated before.
    private func drift(to wanted: Double, _ scroll: () -> Void) -> Double {
        let expected = wanted / range
        scroll()
        return abs(offset / range - expected) * Double(view.bounds.height)
    }

    /// One frame further down; from the end back to the start.
    @discardableResult
    func frame() -> Double {
        let wanted = offset + Self.step > range ? 0 : offset + Self.step
        return drift(to: wanted) { view.hostDidScroll(to: CGPoint(x: 0, y: wanted)) }
    }

    /// Scrolls to an item that was never shown, to the top.
    private func jump(to item: Int) -> Double {
        let wanted = min(range, Double(view.layout.frame(ofItem: item, inSection: 0).minY))
        return drift(to: wanted) {
            view.scrollToItem(at: IndexPath(item: item, section: 0), at: .start, animated: false)
            view.layoutIfNeeded()
        }
    }

    /// Points of the track, and percent of it, per frame: on the way down, in the jump, and on the way down from there.
    func facts() -> [String: Fact] {
        let down = (0..<Self.frames.down).map { _ in frame() }
        let jump = jump(to: heights.count * 3 / 4)
        let after = (0..<Self.frames.after).map { _ in frame() }
        let track = Double(view.bounds.height)
        var facts: [String: Fact] = ["jump pt": .number(jump), "jump %": .number(jump / track * 100)]
        for (name, drifts) in [("down", down), ("after jump", after)] {
            facts["\(name) largest pt"] = .number(drifts.max() ?? 0)
            facts["\(name) median pt"] = .number(drifts.median)
            facts["\(name) largest %"] = .number((drifts.max() ?? 0) / track * 100)
        }
        return facts
    }
}
