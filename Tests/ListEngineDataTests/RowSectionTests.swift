import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import TestSupport
import Testing

@testable import ListEngineData

/// Rows of a source in a collection view without a screen.
@MainActor
@Suite struct RowSectionTests {
    final class RowCell: CollectionViewCell {
        var text = ""
        var height: CGFloat = 0
    }

    /// While counts, heights and rows arrive, the anchor stays where it is on the screen.
    @Test func nothingOnTheScreenMovesWhenCountsAndRowsArrive() {
        var checks = 0
        for seed in LawCases.seeds(60) {
            let screen = RowScreen(seed: seed, sectionSize: [nil, 40, 1_000][Int(seed % 3)])
            for step in 0..<screen.random.int(in: 1...40) {
                let text = screen.step()
                if let fault = screen.fault {
                    Issue.record("seed \(seed), step \(step), \(text): \(fault)")
                    return
                }
            }
            checks += screen.checks
        }
        #expect(checks > 50 || LawCases.onlySeed != nil, "\(checks)")
    }

    /// The list has a section for each hundred, with its number of rows in the header, while the source reports sections.
    @Test func sectionsOfTheSourceAreSectionsOfTheList() throws {
        let screen = RowScreen(seed: 8, sectionSize: 100)
        screen.open()
        screen.answerAll()
        screen.reader.outlines?(.pages(screen.pages(of: 100), end: nil, revision: .initial))
        screen.view.layoutIfNeeded()
        #expect(screen.view.numberOfSections == 101)
        #expect(screen.titles == ["0: 100"])
        screen.section.scroll(to: 5_050)
        screen.answerAll()
        #expect(screen.titles == ["50: 100"])
        #expect(screen.fault == nil)
    }

