import Foundation
import ListEngineLayout

// Items of another list or program that are dragged over the list get room between its items, as reordered ones do: see ``DropGaps``.

extension ScrollingHost {
    /// The placeholder for dragged items, relative to the visible bounds: the room that opens between two items, the item onto which
    /// they would be dropped, or a thin rectangle between items that are next to each other. Nil if nothing is dragged over
    /// the list, or if it does not accept the items. A host draws it.
    public var dropPlaceholderFrame: CGRect? {
        guard let target = list.dropTarget else { return nil }
        let bounds = list.bounds
        if !target.isOnItem, let gap = gaps.opened {
            let (along, across) = (gap.along, gap.across)
            let (extent, side) = (along.upperBound - along.lowerBound, across.upperBound - across.lowerBound)
            if extent > target.thickness(in: list) {
                let frame: CGRect
                if list.layout.scrollDirection == .vertical {
                    frame = CGRect(x: across.lowerBound, y: along.lowerBound, width: side, height: extent)
                } else {
                    let left = mirror < 0 ? -along.upperBound : along.lowerBound
                    frame = CGRect(x: left, y: across.lowerBound, width: extent, height: side)
                }
                return frame.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
            }
        }
        return shifted(target.mark, by: gaps.shift(at: start(of: target.mark))).offsetBy(
            dx: -bounds.minX, dy: -bounds.minY)
    }

    /// Opens room at the place for the drop. Over an item that takes the dragged items, the room stays where it was, because otherwise the
    /// item would move away from the pointer.
    func makeRoom() {
        guard let target = list.dropTarget else { return gaps.close() }
        guard !target.isOnItem, let path = ElementPath(target.indexPath) else { return }
        // The list may have lost its sections, and a drop would make the first one.
        let isSection = path.section < list.layout.numberOfSections
        let mark = target.mark
        let isVertical = list.layout.scrollDirection == .vertical
        let isLine = isVertical ? mark.width >= mark.height : mark.height >= mark.width
        // Items next to each other stay where they are.
        let isScrolled = isSection && list.layout.orthogonalScrolling(ofSection: path.section) != nil
        guard isLine, !isScrolled else { return gaps.close() }
        let count = isSection ? list.layout.numberOfItems(inSection: path.section) : 0
        let side = isVertical ? mark.minX...mark.maxX : mark.minY...mark.maxY
        var extent = usualItemExtent
        if count > 0 {
            let frame = list.layout.frame(ofItem: min(path.item, count - 1), inSection: path.section)
            extent = isVertical ? frame.height : frame.width
        }
        // Items behind the room stay on the screen. The extent that a host gives may be infinite or NaN.
        extent = extent.isFinite ? min(max(0, extent), visibleExtent / 2) : 0
        let middle = isVertical ? mark.midY : mark.midX * mirror
        gaps.open(at: middle, side: side, for: target.indexPath, extent: extent, list.positions.changes)
        requestFrame()
    }

    func moveGaps(_ interval: TimeInterval, tolerance: CGFloat) {
        guard !gaps.isEmpty else { return }
        let moves = animationDuration.thatEnds > 0 && !prefersReducedMotion
        gaps.advance(by: moves ? interval : nil, tolerance: tolerance)
    }

    /// The point of the content that is drawn at a point of the visible bounds.
    func inRoom(_ location: CGPoint) -> CGPoint {
        var point = inContent(location)
        guard !gaps.isEmpty else { return point }
        if list.layout.scrollDirection == .vertical {
            point.y = gaps.placeInContent(point.y)
        } else {
            point.x = gaps.placeInContent(point.x * mirror) * mirror
        }
        return point
    }

    /// Where a view is drawn that makes room for dragged items. Pinned views stay, and backgrounds grow.
    func makingRoom(for view: CollectionReusableView, _ frame: CGRect) -> CGRect {
        guard let element = view.layoutAttributes, !element.isPinned else { return frame }
        let first = start(of: frame)
        var moved = shifted(frame, by: gaps.shift(at: first))
        guard element.category == .decoration else { return moved }
        let isVertical = list.layout.scrollDirection == .vertical
        let growth = gaps.growth(from: first, to: first + (isVertical ? frame.height : frame.width))
        if isVertical {
            moved.size.height += growth
        } else {
            moved.size.width += growth
            if mirror < 0 { moved.origin.x -= growth }
        }
        return moved
    }

    /// Where a frame begins along the scroll axis, from the leading edge.
    private func start(of frame: CGRect) -> CGFloat {
        list.layout.scrollDirection == .vertical ? frame.minY : mirror < 0 ? -frame.maxX : frame.minX
    }

    private func shifted(_ frame: CGRect, by distance: CGFloat) -> CGRect {
        list.layout.scrollDirection == .vertical
            ? frame.offsetBy(dx: 0, dy: distance) : frame.offsetBy(dx: distance * mirror, dy: 0)
    }
}

extension CollectionDropTarget {
    /// The thickness of the mark between two items.
    @MainActor
    fileprivate func thickness(in list: CollectionView) -> CGFloat {
        list.layout.scrollDirection == .vertical ? mark.height : mark.width
    }
}
