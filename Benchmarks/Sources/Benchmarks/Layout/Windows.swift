import Foundation

/// Where a visible window stands at each call: at random, or a few points further down.
final class Window {
    private let range: Double
    private let step: Double?
    private let random = Random(seed: 11)
    private var top = 0.0

    /// `instances` layouts take turns, so a scrolling window moves on only when each of them was asked.
    init(extent: Double, instances: Int, isScrolling: Bool) {
        range = max(1, extent - Inputs.windowHeight)
        step = isScrolling ? 12.0 / Double(instances) : nil
    }

    @inline(__always)
    func next() -> Double {
        if let step {
            top += step
            if top > range { top = 0 }
            return top
        }
        return Double(random.next() >> 11) * 0x1p-53 * range
    }
}

/// Memory for frames, its pages touched.
final class FrameBuffer {
    let frames: UnsafeMutablePointer<CGRect>
    let count: Int

    init(_ count: Int) {
        self.count = count
        frames = .allocate(capacity: count)
        frames.initialize(repeating: .zero, count: count)
    }

    deinit { frames.deallocate() }
}

/// Reads every number of an array as fast as the machine can: the sum of eight chains.
func readAll(_ numbers: [Double]) -> Double {
    numbers.withUnsafeBytes { bytes in
        var sums = SIMD8<UInt64>()
        for offset in stride(from: 0, to: bytes.count - 63, by: 64) {
            sums &+= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
        }
        return Double(sums.wrappedSum() >> 12)
    }
}
