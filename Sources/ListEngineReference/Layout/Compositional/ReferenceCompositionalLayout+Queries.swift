/// An element that a query of a layout with compositional sections found, as it is displayed.
public struct ReferenceShownElement: Sendable, Equatable {
    /// The section of the element; -1 for an element of the whole layout.
    public var section: Int
    public var piece: ReferencePiece
    public var isPinned = false
}

// Every query looks at every element.
extension ReferenceCompositionalLayout {
    /// Returns the frame of an item without the scrolling of its section; nil if the section's composition shows no
    /// items.
    public func frame(ofItem item: Int, inSection section: Int) -> ReferenceRect? {
        let frames = placements[section].itemFrames
        return item < frames.count ? frames[item] : nil
    }

    /// Returns the frame of a boundary of a section, or of the whole layout if `section` is nil.
    public func boundaryFrame(_ index: Int, inSection section: Int?, visible: ReferenceRect? = nil) -> ReferenceRect {
        guard let section else {
            return placedBoundaries[index].frame(visible: visible, section: 0..<extent, startBand: startBand)
        }
        let place = placements[section]
        return place.boundaries[index].frame(
            visible: sectionsVisible(visible), section: place.stretch, startBand: place.startBand)
    }

    /// The visible bounds of the sections: without what the pinned headers and footers of the whole layout cover.
    private func sectionsVisible(_ visible: ReferenceRect?) -> ReferenceRect? {
        guard let visible else { return nil }
        var inner = visible
        for (index, boundary) in boundaries.enumerated() where boundary.pins && !boundary.overlays {
            let frame = boundaryFrame(index, inSection: nil, visible: visible)
            if boundary.align.main == 0 { inner.mainMin = max(inner.mainMin, frame.mainMax) }
            if boundary.align.main == 2 { inner.mainMax = min(inner.mainMax, frame.mainMin) }
        }
        return inner
    }

    /// Returns all elements in a rectangle, in order of their sections. In a section the order is: backdrops, headers,
    /// items each with its supplementary views, footers. The boundaries of the whole layout are last.
    /// - Parameters:
    ///   - visible: The visible rectangle that pinned elements follow. If nil, nothing is pinned.
    ///   - scrolled: The offsets of the sections that scroll independently.
    public func elements(
        in rect: ReferenceRect, visible: ReferenceRect? = nil, scrolled: [Int: Int64] = [:]
    ) -> [ReferenceShownElement] {
        var found: [ReferenceShownElement] = []
        func see(_ section: Int, _ piece: ReferencePiece, at frame: ReferenceRect, isPinned: Bool = false) {
            guard frame.intersects(rect) else { return }
            var shown = piece
            shown.frame = frame
            found.append(ReferenceShownElement(section: section, piece: shown, isPinned: isPinned))
        }
        func seeBoundaries(_ category: ReferenceCategory, _ section: Int?, _ all: [ReferencePlacedBoundary]) {
            for (index, boundary) in all.enumerated() where boundary.piece.category == category {
                let frame = boundaryFrame(index, inSection: section, visible: visible)
                see(section ?? -1, boundary.piece, at: frame, isPinned: frame != boundary.piece.frame)
            }
        }
        for (section, place) in placements.enumerated() {
            for piece in place.backdrops { see(section, piece, at: piece.frame) }
            seeBoundaries(.header, section, place.boundaries)
            seePlain(.header, section, visible: visible, see)
            for piece in place.items {
                let scroll = place.scroll(ofGroup: piece.group, at: scrolled[section] ?? 0)
                see(section, piece, at: piece.frame.shifted(main: 0, cross: -scroll))
            }
            seePlain(.footer, section, visible: visible, see)
            seeBoundaries(.footer, section, place.boundaries)
        }
        seeBoundaries(.header, nil, placedBoundaries)
        seeBoundaries(.footer, nil, placedBoundaries)
        return found
    }

