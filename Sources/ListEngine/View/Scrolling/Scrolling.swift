import Foundation
import ListEngineLayout

extension CollectionView {
    /// Scrolls so that an item gets the given position on screen, as far as the content allows. The position is exact
    /// even if sizes are estimates, because the elements that will be visible are measured first, from the item
    /// outward, in one or two rounds. If the item's section scrolls independently, it is scrolled too. Across the scroll
    /// axis, content that is larger than the bounds moves the shortest distance that shows the item.
    /// - Parameters:
    ///   - indexPath: The item. An index path that is not in the list is reported and has no effect.
    ///   - position: The position of the item on screen.
    ///   - animated: Whether the host scrolls smoothly, if it can. The item has its position when the smooth scroll
    ///     has ended.
    /// - Complexity: O(*k* log *n*), where *k* is the number of elements that will be visible.
    public func scrollToItem(at indexPath: IndexPath, at position: ItemScrollPosition, animated: Bool) {
        scrolling.scrollToItem(at: indexPath, at: position, animated: animated)
    }

    /// The content offset at which an item has the given position, clamped to the content.
    public func contentOffset(forItemAt indexPath: IndexPath, at position: ItemScrollPosition) -> CGPoint? {
        layoutIfNeeded()
        return known(indexPath).map { contentOffset(showing: $0, at: position) }
    }

    func contentOffset(showing path: ElementPath, at position: ItemScrollPosition) -> CGPoint {
        let offset = contentOffset(
            atMainOffset: layout.contentOffset(
                showingItem: path.item, inSection: path.section, at: position, in: viewport))
        guard scrollsAcross, layout.orthogonalScrolling(ofSection: path.section) == nil else { return offset }
        return moved(offset, acrossToShow: layout.frame(ofItem: path.item, inSection: path.section))
    }

    /// Scrolls so that the header of a section is at the start of the visible bounds, as far as the content allows. A
    /// section without a header is scrolled to its own start.
    public func scrollToHeader(ofSection section: Int, animated: Bool) {
        scrolling.scrollToHeader(ofSection: section, animated: animated)
    }

    /// Scrolls the shortest distance that makes a rectangle of the content visible, or as much of it as fits. Does not
    /// scroll if it is visible. Across the scroll axis it scrolls only content that is larger than the bounds.
    public func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        scrolling.scrollRectToVisible(rect, animated: animated)
    }

    // MARK: Dragging by the user

    /// Reports that the user began to drag the content. No item stays highlighted.
    public func hostWillBeginDragging() {
        scrolling.animatedTarget = nil
        scrolling.userMovement = .drag
        touches.forget()
        touches.highlight(nil)
        closeSwipe()
        delegate?.collectionViewWillBeginDragging(self)
        forEachScrollObserver { $0.collectionViewWillBeginDragging(self) }
    }

    /// Reports that the user ended a drag.
    /// - Parameters:
    ///   - velocity: Points per second.
    ///   - target: The offset at which the content would come to rest.
    /// - Returns: The offset at which it must come to rest: the delegate's choice, clamped to the content. The host
    ///   scrolls there.
    public func hostWillEndDragging(withVelocity velocity: CGPoint, targetContentOffset target: CGPoint) -> CGPoint {
        layoutIfNeeded()
        if scrolling.userMovement == .drag { scrolling.userMovement = .fling }
        var offset = target
        delegate?.collectionViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &offset)
        forEachScrollObserver {
            $0.collectionViewWillEndDragging(self, withVelocity: velocity, targetContentOffset: &offset)
        }
        guard offset.x.isFinite, offset.y.isFinite else {
            report(.unusableGeometry, nil, "target offset \(offset) is ignored. Give finite numbers.")
            return clamped(contentOffset)
        }
        return clamped(offset)
    }

    /// Reports that the content came to rest after a drag.
    public func hostDidEndDecelerating() {
        scrolling.userMovement = nil
        delegate?.collectionViewDidEndDecelerating(self)
        forEachScrollObserver { $0.collectionViewDidEndDecelerating(self) }
    }

    // MARK: Targets

    /// The content offset at which the smooth scroll to an element ends, as far as sizes are known now. Nil if there is
    /// none. Elements that are measured on the way, and updates, move it, so a host that scrolls smoothly reads it before
    /// each step. It is the exact position of the element when the host arrives there.
    /// - Complexity: O(log *n*).
    public var smoothScrollTarget: CGPoint? {
        layoutIfNeeded()
        return scrolling.animatedTarget.map { contentOffset(of: $0) }
    }

    func contentOffset(of target: ScrollTarget) -> CGPoint {
        switch target {
        case .start: return contentOffset(atMainOffset: mainOffsetRange.lowerBound)
        case .end: return contentOffset(atMainOffset: mainOffsetRange.upperBound)
        case .item(let path, let position): return contentOffset(showing: path, at: position)
        case .nearest(let path, let isAfter):
            let start = contentOffset(showing: path, at: .start)
            let end = contentOffset(showing: path, at: .end)
            let isStartFirst = layout.contentOffset(of: bounds(at: start)) < layout.contentOffset(of: bounds(at: end))
            // An item larger than the bounds is shown from the side from which it is reached.
            return isStartFirst == isAfter ? start : end
        case .anchor(let anchor):
            return contentOffset(atMainOffset: layout.contentOffset(for: anchor, in: viewport))
        }
    }

    func bounds(at offset: CGPoint) -> CGRect { CGRect(origin: offset, size: geometry.bounds.size) }

    /// The distance from the start of the visible bounds to the anchor's edge, in the shown list.
    /// - Parameter offset: The offset from the leading edge. Nil means the current one.
    func distance(of anchor: ScrollAnchor, at offset: CGFloat? = nil) -> CGFloat {
        let insets = adjustedContentInset
        let start = (offset ?? mainOffset) + (recipe.scrollDirection == .vertical ? insets.top : insets.leading)
        return presentedLayout.contentOffset(for: ScrollAnchor(anchor.path, edge: anchor.edge)) - start
    }
}

