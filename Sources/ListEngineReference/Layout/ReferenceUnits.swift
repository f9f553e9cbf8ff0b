/// Lengths of the reference layouts: integers in units of 2^-20 point, as in the C core.
///
/// A length in points is rounded once, half to even; every sum after that is an integer sum. That is what makes it
/// possible to compare frames bit for bit.
public enum ReferenceUnits {
    /// Units in a point.
    public static let point: Int64 = 1 << 20

    /// The slack by which items may exceed a line and still fit: 2^-10 point, so that three thirds of a width fit.
    public static let fitTolerance: Int64 = 1 << 10

    /// Converts a length in points to units.
    /// - Precondition: the result fits 64 bits.
    public static func units(_ points: Double) -> Int64 {
        Int64((points * Double(point)).rounded(.toNearestOrEven))
    }

    /// A height or line spacing of a waterfall in points as units: rounded to 2^-16 point, which is 16 units.
    public static func waterfallUnits(_ points: Double) -> Int64 {
        Int64((points * 65_536).rounded(.toNearestOrEven)) * 16
    }

    /// A length in units as points: exact below 8.6e9 points, the nearest floating-point number beyond.
    public static func points(_ units: Int64) -> Double {
        Double(units) / Double(point)
    }

    /// Where an item starts that is centred in a line and leaves this much of it. If it is wider than the line, it starts
    /// before the line; but not if it fits because of the tolerance.
    static func centred(in left: Int64) -> Int64 {
        left < 0 && left >= -fitTolerance ? 0 : left.quotientRoundedDown(by: 2)
    }
}
