import Foundation

/// The median of a sequence of lengths, in bounded memory.
///
/// Lengths are counted in buckets. There are 64 buckets of equal width between one power of two and the next, as in
/// G. Tene's HdrHistogram (hdrhistogram.org, 2012). Lengths are integers in units of 2^-20 pt, as in layouts. The
/// rank of the median is exact, and its value is within 1/64 of the true value. The value is exact if all lengths in
/// its bucket are equal, as heights of lines of text are. The same lengths give the same median on every machine, in
/// any order.
///
/// For an even number of lengths, the median is the lower one of the two in the middle.
public struct RunningMedian: Sendable {
    private struct Bucket: Sendable {
        var key: Int
        var count = 0
        /// The sum of the differences between lengths and the bucket's start, for as many lengths as cannot overflow.
        var excess = 0
        var summed = 0
    }

    /// Ascending, without empty buckets.
    private var buckets: [Bucket] = []

    /// The number of lengths added.
    public private(set) var count = 0

    public init() {}

    private static let mostSummed = 1 << 18
    /// Above 2^30 points, buckets are so wide that a sum could overflow. Their start is used instead.
    private static let lastSummedOctave = 45
    private static let limit = 0x1p42

    /// The start of a bucket, in units. Each length below 64 units has its own bucket; above, each power of two has
    /// 64.
    private static func start(of key: Int) -> Int {
        let octave = key >> 6
        return octave == 0 ? key : (64 + key & 63) << (octave - 1)
    }

    private static func key(of units: Int) -> Int {
        guard units >= 64 else { return units }
        let octave = units.bitWidth - units.leadingZeroBitCount - 6
        return octave << 6 + units >> (octave - 1) - 64
    }

    /// Adds a length in points. A value that is not a length (NaN, negative, over 2^42) is ignored.
    /// - Complexity: O(log *b*), or O(*b*) for the first length of a bucket; *b* is the number of buckets in use.
    public mutating func add(_ length: Double) {
        guard length >= 0, length <= Self.limit else { return }
        let units = Int((length * 0x1p20).rounded(.toNearestOrEven))
        let key = Self.key(of: units)
        var (low, high) = (0, buckets.count)
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle].key < key { low = middle + 1 } else { high = middle }
        }
        if low == buckets.count || buckets[low].key != key { buckets.insert(Bucket(key: key), at: low) }
        buckets[low].count += 1
        count += 1
        guard buckets[low].summed < Self.mostSummed, key >> 6 <= Self.lastSummedOctave else { return }
        buckets[low].summed += 1
        buckets[low].excess += units - Self.start(of: key)
    }

    /// The median in points; nil before the first length.
    /// - Complexity: O(*b*).
    public var median: Double? {
        guard count > 0 else { return nil }
        var rank = (count - 1) / 2
        for bucket in buckets {
            guard rank >= bucket.count else {
                let units = Self.start(of: bucket.key) + bucket.excess / max(1, bucket.summed)
                return Double(units) * 0x1p-20
            }
            rank -= bucket.count
        }
        return nil
    }
}
