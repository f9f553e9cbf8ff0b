import ListEngine
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
        for _ in 0..<100_000 where !live.count.isExact {
            await Task.yield()
            scheduler.runPending()
            live.show(0..<live.numberOfItems)
        }
        #expect(live.count == .exact(14))
        #expect((0..<live.numberOfItems).map { live.id(at: $0) } == Array(0..<14))
    }
}
