import Foundation
import ListEngineData
import ListEngineDataTesting
import TestSupport
import Testing

/// The test of sources: it finds nothing in the sources of the package, and each planted lie.
@Suite struct RowSourceViolationTests {
    typealias Source = ArrayRows<Int, Int, String>
    typealias Edit = RowEdit<Int, Int, String>
    typealias Rule = RowSourceViolation.Rule

    private static func rows(_ count: Int) -> [KeyedRow<Int, Int, String>] {
        (0..<count).map { KeyedRow(key: 3 * $0, id: -$0, row: "row \($0)") }
    }

    /// Random edits of random rows.
    private static func change(_ source: Source, seed: UInt64, _ number: Int) {
        var random = TestRandom(seed: seed &* 1_000 &+ UInt64(number))
        let rows = source.rows
        var edits: [UInt64: Edit] = [:]
        for _ in 0..<random.int(in: 1...5) {
            let key = random.below(900)
            if rows.isEmpty || random.chance(oneIn: 3) {
                guard !rows.contains(where: { $0.key == key }) else { continue }
                let id = 1_000 * (number + 1) + random.below(1_000)
                edits[UInt64(id)] = Edit(id: id, old: nil, new: key, row: "new")
            } else {
                let row = rows[random.below(rows.count)]
                let new = random.pick(nil, row.key, key)
                edits[UInt64(bitPattern: Int64(row.id))] = Edit(
                    id: row.id, old: row.key, new: new, row: new.map { "at \($0)" })
            }
        }
        source.apply(Array(edits.values))
    }

    @Test func sourcesInMemoryFollowTheRules() async {
        for seed in LawCases.seeds(20) {
            let count = [0, 1, 2, 30, 300][Int(seed % 5)]
            let source = Source(Self.rows(count), pageSize: Int(seed % 7) + 1) { key in
                RowHeading(first: key / 100 * 100, title: "\(key / 100)")
            }
            let found = await source.violations(seed: seed) { Self.change(source, seed: seed, $0) }
            #expect(found == [], "seed \(seed)")
        }
    }

    /// Only the rows near the ends of a longer source are compared.
    @Test func longSourcesFollowTheRules() async {
        for seed in LawCases.seeds(5) {
            let source = Source(Self.rows(3_000))
            let found = await source.violations(seed: seed, mostRows: 200) { Self.change(source, seed: seed, $0) }
            #expect(found == [], "seed \(seed)")
        }
    }

    @Test func pagesOfAServerFollowTheRules() async {
        for seed in LawCases.seeds(20) {
            let server = Server(count: Int(seed % 6) * 23, seed: seed)
            let source = PageRows<Int, Server.Item, Int>(
                count: { .exact(server.count) }, page: { try await server.page($0, $1) })
            #expect(await source.violations(seed: seed) == [], "seed \(seed)")
        }
    }

    struct Server: Sendable {
        struct Item: Identifiable, Sendable { let id: Int }

        let count: Int
        let seed: UInt64

        /// Pages have sizes of the server's choice. The last one may be empty.
        func page(_ cursor: Int?, _ limit: Int) async throws -> RowsOfPage<Int, Item> {
            let start = cursor ?? 0
            var random = TestRandom(seed: seed &+ UInt64(start))
            let end = min(count, start + random.int(in: 1...max(1, limit)))
            let isLast = end == count && (start == end || random.chance(oneIn: 2))
            return RowsOfPage((start..<end).map { Item(id: $0) }, next: isLast ? nil : end)
        }
    }

    // MARK: Lies

