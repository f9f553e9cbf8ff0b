import Foundation

/// The frames of a section, in units, relative to its start along the scroll axis: what a user's layout answered, or
/// what the engine packed itself.
struct RelativeFrames {
    var spec = SectionSpec(kind: .frames)
    var items: [UnitRect] = []
    /// Extent of the section along the scroll axis.
    var extent: Int64 = 0
    /// Empty when there is none.
    var header = UnitRect()
    var footer = UnitRect()
}

extension RelativeFrames {
    /// Asks a user's layout, once, for everything that it lays out.
    /// - Throws: ``LayoutError/unusableFrame(section:element:value:)`` for an answer that is no rectangle, and
    ///   ``LayoutError/unusableValue(section:item:value:)`` for an extent that is none.
    @MainActor
    init(
        pulledFrom layout: some CollectionViewSectionLayout, context: SectionLayoutContext, section: Int
    ) throws(LayoutError) {
        let horizontal = context.scrollDirection == .horizontal
        let count = context.itemCount
        items.reserveCapacity(count)
        var frames = [CGRect](repeating: .zero, count: min(count, Self.chunk))
        var start = 0
        while start < count {
            let range = start..<min(count, start + Self.chunk)
            var span = frames.mutableSpan
            layout.frames(ofItems: range, into: &span)
            for (slot, item) in range.enumerated() {
                items.append(
                    try Self.units(frames[slot], horizontal, .item(item, inSection: section)))
            }
            start = range.upperBound
        }
        header = try Self.units(layout.frameForHeader(), horizontal, .header(ofSection: section))
        footer = try Self.units(layout.frameForFooter(), horizontal, .footer(ofSection: section))
        let points = layout.contentExtent
        guard points.isFinite, points >= 0, Units.units(points) < Units.lengthLimit else {
            throw .unusableValue(section: section, item: nil, value: Double(points))
        }
        extent = Units.units(points)
        spec.pinsHeader = layout.pinsHeader
        spec.pinsFooter = layout.pinsFooter
    }

    /// Frames asked for at a time, so that the rectangles in points stay in the cache.
    private static let chunk = 1_024

    /// Origin and size are rounded, each once; the far edges are their sums.
    private static func units(
        _ frame: CGRect, _ horizontal: Bool, _ element: ElementPath
    ) throws(LayoutError) -> UnitRect {
        let (x, y) = (frame.origin.x, frame.origin.y)
        let (width, height) = (frame.size.width, frame.size.height)
        for value in [x, y, width, height] {
            guard value.isFinite, abs(Units.units(value)) < Units.lengthLimit / 2 else {
                throw .unusableFrame(section: element.section, element: element, value: Double(value))
            }
        }
        for value in [width, height] where value < 0 {
            throw .unusableFrame(section: element.section, element: element, value: Double(value))
        }
        let (minX, minY) = (Units.units(x), Units.units(y))
        let (maxX, maxY) = (minX + Units.units(width), minY + Units.units(height))
        return horizontal
            ? UnitRect(mainMin: minX, crossMin: minY, mainMax: maxX, crossMax: maxY)
            : UnitRect(mainMin: minY, crossMin: minX, mainMax: maxY, crossMax: maxX)
    }
}
