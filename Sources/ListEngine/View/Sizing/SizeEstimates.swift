import Foundation
import ListEngineLayout

/// Estimates of item sizes from measured ones: a running median for each kind of item at each width.
public struct SizeEstimates {
    private struct Key: Hashable {
        var kind: AnyHashable
        /// Extent across the scroll axis at which the item was measured. In flows, the extent of the list.
        var across: CGFloat
        var isInFlow = false
    }

    private struct Medians {
        var extent = RunningMedian()
        var across = RunningMedian()
    }

    private var medians: [Key: Medians] = [:]
    /// Extents across the scroll axis, in the order of their last use.
    private var widths: [CGFloat] = []

    /// The number of widths for which medians are kept. The least recently used one is dropped.
    private static let mostWidths = 4

    /// - Parameter measuredAcross: The measured extent across the scroll axis, if it is estimated too: in a flow.
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

    /// Returns the median extent of a kind's items along the scroll axis, in points. Nil if none was measured.
    /// - Parameters:
    ///   - kind: The kind from the ``CollectionViewSizeKindSource``. Without one, all items have the kind
    ///     ``anyKind``.
    ///   - across: The items' extent across the scroll axis.
    public func median(ofKind kind: AnyHashable, across: CGFloat) -> CGFloat? {
        medians[Key(kind: kind, across: across)]?.extent.median.map { CGFloat($0) }
    }

    /// Returns the median extents of a kind's items in flows, along and across the scroll axis, in points. Nil if
    /// none was measured.
    /// - Parameters:
    ///   - kind: As in ``median(ofKind:across:)``.
    ///   - across: The list's extent across the scroll axis.
    public func flowMedians(ofKind kind: AnyHashable, across: CGFloat) -> (extent: CGFloat, across: CGFloat)? {
        guard let known = medians[Key(kind: kind, across: across, isInFlow: true)],
            let extent = known.extent.median, let across = known.across.median
        else { return nil }
        return (CGFloat(extent), CGFloat(across))
    }

    /// The number of items of a kind that were measured at a width. Each item counts once.
    public func count(ofKind kind: AnyHashable, across: CGFloat) -> Int {
        medians[Key(kind: kind, across: across)]?.extent.count ?? 0
    }

    /// The kind of all items if there is no ``CollectionViewSizeKindSource``.
    public static var anyKind: AnyHashable { AnyHashable(AnyKind.kind) }
    private enum AnyKind: Hashable, Sendable { case kind }
}

/// A run of consecutive items of one kind.
public struct SizeKindRun {
    public var count: Int
    public var kind: AnyHashable

    public init(count: Int, kind: AnyHashable) {
        self.count = count
        self.kind = kind
    }
}

/// Groups items of similar size into kinds. For example, all items with one cell class or reuse identifier are one
/// kind.
@MainActor
public protocol CollectionViewSizeKindSource: AnyObject {
    /// Returns the kind of an item. Called for items that were measured.
    func collectionView(_ collectionView: CollectionView, sizeKindForItemAt indexPath: IndexPath) -> AnyHashable

    /// Returns the kinds of all items of a section in order, as runs of consecutive items. Called when items are
    /// estimated again. Nil, the default, means that all items have the kind of the first one. Items after the last
    /// run keep their estimates.
    func collectionView(_ collectionView: CollectionView, sizeKindRunsInSection section: Int) -> [SizeKindRun]?
}

extension CollectionViewSizeKindSource {
    public func collectionView(
        _ collectionView: CollectionView, sizeKindRunsInSection section: Int
    ) -> [SizeKindRun]? { nil }
}