    /// Rows that are on the screen when sections arrive, or move to another section, keep their cells.
    @Test func rowsThatChangeTheirSectionsKeepTheirCells() throws {
        let screen = RowScreen(seed: 9, sectionSize: 5)
        screen.reader.opened?()
        screen.answerAll()
        let cells = try (0..<10).map { try #require(screen.view.cellForItem(at: IndexPath(item: $0, section: 1))) }
        screen.open()
        screen.answerAll()
        #expect(screen.fault == nil)
        #expect(screen.view.cellForItem(at: IndexPath(item: 2, section: 1)) === cells[2])
        #expect(screen.view.cellForItem(at: IndexPath(item: 2, section: 2)) === cells[7])
        screen.move(2, to: 8)
        #expect(screen.fault == nil)
        #expect(screen.view.cellForItem(at: IndexPath(item: 1, section: 1)) === cells[1])
        #expect(screen.view.cellForItem(at: IndexPath(item: 2, section: 2)) === cells[7])
        #expect(screen.view.cellForItem(at: IndexPath(item: 3, section: 2)) === cells[2])
    }

    @Test func tenMillionItemsNeedNoMemoryEach() throws {
        let screen = RowScreen(seed: 1)
        screen.reader.opened?()
        screen.reader.outlines?(.estimate(count: .estimated(10_000_000, within: 100_000), quantiles: []))
        screen.view.layoutIfNeeded()
        #expect(screen.view.layout.numberOfItems > 9_999_000)
        #expect(screen.view.layout.byteCount < 100_000)
        #expect(screen.view.visibleCells.count < 40)
    }

    @Test func aRowThatIsNotLoadedIsReadAndScrolledTo() throws {
        let screen = RowScreen(seed: 2)
        screen.reader.opened?()
        screen.answerAll()
        var result: Bool?
        screen.section.scroll(to: 5_000) { result = $0 }
        #expect(result == nil)
        screen.answerAll()
        #expect(result == true)
        let position = try #require(screen.rows.position(ofID: 5_000))
        #expect(screen.view.cellForItem(at: IndexPath(item: position, section: 1)) is RowCell)
    }

    @Test func theSelectionOutlivesAFilter() throws {
        let screen = RowScreen(seed: 3)
        screen.reader.opened?()
        screen.answerAll()
        let position = try #require(screen.rows.position(ofID: 8))
        screen.view.selectItem(at: IndexPath(item: position, section: 1), animated: false)
        screen.section.select([8])
        screen.replaceSource(keeping: { $0 % 3 == 0 })
        screen.answerAll()
        #expect(screen.view.indexPathsForSelectedItems.isEmpty)
        #expect(screen.section.selection == [8])
        screen.replaceSource(keeping: { $0 % 2 == 0 })
        screen.answerAll()
        let found = try #require(screen.rows.position(ofID: 8))
        #expect(screen.view.indexPathsForSelectedItems == [IndexPath(item: found, section: 1)])
    }

    /// Selected rows are dropped from memory. What the user then deselects is not selected when it is read again.
    @Test(arguments: [false, true])
    func rowsThatAreNotLoadedAreDeselected(isAll: Bool) {
        let screen = RowScreen(seed: 12)
        screen.view.allowsMultipleSelection = true
        screen.open()
        screen.reader.outlines?(.pages(screen.pages(of: 100), end: nil, revision: .initial))
        screen.answerAll()
        screen.section.select([3, 5, 9_999])
        screen.section.scroll(to: 5_000)
        screen.answerAll()
        // The row 3 is at another position now.
        screen.delete(1)
        #expect(screen.rows.position(ofID: 3) == nil)
        let selected = screen.view.indexPathsForSelectedItems.sorted()
        if isAll {
            #expect(screen.view.hostDeselectAll())
        } else {
            screen.section.collectionView(screen.view, didDeselectItemAt: IndexPath(item: selected[0].item, section: 0))
            screen.view.deselectItem(at: selected[0], animated: false)
        }
        #expect(screen.section.selection == (isAll ? [9_999] : [5, 9_999]))
        screen.section.scroll(to: 0)
        screen.answerAll()
        let path = screen.rows.position(ofID: 5).map { IndexPath(item: $0, section: 1) }
        #expect(path != nil && screen.view.indexPathsForSelectedItems == (isAll ? [] : [path]))
        #expect(screen.fault == nil)
    }

    /// The program of the list selects something else: see `ListDataSource.selectItems(_:inSection:)`.
    @Test func onlyTheRowsOfTheSelectionAreSelected() {
        let screen = RowScreen(seed: 13)
        screen.view.allowsMultipleSelection = true
        screen.open()
        screen.answerAll()
        screen.view.selectItem(at: IndexPath(item: 2, section: 1), animated: false)
        screen.view.selectItem(at: IndexPath(item: 0, section: 0), animated: false)
        screen.delete(7)
        #expect(screen.view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    }

    /// Headers show the numbers of rows, which new contents do not change.
    @Test func headersAreConfiguredAgainWhenItemsChangeTheirPlaces() {
        let screen = RowScreen(seed: 14, sectionSize: 100)
        screen.open()
        screen.answerAll()
        var count = 0
        screen.section.header(height: 24) { (view: ContentView, heading, number) in
            count += 1
            view.content = ItemContent("\(heading.title): \(number)")
        }
        screen.change(3)
        screen.view.layoutIfNeeded()
        #expect(count == 0)
        screen.delete(4)
        screen.view.layoutIfNeeded()
        #expect(count > 0)
    }

    @Test func selectingRowsDeselectsTheOthers() throws {
        let screen = RowScreen(seed: 5)
        screen.view.allowsMultipleSelection = true
        screen.reader.opened?()
        screen.answerAll()
        screen.section.select([1])
        screen.section.select([2])
        #expect(screen.view.indexPathsForSelectedItems == [IndexPath(item: 2, section: 1)])
        screen.section.select([])
        #expect(screen.view.indexPathsForSelectedItems.isEmpty)
    }

    @Test func theProgramAndTheSectionReceiveFaults() {
        let screen = RowScreen(seed: 6)
        var (faults, reports) = (0, 0)
        screen.rows.onFault = { _ in faults += 1 }
        screen.view.diagnostics.handler = { _ in reports += 1 }
        screen.reader.opened?()
        screen.reader.outlines?(.estimate(count: .exact(-1), quantiles: [2, 1]))
        #expect(faults == 1 && reports == 1, "\(faults) \(reports)")
    }

    @Test func aFractionScrollsToTheNearestRow() {
        let screen = RowScreen(seed: 7)
        screen.reader.opened?()
        screen.answerAll()
        screen.section.scroll(toFraction: .infinity)
        screen.view.layoutIfNeeded()
        let last = IndexPath(item: screen.rows.numberOfItems - 1, section: 1)
        #expect(screen.view.indexPathsForVisibleItems.contains(last))
        screen.section.scroll(toFraction: -.infinity)
        screen.view.layoutIfNeeded()
        #expect(screen.view.indexPathsForVisibleItems.contains(IndexPath(item: 0, section: 1)))
    }

    /// The rows change, although the list that should show it was released.
    @Test func aChangeIsNotLostWithItsList() {
        let scheduler = UpdateScheduler.manual()
        let reader = ScriptedReader<RowScreen.Source>()
        let rows = LiveRows(RowScreen.Source()) { _ in reader }
        let section = RowSection(rows) { (_: RowCell, _) in }
        var list: SectionProviderList? = SectionProviderList(scheduler: scheduler)
        list?.update(animated: false) { $0.providers = [section] }
        scheduler.runPending()
        reader.opened?()
        scheduler.runPending()
        reader.waiting.first?.done(
            .success(RowSlice([KeyedRow(key: 1, id: 1, row: 1)], isEnd: true, revision: .initial)))
        list = nil
        scheduler.runPending()
        #expect(rows.count == .exact(1))
    }

    @Test func releasedRowsAreNotReadAgain() {
        let scheduler = UpdateScheduler.manual()
        let reader = ScriptedReader<RowScreen.Source>()
        var rows: LiveRows? = LiveRows(RowScreen.Source()) { _ in reader }
        var section: RowSection? = RowSection(rows!) { (_: RowCell, _) in }
        let list = SectionProviderList(scheduler: scheduler)
        list.update(animated: false) { [section] in $0.providers = [section!] }
        scheduler.runPending()
        list.update(animated: false) { $0.providers = [] }
        rows?.retry()
        weak let released = rows
        (rows, section) = (nil, nil)
        scheduler.runPending()
        #expect(released == nil)
    }

    /// A program stores the place, the selection and the expanded rows, and starts again. From the first time that the row of the place is
    /// shown, it stays where it was, whatever arrives then.
    @Test func aStoredStateIsOpenedAfterARestart() throws {
        var checks = 0
        for seed in LawCases.seeds(12) {
            let former = RowScreen(seed: seed, sectionSize: [nil, 40, 1_000][Int(seed % 3)])
            former.open()
            former.answerAll()
            former.section.scroll(to: former.random.below(9_000))
            former.answerAll()
            former.view.hostDidScroll(
                to: CGPoint(x: 0, y: former.view.contentOffset.y + CGFloat(former.random.below(40))))
            former.view.layoutIfNeeded()
            former.section.select([7, 5_000])
            former.section.expand([8])
            let stored = try JSONEncoder().encode(former.section.state)
            let state = try JSONDecoder().decode(RowSectionState<Int, Int>.self, from: stored)
            #expect(state == former.section.state)
            guard case .item(let key, _, _, _, let distance)? = state.place else { continue }

            let screen = RowScreen(seed: seed, sectionSize: [nil, 40, 1_000][Int(seed % 3)], at: state.side)
            var isShown = false
            screen.section.restore(state) { isShown = $0 }
            screen.open()
            for step in 0..<40 {
                let text = screen.step([1, 1, 2, 5, 6][screen.random.below(5)])
                guard screen.fault == nil else {
                    Issue.record("seed \(seed), step \(step), \(text): \(screen.fault ?? "")")
                    return
                }
                guard isShown else { continue }
                let y = screen.shownRows().first { $0.id == key }?.y
                checks += 1
                guard let y, abs(y - distance) < 1e-5 else {
                    Issue.record(
                        "seed \(seed), step \(step), \(text): row \(key) is at \(y as Any), expected \(distance)")
                    return
                }
            }
            #expect(screen.section.selection == [7, 5_000] && screen.section.expansion == [8])
        }
        #expect(checks > 120 || LawCases.onlySeed != nil, "\(checks)")
    }

    @Test func expandedRowsAreConfiguredAndMeasuredAgain() throws {
        let screen = RowScreen(seed: 10)
        screen.open()
        screen.answerAll()
        let (row, next) = (IndexPath(item: 3, section: 1), IndexPath(item: 4, section: 1))
        let y = try #require(screen.view.cellForItem(at: next)).frame.minY
        screen.section.expand([3, 9_999])
        screen.view.layoutIfNeeded()
        #expect((screen.view.cellForItem(at: row) as? RowCell)?.text == "3 expanded")
        #expect(screen.view.cellForItem(at: next)?.frame.minY == y + 100)
        // Another source, and the former one again: rows are expanded by identity.
        screen.replaceSource(keeping: { $0 % 2 == 0 })
        screen.answerAll()
        screen.replaceSource(keeping: { _ in true })
        screen.answerAll()
        #expect((screen.view.cellForItem(at: row) as? RowCell)?.text == "3 expanded")
        screen.section.expand([])
        screen.view.layoutIfNeeded()
        #expect(screen.view.cellForItem(at: next)?.frame.minY == y)
    }

    /// A place whose row was deleted leads to the row after it; one in an empty source scrolls nothing.
    @Test func aStoredPlaceMayBeGone() {
        let screen = RowScreen(seed: 11)
        screen.replaceSource(keeping: { $0 < 100 || $0 > 200 })
        screen.answerAll()
        var results: [Bool] = []
        screen.section.scroll(to: .item(150, section: "rows", index: 150)) { results.append($0) }
        screen.answerAll()
        #expect(results == [true])
        #expect(screen.shownRows().first?.id == 201)
        screen.section.scroll(to: .start) { results.append($0) }
        screen.section.scroll(toFraction: .nan)
        screen.replaceSource(keeping: { _ in false })
        screen.answerAll()
        screen.section.scroll(to: .item(150, section: "rows", index: 150)) { results.append($0) }
        screen.answerAll()
        #expect(results == [true, true, false])
    }
}

/// A header and 10,000 rows in a list of 400 points. The test answers the requests.
@MainActor
final class RowScreen {
    typealias Source = ArrayRows<Int, Int, Int>

    var random: TestRandom
    private(set) var reader = ScriptedReader<Source>()
    private(set) var rows: LiveRows<Source>!
    private(set) var section: RowSection<Source>!
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 400), collectionViewLayout: CollectionViewFlowLayout())
    let list = SectionProviderList()
    private let host = RecorderHost()
    private let header = Voice("header")
    private var keys = Array(0..<10_000)
    private let sectionSize: Int?
    private(set) var fault: String?
    private var revision = 0
    /// The number of times that a row on the screen had to stay.
    private(set) var checks = 0

