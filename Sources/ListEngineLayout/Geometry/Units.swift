import Foundation

/// Conversion of lengths into the engine's integers, in units of 2^-20 pt. Integer sums are exact in any order.
enum Units {
    static let perPoint = 1_048_576.0

    /// The limit of totals and coordinates: 2^42 pt.
    static let limit: Int64 = 1 << 62

    /// The limit of single lengths, of offsets in a frame and of the extent across the scroll axis. Sums of a few
    /// such values cannot overflow.
    static let lengthLimit: Int64 = limit / 4

    /// Points as units, rounded half to even and clamped to the limit; NaN counts as 0.
    ///
    /// The rule is that of `le_units` in the core. Below 2^31 pt, adding 1.5 x 2^52 rounds half to even and leaves the integer in
    /// the low bits.
    @inline(__always)
    static func units(_ points: Double) -> Int64 {
        let scaled = points * perPoint
        guard abs(scaled) < 2_251_799_813_685_248 else { return farUnits(scaled) }
        let shift = 6_755_399_441_055_744.0
        return Int64(bitPattern: (scaled + shift).bitPattern) &- Int64(bitPattern: shift.bitPattern)
    }

    /// A value that is no ordinary coordinate.
    @inline(never)
    private static func farUnits(_ scaled: Double) -> Int64 {
        scaled.isNaN ? 0 : Int64(min(max(scaled, -Double(limit)), Double(limit)).rounded(.toNearestOrEven))
    }

    @inline(__always)
    static func units(_ points: CGFloat) -> Int64 { units(Double(points)) }

    /// Converts a length or an offset into units. Nil if it is not a number or past the limit of single lengths.
    @inline(__always)
    static func usable(_ points: CGFloat) -> Int64? {
        let scaled = Double(points) * perPoint
        // NaN does not pass this comparison.
        if abs(scaled) < 2_251_799_813_685_248 { return units(points) }
        return usableFar(points)
    }

    @inline(never)
    private static func usableFar(_ points: CGFloat) -> Int64? {
        let far = units(points)
        return points.isFinite && abs(far) < lengthLimit ? far : nil
    }

    /// Converts an inset into units, clamped to the limit of single lengths. A coordinate minus an inset cannot
    /// overflow then.
    @inline(__always)
    static func inset(_ points: CGFloat) -> Int64 { min(max(units(points), -lengthLimit), lengthLimit) }

    /// Returns a sum of coordinates, clamped to the limit. The sum of two coordinates at the limit would be past it.
    static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (a < 0 ? -limit : limit) : min(max(sum, -limit), limit)
    }

    /// Returns a difference of coordinates, clamped to the limit.
    static func difference(_ a: Int64, _ b: Int64) -> Int64 {
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow ? (a < 0 ? -limit : limit) : min(max(difference, -limit), limit)
    }

    /// Converts units into points. The result is exact below 8.6 x 10^9 pt, and the nearest floating-point number above.
    @inline(__always)
    static func points(_ units: Int64) -> Double { Double(units) * (1 / perPoint) }
}

/// A rectangle in units, given by its edges. The scroll ("main") axis comes first, and both axes count from the
/// leading edge. The memory layout is that of `le_rect`.
struct UnitRect: BitwiseCopyable, Hashable {
    var mainMin: Int64 = 0
    var crossMin: Int64 = 0
    var mainMax: Int64 = 0
    var crossMax: Int64 = 0

    var isEmpty: Bool { mainMin >= mainMax || crossMin >= crossMax }

    func movedAcross(by distance: Int64) -> UnitRect {
        UnitRect(
            mainMin: mainMin, crossMin: crossMin + distance, mainMax: mainMax, crossMax: crossMax + distance)
    }
}
