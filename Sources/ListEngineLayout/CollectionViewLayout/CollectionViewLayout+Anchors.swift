import Foundation

#if canImport(CoreGraphics)
    import CoreGraphics
#endif

/// Visible bounds along the scroll axis, in units.
struct VisibleExtent {
    var start: Int64
    var extent: Int64
    var insetStart: Int64
    var insetEnd: Int64
    var alignment: ContentAlignment
}

/// An anchor that a layout follows through the edits of a scope.
@usableFromInline
struct FollowedAnchor: Sendable {
    var place: Place
    /// The place after the edit that is under way. It is looked up before the edit, and is used only if the edit
    /// succeeds: an edit that throws moves no anchor.
    var next: Place

    @usableFromInline
    struct Place: Sendable {
        /// Nil after nothing was left that it could name.
        var anchor: ScrollAnchor?
        /// Position that the anchor moved from, in units. When the anchor changes to another element, the distance
        /// between the two elements is added, so that only their movements count.
        var origin: Int64
    }
}

extension [FollowedAnchor] {
    /// Moves all to the places that were looked up.
    mutating func move() {
        for index in indices { self[index].place = self[index].next }
    }
}

/// The anchors of a layout's open scopes, outermost first.
final class OpenScopes: Sendable {
    let anchors: [FollowedAnchor]

    init(anchors: [FollowedAnchor]) { self.anchors = anchors }
}

/// A scope that is open.
@usableFromInline
struct AnchorScope {
    /// Index of its anchor in the layout's list; nil without an anchor.
    var depth: Int?
    /// Visible bounds before the edits.
    var visible: VisibleExtent?
}

extension CollectionViewLayout {
    /// Makes edits, and returns how far to scroll so that an anchor keeps its position on screen.
    ///
    ///     let anchor = layout.scrollAnchor(in: viewport)
    ///     let scroll = try layout.keeping(anchor, in: viewport) { layout in
    ///         try layout.insertItems(history, at: 0, inSection: 0)
    ///         try layout.removeItems(900..<1_000, inSection: 0)
    ///     }
    ///     contentOffset.y += scroll.scrollDelta
    ///
    /// The layout follows the anchor through every edit in the closure. If an edit deletes the anchor's element, the
    /// anchor names the first of these that exists: the next surviving item of its section; the last surviving item
    /// before it; the start of its section; the start of the next surviving section; the end of the last surviving
    /// section before it. When a section is laid out again, its items keep their indices. If the section has fewer
    /// items afterwards, the anchor names the last one.
    ///
    /// An edit that throws changes nothing and moves no anchor. If the closure throws, the edits before the error
    /// remain and no adjustment is returned. Catch an error inside the closure to continue after it.
    ///
    /// Scopes can be nested. Each follows its own anchor. The anchors are part of the layout's value: a copy made in
    /// the closure follows them through its own edits, even after the scope ends, and has no effect on this layout.
    /// To avoid this work, make copies before or after the scope. If a different layout is assigned in the closure, the
    /// anchor is lost, and only the viewport counts.
    ///
    /// - Parameters:
    ///   - anchor: The anchor that keeps its position on screen.
    ///   - viewport: The viewport before the edits. The new offset is clamped, once after all edits, to the offsets
    ///     that this viewport can rest at.
    ///   - edits: Makes the edits.
    /// - Complexity: Two lookups, O(log *S* + log *n*), and O(1) for each edit, or O(edits of the script) for a script.
    ///   Two more lookups for each deletion of the anchor's element.
    /// - Throws: Any error that the closure throws.
    /// - Precondition: The anchor's element is in the layout.
    @inlinable
    public mutating func keeping<Failure: Error>(
        _ anchor: ScrollAnchor?, in viewport: Viewport? = nil,
        _ edits: (inout CollectionViewLayout) throws(Failure) -> Void
    ) throws(Failure) -> ScrollAdjustment {
        let scope = openScope(anchor, viewport)
        do throws(Failure) {
            try edits(&self)
        } catch {
            endFollowing(scope)
            throw error
        }
        return close(scope)
    }

