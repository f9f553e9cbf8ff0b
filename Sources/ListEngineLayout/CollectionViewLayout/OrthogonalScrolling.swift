import Foundation

/// The scrolling of a section that scrolls independently of the list: its range, its pages and the offsets at which
/// it comes to rest. Offsets and lengths are in points across the scroll axis of the list, counted from the leading
/// or top edge of the section's content.
///
///     if let scrolling = layout.orthogonalScrolling(ofSection: 2) {
///         let target = scrolling.targetOffset(forProposed: proposed, velocity: velocity, from: offset)
///         viewport.sectionOffsets[2] = target
///     }
///
/// The value describes the layout that returned it. Get a new value after a change of the layout.
public struct OrthogonalScrolling: Sendable {
    public let section: Int
    public let behavior: CollectionLayoutSectionOrthogonalScrollingBehavior
    public let properties: CollectionLayoutSectionOrthogonalScrollingProperties

    private let storage: LayoutStorage
    private let groups: SectionGroups
    /// Inset before the first group.
    private let insetStart: Int64

    fileprivate init?(_ section: Int, in storage: LayoutStorage) {
        guard let info = storage.compositionInfo(ofSection: section), info.description.isOrthogonal,
            let groups = storage.groups(ofSection: section)
        else { return nil }
        self.section = section
        self.storage = storage
        self.groups = groups
        behavior = info.description.style.behavior
        properties = info.description.style.scrollingProperties
        insetStart = groups.count > 0 ? storage.group(0, ofSection: section).start : 0
    }

    /// The extent of all groups, including the insets around them.
    public var contentExtent: CGFloat { CGFloat(Units.points(groups.content)) }

    /// The visible part of the content: the list's extent across its scroll axis.
    public var visibleExtent: CGFloat { CGFloat(Units.points(storage.cross)) }

    /// Whether the first group follows the last one, in both directions. The section's properties have to
    /// request it, and the groups have to be longer than the visible extent by the longest of them and what reaches out
    /// of a group. Otherwise an item would be visible twice.
    ///
    /// Offsets that differ by ``period`` show the same.
    public var loops: Bool { groups.period > 0 }

    /// The distance after which the groups of a section that loops repeat, with the space after the last group. 0 if the
    /// section does not loop.
    public var period: CGFloat { CGFloat(Units.points(groups.period)) }

    /// The number of groups.
    public var groupCount: Int { groups.count }

    /// The offsets at which the section can rest. The lower bound is the initial offset. With
    /// ``CollectionLayoutSectionOrthogonalScrollingBehavior/groupPagingCentered`` it can differ from 0: the first group is then in
    /// the middle. A collection view scrolls a section there when it first shows it.
    ///
    /// In a section that loops, these are the offsets of one turn. It can be scrolled past both ends, and a collection
    /// view then brings the offset back into the range.
    public var offsetRange: ClosedRange<CGFloat> {
        let range = unitRange
        return CGFloat(Units.points(range.lowerBound))...CGFloat(Units.points(range.upperBound))
    }

    /// The number of pages. With ``CollectionLayoutSectionOrthogonalScrollingBehavior/paging``, a page is one visible
    /// extent. With a behavior that stops at groups, a page is one group. If the section can rest anywhere, there is
    /// 1 page.
    public var pageCount: Int {
        switch behavior {
        case .none, .continuous: 1
        case .paging: storage.cross > 0 ? max(1, Int((pagedExtent + storage.cross - 1) / storage.cross)) : 1
        case .continuousGroupLeadingBoundary, .groupPaging, .groupPagingCentered: max(1, groups.count)
        }
    }

    /// Returns the page that is nearest to an offset. Halfway between two pages it is the later one.
    public func page(at offset: CGFloat) -> Int {
        let page = page(atUnits: Units.units(offset))
        return loops ? Self.divide(page, by: pageCount).rest : page
    }

    /// Returns the offset of a page. In a section that loops, page numbers continue in both directions, and of the offsets of a
    /// page the nearest one is returned. If two are equally near, a page after the visible one is reached forward. In other
    /// sections the page is clamped.
    package func offset(ofPage page: Int, near offset: CGFloat) -> CGFloat {
        guard loops else { return self.offset(ofPage: min(max(page, 0), pageCount - 1)) }
        let now = self.page(atUnits: Units.units(offset))
        let current = Self.divide(now, by: pageCount).rest
        var step = Self.divide(Self.divide(page, by: pageCount).rest - current, by: pageCount).rest
        if 2 * step > pageCount || 2 * step == pageCount && page < current { step -= pageCount }
        return CGFloat(Units.points(target(ofPage: now + step)))
    }

