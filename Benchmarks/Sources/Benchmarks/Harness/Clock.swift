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

    /// Processor time of this thread, in nanoseconds: it stands still while another process runs. A reading is a call
    /// into the kernel.
    static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
