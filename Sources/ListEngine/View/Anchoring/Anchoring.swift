import Foundation
import ListEngineLayout

extension CollectionView {
    /// The element that keeps its place when the content changes. See ``ContentAnchorPolicy``.
    public var anchorPolicy: ContentAnchorPolicy {
        get { anchoring.policy }
        set { anchoring.policy = newValue }
    }

    /// The treatment of the anchor item if an update moves it. The default is ``MovedAnchorPolicy/follow``.
    public var movedAnchorPolicy: MovedAnchorPolicy {
        get { anchoring.movedPolicy }
        set { anchoring.movedPolicy = newValue }
    }

    /// The distance that the list was scrolled at the last change of its content; nil before the first change.
    public var lastContentChange: ContentChange? { anchoring.lastChange }

    /// Calls a closure and the layout pass after it, and returns the sum of all content changes. Scrolling by the
    /// closure itself is not included.
    ///
    ///     let change = collectionView.contentChange { dataSource.apply(snapshot) }
    ///
    /// - Complexity: That of the closure and ``layoutIfNeeded()``.
    public func contentChange(during body: () throws -> Void) rethrows -> ContentChange {
        try anchoring.contentChange(during: body)
    }
}

/// Keeps the place on screen when the content changes. Its functions run in each update and take the list as an argument.
@MainActor
final class Anchoring: ViewPart {
    var policy = ContentAnchorPolicy.firstVisible
    var movedPolicy = MovedAnchorPolicy.follow
    let unseen = UnseenItems()
    private let reports = ReportedChanges()
    /// The place to keep after a change of the bounds, until the layout is made for the new bounds.
    var placeBeforeLayout: KeptPlace?
    /// The offset across the scroll axis before such a change, from the leading edge, and the wanted offset after it.
    var crossBeforeLayout: (from: CGFloat, wanted: CGFloat)?
    /// The distance by which the content was too short for the kept place, in the current pass. Measuring can make it longer.
    private(set) var missing: CGFloat = 0
    /// The element whose place is kept in the current pass, as the data names it. It can be hidden, in a section that scrolls
    /// independently.
    private var kept: ScrollAnchor?

    /// The distance that the list was scrolled at the last change of its content; nil before the first change.
    var lastChange: ContentChange? { reports.last }

    func contentChange(during body: () throws -> Void) rethrows -> ContentChange {
        let outer = reports.sum
        reports.sum = ContentChange()
        defer { reports.sum = outer.map { $0.followed(by: reports.sum ?? ContentChange()) } }
        try body()
        list.layoutIfNeeded()
        return reports.sum ?? ContentChange()
    }

    func tell(_ change: ContentChange, to host: (any CollectionViewHost)?) {
        reports.last = change
        reports.sum = reports.sum?.followed(by: change)
        host?.contentDidChange(change)
    }

    /// The pass ends, or the list was scrolled: changes from now on have nothing to do with the ones before.
    func endKeeping() { (missing, kept) = (0, nil) }

    /// The list is about to be scrolled. A pending layout keeps the distance by which it scrolls across the axis.
    func willScroll(to offset: CGPoint, in list: CollectionView) {
        guard let across = crossBeforeLayout else { return }
        let target = list.presentedLayout.crossOffset(of: list.bounds(at: offset))
        let distance = target - list.crossOffset
        crossBeforeLayout = (across.from + distance, across.wanted + distance)
        // A list that is scrolled to its leading edge stays there, whatever is inserted before the columns that were visible.
        if distance != 0, target <= list.crossOffsetRange.lowerBound { crossBeforeLayout = (target, target) }
    }

