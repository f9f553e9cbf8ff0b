internal import CListEngine
import Foundation

extension ItemSizes {
    /// Calls `body` with the sizes in the core's form, without a copy.
    ///
    /// - Parameters:
    ///   - horizontal: Whether the scroll axis is x, so that widths are extents along it.
    ///   - lenient: Whether unusable values are raised to the smallest usable ones instead of refused.
    func withCoreSizes(horizontal: Bool, lenient: Bool, _ body: (UnsafePointer<le_sizes>) -> le_status) -> le_status {
        var sizes = le_sizes()
        sizes.count = Int64(count)
        sizes.lenient = lenient
        switch self {
        // Numbers were converted to extents before.
        case .count, .numbers:
            sizes.form = LE_SIZES_NONE
            return body(&sizes)

        case .extents(let extents):
            sizes.form = LE_SIZES_POINTS
            sizes.stride = MemoryLayout<Double>.stride
            return extents.withUnsafeBufferPointer { buffer in
                sizes.main = buffer.baseAddress
                return body(&sizes)
            }

        case .sizes(let points):
            sizes.form = LE_SIZES_POINTS
            sizes.stride = MemoryLayout<CGSize>.stride
            return points.withUnsafeBytes { bytes in
                // A CGSize consists of two doubles, width first, on every 64-bit platform; a test checks it. Reading
                // them through a pointer to Double is therefore sound during the closure.
                let width = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
                let height = width.map { $0 + 1 }
                sizes.main = UnsafePointer(horizontal ? width : height)
                sizes.cross = UnsafePointer(horizontal ? height : width)
                return body(&sizes)
            }

        case .spanning(let items):
            sizes.form = LE_SIZES_SPANS
            sizes.stride = MemoryLayout<SpanningExtent>.stride
            return items.withUnsafeBytes { bytes in
                // The structure consists of two doubles, the extent first; a test checks it. Reading them through a
                // pointer to Double is therefore sound during the closure.
                let extent = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
                sizes.main = UnsafePointer(extent)
                sizes.cross = UnsafePointer(extent.map { $0 + 1 })
                return body(&sizes)
            }

        case .repeated(_, let size):
            sizes.form = LE_SIZES_CONSTANT
            var main = Double(horizontal ? size.width : size.height)
            var cross = Double(horizontal ? size.height : size.width)
            return withUnsafePointer(to: &main) { main in
                withUnsafePointer(to: &cross) { cross in
                    sizes.main = main
                    sizes.cross = cross
                    return body(&sizes)
                }
            }

        case .runs(let runs):
            sizes.form = LE_SIZES_RUNS
            let coreRuns = runs.map { le_points_run(count: Int64($0.count), extent: $0.extent) }
            return coreRuns.withUnsafeBufferPointer { buffer in
                sizes.run = buffer.baseAddress
                sizes.runs = buffer.count
                return body(&sizes)
            }
        }
    }
}
