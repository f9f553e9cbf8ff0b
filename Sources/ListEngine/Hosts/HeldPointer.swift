import Foundation
import ListEngineLayout

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
        /// Items are selected from mark to mark.
        case marks
        /// Fields are selected from corner to corner.
        case fields
        /// A section is moved by its header.
        case header
        /// A section that scrolls independently is dragged, in a list of so many sections.
        case section(Int, count: Int, movement: PointerMovement)
    }

    /// A point of the visible bounds.
    var location: CGPoint
    var purpose: Purpose
    /// The time of the last frame with the pointer near an end, in seconds.
    var lastFrame: TimeInterval?
    /// Since when a drag rests over an item, in seconds. Infinity means that this was reported.
    var rest: TimeInterval?
    /// How long a drag rests over an item before the item is opened, in seconds.
    static let springDelay: TimeInterval = 0.8
    /// Whether items are dragged.
    var carriesItems: Bool {
        switch purpose {
        case .item, .drop: true
        case .band, .marks, .fields, .header, .section: false
        }
    }
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

/// How fast a pointer moved in the last tenth of a second.
struct PointerMovement {
    private static let window: TimeInterval = 0.1
    private var places: [(location: CGPoint, time: TimeInterval)] = []

    /// - Parameter time: In seconds, on any clock. A time before the last one starts again.
    mutating func note(_ location: CGPoint, at time: TimeInterval) {
        if let last = places.last, time < last.time { places = [] }
        places.removeAll { time - $0.time > Self.window }
        places.append((location, time))
    }

    /// The velocity at a time, in points per second. It is zero if the pointer rested before. Events within a sixtieth of a second
    /// count as that far apart.
    func velocity(at time: TimeInterval) -> CGPoint {
        let recent = places.filter { (0...Self.window).contains(time - $0.time) }
        guard let first = recent.first, let last = recent.last, last.time > first.time else { return .zero }
        let seconds = max(last.time - first.time, 1 / 60)
        return CGPoint(
            x: (last.location.x - first.location.x) / seconds, y: (last.location.y - first.location.y) / seconds)
    }
}
