import TestSupport
import Testing

@testable import ListEngineData

/// Answers, changes and errors in an unusual order. Each test calls a scripted reader step by step.
@MainActor
@Suite struct AnswerOrderTests {
    typealias Source = ArrayRows<Int, Int, Int>
    typealias Read = ScriptedReader<Source>.Read

    struct NoAnswer: Error {}

    @MainActor
    final class Readers {
        var all: [ScriptedReader<Source>] = []
        var last: ScriptedReader<Source> { all[all.count - 1] }

        func make(pageSize: Int = 10) -> LiveRows<Source> {
            LiveRows(Source(), pageSize: pageSize) { _ in
                self.all.append(ScriptedReader())
                return self.last
            }
        }
    }

    func slice(_ keys: Range<Int>, isEnd: Bool = false, _ revision: UInt64 = 0) -> Result<
        RowSlice<Int, Int, Int>, any Error
    > {
        let rows = keys.map { KeyedRow(key: $0, id: $0, row: $0) }
        return .success(RowSlice(rows, isEnd: isEnd, revision: RowRevision(revision)))
    }

    /// Answers the oldest request that waits with the rows of `0..<count`.
    func answer(_ reader: ScriptedReader<Source>, of count: Int, _ revision: UInt64 = 0) {
        guard let read = reader.waiting.first else { return }
        reader.remove(read)
        let all = 0..<count
        let there = all.filter { read.side.bound.isAfter($0) == read.side.isBackward }
        let part = read.side.isBackward ? there.suffix(read.limit) : there.prefix(read.limit)
        let keys = part.first.map { $0..<$0 + part.count } ?? 0..<0
        read.done(slice(keys, isEnd: part.count == there.count, revision))
    }

    func fail(_ reader: ScriptedReader<Source>) {
        guard let read = reader.waiting.first else { return }
        reader.remove(read)
        read.done(.failure(NoAnswer()))
    }

