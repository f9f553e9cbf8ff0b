/// A small, fast and seeded generator (SplitMix64, Steele, Lea and Flood 2014): the same input in every run.
final class Random: RandomNumberGenerator {
    // Plain memory, for the same reason as in `Instances`.
    private let state: UnsafeMutablePointer<UInt64>

    init(seed: UInt64) {
        state = .allocate(capacity: 1)
        state.initialize(to: seed)
    }

    deinit { state.deallocate() }

    @inline(__always)
    func next() -> UInt64 {
        state.pointee &+= 0x9E37_79B9_7F4A_7C15
        var z = state.pointee
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number in 0 ..< `bound`, by a multiplication: no division in a measured loop.
    @inline(__always)
    func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: bound).multipliedFullWidth(by: next()).high)
    }

    /// An extent from `low` to `high` in eighths of a point.
    @inline(__always)
    func extent(_ low: Int, _ high: Int) -> Double {
        Double(low * 8 + below((high - low) * 8 + 1)) / 8
    }
}
