import Foundation

/// How far the content was dragged or flung beyond its ends.
///
/// It follows the finger, and then goes back as a spring does that is damped so that it does not swing. Two short steps cover the
/// same distance as one long step, so the path does not depend on the frame rate.
struct Overscroll: Sendable {
    /// In points, negative before the start.
    private(set) var distance: CGFloat = 0
    private var velocity: CGFloat = 0

    /// How fast it goes back: the rate at which the last part disappears, per second.
    private static let rate: CGFloat = 12

    var isAtRest: Bool { distance == 0 && velocity == 0 }

    /// The finger is this far beyond an end.
    mutating func hold(_ distance: CGFloat) { (self.distance, velocity) = (distance, 0) }

    /// The finger leaves, or the content arrives at its end, with a velocity in points per second.
    mutating func release(velocity: CGFloat) {
        self.velocity = velocity.isFinite ? min(max(velocity, -5_000), 5_000) : 0
    }

    mutating func advance(by interval: TimeInterval, tolerance: CGFloat) {
        guard !isAtRest, interval > 0 else { return }
        let pull = velocity + Self.rate * distance
        let left = exp(-Self.rate * interval)
        let next = (distance + pull * interval) * left
        velocity = (velocity - Self.rate * pull * interval) * left
        let isBack = abs(next) <= tolerance && abs(velocity) <= tolerance * Self.rate
        // What comes back stops at the end of the content.
        let hasCrossed = distance != 0 && (next < 0) != (distance < 0)
        if isBack || hasCrossed || !next.isFinite { hold(0) } else { distance = next }
    }

    /// The distance by which a host that bounces draws the content: a part of it, and at most half of the visible extent.
    func drawn(in extent: CGFloat) -> CGFloat {
        guard extent > 0, distance != 0 else { return 0 }
        return distance / (abs(distance) / extent * 2 + 2)
    }
}
