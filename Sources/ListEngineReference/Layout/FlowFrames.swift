extension ReferenceSection {
    /// The lines of a flow, broken greedily: an item joins a line when the line with it is at most the line's extent
    /// (plus the tolerance); the first item of a line always stays.
    func flowLines(in container: Int64) -> [Range<Int>] {
        let limit = lineExtent(in: container) + ReferenceUnits.fitTolerance
        var lines: [Range<Int>] = []
        var start = 0
        var used: Int64 = 0
        for (item, size) in sizes.enumerated() {
            if item > start && used + itemSpacing + size.cross > limit {
                lines.append(start..<item)
                start = item
            }
            used = item == start ? size.cross : used + itemSpacing + size.cross
        }
        if start < sizes.count { lines.append(start..<sizes.count) }
        return lines
    }

    /// Writes the frames of a flow. Returns the extent of all lines.
    func appendFlowFrames(at start: Int64, container: Int64, to frames: inout [ReferenceRect]) -> Int64 {
        let lines = flowLines(in: container)
        let extent = lineExtent(in: container)
        let everyLineHoldsOneItem = lines.count == sizes.count
        var position = start
        for (number, line) in lines.enumerated() {
            let isLast = number == lines.count - 1
            let items = sizes[line]
            let thickness = items.map(\.main).max()!
            // The free space of the line; below 0 if its only item is wider.
            let left = extent - items.map(\.cross).reduce(0, +) - Int64(line.count - 1) * itemSpacing

            // Where the first item stands, and what each gap gets beyond the spacing.
            var cross = insetCrossStart
            var share: Int64 = 0
            var remainder: Int64 = 0
            if packing == .justified {
                let size = items.first!
                let isUniform = items.allSatisfy { $0 == size }
                // The items of a full line, if all have the size of the first.
                let pitch = size.cross + itemSpacing
                let full =
                    pitch > 0
                    ? max(1, (extent + ReferenceUnits.fitTolerance + itemSpacing).quotientRoundedDown(by: pitch)) : nil
                if line.count == 1 {
                    let fillsLine = 2 * size.cross + itemSpacing > extent + ReferenceUnits.fitTolerance
                    if !isLast || fillsLine || lines.count > 1 && everyLineHoldsOneItem {
                        cross += ReferenceUnits.centred(in: left)
                    }
                } else if !isLast {
                    (share, remainder) = max(0, left).quotientAndRemainder(dividingBy: Int64(line.count - 1))
                } else if isUniform, let full {
                    // The last line is a part of a full one.
                    let left = max(0, extent + itemSpacing - full * pitch)
                    (share, remainder) = left.quotientAndRemainder(dividingBy: full - 1)
                }
            }
            for size in items {
                let top = packing == .justified ? position + (thickness - size.main) / 2 : position
                frames.append(
                    ReferenceRect(mainMin: top, crossMin: cross, mainMax: top + size.main, crossMax: cross + size.cross)
                )
                cross += size.cross + itemSpacing + share
                if remainder > 0 {
                    cross += 1
                    remainder -= 1
                }
            }
            position += thickness + lineSpacing
        }
        return lines.isEmpty ? 0 : position - lineSpacing - start
    }
}