    /// Returns an offset of the same place, as near as possible to `other`.
    fileprivate func nearest(_ offset: CGFloat, to other: CGFloat) -> CGFloat {
        offset + period * ((other - offset) / period).rounded(.toNearestOrEven)
    }

    /// Returns the offset at which a page rests.
    /// - Precondition: The page is in 0 ..< ``pageCount``.
    public func offset(ofPage page: Int) -> CGFloat {
        guard (0..<pageCount).contains(page) else {
            fatalError("section \(section): page \(page) is out of range; valid are \(0..<pageCount)")
        }
        return CGFloat(Units.points(target(ofPage: page)))
    }

    /// Returns the offset at which the section comes to rest after a movement.
    ///
    /// - `.continuous`: the proposal, clamped to ``offsetRange``.
    /// - `.continuousGroupLeadingBoundary`: the group whose start is nearest to the proposal.
    /// - `.paging`, `.groupPaging`, `.groupPagingCentered`: the page nearest to the proposal, but at most one page
    ///   from the start of the movement, and not against its direction.
    ///
    /// - Parameters:
    ///   - proposed: The offset at which the movement would end without this method.
    ///   - velocity: Points per millisecond, or any other unit, because only the sign is used. 0 means that the touch
    ///     was at rest when it ended.
    ///   - start: The offset at which the movement started.
    /// - Complexity: O(log *g*), where *g* is the number of groups.
    public func targetOffset(forProposed proposed: CGFloat, velocity: CGFloat, from start: CGFloat) -> CGFloat {
        let proposed = Units.units(proposed)
        switch behavior {
        case .none, .continuous: return CGFloat(Units.points(clamped(proposed)))
        case .continuousGroupLeadingBoundary:
            return CGFloat(Units.points(target(ofPage: page(atUnits: proposed))))
        case .paging, .groupPaging, .groupPagingCentered:
            let current = page(atUnits: Units.units(start))
            let first = velocity > 0 ? current : current - 1
            let last = velocity < 0 ? current : current + 1
            let page = min(max(page(atUnits: proposed), first), last)
            return CGFloat(Units.points(target(ofPage: loops ? page : min(max(page, 0), pageCount - 1))))
        }
    }

    /// Returns the first offset at which the section can rest, from an offset on in a direction.
    /// - Parameter direction: Only its sign is used. 0 means the nearest such offset.
    package func restingOffset(from offset: CGFloat, toward direction: CGFloat) -> CGFloat {
        let start = clamped(Units.units(offset))
        guard pageCount > 1 else { return CGFloat(Units.points(clamped(start))) }
        var page = page(atUnits: start)
        if direction > 0, target(ofPage: page) < start { page += 1 }
        if direction < 0, target(ofPage: page) > start { page -= 1 }
        if !loops { page = min(max(page, 0), pageCount - 1) }
        return CGFloat(Units.points(target(ofPage: page)))
    }

    /// The nearest offset to which the section can be scrolled.
    package func clamped(_ offset: CGFloat) -> CGFloat {
        let range = offsetRange
        return loops ? offset : min(max(offset, range.lowerBound), range.upperBound)
    }

    /// The offset in ``offsetRange`` at which a section that loops shows the same.
    package func turned(_ offset: CGFloat) -> CGFloat {
        guard loops else { return offset }
        let first = unitRange.lowerBound
        return CGFloat(Units.points(first + Self.divide(Units.units(offset) - first, by: groups.period).rest))
    }

    /// The group of a section that loops that stays where it is when the section changes: the one at the place where
    /// groups rest. And how far the offset is from the group.
    /// - Parameter orNext: Whether it is the next group, if the one at this place has been scrolled out in part. Its size can be
    ///   the change.
    package func heldGroup(at offset: CGFloat, orNext: Bool = false) -> (group: Int, distance: CGFloat)? {
        let place = Self.divide(Units.units(turned(offset)) + restingPlace - insetStart, by: max(1, groups.period)).rest
        guard loops, let group = storage.group(at: place + insetStart, ofSection: section) else { return nil }
        var start = storage.group(group, ofSection: section).start
        guard orNext, start < place + insetStart else {
            return (group, CGFloat(Units.points(place + insetStart - start)))
        }
        let next = group + 1 == groups.count ? 0 : group + 1
        start = storage.group(next, ofSection: section).start + (next == 0 ? groups.period : 0)
        return (next, CGFloat(Units.points(place + insetStart - start)))
    }

