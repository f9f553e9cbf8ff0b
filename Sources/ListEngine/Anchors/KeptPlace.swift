import Foundation
import ListEngineLayout

/// The place that is kept during one change, as it was before the change.
struct KeptPlace {
    enum Subject {
        case offset
        /// `before` names the element in the shown list, `after` in the data. See ``Reordering``.
        case element(before: ScrollAnchor, after: ScrollAnchor)
        case end
    }

    var subject: Subject
    /// Whether the distance is counted from the end of the visible bounds.
    var isFromEnd = false
    /// Extent of the visible bounds without the inset at their end.
    var visibleEnd: CGFloat

    /// The same place, named as after an update that is about to be shown; nil if the update deletes it.
    func named(by plan: UpdatePlan) -> KeptPlace? {
        guard case .element(let before, var after) = subject else { return self }
        let path = after.path
        let kind = path.category == .item ? ElementKind.item : path.category == .header ? .header : .footer
        let new =
            path.category == .item ? plan.newPath(path) : plan.survivor(of: ElementKey(path: path, kind: kind))?.path
        guard let new else { return nil }
        var place = self
        after.path = new
        place.subject = .element(before: before, after: after)
        return place
    }

    /// The same place in the list after a change; nil if the change deletes it.
    func following(_ change: PositionChange) -> KeptPlace? {
        guard let plan = change.shared?.plan, var place = named(by: plan) else { return nil }
        if case .element(_, let after) = place.subject { place.subject = .element(before: after, after: after) }
        return place
    }
}

extension CollectionView {
    /// Returns the place that the policy keeps. Call it before a change.
    /// - Parameters:
    ///   - asked: Items that are being measured. Other items are preferred as anchors.
    ///   - survivor: Returns the path of an element after the change; nil if it is deleted.
    ///   - nearest: Returns, for a deleted item, the nearest item that is not deleted, before and after the change.
    func keptPlace(
        except asked: Set<ElementPath> = [], _ survivor: (ElementKey) -> ElementPath? = { $0.path },
        nearest: (ElementPath) -> (before: ElementPath, after: ElementPath)? = { _ in nil }
    ) -> KeptPlace {
        var asked = asked
        // The dragged item is where the finger is.
        if let reordering = reorderer.reordering { asked.insert(reordering.move.from) }
        var place = KeptPlace(subject: .offset, visibleEnd: visibleEnd)
        switch storedAnchorPolicy {
        case .none: return place
        case .item(let indexPath):
            if let path = ElementPath(indexPath), isInList(path),
                let after = survivor(ElementKey(path: path, kind: .item))
            {
                place.subject = .element(before: ScrollAnchor(presentedPath(path)), after: ScrollAnchor(after))
                return place
            }
        case .endWhenAtEnd where isAtEnd:
            place.subject = .end
            return place
        case .lastVisible:
            for element in displayed.reversed() where element.key.path.category == .item {
                guard !asked.contains(element.key.path), let after = survivor(element.key) else { continue }
                place.subject = .element(
                    before: ScrollAnchor(presentedPath(element.key.path), edge: .end),
                    after: ScrollAnchor(after, edge: .end))
                place.isFromEnd = true
                return place
            }
        case .firstVisible, .endWhenAtEnd: break
        }
        place.subject = firstVisible(asked, survivor, nearest)
        return place
    }

    private func firstVisible(
        _ asked: Set<ElementPath>, _ survivor: (ElementKey) -> ElementPath?,
        _ nearest: (ElementPath) -> (before: ElementPath, after: ElementPath)?
    ) -> KeptPlace.Subject {
        guard let first = stayingAnchor() else { return .offset }
        let name = reorderer.reordering?.move.undone(for: first.path) ?? first.path
        if first.category == .item, !asked.contains(name), let after = survivor(ElementKey(path: name, kind: .item)) {
            return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
        }
        for element in displayed where element.key.path.category == .item && !asked.contains(element.key.path) {
            guard let after = survivor(element.key) else { continue }
            return .element(before: ScrollAnchor(presentedPath(element.key.path)), after: ScrollAnchor(after))
        }
        // All visible items are being measured, or the anchor is a header.
        if let after = survivor(ElementKey(path: name, kind: .item)) {
            return .element(before: first, after: ScrollAnchor(after, distance: first.distance))
        }
        // All visible items are deleted.
        guard first.category == .item, let (before, after) = nearest(name) else { return .offset }
        return .element(before: ScrollAnchor(presentedPath(before)), after: ScrollAnchor(after))
    }

