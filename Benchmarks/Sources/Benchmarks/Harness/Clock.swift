import Foundation

/// A monotonic clock in nanoseconds. One reading costs about 20 ns.
enum Clock {
    @inline(__always)
    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }

    /// The nanoseconds that `body` takes.
    @inline(__always)
    static func time(_ body: () -> Void) -> Int {
        let start = now()
        body()
        return now() &- start
    }

    /// Processor time of this thread, in nanoseconds. It does not advance while another process runs. Reading it is a
    /// system call.
    static func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
}
