extension ReferenceSection {
    /// The number of whole pixels in a length, with a slack of 2^-10 point, so that a length of whole pixels stays as it is.
    private func wholePixels(_ units: Int64) -> Double {
        (Double(units + ReferenceUnits.fitTolerance) * scale / Double(ReferenceUnits.point)).rounded(.down)
    }

    /// The width of a waterfall's columns.
    func columnWidth(in container: Int64) -> Int64 {
        let gaps = Int64(columns - 1) * itemSpacing
        let share = max(0, lineExtent(in: container) - gaps) / Int64(columns)
        guard scale > 0 else { return share }
        let pixels = wholePixels(share) * Double(ReferenceUnits.point) / scale
        return min(share, Int64(pixels.rounded(.toNearestOrEven)))
    }

    /// The height of an item in a column of a width: its own, or what its ratio makes of the width.
    func waterfallHeight(_ size: ReferenceSize, columnWidth width: Int64) -> Int64 {
        guard isByRatio else { return size.main }
        let units = Double(size.main) / Double(size.cross) * Double(width)
        let quanta =
            scale > 0
            ? wholePixels(Int64(units.rounded(.toNearestOrEven))) * Double(ReferenceUnits.point / 16) / scale
            : units / 16
        return max(Int64(quanta.rounded(.toNearestOrEven)) * 16, -lineSpacing)
    }

    /// Writes the frames of a waterfall. Returns the extent of the longest column; an empty waterfall is a line spacing
    /// shorter than nothing.
    func appendWaterfallFrames(at start: Int64, container: Int64, to frames: inout [ReferenceRect]) -> Int64 {
        let width = columnWidth(in: container)
        var next = Array(repeating: start, count: columns)
        var end = start
        for (item, size) in sizes.enumerated() {
            let column =
                switch placement {
                case .shortestFirst: next.firstIndex(of: next.min()!)!
                case .leftToRight: item % columns
                case .rightToLeft: columns - 1 - item % columns
                }
            let cross = insetCrossStart + Int64(column) * (width + itemSpacing)
            let bottom = next[column] + waterfallHeight(size, columnWidth: width)
            frames.append(
                ReferenceRect(mainMin: next[column], crossMin: cross, mainMax: bottom, crossMax: cross + width))
            next[column] = bottom + lineSpacing
            end = max(end, bottom)
        }
        return sizes.isEmpty ? min(0, -lineSpacing) : end - start
    }
}
