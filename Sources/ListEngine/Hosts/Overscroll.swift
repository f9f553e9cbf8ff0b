import Foundation

/// How far the content was dragged or flung beyond its ends.
///
/// It follows the touch, and then returns like a spring.
package struct Overscroll: Sendable {
    /// In points, negative before the start.
    package private(set) var distance: CGFloat = 0
    private var motion = Motion(.springing(rate: 12), to: 0)

    package init() {}

    package var isAtRest: Bool { distance == 0 && motion.velocity == 0 }

    /// The finger is this far beyond an end.
    package mutating func hold(_ distance: CGFloat) { (self.distance, motion.velocity) = (distance, 0) }

    /// The finger leaves, or the content arrives at its end, with a velocity in points per second.
    package mutating func release(velocity: CGFloat) {
        motion.velocity = velocity.isFinite ? min(max(velocity, -5_000), 5_000) : 0
    }

    /// A drag has ended, within the content or beyond an end. The velocity is kept only if it leads further beyond that
    /// end.
    mutating func leave(velocity: CGFloat, immediately: Bool) {
        if immediately { return hold(0) }
        if distance != 0 { release(velocity: velocity * distance > 0 ? velocity : 0) }
    }

    package mutating func advance(by interval: TimeInterval, tolerance: CGFloat) {
        guard !isAtRest, interval > 0 else { return }
        distance = motion.step(interval, from: distance, tolerance: tolerance)
    }

    /// The distance by which a host that bounces draws the content: a part of it, and at most half of the visible extent.
    package func drawn(in extent: CGFloat) -> CGFloat {
        guard extent > 0, distance != 0 else { return 0 }
        return distance / (abs(distance) / extent * 2 + 2)
    }
}
