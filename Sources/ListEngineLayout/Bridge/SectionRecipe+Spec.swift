import Foundation

extension SectionRecipe {
    /// Converts the recipe into units along the axes of a layout.
    /// - Throws: ``LayoutError/unusableValue(section:item:value:)`` for a value of the section itself.
    func spec(scrollDirection: ScrollDirection, section: Int) throws(LayoutError) -> SectionSpec {
        var spec = SectionSpec(kind: .list)
        switch arrangement {
        case .list: break
        case .compositional: spec.kind = .compositional
        case .waterfall(let columns, let placement, let byRatio):
            spec.kind = .waterfall
            spec.placement = placement
            spec.isByRatio = byRatio
            guard (1...SpanningExtent.mostColumns).contains(columns) else {
                throw .unusableValue(section: section, item: nil, value: Double(columns))
            }
            spec.columns = UInt32(columns)
        case .flow(let packing, _):
            spec.kind = packing == .overlapping ? .frames : .flow
            spec.packsLeading = packing == .leading
        case .grid(let columns, let size, let packing):
            spec.kind = .grid
            spec.packsLeading = packing != .justified
            if let columns {
                guard columns > 0, let number = UInt32(exactly: columns) else {
                    throw .unusableValue(section: section, item: nil, value: Double(columns))
                }
                spec.columns = number
            }
            let (main, cross) =
                scrollDirection == .horizontal ? (size.width, size.height) : (size.height, size.width)
            spec.itemMain = try Self.length(main, section)
            spec.itemCross = try Self.length(cross, section)
            // A grid must advance along the line. Otherwise any number of columns would fit.
            guard columns != nil || spec.itemCross + Units.units(interitemSpacing) > 0 else {
                throw .unusableValue(section: section, item: nil, value: Double(cross))
            }
        }
        let edges = insets.edges(along: scrollDirection)
        spec.mainStart = try Self.offset(edges.mainStart, section)
        spec.mainEnd = try Self.offset(edges.mainEnd, section)
        spec.crossStart = try Self.offset(edges.crossStart, section)
        spec.crossEnd = try Self.offset(edges.crossEnd, section)
        if spec.kind.row.usesPixelGrid {
            spec.lineSpacing = try Self.waterfallSpacing(lineSpacing, section)
            spec.itemSpacing = try Self.offset(interitemSpacing, section)
            _ = try Self.waterfallSpacing(interitemSpacing, section)
        } else {
            spec.lineSpacing = try Self.offset(lineSpacing, section)
            spec.itemSpacing = try Self.offset(interitemSpacing, section)
        }
        spec.header = try Self.length(header, section)
        spec.footer = try Self.length(footer, section)
        spec.pinsHeader = pinsHeader
        spec.pinsFooter = pinsFooter
        spec.isEstimated = isEstimated
        if let bad = sizes.negativeCount { throw .unusableValue(section: section, item: nil, value: Double(bad)) }
        return spec
    }

    /// A length that can be negative but must be a number within the limits.
    @inline(__always)
    private static func offset(_ points: CGFloat, _ section: Int) throws(LayoutError) -> Int64 {
        guard let units = Units.usable(points) else {
            throw .unusableValue(section: section, item: nil, value: Double(points))
        }
        return units
    }

    /// A spacing, rounded as waterfalls round it.
    private static func waterfallSpacing(_ points: CGFloat, _ section: Int) throws(LayoutError) -> Int64 {
        guard let units = Units.waterfallSpacing(points) else {
            throw .unusableValue(section: section, item: nil, value: Double(points))
        }
        return units
    }

    @inline(__always)
    private static func length(_ points: CGFloat, _ section: Int) throws(LayoutError) -> Int64 {
        guard points >= 0, let units = Units.usable(points) else {
            throw .unusableValue(section: section, item: nil, value: Double(points))
        }
        return units
    }
}
