import Foundation

/// A monotonic clock in nanoseconds. One reading costs about 20 ns.
enum Clock {
    @inline(__always)
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }

    /// Nanoseconds that `body` takes.
    @inline(__always)
    static func time(_ body: () -> Void) -> Int {
        let start = now()
        body()
        return now() &- start
    }
}
