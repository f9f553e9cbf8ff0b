import Foundation

/// A run of consecutive items with the same extent.
public struct ExtentRun: Sendable, Hashable {
    public var count: Int
    /// Points along the scroll axis.
    public var extent: Double

    public init(count: Int, extent: Double) {
        self.count = count
        self.extent = extent
    }
}

/// The extent of an item of a waterfall, and the number of columns that it spans.
public struct SpanningExtent: Sendable, Hashable {
    /// Points along the scroll axis. In a waterfall of pictures, the height divided by the width; in a horizontal list,
    /// the width divided by the height.
    public var extent: Double

    /// The largest number of columns of a waterfall.
    static let mostColumns = 16

    // A Double, so that the core reads extents and spans as pairs.
    private var span: Double

    /// The number of columns, at least 1. An item that spans more columns than there are spans all of them. Numbers
    /// above 16, the most columns of a waterfall, become 16.
    public var columns: Int {
        get { Int(span) }
        set { span = Double(min(newValue, Self.mostColumns)) }
    }

    /// Creates an item that spans one column, or as many as are given.
    public init(_ extent: Double, columns: Int = 1) {
        self.extent = extent
        span = Double(min(columns, Self.mostColumns))
    }

    /// Creates an item that spans all columns, however many there are.
    public static func full(_ extent: Double) -> SpanningExtent { SpanningExtent(extent, columns: .max) }
}

/// The sizes of items in points, in one of several forms.
///
/// Lists take extents along the scroll axis. Lists with an ``ExtentRule`` take numbers. Flows take widths and
/// heights. Uniform grids and compositional sections take a count. Waterfalls take extents, with or without the
/// number of columns that an item spans.
public enum ItemSizes: Sendable, Hashable {
    /// A number of items whose size the section sets.
    case count(Int)
    /// Extents along the scroll axis: heights of a vertical list.
    case extents([Double])
    /// Width and height of each item.
    case sizes([CGSize])
    /// The same size for all.
    case repeated(count: Int, size: CGSize)
    /// Extents along the scroll axis, as runs of consecutive items with the same extent.
    case runs([ExtentRun])
    /// Numbers from which an ``ExtentRule`` computes extents, such as lengths of text. They must not be negative.
    /// They are rounded to 2^-20, like lengths.
    case numbers([Double])
    /// Extents along the scroll axis of a waterfall, with the number of columns that each item spans. Items that are
    /// resized in another form keep the number of columns.
    case spanning([SpanningExtent])

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .count(let count): hasher.combine(count)
        case .extents(let extents), .numbers(let extents): hasher.combine(extents)
        case .sizes(let sizes): for size in sizes { hasher.combine(size) }
        case .repeated(let count, let size):
            hasher.combine(count)
            hasher.combine(size)
        case .runs(let runs): hasher.combine(runs)
        case .spanning(let items): hasher.combine(items)
        }
    }

    /// The number of items. For runs, the sum saturates at the largest integer.
    /// - Complexity: O(1); O(*r*) for *r* runs.
    public var count: Int {
        switch self {
        case .count(let count): count
        case .extents(let extents): extents.count
        case .sizes(let sizes): sizes.count
        case .repeated(let count, _): count
        case .runs(let runs): runs.reduce(0) { $0.saturatingSum($1.count) }
        case .numbers(let numbers): numbers.count
        case .spanning(let items): items.count
        }
    }

    /// The first negative count: the total count, or the count of a run, which the sum would hide. Nil if no count is
    /// negative.
    var negativeCount: Int? {
        if case .runs(let runs) = self, let run = runs.first(where: { $0.count < 0 }) { return run.count }
        return count < 0 ? count : nil
    }
}

extension Int {
    /// Returns a sum of counts that saturates at the largest integer. Layouts refuse counts of that size.
    func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension ItemSizes {
    /// Returns the sizes as widths and heights; an unknown length is 0.
    func expanded(horizontal: Bool) -> [CGSize] {
        func size(_ extent: Double) -> CGSize {
            horizontal ? CGSize(width: extent, height: 0) : CGSize(width: 0, height: extent)
        }
        switch self {
        case .count(let count): return Array(repeating: .zero, count: count)
        case .extents(let extents): return extents.map(size)
        case .sizes(let sizes): return sizes
        case .repeated(let count, let size): return Array(repeating: size, count: count)
        case .runs(let runs): return runs.flatMap { Array(repeating: size($0.extent), count: $0.count) }
        case .numbers(let numbers): return Array(repeating: .zero, count: numbers.count)
        case .spanning(let items): return items.map { size($0.extent) }
        }
    }
}