    init(seed: UInt64, sectionSize: Int? = nil, at side: RowSide<Int> = .first) {
        random = TestRandom(seed: seed)
        self.sectionSize = sectionSize
        rows = LiveRows(Source(), at: side, pageSize: 20, mostLoaded: 200) { [unowned self] _ in
            reader = ScriptedReader()
            return reader
        }
        section = RowSection(rows, estimatedHeight: 30) { (cell: RowSectionTests.RowCell, state, isExpanded) in
            cell.text = (state.row.map { "\($0)" } ?? "…") + (isExpanded ? " expanded" : "")
            cell.height = (state.row.map { CGFloat(20 + $0 % 5 * 7) } ?? 30) + (isExpanded ? 100 : 0)
        }
        section.header(height: 24) { (view: ContentView, heading, count) in
            view.content = ItemContent("\(heading.title): \(count)")
        }
        host.sizes = { view, size in
            (view as? RowSectionTests.RowCell).map { CGSize(width: size.width, height: $0.height) }
        }
        view.host = host
        list.attach(to: view)
        list.update(animated: false) { [header, section] in $0.providers = [header, section!] }
        view.layoutIfNeeded()
    }

    private var headings: [RowHeading<Int>] {
        guard let sectionSize else { return [] }
        return Set(keys.map { $0 / sectionSize }).sorted().map { RowHeading(first: $0 * sectionSize, title: "\($0)") }
    }

