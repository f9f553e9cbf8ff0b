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

    /// The number of groups.
    public var groupCount: Int { groups.count }

    /// The offsets at which the section can rest. The lower bound is the initial offset. With
    /// ``CollectionLayoutSectionOrthogonalScrollingBehavior/groupPagingCentered`` it can differ from 0: the first group is then in
    /// the middle. A collection view scrolls a section there when it first shows it.
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
        case .paging: storage.cross > 0 ? max(1, Int((groups.content + storage.cross - 1) / storage.cross)) : 1
        case .continuousGroupLeadingBoundary, .groupPaging, .groupPagingCentered: max(1, groups.count)
        }
    }

    /// Returns the page that is nearest to an offset. Halfway between two pages it is the later one.
    public func page(at offset: CGFloat) -> Int { page(atUnits: Units.units(offset)) }

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
            return CGFloat(Units.points(target(ofPage: min(max(page, 0), pageCount - 1))))
        }
    }

    /// Returns the first offset at which the section can rest, from an offset on in a direction.
    /// - Parameter direction: Only its sign is used. 0 means the nearest such offset.
    package func restingOffset(from offset: CGFloat, toward direction: CGFloat) -> CGFloat {
        let start = clamped(Units.units(offset))
        guard pageCount > 1 else { return CGFloat(Units.points(clamped(start))) }
        var page = page(atUnits: start)
        if direction > 0, target(ofPage: page) < start { page = min(page + 1, pageCount - 1) }
        if direction < 0, target(ofPage: page) > start { page = max(page - 1, 0) }
        return CGFloat(Units.points(target(ofPage: page)))
    }

    // MARK: In units

    private func clamped(_ offset: Int64) -> Int64 {
        let range = unitRange
        return min(max(offset, range.lowerBound), range.upperBound)
    }

    private var unitRange: ClosedRange<Int64> {
        if behavior == .groupPagingCentered, groups.count > 0 {
            let first = unclampedTarget(ofPage: 0)
            return first...max(first, unclampedTarget(ofPage: groups.count - 1))
        }
        return 0...max(0, groups.content - storage.cross)
    }

    private func target(ofPage page: Int) -> Int64 { clamped(unclampedTarget(ofPage: page)) }

    private func unclampedTarget(ofPage page: Int) -> Int64 {
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
        let place = behavior == .groupPagingCentered ? offset + storage.cross / 2 : offset + insetStart
        guard let there = storage.group(at: place, ofSection: section) else { return 0 }
        var nearest = max(0, there - 1)
        for candidate in nearest...min(groups.count - 1, there + 1)
        where abs(unclampedTarget(ofPage: candidate) - offset) <= abs(unclampedTarget(ofPage: nearest) - offset) {
            nearest = candidate
        }
        return nearest
    }
}

extension CollectionViewLayout {
    /// Whether there may be sections whose initial offset is not 0.
    package var hasCentredSections: Bool { storage.compositions.contains(.centred) }

    /// Returns how a section scrolls independently of the list; nil if it does not.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func orthogonalScrolling(ofSection section: Int) -> OrthogonalScrolling? {
        storage.checkSection(section)
        return OrthogonalScrolling(section, in: storage)
    }

    /// Returns the offset of a section at which one of its items has the given position on screen; 0 if the section
    /// does not scroll independently of the list.
    /// - Complexity: O(log *n*).
    /// - Precondition: The item is in the layout.
    public func sectionOffset(
        showingItem item: Int, inSection section: Int, at place: ItemScrollPosition, from current: CGFloat = 0
    ) -> CGFloat {
        let frame = storage.itemFrame(item, inSection: section)
        guard let scrolling = OrthogonalScrolling(section, in: storage) else { return 0 }
        let toStart = frame.crossMin
        let toEnd = frame.crossMax - storage.cross
        let offset =
            switch place {
            case .start: toStart
            case .end: toEnd
            case .center: (toStart + toEnd) / 2
            case .nearest: min(max(Units.units(current), min(toStart, toEnd)), max(toStart, toEnd))
            }
        let range = scrolling.offsetRange
        return min(max(CGFloat(Units.points(offset)), range.lowerBound), range.upperBound)
    }
}
