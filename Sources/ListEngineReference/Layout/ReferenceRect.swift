/// The size of an item in units: along the scroll axis and across it.
public struct ReferenceSize: Sendable, Hashable, BitwiseCopyable {
    public var main: Int64
    public var cross: Int64

    public init(main: Int64, cross: Int64 = 0) {
        self.main = main
        self.cross = cross
    }
}

/// A rectangle in units by its edges, the scroll ("main") axis first.
public struct ReferenceRect: Sendable, Hashable, BitwiseCopyable {
    public var mainMin: Int64
    public var crossMin: Int64
    public var mainMax: Int64
    public var crossMax: Int64

    public init(mainMin: Int64, crossMin: Int64, mainMax: Int64, crossMax: Int64) {
        self.mainMin = mainMin
        self.crossMin = crossMin
        self.mainMax = mainMax
        self.crossMax = crossMax
    }

    public static let empty = ReferenceRect(mainMin: 0, crossMin: 0, mainMax: 0, crossMax: 0)

    public var isEmpty: Bool { mainMin >= mainMax || crossMin >= crossMax }

    /// Whether an element with this frame is in a rectangle: they overlap on both axes, and neither is empty.
    public func intersects(_ other: ReferenceRect) -> Bool {
        !isEmpty && !other.isEmpty
            && mainMin < other.mainMax && mainMax > other.mainMin
            && crossMin < other.crossMax && crossMax > other.crossMin
    }

    /// Whether the point lies in the rectangle; the far edges do not belong to it.
    public func contains(main: Int64, cross: Int64) -> Bool {
        mainMin <= main && main < mainMax && crossMin <= cross && cross < crossMax
    }

    public func shifted(main delta: Int64) -> ReferenceRect {
        ReferenceRect(mainMin: mainMin + delta, crossMin: crossMin, mainMax: mainMax + delta, crossMax: crossMax)
    }
}
