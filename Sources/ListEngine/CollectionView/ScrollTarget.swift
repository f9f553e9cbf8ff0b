import Foundation
import ListEngineLayout

/// The target of scrolling in a pass. It stays the target while items are measured.
enum ScrollTarget {
    case start
    case end
    case item(ElementPath, ItemScrollPosition)
    /// The shortest distance that makes an item visible that was after the visible area, or before it. See
    /// ``ItemScrollPosition/nearest``.
    case nearest(ElementPath, isAfter: Bool)
    case anchor(ScrollAnchor)

    /// The target after a change of the list; nil if its element was deleted.
    func following(_ change: PositionChange) -> ScrollTarget? {
        switch self {
        case .start, .end: return self
        case .item(let path, let position): return change.newPath(path).map { .item($0, position) }
        case .nearest(let path, let isAfter): return change.newPath(path).map { .nearest($0, isAfter: isAfter) }
        case .anchor(var anchor):
            if anchor.category == .item {
                guard let path = change.newPath(anchor.path) else { return nil }
                (anchor.section, anchor.item) = (path.section, path.item)
            } else {
                guard let section = change.newSection(anchor.section) else { return nil }
                anchor.section = section
            }
            return .anchor(anchor)
        }
    }
}

extension CollectionView {
    /// Scrolls immediately, and keeps the target while the pass measures.
    func scroll(to target: ScrollTarget) {
        scroll(to: target, animated: false)
        layoutIfNeeded()
    }

    /// Scrolls. If the scroll is not animated, the next pass keeps the target while it measures.
    func scroll(to target: ScrollTarget, animated: Bool) {
        let offset = contentOffset(of: target)
        let changes = positions.changes
        setContentOffset(offset, animated: animated)
        // A callback may have changed the list, so that the target is no longer the same item.
        guard changes == positions.changes else { return }
        if contentOffset == offset {
            scrollTarget = target
            setNeedsLayout()
        } else if animated {
            animatedTarget = target
        }
    }

    /// The content offset at which the smooth scroll to an element ends, as far as sizes are known now. Nil if there is
    /// none. Elements that are measured on the way, and updates, move it, so a host that scrolls smoothly reads it before
    /// each step. It is the exact position of the element when the host arrives there.
    /// - Complexity: O(log *n*).
    public var smoothScrollTarget: CGPoint? {
        layoutIfNeeded()
        return animatedTarget.map { contentOffset(of: $0) }
    }

    /// A smooth scroll ended at a position from old estimates. The elements there are now measured.
    func settleAnimatedTarget() {
        guard let target = animatedTarget else { return }
        animatedTarget = nil
        scroll(to: target)
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

    private func bounds(at offset: CGPoint) -> CGRect { CGRect(origin: offset, size: storedBounds.size) }

    /// The scroll position for an item; nil if it is visible and no scrolling is needed.
    func scrollTarget(showing path: ElementPath, at position: ItemScrollPosition) -> ScrollTarget? {
        guard position == .nearest else { return .item(path, position) }
        let offset = layout.contentOffset(of: bounds(at: contentOffset(showing: path, at: .nearest)))
        return offset == mainOffset ? nil : .nearest(path, isAfter: offset > mainOffset)
    }

    var isAtStart: Bool { mainOffset <= mainOffsetRange.lowerBound }

    /// The distance from the start of the visible bounds to the anchor's edge, in the shown list.
    /// - Parameter offset: The offset from the leading edge. Nil means the current one.
    func distance(of anchor: ScrollAnchor, at offset: CGFloat? = nil) -> CGFloat {
        let insets = adjustedContentInset
        let start = (offset ?? mainOffset) + (recipe.scrollDirection == .vertical ? insets.top : insets.leading)
        return presentedLayout.contentOffset(for: ScrollAnchor(anchor.path, edge: anchor.edge)) - start
    }
}
