import Foundation

/// Neighbouring items of one extent.
public struct ExtentRun: Sendable, Hashable {
    public var count: Int
    /// Points along the scroll axis.
    public var extent: Double

    public init(count: Int, extent: Double) {
        self.count = count
        self.extent = extent
    }
}

/// Sizes of items, in points, in the form that the caller has them.
///
/// Lists take extents along the scroll axis, or where they have an ``ExtentRule`` numbers; flows take both lengths; a
/// uniform grid takes a count.
public enum ItemSizes: Sendable, Hashable {
    /// Items without sizes of their own.
    case count(Int)
    /// Extents along the scroll axis: heights of a vertical list.
    case extents([Double])
    /// Width and height of each item.
    case sizes([CGSize])
    /// The same size for all.
    case repeated(count: Int, size: CGSize)
    /// Extents along the scroll axis, neighbours of one extent together.
    case runs([ExtentRun])
    /// What an ``ExtentRule`` makes extents of: lengths of texts, say. Not negative, rounded to 2^-20 as lengths are.
    case numbers([Double])

    /// The number of items; that of runs ends at the largest integer.
    /// - Complexity: O(1); O(*runs*) for runs.
    public var count: Int {
        switch self {
        case .count(let count): count
        case .extents(let extents): extents.count
        case .sizes(let sizes): sizes.count
        case .repeated(let count, _): count
        case .runs(let runs): runs.reduce(0) { $0.saturatingSum($1.count) }
        case .numbers(let numbers): numbers.count
        }
    }

    /// A count below 0: of all, or of one of the runs, which their sum would hide. Nil where there is none.
    var negativeCount: Int? {
        if case .runs(let runs) = self, let run = runs.first(where: { $0.count < 0 }) { return run.count }
        return count < 0 ? count : nil
    }
}

extension Int {
    /// A sum of counts, which ends at the largest integer: far past what a layout takes, so that it is refused there.
    func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension ItemSizes {
    /// The sizes as width and height, an unknown length as 0.
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
        }
    }
}