/// Where the list scrolls to, and the offsets of sections that scroll independently.
@MainActor
final class Scrolling: ViewPart {
    /// The scroll target of the current pass, which stays the target while items are measured.
    var target: ScrollTarget?
    /// The target of the host's current smooth scroll.
    var animatedTarget: ScrollTarget?
    var sectionOffsets = SectionOffsets()
    /// The sections with centred groups that have been shown or scrolled. The others are at their start, which is not 0.
    private(set) var startedSections: Set<Int> = []
    /// The offsets of sections when the user began to drag them.
    private var dragStarts: [DragStart] = []
    /// By how much the list itself has moved the offsets of sections that loop, in all. A host that is moving a section adds
    /// what was added here.
    private(set) var shifts = SectionOffsets()
    /// Items of sections that loop, which keep their places in the change that is being made.
    private var held: [HeldItem] = []
    /// The drag or fling of the content that the host has begun and not ended.
    var userMovement: UserMovement?

    enum UserMovement { case drag, fling }

    private struct DragStart {
        var section: Int
        var offset: CGFloat
    }

    private struct HeldItem {
        let path: ElementPath
        let distance: CGFloat
        /// Whether the group of the item keeps its place.
        let isGroup: Bool
    }

    /// Scrolls immediately, and keeps the target while the pass measures.
    func scroll(to target: ScrollTarget) {
        scroll(to: target, animated: false)
        list.layoutIfNeeded()
    }

    /// Scrolls. If the scroll is not animated, the next pass keeps the target while it measures.
    func scroll(to target: ScrollTarget, animated: Bool) {
        let offset = list.contentOffset(of: target)
        let changes = list.positions.changes
        list.setContentOffset(offset, animated: animated)
        // A callback may have changed the list, so that the target is no longer the same item.
        guard changes == list.positions.changes else { return }
        if list.contentOffset == offset {
            self.target = target
            list.setNeedsLayout()
        } else if animated {
            animatedTarget = target
        }
    }

    /// A smooth scroll ended at a position from old estimates. The elements there are now measured.
    func settleAnimatedTarget() {
        guard let target = animatedTarget else { return }
        animatedTarget = nil
        scroll(to: target)
    }

    /// The scroll position for an item; nil if it is visible and no scrolling is needed.
    func target(showing path: ElementPath, at position: ItemScrollPosition) -> ScrollTarget? {
        guard position == .nearest else { return .item(path, position) }
        let offset = list.layout.contentOffset(of: list.bounds(at: list.contentOffset(showing: path, at: .nearest)))
        return offset == list.mainOffset ? nil : .nearest(path, isAfter: offset > list.mainOffset)
    }