    @usableFromInline
    mutating func openScope(_ anchor: ScrollAnchor?, _ viewport: Viewport?) -> AnchorScope {
        let scope = AnchorScope(depth: anchor == nil ? nil : followed.count, visible: viewport.map(visibleExtent))
        if let anchor {
            storage.checkElement(anchor.path)
            let place = FollowedAnchor.Place(anchor: anchor, origin: position(of: anchor))
            followed.append(FollowedAnchor(place: place, next: place))
        }
        return scope
    }

    @usableFromInline
    mutating func close(_ scope: AnchorScope) -> ScrollAdjustment {
        var scroll = ScrollAdjustment()
        var delta: Int64 = 0
        if let place = endFollowing(scope) {
            scroll.anchor = place.anchor
            delta = position(of: place.anchor) - place.origin
        }
        if let visible = scope.visible {
            let range = offsetRange(visible)
            let wanted = Units.sum(visible.start, delta)
            let offset = min(max(wanted, range.lowerBound), range.upperBound)
            scroll.clampedBy = CGFloat(Units.points(Units.difference(offset, wanted)))
            delta = Units.difference(offset, visible.start)
        }
        scroll.scrollDelta = CGFloat(Units.points(delta))
        return scroll
    }

    /// - Returns: The place of the scope's anchor. Nil if it has none, or if a different layout was assigned, which does not
    ///   follow it.
    @usableFromInline @discardableResult
    mutating func endFollowing(_ scope: AnchorScope) -> FollowedAnchor.Place? {
        guard let depth = scope.depth, depth < followed.count else { return nil }
        let place = followed[depth].place
        followed.removeLast(followed.count - depth)
        return place
    }

    /// Looks up the places of anchors after an edit. Called before the edit. Costs nothing outside of scopes.
    @inline(__always)
    mutating func prepareAnchors(for edit: @autoclosure () -> ListEdit) {
        if !followed.isEmpty { lookUpAnchors(edit()) }
    }

    /// Moves anchors to the places that were looked up. Called after the edit succeeded.
    @inline(__always)
    mutating func moveAnchors() {
        if !followed.isEmpty { followed.move() }
    }

    @inline(never)
    private mutating func lookUpAnchors(_ edit: ListEdit) {
        var anchors = followed
        for index in anchors.indices {
            var place = anchors[index].place
            if let anchor = place.anchor {
                if let survivor = edit.followed(anchor.path, in: storage) {
                    place.anchor?.path = survivor.after
                    if survivor.before != anchor.path {
                        let distance =
                            position(of: survivor.before, edge: anchor.edge)
                            - position(of: anchor.path, edge: anchor.edge)
                        place.origin += distance
                        place.anchor?.distance += CGFloat(Units.points(distance))
                    }
                } else {
                    place.origin -= position(of: anchor)
                    place.anchor = nil
                }
            }
            anchors[index].next = place
        }
        followed = anchors
    }

