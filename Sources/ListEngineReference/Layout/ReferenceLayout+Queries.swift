/// The category of an element.
public enum ReferenceCategory: Int, Sendable {
    case header, item, footer
    /// A supplementary view of an item or a group.
    case supplementary
    case decoration
}

/// An element that a query found.
public struct ReferenceElement: Sendable, Hashable {
    public var section: Int
    public var item: Int
    public var category: ReferenceCategory
    public var frame: ReferenceRect
    /// Whether the element has been moved from its original place to stay in view.
    public var isPinned: Bool
}

// Every query looks at every frame.
extension ReferenceLayout {
    /// Returns the frame of an item.
    public func frame(ofItem item: Int, inSection section: Int) -> ReferenceRect {
        frames[placements[section].firstFrame + item]
    }

    /// Returns the frame of a header; nil if the section has none. If the section pins its header, and `visible` is not
    /// nil, the header follows the start of the visible bounds until the end of its section pushes it away.
    public func headerFrame(inSection section: Int, visible: ReferenceRect? = nil) -> ReferenceRect? {
        let place = placements[section]
        guard let frame = place.header else { return nil }
        guard let visible, sections[section].pinsHeader else { return frame }
        let last = place.offset + place.extent - (frame.mainMax - frame.mainMin)
        return frame.shifted(main: max(0, min(visible.mainMin, last) - frame.mainMin))
    }

    /// Returns the frame of a footer; nil if the section has none. A pinned footer follows the end of the visible bounds,
    /// but never covers the original place of the header.
    public func footerFrame(inSection section: Int, visible: ReferenceRect? = nil) -> ReferenceRect? {
        let place = placements[section]
        guard let frame = place.footer else { return nil }
        guard let visible, sections[section].pinsFooter else { return frame }
        let header = place.header.map { $0.mainMax - $0.mainMin } ?? 0
        let target = max(visible.mainMax - (frame.mainMax - frame.mainMin), place.offset + header)
        return frame.shifted(main: min(0, target - frame.mainMin))
    }

    /// Returns all elements in a rectangle, in order of their sections. In a section the order is: header, items, footer.
    /// - Parameter visible: The visible rectangle that pinned headers and footers follow. If nil, nothing is pinned.
    public func elements(in rect: ReferenceRect, visible: ReferenceRect? = nil) -> [ReferenceElement] {
        var found: [ReferenceElement] = []
        for section in sections.indices {
            let place = placements[section]
            if let header = headerFrame(inSection: section, visible: visible), header.intersects(rect) {
                found.append(
                    ReferenceElement(
                        section: section, item: 0, category: .header, frame: header, isPinned: header != place.header))
            }
            for item in 0..<sections[section].itemCount {
                let frame = frames[place.firstFrame + item]
                if frame.intersects(rect) {
                    found.append(
                        ReferenceElement(section: section, item: item, category: .item, frame: frame, isPinned: false))
                }
            }
            if let footer = footerFrame(inSection: section, visible: visible), footer.intersects(rect) {
                found.append(
                    ReferenceElement(
                        section: section, item: 0, category: .footer, frame: footer, isPinned: footer != place.footer))
            }
        }
        return found
    }

    /// Returns the item whose frame contains the point. If there are several, the last one in order; nil if there is
    /// none.
    public func item(atMain main: Int64, cross: Int64) -> (section: Int, item: Int)? {
        guard let index = frames.lastIndex(where: { $0.contains(main: main, cross: cross) }) else { return nil }
        return position(ofFrame: index)
    }

    /// Returns the item whose frame has the least distance to the point. If there are several, the first one in order;
    /// nil if there are no items. Coordinates past 2^42 points are clamped.
    public func nearestItem(toMain main: Int64, cross: Int64) -> (section: Int, item: Int)? {
        var best: (index: Int, distance: SquaredDistance)?
        for (index, frame) in frames.enumerated() {
            let distance = SquaredDistance(from: frame, toMain: main, cross: cross)
            if best == nil || distance < best!.distance { best = (index, distance) }
        }
        return best.map { position(ofFrame: $0.index) }
    }

    /// Returns the items in the line of an item.
    public func line(ofItem item: Int, inSection section: Int) -> Range<Int> {
        let description = sections[section]
        switch description.kind {
        case .list, .frames, .waterfall: return item..<(item + 1)
        case .flow: return description.flowLines(in: cross).first { $0.contains(item) }!
        case .grid:
            let columns = description.gridItemsPerLine(in: cross)
            let first = item / columns * columns
            return first..<min(first + columns, description.gridCount)
        }
    }

    /// Returns the first item of each line of a flow.
    public func lineStarts(inSection section: Int) -> [Int] {
        sections[section].flowLines(in: cross).map(\.lowerBound)
    }

    /// Returns the section that covers a position along the scroll axis. A position before the first section counts as
    /// the start, and one past the end is in the last section. Nil if there are no sections.
    public func section(atMain main: Int64) -> Int? {
        let main = max(main, 0)
        let covering = placements.firstIndex { $0.offset <= main && main < $0.offset + $0.extent }
        return covering ?? placements.indices.last
    }

    /// Converts a frame to the form that queries of a real layout return: in a right-to-left layout x is mirrored.
    public func mirrored(_ frame: ReferenceRect) -> ReferenceRect {
        guard isRightToLeft else { return frame }
        var result = frame
        if isHorizontal {
            result.mainMin = extent - frame.mainMax
            result.mainMax = extent - frame.mainMin
        } else {
            result.crossMin = cross - frame.crossMax
            result.crossMax = cross - frame.crossMin
        }
        return result
    }

    private func position(ofFrame index: Int) -> (section: Int, item: Int) {
        let section = placements.lastIndex { $0.firstFrame <= index }!
        return (section, index - placements[section].firstFrame)
    }
}

/// The square of a distance in units, which needs 128 bits.
struct SquaredDistance: Comparable {
    private var high: UInt64
    private var low: UInt64

    /// From a frame to a point, whose coordinates past 2^42 points are clamped.
    init(from frame: ReferenceRect, toMain main: Int64, cross: Int64) {
        let far: Int64 = (1 << 62) - 1
        let point = (main: min(max(main, -far), far), cross: min(max(cross, -far), far))
        let main = max(frame.mainMin - point.main, point.main - frame.mainMax, 0)
        let cross = max(frame.crossMin - point.cross, point.cross - frame.crossMax, 0)
        let a = main.magnitude.multipliedFullWidth(by: main.magnitude)
        let b = cross.magnitude.multipliedFullWidth(by: cross.magnitude)
        let (sum, carry) = a.low.addingReportingOverflow(b.low)
        low = sum
        high = a.high + b.high + (carry ? 1 : 0)
    }

    static func < (a: SquaredDistance, b: SquaredDistance) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
