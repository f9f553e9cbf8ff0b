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

    /// A source's cancellation handlers run where its other calls run.
    @Test func aReleasedListCancelsItsReadsOffTheMainThread() async {
        let (source, scheduler) = (Patient(), UpdateScheduler.manual())
        var live: LiveRows? = LiveRows(source, scheduler: scheduler)
        for _ in 0..<1_000_000 where source.notes.isEmpty {
            await Task.yield()
            scheduler.runPending()
        }
        #expect(source.notes.first == "called")
        _ = live?.count
        func release() {
            Thread.current.threadDictionary["releases"] = true
            live = nil
            Thread.current.threadDictionary["releases"] = nil
        }
        release()
        for _ in 0..<1_000_000 where !source.notes.contains(where: { $0.hasPrefix("cancelled") }) { await Task.yield() }
        #expect(source.notes.contains("cancelled"))
        #expect(!source.notes.contains("cancelled during the release"))
    }

    /// Waits until it is cancelled.
    private final class Patient: RowSource, @unchecked Sendable {
        private let lock = NSLock()
        private var list: [String] = []
        private var waiting: [CheckedContinuation<RowSlice<Int, Int, Int>, any Error>] = []

        var notes: [String] { lock.withLock { list } }

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Int> {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { answer in
                    lock.withLock {
                        waiting.append(answer)
                        list.append("called")
                    }
                }
            } onCancel: {
                let isReleasing = Thread.current.threadDictionary["releases"] != nil
                let left = lock.withLock {
                    list.append(isReleasing ? "cancelled during the release" : "cancelled")
                    defer { waiting = [] }
                    return waiting
                }
                for answer in left { answer.resume(throwing: CancellationError()) }
            }
        }
    }
}
