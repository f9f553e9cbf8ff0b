import Foundation
import ListEngine
import ListEngineDataTesting
import TestSupport
import Testing

@testable import ListEngineData

/// A server whose pages have cursors, compared with the list that it divides.
@Suite struct PageRowsTests {
    struct Item: Identifiable, Hashable, Sendable { let id: Int }

    /// Pages of the given sizes. A cursor is the number of rows before the page.
    private func source(_ sizes: [Int]) -> PageRows<Int, Item, Int> {
        PageRows { cursor, _ in
            var (start, page) = (0, 0)
            while page < sizes.count, start < cursor ?? 0 || sizes[page] == 0 && page + 1 < sizes.count && cursor != nil
            {
                start += sizes[page]
                page += 1
            }
            let size = page < sizes.count ? sizes[page] : 0
            let rows = (start..<start + size).map { Item(id: $0) }
            return RowsOfPage(rows, next: page + 1 < sizes.count ? start + size : nil)
        }
    }

    @Test func slicesFollowEachOtherForwardAndBackward() async throws {
        for sizes in [[], [3], [2, 2, 1], [1, 5, 2, 4]] {
            let source = source(sizes)
            let all = Array(0..<sizes.reduce(0, +))
            var (found, side) = ([Int](), RowSide<PageRows<Int, Item, Int>.Key>.first)
            while true {
                let slice = try await source.rows(side, limit: 2)
                found += slice.rows.map(\.id)
                guard !slice.isEnd, let last = slice.rows.last else { break }
                side = .after(last.key)
            }
            #expect(found == all, "\(sizes)")
            (found, side) = ([], .last)
            while true {
                let slice = try await source.rows(side, limit: 2)
                found = slice.rows.map(\.id) + found
                guard !slice.isEnd, let first = slice.rows.first else { break }
                side = .before(first.key)
            }
            #expect(found == all, "backward, \(sizes)")
        }
    }

    /// A page that is requested again has the same rows, although the list needs more or fewer.
    @Test func noRowIsLostWhenTheServerRespectsTheLimit() async throws {
        let source = PageRows<Int, Item, Int> { cursor, limit in
            let start = cursor ?? 0
            let end = min(start + limit, 20)
            return RowsOfPage((start..<end).map { Item(id: $0) }, next: end < 20 ? end : nil)
        }
        var (found, side, limit) = ([Int](), RowSide<PageRows<Int, Item, Int>.Key>.first, 2)
        while true {
            let slice = try await source.rows(side, limit: limit)
            found += slice.rows.map(\.id)
            guard !slice.isEnd, let last = slice.rows.last else { break }
            (side, limit) = (.after(last.key), limit % 7 + 2)
        }
        #expect(found == Array(0..<20))
    }

    /// The source runs off the main thread, and its answers arrive through the scheduler.
    @MainActor
    @Test func aListReadsPagesWhileItIsScrolled() async throws {
        let scheduler = UpdateScheduler.manual()
        let live = LiveRows(source([4, 4, 4, 2]), pageSize: 4, scheduler: scheduler)
        #expect(live.count == .unknown(atLeast: 0))
        await wait {
            live.count.isExact
        } meanwhile: {
            scheduler.runPending()
            live.show(0..<live.numberOfItems)
        }
        #expect(live.count == .exact(14))
        #expect((0..<live.numberOfItems).map { live.id(at: $0) } == Array(0..<14))
    }

    // MARK: Servers with faults

    private struct Failure: Error {}

    /// A server that fails, repeats the last rows of the page before, and has each page in a new order, by a seed.
    private final class Server: @unchecked Sendable {
        private let lock = NSLock()
        private var random: TestRandom
        private let count: Int
        private let isFailing: Bool
        private var list: [Int?] = []

        init(count: Int, seed: UInt64, isFailing: Bool = true) {
            self.count = count
            self.isFailing = isFailing
            random = TestRandom(seed: seed)
        }

        private var failed = 0

        var failures: Int { lock.withLock { failed } }
        /// The cursors of the requests.
        var requests: [Int?] { lock.withLock { list } }

