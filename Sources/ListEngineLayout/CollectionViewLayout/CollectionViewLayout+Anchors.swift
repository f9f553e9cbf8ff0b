import Foundation

/// An anchor during an edit: the position of its element before the edit, and the element's path after it.
struct KeptAnchor {
    fileprivate var anchor: ScrollAnchor?
    fileprivate var survivor: ScrollAnchor?
    /// Position of the survivor before the edit, in units.
    fileprivate var position: Int64 = 0
    /// Visible bounds before the edit.
    fileprivate var visible: VisibleExtent?
}

/// Visible bounds along the scroll axis, in units.
private struct VisibleExtent {
    var start: Int64
    var extent: Int64
    var insetStart: Int64
    var insetEnd: Int64
    var alignment: ContentAlignment
}

extension CollectionViewLayout {
    /// Looks an anchor up before an edit.
    ///
    /// Returns nil if there is nothing to keep, so that an edit without an anchor has no cost for anchors.
    @inline(__always)
    func kept(_ anchor: ScrollAnchor?, _ viewport: Viewport?, through edit: @autoclosure () -> IndexEdit) -> KeptAnchor?
    {
        guard anchor != nil || viewport != nil else { return nil }
        return lookedUp(anchor, viewport, edit())
    }

    @inline(never)
    private func lookedUp(_ anchor: ScrollAnchor?, _ viewport: Viewport?, _ edit: IndexEdit) -> KeptAnchor {
        var kept = KeptAnchor(anchor: anchor)
        kept.visible = viewport.map(visibleExtent)
        guard let anchor else { return kept }
        storage.checkElement(anchor.path)
        guard let survivor = edit.survivor(of: anchor.path, in: storage) else { return kept }
        kept.position = position(of: survivor.before, edge: anchor.edge)
        var after = anchor
        after.path = survivor.after
        if survivor.before != anchor.path {
            let original = position(of: anchor.path, edge: anchor.edge)
            after.distance += CGFloat(Units.points(kept.position - original))
        }
        kept.survivor = after
        return kept
    }

    /// Completes a change with the movement of its anchor.
    @inline(__always)
    func finish(_ change: LayoutChange, keeping kept: KeptAnchor?) -> LayoutChange {
        guard let kept else { return change }
        return finished(change, kept)
    }

    @inline(never)
    private func finished(_ change: LayoutChange, _ kept: KeptAnchor) -> LayoutChange {
        var change = change
        change.anchor = kept.survivor
        var delta: Int64 = 0
        if let anchor = kept.survivor {
            delta = position(of: anchor.path, edge: anchor.edge) - kept.position
        }
        if let visible = kept.visible {
            let range = offsetRange(visible)
            let wanted = Units.sum(visible.start, delta)
            let offset = min(max(wanted, range.lowerBound), range.upperBound)
            change.clampedBy = CGFloat(Units.points(Units.difference(offset, wanted)))
            delta = Units.difference(offset, visible.start)
        }
        change.scrollDelta = CGFloat(Units.points(delta))
        return change
    }

    /// Start or end of an element along the scroll axis, in units. A missing header or footer has its position at the
    /// start or end of its section. A decoration is as long as its section. A supplementary item has the position of
    /// its item.
    func position(of path: ElementPath, edge: ElementEdge) -> Int64 {
        let rect: UnitRect?
        switch path.category {
        case .item, .supplementary: rect = storage.itemFrame(path.item, inSection: path.section)
        case .header, .footer: rect = storage.barFrame(path, visible: nil)
        case .decoration: rect = nil
        }
        if let rect { return edge == .start ? rect.mainMin : rect.mainMax }
        if path.section == ElementPath.wholeList { return path.category == .header ? 0 : storage.extent }
        let place = storage.placement(ofSection: path.section)
        let isAtStart = path.category == .decoration ? edge == .start : path.category == .header
        return isAtStart ? place.offset : place.offset + place.extent
    }

    private func visibleExtent(_ viewport: Viewport) -> VisibleExtent {
        let bounds = storage.unitRect(viewport.visibleBounds)
        let edges = viewport.adjustedInsets.edges(along: scrollDirection)
        return VisibleExtent(
            start: bounds.mainMin, extent: Units.difference(bounds.mainMax, bounds.mainMin),
            insetStart: Units.inset(edges.mainStart), insetEnd: Units.inset(edges.mainEnd),
            alignment: viewport.contentAlignment)
    }

