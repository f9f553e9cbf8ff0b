/// An axis of a layout: the scroll axis, or the one across it.
public enum ReferenceAxis: Int, Sendable, CaseIterable {
    case main, cross

    public var other: ReferenceAxis { self == .main ? .cross : .main }
}

/// A value for each axis.
public struct ReferenceAxes<Value> {
    public var main: Value
    public var cross: Value

    public init(main: Value, cross: Value) {
        self.main = main
        self.cross = cross
    }

    public subscript(axis: ReferenceAxis) -> Value {
        get { axis == .main ? main : cross }
        set { if axis == .main { main = newValue } else { cross = newValue } }
    }
}

/// A value for each end of an axis.
public struct ReferenceEnds<Value> {
    public var start: Value
    public var end: Value

    public init(start: Value, end: Value) {
        self.start = start
        self.end = end
    }
}

extension ReferenceAxes: Sendable where Value: Sendable {}
extension ReferenceEnds: Sendable where Value: Sendable {}
extension ReferenceAxes: Equatable where Value: Equatable {}
extension ReferenceEnds: Equatable where Value: Equatable {}

public typealias ReferenceInsets = ReferenceAxes<ReferenceEnds<Int64>>

extension ReferenceInsets {
    public static let none = ReferenceInsets(
        main: ReferenceEnds(start: 0, end: 0), cross: ReferenceEnds(start: 0, end: 0))

    /// The sum of the insets on an axis.
    func both(_ axis: ReferenceAxis) -> Int64 { self[axis].start + self[axis].end }
}

extension ReferenceRect {
    init(min: ReferenceAxes<Int64>, extent: ReferenceAxes<Int64>) {
        self.init(
            mainMin: min.main, crossMin: min.cross, mainMax: min.main + extent.main, crossMax: min.cross + extent.cross)
    }

    func start(_ axis: ReferenceAxis) -> Int64 { axis == .main ? mainMin : crossMin }
    func extent(_ axis: ReferenceAxis) -> Int64 { axis == .main ? mainMax - mainMin : crossMax - crossMin }

    /// The frame of a supplementary view without its insets. Insets along open dimensions are ignored.
    func inset(by insets: ReferenceInsets, of size: ReferenceAxes<ReferenceDimension>) -> ReferenceRect {
        var (start, extent) = (ReferenceAxes(main: mainMin, cross: crossMin), ReferenceAxes(main: 0 as Int64, cross: 0))
        for axis in ReferenceAxis.allCases {
            let ends = size[axis].isOpen ? ReferenceEnds(start: 0, end: 0) : insets[axis]
            start[axis] += ends.start
            extent[axis] = max(0, self.extent(axis) - ends.start - ends.end)
        }
        return ReferenceRect(min: start, extent: extent)
    }

    public func shifted(main: Int64, cross: Int64) -> ReferenceRect {
        ReferenceRect(
            mainMin: mainMin + main, crossMin: crossMin + cross, mainMax: mainMax + main, crossMax: crossMax + cross)
    }
}