        func page(_ cursor: Int?, _ limit: Int) async throws -> RowsOfPage<Int, Item> {
            let (delay, isFailure, repeated) = lock.withLock {
                list.append(cursor)
                let isFailure = isFailing && random.chance(oneIn: 3)
                if isFailure { failed += 1 }
                return (random.below(20), isFailure, random.below(4))
            }
            for _ in 0..<delay { await Task.yield() }
            if isFailure { throw Failure() }
            let start = cursor ?? 0
            let end = min(start + limit, count)
            let items = (max(0, start - repeated)..<end).map { Item(id: $0) }
            return lock.withLock { RowsOfPage(items.shuffled(using: &random), next: end < count ? end : nil) }
        }
    }

    /// Waits for nothing, and notes the pauses.
    private final class NotedClock: Clock, @unchecked Sendable {
        struct Instant: InstantProtocol {
            var time: Duration
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        }

        private let lock = NSLock()
        private var list: [Duration] = []

        var pauses: [Duration] { lock.withLock { list } }
        var now: Instant { Instant(time: pauses.reduce(.zero, +)) }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
            let pause = now.duration(to: deadline)
            lock.withLock { list.append(pause) }
        }
    }

    /// Every row is shown once, whatever the server does, and nothing waits for time.
    @MainActor
    @Test func aListReadsEveryRowOfABadServerOnce() async {
        var pauses = 0
        for seed in LawCases.seeds(20) {
            let (server, clock, scheduler) = (Server(count: 97, seed: seed), NotedClock(), UpdateScheduler.manual())
            let source = PageRows(retry: .backingOff(failures: 100), prefetches: seed % 2 == 0, clock: clock) {
                try await server.page($0, $1)
            }
            let live = LiveRows(source, pageSize: 8, scheduler: scheduler)
            await wait {
                live.count.isExact
            } meanwhile: {
                scheduler.runPending()
                live.show(max(0, live.numberOfItems - 10)..<live.numberOfItems)
            }
            #expect(live.count == .exact(97), "seed \(seed)")
            #expect((0..<live.numberOfItems).compactMap { live.id(at: $0) }.sorted() == Array(0..<97), "seed \(seed)")
            #expect(live.failure == nil, "seed \(seed)")
            #expect(clock.pauses.count <= server.failures, "seed \(seed)")
            pauses += clock.pauses.count
        }
        #expect(pauses > 20)
    }

    @Test func pausesBetweenRequestsDouble() async throws {
        let clock = NotedClock()
        nonisolated(unsafe) var requests = 0
        let source = PageRows<Int, Item, Int>(
            retry: .backingOff(from: .milliseconds(100), upTo: .milliseconds(500), failures: 6), clock: clock
        ) { _, _ in
            requests += 1
            throw Failure()
        }
        await #expect(throws: Failure.self) { try await source.rows(.first, limit: 5) }
        #expect(requests == 6)
        #expect(clock.pauses == [100, 200, 400, 500, 500].map { .milliseconds($0) })
    }

    @Test func finalErrorsAndCancelledRequestsAreNotMadeAgain() async {
        let clock = NotedClock()
        for error in [Failure() as any Error, CancellationError()] {
            nonisolated(unsafe) var requests = 0
            let source = PageRows<Int, Item, Int>(
                retry: .backingOff { !($0 is Failure) }, clock: clock
            ) { _, _ in
                requests += 1
                throw error
            }
            await #expect(throws: (any Error).self) { try await source.rows(.first, limit: 5) }
            #expect(requests == 1, "\(error)")
        }
        #expect(clock.pauses.isEmpty)
        // By default, a request is made once.
        let source = PageRows<Int, Item, Int>(clock: clock) { _, _ in throw Failure() }
        await #expect(throws: Failure.self) { try await source.rows(.last, limit: 5) }
        #expect(clock.pauses.isEmpty)
    }

    @Test func theNumberOfRowsIsRequestedAgain() async throws {
        let clock = NotedClock()
        nonisolated(unsafe) var requests = 0
        let source = PageRows<Int, Item, Int>(
            count: {
                requests += 1
                if requests < 3 { throw Failure() }
                return .exact(12)
            }, retry: .backingOff(), clock: clock, page: { _, _ in RowsOfPage([], next: nil) })
        var counts: [RowCount] = []
        for try await outline in source.outlines(since: nil) {
            if case .estimate(let count, _) = outline { counts.append(count) }
        }
        #expect(counts == [.exact(12)] && clock.pauses.count == 2)
    }

    /// Each page is requested once while a list is read from its start to its end.
    @Test func aPageIsRequestedOnce() async throws {
        let server = Server(count: 40, seed: 3, isFailing: false)
        let source = PageRows { try await server.page($0, $1) }
        var side = RowSide<PageRows<Int, Item, Int>.Key>.first
        while true {
            let slice = try await source.rows(side, limit: 10)
            guard !slice.isEnd, let last = slice.rows.last else { break }
            side = .after(last.key)
        }
        #expect(server.requests == [nil, 10, 20, 30])
    }

    @Test func theNextPageIsRequestedBeforeItIsNeeded() async throws {
        let server = Server(count: 40, seed: 5, isFailing: false)
        let source = PageRows(prefetches: true) { try await server.page($0, $1) }
        let first = try await source.rows(.first, limit: 10)
        await wait { server.requests.count >= 2 }
        #expect(server.requests == [nil, 10])
        let second = try await source.rows(.after(first.rows[first.rows.count - 1].key), limit: 10)
        #expect(Set((first.rows + second.rows).map(\.id)) == Set(0..<20))
        await wait { server.requests.count >= 3 }
        #expect(server.requests == [nil, 10, 20])
    }

    /// A request that was made ahead and failed is made again when the list needs it.
    @Test func aFailedRequestAheadIsMadeAgain() async throws {
        nonisolated(unsafe) var requests: [Int?] = []
        let lock = NSLock()
        let source = PageRows<Int, Item, Int>(prefetches: true) { cursor, _ in
            let number = lock.withLock {
                requests.append(cursor)
                return requests.count
            }
            if number == 2 { throw Failure() }
            let start = cursor ?? 0
            return RowsOfPage((start..<start + 10).map { Item(id: $0) }, next: start < 10 ? start + 10 : nil)
        }
        let first = try await source.rows(.first, limit: 10)
        await wait { lock.withLock({ requests.count }) >= 2 }
        let second = try await source.rows(.after(first.rows[9].key), limit: 10)
        #expect(second.rows.map(\.id) == Array(10..<20))
        #expect(lock.withLock { requests } == [nil, 10, 10])
    }

    private final class Shared: @unchecked Sendable {
        var pages: [[Int]]
        init(_ pages: [[Int]]) { self.pages = pages }
    }

    @Test func rowsOfAnEarlierPageAreLeftOut() async throws {
        let shared = Shared([[1, 2, 3], [3, 4, 2, 5], [6]])
        let source = PageRows<Int, Item, Int> { cursor, _ in
            let (page, pages) = (cursor ?? 0, shared.pages)
            return RowsOfPage(pages[page].map { Item(id: $0) }, next: page + 1 < pages.count ? page + 1 : nil)
        }
        func all() async throws -> [[Int]] {
            var (found, side) = ([[Int]](), RowSide<PageRows<Int, Item, Int>.Key>.first)
            while true {
                let slice = try await source.rows(side, limit: 10)
                found.append(slice.rows.map(\.id))
                guard !slice.isEnd, let last = slice.rows.last else { return found }
                side = .after(last.key)
            }
        }
        #expect(try await all() == [[1, 2, 3], [4, 5], [6]])
        // The server inserts a row. The row that leaves the first page belongs to the second one now.
        shared.pages = [[0, 1, 2], [3, 4], [5, 6]]
        #expect(try await all() == [[0, 1, 2], [3, 4], [5, 6]])
        #expect(await source.violations() == [])
    }

    // MARK: Cursors that name a row

    /// A feed, newest first. A cursor is the last row of the page before, which must still be there.
    private final class Feed: @unchecked Sendable {
        private let lock = NSLock()
        private var ids: [Int]

        init(_ ids: ClosedRange<Int>) { self.ids = ids.reversed() }

        func change(_ body: (inout [Int]) -> Void) { lock.withLock { body(&ids) } }

        func page(_ cursor: Int?, _ limit: Int) throws -> RowsOfPage<Int, Item> {
            try lock.withLock {
                if let cursor, !ids.contains(cursor) { throw Failure() }
                let rest = cursor.map { cursor in ids.filter { $0 < cursor } } ?? ids
                let rows = rest.prefix(limit).map { Item(id: $0) }
                return RowsOfPage(rows, next: rest.count > limit ? rows.last?.id : nil)
            }
        }
    }

    /// A cursor that can be compared, or cannot.
    private struct Opaque: Sendable { let id: Int }

    private func readAll<Cursor>(_ source: PageRows<Cursor, Item, Int>) async throws -> [Int] {
        var (found, side) = ([Int](), RowSide<PageRows<Cursor, Item, Int>.Key>.first)
        while true {
            let slice = try await source.rows(side, limit: 20)
            found += slice.rows.map(\.id)
            guard !slice.isEnd, let last = slice.rows.last else { return found }
            side = .after(last.key)
        }
    }

    private func checkFeed<Cursor>(_ feed: Feed, _ source: PageRows<Cursor, Item, Int>) async throws {
        #expect(try await readAll(source) == (101...200).reversed())
        feed.change { $0.insert(contentsOf: (201...210).reversed(), at: 0) }
        #expect(try await readAll(source) == (101...210).reversed())
        #expect(try await source.rows(.last, limit: 20).rows.map(\.id) == (101...110).reversed())
        // The rows that the cursors of later pages name are deleted.
        feed.change { $0 = [300, 210] }
        #expect(try await source.rows(.first, limit: 20).rows.map(\.id) == [300, 210])
        let last = try await source.rows(.last, limit: 20)
        #expect(last.rows.map(\.id) == [300, 210] && last.isEnd)
        let after = try await source.rows(.after(last.rows[1].key), limit: 20)
        #expect(after.rows.isEmpty && after.isEnd)
    }

    @Test(arguments: [false, true]) func rowsBetweenPagesAreReached(prefetches: Bool) async throws {
        let (feed, other) = (Feed(101...200), Feed(101...200))
        try await checkFeed(feed, PageRows(prefetches: prefetches) { try feed.page($0, $1) })
        try await checkFeed(
            other,
            PageRows<Opaque, Item, Int>(prefetches: prefetches) { cursor, limit in
                let page = try other.page(cursor?.id, limit)
                return RowsOfPage(page.rows, next: page.next.map { Opaque(id: $0) })
            })
    }

    /// The first page is read again while the answer for a later one is under way.
    @Test func anAnswerForAnOldCursorIsRequestedAgain() async throws {
        let feed = Feed(101...200)
        let (asked, gate) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        nonisolated(unsafe) var isWaiting = true
        let source = PageRows<Int, Item, Int> { cursor, limit in
            let page = try feed.page(cursor, limit)
            if cursor == 181, isWaiting {
                isWaiting = false
                asked.continuation.finish()
                for await _ in gate.stream {}
            }
            return page
        }
        let first = try await source.rows(.first, limit: 20)
        let second = Task { try await source.rows(.after(first.rows[19].key), limit: 20) }
        for await _ in asked.stream {}
        feed.change { $0.insert(contentsOf: (201...210).reversed(), at: 0) }
        #expect(try await source.rows(.first, limit: 20).rows.map(\.id) == (191...210).reversed())
        gate.continuation.finish()
        #expect(try await second.value.rows.map(\.id) == (171...190).reversed())
    }

    /// Pages with numbers keep their numbers, and are not requested again for a row that was inserted.
    @Test func pagesWithNumbersAreNotReachedAgain() async throws {
        let shared = Shared([[1, 2], [3, 4], [5, 6], [7]])
        nonisolated(unsafe) var requests: [Int] = []
        let source = PageRows<Int, Item, Int> { cursor, _ in
            requests.append(cursor ?? 0)
            let (page, pages) = (cursor ?? 0, shared.pages)
            return RowsOfPage(pages[page].map { Item(id: $0) }, next: page + 1 < pages.count ? page + 1 : nil)
        }
        _ = try await readAll(source)
        shared.pages = [[0, 1], [2, 3], [4, 5], [6, 7]]
        _ = try await source.rows(.first, limit: 20)
        requests = []
        // The row 6 belongs to the page before until that one is read again.
        #expect(try await source.rows(.from(.init(page: 3, place: 0)), limit: 20).rows.map(\.id) == [7])
        #expect(requests == [3])
    }
}
