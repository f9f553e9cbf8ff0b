import Foundation

/// Synthetic inputs, the same in every run.
enum Inputs {
    /// Container width in points.
    static let width = 390.0

    /// Heights of a visible window that shows about thirty items of a list, a flow, a grid or a waterfall.
    static let listWindow = 1_500.0
    static let flowWindow = 600.0
    static let gridWindow = 700.0
    static let waterfallWindow = 300.0

    /// Columns of a waterfall. Its insets and spacings are those of a flow.
    static let waterfallColumns = 5

    /// Insets on all sides and least spacing between items and lines of a flow, in points.
    static let flowInset = 16.0
    static let flowSpacing = 10.0

    /// The origin of 32-bit frames.
    static let floatOrigin = CGPoint(x: 0, y: 0)

    /// Heights from 20 to 80 points.
    static func heights(_ n: Int, seed: UInt64 = 1) -> [Double] {
        let random = Random(seed: seed)
        return (0..<n).map { _ in random.extent(20, 80) }
    }

    /// Widths from 40 to 120 points, about three per line of 390, and heights from 20 to 80.
    static func sizes(_ n: Int, seed: UInt64 = 2) -> [CGSize] {
        let random = Random(seed: seed)
        return (0..<n).map { _ in
            CGSize(width: random.extent(40, 120), height: random.extent(20, 80))
        }
    }

    /// Widths from 20 to 60 points, up to seven per line.
    static func narrowSizes(_ n: Int, seed: UInt64 = 2) -> [CGSize] {
        let random = Random(seed: seed)
        return (0..<n).map { _ in
            CGSize(width: random.extent(20, 60), height: random.extent(20, 80))
        }
    }

    /// Widths of 100 points, three per line: an insertion shifts every break after it.
    static func equalWidths(_ n: Int, seed: UInt64 = 2) -> [CGSize] {
        let random = Random(seed: seed)
        return (0..<n).map { _ in CGSize(width: 100, height: random.extent(20, 80)) }
    }
}
