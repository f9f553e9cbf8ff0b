import Foundation
import ListEngineLayout

extension CollectionView {
    /// Scrolls so that an item gets the given position on screen, as far as the content allows. The position is exact
    /// even if sizes are estimates, because the elements that will be visible are measured first, from the item
    /// outward, in one or two rounds. If the item's section scrolls independently, it is scrolled too.
    /// - Parameters:
    ///   - indexPath: The item. An index path that is not in the list is reported and has no effect.
    ///   - position: The position of the item on screen.
    ///   - animated: Whether the host scrolls smoothly, if it can. The item has its position when the smooth scroll
    ///     has ended.
    /// - Complexity: O(*k* log *n*), where *k* is the number of elements that will be visible.
    public func scrollToItem(at indexPath: IndexPath, at position: ItemScrollPosition, animated: Bool) {
        layoutIfNeeded()
        guard let path = known(indexPath) else { return }
        positions.following(path) { item in
            scrollAcross(showing: path, at: position)
            guard let path = item.path, let target = scrollTarget(showing: path, at: position) else { return }
            scroll(to: target, animated: animated)
        }
    }

    /// The content offset at which an item has the given position, clamped to the content.
    public func contentOffset(forItemAt indexPath: IndexPath, at position: ItemScrollPosition) -> CGPoint? {
        layoutIfNeeded()
        return known(indexPath).map { contentOffset(showing: $0, at: position) }
    }

    func contentOffset(showing path: ElementPath, at position: ItemScrollPosition) -> CGPoint {
        contentOffset(
            atMainOffset: layout.contentOffset(
                showingItem: path.item, inSection: path.section, at: position, in: viewport))
    }

    /// Scrolls so that the header of a section is at the start of the visible bounds, as far as the content allows. A
    /// section without a header is scrolled to its own start.
    public func scrollToHeader(ofSection section: Int, animated: Bool) {
        layoutIfNeeded()
        guard (0..<layout.numberOfSections).contains(section) else {
            return report(
                .indexOutOfRange, .header(ofSection: section), "valid sections are 0..<\(layout.numberOfSections).")
        }
        scroll(to: .anchor(ScrollAnchor(.header(ofSection: section))), animated: animated)
    }

    /// Scrolls the shortest distance along the scroll axis that makes a rectangle of the content visible, or as much
    /// of it as fits. Does not scroll if it is visible.
    public func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        layoutIfNeeded()
        let insets = adjustedContentInset
        let isVertical = layout.scrollDirection == .vertical
        let (start, end) =
            isVertical
            ? (rect.minY - insets.top, rect.maxY + insets.bottom - bounds.height)
            : (
                rect.minX - (flowDirection == .rightToLeft ? insets.trailing : insets.leading),
                rect.maxX + (flowDirection == .rightToLeft ? insets.leading : insets.trailing) - bounds.width
            )
        guard start.isFinite, end.isFinite else {
            return report(.unusableGeometry, nil, "\(rect) is ignored. Give finite numbers.")
        }
        let now = isVertical ? contentOffset.y : contentOffset.x
        let wanted = min(max(now, min(start, end)), max(start, end))
        let offset =
            isVertical ? CGPoint(x: contentOffset.x, y: wanted) : CGPoint(x: wanted, y: contentOffset.y)
        setContentOffset(clamped(offset), animated: animated)
    }

    // MARK: Dragging by the user

    /// Reports that the user began to drag the content. No item stays highlighted.
    public func hostWillBeginDragging() {
        animatedTarget = nil
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
        delegate?.collectionViewDidEndDecelerating(self)
        forEachScrollObserver { $0.collectionViewDidEndDecelerating(self) }
    }
}