    /// Returns the place that the policy keeps. Call it before a change.
    /// - Parameters:
    ///   - asked: Items that are being measured. Other items are preferred as anchors.
    ///   - survivor: Returns the path of an element after the change; nil if it is deleted.
    ///   - nearest: Returns, for a deleted item, the nearest item that is not deleted, before and after the change.
    func keptPlace(
        in list: CollectionView, except asked: Set<ElementPath> = [],
        _ survivor: (ElementKey) -> ElementPath? = { $0.path },
        nearest: (ElementPath) -> (before: ElementPath, after: ElementPath)? = { _ in nil }
    ) -> KeptPlace {
        var asked = asked
        // The dragged item is where the finger is.
        if let dragged = list.reorderer.draggedItem { asked.insert(dragged) }
        var place = KeptPlace(subject: .offset, visibleEnd: visibleEnd(of: list))
        switch policy {
        case .contentOffset: return place
        case .item(let indexPath):
            if let path = ElementPath(indexPath), list.isInList(path),
                let after = survivor(ElementKey(path: path, kind: .item))
            {
                place.subject = .element(before: ScrollAnchor(list.presentedPath(path)), after: ScrollAnchor(after))
                return place
            }
        case .endWhenAtEnd where list.layout.numberOfItems > 0 && list.isAtEnd:
            place.subject = .end
            return place
        case .lastVisible:
            for element in list.display.elements.reversed() where element.key.path.category == .item {
                guard !asked.contains(element.key.path), let after = survivor(element.key),
                    isInLine(element.key.path, in: list)
                else { continue }
                place.subject = .element(
                    before: ScrollAnchor(list.presentedPath(element.key.path), edge: .end),
                    after: ScrollAnchor(after, edge: .end))
                place.isFromEnd = true
                return place
            }
        case .firstVisible, .endWhenAtEnd: break
        }
        place.subject = firstVisible(in: list, asked, survivor, nearest)
        return place
    }

    private func firstVisible(
        in list: CollectionView, _ asked: Set<ElementPath>, _ survivor: (ElementKey) -> ElementPath?,
        _ nearest: (ElementPath) -> (before: ElementPath, after: ElementPath)?
    ) -> KeptPlace.Subject {
        guard let first = stayingAnchor(in: list) else { return .offset }
        if !asked.isEmpty, let kept, !asked.contains(kept.path), isInLine(kept.path, in: list),
            !showsSeenItem(in: list, except: asked)
        {
            // The sizes of new items must not move the line to which the update has brought the item.
            let before = ScrollAnchor(list.presentedPath(kept.path), edge: kept.edge)
            return .element(before: before, after: ScrollAnchor(kept.path, edge: kept.edge))
        }
        let move = list.reorderer.draggedItem == nil ? nil : list.reorderer.reordering?.move
        let name = move?.undone(for: first.path) ?? first.path
        if first.category == .item, !asked.contains(name), let after = survivor(ElementKey(path: name, kind: .item)),
            list.display.elements.contains(where: { $0.key.path == name }) || !showsSeenItem(in: list, except: asked)
        {
            return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
        }
        for element in list.display.elements
        where element.key.path.category == .item && !asked.contains(element.key.path) {
            guard let after = survivor(element.key), isOnScreen(element, in: list) else { continue }
            return .element(before: ScrollAnchor(list.presentedPath(element.key.path)), after: ScrollAnchor(after))
        }
        // All visible items are being measured, or the anchor is a header.
        if let after = survivor(ElementKey(path: name, kind: .item)) {
            return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
        }
        // All visible items are deleted.
        guard first.category == .item, let (before, after) = nearest(name) else { return .offset }
        return .element(before: ScrollAnchor(list.presentedPath(before)), after: ScrollAnchor(after))
    }

    /// Whether an item on the screen was there before the change. The first element of the layout may have come into view only
    /// now, above the items that the user sees.
    private func showsSeenItem(in list: CollectionView, except asked: Set<ElementPath>) -> Bool {
        list.display.elements.contains { element in
            element.key.path.category == .item && !asked.contains(element.key.path) && list.isInList(element.key.path)
                && isOnScreen(element, in: list)
        }
    }

