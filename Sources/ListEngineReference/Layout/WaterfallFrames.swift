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

    /// The number of columns that an item takes.
    func span(of size: ReferenceSize) -> Int {
        spansColumns ? min(Int(size.cross / ReferenceUnits.point), columns) : 1
    }

    /// The height of an item of a width: its own, or what its ratio makes of the width.
    func waterfallHeight(_ size: ReferenceSize, width: Int64) -> Int64 {
        guard isByRatio else { return size.main }
        let ratio = Double(size.main) / Double(spansColumns ? ReferenceUnits.point : size.cross)
        let units = ratio * Double(width)
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
        var turn = 0
        for size in sizes {
            let span = span(of: size)
            /// The longest of the columns that an item in a column takes.
            func longest(from column: Int) -> Int64 { next[column..<column + span].max()! }
            if turn + span > columns { turn = 0 }
            let column =
                switch placement {
                case .shortestFirst: (0...columns - span).min { longest(from: $0) < longest(from: $1) }!
                case .leftToRight: turn
                case .rightToLeft: columns - turn - span
                }
            turn = (turn + span) % columns
            let cross = insetCrossStart + Int64(column) * (width + itemSpacing)
            let itemWidth = max(0, Int64(span) * (width + itemSpacing) - itemSpacing)
            let top = longest(from: column)
            let bottom = top + waterfallHeight(size, width: itemWidth)
            frames.append(
                ReferenceRect(mainMin: top, crossMin: cross, mainMax: bottom, crossMax: cross + itemWidth))
            for taken in column..<column + span { next[taken] = bottom + lineSpacing }
            end = max(end, bottom)
        }
        return sizes.isEmpty ? min(0, -lineSpacing) : end - start
    }
}
