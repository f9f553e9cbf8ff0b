/// A compositional section: its description, and what was measured of its items and boundaries.
public struct ReferenceComposedSection: Sendable {
    /// An item that had more different sizes than this since the container last changed keeps the last.
    public static let mostReports = 7

    public var composition: ReferenceComposition
    public internal(set) var measures: [ReferenceMeasure]
    /// Different sizes that an item had since the container last changed.
    public internal(set) var reports: [Int]
    public internal(set) var boundaryMeasures: [Int: ReferenceMeasure] = [:]

    public init(_ composition: ReferenceComposition, items: Int) {
        self.composition = composition
        measures = Array(repeating: .nothing, count: items)
        reports = Array(repeating: 0, count: items)
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

extension ReferenceMeasure {
    /// Takes another measure on the axes that it has and that are open.
    mutating func take(_ new: ReferenceMeasure, on open: ReferenceAxes<Bool>) {
        for axis in ReferenceAxis.allCases where open[axis] {
            if let extent = new[axis] { self[axis] = extent }
        }
    }
}
