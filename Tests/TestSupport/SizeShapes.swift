import ListEngineReference

/// The size of an item in points, as a caller passes it; the library and the reference each round it once.
public struct PointSize: Sendable, Hashable, BitwiseCopyable {
    public var main: Double
    public var cross: Double

    public init(main: Double, cross: Double = 0) {
        self.main = main
        self.cross = cross
    }

    public var units: ReferenceSize {
        ReferenceSize(main: ReferenceUnits.units(main), cross: ReferenceUnits.units(cross))
    }

    /// The size in a section: heights of a waterfall are rounded more coarsely.
    public func units(in section: ReferenceSection) -> ReferenceSize {
        guard section.kind == .waterfall, !section.isByRatio else { return units }
        return ReferenceSize(main: ReferenceUnits.waterfallUnits(main), cross: ReferenceUnits.units(cross))
    }
}

/// Sizes in shapes that are common in lists, and in shapes that are hard for implementations.
public enum SizeShape: CaseIterable, Sendable {
    case varied, equal, columns, runs, zeros, huge, thirds, tiny, nearWide, overfull, halves, mixed

    /// Writes `count` sizes. `least` is the least size that a negative spacing allows; `line` is the extent of a line.
    public func sizes(
        _ count: Int, line: Double, least: PointSize, using random: inout TestRandom
    ) -> [PointSize] {
        var result: [PointSize] = []
        result.reserveCapacity(count)
        var run = 0
        var value = PointSize(main: 44, cross: line / 4)
        let perLine = Double(random.pick(1, 2, 3, 7, 16, 200))
        for _ in 0..<count {
            switch self {
            case .varied:
                value = PointSize(
                    main: 20 + 60 * random.fraction(), cross: line / perLine * (0.6 + 0.8 * random.fraction()))
            case .equal:
                if result.isEmpty {
                    value = PointSize(main: Double(random.below(90)), cross: line / perLine - random.fraction())
                }
            case .columns:
                // One width, so that an edit moves every later break.
                let width = result.first?.cross ?? line / perLine - random.fraction()
                value = PointSize(main: 90 * random.fraction(), cross: width)
            case .runs:
                if run == 0 {
                    run = 1 + random.below(40)
                    value = PointSize(
                        main: Double(11 * random.int(in: 0...5)), cross: line / Double(random.int(in: 1...5)))
                }
                run -= 1
            case .zeros:
                value = PointSize(
                    main: random.chance(oneIn: 2) ? 0 : Double(random.below(4)),
                    cross: random.chance(oneIn: 2) ? 0 : line * random.fraction())
            case .huge:
                value =
                    random.chance(oneIn: 12)
                    ? PointSize(main: 4096 * Double(random.int(in: 1...90)), cross: line * 9 * random.fraction())
                    : PointSize(main: 50 * random.fraction(), cross: line * random.fraction() / 3)
            case .thirds:
                value = PointSize(main: line / 3, cross: line / 3 + (random.chance(oneIn: 3) ? 1.0 / 1_048_576 : 0))
            case .tiny:
                value = PointSize(main: Double(random.below(4)) / 1_048_576, cross: Double(random.below(9)) / 1_048_576)
            case .nearWide:
                let offset = random.int(in: -2...(random.chance(oneIn: 4) ? 1 : -1))
                value = PointSize(main: 4096 + Double(offset) / 1_048_576, cross: line + Double(offset) / 1024)
            case .overfull:
                // Items wider than a line, which are centred, between lines of several items.
                let excess = random.chance(oneIn: 3) ? 1.0 / 1024 : 2 * line * random.fraction()
                value = PointSize(
                    main: Double(random.below(90)),
                    cross: random.chance(oneIn: 6) ? line + excess : line / max(2, perLine))
            case .halves:
                // Halfway between two units, where the rounding rule matters.
                value = PointSize(
                    main: (Double(random.below(90)) + 0.5) / 1_048_576 + Double(random.below(60)),
                    cross: (Double(random.below(90)) + 0.5) / 1_048_576 + Double(random.below(160)))
            case .mixed:
                let shape = SizeShape.allCases[random.below(SizeShape.allCases.count - 1)]
                value = shape.sizes(1, line: line, least: least, using: &random)[0]
            }
            result.append(PointSize(main: max(value.main, least.main), cross: max(value.cross, least.cross)))
        }
        return result
    }

    public static func any(using random: inout TestRandom) -> SizeShape {
        allCases[random.below(allCases.count)]
    }
}
