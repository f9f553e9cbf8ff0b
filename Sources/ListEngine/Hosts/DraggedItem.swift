import Foundation

/// An item that follows the pointer, for a scrolling host.
struct DraggedItem {
    /// The pointer, a point of the visible bounds.
    var location: CGPoint
    /// From the pointer to the centre of the item's cell.
    let hold: CGPoint
    /// The time of the last frame with the pointer near an end, in seconds.
    var lastFrame: TimeInterval?

    /// How near the pointer must be to an end of the visible bounds for the content to scroll, in points.
    private static let margin: CGFloat = 40

    /// How fast the content scrolls with the pointer at a place, in points per second: up to 1,200 at the very end, and
    /// 0 away from the ends. In a list that is shorter than five margins these are shorter too.
    static func speed(at place: CGFloat, extent: CGFloat) -> CGFloat {
        let margin = min(margin, extent / 5)
        guard margin > 0 else { return 0 }
        let depth = place < margin ? place - margin : max(0, place - (extent - margin))
        return min(max(depth / margin, -1), 1) * 1_200
    }
}
