/// When a request of ``PageRows`` that failed is made again.
///
///     struct Refused: Error { let status: Int }
///     let retry = PageRetry.backingOff(failures: 8) { ($0 as? Refused)?.status != 404 }
///
/// A request that was cancelled is never made again.
public struct PageRetry: Sendable {
    let pause: @Sendable (_ error: any Error, _ failures: Int) -> Duration?

    /// - Parameter pause: Returns the pause before the next request, or nil to give up. It receives the error, which may name a time that
    ///   the server wants, and the number of requests that failed so far, at least 1.
    public init(_ pause: @escaping @Sendable (_ error: any Error, _ failures: Int) -> Duration?) { self.pause = pause }

    /// Each request is made once.
    public static let never = PageRetry { _, _ in nil }

    /// Pauses that double.
    /// - Parameters:
    ///   - first: The pause after the first failure.
    ///   - most: No pause is longer.
    ///   - failures: After this many failures the source gives up.
    ///   - isTemporary: Whether the request may succeed later. By default every error is temporary.
    public static func backingOff(
        from first: Duration = .milliseconds(250), upTo most: Duration = .seconds(8), failures: Int = 5,
        if isTemporary: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> PageRetry {
        PageRetry { error, count in
            guard count < failures, isTemporary(error) else { return nil }
            // From 2^32 on, the pause is longer than any limit.
            return min(most, first * (1 << min(count - 1, 32)))
        }
    }
}
