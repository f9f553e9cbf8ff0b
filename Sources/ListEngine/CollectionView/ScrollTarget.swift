import Foundation
import ListEngineLayout

/// Where a pass scrolls to, whatever is measured on the way.
enum ScrollTarget {
    case start
    case end
    case item(ElementPath, ItemScrollPosition)
    /// As little as shows an item, which was after what is visible, or before it. See ``ItemScrollPosition/nearest``.
    case nearest(ElementPath, isAfter: Bool)
    case anchor(ScrollAnchor)
}

extension CollectionView {
    /// Scrolls at once, and stays there while the pass measures.
    func scroll(to target: ScrollTarget) {
        scroll(to: target, animated: false)
        layoutIfNeeded()
    }

    /// Scrolls. Where that is done at once, the next pass stays there while it measures.
    func scroll(to target: ScrollTarget, animated: Bool) {
        let offset = contentOffset(of: target)
        let changes = positions.changes
        setContentOffset(offset, animated: animated)
        // A callback may have changed the list: the target is not the same item any more.
        guard changes == positions.changes else { return }
        if contentOffset == offset {
            scrollTarget = target
            setNeedsLayout()
        } else if animated {
            animatedTarget = target
        }
    }

    /// A smooth scroll has come to its end by the estimates of its start: what is there now is measured.
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
            // What is larger than the bounds is shown from the side that it is reached from.
            return isStartFirst == isAfter ? start : end
        case .anchor(let anchor):
            return contentOffset(atMainOffset: layout.contentOffset(for: anchor, in: viewport))
        }
    }

    private func bounds(at offset: CGPoint) -> CGRect { CGRect(origin: offset, size: storedBounds.size) }

    /// How an item is scrolled to; nil where it is visible and nothing is to be done.
    func scrollTarget(showing path: ElementPath, at position: ItemScrollPosition) -> ScrollTarget? {
        guard position == .nearest else { return .item(path, position) }
        let offset = layout.contentOffset(of: bounds(at: contentOffset(showing: path, at: .nearest)))
        return offset == mainOffset ? nil : .nearest(path, isAfter: offset > mainOffset)
    }

    var isAtStart: Bool { mainOffset <= mainOffsetRange.lowerBound }

    /// From the start of what is visible to the edge that an anchor names, in the list as it is shown.
    /// - Parameter offset: The offset from the leading edge; nil: that of now.
    func distance(of anchor: ScrollAnchor, at offset: CGFloat? = nil) -> CGFloat {
        let insets = adjustedContentInset
        let start = (offset ?? mainOffset) + (recipe.scrollDirection == .vertical ? insets.top : insets.leading)
        return presentedLayout.contentOffset(for: ScrollAnchor(anchor.path, edge: anchor.edge)) - start
    }
}
