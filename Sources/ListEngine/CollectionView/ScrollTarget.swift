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