    /// Position of an anchor, in units. A lost anchor has the position 0, and an origin that makes the difference the
    /// distance that it had moved before.
    private func position(of anchor: ScrollAnchor?) -> Int64 {
        anchor.map { position(of: $0.path, edge: $0.edge) } ?? 0
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
    /// offset is along the scroll axis, counted from the leading edge. Pinned headers and footers take up room on the
    /// screen: an item at the start is after them, and an item that they cover is not visible.
    /// - Complexity: O(log *n*).
    /// - Precondition: The item is in the layout.
    public func contentOffset(
        showingItem item: Int, inSection section: Int, at place: ItemScrollPosition, in viewport: Viewport
    ) -> CGFloat {
        let frame = storage.itemFrame(item, inSection: section)
        let visible = visibleExtent(viewport)
        let before = pinnedExtent(.header, over: frame, inSection: section, visible)
        let after = pinnedExtent(.footer, over: frame, inSection: section, visible)
        let toStart = frame.mainMin - visible.insetStart - before
        let toEnd = frame.mainMax + visible.insetEnd - visible.extent + after
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

    /// The extent of the list's own headers that are pinned and take room, in points.
    package var extentOfPinnedHeaders: CGFloat {
        let extents = storage.barIndices(.header, inSection: ElementPath.wholeList).map { index -> Int64 in
            let node = storage.boundaries[index].node
            guard node.pins, !node.overlays,
                let frame = storage.boundaryFrame(index, ofSection: ElementPath.wholeList, visible: nil)
            else { return 0 }
            return frame.mainMax - frame.mainMin
        }
        return CGFloat(Units.points(extents.max() ?? 0))
    }

    /// The extent of the headers, or footers, that are pinned over an item at the start, or the end, of the visible
    /// bounds.
    private func pinnedExtent(
        _ category: ElementCategory, over item: UnitRect, inSection section: Int, _ visible: VisibleExtent
    ) -> Int64 {
        let room = visible.extent - visible.insetStart - visible.insetEnd
        var bounds = item
        if category == .header { bounds.mainMax = item.mainMin + room } else { bounds.mainMin = item.mainMax - room }
        var (extent, overlaid): (Int64, Int64) = (0, 0)
        for section in [section, ElementPath.wholeList] {
            var own: Int64 = 0
            for index in storage.barIndices(category, inSection: section) {
                let path = ElementPath(section: section, item: index, category: category)
                // What leaves its place for these bounds is pinned. It may still be pushed out by the end of its
                // section, but not when the item is beside it. So its whole extent counts.
                guard let rest = storage.barFrame(path, visible: nil),
                    let pinned = storage.barFrame(path, visible: bounds), pinned.mainMin != rest.mainMin,
                    pinned.crossMin < item.crossMax, item.crossMin < pinned.crossMax
                else { continue }
                let covered = pinned.mainMax - pinned.mainMin
                if section == ElementPath.wholeList, storage.boundaries[index].node.overlays {
                    overlaid = max(overlaid, covered)
                } else {
                    own = max(own, covered)
                }
            }
            // Those of sections are pinned between those of the list.
            extent += own
        }
        return max(extent, overlaid)
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

    // MARK: Across the scroll axis

    /// Returns the offset of visible bounds across the scroll axis, counted from the leading edge.
    package func crossOffset(of visibleBounds: CGRect) -> CGFloat {
        CGFloat(Units.points(storage.unitRect(visibleBounds).crossMin))
    }

    /// Returns the origin of visible bounds with a size at offsets that are counted from the leading edges.
    package func contentOffset(atMain main: CGFloat, cross: CGFloat, size: CGSize) -> CGPoint {
        let (start, side) = (Units.units(main), Units.units(cross))
        let (mainExtent, crossExtent) =
            storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        return storage.frame(
            UnitRect(
                mainMin: start, crossMin: side, mainMax: Units.sum(start, Units.units(mainExtent)),
                crossMax: Units.sum(side, Units.units(crossExtent)))
        ).origin
    }

    /// Returns the distance from the leading edge of the content to an item, across the scroll axis. Nil if the section of the
    /// item scrolls independently.
    /// - Precondition: The item is in the layout.
    package func crossPosition(ofItem item: Int, inSection section: Int) -> CGFloat? {
        guard orthogonalScrolling(ofSection: section) == nil else { return nil }
        return CGFloat(Units.points(storage.itemFrame(item, inSection: section).crossMin))
    }

    /// Start of the area on screen that no bar covers, in units.
    private func visibleStart(_ viewport: Viewport) -> Int64 {
        storage.unitRect(viewport.visibleBounds).mainMin
            + Units.inset(viewport.adjustedInsets.edges(along: scrollDirection).mainStart)
    }
}