    func open() {
        reader.opened?()
        if sectionSize != nil { reader.changes?(.sections(headings, RowRevision(UInt64(revision)))) }
    }

    func pages(of size: Int) -> [RowPage<Int>] {
        stride(from: 0, to: keys.count, by: size).map { first in
            RowPage(first: keys[first], count: min(size, keys.count - first))
        }
    }

    /// The visible headers.
    var titles: [String] {
        view.visibleSupplementaryViews(ofKind: .header).compactMap { ($0 as? ContentView)?.content.title }
    }

    /// Answers all requests until there are none.
    func answerAll() {
        for _ in 0..<100 {
            guard let read = reader.waiting.first else { break }
            answer(read)
            view.layoutIfNeeded()
        }
        check()
    }

    /// Checks that the list shows the sections of the rows, and the state of each row.
    private func check() {
        view.layoutIfNeeded()
        guard view.numberOfSections == 1 + rows.numberOfSections else {
            fault = "\(view.numberOfSections) sections, \(rows.numberOfSections) of the rows"
            return
        }
        for section in 0..<rows.numberOfSections
        where view.numberOfItems(inSection: 1 + section) != rows.positions(ofSection: section).count {
            fault = "section \(section) has \(view.numberOfItems(inSection: 1 + section)) items"
            return
        }
        for path in view.indexPathsForVisibleItems where path[0] > 0 {
            let position = rows.positions(ofSection: path[0] - 1).lowerBound + path[1]
            let isExpanded = rows.id(at: position).map(section.expansion.contains) ?? false
            let expected = (rows.state(at: position).row.map { "\($0)" } ?? "…") + (isExpanded ? " expanded" : "")
            let shown = (view.cellForItem(at: path) as? RowSectionTests.RowCell)?.text
            if shown != expected {
                fault = "\(path) shows \(shown as Any), expected \(expected)"
                return
            }
        }
        let expected = view.indexPathsForVisibleSupplementaryElements(ofKind: .header).map { path in
            path[0] == 0
                ? "header"
                : "\(rows.heading(ofSection: path[0] - 1)?.title ?? "none"): \(rows.positions(ofSection: path[0] - 1).count)"
        }
        if sectionSize != nil, titles != expected.filter({ $0 != "header" }) {
            fault = "\(titles), expected \(expected)"
        }
    }