    /// The item of a section that loops that stays where it is when the items change: the first one that the group at the
    /// place where groups rest has there. And how far the offset is from the item.
    package func heldItem(at offset: CGFloat) -> (item: Int, distance: CGFloat)? {
        guard let (group, distance) = heldGroup(at: offset) else { return nil }
        let place = storage.group(group, ofSection: section).start + Units.units(distance)
        let first = group * groups.itemsPerGroup
        let end = min(first + groups.itemsPerGroup, storage.placement(ofSection: section).itemCount)
        let item = (first..<end).first { storage.itemFrame($0, inSection: section).crossMax > place } ?? first
        return (item, CGFloat(Units.points(place - storage.itemFrame(item, inSection: section).crossMin)))
    }

    /// The offset at which an item has the distance that ``heldItem(at:)`` returned.
    package func offset(holdingItem item: Int, at distance: CGFloat) -> CGFloat {
        let start = storage.itemFrame(item, inSection: section).crossMin
        return turned(CGFloat(Units.points(start - restingPlace)) + distance)
    }

    /// How far an item is from its place in an earlier layout of the section, in the direction of the offset, by the nearest way
    /// round.
    package func displacement(of item: Int, from earlier: Int, in layout: CollectionViewLayout) -> CGFloat {
        let before = layout.storage.itemFrame(earlier, inSection: section).crossMin
        let moved = storage.itemFrame(item, inSection: section).crossMin - before
        let turned = Self.divide(moved, by: max(1, groups.period)).rest
        return CGFloat(Units.points(turned > groups.period / 2 ? turned - groups.period : turned))
    }

    /// The offset at which a group has the distance that ``heldGroup(at:orNext:)`` returned.
    package func offset(holding group: Int, at distance: CGFloat) -> CGFloat {
        let start = storage.group(group, ofSection: section).start
        return turned(CGFloat(Units.points(start - restingPlace)) + distance)
    }

    // MARK: In units

    /// A quotient that is rounded down, and the rest.
    private static func divide<Number: BinaryInteger>(_ number: Number, by divisor: Number) -> (
        quotient: Number, rest: Number
    ) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    /// The extent that is divided into pages.
    private var pagedExtent: Int64 { loops ? groups.period : groups.content }

    /// The distance of the place at which groups rest from the start of the visible extent.
    private var restingPlace: Int64 { behavior == .groupPagingCentered ? storage.cross / 2 : insetStart }

    private func clamped(_ offset: Int64) -> Int64 {
        if loops { return offset }
        let range = unitRange
        return min(max(offset, range.lowerBound), range.upperBound)
    }

    private var unitRange: ClosedRange<Int64> {
        if loops {
            let first = behavior == .groupPagingCentered ? unclampedTarget(ofPage: 0) : 0
            return first...first + groups.period - 1
        }
        if behavior == .groupPagingCentered, groups.count > 0 {
            let first = unclampedTarget(ofPage: 0)
            return first...max(first, unclampedTarget(ofPage: groups.count - 1))
        }
        return 0...max(0, groups.content - storage.cross)
    }

    private func target(ofPage page: Int) -> Int64 { clamped(unclampedTarget(ofPage: page)) }

    /// Pages of a section that loops are counted on in both directions.
    private func unclampedTarget(ofPage page: Int) -> Int64 {
        guard loops, !(0..<pageCount).contains(page) else { return targetInTurn(ofPage: page) }
        let (turn, page) = Self.divide(page, by: pageCount)
        return targetInTurn(ofPage: page) + Int64(turn) * groups.period
    }

    private func targetInTurn(ofPage page: Int) -> Int64 {
        switch behavior {
        case .none, .continuous: return 0
        case .paging: return Int64(page) * storage.cross
        case .continuousGroupLeadingBoundary, .groupPaging:
            guard page < groups.count else { return 0 }
            // The first group rests after the inset, and so do all others.
            return storage.group(page, ofSection: section).start - insetStart
        case .groupPagingCentered:
            guard page < groups.count else { return 0 }
            let place = storage.group(page, ofSection: section)
            return place.start - (storage.cross - place.extent) / 2
        }
    }

