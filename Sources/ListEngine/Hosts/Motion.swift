import Foundation

/// A movement of one length toward a target. Everything that a host moves by time is one: a scroll, content that comes back from
/// beyond its ends, the views of an animated update, a row that was swiped aside.
///
/// Each step covers a part of the distance that is left. The target may therefore move during the movement, because rows
/// are measured or the content changes, and the movement still ends at it without a jump. Two short steps cover the same
/// distance as one long step, so the path does not depend on the frame rate.
package struct Motion: Sendable, Equatable {
    package enum Course: Sendable, Equatable {
        /// Slows down to rest in a given time: a cubic curve.
        case easing(duration: TimeInterval)
        /// The speed falls by the factor *e* in each 1 / `rate` seconds, as after a fling.
        case decaying(rate: Double)
        /// A spring that is damped so that it does not swing. The last part disappears at a rate per second. It stops where it
        /// arrives at the target.
        case springing(rate: Double)
    }

    package var course: Course

    /// The value at the end of the movement. It can be far outside of the content: a fling does not slow down before the content
    /// ends.
    package var target: CGFloat

    /// The velocity of a spring, per second. That of other courses follows from the distance.
    var velocity: CGFloat = 0

    private var elapsed: TimeInterval = 0
    /// The time of the last frame.
    private var last: TimeInterval?

    package init(_ course: Course, to target: CGFloat) {
        self.course = course
        // A movement has to be equal to itself, even if its duration is not a number.
        if case .easing(let duration) = course { self.course = .easing(duration: duration.thatEnds) }
        self.target = target
    }

    /// Moves on to the time of a frame. The first frame starts the clock, and a clock that is set back stands still once.
    mutating func step(to time: TimeInterval, from value: CGFloat, tolerance: CGFloat) -> CGFloat {
        let interval = max(0, time - (last ?? time))
        last = time
        return step(interval, from: value, tolerance: tolerance)
    }

    /// Moves on in time.
    /// - Parameters:
    ///   - interval: The time since the last step, in seconds.
    ///   - value: The current value.
    ///   - tolerance: At this distance from the target, a movement that decays or springs is at rest.
    /// - Returns: The new value, which is the target itself at the end of the movement.
    package mutating func step(_ interval: TimeInterval, from value: CGFloat, tolerance: CGFloat) -> CGFloat {
        let rest = target - value
        switch course {
        case .easing(let duration):
            let duration = duration.thatEnds
            let before = 1 - elapsed / duration
            elapsed += interval
            let after = 1 - elapsed / duration
            guard before > 0, after > 0, duration > 0 else { return target }
            let left = after / before
            return value + rest * (1 - left * left * left)
        case .decaying(let rate):
            let left = exp(-rate * interval)
            guard abs(rest) * left > tolerance else { return target }
            // From the value, not from the target: that can be so far away that the difference of the two is the target.
            return value + rest * (1 - left)
        case .springing(let rate):
            let left = exp(-rate * interval)
            let pull = velocity - rate * rest
            let next = (pull * interval - rest) * left
            velocity = (velocity - rate * pull * interval) * left
            let isBack = abs(next) <= tolerance && abs(velocity) <= tolerance * rate
            let hasCrossed = rest != 0 && (next < 0) != (rest > 0)
            guard !isBack, !hasCrossed, next.isFinite else {
                velocity = 0
                return target
            }
            return target + next
        }
    }
}

extension TimeInterval {
    /// The duration of a movement. One that is negative, not a number or longer than an hour counts as 0: the movement would
    /// not come to rest, and its completion would not be called.
    var thatEnds: TimeInterval { self > 0 && self <= 3_600 ? self : 0 }
}

/// A movement of the content, and what reports its end.
struct ScrollMotion: Sendable, Equatable {
    enum Origin: Sendable {
        /// The program scrolled smoothly.
        case program
        case wheel
        case drag
    }

    let origin: Origin
    /// The movements of the offset from the leading edge, along the scroll axis and across it.
    private var along, across: Motion

    init(_ course: Motion.Course, _ origin: Origin, to target: CGFloat, across crossTarget: CGFloat) {
        self.origin = origin
        along = Motion(course, to: target)
        across = Motion(course, to: crossTarget)
    }

    var target: CGFloat {
        get { along.target }
        set { along.target = newValue }
    }

    var crossTarget: CGFloat {
        get { across.target }
        set { across.target = newValue }
    }

    /// Moves on in time on both axes. See ``Motion/step(_:from:tolerance:)``.
    mutating func step(
        _ interval: TimeInterval, from offset: CGFloat, _ crossOffset: CGFloat, tolerance: CGFloat
    ) -> (along: CGFloat, across: CGFloat) {
        (
            along.step(interval, from: offset, tolerance: tolerance),
            across.step(interval, from: crossOffset, tolerance: tolerance)
        )
    }
}
