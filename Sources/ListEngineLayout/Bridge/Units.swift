internal import CListEngine
import Foundation

/// Lengths inside the engine: integers in units of 2^-20 pt, so that sums are exact in any order.
enum Units {
    static let perPoint = 1_048_576.0

    /// Totals and coordinates end here: 2^42 pt.
    static let limit: Int64 = 1 << 62

    /// Single lengths, offsets in a frame and the extent across the scroll axis end here, so that sums of a few fit.
    static let lengthLimit: Int64 = limit / 4

    /// Points as units, rounded half to even and clamped to the limit; NaN counts as 0.
    ///
    /// The same rule as `le_units`, which this calls for what is not an ordinary coordinate. Below 2^31 pt the sum with
    /// 1.5 x 2^52 rounds half to even by itself and leaves the integer in the low bits.
    @inline(__always)
    static func units(_ points: Double) -> Int64 {
        let scaled = points * perPoint
        guard abs(scaled) < 2_251_799_813_685_248 else { return le_units(points) }
        let shift = 6_755_399_441_055_744.0
        return Int64(bitPattern: (scaled + shift).bitPattern) &- Int64(bitPattern: shift.bitPattern)
    }

    @inline(__always)
    static func units(_ points: CGFloat) -> Int64 { units(Double(points)) }

    /// A length or an offset as units; nil where it is no number or past the limit of single lengths.
    @inline(__always)
    static func usable(_ points: CGFloat) -> Int64? {
        let scaled = Double(points) * perPoint
        // What is small enough is also a number.
        if abs(scaled) < 2_251_799_813_685_248 { return units(points) }
        return usableFar(points)
    }

    @inline(never)
    private static func usableFar(_ points: CGFloat) -> Int64? {
        let far = units(points)
        return points.isFinite && abs(far) < lengthLimit ? far : nil
    }

    /// A spacing of a waterfall as units: rounded to 2^-16 pt, half to even; nil where it is no number or past 2^32 pt. See
    /// `le_waterfall_units`.
    static func waterfallSpacing(_ points: CGFloat) -> Int64? {
        abs(points) <= 4_294_967_296 ? le_waterfall_units(Double(points)) : nil
    }

    /// An inset as units: clamped to the limit of single lengths, so that a coordinate less an inset fits.
    @inline(__always)
    static func inset(_ points: CGFloat) -> Int64 { min(max(units(points), -lengthLimit), lengthLimit) }

    /// A sum of coordinates, clamped to the limit: that of two at opposite ends would not fit.
    static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (a < 0 ? -limit : limit) : min(max(sum, -limit), limit)
    }

    /// A difference of coordinates, clamped to the limit.
    static func difference(_ a: Int64, _ b: Int64) -> Int64 {
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow ? (a < 0 ? -limit : limit) : min(max(difference, -limit), limit)
    }

    /// Units as points: exact below 8.6 x 10^9 pt, the nearest double beyond.
    @inline(__always)
    static func points(_ units: Int64) -> Double { Double(units) * (1 / perPoint) }
}

/// A rectangle in units by its edges, the scroll ("main") axis first; leading based. The memory layout of `le_rect`.
struct UnitRect: BitwiseCopyable, Hashable {
    var mainMin: Int64 = 0
    var crossMin: Int64 = 0
    var mainMax: Int64 = 0
    var crossMax: Int64 = 0

    var isEmpty: Bool { mainMin >= mainMax || crossMin >= crossMax }
}

extension UnitRect {
    init(_ rect: le_rect) {
        self.init(
            mainMin: rect.main_min, crossMin: rect.cross_min, mainMax: rect.main_max, crossMax: rect.cross_max)
    }

    var core: le_rect { le_rect(main_min: mainMin, cross_min: crossMin, main_max: mainMax, cross_max: crossMax) }
}
