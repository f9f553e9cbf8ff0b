extension ReferenceSection {
    /// The columns of a grid: how many, how wide an item is, and where each column starts.
    func gridColumns(in container: Int64) -> (width: Int64, starts: [Int64]) {
        let line = lineExtent(in: container)
        let count: Int
        let width: Int64
        if columns > 0 {
            count = columns
            width = max(0, (line - Int64(count - 1) * itemSpacing).quotientRoundedDown(by: Int64(count)))
        } else {
            width = gridSize.cross
            let pitch = width + itemSpacing
            let fitting = (line + ReferenceUnits.fitTolerance + itemSpacing).quotientRoundedDown(by: pitch)
            count = max(1, Int(fitting))
        }
        let used = min(count, max(1, gridCount))
        let spare = max(0, line - Int64(count) * width - Int64(count - 1) * itemSpacing)
        var starts: [Int64] = []
        starts.reserveCapacity(used)
        if packing == .leading {
            for column in 0..<used { starts.append(insetCrossStart + Int64(column) * (width + itemSpacing)) }
        } else if count == 1 {
            starts.append(insetCrossStart + ReferenceUnits.centred(in: line - width))
        } else {
            let gaps = Int64(count - 1)
            for column in 0..<Int64(used) {
                let shared = column * (spare / gaps) + min(column, spare % gaps)
                starts.append(insetCrossStart + column * (width + itemSpacing) + shared)
            }
        }
        return (width, starts)
    }

    /// Number of items in a full line of a grid.
    func gridItemsPerLine(in container: Int64) -> Int {
        gridColumns(in: container).starts.count
    }

    /// Writes the frames of a uniform grid. The last line keeps the gaps of a full one. Returns the extent of all lines.
    func appendGridFrames(at start: Int64, container: Int64, to frames: inout [ReferenceRect]) -> Int64 {
        guard gridCount > 0 else { return 0 }
        let (width, starts) = gridColumns(in: container)
        var position = start
        var item = 0
        while item < gridCount {
            for column in 0..<min(starts.count, gridCount - item) {
                frames.append(
                    ReferenceRect(
                        mainMin: position, crossMin: starts[column],
                        mainMax: position + gridSize.main, crossMax: starts[column] + width))
            }
            item += starts.count
            position += gridSize.main + lineSpacing
        }
        return position - lineSpacing - start
    }
}

extension Int64 {
    /// The quotient by a positive number, rounded towards minus infinity.
    func quotientRoundedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
