#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import ListEngine

    /// A host whose views are those of UIKit or AppKit.
    @MainActor
    package protocol ToolkitHost: ScrollingHost {
        /// The view that contains those of all elements.
        var canvas: ToolkitView { get }
        var isInWindow: Bool { get }
        /// - Parameter offset: How far the view is drawn from its place.
        func show(_ view: ToolkitView, at placement: ElementPlacement, movedBy offset: CGPoint)
    }

    extension ToolkitHost {
        /// Mirrors the views that are shown, and those that are placed later.
        package func setFlowDirection(isRightToLeft: Bool) {
            let direction: FlowDirection = isRightToLeft ? .rightToLeft : .leftToRight
            guard direction != list.flowDirection else { return }
            list.flowDirection = direction
            for shown in list.visibleViews { (shown.hostView as? ArrangedView)?.isRightToLeft = isRightToLeft }
        }

        /// Shows the view of an element at a place. Touches find views by their order, which says no more than whether a view is in front.
        package func showInOrder(_ view: CollectionReusableView, at placement: ElementPlacement) {
            guard let hosted = view.hostView as? ToolkitView else { return }
            (hosted as? ArrangedView)?.isRightToLeft = list.flowDirection == .rightToLeft
            let isInFront = placement.zIndex > 0
            if hosted.superview !== canvas || (hosted.depth > 0) != isInFront {
                // Fields of a table are added in front of its cells. Other views are added behind all existing ones.
                let isField =
                    list.columns != nil && !(view is TableCell) && !(view is TableHeaderView)
                    && view.layoutAttributes?.category != .decoration
                let front = isField ? canvas.subviews.first { $0 !== hosted && $0.depth > 0 } : nil
                if isInFront || isField && front == nil {
                    canvas.addSubview(hosted)
                } else {
                    canvas.add(hosted, below: front)
                }
            }
            show(hosted, at: placement, movedBy: .zero)
        }

        /// Whether a scroll view at this offset is at another pixel than the list. Toolkits round offsets to pixels, and the list keeps
        /// its exact one until the user has moved it.
        package func isAway(from offset: CGPoint) -> Bool { isAway(from: offset, list.contentOffset) }

        /// Whether two offsets are at different pixels.
        package func isAway(from offset: CGPoint, _ other: CGPoint) -> Bool {
            let pixel = 1 / max(1, list.displayScale)
            return abs(offset.x - other.x) >= pixel || abs(offset.y - other.y) >= pixel
        }

        /// The frame of a view in the canvas. Edges are rounded in the content, so that no view changes its size while the content
        /// moves.
        package func frameOnPixels(_ placement: ElementPlacement, movedBy offset: CGPoint) -> CGRect {
            let (origin, scale) = (placement.origin, list.displayScale)
            func onPixel(_ length: CGFloat, _ origin: CGFloat) -> CGFloat {
                scale > 0 ? ((length + origin) * scale).rounded() / scale - origin : length
            }
            let frame = placement.frame.offsetBy(dx: offset.x, dy: offset.y)
            let (left, right) = (onPixel(frame.minX, origin.x), onPixel(frame.maxX, origin.x))
            let (top, bottom) = (onPixel(frame.minY, origin.y), onPixel(frame.maxY, origin.y))
            return CGRect(x: left, y: top, width: right - left, height: bottom - top)
        }
    }
#endif
