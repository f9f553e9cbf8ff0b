import Foundation
import ListEngine

/// Calls a source for a list, and returns what it says on the main actor. Tests replace it.
@MainActor
protocol RowReading<Source>: AnyObject {
    associatedtype Source: RowSource

    /// Begins to follow the changes of the source.
    /// - Parameters:
    ///   - opened: Called when the source was called. Slices may be requested from then on.
    ///   - each: Called for each change, and with nil when there are no more.
    func follow(
        opened: @escaping @MainActor @Sendable () -> Void,
        each: @escaping @MainActor @Sendable (RowChanges<Source.Key, Source.ID, Source.Row>?) -> Void)

    /// Requests a slice.
    /// - Returns: Cancels the request.
    func read(
        _ side: RowSide<Source.Key>, limit: Int,
        _ done: @escaping @MainActor @Sendable (Result<RowSlice<Source.Key, Source.ID, Source.Row>, any Error>) -> Void
    ) -> @MainActor () -> Void

    /// Requests outlines, in place of those that were requested before.
    /// - Parameter each: Called for each outline, and with nil when there are no more.
    func count(
        since revision: RowRevision?, _ each: @escaping @MainActor @Sendable (RowOutline<Source.Key>?) -> Void)

    /// Cancels everything.
    func stop()
}

/// The clock of pauses between counts, in nanoseconds. Tests replace it.
struct CountingClock: Sendable {
    var now: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    var sleep: @Sendable (UInt64) async throws -> Void = { try await Task.sleep(nanoseconds: $0) }
}

/// Keeps counts that begin again and again from taking more than a fifth of the time: a count is followed by a pause of four times as long as
/// it took. A count that has failed says little about the next one, so its pause is short.
private final class CountingPause: @unchecked Sendable {
    /// The longest pause after a count that has failed or was cancelled, in nanoseconds.
    private static var longestAfterFailure: UInt64 { 10_000_000_000 }

    private let clock: CountingClock
    private let lock = NSLock()
    /// Guarded by the lock.
    private var end: UInt64 = 0

    init(_ clock: CountingClock) { self.clock = clock }

    /// Calls a closure that counts, after the pause of the count before.
    /// - Parameter waits: Whether to wait for the end of the pause.
    func count(waits: Bool, _ body: () async throws -> Void) async throws {
        let (end, time) = (lock.withLock { self.end }, clock.now())
        if waits, end > time { try await clock.sleep(end - time) }
        let start = clock.now()
        var isComplete = false
        defer {
            let time = clock.now()
            let pause = 4 * (time - start)
            lock.withLock { self.end = time + (isComplete ? pause : min(pause, Self.longestAfterFailure)) }
        }
        try await body()
        isComplete = !Task.isCancelled
    }
}

/// Calls a source in tasks that run on no actor. Answers come back through the scheduler.
@MainActor
final class BackgroundReader<Source: RowSource>: RowReading {
    /// The main actor stores this many pages of an outline in a turn.
    private nonisolated static var mostPages: Int { 128 }

    private let source: Source
    private let scheduler: UpdateScheduler
    private var following: Task<Void, Never>?
    private var counting: Task<Void, Never>?
    /// The number of calls of `count(since:_:)` and `stop()`. Outlines of earlier calls are dropped.
    private var counts = 0
    private var reads: [Int: Task<Void, Never>] = [:]
    private var nextRead = 0
    private var hasReportedMainThread = false
    private let pause: CountingPause

    init(_ source: Source, scheduler: UpdateScheduler, clock: CountingClock = CountingClock()) {
        self.source = source
        self.scheduler = scheduler
        pause = CountingPause(clock)
    }

    deinit { Self.cancel([following, counting] + reads.values.map { $0 }) }

    /// Cancels tasks off the main thread, because that calls the source's cancellation handlers.
    private nonisolated static func cancel(_ tasks: [Task<Void, Never>?]) {
        let tasks = tasks.compactMap { $0 }
        if tasks.isEmpty { return }
        Task.detached { for task in tasks { task.cancel() } }
    }

