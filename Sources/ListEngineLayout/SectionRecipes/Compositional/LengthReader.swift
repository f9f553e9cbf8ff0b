import Foundation

/// Converts the lengths of a description into usable ones and records those that are unusable.
struct LengthReader {
    /// The part of a description whose lengths are read. A closure that makes the text of the path would retain the
    /// description for each length.
    enum Part {
        case section
        case node(Int)
        case badge(owner: Int, ordinal: Int)
        case boundary(Int)
        case backdrop(Int)
    }

    /// The description of the nodes; nil if only boundaries are read.
    var description: CompositionDescription?
    var part = Part.section
    private(set) var faults: [CompositionFault] = []

    /// The limit of single lengths in points, `LE_MAX_LENGTH`. No screen needs longer ones.
    static let longest = 4_194_304.0
    static let longestUnits: Int64 = 1 << 42

    mutating func note(_ code: LayoutDiagnostic.Code, _ path: String?, _ value: Double = 0) {
        faults.append(CompositionFault(code: code, path: path, value: value))
    }

    @inline(never)
    mutating func note(_ code: LayoutDiagnostic.Code, _ value: Double) { note(code, path, value) }

    private var path: String? {
        switch part {
        case .section: nil
        case .node(let index): description?.path(ofNode: index)
        case .badge(let owner, let ordinal):
            description.map { "\($0.path(ofNode: owner)) / supplementary \(ordinal)" }
        case .boundary(let index): "boundary \(index)"
        case .backdrop(let index): "decoration \(index)"
        }
    }

    /// The value of a dimension, made finite and limited to the range from 0 to the longest length.
    mutating func dimension(_ dimension: CollectionLayoutDimension) -> Double {
        let value = Double(dimension.dimension)
        guard value.isFinite, value >= 0 else {
            note(.unusableDimension, value)
            return 0
        }
        if value == 0, !dimension.isOpen { note(.zeroDimension, value) }
        if dimension.kind == .fractionalWidth || dimension.kind == .fractionalHeight {
            if value > 1 { note(.fractionOverOne, value) }
            // A larger fraction of any container of at least one point exceeds the longest length.
            return min(value, Self.longest)
        }
        if value > Self.longest { note(.absurdDimension, value) }
        return min(value, Self.longest)
    }

    /// A spacing, an inset or an offset in units, made finite and limited to the longest length in both directions.
    mutating func length(_ points: CGFloat) -> Int64 {
        let value = Double(points)
        // Most values are zero.
        if value == 0 { return 0 }
        guard value.isFinite, abs(value) <= Self.longest else {
            note(.unusableSpacing, value)
            return value.isFinite ? Units.units(value > 0 ? Self.longest : -Self.longest) : 0
        }
        return Units.units(value)
    }

    /// The offset of an anchor: points, or a fraction.
    mutating func offset(_ value: CGFloat) -> Double {
        let value = Double(value)
        guard value.isFinite, abs(value) <= Self.longest else {
            note(.unusableSpacing, value)
            return 0
        }
        return value
    }
}
