import Foundation
import ListEngineLayout

/// What sizes items have, by what was measured: a running median for each kind of item at each width.
public struct SizeEstimates {
    private struct Key: Hashable {
        var kind: AnyHashable
        /// Extent across the scroll axis at which it was measured; in flows, that of the list.
        var across: CGFloat
        var isInFlow = false
    }

    private struct Medians {
        var extent = RunningMedian()
        var across = RunningMedian()
    }

    private var medians: [Key: Medians] = [:]
    /// Extents across, those used last at the end.
    private var widths: [CGFloat] = []

    /// Widths that medians are kept for; older ones are forgotten.
    private static let mostWidths = 4

    /// - Parameter measuredAcross: What it measures across the scroll axis, where that is estimated as well: in a flow.
    mutating func add(
        _ extent: CGFloat, _ measuredAcross: CGFloat? = nil, of kind: AnyHashable, across: CGFloat
    ) {
        if widths.last != across {
            widths.removeAll { $0 == across }
            widths.append(across)
            if widths.count > Self.mostWidths {
                let oldest = widths.removeFirst()
                medians = medians.filter { $0.key.across != oldest }
            }
        }
        let key = Key(kind: kind, across: across, isInFlow: measuredAcross != nil)
        medians[key, default: Medians()].extent.add(Double(extent))
        if let measuredAcross { medians[key]?.across.add(Double(measuredAcross)) }
    }

    /// The median extent of a kind's items along the scroll axis, in points; nil where none was measured.
    /// - Parameters:
    ///   - kind: As the ``CollectionViewSizeKindSource`` says; where there is none, all items are of the kind ``anyKind``.
    ///   - across: Extent across the scroll axis that the items have.
    public func median(ofKind kind: AnyHashable, across: CGFloat) -> CGFloat? {
        medians[Key(kind: kind, across: across)]?.extent.median.map { CGFloat($0) }
    }

    /// The median extents of a kind's items in flows, along the scroll axis and across it, in points; nil where none was
    /// measured.
    /// - Parameters:
    ///   - kind: As in ``median(ofKind:across:)``.
    ///   - across: Extent across the scroll axis that the list has.
    public func flowMedians(ofKind kind: AnyHashable, across: CGFloat) -> (extent: CGFloat, across: CGFloat)? {
        guard let known = medians[Key(kind: kind, across: across, isInFlow: true)],
            let extent = known.extent.median, let across = known.across.median
        else { return nil }
        return (CGFloat(extent), CGFloat(across))
    }

    /// Items of a kind that were measured at a width; each counts once.
    public func count(ofKind kind: AnyHashable, across: CGFloat) -> Int {
        medians[Key(kind: kind, across: across)]?.extent.count ?? 0
    }

    /// The kind of items that nobody told apart.
    public static var anyKind: AnyHashable { AnyHashable(AnyKind.kind) }
    private enum AnyKind: Hashable, Sendable { case kind }
}

/// Neighbouring items of one kind.
public struct SizeKindRun {
    public var count: Int
    public var kind: AnyHashable

    public init(count: Int, kind: AnyHashable) {
        self.count = count
        self.kind = kind
    }
}

/// Says which items are alike in size: those of one cell class or reuse identifier, say.
@MainActor
public protocol CollectionViewSizeKindSource: AnyObject {
    /// The kind of an item. Asked for items that were measured.
    func collectionView(_ collectionView: CollectionView, sizeKindForItemAt indexPath: IndexPath) -> AnyHashable

    /// The kinds of all items of a section, neighbours of one kind together, in order; nil, the default: all are of the kind
    /// of the first. Asked when items are estimated again. Items that the runs do not reach keep their estimates.
    func collectionView(_ collectionView: CollectionView, sizeKindRunsInSection section: Int) -> [SizeKindRun]?
}

extension CollectionViewSizeKindSource {
    public func collectionView(
        _ collectionView: CollectionView, sizeKindRunsInSection section: Int
    ) -> [SizeKindRun]? { nil }
}