    func follow(
        opened: @escaping @MainActor @Sendable () -> Void,
        each: @escaping @MainActor @Sendable (RowChanges<Source.Key, Source.ID, Source.Row>?) -> Void
    ) {
        following = Task.detached { [source, scheduler] in
            let changes = source.changes()
            scheduler.schedule(opened)
            // No loop with `for await`: Apple's older systems do not have what it calls.
            var iterator = changes.makeAsyncIterator()
            while let change = await iterator.next() { scheduler.schedule { each(change) } }
            scheduler.schedule { each(nil) }
        }
    }

    func read(
        _ side: RowSide<Source.Key>, limit: Int,
        _ done: @escaping @MainActor @Sendable (Result<RowSlice<Source.Key, Source.ID, Source.Row>, any Error>) -> Void
    ) -> @MainActor () -> Void {
        nextRead += 1
        let number = nextRead
        let finish: @MainActor @Sendable (Result<RowSlice<Source.Key, Source.ID, Source.Row>, any Error>) -> Void = {
            [weak self] result in
            self?.reads[number] = nil
            done(self?.checkingThread(result) ?? result)
        }
        reads[number] = Task.detached { [source, scheduler] in
            do {
                let slice = try await source.rows(side, limit: limit)
                scheduler.schedule { finish(.success(slice)) }
            } catch {
                scheduler.schedule { finish(.failure(error)) }
            }
        }
        return { [weak self] in Self.cancel([self?.reads.removeValue(forKey: number)]) }
    }

    /// Adds the fault of a source that works on the main thread, once.
    private func checkingThread(
        _ result: Result<RowSlice<Source.Key, Source.ID, Source.Row>, any Error>
    ) -> Result<RowSlice<Source.Key, Source.ID, Source.Row>, any Error> {
        guard !hasReportedMainThread, case .success(var slice) = result, slice.isFromMainThread else { return result }
        hasReportedMainThread = true
        slice.fault = RowSourceFault(
            .mainThread,
            "expected \(Source.self) to read rows on another thread; rows(_:limit:) ran on the main thread. Declare it nonisolated."
        )
        return .success(slice)
    }

    func count(
        since revision: RowRevision?, _ each: @escaping @MainActor @Sendable (RowOutline<Source.Key>?) -> Void
    ) {
        let former = counting
        counts += 1
        let number = counts
        let hand: @MainActor @Sendable (RowOutline<Source.Key>?) -> Bool = { [weak self] part in
            guard let self, counts == number else { return false }
            each(part)
            return true
        }
        counting = Task.detached { [source, scheduler, pause] in
            former?.cancel()
            do {
                try await pause.count(waits: revision != nil) {
                    var iterator = source.outlines(since: revision).makeAsyncIterator()
                    while let outline = try await iterator.next() {
                        for part in outline.parts(of: Self.mostPages) { scheduler.schedulePart { hand(part) } }
                    }
                }
            } catch {
                // Counts stay estimates.
            }
            if !Task.isCancelled { scheduler.schedulePart { hand(nil) } }
        }
    }

    func stop() {
        counts += 1
        Self.cancel([following, counting] + reads.values.map { $0 })
    }
}

extension RowOutline {
    /// Nil for an estimate.
    var revision: RowRevision? { if case .pages(_, _, let revision) = self { revision } else { nil } }

    /// The outline as several ones with at most so many pages.
    func parts(of most: Int) -> [RowOutline] {
        guard case .pages(let pages, let end, let revision) = self, pages.count > most else { return [self] }
        return stride(from: 0, to: pages.count, by: most).map { first in
            let next = first + most
            return .pages(
                Array(pages[first..<min(next, pages.count)]), end: next < pages.count ? pages[next].first : end,
                revision: revision)
        }
    }
}