    /// The content offsets at which a view can come to rest.
    private func offsetRange(_ visible: VisibleExtent) -> ClosedRange<Int64> {
        let first = -visible.insetStart
        let last = storage.extent + visible.insetEnd - visible.extent
        if last < first, visible.alignment == .end { return last...last }
        return first...max(first, last)
    }
}

// MARK: - Anchors and offsets

extension CollectionViewLayout {
    /// Returns an anchor for the first element on screen, in reading order. It is a header or footer only if no item
    /// is visible.
    /// - Returns: Nil when nothing is visible.
    /// - Complexity: O(log *n* + visible elements).
    public func scrollAnchor(in viewport: Viewport) -> ScrollAnchor? {
        let start = visibleStart(viewport)
        var first: ScrollAnchor?
        var cursor = LayoutCursor()
        let visible = Viewport(
            viewport.visibleBounds, visibleBounds: viewport.visibleBounds, adjustedInsets: viewport.adjustedInsets,
            sectionOffsets: viewport.sectionOffsets)
        forEachElement(in: visible, cursor: &cursor) { element in
            switch element.category {
            case .decoration, .supplementary: return
            case .item: guard first?.category != .item else { return }
            case .header, .footer: guard first == nil else { return }
            }
            // An element that a bar covers is not on screen.
            guard position(of: element.path, edge: .end) > start else { return }
            first = ScrollAnchor(element.path)
        }
        guard var anchor = first else { return nil }
        let distance = Units.difference(position(of: anchor.path, edge: anchor.edge), start)
        anchor.distance = CGFloat(Units.points(distance))
        return anchor
    }

    /// Returns the content offset at which an anchor has its distance from the start of the visible bounds. The
    /// offset is along the scroll axis, counted from the leading edge. With a viewport it is clamped to the content.
    /// - Precondition: The element is in the layout.
    public func contentOffset(for anchor: ScrollAnchor, in viewport: Viewport? = nil) -> CGFloat {
        storage.checkElement(anchor.path)
        let edges = viewport?.adjustedInsets.edges(along: scrollDirection)
        let inset = Units.inset(edges?.mainStart ?? 0)
        var offset = Units.difference(position(of: anchor.path, edge: anchor.edge), Units.units(anchor.distance))
        offset = Units.difference(offset, inset)
        if let viewport {
            let range = offsetRange(visibleExtent(viewport))
            offset = min(max(offset, range.lowerBound), range.upperBound)
        }
        return CGFloat(Units.points(offset))
    }

    /// Returns the content offset at which an item has the given position on screen, clamped to the content. The
    /// offset is along the scroll axis, counted from the leading edge.
    /// - Complexity: O(log *n*).
    /// - Precondition: The item is in the layout.
    public func contentOffset(
        showingItem item: Int, inSection section: Int, at place: ItemScrollPosition, in viewport: Viewport
    ) -> CGFloat {
        let frame = storage.itemFrame(item, inSection: section)
        let visible = visibleExtent(viewport)
        let toStart = frame.mainMin - visible.insetStart
        let toEnd = frame.mainMax + visible.insetEnd - visible.extent
        let offset =
            switch place {
            case .start: toStart
            case .end: toEnd
            case .center: toStart + (toEnd - toStart) >> 1
            // An item larger than the bounds does not move while it covers them.
            case .nearest: min(max(visible.start, min(toStart, toEnd)), max(toStart, toEnd))
            }
        let range = offsetRange(visible)
        return CGFloat(Units.points(min(max(offset, range.lowerBound), range.upperBound)))
    }

    /// Returns the content offset of visible bounds: the offset along the scroll axis, counted from the leading edge.
    ///
    /// It equals the origin of the bounds, except in a horizontal list that runs from right to left.
    public func contentOffset(of visibleBounds: CGRect) -> CGFloat {
        CGFloat(Units.points(storage.unitRect(visibleBounds).mainMin))
    }

    /// Returns the visible bounds with a size at a content offset that is counted from the leading edge. This is the
    /// inverse of ``contentOffset(of:)``.
    public func visibleBounds(atContentOffset offset: CGFloat, size: CGSize) -> CGRect {
        let main = Units.units(offset)
        let (mainExtent, crossExtent) =
            storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        return storage.frame(
            UnitRect(
                mainMin: main, crossMin: 0, mainMax: Units.sum(main, Units.units(mainExtent)),
                crossMax: Units.units(crossExtent))
        )
    }

    /// Start of the area on screen that no bar covers, in units.
    private func visibleStart(_ viewport: Viewport) -> Int64 {
        storage.unitRect(viewport.visibleBounds).mainMin
            + Units.inset(viewport.adjustedInsets.edges(along: scrollDirection).mainStart)
    }
}