    /// A list of ten rows, all of them loaded.
    func tenRows(_ readers: Readers) -> LiveRows<Source> {
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 10)
        return live
    }

    // MARK: Replacements

    @Test func aRestartDoesNotCancelAReplacement() {
        let readers = Readers()
        let live = tenRows(readers)
        var results: [Bool] = []
        live.replace(with: Source()) { if case .success = $0 { results.append(true) } else { results.append(false) } }
        readers.all[0].changes?(.everything(RowRevision(5)))
        #expect(readers.all.count == 2)
        readers.last.opened?()
        answer(readers.last, of: 3)
        #expect(results == [true])
        #expect(live.numberOfItems == 3)
        // The former source is not read again.
        live.retry()
        #expect(readers.all.count == 2)
    }

    @Test func aSourceThatWasChangedIsReadAgainAfterAFailedReplacement() {
        let readers = Readers()
        let live = tenRows(readers)
        live.replace(with: Source())
        readers.all[0].changes?(.everything(RowRevision(5)))
        readers.last.opened?()
        #expect(live.failure == nil)
        fail(readers.last)
        #expect(!live.isReplacing)
        #expect(live.failure != nil)
        live.retry()
        #expect(live.failure == nil)
        readers.last.opened?()
        answer(readers.last, of: 4, 5)
        #expect(live.numberOfItems == 4)
    }

    @Test func theReasonWhyRowsAreOutOfDateIsKnown() {
        let readers = Readers()
        let live = tenRows(readers)
        readers.all[0].changes?(.everything(RowRevision(5)))
        readers.last.opened?()
        #expect(live.failure == nil)
        fail(readers.last)
        #expect(live.failure is NoAnswer)
        #expect(live.numberOfItems == 10)
        live.retry()
        readers.last.opened?()
        answer(readers.last, of: 4, 5)
        #expect(live.failure == nil)
    }

    @Test(arguments: [false, true])
    func countsThatArriveBeforeTheRowsThatAreReadAgainAreExact(isFailing: Bool) {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.pages([RowPage(first: 0, count: 500)], end: nil, revision: .initial))
        answer(readers.last, of: 500)
        #expect(live.count == .exact(500))
        // Half of the rows are deleted. The rows on the screen are read after the count.
        readers.last.changes?(.somewhere(RowRevision(5)))
        readers.last.outlines?(.pages([RowPage(first: 0, count: 250)], end: nil, revision: RowRevision(5)))
        readers.last.outlines?(nil)
        #expect(readers.last.waiting.map(\.side) == [.first])
        if isFailing {
            fail(readers.last)
            live.retry()
        }
        answer(readers.last, of: 250, 5)
        #expect(live.count == .exact(250))
        #expect(live.numberOfItems == 250)
    }

    @Test(arguments: [false, true])
    func theLastRowsAreReadIfTheListIsShorterThanThePlaceOnTheScreen(isCountedFirst: Bool) {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.pages([RowPage(first: 0, count: 500)], end: nil, revision: .initial))
        answer(readers.last, of: 500)
        live.show(480..<490)
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 500) }
        #expect(live.id(at: 480) == 480)
        readers.last.changes?(.everything(RowRevision(5)))
        readers.last.opened?()
        func count() {
            readers.last.outlines?(.pages([RowPage(first: 0, count: 3)], end: nil, revision: RowRevision(5)))
        }
        if isCountedFirst { count() }
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 3, 5) }
        if !isCountedFirst { count() }
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 3, 5) }
        #expect((0..<live.numberOfItems).map { live.id(at: $0) } == [0, 1, 2])
    }

    @Test func theProgramLearnsThatACountIsExact() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .estimated(100, within: 10), quantiles: []))
        answer(readers.last, of: 100)
        var counts: [RowCount] = []
        live.onUpdate = { [unowned live] update in if update.isEmpty { counts.append(live.count) } }
        #expect(!live.count.isExact)
        readers.last.outlines?(.pages([RowPage(first: 0, count: 100)], end: nil, revision: .initial))
        #expect(live.count == .exact(100))
        #expect(counts == [.exact(100)])
    }

    @Test func aReplacementIsReadAgainIfItsFirstRowsAreOutOfDate() {
        let readers = Readers()
        let live = tenRows(readers)
        var isShown = false
        live.replace(with: Source(), at: .from(3)) { if case .success = $0 { isShown = true } }
        readers.last.opened?()
        readers.last.changes?(.somewhere(RowRevision(5)))
        answer(readers.last, of: 10, 4)
        #expect(readers.last.waiting.map(\.side) == [.from(3)])
        answer(readers.last, of: 10, 5)
        #expect(isShown)
        #expect(!live.isReplacing)
    }

    /// A source may begin its changes with its current revision.
    @Test func anOldNoticeOfChangesRestartsNothing() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.changes?(.everything(RowRevision(5)))
        answer(readers.last, of: 10, 5)
        readers.last.changes?(.everything(RowRevision(5)))
        #expect(readers.all.count == 1)
        #expect(live.numberOfItems == 10)
        readers.last.changes?(.everything(RowRevision(6)))
        #expect(readers.all.count == 2)
    }

    @Test func theVisibleRowsAreReadAfterAReplacement() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 200)
        readers.last.outlines?(.estimate(count: .exact(200), quantiles: []))
        live.show(5..<8)
        live.replace(with: Source())
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .exact(200), quantiles: []))
        let first = readers.last.waiting[0]
        readers.last.remove(first)
        first.done(slice(0..<4))
        #expect(readers.last.waiting.map(\.side) == [.after(3)])
    }

    // MARK: Changes that no one describes

    @Test func rowsThatAppearInAnEmptySourceAreRead() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 0)
        #expect(live.count == .exact(0))
        readers.last.changes?(.somewhere(RowRevision(1)))
        #expect(!live.count.isExact)
        answer(readers.last, of: 3, 1)
        #expect(live.count == .exact(3))
    }

    @Test func rowsThatAreAppendedSomewhereAreRead() {
        let readers = Readers()
        let live = tenRows(readers)
        live.show(0..<15)
        readers.last.changes?(.somewhere(RowRevision(1)))
        #expect(!live.count.isExact)
        for _ in 0..<5 { answer(readers.last, of: 15, 1) }
        #expect(live.count == .exact(15))
        #expect(live.id(at: 14) == 14)
    }

    /// All rows of a short list are loaded, or there are none. Another program adds many.
    @Test(arguments: [0, 10], [false, true])
    func aLoadedListThatGrowsIsCounted(rows: Int, isCountedFirst: Bool) {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: rows)
        #expect(live.count == .exact(rows))
        readers.last.changes?(.somewhere(RowRevision(5)))
        func count() {
            let pages = [RowPage(first: 0, count: 6_000), RowPage(first: 6_000, count: 4_050)]
            readers.last.outlines?(.pages(pages, end: nil, revision: RowRevision(5)))
        }
        if isCountedFirst { count() }
        answer(readers.last, of: 10_050, 5)
        if !isCountedFirst { count() }
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 10_050, 5) }
        #expect(live.count == .exact(10_050))
        #expect(live.numberOfItems == 10_050)
    }

    /// The same at the end of a long list, and when the source does not count its rows.
    @Test(arguments: [nil, false, true] as [Bool?])
    func rowsAfterTheLastLoadedOneAreCounted(isCountedFirst: Bool?) {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.pages([RowPage(first: 0, count: 500)], end: nil, revision: .initial))
        answer(readers.last, of: 500)
        live.show(490..<500)
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 500) }
        #expect(live.id(at: 499) == 499)
        readers.last.changes?(.somewhere(RowRevision(5)))
        func count() {
            let pages = (0..<9).map { RowPage(first: 100 * $0, count: 100) }
            readers.last.outlines?(.pages(pages, end: nil, revision: RowRevision(5)))
        }
        if isCountedFirst == true { count() }
        answer(readers.last, of: 900, 5)
        if isCountedFirst == nil {
            guard case .unknown = live.count else {
                Issue.record("\(live.count)")
                return
            }
            return
        }
        if isCountedFirst == false { count() }
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 900, 5) }
        #expect(live.count == .exact(900))
        #expect(live.id(at: 499) == 499)
    }

    /// A section begins among rows that are out of date, and they have none of its rows.
    @Test func aSectionThatBeginsAfterTheLoadedRowsIsCounted() {
        let readers = Readers()
        let live = tenRows(readers)
        readers.last.changes?(.sections([RowHeading(first: 0, title: "A")], .initial))
        readers.last.changes?(.somewhere(RowRevision(5)))
        readers.last.changes?(
            .sections([RowHeading(first: 0, title: "A"), RowHeading(first: 100, title: "B")], RowRevision(5)))
        answer(readers.last, of: 150, 5)
        readers.last.outlines?(
            .pages([RowPage(first: 0, count: 100), RowPage(first: 100, count: 50)], end: nil, revision: RowRevision(5)))
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 150, 5) }
        #expect(live.count == .exact(150))
        #expect(live.numberOfSections == 2 && live.positions(ofSection: 1) == 100..<150)
    }

    /// A source may report its sections after each change. The same ones cost nothing, and are those of the later revision.
    @Test func sectionsThatAreReportedAgainAreNoChange() {
        var log = SectionLog<Int>()
        let (old, new) = ([RowHeading(first: 0, title: "A")], [RowHeading(first: 0, title: "B")])
        log.add(old, .initial, current: [])
        #expect(log.take { _ in true } == old)
        log.add(old, RowRevision(2), current: old)
        #expect(log.isEmpty)
        log.add(new, RowRevision(1), current: old)
        #expect(log.take { _ in true } == nil)
        log.add(new, RowRevision(3), current: old)
        log.add(old, RowRevision(4), current: old)
        #expect(log.take { _ in true } == old)
    }

    @Test func rowsThatAppearInAPartThatWasCountedAsEmptyAreRead() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        let counts = [RowPage(first: 0, count: 10), RowPage(first: 100, count: 0)]
        readers.last.outlines?(.pages(counts, end: nil, revision: .initial))
        let first = readers.last.waiting[0]
        readers.last.remove(first)
        first.done(slice(0..<10))
        #expect(live.count == .exact(10))
        readers.last.changes?(.somewhere(RowRevision(1)))
        live.show(0..<10)
        #expect(readers.last.waiting.map(\.side) == [.first, .from(100)])
        #expect(!live.count.isExact)
    }

    @Test func rowsThatCouldNotBeReadAgainAreReadAfterTheNextChange() {
        let readers = Readers()
        let live = tenRows(readers)
        live.show(0..<5)
        readers.last.changes?(.somewhere(RowRevision(1)))
        fail(readers.last)
        #expect(readers.last.waiting.isEmpty)
        readers.last.changes?(.somewhere(RowRevision(2)))
        answer(readers.last, of: 7, 2)
        #expect(live.numberOfItems == 7)
    }

    /// Rows that could not be read again after a change stay, and say that they may be out of date, until they are read.
    @Test func rowsThatCouldNotBeReadAgainAreOutdated() {
        let readers = Readers()
        let live = tenRows(readers)
        var changed: [Int] = []
        live.onUpdate = { changed += $0.changed }
        readers.last.changes?(.somewhere(RowRevision(1)))
        #expect(live.state(at: 0).failure == nil && live.failure == nil)
        fail(readers.last)
        guard case .outdated(let row, let error) = live.state(at: 0) else {
            Issue.record("\(live.state(at: 0))")
            return
        }
        #expect(row == 0 && error is NoAnswer && live.failure is NoAnswer)
        #expect(changed.contains(0))
        #expect(readers.last.waiting.isEmpty)
        changed = []
        live.retry()
        #expect(live.state(at: 0).failure == nil && live.failure == nil)
        #expect(changed.contains(0))
        answer(readers.last, of: 10, 1)
        #expect((0..<10).allSatisfy { live.state(at: $0).failure == nil && live.state(at: $0).row == $0 })
    }

    /// The same if everything may have changed, and the first rows could not be read.
    @Test func rowsOfARestartThatFailedAreOutdated() {
        let readers = Readers()
        let live = tenRows(readers)
        live.show(0..<4)
        var changed: [Int] = []
        live.onUpdate = { changed += $0.changed }
        readers.last.changes?(.everything(RowRevision(5)))
        readers.last.opened?()
        fail(readers.last)
        #expect(live.state(at: 0).failure is NoAnswer && live.state(at: 0).row == 0)
        #expect(live.failure is NoAnswer && changed == [0, 1, 2, 3])
        live.retry()
        #expect(live.failure == nil && live.state(at: 0).failure == nil)
        readers.last.opened?()
        answer(readers.last, of: 3, 5)
        #expect(live.numberOfItems == 3 && live.failure == nil)
    }

    @Test func answersFromBeforeAChangeAreNoFault() {
        let readers = Readers()
        let live = readers.make()
        var faults: [RowSourceFault] = []
        live.onFault = { faults.append($0) }
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .estimated(1_000, within: 10), quantiles: [200, 400, 600, 800]))
        answer(readers.last, of: 1_000)
        for key in [300, 500, 700, 900] { live.load(key) { _ in } }
        let reads = readers.last.waiting
        #expect(reads.count >= 4)
        readers.last.changes?(.somewhere(RowRevision(1)))
        for _ in reads { answer(readers.last, of: 1_000) }
        #expect(faults.isEmpty, "\(faults)")
    }

    // MARK: Failures

    @Test func failedRowsStayFailedWhenTheyAreCounted() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        fail(readers.last)
        readers.last.outlines?(.estimate(count: .estimated(100, within: 10), quantiles: []))
        guard case .failed = live.state(at: 0) else {
            Issue.record("\(live.state(at: 0))")
            return
        }
        live.retry()
        answer(readers.last, of: 100)
        #expect(live.id(at: 0) == 0)
    }

    @Test func aRowThatCouldNotBeLoadedFailsAloneAndIsReadAgain() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .estimated(1_000, within: 10), quantiles: []))
        answer(readers.last, of: 1_000)
        var results: [Int?] = []
        live.load(500) { results.append($0) }
        fail(readers.last)
        #expect(results == [nil])
        guard case .placeholder = live.state(at: 900) else {
            Issue.record("\(live.state(at: 900))")
            return
        }
        live.load(500) { results.append($0) }
        #expect(readers.last.waiting.map(\.side) == [.from(500)])
        answer(readers.last, of: 1_000)
        #expect(results.count == 2 && results[1] != nil, "\(results)")
    }

    @Test func loadedKeysThatAreNotAnsweredDoNotStopTheScreen() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .estimated(1_000, within: 10), quantiles: []))
        answer(readers.last, of: 1_000)
        for key in [300, 400, 500, 600, 700] { live.load(key) { _ in } }
        live.show(10..<20)
        #expect(readers.last.waiting.contains { $0.side == .after(9) })
    }

    @Test func anEmptySourceHasNoRowToLoad() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 0)
        var results: [Int?] = []
        live.load(5) { results.append($0) }
        #expect(results == [nil])
    }

    @Test func positionsOutsideOfTheListAreClamped() {
        let readers = Readers()
        let live = tenRows(readers)
        live.show(-5..<3)
        readers.last.changes?(.edits([RowEdit(id: 0, old: 0, new: nil)], RowRevision(1)))
        #expect(live.numberOfItems == 9)
        live.show(0..<Int.max)
        live.show(Int.max - 1..<Int.max)
        live.show(Int.min..<Int.min + 1)
        #expect(live.numberOfItems == 9)
    }

    // MARK: Updates

    @Test func aMovedRowWithNewContentsIsConfiguredAgain() {
        let readers = Readers()
        let live = readers.make()
        var update = RowsUpdate()
        readers.last.opened?()
        let rows = [5, 7, 10].map { KeyedRow(key: $0, id: $0, row: $0) }
        readers.last.waiting[0].done(.success(RowSlice(rows, isEnd: true)))
        live.onUpdate = { update = $0 }
        readers.last.changes?(.edits([RowEdit(id: 10, old: 10, new: 3, row: 99)], RowRevision(1)))
        #expect(update.moves == [RowsUpdate.Move(from: 2, to: 0)])
        #expect(update.changed == [2])
        #expect(live.state(at: 0).row == 99)
    }

    @Test func completionsAreCalledWhenTheRowsAreReleased() async {
        let readers = Readers()
        var live: LiveRows<Source>? = readers.make()
        readers.last.opened?()
        readers.last.outlines?(.estimate(count: .estimated(1_000, within: 10), quantiles: []))
        answer(readers.last, of: 1_000)
        var results: [String] = []
        live?.load(500) { results.append("\($0 as Any)") }
        live?.replace(with: Source()) { if case .failure(let error) = $0 { results.append("\(type(of: error))") } }
        live = nil
        await wait { results.count >= 2 }
        #expect(results == ["nil", "CancellationError"])
    }
}