    /// Counts turns of the other tasks and not time, so that a busy machine changes nothing.
    private struct YieldingClock: Clock {
        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            for _ in 0..<20_000 {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// A source that breaks one rule, on top of one that breaks none.
    private struct Liar: RowSource {
        let source: Source
        var slice:
            @Sendable (_ side: RowSide<Int>, _ limit: Int, _ slice: RowSlice<Int, Int, String>) async throws ->
                RowSlice<Int, Int, String> = { $2 }
        var outline: @Sendable (RowOutline<Int>) -> RowOutline<Int> = { $0 }
        var report: @Sendable (RowChanges<Int, Int, String>) -> RowChanges<Int, Int, String>? = { $0 }

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, String> {
            try await slice(side, limit, source.rows(side, limit: limit))
        }

        func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Int>, any Error> {
            let (source, outline) = (source, outline)
            return AsyncThrowingStream { stream in
                Task.detached {
                    var outlines = source.outlines(since: revision).makeAsyncIterator()
                    while let next = try await outlines.next() { stream.yield(outline(next)) }
                    stream.finish()
                }
            }
        }

        func changes() -> AsyncStream<RowChanges<Int, Int, String>> {
            let (changes, report) = (source.changes(), report)
            return AsyncStream { stream in
                let task = Task.detached {
                    var changes = changes.makeAsyncIterator()
                    while let change = await changes.next() {
                        if let change = report(change) { stream.yield(change) }
                    }
                    stream.finish()
                }
                stream.onTermination = { _ in task.cancel() }
            }
        }
    }

    /// The rules that a liar breaks.
    private func rules(
        limit: Duration? = nil, _ plant: (inout Liar) -> Void
    ) async -> Set<Rule> {
        let source = Source(Self.rows(200), pageSize: 20)
        var liar = Liar(source: source)
        plant(&liar)
        let found = await liar.violations(limit: limit, clock: YieldingClock(), changes: 4) {
            Self.change(source, seed: 7, $0)
        }
        return Set(found.map(\.rule))
    }

    @Test func aLiarWithoutLiesBreaksNoRule() async { #expect(await rules { _ in } == []) }

    @Test func liesAboutSlicesAreNamed() async {
        #expect(await rules { $0.slice = { _, _, slice in slice.with { $0.reverse() } } }.contains(.order))
        // A row of a page comes twice.
        #expect(
            await rules { liar in
                liar.slice = { _, _, slice in
                    slice.with { if $0.count > 1 { $0[1].id = $0[0].id } }
                }
            }.contains(.identity))
        // The row of the key comes with those after it.
        #expect(
            await rules { liar in
                let source = liar.source
                liar.slice = { side, limit, slice in
                    if case .after(let key) = side { try await source.rows(.from(key), limit: limit) } else { slice }
                }
            }.contains(.side))
        // The first row after a key is left out. Forward, the slices do not meet.
        let gap = await rules {
            $0.slice = { side, _, slice in
                guard case .after = side else { return slice }
                return slice.with { if $0.count > 1 { $0.removeFirst() } }
            }
        }
        #expect(gap.isSuperset(of: [.meeting, .seek]))
        // A key between two rows leads to the row before it.
        #expect(
            await rules { liar in
                let source = liar.source
                liar.slice = { side, limit, slice in
                    guard case .before(let key) = side, let last = slice.rows.last, last.key < key - 1 else {
                        return slice
                    }
                    return try await source.rows(.before(last.key), limit: limit)
                }
            }.contains(.seek))
    }

