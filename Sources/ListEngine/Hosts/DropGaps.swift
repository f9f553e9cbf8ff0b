import Foundation
import ListEngineLayout

/// Room for dragged items between the items of a list: where they would be dropped, and where it closes behind them.
///
/// The list does not change before the drop. The host draws the items after a gap further along, and converts pointer locations back.
@MainActor
struct DropGaps {
    /// Along the scroll axis, from the leading edge of the content.
    private struct Gap {
        var place: CGFloat
        var extent: CGFloat = 0
        var motion: Motion
        /// The place for the drop, of the gap that is open.
        var indexPath: IndexPath?
        /// The number of changes of the list when the gap was opened.
        var changes: Int
        /// Across the scroll axis.
        var side: ClosedRange<CGFloat>
    }

    private var gaps: [Gap] = []

    private static let rate = 18.0

    var isEmpty: Bool { gaps.isEmpty }

    /// How far the gaps before a place move what is there.
    func shift(at place: CGFloat) -> CGFloat {
        gaps.reduce(0) { $0 + ($1.place < place + Self.tolerance ? $1.extent : 0) }
    }

    /// A mark is along an edge of an item, and one point wide on each of its sides.
    private static let tolerance: CGFloat = 1.5

    /// How much longer the gaps within a range make what fills it, such as the background of a section.
    func growth(from start: CGFloat, to end: CGFloat) -> CGFloat {
        max(0, shift(at: end - 2 * Self.tolerance) - shift(at: start))
    }

    /// The place in the content that is drawn at a place.
    func placeInContent(_ drawn: CGFloat) -> CGFloat {
        var place = drawn
        for gap in gaps.sorted(by: { $0.place < $1.place }) where place > gap.place {
            place = max(gap.place, place - gap.extent)
        }
        return place
    }

    /// Opens a gap at the place for a drop, and closes all others.
    mutating func open(
        at place: CGFloat, side: ClosedRange<CGFloat>, for indexPath: IndexPath, extent: CGFloat, _ changes: Int
    ) {
        // Between two items there is one place, whatever its distance from them.
        if let last = gaps.last, last.indexPath == indexPath, last.changes == changes { return }
        close()
        var gap = Gap(
            place: place, motion: Motion(.decaying(rate: Self.rate), to: extent), indexPath: indexPath,
            changes: changes,
            side: side)
        if let old = gaps.firstIndex(where: { abs($0.place - place) < Self.tolerance }) {
            gap.extent = gaps.remove(at: old).extent
        }
        gaps.append(gap)
    }

    /// All gaps close.
    mutating func close() {
        for index in gaps.indices {
            gaps[index].indexPath = nil
            gaps[index].motion = Motion(.decaying(rate: Self.rate), to: 0)
        }
    }

    /// Removes all gaps without a movement.
    mutating func removeAll() { gaps = [] }

    /// - Parameter interval: The time since the last frame, in seconds. Nil shows the ends of all movements.
    mutating func advance(by interval: TimeInterval?, tolerance: CGFloat) {
        for index in gaps.indices {
            gaps[index].extent =
                interval.map { gaps[index].motion.step($0, from: gaps[index].extent, tolerance: tolerance) }
                ?? gaps[index].motion.target
        }
        gaps.removeAll { $0.extent == 0 && $0.motion.target == 0 }
    }

    var isMoving: Bool { gaps.contains { $0.extent != $0.motion.target } }

    /// The content moves.
    mutating func move(by distance: CGFloat) {
        for index in gaps.indices { gaps[index].place += distance }
    }

    /// The gap that is open, or opens, as it is drawn: along the scroll axis and across it.
    var opened: (along: ClosedRange<CGFloat>, across: ClosedRange<CGFloat>)? {
        guard let gap = gaps.last, gap.indexPath != nil else { return nil }
        let start = gap.place + gaps.dropLast().reduce(0) { $0 + ($1.place < gap.place ? $1.extent : 0) }
        return (start...start + gap.extent, gap.side)
    }
}
