/// A compositional section: its description, and the measured sizes of its items and boundaries.
public struct ReferenceComposedSection: Sendable {
    /// The number of different extents on an axis that an item can report after the container has changed. After that
    /// the item keeps the last one.
    public static let mostReports = 7

    public var composition: ReferenceComposition
    public internal(set) var measures: [ReferenceMeasure]
    /// The number of different extents that each item has reported since the container last changed.
    var reports: [ReferenceAxes<Int>]
    public internal(set) var boundaryMeasures: [Int: ReferenceMeasure] = [:]
    /// The measured sizes of badges, by the item that they belong to. The badge of a group belongs to its first item.
    var badgeMeasures: [[ReferenceBadgeName: ReferenceMeasure]]

    public init(_ composition: ReferenceComposition, items: Int) {
        self.composition = composition
        measures = Array(repeating: .nothing, count: items)
        reports = Array(repeating: .none, count: items)
        badgeMeasures = Array(repeating: [:], count: items)
    }

    public var itemCount: Int { measures.count }
}

/// A badge of a composition: the index of its node in preorder, and its index among the badges of that node.
struct ReferenceBadgeName: Hashable, Sendable {
    var node: Int
    var ordinal: Int
}

/// The measured size of an item, a boundary or a badge, with its index.
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
