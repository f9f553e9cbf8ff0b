import ListEngineData

extension RowSource {
    /// Calls the source as a list does, and returns the rules of `RowSource` that it breaks. It is a test of any source, in one line:
    ///
    ///     let found = await messages.violations()
    ///     precondition(found.isEmpty, "\(found)")
    ///
    /// The source is read forward and backward with random limits, from random keys, and counted. If a closure changes it, the
    /// reported changes are followed and compared with the rows that are read afterwards:
    ///
    ///     let afterWrites = await messages.violations { number in try await store.write(number) }
    ///
    /// Nothing else may change the source in the meantime. How long a call takes does not matter. A source that never answers ends the test
    /// only if there is a limit.
    /// - Parameters:
    ///   - seed: Chooses the limits and the keys. The same seed makes the same calls.
    ///   - mostRows: The number of rows that are read from each end. Only the rows near the ends of a longer source are compared.
    ///   - limit: The time after which a call counts as never answered. Nil: the test waits.
    ///   - clock: Measures the limit.
    ///   - changes: The number of changes.
    ///   - change: Changes the source. It is called with 0, 1 and so on, and returns when the change is made. It may change nothing.
    /// - Returns: The violations in the order in which they were found, at most five for each rule; empty if there are none.
    public func violations(
        seed: UInt64 = 1, mostRows: Int = 2_000, limit: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock(), changes: Int = 8,
        change: (@Sendable (_ number: Int) async throws -> Void)? = nil
    ) async -> [RowSourceViolation] {
        var inspection = Inspection(
            self, seed: seed, mostRows: max(1, mostRows), patience: Patience(limit: limit, clock: clock))
        await inspection.run(changes: change == nil ? 0 : changes) { try await change?($0) }
        return inspection.violations
    }
}
