import Foundation
import ListEngineLayout

extension CollectionView {
    /// Scrolls so that an item stands as asked, as far as the content reaches, to the unit: also where sizes are estimates,
    /// however wrong. What will be visible is measured first, from the item outward, in one round or two.
    /// A section that scrolls on its own is scrolled as well.
    /// - Parameters:
    ///   - indexPath: What is not in the list is reported, and nothing is done.
    ///   - position: Where the item is to stand.
    ///   - animated: The host scrolls smoothly, where it can; the item stands as asked when the smooth scroll has ended.
    /// - Complexity: O(elements that will be visible x log *n*).
    public func scrollToItem(at indexPath: IndexPath, at position: ItemScrollPosition, animated: Bool) {
        layoutIfNeeded()
        guard let path = known(indexPath) else { return }
        positions.following(path) { item in
            scrollAcross(showing: path, at: position)
            guard let path = item.path, let target = scrollTarget(showing: path, at: position) else { return }
            scroll(to: target, animated: animated)
        }
    }

    /// The content offset at which an item stands as asked, within the content.
    public func contentOffset(forItemAt indexPath: IndexPath, at position: ItemScrollPosition) -> CGPoint? {
        layoutIfNeeded()
        return known(indexPath).map { contentOffset(showing: $0, at: position) }
    }

    func contentOffset(showing path: ElementPath, at position: ItemScrollPosition) -> CGPoint {
        contentOffset(
            atMainOffset: layout.contentOffset(
                showingItem: path.item, inSection: path.section, at: position, in: viewport))
    }

    /// Scrolls so that the header of a section stands at the start of the visible bounds, as far as the content reaches.
    /// A section without one is scrolled to its own start.
    public func scrollToHeader(ofSection section: Int, animated: Bool) {
        layoutIfNeeded()
        guard (0..<layout.numberOfSections).contains(section) else {
            return report(
                .indexOutOfRange, .header(ofSection: section), "valid sections are 0..<\(layout.numberOfSections).")
        }
        scroll(to: .anchor(ScrollAnchor(.header(ofSection: section))), animated: animated)
    }

    /// Scrolls along the scroll axis as little as shows a rectangle of the content, or as much of it as fits; not at all
    /// where it is visible.
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
}