    func replaceSource(keeping isKept: (Int) -> Bool) {
        keys = (0..<10_000).filter(isKept)
        revision = 0
        rows.replace(with: Source())
        open()
    }

    private func answer(_ read: ScriptedReader<Source>.Read) {
        let there = keys.filter { read.side.bound.isAfter($0) == read.side.isBackward }
        let part = read.side.isBackward ? there.suffix(read.limit) : there.prefix(read.limit)
        reader.remove(read)
        read.done(
            .success(
                RowSlice(
                    part.map { KeyedRow(key: $0, id: $0, row: $0) }, isEnd: part.count == there.count,
                    revision: RowRevision(UInt64(revision)))))
    }

    /// Gives a row another key, in the place of the row that has it.
    func move(_ key: Int, to other: Int) {
        revision += 1
        let edits = [
            RowEdit<Int, Int, Int>(id: other, old: other, new: nil), RowEdit(id: key, old: key, new: other, row: key),
        ]
        reader.changes?(.edits(edits, RowRevision(UInt64(revision))))
        check()
    }

    /// Gives a row new contents, which are equal to the former ones.
    func change(_ key: Int) {
        revision += 1
        let edit = RowEdit<Int, Int, Int>(id: key, old: key, new: key, row: key)
        reader.changes?(.edits([edit], RowRevision(UInt64(revision))))
        check()
    }

