import Foundation

/// A movement of the content toward an offset.
///
/// Each step covers a part of the distance that is left. The target may therefore move during the movement, because rows
/// are measured or the content changes, and the movement still ends at it without a jump. Two short steps cover the same
/// distance as one long step, so the path does not depend on the frame rate.
struct ScrollMotion: Sendable {
    enum Course: Sendable {
        /// Slows down to rest in a given time: a cubic curve.
        case easing(duration: TimeInterval)
        /// The speed falls by the factor *e* in each 1 / `rate` seconds, as after a fling.
        case decaying(rate: Double)
    }

    /// What reports the end of the movement.
    enum Origin: Sendable {
        /// The program scrolled smoothly.
        case program
        case wheel
        case drag
    }

    var course: Course
    var origin: Origin

    /// The offset at the end of the movement, from the leading edge along the scroll axis. It can be outside of the
    /// content: a fling does not slow down before the content ends.
    var target: CGFloat

    private(set) var elapsed: TimeInterval = 0

    init(_ course: Course, _ origin: Origin, to target: CGFloat) {
        self.course = course
        self.origin = origin
        self.target = target
    }

    /// Moves on in time.
    /// - Parameters:
    ///   - interval: The time since the last step, in seconds.
    ///   - offset: The current offset.
    ///   - tolerance: At this distance from the target, a movement that decays is at rest.
    /// - Returns: The new offset, which is the target itself at the end of the movement.
    mutating func step(_ interval: TimeInterval, from offset: CGFloat, tolerance: CGFloat) -> CGFloat {
        let rest = target - offset
        let way: Double
        switch course {
        case .easing(let duration):
            let duration = duration.thatEnds
            let before = 1 - elapsed / duration
            elapsed += interval
            let after = 1 - elapsed / duration
            guard before > 0, after > 0, duration > 0 else { return target }
            way = 1 - after / before * (after / before) * (after / before)
        case .decaying(let rate):
            elapsed += interval
            let left = exp(-rate * interval)
            guard abs(rest) * left > tolerance else { return target }
            way = 1 - left
        }
        // From the offset, not from the target: that can be so far away that the difference of the two is the target.
        return offset + rest * way
    }
}

extension TimeInterval {
    /// The duration of a movement. One that is negative, not a number or longer than an hour counts as 0: the movement would
    /// not come to rest, and its completion would not be called.
    var thatEnds: TimeInterval { self > 0 && self <= 3_600 ? self : 0 }
}
