/// The weight and the bounds of a column with a share. Lengths are in units.
struct ColumnShare {
    static let mostWeight: Int64 = 1 << 40

    /// At most `mostWeight`, so that the sum of 2^20 weights fits.
    var weight: Int64
    var minimum: Int64
    var maximum: Int64

    /// Divides a length in proportion to the weights. A column that has reached a bound leaves the rest to the others. Parts are
    /// integer quotients, and the first columns have one unit more each until nothing is left.
    static func parts(of length: Int64, _ shares: [ColumnShare]) -> [Int64] {
        var parts = [Int64](repeating: 0, count: shares.count)
        var left = length
        var free = Array(shares.indices)
        while !free.isEmpty {
            divide(max(0, left), among: free, shares, &parts)
            // A part beyond a bound is cut. The sum of all cuts says which bounds hold (CSS Flexible Box Layout, 9.7.4).
            var violation: Int64 = 0
            for place in free {
                let bounded = min(max(parts[place], shares[place].minimum), shares[place].maximum)
                violation = Units.sum(violation, bounded - parts[place])
            }
            let before = free.count
            free.removeAll { place in
                let bounded = min(max(parts[place], shares[place].minimum), shares[place].maximum)
                let isHeld = violation > 0 ? bounded > parts[place] : violation < 0 && bounded < parts[place]
                guard isHeld else { return false }
                parts[place] = bounded
                left -= bounded
                return true
            }
            guard free.count == before else { continue }
            for place in free { parts[place] = min(max(parts[place], shares[place].minimum), shares[place].maximum) }
            break
        }
        return parts
    }

    private static func divide(_ length: Int64, among free: [Int], _ shares: [ColumnShare], _ parts: inout [Int64]) {
        var sum: Int64 = 0
        for place in free { sum += shares[place].weight }
        guard sum > 0 else {
            for place in free { parts[place] = 0 }
            return
        }
        var rest = length
        for place in free {
            let product = length.multipliedFullWidth(by: shares[place].weight)
            parts[place] = sum.dividingFullWidth(product).quotient
            rest -= parts[place]
        }
        for place in free where rest > 0 && shares[place].weight > 0 {
            parts[place] += 1
            rest -= 1
        }
    }
}
