import Foundation
import ListEngine

/// A host whose frames the test draws.
class SteppedHost: ScrollingHost {
    var time: TimeInterval = 100

    override func scheduleFrame() {}

    /// Draws frames at 60 Hz.
    func frames(_ count: Int) {
        for _ in 0..<count {
            frame(at: time)
            time += 1 / 60.0
        }
    }
}