    /// The first visible element. Nil if the list is scrolled to its start, where it stays.
    private func stayingAnchor() -> ScrollAnchor? {
        guard layout.numberOfItems > 0, mainOffset > mainOffsetRange.lowerBound else { return nil }
        return presentedLayout.scrollAnchor(in: viewport)
    }

    /// Scrolls so that the kept place is where it was, within the new content, and reports the distance.
    /// - Parameters:
    ///   - place: Nil if only the offset was kept.
    ///   - before: The layout of the shown list, in which the place was looked up.
    func restore(_ place: KeptPlace?, from before: CollectionViewLayout, _ cause: ContentChange.Causes) {
        let start = before.contentOffset(of: storedBounds)
        // An offset along one axis means nothing along the other.
        let isTurned = before.scrollDirection != presentedLayout.scrollDirection
        var wanted = isTurned && place == nil ? mainOffsetRange.lowerBound : start
        var anchor: ScrollAnchor?
        switch place?.subject {
        case nil, .offset?: break
        case .end?: wanted = mainOffsetRange.upperBound
        case .element(let old, let new)?:
            var shown = new
            shown.path = presentedPath(new.path)
            let moved =
                presentedLayout.contentOffset(for: shown) - before.contentOffset(for: old) + old.distance
                - new.distance
            let shrunk = place.map { $0.isFromEnd ? $0.visibleEnd - visibleEnd : 0 } ?? 0
            wanted += moved + shrunk
            anchor = new
        }
        settle(at: wanted, from: start, keeping: anchor, cause, restsAcross: isTurned)
    }

    /// Scrolls to the wanted content offset, clamped to the content, and notifies host and observers.
    /// - Parameters:
    ///   - wanted: The offset from the leading edge along the scroll axis. `start` is the old one.
    ///   - anchor: The anchor, as the data names it.
    ///   - restsAcross: Whether the offset across the scroll axis stays unchanged.
    func settle(
        at wanted: CGFloat, from start: CGFloat, keeping anchor: ScrollAnchor? = nil, _ cause: ContentChange.Causes,
        restsAcross: Bool = false
    ) {
        let range = mainOffsetRange
        let main = min(max(wanted, range.lowerBound), range.upperBound)
        // Offsets are compared in the layout's units, because large offsets are rounded.
        let isScrolled = main != mainOffset || restsAcross
        var offset = isScrolled ? contentOffset(atMainOffset: main) : storedBounds.origin
        if restsAcross {
            if recipe.scrollDirection == .vertical { offset.x = 0 } else { offset.y = 0 }
        }
        var change = ContentChange(causes: cause, scrollDelta: main - start, clampedBy: main - wanted)
        if var anchor {
            var shown = anchor
            shown.path = presentedPath(anchor.path)
            anchor.distance = distance(of: shown, at: main)
            change.anchor = anchor
        }
        // Everything is computed before observers are notified, because they can change the list.
        if isScrolled { moveContentOffset(to: offset) }
        sendContentSize()
        tell(change)
    }

    private var visibleEnd: CGFloat {
        let insets = adjustedContentInset
        return recipe.scrollDirection == .vertical
            ? storedBounds.height - insets.bottom : storedBounds.width - insets.trailing
    }

    /// Whether the list cannot be scrolled further, within half a point.
    private var isAtEnd: Bool { layout.numberOfItems > 0 && mainOffset >= mainOffsetRange.upperBound - 0.5 }
}
