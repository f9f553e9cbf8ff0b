import Foundation
import ListEngineLayout

/// What sizes items have, by what was measured: a running median for each kind of item at each width.
public struct SizeEstimates {
    private struct Key: Hashable {
        var kind: AnyHashable
        /// Extent across the scroll axis at which it was measured.
        var across: CGFloat
    }

    private var medians: [Key: RunningMedian] = [:]
    /// Extents across, those used last at the end.
    private var widths: [CGFloat] = []

    /// Widths that medians are kept for; older ones are forgotten.
    private static let mostWidths = 4

    mutating func add(_ extent: CGFloat, of kind: AnyHashable, across: CGFloat) {
        if widths.last != across {
            widths.removeAll { $0 == across }
            widths.append(across)
            if widths.count > Self.mostWidths {
                let oldest = widths.removeFirst()
                medians = medians.filter { $0.key.across != oldest }
            }
        }
        medians[Key(kind: kind, across: across), default: RunningMedian()].add(Double(extent))
    }

    /// The median extent of a kind's items along the scroll axis, in points; nil where none was measured.
    /// - Parameters:
    ///   - kind: As the ``CollectionViewSizeKindSource`` says; where there is none, all items are of the kind ``anyKind``.
    ///   - across: Extent across the scroll axis that the items have.
    public func median(ofKind kind: AnyHashable, across: CGFloat) -> CGFloat? {
        medians[Key(kind: kind, across: across)]?.median.map { CGFloat($0) }
    }

    /// Items of a kind that were measured at a width; each counts once.
    public func count(ofKind kind: AnyHashable, across: CGFloat) -> Int {
        medians[Key(kind: kind, across: across)]?.count ?? 0
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