    func scrollToItem(at indexPath: IndexPath, at position: ItemScrollPosition, animated: Bool) {
        list.layoutIfNeeded()
        guard let path = list.known(indexPath) else { return }
        list.positions.following(path) { item in
            scrollAcross(showing: path, at: position)
            guard let path = item.path else { return }
            guard let target = target(showing: path, at: position) else {
                return list.setContentOffset(list.contentOffset(showing: path, at: .nearest), animated: animated)
            }
            scroll(to: target, animated: animated)
        }
    }

    func scrollToHeader(ofSection section: Int, animated: Bool) {
        list.layoutIfNeeded()
        guard (0..<list.layout.numberOfSections).contains(section) else {
            return list.report(
                .indexOutOfRange, .header(ofSection: section), "valid sections are 0..<\(list.layout.numberOfSections)."
            )
        }
        // Below what the list itself has pinned there.
        let covered = list.layout.extentOfPinnedHeaders
        scroll(to: .anchor(ScrollAnchor(.header(ofSection: section), distance: covered)), animated: animated)
    }

    func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        list.layoutIfNeeded()
        let insets = list.adjustedContentInset
        let isVertical = list.layout.scrollDirection == .vertical
        let (start, end) =
            isVertical
            ? (rect.minY - insets.top, rect.maxY + insets.bottom - list.bounds.height)
            : (
                rect.minX - (list.flowDirection == .rightToLeft ? insets.trailing : insets.leading),
                rect.maxX + (list.flowDirection == .rightToLeft ? insets.leading : insets.trailing) - list.bounds.width
            )
        guard [rect.minX, rect.maxX, rect.minY, rect.maxY].allSatisfy(\.isFinite), start.isFinite, end.isFinite else {
            return list.report(.unusableGeometry, nil, "\(rect) is ignored. Give finite numbers.")
        }
        let now = isVertical ? list.contentOffset.y : list.contentOffset.x
        let wanted = min(max(now, min(start, end)), max(start, end))
        let offset =
            isVertical ? CGPoint(x: list.contentOffset.x, y: wanted) : CGPoint(x: wanted, y: list.contentOffset.y)
        list.setContentOffset(list.clamped(list.moved(offset, acrossToShow: rect)), animated: animated)
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        target = nil
        if let animated = animatedTarget { animatedTarget = animated.following(edit) }
        if !dragStarts.isEmpty {
            dragStarts = dragStarts.compactMap { start in
                edit?.newSection(start.section).map { DragStart(section: $0, offset: start.offset) }
            }
        }
        if let edit, !startedSections.isEmpty {
            startedSections = Set(startedSections.compactMap { edit.newSection($0) })
        }
        // Most lists have none.
        guard let edit, !(sectionOffsets.isEmpty && shifts.isEmpty) else { return }
        sectionOffsets = sectionOffsets.following(edit)
        shifts = shifts.following(edit)
    }
}

// MARK: - Index titles

extension CollectionView {
    /// The titles of the list's index, for example the letters at the edge of an address book. The data source gives
    /// them in ``CollectionViewDataSource/collectionView(_:indexTitleForSection:)``.
    ///
    /// Adjacent sections with the same title have one entry. A host that draws an index reads it when the content has
    /// changed.
    /// - Complexity: O(sections).
    public var indexTitles: [String] { indexEntries.map(\.title) }

    /// Scrolls to the first section with a title of the index: its header is then at the start of the visible bounds, as far
    /// as the content allows.
    /// - Parameter index: A position in ``indexTitles``. Any other one is reported and has no effect.
    public func scrollToIndexTitle(at index: Int, animated: Bool) {
        layoutIfNeeded()
        let entries = indexEntries
        guard entries.indices.contains(index) else {
            return report(
                .indexOutOfRange, nil, "there is no index title \(index), valid ones are 0..<\(entries.count).")
        }
        scrollToHeader(ofSection: entries[index].section, animated: animated)
    }

