import Foundation
import ListEngineLayout

// A host draws in a frame the shown views in their order, with frames on the pixels of the display. Views that move in an
// animated update, make room for dragged items, or are beyond the ends of the content are where the user sees them.

extension ScrollingHost {
    /// The shown views, lowest first. Views at one height are in reading order.
    /// - Complexity: O(*v* log *v*); O(*v*) if all are at one height.
    public var viewsInDrawingOrder: [HostedView] {
        var views: [HostedView] = []
        views.reserveCapacity(placements.count)
        for view in list.visibleViews {
            guard let shown = placements[ObjectIdentifier(view)] else { continue }
            views.append(hosted(shown.view, shown.placement, movements[ObjectIdentifier(view)]))
            if view.fieldRow != nil { views += hostedFields(of: view) }
        }
        if views.count < placements.count { views = leavingViews(besides: views) + views }
        return inOrder(views)
    }

    /// The ``viewsInDrawingOrder`` without the fields of tables, for a host whose toolkit moves the fields of a view with it.
    /// - Complexity: O(*v* log *v*) for *v* views; O(*v*) if all are at one height. Fields are only counted.
    package var viewsWithoutFields: [HostedView] {
        var (views, count) = ([HostedView](), 0)
        for view in list.visibleViews {
            guard let shown = placements[ObjectIdentifier(view)] else { continue }
            views.append(hosted(shown.view, shown.placement, movements[ObjectIdentifier(view)]))
            count += 1 + view.placedFieldCount
        }
        // Otherwise an animation still shows other views.
        guard count == placements.count else { return viewsInDrawingOrder.filter { $0.owner === $0.view } }
        return inOrder(views)
    }

    private func inOrder(_ views: [HostedView]) -> [HostedView] {
        if zip(views, views.dropFirst()).allSatisfy({ $0.placement.zIndex <= $1.placement.zIndex }) { return views }
        let order = views.indices.sorted { (views[$0].placement.zIndex, $0) < (views[$1].placement.zIndex, $1) }
        return order.map { views[$0] }
    }

    /// Views that an animation still shows are below all others. They move to where it ends, not to where they were placed.
    private func leavingViews(besides views: [HostedView]) -> [HostedView] {
        var rest = placements
        for shown in views { rest[ObjectIdentifier(shown.view)] = nil }
        var rows: [HostedView] = []
        for row in rest.values.map(\.view) where row.fieldRow != nil {
            guard let shown = rest.removeValue(forKey: ObjectIdentifier(row)) else { continue }
            rows.append(leavingView(shown.view, shown.placement))
            for field in row.fields {
                guard let shown = rest.removeValue(forKey: ObjectIdentifier(field.view)) else { continue }
                rows.append(leavingView(shown.view, shown.placement, field, of: row))
            }
        }
        return rest.values.map { leavingView($0.view, $0.placement) } + rows
    }

    /// The fields of a shown view in drawing order.
    package func hostedFields(of owner: CollectionReusableView) -> [HostedView] {
        owner.fields.compactMap { field in
            let shown = placements[ObjectIdentifier(field.view)]
            return shown.map {
                // Fields of a visible row may have moved since the animation began, and new ones move with their row.
                hosted(
                    $0.view, $0.placement,
                    movements[ObjectIdentifier(field.view)] ?? movements[ObjectIdentifier(owner)], field, of: owner)
            }
        }
    }

    private func leavingView(
        _ view: CollectionReusableView, _ placement: ElementPlacement, _ field: ShownField? = nil,
        of owner: CollectionReusableView? = nil
    ) -> HostedView {
        let movement = movements[ObjectIdentifier(view)]
        let final = movement.map { ElementPlacement($0.final, relativeTo: placement.origin) }
        return hosted(view, final ?? placement, movement, field, of: owner)
    }

    private func hosted(
        _ view: CollectionReusableView, _ placement: ElementPlacement, _ movement: ElementMovement?,
        _ field: ShownField? = nil, of owner: CollectionReusableView? = nil
    ) -> HostedView {
        var (place, bounds) = (placement, list.bounds)
        var frame = place.frame.offsetBy(dx: place.origin.x, dy: place.origin.y)
        if !gaps.isEmpty { frame = makingRoom(for: view, frame) }
        if let movement {
            frame = movement.frame(endingAt: frame)
            place.alpha = movement.alpha(endingAt: place.alpha)
        }
        // Edges are rounded in the content, so that no view changes its size while the content moves.
        let (left, top) = (onPixel(frame.minX), onPixel(frame.minY))
        var onScreen = CGRect(
            x: left - onPixel(bounds.minX), y: top - onPixel(bounds.minY), width: onPixel(frame.maxX) - left,
            height: onPixel(frame.maxY) - top)
        if bounces, overscroll != 0 {
            let beyond = onPixel(overscrolled.drawn(in: visibleExtent))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.y -= beyond
            } else {
                onScreen.origin.x -= beyond * mirror
            }
        }
        if bounces, crossOverscroll != 0 {
            let beyond = onPixel(panning.across.drawn(in: visibleCrossExtent))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.x -= beyond * mirror
            } else {
                onScreen.origin.y -= beyond
            }
        }
        if !panning.beyond.isEmpty, let element = view.layoutAttributes {
            let beyond = onPixel(distanceBeyond(element))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.x -= beyond * mirror
            } else {
                onScreen.origin.y -= beyond
            }
        }
        return HostedView(
            view: view, frame: onScreen, placement: place, owner: owner ?? view, column: field?.column,
            pinnedEdge: field?.pinnedEdge)
    }

    /// -1 if the leading edge of a horizontal list is at the right.
    var mirror: CGFloat { list.flowDirection == .rightToLeft ? -1 : 1 }

    private func onPixel(_ length: CGFloat) -> CGFloat {
        let scale = list.displayScale
        return scale > 0 ? (length * scale).rounded() / scale : length
    }

    /// The last placement of a shown view.
    package func placement(of view: CollectionReusableView) -> ElementPlacement? {
        placements[ObjectIdentifier(view)]?.placement
    }
}
