import Foundation
import ListEngine
import TestSupport
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
        await wait {
            Set(probe.calls).count >= 3
        } meanwhile: {
            scheduler.runPending()
            live.show(0..<10)
        }
        #expect(Set(probe.calls) == ["changes", "outlines", "rows"])
        guard case .placeholder = live.state(at: 0) else {
            Issue.record("\(live.state(at: 0))")
            return
        }
        probe.answer(RowSlice([KeyedRow(key: 1, id: 1, row: 7)], isEnd: true))
        await wait {
            live.count.isExact
        } meanwhile: {
            scheduler.runPending()
        }
        #expect(live.state(at: 0).row == 7)
        #expect(!probe.calls.contains { $0.hasSuffix("main thread") })
    }

    /// Counts of many pages are stored in several turns of the main thread.
    @Test func aTurnTakesOnePartOfAnOutline() async {
        let (source, scheduler) = (ManyPages(), UpdateScheduler.manual())
        let reader = BackgroundReader(source, scheduler: scheduler)
        var (parts, isDone) = ([Int](), false)
        reader.count(since: nil) { outline in
            if case .pages(let pages, _, _)? = outline { parts.append(pages.count) } else { isDone = true }
        }
        await wait { source.isRead }
        for turn in 1...7 {
            #expect(scheduler.runPending() == 1)
            #expect(parts == Array(repeating: 128, count: turn))
        }
        await wait {
            isDone
        } meanwhile: {
            scheduler.runPending()
        }
        #expect(parts.count == 8 && parts.last == 104 && isDone)
        reader.stop()
    }

    /// Counts of a list that has asked again, or is not shown any more, cost no turn.
    @Test func partsOfFormerOutlinesAreDropped() async {
        let (source, scheduler) = (ManyPages(), UpdateScheduler.manual())
        let reader = BackgroundReader(source, scheduler: scheduler)
        var (former, later) = (0, 0)
        reader.count(since: nil) { _ in former += 1 }
        await wait { source.isRead }
        scheduler.runPending()
        #expect(former == 1)
        source.startAgain()
        reader.count(since: nil) { _ in later += 1 }
        await wait { source.isRead }
        scheduler.runPending()
        #expect(former == 1 && later == 1)
        reader.stop()
        scheduler.runPending()
        #expect(former == 1 && later == 1 && scheduler.runPending() == 0)
    }

    /// A list that is counted again and again leaves four fifths of the time to others. The first count of a list waits for nothing.
    @Test func countsThatBeginAgainPauseForFourTimesAsLong() async {
        let (source, clock) = (TimedCounts(), Time())
        source.count = { clock.advance(100) }
        func count(_ reader: BackgroundReader<TimedCounts>, since revision: RowRevision?) async {
            var isDone = false
            reader.count(since: revision) { if $0 == nil { isDone = true } }
            await wait {
                isDone
            } meanwhile: {
                scheduler.runPending()
            }
            #expect(isDone)
        }
        let scheduler = UpdateScheduler.manual()
        let reader = BackgroundReader(source, scheduler: scheduler, clock: clock.clock)
        for _ in 0..<2 { await count(reader, since: nil) }
        #expect(clock.pauses == [])
        await count(reader, since: RowRevision(1))
        #expect(clock.pauses == [400])
        // A list that begins, or begins again, does not pay for others.
        for revision in [nil, RowRevision(1)] {
            await count(BackgroundReader(source, scheduler: scheduler, clock: clock.clock), since: revision)
        }
        #expect(clock.pauses == [400])
        // 200 of the pause are over. A later change comes after its end.
        await count(reader, since: RowRevision(2))
        #expect(clock.pauses == [400, 200])
        clock.advance(1_000)
        await count(reader, since: RowRevision(3))
        #expect(clock.pauses == [400, 200])
        reader.stop()
        // A server that hung for a minute and failed is counted again soon.
        source.error = CancellationError()
        source.count = { clock.advance(60_000_000_000) }
        let failing = BackgroundReader(source, scheduler: scheduler, clock: clock.clock)
        for revision in [nil, RowRevision(1)] { await count(failing, since: revision) }
        #expect(clock.pauses == [400, 200, 10_000_000_000])
        failing.stop()
    }

    /// A clock that only the test moves.
    private final class Time: @unchecked Sendable {
        private let lock = NSLock()
        private var now: UInt64 = 1_000
        private var list: [UInt64] = []

        var pauses: [UInt64] { lock.withLock { list } }

        func advance(_ time: UInt64) { lock.withLock { now += time } }

        var clock: CountingClock {
            CountingClock(
                now: { self.lock.withLock { self.now } },
                sleep: { pause in
                    self.lock.withLock {
                        self.list.append(pause)
                        self.now += pause
                    }
                })
        }
    }

    /// A source that counts nothing.
    private final class TimedCounts: RowSource, @unchecked Sendable {
        var count: @Sendable () -> Void = {}
        var error: (any Error)?

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Int> {
            throw CancellationError()
        }

        func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Int>, any Error> {
            count()
            return AsyncThrowingStream { [error] in $0.finish(throwing: error) }
        }
    }

    /// An outline of a thousand pages. It is read again when the reader has handed the former one over.
    private final class ManyPages: RowSource, @unchecked Sendable {
        private let lock = NSLock()
        private var reads = 0

        var isRead: Bool { lock.withLock { reads > 1 } }

        func startAgain() { lock.withLock { reads = 0 } }

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Int> {
            throw CancellationError()
        }

        func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Int>, any Error> {
            AsyncThrowingStream { [self] in
                let read = lock.withLock {
                    reads += 1
                    return reads
                }
                guard read == 1 else { return nil }
                return .pages(
                    (0..<1_000).map { RowPage(first: $0 * 100, count: 100) }, end: nil, revision: .initial)
            }
        }
    }

    /// The compiler lets an isolated method satisfy an asynchronous requirement. The list names such a source, once.
    @Test func aSourceOnTheMainActorIsNamed() async {
        let scheduler = UpdateScheduler.manual()
        func faults<Source: RowSource>(_ source: Source) async -> [RowSourceFault] where Source.Key == Int {
            let live = LiveRows(source, pageSize: 2, scheduler: scheduler)
            var faults: [RowSourceFault] = []
            live.onFault = { faults.append($0) }
            await wait {
                live.count.isExact
            } meanwhile: {
                scheduler.runPending()
                live.show(0..<10)
            }
            return faults
        }
        let found = await faults(OnMainActor())
        #expect(found.map(\.kind) == [.mainThread])
        #expect(found.first?.message.contains("OnMainActor") == true)
        #expect(await faults(OnAnActor()).isEmpty)
    }

    private nonisolated static func slice(_ side: RowSide<Int>, _ limit: Int) -> RowSlice<Int, Int, Int> {
        let there = (0..<5).filter { side.bound.isAfter($0) == side.isBackward }
        let part = side.isBackward ? there.suffix(limit) : there.prefix(limit)
        return RowSlice(part.map { KeyedRow(key: $0, id: $0, row: $0) }, isEnd: part.count == there.count)
    }

    @MainActor
    private final class OnMainActor: RowSource {
        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Int> {
            OffMainThreadTests.slice(side, limit)
        }
    }

    private actor OnAnActor: RowSource {
        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Int> {
            OffMainThreadTests.slice(side, limit)
        }
    }

    /// A source's cancellation handlers run where its other calls run.
    @Test func aReleasedListCancelsItsReadsOffTheMainThread() async {
        let (source, scheduler) = (Patient(), UpdateScheduler.manual())
        var live: LiveRows? = LiveRows(source, scheduler: scheduler)
        await wait {
            !source.notes.isEmpty
        } meanwhile: {
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
        await wait { source.notes.contains(where: { $0.hasPrefix("cancelled") }) }
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
