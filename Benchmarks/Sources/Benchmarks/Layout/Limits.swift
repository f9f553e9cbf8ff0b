import Foundation

/// The limit of the machine's memory: preparing reads every size once, and writes all frames once.
func limit<Size>(_ operation: Operation, sizes: [Size]) -> Contestant? {
    let n = sizes.count
    switch operation {
    case .prepare:
        let inputs = Instances(of: n) { Array(sizes) }
        return Contestant(.limit) { calls in
            var sum: UInt64 = 0
            for _ in 0..<calls { sum &+= inputs.withNext { readAll($0) } }
            keep(Int(truncatingIfNeeded: sum))
        }
    case .frames:
        let buffer = FrameBuffer(n)
        return Contestant(.limit) { calls in
            for call in 0..<calls {
                memset(buffer.frames, Int32(call & 63), n * MemoryLayout<CGRect>.stride)
                keep(buffer.frames[n / 2].minY)
            }
        }
    default:
        return nil
    }
}

/// Reads every byte of an array as fast as the machine can.
private func readAll<Size>(_ sizes: [Size]) -> UInt64 {
    sizes.withUnsafeBytes { bytes in
        var sums = (SIMD8<UInt64>(), SIMD8<UInt64>())
        for offset in stride(from: 0, to: bytes.count - 127, by: 128) {
            sums.0 &+= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
            sums.1 &+= bytes.loadUnaligned(fromByteOffset: offset + 64, as: SIMD8<UInt64>.self)
        }
        return (sums.0 &+ sums.1).wrappedSum()
    }
}

/// The position of a visible window at each call: random, or a few points further down.
final class Window {
    private let range: Double
    private let step: Double?
    private let random = Random(seed: 11)
    private let top: UnsafeMutablePointer<Double>

    /// Tops are in 0 ..< `extent`. `instances` layouts take turns, so a scrolling window moves on by a few points when each of them was asked.
    init(extent: Double, instances: Int, isScrolling: Bool) {
        range = max(1, extent)
        step = isScrolling ? 12.0 / Double(instances) : nil
        top = .allocate(capacity: 1)
        top.initialize(to: 0)
    }

    deinit { top.deallocate() }

    @inline(__always)
    func next() -> Double {
        if let step {
            top.pointee += step
            if top.pointee > range { top.pointee = 0 }
            return top.pointee
        }
        return Double(random.next() >> 11) * 0x1p-53 * range
    }
}

/// Memory for frames, its pages touched.
final class FrameBuffer {
    let frames: UnsafeMutablePointer<CGRect>

    init(_ count: Int) {
        frames = .allocate(capacity: count)
        frames.initialize(repeating: .zero, count: count)
    }

    deinit { frames.deallocate() }
}
