import Foundation
import ListEngine
import Testing

@testable import ListEngineData

/// The list never waits for a source, and never calls it on the main thread.
@MainActor
@Suite struct OffMainThreadTests {
    /// Notes the threads on which it is called. Its rows never come, or only when the test lets them.
    private final class Probe: RowSource, @unchecked Sendable {
        typealias Slice = RowSlice<Int, Int, Int>

        private let lock = NSLock()
        private var names: [String] = []
        private var waiting: [CheckedContinuation<Slice, any Error>] = []

        var calls: [String] { lock.withLock { names } }

        private func note(_ name: String) {
            lock.withLock { names.append(Thread.isMainThread ? "\(name) on the main thread" : name) }
        }

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> Slice {
            note("rows")
            return try await withCheckedThrowingContinuation { answer in lock.withLock { waiting.append(answer) } }
        }

        func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Int>, any Error> {
            note("outlines")
            return AsyncThrowingStream { $0.finish() }
        }

        func changes() -> AsyncStream<RowChanges<Int, Int, Int>> {
            note("changes")
            return AsyncStream { $0.finish() }
        }

        func answer(_ slice: Slice) {
            for answer in lock.withLock({ waiting }) { answer.resume(returning: slice) }
            lock.withLock { waiting = [] }
        }
    }

    @Test func aSourceThatNeverAnswersStallsNothing() async {
        let (probe, scheduler) = (Probe(), UpdateScheduler.manual())
        let live = LiveRows(probe, scheduler: scheduler)
        for _ in 0..<1_000_000 where Set(probe.calls).count < 3 {
            await Task.yield()
            scheduler.runPending()
            live.show(0..<10)
        }
        #expect(Set(probe.calls) == ["changes", "outlines", "rows"])
        guard case .placeholder = live.state(at: 0) else {
            Issue.record("\(live.state(at: 0))")
            return
        }
        probe.answer(RowSlice([KeyedRow(key: 1, id: 1, row: 7)], isEnd: true))
        for _ in 0..<1_000_000 where !live.count.isExact {
            await Task.yield()
            scheduler.runPending()
        }
        #expect(live.state(at: 0).row == 7)
        #expect(!probe.calls.contains { $0.hasSuffix("main thread") })
    }
}
