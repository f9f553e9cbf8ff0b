/// Rounding in compositions.
enum CompositionArithmetic {
    /// The largest length: 2^22 points.
    static let longest: Int64 = 1 << 42

    private static let point = Double(ReferenceUnits.point)

    /// A share of an extent, rounded half to even.
    static func fraction(_ share: Double, of extent: Int64) -> Int64 {
        min(longest, max(0, Int64(min((share * Double(extent)).rounded(.toNearestOrEven), Double(longest)))))
    }

    /// The last pixel edge at or before a length. A length that is at most 2^-10 points short of an edge counts as
    /// being at it.
    static func pixelFloor(_ length: Int64, scale: Double) -> Int64 {
        guard scale > 0 else { return length }
        let pixels = (Double(length + ReferenceUnits.fitTolerance) * scale / point).rounded(.down)
        return Int64((pixels * point / scale).rounded(.toNearestOrEven))
    }

    /// The nearest pixel edge.
    static func pixelRound(_ length: Int64, scale: Double) -> Int64 {
        guard scale > 0 else { return length }
        let pixels = (Double(length) * scale / point + 0.5).rounded(.down)
        return Int64((pixels * point / scale).rounded(.toNearestOrEven))
    }

    /// The size of one of `count` equal parts of a room, in whole pixels. Together the parts never exceed the room.
    static func part(of room: Int64, among count: Int, scale: Double) -> Int64 {
        let part = room / Int64(count)
        return min(part, pixelFloor(part, scale: scale))
    }

    /// The shares of `room` for `count` slots, in order.
    static func shares(of room: Int64, among count: Int, scale: Double) -> [Int64] {
        guard count > 0 else { return [] }
        let share = part(of: room, among: count, scale: scale)
        if scale > 0 { return Array(repeating: share, count: count) }
        return (0..<count).map { share + (Int64($0) < room % Int64(count) ? 1 : 0) }
    }

    /// The extent of a dimension in a container, before anything is measured.
    static func extent(_ dimension: ReferenceDimension, in container: ReferenceAxes<Int64>, scale: Double) -> Int64 {
        switch dimension {
        case .points(let points): pixelFloor(ReferenceUnits.units(points), scale: scale)
        case .fractionOfMain(let share): pixelFloor(fraction(share, of: container.main), scale: scale)
        case .fractionOfCross(let share): pixelFloor(fraction(share, of: container.cross), scale: scale)
        case .estimated(let points), .uniform(let points): ReferenceUnits.units(points)
        }
    }

    /// Half of a number, rounded down.
    static func half(_ value: Int64) -> Int64 { value >> 1 }
}