    @Test func liesAboutEndsAreNamed() async {
        #expect(
            await rules {
                $0.slice = { _, limit, slice in
                    RowSlice(slice.rows, isEnd: slice.isEnd || slice.rows.count < 4, revision: slice.revision)
                }
            } == [.end])
        // A source that never ends.
        #expect(
            await rules { $0.slice = { _, _, slice in RowSlice(slice.rows, isEnd: false, revision: slice.revision) } }
                .contains(.end))
    }

    @Test func liesAboutCountsAreNamed() async {
        func lie(_ change: @escaping @Sendable (inout [RowPage<Int>]) -> Void) async -> Set<Rule> {
            await rules { liar in
                liar.outline = { outline in
                    guard case .pages(var pages, let end, let revision) = outline else { return outline }
                    change(&pages)
                    return .pages(pages, end: end, revision: revision)
                }
            }
        }
        #expect(await lie { $0[3].count += 1 } == [.count])
        #expect(await lie { $0.removeFirst() } == [.count])
        #expect(await lie { $0.swapAt(2, 5) } == [.count])
        #expect(await rules { $0.outline = { _ in .estimate(count: .exact(7), quantiles: []) } } == [.count])
        #expect(
            await rules { $0.outline = { _ in .estimate(count: .unknown(atLeast: 9_000), quantiles: []) } } == [.count])
        #expect(
            await rules { $0.outline = { _ in .estimate(count: .estimated(200, within: -1), quantiles: []) } } == [
                .count
            ])
        #expect(
            await rules { $0.outline = { _ in .estimate(count: .estimated(200, within: 9), quantiles: [5, 3]) } } == [
                .count
            ])
    }

    @Test func liesAboutChangesAreNamed() async {
        func lie(_ change: @escaping @Sendable ([Edit]) -> [Edit]) async -> Set<Rule> {
            await rules { liar in
                liar.report = { report in
                    guard case .edits(let edits, let revision) = report else { return report }
                    return .edits(change(edits), revision)
                }
            }
        }
        // The last edit is missing; the old key is wrong; an edit is there twice.
        #expect(await lie { $0.dropLast() } == [.change])
        #expect(
            await lie { $0.map { Edit(id: $0.id, old: $0.old.map { $0 + 1 }, new: $0.new, row: $0.row) } } == [.change])
        #expect(await lie { $0 + $0.prefix(1) } == [.change])
        // New contents without an edit.
        let source = Source(Self.rows(20))
        var liar = Liar(source: source)
        liar.report = { .edits([], $0.revision) }
        let found = await liar.violations { number in
            source.apply([Edit(id: -number, old: 3 * number, new: 3 * number, row: "new")])
        }
        #expect(Set(found.map(\.rule)) == [.change])
        // A change is never reported, or only after it could be seen: the test does not wait for it.
        #expect(await rules(limit: .seconds(1)) { $0.report = { _ in nil } } == [.change])
    }

    /// A list ignores the second of two changes that have one revision.
    @Test func changesOfOneRevisionAreNamed() async {
        let source = Source(Self.rows(20))
        let (changes, reports) = AsyncStream.makeStream(of: RowChanges<Int, Int, String>.self)
        let liar = Split(source: source, reports: changes)
        let found = await liar.violations(changes: 1) { _ in
            let edits = [Edit(id: -1, old: 3, new: nil), Edit(id: -2, old: 6, new: nil)]
            source.apply(edits)
            for edit in edits { reports.yield(.edits([edit], RowRevision(1))) }
        }
        #expect(Set(found.map(\.rule)) == [.change], "\(found)")
    }

    private struct Split: RowSource {
        let source: Source
        let reports: AsyncStream<RowChanges<Int, Int, String>>

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, String> {
            try await source.rows(side, limit: limit)
        }
        func changes() -> AsyncStream<RowChanges<Int, Int, String>> { reports }
    }

    @Test func oldContentsInAnEditAreNamed() async {
        let source = Source(Self.rows(20))
        var liar = Liar(source: source)
        liar.report = { report in
            guard case .edits(let edits, let revision) = report else { return report }
            return .edits(edits.map { Edit(id: $0.id, old: $0.old, new: $0.new, row: "old") }, revision)
        }
        let found = await liar.violations { number in
            source.apply([Edit(id: -number, old: 3 * number, new: 3 * number, row: "new")])
        }
        #expect(Set(found.map(\.rule)) == [.change])
    }

    /// A number that is not equal to itself is no new content.
    @Test func contentsThatCannotBeComparedBreakNoRule() async {
        let rows = (0..<20).map { KeyedRow(key: $0, id: $0, row: $0 % 2 == 0 ? Double.nan : 1) }
        let source = ArrayRows<Int, Int, Double>(rows)
        let found = await source.violations { number in
            source.apply([RowEdit(id: number, old: number, new: number, row: .nan)])
        }
        #expect(found == [])
    }

    /// The first slice has no rows and is not the end, but the last one has rows.
    @Test func anEmptyFirstSliceIsNamed() async {
        let found = await rules {
            $0.slice = { side, _, slice in
                guard case .first = side else { return slice }
                return RowSlice([], isEnd: false, revision: slice.revision)
            }
        }
        #expect(found.contains(.end))
    }

    @Test func countsOfALaterRevisionAreNamed() async {
        let found = await rules {
            $0.outline = { outline in
                guard case .pages(let pages, let end, let revision) = outline else { return outline }
                return .pages(pages, end: end, revision: RowRevision(revision.number + 9))
            }
        }
        #expect(found == [.count])
    }

    @Test func liesAboutRevisionsAreNamed() async {
        let number = Counter()
        #expect(
            await rules {
                $0.slice = { _, _, slice in
                    RowSlice(slice.rows, isEnd: slice.isEnd, revision: RowRevision(number.next()))
                }
            }.contains(.revision))
        #expect(
            await rules {
                $0.slice = { _, _, slice in
                    RowSlice(slice.rows, isEnd: slice.isEnd, revision: RowRevision(1_000 - min(900, number.next())))
                }
            }.contains(.revision))
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number: UInt64 = 0

        func next() -> UInt64 {
            lock.withLock {
                number += 1
                return number
            }
        }
    }

    @Test func missingAnswersAreNamed() async {
        struct Failure: Error {}
        #expect(await rules { $0.slice = { _, _, _ in throw Failure() } } == [.answer])
        // It waits for a cancellation that it does not get: the call of the test ends nevertheless.
        #expect(
            await rules(limit: .seconds(1)) {
                $0.slice = { _, _, slice in
                    try await Task.sleep(for: .seconds(1_000_000))
                    return slice
                }
            } == [.answer])
    }

    /// Does not answer cancelled calls.
    private final class Stubborn: RowSource, @unchecked Sendable {
        private let lock = NSLock()
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, String> {
            if Task.isCancelled { await withCheckedContinuation { call in lock.withLock { waiting.append(call) } } }
            return RowSlice([], isEnd: true)
        }

        func end() { for call in lock.withLock({ waiting }) { call.resume() } }
    }

    @Test func aCallThatDoesNotEndWhenItIsCancelledIsNamed() async {
        let source = Stubborn()
        #expect(Set(await source.violations(limit: .seconds(1), clock: YieldingClock()).map(\.rule)) == [.cancellation])
        source.end()
    }

    @MainActor private final class OnMainActor: RowSource {
        let source = Source(RowSourceViolationTests.rows(5))
        func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, String> {
            let slice = try await source.rows(side, limit: limit)
            return RowSlice(slice.rows, isEnd: slice.isEnd, revision: slice.revision)
        }
    }

    @Test func aSourceOnTheMainActorIsNamed() async {
        let found = await OnMainActor().violations()
        #expect(Set(found.map(\.rule)) == [.thread])
    }
}

extension RowSlice {
    /// The slice with other rows.
    fileprivate func with(_ change: (inout [KeyedRow<Key, ID, Row>]) -> Void) -> RowSlice {
        var rows = rows
        change(&rows)
        return RowSlice(rows, isEnd: isEnd, revision: revision)
    }
}