    /// The cell of an item in which the user types exists in other places as well. An item that a bar covers is not on the screen either.
    private func isOnScreen(_ element: DisplayedElement, in list: CollectionView) -> Bool {
        let (frame, bounds) = (shownFrame(of: element.key.path, in: list), list.geometry.bounds)
        let isVertical = list.presentedLayout.scrollDirection == .vertical
        return isInLine(element.key.path, in: list)
            && (isVertical
                ? frame.minX < bounds.maxX && bounds.minX < frame.maxX
                : frame.minY < bounds.maxY && bounds.minY < frame.maxY)
    }

    /// Whether an item is on the screen, or would be if its section was scrolled to it.
    private func isInLine(_ path: ElementPath, in list: CollectionView) -> Bool {
        guard path.category == .item, list.isInList(path) else { return false }
        let (frame, bounds) = (shownFrame(of: path, in: list), uncoveredBounds(of: list))
        return list.presentedLayout.scrollDirection == .vertical
            ? frame.minY < bounds.maxY && bounds.minY < frame.maxY
            : frame.minX < bounds.maxX && bounds.minX < frame.maxX
    }

    private func shownFrame(of path: ElementPath, in list: CollectionView) -> CGRect {
        let path = list.presentedPath(path)
        return list.presentedLayout.frame(ofItem: path.item, inSection: path.section)
    }

    /// The visible bounds without the inset at their start.
    private func uncoveredBounds(of list: CollectionView) -> CGRect {
        var bounds = list.geometry.bounds
        let insets = list.adjustedContentInset
        if list.presentedLayout.scrollDirection == .vertical {
            let covered = min(max(0, insets.top), bounds.height)
            bounds.origin.y += covered
            bounds.size.height -= covered
        } else {
            let covered = min(max(0, insets.leading), bounds.width)
            if list.geometry.flowDirection == .leftToRight { bounds.origin.x += covered }
            bounds.size.width -= covered
        }
        return bounds
    }

    /// The first visible element. Nil if the list is scrolled to its start, where it stays.
    private func stayingAnchor(in list: CollectionView) -> ScrollAnchor? {
        guard list.layout.numberOfItems > 0, list.mainOffset > list.mainOffsetRange.lowerBound || missing != 0 else {
            return nil
        }
        return list.presentedLayout.scrollAnchor(in: list.viewport)
    }

    /// Scrolls so that the kept place is where it was, within the new content, and reports the distance.
    /// - Parameters:
    ///   - place: Nil if only the offset was kept.
    ///   - before: The layout of the shown list, in which the place was looked up.
    func restore(
        _ place: KeptPlace?, in list: CollectionView, from before: CollectionViewLayout, _ cause: ContentChange.Causes
    ) {
        let start = before.contentOffset(of: list.geometry.bounds)
        // An offset along one axis means nothing along the other.
        let isTurned = before.scrollDirection != list.presentedLayout.scrollDirection
        var wanted = isTurned && place == nil ? list.mainOffsetRange.lowerBound : start
        var anchor: ScrollAnchor?
        switch place?.subject {
        case nil, .offset?: break
        case .end?: wanted = list.mainOffsetRange.upperBound
        case .element(let old, let new)?:
            var shown = new
            shown.path = list.presentedPath(new.path)
            let moved =
                list.presentedLayout.contentOffset(for: shown) - before.contentOffset(for: old) + old.distance
                - new.distance
            let shrunk = place.map { $0.isFromEnd ? $0.visibleEnd - visibleEnd(of: list) : 0 } ?? 0
            wanted += moved + shrunk
            anchor = new
        }
        var across = list.restsAcross ? nil : offsetsAcross(keeping: place, in: list, from: before)
        if isTurned { across = (0, list.crossOffsetRange.lowerBound) }
        settle(at: wanted, in: list, from: start, keeping: anchor, across: across, cause)
    }