    /// Adds the header or footer of a section of another kind.
    private func seePlain(
        _ category: ReferenceCategory, _ section: Int, visible: ReferenceRect?,
        _ see: (Int, ReferencePiece, ReferenceRect, Bool) -> Void
    ) {
        let place = placements[section]
        guard let plain = place.plain else { return }
        let inner = sectionsVisible(visible)?.shifted(main: -place.offset)
        let isHeader = category == .header
        func frame(_ visible: ReferenceRect?) -> ReferenceRect? {
            isHeader
                ? plain.headerFrame(inSection: 0, visible: visible)
                : plain.footerFrame(inSection: 0, visible: visible)
        }
        guard let natural = frame(nil), let shown = frame(inner) else { return }
        let description = plain.sections[0]
        var piece = ReferencePiece(category, 0, frame: natural)
        piece.kind = isHeader ? 1 : 2
        piece.zIndex = (isHeader ? description.pinsHeader : description.pinsFooter) ? 1 : 0
        see(section, piece, shown.shifted(main: place.offset), shown != natural)
    }

    /// Returns the item whose frame contains the point. If there are several, the last one in order; nil if there is
    /// none.
    public func item(atMain main: Int64, cross: Int64, scrolled: [Int: Int64] = [:]) -> (section: Int, item: Int)? {
        for section in placements.indices.reversed() {
            let place = placements[section]
            let item = place.itemFrames.indices.last { item in
                let scroll = place.scroll(ofItem: item, at: scrolled[section] ?? 0)
                return place.itemFrames[item].contains(main: main, cross: cross + scroll)
            }
            if let item { return (section, item) }
        }
        return nil
    }

    /// Returns the item whose frame has the least distance to the point. If there are several, the first one in order;
    /// nil if there are no items.
    public func nearestItem(toMain main: Int64, cross: Int64, scrolled: [Int: Int64] = [:])
        -> (section: Int, item: Int)?
    {
        var best: (section: Int, item: Int, distance: SquaredDistance)?
        for (section, place) in placements.enumerated() {
            for (item, frame) in place.itemFrames.enumerated() {
                let scroll = place.scroll(ofItem: item, at: scrolled[section] ?? 0)
                let distance = SquaredDistance(
                    from: frame.shifted(main: 0, cross: -scroll), toMain: main, cross: cross)
                if best == nil || distance < best!.distance { best = (section, item, distance) }
            }
        }
        return best.map { ($0.section, $0.item) }
    }

    /// Returns the items in the line of an item. In a compositional section these are the items of its group.
    public func line(ofItem item: Int, inSection section: Int) -> Range<Int> {
        let place = placements[section]
        if let plain = place.plain { return plain.line(ofItem: item, inSection: 0) }
        guard place.itemsPerGroup > 0 else { return item..<(item + 1) }
        let first = item / place.itemsPerGroup * place.itemsPerGroup
        return first..<min(first + place.itemsPerGroup, place.itemCount)
    }

    /// Returns the section that covers a position along the scroll axis, with the spacing after each section included.
    /// A position before the first section counts as the start, and one past the end is in the last section. Nil if
    /// there are no sections.
    public func section(atMain main: Int64) -> Int? {
        let main = max(main, startBand)
        let covering = placements.indices.firstIndex { index in
            let place = placements[index]
            return place.offset <= main && main < place.offset + place.extent + sections[index].spacing
        }
        return covering ?? placements.indices.last
    }

    /// Converts a frame to the form that queries return: in a right-to-left layout x is mirrored.
    public func mirrored(_ frame: ReferenceRect) -> ReferenceRect {
        guard isRightToLeft else { return frame }
        var result = frame
        if isHorizontal {
            result.mainMin = extent - frame.mainMax
            result.mainMax = extent - frame.mainMin
        } else {
            result.crossMin = container.cross - frame.crossMax
            result.crossMax = container.cross - frame.crossMin
        }
        return result
    }
}
