/// The boundaries around a stretch of content. Their extents are computed first, and with them the room that they take
/// from the stretch; then their frames.
struct BoundaryFrames {
    private let boundaries: [ReferenceBoundary]
    private let headerSpace: Int64
    private let lead: [Int64]
    private let room: [Int64]
    private let extents: [ReferenceAxes<Int64>]
    private let isEstimated: [Bool]

    /// The room that headers take before the content, and that footers take after it.
    let startBand: Int64
    let endBand: Int64

    init(
        _ boundaries: [ReferenceBoundary], measures: [Int: ReferenceMeasure], insets: ReferenceInsets,
        container: ReferenceAxes<Int64>, scale: Double, headerSpace: Int64 = 0
    ) {
        self.boundaries = boundaries
        self.headerSpace = headerSpace
        lead = boundaries.map { $0.followsInsets ? insets.cross.start : 0 }
        let room = boundaries.map { max(0, container.cross - ($0.followsInsets ? insets.both(.cross) : 0)) }
        self.room = room
        extents = boundaries.indices.map { index in
            let base = ReferenceAxes(main: container.main, cross: room[index])
            func extent(_ axis: ReferenceAxis) -> Int64 {
                let dimension = boundaries[index].size[axis]
                if dimension.isOpen, let measured = measures[index]?[axis] { return measured }
                return CompositionArithmetic.extent(dimension, in: base, scale: scale)
            }
            return ReferenceAxes(main: extent(.main), cross: extent(.cross))
        }
        isEstimated = boundaries.indices.map { index in
            ReferenceAxis.allCases.contains {
                boundaries[index].size[$0].isOpen && measures[index]?[$0] == nil
            }
        }
        let mains = zip(boundaries, extents).filter { !$0.0.overlays }.map { ($0.0.align.main, $0.1.main) }
        startBand = mains.filter { $0.0 == 0 }.map(\.1).max().map { headerSpace + $0 } ?? 0
        endBand = mains.filter { $0.0 == 2 }.map(\.1).max() ?? 0
    }

    /// Returns the frames of the boundaries around a stretch that includes its bands.
    func places(around stretch: Range<Int64>, baseZ: Int) -> [ReferencePlacedBoundary] {
        let content = stretch.lowerBound + startBand
        let contentEnd = stretch.upperBound - endBand
        return boundaries.indices.map { index in
            let boundary = boundaries[index]
            let extent = extents[index]
            let main: Int64 =
                switch boundary.align.main {
                case 0: boundary.overlays ? content : stretch.lowerBound + headerSpace
                case 1: content + CompositionArithmetic.half(contentEnd - content - extent.main)
                default: (boundary.overlays ? contentEnd : stretch.upperBound) - extent.main
                }
            let cross =
                lead[index]
                + CompositionArithmetic.half(Int64(boundary.align.cross) * (room[index] - extent.cross))
            let start = ReferenceAxes(main: main + boundary.offset.main, cross: cross + boundary.offset.cross)
            let slot = ReferenceRect(min: start, extent: extent)
            var piece = ReferencePiece(
                boundary.align.main == 2 ? .footer : .header, index,
                frame: slot.inset(by: boundary.insets, of: boundary.size))
            piece.kind = boundary.kind
            piece.zIndex = baseZ + boundary.zIndex
            piece.isEstimated = isEstimated[index]
            return ReferencePlacedBoundary(
                piece: piece, align: boundary.align.main, pins: boundary.pins, slot: slot)
        }
    }
}
