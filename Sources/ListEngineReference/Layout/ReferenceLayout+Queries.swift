/// What an element is.
public enum ReferenceCategory: Int, Sendable {
    case header, item, footer
    /// Of an item or a group.
    case supplementary
    case decoration
}

/// An element that a query found.
public struct ReferenceElement: Sendable, Hashable {
    public var section: Int
    public var item: Int
    public var category: ReferenceCategory
    public var frame: ReferenceRect
    /// It stands elsewhere than where it was laid out, to stay in view.
    public var isPinned: Bool
}

// Every query looks at every frame.
extension ReferenceLayout {
    /// Frame of an item.
    public func frame(ofItem item: Int, inSection section: Int) -> ReferenceRect {
        frames[placements[section].firstFrame + item]
    }

    /// Frame of a header, pinned to the visible bounds if they are given and the section asks for it; nil without one.
    /// It follows the start of the bounds until the end of its section pushes it away.
    public func headerFrame(inSection section: Int, visible: ReferenceRect? = nil) -> ReferenceRect? {
        let place = placements[section]
        guard let frame = place.header else { return nil }
        guard let visible, sections[section].pinsHeader else { return frame }
        let last = place.offset + place.extent - (frame.mainMax - frame.mainMin)
        return frame.shifted(main: max(0, min(visible.mainMin, last) - frame.mainMin))
    }

    /// Frame of a footer, pinned likewise. It follows the end of the bounds, but leaves the header its place.
    public func footerFrame(inSection section: Int, visible: ReferenceRect? = nil) -> ReferenceRect? {
        let place = placements[section]
        guard let frame = place.footer else { return nil }
        guard let visible, sections[section].pinsFooter else { return frame }
        let header = place.header.map { $0.mainMax - $0.mainMin } ?? 0
        let target = max(visible.mainMax - (frame.mainMax - frame.mainMin), place.offset + header)
        return frame.shifted(main: min(0, target - frame.mainMin))
    }

    /// All elements in a rectangle, in order: by section; in it header, items, footer.
    /// - Parameter visible: what pinned headers and footers follow; nil: nothing is pinned.
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

    /// The item whose frame holds the point, the last in order where several do; nil in a gap.
    public func item(atMain main: Int64, cross: Int64) -> (section: Int, item: Int)? {
        guard let index = frames.lastIndex(where: { $0.contains(main: main, cross: cross) }) else { return nil }
        return position(ofFrame: index)
    }

    /// The item nearest to the point by the distance to its frame, the first in order where several are; nil without
    /// items. Coordinates past 2^42 points are clamped.
    public func nearestItem(toMain main: Int64, cross: Int64) -> (section: Int, item: Int)? {
        var best: (index: Int, distance: SquaredDistance)?
        for (index, frame) in frames.enumerated() {
            let distance = SquaredDistance(from: frame, toMain: main, cross: cross)
            if best == nil || distance < best!.distance { best = (index, distance) }
        }
        return best.map { position(ofFrame: $0.index) }
    }

    /// The items of the line that an item is on.
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

    /// The first item of each line of a flow.
    public func lineStarts(inSection section: Int) -> [Int] {
        sections[section].flowLines(in: cross).map(\.lowerBound)
    }

    /// The section that covers a position along the scroll axis. Before the start it is the one that covers the start,
    /// past the end the last one; nil without sections.
    public func section(atMain main: Int64) -> Int? {
        let main = max(main, 0)
        let covering = placements.firstIndex { $0.offset <= main && main < $0.offset + $0.extent }
        return covering ?? placements.indices.last
    }

    /// A frame as answers show it: with x mirrored in a right-to-left layout.
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
