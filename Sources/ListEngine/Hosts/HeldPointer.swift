import Foundation

/// The pointer of a scrolling host with a pressed button, as long as its position near an end of the list scrolls the
/// content.
struct HeldPointer {
    enum Purpose {
        /// An item is reordered. `hold` is the distance from the pointer to the centre of the item's cell.
        case item(hold: CGPoint)
        /// Items are dragged over the list.
        case drop(CollectionDrag)
        /// A rectangle selects items. `start` is its first corner, a point of the content.
        case band(start: CGPoint)
        /// A section that scrolls independently is dragged, in a list of so many sections.
        case section(Int, count: Int)
    }

    /// A point of the visible bounds.
    var location: CGPoint
    var purpose: Purpose
    /// The time of the last frame with the pointer near an end, in seconds.
    var lastFrame: TimeInterval?
    /// The number of changes of the list, and the content offset, when the list last received the location.
    var seen: (changes: Int, offset: CGPoint)?

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