    /// The offsets across the scroll axis before a change, and after it so that the kept item is where it was. A list at its
    /// leading edge stays there.
    private func offsetsAcross(
        keeping place: KeptPlace?, in list: CollectionView, from before: CollectionViewLayout
    ) -> (from: CGFloat, wanted: CGFloat) {
        let now = before.crossOffset(of: list.geometry.bounds)
        let across = crossBeforeLayout ?? (now, now)
        // A pending change of the layout keeps this offset.
        if list.due.reload == .none { crossBeforeLayout = nil }
        guard across.from > list.crossOffsetRange.lowerBound, case .element(let old, let new)? = place?.subject,
            old.category == .item, new.category == .item
        else { return across }
        let shown = list.presentedPath(new.path)
        guard let was = before.crossPosition(ofItem: old.item, inSection: old.section),
            let isAt = list.presentedLayout.crossPosition(ofItem: shown.item, inSection: shown.section)
        else { return across }
        return (across.from, across.wanted + isAt - was)
    }

    /// Scrolls to the wanted content offset, clamped to the content, and notifies host and observers.
    /// - Parameters:
    ///   - wanted: The offset from the leading edge along the scroll axis. `start` is the old one.
    ///   - anchor: The anchor, as the data names it.
    ///   - across: The old and the wanted offset across the scroll axis. Nil means the current one.
    func settle(
        at wanted: CGFloat, in list: CollectionView, from start: CGFloat, keeping anchor: ScrollAnchor? = nil,
        across: (from: CGFloat, wanted: CGFloat)? = nil, _ cause: ContentChange.Causes
    ) {
        let range = list.mainOffsetRange
        let ideal = anchor != nil && cause == .measuring ? wanted + missing : wanted
        let main = min(max(ideal, range.lowerBound), range.upperBound)
        missing = anchor == nil ? 0 : ideal - main
        kept = anchor
        var change = ContentChange(causes: cause, scrollDelta: main - start, clampedBy: main - wanted)
        // Offsets are compared in the layout's units, because large offsets are rounded.
        var offset = list.geometry.bounds.origin
        if main != list.mainOffset { offset = list.contentOffset(atMainOffset: main) }
        if across != nil || !list.restsAcross {
            let across = across ?? (list.crossOffset, list.crossOffset)
            let crossRange = list.crossOffsetRange
            let cross = min(max(across.wanted, crossRange.lowerBound), crossRange.upperBound)
            offset = list.contentOffset(atMainOffset: main, crossOffset: cross)
            change.crossScrollDelta = cross - across.from
            change.crossClampedBy = cross - across.wanted
            // A pending layout does not report this distance again.
            if crossBeforeLayout != nil { crossBeforeLayout?.from = cross }
        }
        if var anchor {
            var shown = anchor
            shown.path = list.presentedPath(anchor.path)
            anchor.distance = list.distance(of: shown, at: main)
            change.anchor = anchor
        }
        // Everything is computed before observers are notified, because they can change the list.
        if offset != list.geometry.bounds.origin { list.moveContentOffset(to: offset) }
        list.sendContentSize()
        tell(change, to: list.host)
    }

    private func visibleEnd(of list: CollectionView) -> CGFloat {
        let insets = list.adjustedContentInset
        return list.recipe.scrollDirection == .vertical
            ? list.geometry.bounds.height - insets.bottom : list.geometry.bounds.width - insets.trailing
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        kept = nil
        unseen.follow(edit)
        if let place = placeBeforeLayout { placeBeforeLayout = place.following(edit) }
        // After a reload the anchor keeps its index path, whatever item is there.
        if case .item(let indexPath) = policy, let plan = edit {
            let path = ElementPath(indexPath).flatMap { $0.section < 0 || $0.item < 0 ? nil : plan.newPath($0) }
            policy = path.map { .item($0.indexPath) } ?? .firstVisible
        }
    }
}

/// The reported changes of the content. Nothing that keeps a place reads them, and with their fields ``Anchoring`` would exceed the
/// limit of stored properties (`Scripts/structure.py`).
@MainActor
private final class ReportedChanges {
    var last: ContentChange?
    /// The sum of changes while they are counted.
    var sum: ContentChange?
}