    private func page(atUnits offset: Int64) -> Int {
        switch behavior {
        case .none, .continuous: return 0
        case .paging:
            guard storage.cross > 0 else { return 0 }
            if loops {
                let (turn, rest) = Self.divide(offset, by: groups.period)
                let first = Int(turn) * pageCount + Int(rest / storage.cross)
                return offset - target(ofPage: first) < target(ofPage: first + 1) - offset ? first : first + 1
            }
            // At the end of the content, the page is the last one, even if less than a full page is left.
            if offset >= unitRange.upperBound { return pageCount - 1 }
            return max(0, Int((offset + storage.cross / 2) / storage.cross))
        case .continuousGroupLeadingBoundary, .groupPaging, .groupPagingCentered: return group(nearestTo: offset)
        }
    }

    /// The group whose resting offset is nearest. Halfway between two groups it is the later one.
    private func group(nearestTo offset: Int64) -> Int {
        guard groups.count > 0 else { return 0 }
        // The group at this place is at most one away from the nearest one, because resting offsets increase from
        // group to group.
        var place = behavior == .groupPagingCentered ? offset + storage.cross / 2 : offset + insetStart
        var firstOfTurn = 0
        if loops {
            let (turn, rest) = Self.divide(place - insetStart, by: groups.period)
            place = rest + insetStart
            firstOfTurn = Int(turn) * groups.count
        }
        guard let inTurn = storage.group(at: place, ofSection: section) else { return 0 }
        let there = firstOfTurn + inTurn
        var nearest = loops ? there - 1 : max(0, there - 1)
        for candidate in nearest...(loops ? there + 1 : min(groups.count - 1, there + 1))
        where abs(unclampedTarget(ofPage: candidate) - offset) <= abs(unclampedTarget(ofPage: nearest) - offset) {
            nearest = candidate
        }
        return nearest
    }
}

extension CollectionViewLayout {
    /// Whether there may be sections whose initial offset is not 0.
    package var hasCentredSections: Bool { storage.compositions.contains(.centred) }

    /// Whether there may be sections whose first group follows the last one.
    package var hasLoopingSections: Bool { storage.compositions.contains(.looping) }

    /// The first item of a group of a compositional section, and the group of an item.
    package func firstItem(ofGroup group: Int, inSection section: Int) -> Int {
        group * (storage.groups(ofSection: section)?.itemsPerGroup ?? 1)
    }

    package func group(ofItem item: Int, inSection section: Int) -> Int {
        item / max(1, storage.groups(ofSection: section)?.itemsPerGroup ?? 1)
    }

    /// Returns how a section scrolls independently of the list; nil if it does not.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func orthogonalScrolling(ofSection section: Int) -> OrthogonalScrolling? {
        storage.checkSection(section)
        return OrthogonalScrolling(section, in: storage)
    }

    /// The frame of an item as it is shown: moved by the offset of its section, if that scrolls independently of the list.
    /// - Complexity: O(log *n*).
    /// - Precondition: The item is in the layout.
    package func frame(ofItem item: Int, inSection section: Int, sectionOffsets: SectionOffsets) -> CGRect {
        let frame = storage.itemFrame(item, inSection: section)
        let scroll = storage.scroll(ofItem: item, inSection: section, at: sectionOffsets.units(section: section))
        return snapped(storage.frame(frame.movedAcross(by: -scroll)))
    }

    /// Returns the offset of a section at which one of its items has the given position on screen; 0 if the section
    /// does not scroll independently of the list. In a section that loops it is the one of these offsets that is nearest to
    /// `current`, and can be outside of ``OrthogonalScrolling/offsetRange``.
    /// - Complexity: O(log *n*).
    /// - Precondition: The item is in the layout.
    public func sectionOffset(
        showingItem item: Int, inSection section: Int, at place: ItemScrollPosition, from current: CGFloat = 0
    ) -> CGFloat {
        let frame = storage.itemFrame(item, inSection: section)
        guard let scrolling = OrthogonalScrolling(section, in: storage) else { return 0 }
        var toStart = frame.crossMin
        var toEnd = frame.crossMax - storage.cross
        if scrolling.loops {
            let middle = CGFloat(Units.points((toStart + toEnd) / 2))
            let moved = Units.units(scrolling.nearest(middle, to: current) - middle)
            toStart += moved
            toEnd += moved
        }
        let offset =
            switch place {
            case .start: toStart
            case .end: toEnd
            case .center: (toStart + toEnd) / 2
            case .nearest: min(max(Units.units(current), min(toStart, toEnd)), max(toStart, toEnd))
            }
        return scrolling.clamped(CGFloat(Units.points(offset)))
    }
}
