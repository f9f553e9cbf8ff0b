extension ReferenceSection {
    /// Writes the frames of a list: one item below the other. Returns the extent of all lines.
    func appendListFrames(at start: Int64, container: Int64, to frames: inout [ReferenceRect]) -> Int64 {
        let line = lineExtent(in: container)
        var position = start
        for size in sizes {
            frames.append(
                ReferenceRect(
                    mainMin: position, crossMin: insetCrossStart,
                    mainMax: position + size.main, crossMax: insetCrossStart + line))
            position += size.main + lineSpacing
        }
        return sizes.isEmpty ? 0 : position - lineSpacing - start
    }
}