    private var indexEntries: [(title: String, section: Int)] {
        guard let dataSource, showsData else { return [] }
        var entries: [(title: String, section: Int)] = []
        for section in 0..<layout.numberOfSections {
            // The call before may have changed the data.
            guard showsData, section < layout.numberOfSections else { return [] }
            guard let title = dataSource.collectionView(self, indexTitleForSection: section) else { continue }
            if entries.last?.title != title { entries.append((title, section)) }
        }
        return entries
    }
}

// Sections that scroll independently, across the list. Their offsets are in points from the leading or top edge of
// their content; see `SectionOffsets`.

// MARK: - Sections that scroll independently

extension CollectionView {
    /// Reports that the user, or a smooth scroll, moved a section that scrolls independently. The host calls it. The
    /// list is brought up to date immediately.
    /// - Parameters:
    ///   - section: The section. A section that does not scroll independently is reported, and nothing is done.
    ///   - offset: The new offset. It can be outside the range of rest, for example while the section springs back.
    public func hostDidScroll(section: Int, to offset: CGFloat) { scrolling.didScroll(section: section, to: offset) }

    /// Reports that the user began to drag a section that scrolls independently. No item stays highlighted.
    public func hostWillBeginDragging(section: Int) { scrolling.willBeginDragging(section: section) }

    /// Reports that the user ended the drag of a section that scrolls independently.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - velocity: Only its sign is used. 0 means that the finger was at rest when it was lifted.
    ///   - target: The offset where the section stops if nothing stops it earlier.
    /// - Returns: The offset at which it must come to rest. It follows from the section's behavior: at pages, at
    ///   groups or anywhere in its content. The host scrolls there.
    public func hostWillEndDragging(section: Int, withVelocity velocity: CGFloat, targetOffset target: CGFloat)
        -> CGFloat
    { scrolling.willEndDragging(section: section, withVelocity: velocity, targetOffset: target) }
}

extension Scrolling {
    /// Reports the end of what the host began and does not end any more.
    func endUserMovement() {
        if userMovement == .drag {
            _ = list.hostWillEndDragging(withVelocity: .zero, targetContentOffset: list.contentOffset)
        }
        if userMovement == .fling { list.hostDidEndDecelerating() }
    }

    fileprivate func didScroll(section: Int, to offset: CGFloat) {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(ofSection: section) else { return }
        guard offset.isFinite else {
            return list.report(.unusableGeometry, nil, "section offset \(offset) is ignored. Give finite numbers.")
        }
        guard sectionOffsets[section] != offset else { return }
        // A distance that is not exact cannot be followed.
        let isFar = abs(offset) > 0x1p32
        setOffset(isFar ? scrolling.turned(offset) : offset, ofSection: section)
        turn(section)
        list.due.needsPass = true
        list.layoutIfNeeded()
    }

    fileprivate func willBeginDragging(section: Int) {
        list.layoutIfNeeded()
        guard scrolling(ofSection: section) != nil else { return }
        list.touches.forget()
        list.touches.highlight(nil)
        dragStarts =
            dragStarts.filter { $0.section != section } + [DragStart(section: section, offset: sectionOffsets[section])]
    }

    fileprivate func willEndDragging(section: Int, withVelocity velocity: CGFloat, targetOffset target: CGFloat)
        -> CGFloat
    {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(ofSection: section) else { return 0 }
        let from = dragStarts.first { $0.section == section }?.offset ?? scrolling.offsetRange.lowerBound
        dragStarts = dragStarts.filter { $0.section != section }
        guard velocity.isFinite, target.isFinite else {
            list.report(.unusableGeometry, nil, "target offset \(target) is ignored. Give finite numbers.")
            return scrolling.targetOffset(forProposed: sectionOffsets[section], velocity: 0, from: from)
        }
        return scrolling.targetOffset(forProposed: target, velocity: velocity, from: from)
    }

    /// Returns how a section scrolls independently; nil, with a diagnostic, if it does not.
    private func scrolling(ofSection section: Int) -> OrthogonalScrolling? {
        let scrolling = scrollingIfIndependent(section)
        if scrolling == nil {
            list.report(.indexOutOfRange, nil, "section \(section) does not scroll independently. Nothing was done.")
        }
        return scrolling
    }

    // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.

