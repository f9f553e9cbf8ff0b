import TestSupport
import Testing

@testable import ListEngineData

/// Counts and outlines that arrive in an unusual order.
@MainActor
extension AnswerOrderTests {
    // MARK: Counts

    @Test func partsOfAnOutlineDoNotOvertakeEachOther() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 1_000)
        let count = readers.last.outlines
        let tree = live.tree
        // The second part has seen fewer changes, and could be taken before the first.
        count?(.pages([RowPage(first: 0, count: 50)], end: 50, revision: RowRevision(1)))
        count?(.pages([RowPage(first: 50, count: 950)], end: nil, revision: .initial))
        #expect(tree.counted == .start)
        readers.last.changes?(.edits([], RowRevision(1)))
        #expect(live.count == .exact(1_000))
    }

    @Test func outlinesOfAFormerCountAreIgnored() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 1_000)
        let former = readers.last.outlines
        readers.last.changes?(.somewhere(RowRevision(1)))
        former?(.pages([RowPage(first: 500, count: 100)], end: nil, revision: RowRevision(1)))
        #expect(live.numberOfItems == 11)
        #expect(!live.count.isExact)
    }

    @Test func anInvalidPartOfAnOutlineSaysNothingAboutItsKeys() {
        let tree = PageTree<Source>()
        _ = tree.apply(.pages([RowPage(first: 0, count: 10)], end: 100, revision: .initial))
        _ = tree.apply(.pages([RowPage(first: 100, count: -1)], end: 200, revision: .initial))
        _ = tree.apply(.pages([RowPage(first: 200, count: 10)], end: nil, revision: .initial))
        #expect(tree.faults.map(\.kind) == [.invalidOutline])
        #expect(!tree.rowCount.isExact, "\(tree.text)")
    }

    @Test func anEmptyLastPartOfAnOutlineKeepsTheCounts() {
        let tree = PageTree<Source>()
        _ = tree.apply(.pages([RowPage(first: 0, count: 10)], end: 100, revision: .initial))
        _ = tree.apply(.pages([], end: nil, revision: .initial))
        #expect(tree.rowCount == .exact(10), "\(tree.text)")
        let old = PageTree<Source>()
        _ = old.apply(.pages([], end: nil, revision: .initial), isCurrent: false)
        #expect(!old.rowCount.isExact)
    }

    @Test func anOutlineWithoutPagesMayBeOlderThanTheRows() {
        let readers = Readers()
        let live = readers.make()
        var faults: [RowSourceFault] = []
        live.onFault = { faults.append($0) }
        readers.last.opened?()
        answer(readers.last, of: 0)
        readers.last.changes?(.edits([RowEdit(id: 1, old: nil, new: 1, row: 1)], RowRevision(1)))
        readers.last.outlines?(.pages([], end: nil, revision: .initial))
        #expect(faults.isEmpty, "\(faults)")
        #expect(live.numberOfItems == 1)
    }

    @Test func allOutlinesTogetherHaveALimit() {
        let tree = PageTree<Source>()
        let most = PageTree<Source>.mostCount - 1
        _ = tree.apply(.pages([RowPage(first: 0, count: most)], end: 100, revision: .initial))
        _ = tree.apply(.pages([RowPage(first: 100, count: most)], end: nil, revision: .initial))
        #expect(tree.count <= most + 1)
        #expect(tree.faults.map(\.kind) == [.invalidOutline])
    }

    // MARK: Counting while the source changes

    private func page(_ first: Int, _ count: Int, end: Int?, _ revision: UInt64) -> RowOutline<Int> {
        .pages([RowPage(first: first, count: count)], end: end, revision: RowRevision(revision))
    }

    /// A slow count comes to its end, although the source changes more often than it can be counted.
    @Test func countingGoesOnWhenTheSourceChanges() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 400)
        readers.last.outlines?(page(0, 100, end: 100, 0))
        for change in 1...3 {
            readers.last.changes?(.somewhere(RowRevision(UInt64(change))))
            while !readers.last.waiting.isEmpty { answer(readers.last, of: 400, UInt64(change)) }
            // It was not called again.
            #expect(readers.last.counts == 1)
            readers.last.outlines?(page(100 * change, 100, end: change == 3 ? nil : 100 * change + 100, UInt64(change)))
        }
        #expect(!live.count.isExact && live.numberOfItems == 400)
        readers.last.outlines?(nil)
        #expect(readers.last.counts == 2)
        readers.last.outlines?(page(0, 400, end: nil, 3))
        readers.last.outlines?(nil)
        #expect(live.count == .exact(400) && readers.last.counts == 2)
    }

    /// A source that has supplied nothing during many changes may never do so.
    @Test func countingBeginsAgainIfTheSourceMayHang() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 400)
        readers.last.outlines?(page(0, 100, end: 100, 0))
        for change in 1...100 { readers.last.changes?(.somewhere(RowRevision(UInt64(change)))) }
        #expect(readers.last.counts == 1)
        readers.last.changes?(.somewhere(RowRevision(101)))
        #expect(readers.last.counts == 2)
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 400, 101) }
        readers.last.outlines?(page(0, 400, end: nil, 101))
        #expect(live.count == .exact(400))
        // All rows were counted, so that a change begins the next count.
        readers.last.changes?(.somewhere(RowRevision(102)))
        #expect(readers.last.counts == 3)
    }

    /// A source that changes faster than it can be counted is counted in the end.
    @Test func countingBeginsOnceIfChangesAreFasterThanOutlines() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 400)
        for change in 1...3 { readers.last.changes?(.somewhere(RowRevision(UInt64(change)))) }
        #expect(readers.last.counts == 1)
        while !readers.last.waiting.isEmpty { answer(readers.last, of: 400, 3) }
        readers.last.outlines?(page(0, 400, end: nil, 0))
        #expect(!live.count.isExact && live.numberOfItems == 400)
        readers.last.outlines?(nil)
        #expect(readers.last.counts == 2)
        readers.last.outlines?(page(0, 400, end: nil, 3))
        #expect(live.count == .exact(400))
    }

    /// More edits than the list keeps come between two parts of a count, or in many small changes.
    @Test(arguments: [1, 100]) func rowsAreCountedAgainIfTheEditsAreGone(changes: Int) {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 400)
        readers.last.outlines?(page(0, 100, end: 100, 0))
        let each = 10_100 / changes
        for change in 0..<changes {
            let keys = (0..<each).map { 1_000 + change * each + $0 }
            readers.last.changes?(
                .edits(keys.map { RowEdit(id: $0, old: nil, new: $0) }, RowRevision(UInt64(change + 1))))
        }
        readers.last.outlines?(page(100, 300, end: nil, 0))
        readers.last.outlines?(nil)
        #expect(readers.last.counts == 2)
        readers.last.outlines?(page(0, 400 + each * changes, end: nil, UInt64(changes)))
        readers.last.outlines?(nil)
        #expect(live.count == .exact(400 + each * changes) && readers.last.counts == 2)
    }

    /// Edits that are still there complete an outline that is older than the oldest ones that were dropped.
    @Test func onlyTheOldestEditsAreDropped() {
        let log = EditLog<Source>()
        for number in 1...300 {
            log.revision = RowRevision(UInt64(number))
            log.add((0..<100).map { RowEdit(id: $0, old: nil, new: $0) })
            log.trim()
            #expect(log.count <= EditLog<Source>.most)
        }
        #expect(log.edits(since: RowRevision(260))?.count == 40)
        #expect(log.edits(since: RowRevision(150)) == nil)
    }

    /// The rest of a source has no rows any more.
    @Test func anEmptyPartEndsTheCount() {
        let readers = Readers()
        let live = readers.make()
        readers.last.opened?()
        answer(readers.last, of: 400)
        readers.last.outlines?(page(0, 400, end: 400, 0))
        #expect(!live.count.isExact)
        readers.last.outlines?(.pages([], end: nil, revision: .initial))
        readers.last.outlines?(nil)
        #expect(live.count == .exact(400) && readers.last.counts == 1)
    }

    /// The key of the last seen row means nothing in the order of a new source.
    @Test(arguments: [true, false]) func aReplacementForgetsTheKeptKey(isRestart: Bool) {
        let readers = Readers()
        let live = tenRows(readers)
        live.keptKey = 7_000
        if isRestart {
            readers.last.changes?(.everything(RowRevision(1)))
        } else {
            live.replace(with: Source())
        }
        #expect(live.keptKey == 7_000)
        readers.last.opened?()
        answer(readers.last, of: 100, 1)
        #expect(live.keptKey == (isRestart ? 7_000 : nil))
        live.show(0..<5)
        #expect(readers.last.waiting.contains { $0.side == .from(7_000) } == isRestart)
    }
}
