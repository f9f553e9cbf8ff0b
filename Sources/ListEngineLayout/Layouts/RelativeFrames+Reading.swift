import Foundation

extension RelativeFrames {
    /// Reads all frames from a user's layout, once. If the list has other data by now, frames that were not read are empty.
    /// - Throws: ``LayoutError/unusableFrame(section:element:value:)`` for a frame that cannot be used;
    ///   ``LayoutError/unusableValue(section:item:value:)`` for an extent that cannot be used.
    @MainActor
    init(
        pulledFrom layout: some CollectionViewSectionLayout, context: SectionLayoutContext, section: Int
    ) throws(LayoutError) {
        let horizontal = context.scrollDirection == .horizontal
        let count = context.itemCount
        try Self.checkCount(count, section: section)
        items.reserveCapacity(count)
        let outer = RecipeInterruption.ofFrames
        RecipeInterruption.ofFrames = context.interruption
        defer { RecipeInterruption.ofFrames = outer }
        var frames = [CGRect](repeating: .zero, count: min(count, Self.chunk))
        var start = 0
        while start < count {
            let range = start..<min(count, start + Self.chunk)
            if !context.isOutdated { frames.withMutableSpan { layout.frames(ofItems: range, into: &$0) } }
            for (slot, item) in range.enumerated() {
                items.append(
                    try Self.units(frames[slot], horizontal, .item(item, inSection: section)))
            }
            start = range.upperBound
        }
        if !context.isOutdated {
            header = try Self.units(layout.frameForHeader(), horizontal, .header(ofSection: section))
        }
        if !context.isOutdated {
            footer = try Self.units(layout.frameForFooter(), horizontal, .footer(ofSection: section))
        }
        guard !context.isOutdated else { return }
        let points = layout.contentExtent
        guard points >= 0, let units = Units.usable(points) else {
            throw .unusableValue(section: section, item: nil, value: Double(points))
        }
        extent = units
        spec.pinsHeader = layout.pinsHeader
        spec.pinsFooter = layout.pinsFooter
    }

    /// The number of frames read at a time. It is small so that the rectangles in points stay in the cache.
    private static let chunk = 1_024

    /// Origin and size are each rounded once. The far edges are the sums of the rounded values.
    private static func units(
        _ frame: CGRect, _ horizontal: Bool, _ element: ElementPath
    ) throws(LayoutError) -> UnitRect {
        let minX = try coordinate(frame.origin.x, element)
        let minY = try coordinate(frame.origin.y, element)
        let maxX = try minX + length(frame.size.width, element)
        let maxY = try minY + length(frame.size.height, element)
        return horizontal
            ? UnitRect(mainMin: minX, crossMin: minY, mainMax: maxX, crossMax: maxY)
            : UnitRect(mainMin: minY, crossMin: minX, mainMax: maxY, crossMax: maxX)
    }

    /// Coordinates are limited to half of the limit, so that the sum of two is within the limit.
    @inline(__always)
    private static func coordinate(_ points: CGFloat, _ element: ElementPath) throws(LayoutError) -> Int64 {
        guard let units = Units.usable(points), abs(units) < Units.lengthLimit / 2 else {
            throw .unusableFrame(section: element.section, element: element, value: Double(points))
        }
        return units
    }

    @inline(__always)
    private static func length(_ points: CGFloat, _ element: ElementPath) throws(LayoutError) -> Int64 {
        guard points >= 0 else {
            throw .unusableFrame(section: element.section, element: element, value: Double(points))
        }
        return try coordinate(points, element)
    }
}