    private func setOffset(_ offset: CGFloat, ofSection section: Int) {
        if list.layout.hasCentredSections { noteStarted([section]) }
        // Moved, not copied: a copy of the offsets of all sections would be made for each frame.
        var offsets = sectionOffsets
        sectionOffsets = SectionOffsets()
        offsets[section] = offset
        sectionOffsets = offsets
    }

    private func noteStarted(_ sections: [Int]) {
        var started = startedSections
        startedSections = []
        started.formUnion(sections)
        startedSections = started
    }

    /// The program has set the offsets.
    func setOffsets(_ offsets: SectionOffsets) {
        if list.layout.hasCentredSections { noteStarted(offsets.sections) }
        sectionOffsets = offsets
        // Otherwise the offsets are for items that are not laid out yet.
        guard list.layout.hasLoopingSections, list.due.reload == .none else { return }
        for section in offsets.sections { turn(section) }
    }

    // MARK: Sections that loop

    /// Brings the offset of a section that loops back into the range of one turn. It shows the same.
    private func turn(_ section: Int) {
        guard let scrolling = scrollingIfIndependent(section), scrolling.loops else { return }
        shift(section, to: scrolling.turned(sectionOffsets[section]))
    }

    /// Moves an offset for the list itself, and not because the section was scrolled.
    private func shift(_ section: Int, to offset: CGFloat) {
        let distance = offset - sectionOffsets[section]
        guard distance != 0 else { return }
        setOffset(offset, ofSection: section)
        if !dragStarts.isEmpty {
            dragStarts = dragStarts.map { start in
                start.section == section ? DragStart(section: section, offset: start.offset + distance) : start
            }
        }
        var moved = shifts
        shifts = SectionOffsets()
        moved[section] += distance
        shifts = moved
    }

    /// Notes an item of each section that loops and is not at its start. It keeps its place on the screen. If it is deleted, the
    /// item that replaces it has this place.
    /// - Parameter edit: The edit that follows; nil if the items are the same.
    func holdLoopingSections(before edit: SharedEdit? = nil) {
        held = []
        // A centred section can be at the offset 0, and not at its start.
        for section in Set(sectionOffsets.sections).union(startedSections).sorted() {
            guard let scrolling = scrollingIfIndependent(section), scrolling.loops,
                sectionOffsets[section] != scrolling.offsetRange.lowerBound
            else { continue }
            guard let edit else {
                // The size of an item can change, so the group keeps its place.
                guard let (group, distance) = scrolling.heldGroup(at: sectionOffsets[section], orNext: true) else {
                    continue
                }
                let item = list.layout.firstItem(ofGroup: group, inSection: section)
                held.append(HeldItem(path: .item(item, inSection: section), distance: distance, isGroup: true))
                continue
            }
            guard let (item, distance) = scrolling.heldItem(at: sectionOffsets[section]),
                let kept = edit.survivor(
                    of: .item(item, inSection: section), in: list.layout, followingMoves: false),
                kept.before.section == section
            else { continue }
            held.append(HeldItem(path: kept.after, distance: distance, isGroup: false))
        }
    }

    /// Moves these items back to their places.
    private func releaseLoopingSections() {
        for item in held {
            guard list.isInList(item.path), let scrolling = scrollingIfIndependent(item.path.section), scrolling.loops
            else { continue }
            let group = list.layout.group(ofItem: item.path.item, inSection: item.path.section)
            shift(
                item.path.section,
                to: item.isGroup
                    ? scrolling.offset(holding: group, at: item.distance)
                    : scrolling.offset(holdingItem: item.path.item, at: item.distance))
        }
        held = []
    }

