import TestSupport
import Testing

@testable import ListEngineData

/// The requests of a list to its source.
@MainActor
@Suite struct ReadingTests {
    typealias Source = ArrayRows<Int, Int, Int>

    private struct NoAnswer: Error {}

    @MainActor
    private final class Readers {
        var all: [ScriptedReader<Source>] = []
        var last: ScriptedReader<Source> { all[all.count - 1] }
    }

    private func make(_ readers: Readers) -> LiveRows<Source> {
        LiveRows(Source(), pageSize: 10) { _ in
            let reader = ScriptedReader<Source>()
            readers.all.append(reader)
            return reader
        }
    }

    private func rows(_ keys: Range<Int>, isEnd: Bool = false) -> Result<RowSlice<Int, Int, Int>, any Error> {
        .success(RowSlice(keys.map { KeyedRow(key: $0, id: $0, row: $0) }, isEnd: isEnd))
    }

    @Test func nothingIsRequestedBeforeTheChangesAreFollowed() {
        let readers = Readers()
        let live = make(readers)
        live.show(0..<5)
        #expect(readers.last.reads.isEmpty)
        readers.last.opened?()
        #expect(readers.last.reads.map(\.side) == [.first])
    }

    @Test func failedRowsAreReadAgainOnlyByRetry() throws {
        let readers = Readers()
        let live = make(readers)
        readers.last.opened?()
        let first = try #require(readers.last.reads.first)
        readers.last.remove(first)
        first.done(.failure(NoAnswer()))
        guard case .failed(let error) = live.state(at: 0) else {
            Issue.record("\(live.state(at: 0))")
            return
        }
        #expect(error is NoAnswer)
        live.show(0..<5)
        #expect(readers.last.reads.isEmpty)
        live.retry()
        #expect(readers.last.reads.map(\.side) == [.first])
        readers.last.reads.first?.done(rows(0..<10, isEnd: true))
        #expect(live.state(at: 0).row == 0)
        #expect(live.count == .exact(10))
    }

    @Test func readingIsCancelledAndBegunAgain() throws {
        let readers = Readers()
        let live = make(readers)
        var notices = 0
        live.onUpdate = { _ in notices += 1 }
        // Before the source is open.
        #expect(live.isReading)
        live.cancel()
        #expect(!live.isReading && live.failure is CancellationError && notices == 1)
        readers.last.opened?()
        #expect(readers.last.reads.isEmpty)
        live.retry()
        #expect(live.isReading && live.failure == nil && notices == 2)
        let first = try #require(readers.last.waiting.first)
        live.cancel()
        #expect(readers.last.waiting.isEmpty && !live.isReading && notices == 3)
        #expect(live.state(at: 0).failure is CancellationError)
        // It comes too late.
        first.done(rows(0..<10))
        #expect(live.state(at: 0).row == nil)
        live.show(0..<5)
        #expect(readers.last.waiting.isEmpty)
        live.retry()
        readers.last.waiting.first?.done(rows(0..<10))
        #expect(live.state(at: 0).row == 0 && live.failure == nil)
        // The rows that are there stay.
        live.show(5..<15)
        #expect(live.isReading)
        live.cancel()
        #expect(live.state(at: 5).row == 5 && live.state(at: 10).failure is CancellationError)
        live.retry()
        #expect(live.isReading)
        readers.last.waiting.last?.done(rows(10..<20, isEnd: true))
        #expect(live.state(at: 10).row == 10 && !live.isReading)
        live.cancel()
        #expect(live.failure == nil)
    }

    @Test func aReplacementIsCancelled() {
        let readers = Readers()
        let live = make(readers)
        readers.last.opened?()
        readers.last.waiting.first?.done(rows(0..<3, isEnd: true))
        var results: [String] = []
        live.replace(with: Source()) { results.append("\($0)") }
        #expect(live.isReading && live.isReplacing)
        live.cancel()
        #expect(!live.isReading && !live.isReplacing && readers.last.isStopped)
        #expect(results.count == 1 && results[0].contains("CancellationError"))
        #expect(live.state(at: 0).row == 0 && live.failure == nil)
    }

    @Test func fastScrollingReadsFurtherAhead() {
        func limit(step: Int) -> Int? {
            let readers = Readers()
            let live = make(readers)
            readers.last.opened?()
            readers.last.outlines?(.estimate(count: .estimated(1_000, within: 10), quantiles: []))
            readers.last.reads.first?.done(rows(0..<10))
            live.show(0..<20)
            readers.last.reads.last?.done(rows(10..<40))
            live.show(step..<step + 20)
            return readers.last.waiting.last.map(\.limit)
        }
        #expect(limit(step: 1) == 10)
        #expect(limit(step: 60) == 120)
    }

