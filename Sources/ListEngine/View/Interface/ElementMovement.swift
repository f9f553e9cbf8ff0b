import Foundation
import ListEngineLayout

/// An update whose animations a host runs.
struct RunningUpdate {
    let number: Int
    let completion: @MainActor () -> Void
    /// The time of its last frame, and the time since its first one, in seconds.
    private var last: TimeInterval?
    private var elapsed: TimeInterval = 0
    /// The part of the way that is left, from 1 to 0.
    private(set) var left = 1.0

    init(number: Int, completion: @escaping @MainActor () -> Void) {
        self.number = number
        self.completion = completion
    }

    /// Moves on to the time of a frame. The first frame starts the clock, and a clock that is set back stands still once.
    mutating func advance(to time: TimeInterval, duration: TimeInterval) {
        elapsed += max(0, time - (last ?? time))
        last = time
        let duration = duration.thatEnds
        let rest = duration > 0 ? max(0, 1 - elapsed / duration) : 0
        // The speed falls to 0 at the end, as in a smooth scroll.
        left = rest * rest * rest
    }
}

/// The way of one view in an animated update.
///
/// It is stored as the distance from the view's final place, which may change in the meantime: the content is scrolled, or rows
/// above are measured. The movement then still ends at that place.
struct ElementMovement {
    /// The update that started it last.
    let update: Int
    /// Where the view ends that disappears.
    var final: LayoutAttributes
    var left = 1.0
    /// From the final place to the first one: x, y, width and height.
    private let distance: SIMD4<Double>
    private let fading: Float

    /// - Parameter earlier: The movement that this one interrupts.
    @MainActor init(_ animation: ElementAnimation, update: Int, after earlier: ElementMovement?) {
        self.update = update
        final = animation.final
        distance =
            Self.vector(animation.initial.frame) - Self.vector(animation.final.frame)
            + (earlier.map { $0.distance * $0.left } ?? .zero)
        fading = animation.initial.alpha - animation.final.alpha + (earlier.map { $0.fading * Float($0.left) } ?? 0)
    }

    private static func vector(_ frame: CGRect) -> SIMD4<Double> {
        SIMD4(frame.origin.x, frame.origin.y, frame.size.width, frame.size.height)
    }

    func frame(endingAt end: CGRect) -> CGRect {
        let frame = Self.vector(end) + distance * left
        return CGRect(x: frame.x, y: frame.y, width: max(0, frame.z), height: max(0, frame.w))
    }

    func alpha(endingAt end: Float) -> Float { min(max(end + fading * Float(left), 0), 1) }
}