    /// Keeps most items of a section that loops where they are on the screen while the user drags one of them. An item that
    /// goes from one end of the section to the other moves all others in the layout, but none on the screen.
    /// - Returns: Whether the offset has changed.
    func keepLoopingSection(
        of old: ItemMove, _ before: CollectionViewLayout, for new: ItemMove, _ after: CollectionViewLayout
    ) -> Bool {
        let section = new.to.section
        guard section == new.from.section, section == old.to.section,
            let scrolling = after.orthogonalScrolling(ofSection: section), scrolling.loops
        else { return false }
        var counts: [CGFloat: Int] = [:]
        for element in list.display.elements {
            let path = element.key.path
            guard path.category == .item, path.section == section, path != new.from else { continue }
            let (item, earlier) = (new.applied(to: path).item, old.applied(to: path).item)
            counts[scrolling.displacement(of: item, from: earlier, in: before), default: 0] += 1
        }
        let most = counts.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }
        guard let most, most.key != 0 else { return false }
        shift(section, to: scrolling.turned(sectionOffsets[section] + most.key))
        return true
    }

    /// A section that centres its groups starts with the first group in the middle, which is at an offset that is not 0.
    /// - Parameter found: The visible elements.
    /// - Returns: Whether the offset of a section has changed.
    func startCentredSections(of found: [LayoutAttributes], in layout: CollectionViewLayout) -> Bool {
        var hasMoved = false
        var last = -1
        for element in found where element.section != last {
            last = element.section
            guard last >= 0, !startedSections.contains(last),
                let scrolling = layout.orthogonalScrolling(ofSection: last),
                scrolling.behavior == .groupPagingCentered
            else { continue }
            noteStarted([last])
            let start = scrolling.offsetRange.lowerBound
            guard sectionOffsets[last] == 0, start != 0 else { continue }
            setOffset(start, ofSection: last)
            hasMoved = true
        }
        return hasMoved
    }

    /// Clamps the offsets of sections to their content. Sections that no longer scroll independently return to their
    /// start.
    func clampSectionOffsets() {
        if !held.isEmpty { releaseLoopingSections() }
        for section in sectionOffsets.sections {
            guard let scrolling = scrollingIfIndependent(section) else {
                setOffset(0, ofSection: section)
                continue
            }
            let clamped = scrolling.clamped(sectionOffsets[section])
            if clamped != sectionOffsets[section] { setOffset(clamped, ofSection: section) }
            if scrolling.loops { turn(section) }
        }
        guard !startedSections.isEmpty else { return }
        startedSections = startedSections.filter { scrollingIfIndependent($0)?.behavior == .groupPagingCentered }
    }

    private func scrollingIfIndependent(_ section: Int) -> OrthogonalScrolling? {
        (0..<list.layout.numberOfSections).contains(section)
            ? list.layout.orthogonalScrolling(ofSection: section) : nil
    }

    /// If the section of an item scrolls independently, scrolls it so that the item has the given position.
    func scrollAcross(showing path: ElementPath, at position: ItemScrollPosition) {
        guard list.layout.orthogonalScrolling(ofSection: path.section) != nil else { return }
        let offset = list.layout.sectionOffset(
            showingItem: path.item, inSection: path.section, at: position, from: sectionOffsets[path.section])
        guard sectionOffsets[path.section] != offset else { return }
        setOffset(offset, ofSection: path.section)
        turn(path.section)
        list.setNeedsLayout()
    }

    /// How far a section has been scrolled: its offset, without what the list has added itself.
    func distanceScrolled(ofSection section: Int) -> CGFloat { sectionOffsets[section] - shifts[section] }

    /// If the section of an item scrolls independently, moves it on to where it can rest with the item in full view. If there
    /// is no such place, to where it can rest next to the item's start.
    /// - Parameter before: How far the section had been scrolled.
    func restAcross(showing path: ElementPath, from before: CGFloat) {
        guard let scrolling = list.layout.orthogonalScrolling(ofSection: path.section) else { return }
        let offset = sectionOffsets[path.section]
        let moved = distanceScrolled(ofSection: path.section) - before
        guard moved != 0 else { return }
        func place(_ place: ItemScrollPosition) -> CGFloat {
            list.layout.sectionOffset(showingItem: path.item, inSection: path.section, at: place, from: offset)
        }
        var rest = scrolling.restingOffset(from: offset, toward: moved)
        let (first, last) = (place(.end), place(.start))
        if rest < min(first, last) || rest > max(first, last) { rest = scrolling.restingOffset(from: last, toward: 0) }
        guard rest != offset else { return }
        setOffset(rest, ofSection: path.section)
        turn(path.section)
        list.setNeedsLayout()
    }
}

extension SectionOffsets {
    /// The offsets of the sections that an edit keeps, by their new indices.
    fileprivate func following(_ edit: SharedEdit) -> SectionOffsets {
        guard !isEmpty else { return self }
        var offsets = SectionOffsets()
        for section in sections {
            if let new = edit.newSection(section) { offsets[new] = self[section] }
        }
        return offsets
    }
}
