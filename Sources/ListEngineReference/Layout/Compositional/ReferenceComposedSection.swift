/// A compositional section: its description, and what was measured of its items and boundaries.
public struct ReferenceComposedSection: Sendable {
    /// An item that had more different extents on an axis than this since the container last changed keeps the last.
    public static let mostReports = 7

    public var composition: ReferenceComposition
    public internal(set) var measures: [ReferenceMeasure]
    /// Different extents that each item had since the container last changed.
    var reports: [ReferenceAxes<Int>]
    public internal(set) var boundaryMeasures: [Int: ReferenceMeasure] = [:]

    public init(_ composition: ReferenceComposition, items: Int) {
        self.composition = composition
        measures = Array(repeating: .nothing, count: items)
        reports = Array(repeating: .none, count: items)
    }

    public var itemCount: Int { measures.count }
}

/// What was measured of an item or a boundary, by its index.
public struct ReferenceMeasurement: Sendable, Equatable {
    public var index: Int
    public var measure: ReferenceMeasure

    public init(_ index: Int, main: Int64?, cross: Int64?) {
        self.index = index
        measure = ReferenceMeasure(main: main, cross: cross)
    }
}

extension ReferenceAxes<Int> {
    static let none = ReferenceAxes(main: 0, cross: 0)
}