    /// The rows that are read move with the rows on the screen, not with the placeholders above them.
    @Test func rowsOnTheScreenStayLoadedWhenThoseAboveAreCounted() {
        let reader = ScriptedReader<Source>()
        let live = LiveRows(Source(), at: .from(1_000), pageSize: 4, mostLoaded: 3) { _ in reader }
        reader.opened?()
        reader.waiting.first?.done(rows(1_000..<1_004))
        live.show(1..<3)
        #expect(live.id(at: 1) == 1_000)
        reader.outlines?(.pages([RowPage(first: 0, count: 1_000)], end: 1_000, revision: .initial))
        #expect(live.id(at: 1_000) == 1_000)
        #expect(live.id(at: 1_001) == 1_001)
    }

    @Test func aRequestIsCancelledWhenTheListHasScrolledAway() throws {
        let readers = Readers()
        let live = make(readers)
        readers.last.opened?()
        readers.last.outlines?(
            .pages((0..<100).map { RowPage(first: $0 * 100, count: 100) }, end: nil, revision: .initial))
        readers.last.reads.first?.done(rows(0..<10))
        live.show(2_000..<2_010)
        let early = try #require(readers.last.waiting.first { $0.side == .from(2_000) })
        #expect(early.limit == 100)
        live.show(8_000..<8_010)
        #expect(readers.last.cancelled.contains(early.number))
        #expect(readers.last.waiting.contains { $0.side == .from(8_000) })
        // An answer that comes all the same is ignored.
        early.done(rows(2_000..<2_100))
        #expect(live.id(at: 2_000) == nil)
    }

    @Test func theOldRowsStayUntilTheFirstNewOnesAreThere() {
        let readers = Readers()
        let live = make(readers)
        readers.last.opened?()
        readers.last.reads.first?.done(rows(0..<10, isEnd: true))
        var results: [String] = []
        live.replace(with: Source()) { if case .failure(let error) = $0 { results.append("1 \(type(of: error))") } }
        readers.last.opened?()
        live.replace(with: Source()) { if case .success = $0 { results.append("2") } }
        #expect(results == ["1 CancellationError"])
        #expect(readers.all[1].isStopped)
        #expect(live.id(at: 9) == 9)
        var update = RowsUpdate()
        live.onUpdate = { update = $0 }
        readers.last.opened?()
        readers.last.reads.first?.done(rows(5..<10, isEnd: true))
        #expect(results == ["1 CancellationError", "2"])
        #expect(update.deleted == [0..<1, 1..<2, 2..<3, 3..<4, 4..<5])
        #expect(update.moves.isEmpty && update.inserted.isEmpty && update.loaded.isEmpty && update.changed.isEmpty)
        #expect(live.numberOfItems == 5)
        #expect(readers.all[0].isStopped)
    }

    @Test func pagesOfAnOutlineArriveInParts() {
        let outline = RowOutline.pages((0..<5).map { RowPage(first: $0, count: 1) }, end: 9, revision: .initial)
        let parts = outline.parts(of: 2).map { part -> String in
            guard case .pages(let pages, let end, _) = part else { return "estimate" }
            return "\(pages.map(\.first)) \(end ?? -1)"
        }
        #expect(parts == ["[0, 1] 2", "[2, 3] 4", "[4] 9"])
    }

    /// Whoever shows the rows knows whether there is a failure, and which rows say so, whatever happens in which order.
    @Test func eachFailureIsAnnounced() {
        for seed in 1...300 {
            var random = TestRandom(seed: UInt64(seed))
            let readers = Readers()
            let live = make(readers)
            live.show(0..<4)
            var (known, marked, log) = (false, Set<Int>(), [String]())
            live.onUpdate = { [unowned live] update in
                known = live.failure != nil
                for position in 0..<min(4, live.numberOfItems) {
                    let isNew = update.changed.contains(position) || update.loaded.contains { $0.contains(position) }
                    guard isNew || !update.inserted.isEmpty || !update.deleted.isEmpty || !update.moves.isEmpty else {
                        continue
                    }
                    if live.state(at: position).failure != nil {
                        marked.insert(position)
                    } else {
                        marked.remove(position)
                    }
                }
            }
            for _ in 0..<30 {
                let reader = readers.all[random.below(readers.all.count)]
                let step = random.below(9)
                log.append("\(step)")
                switch step {
                case 0: live.replace(with: Source())
                case 1: reader.changes?(.everything(RowRevision(UInt64(log.count))))
                case 2: live.cancel()
                case 3: live.retry()
                case 4: if random.chance(oneIn: 2) { live.didNotMake(NoAnswer()) {} } else { _ = live.beginMaking() }
                case 5: reader.opened?()
                default:
                    guard let read = reader.waiting.first else { break }
                    reader.remove(read)
                    read.done(step == 6 ? .failure(NoAnswer()) : rows(0..<4, isEnd: true))
                }
                #expect(known == (live.failure != nil), "seed \(seed), \(log)")
                let failed = (0..<min(4, live.numberOfItems)).filter { live.state(at: $0).failure != nil }
                #expect(marked.filter { $0 < live.numberOfItems } == Set(failed), "seed \(seed), \(log)")
            }
        }
    }
}
