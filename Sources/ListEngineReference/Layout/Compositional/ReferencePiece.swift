/// An element of a layout as it was laid out: neither pinned nor scrolled.
public struct ReferencePiece: Sendable, Equatable {
    /// Index of an item, of a boundary or of a backdrop; of a group's badge, the ordinal of the group.
    public var index: Int
    public var category: ReferenceCategory
    public var kind = 0
    public var zIndex = 0
    public var isEstimated = false
    public var frame: ReferenceRect

    public init(_ category: ReferenceCategory, _ index: Int, frame: ReferenceRect) {
        self.category = category
        self.index = index
        self.frame = frame
    }

    func shifted(main: Int64) -> ReferencePiece {
        var piece = self
        piece.frame = frame.shifted(main: main)
        return piece
    }
}

/// A boundary as it was laid out.
public struct ReferencePlacedBoundary: Sendable, Equatable {
    public var piece: ReferencePiece
    /// 0: header, 1: beside the content, 2: footer.
    public var align: Int
    public var pins: Bool
    /// What it takes, of which ``piece`` is what is seen.
    public var slot: ReferenceRect

    /// Its frame, moved to stay in view: a header follows the start of the visible rectangle until its section ends, a
    /// footer the end, and leaves the headers their place.
    /// - Parameter section: what it stays within, and what the headers take of it.
    func frame(visible: ReferenceRect?, section: Range<Int64>, startBand: Int64) -> ReferenceRect {
        let frame = piece.frame
        guard pins, let visible else { return frame }
        let extent = slot.extent(.main)
        switch align {
        case 0:
            let place = max(slot.mainMin, min(visible.mainMin, section.upperBound - extent))
            return frame.shifted(main: place - slot.mainMin)
        case 2:
            let place = min(slot.mainMin, max(visible.mainMax - extent, section.lowerBound + startBand))
            return frame.shifted(main: place - slot.mainMin)
        default: return frame
        }
    }
}
