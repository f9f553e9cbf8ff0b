/// Random numbers that a seed repeats: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
public struct TestRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// In 0 ..< bound; 0 when the bound is 0.
    public mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    public mutating func int(in range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    public mutating func int64(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// In 0 ..< 1.
    public mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    public mutating func chance(oneIn n: Int) -> Bool { below(n) == 0 }

    public mutating func pick<T>(_ choices: T...) -> T { choices[below(choices.count)] }

    /// A range inside 0 ..< count, often short, now and then all of it.
    public mutating func range(within count: Int) -> Range<Int> {
        let start = below(count + 1)
        switch below(8) {
        case 0: return 0..<count
        case 1, 2: return start..<(start + below(count - start + 1))
        default: return start..<(start + Swift.min(below(5), count - start))
        }
    }
}
