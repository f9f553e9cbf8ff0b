/// An element of a layout in its original place: neither pinned nor scrolled.
public struct ReferencePiece: Sendable, Equatable {
    /// The index of an item, a boundary or a backdrop. For the badge of a group, the ordinal of the group.
    public var index: Int
    public var category: ReferenceCategory
    public var kind = 0
    public var zIndex = 0
    public var isEstimated = false
    /// The group of an item or a supplementary view.
    public var group = 0
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

/// A boundary in its original place.
public struct ReferencePlacedBoundary: Sendable, Equatable {
    public var piece: ReferencePiece
    /// The position. 0: header, 1: next to the content, 2: footer.
    public var align: Int
    public var pins: Bool
    /// The room that the boundary takes. ``piece`` is the visible part of it.
    public var slot: ReferenceRect

    /// Returns the frame of the boundary, moved to stay in view. A header follows the start of the visible rectangle
    /// until its section ends. A footer follows the end, and leaves the headers their room.
    /// - Parameter section: The range in which the boundary stays. `startBand` is the room that headers take in it.
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