    func delete(_ key: Int) {
        let former = headings
        keys.removeAll { $0 == key }
        revision += 1
        if headings != former { reader.changes?(.sections(headings, RowRevision(UInt64(revision)))) }
        reader.changes?(.edits([RowEdit(id: key, old: key, new: nil)], RowRevision(UInt64(revision))))
    }

    /// Appends rows.
    /// - Parameter edits: Whether the source reports the new rows, instead of only that something has changed.
    func append(_ count: Int, edits: Bool = true) {
        let new = keys[keys.count - 1] + 1..<keys[keys.count - 1] + 1 + count
        keys += new
        revision += 1
        let inserted = new.map { RowEdit<Int, Int, Int>(id: $0, old: nil, new: $0, row: $0) }
        let number = RowRevision(UInt64(revision))
        reader.changes?(edits ? .edits(inserted, number) : .somewhere(number))
    }

    func step() -> String { step(random.below(8)) }

    func step(_ kind: Int) -> String {
        switch kind {
        case 0: return kept("opened") { open() }
        case 1...3:
            guard let read = reader.waiting.randomElement(using: &random) else { return "no request" }
            return kept("\(read.side)") { answer(read) }
        case 4:
            let offset = CGFloat(random.below(Int(view.contentSize.height) + 1))
            view.hostDidScroll(to: CGPoint(x: 0, y: min(offset, max(0, view.contentSize.height - 400))))
            view.layoutIfNeeded()
            return "scrolled to \(offset)"
        case 5:
            let count = random.int(in: 1...20_000)
            let quantiles = Set((0..<random.below(5)).map { _ in random.below(10_000) }).sorted()
            return kept("estimate of \(count), \(quantiles)") {
                reader.outlines?(.estimate(count: .estimated(count, within: 100), quantiles: quantiles))
            }
        case 6:
            let size = random.int(in: 20...400)
            let pages = pages(of: size)
            return kept("pages of \(size)") {
                reader.outlines?(.pages(pages, end: nil, revision: RowRevision(UInt64(revision))))
            }
        default:
            let key = keys[random.below(keys.count)]
            return kept("deleted \(key)", except: key) { delete(key) }
        }
    }

    /// Checks that a row on the screen stays where it is, unless the end of the content forces it elsewhere.
    private func kept(_ text: String, except deleted: Int? = nil, _ change: () -> Void) -> String {
        let before = shownRows()
        let result = view.contentChange(during: change)
        check()
        let after = shownRows()
        // The first row on the screen that is there before and after. The list at its start stays there.
        let isAtStart = view.contentOffset.y <= 0
        guard result.clampedBy == 0, !isAtStart, let first = before.first(where: { $0.id != deleted }) else {
            return text
        }
        // Only a list whose first visible element was a row keeps a row.
        guard before.first?.y ?? 0 <= 0, before.first?.id == first.id else { return text }
        checks += 1
        guard let now = after.first(where: { $0.id == first.id }) else {
            fault = "row \(first.id) was at \(first.y), and is gone from the screen"
            return text
        }
        if abs(now.y - first.y) > 1e-5 { fault = "row \(first.id) was at \(first.y), and is at \(now.y)" }
        return text
    }

    /// The rows on the screen with their distances from its top.
    func shownRows() -> [(id: Int, y: CGFloat)] {
        view.indexPathsForVisibleItems.compactMap { path in
            guard path[0] > 0,
                let id = rows.id(at: rows.positions(ofSection: path[0] - 1).lowerBound + path[1])
            else { return nil }
            let y = view.layout.frame(ofItem: path[1], inSection: path[0]).minY - view.contentOffset.y
            return y < 400 ? (id, y) : nil
        }
    }
}
