import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngineData

/// Rows of a source in the columns of a table.
@MainActor
@Suite struct RowTableTests {
    private struct File: Sendable {
        let name: String
        let size: Int
    }

    private typealias Files = ArrayRows<Int, String, File>
    private static let files = [
        File(name: "oak", size: 70), File(name: "ash", size: 9), File(name: "elm", size: 1_200),
    ]

    private let view = CollectionView(size: CGSize(width: 300, height: 400))
    private let host = RecorderHost()
    private let readers = Readers()

    /// The readers of all sources, in order.
    @MainActor private final class Readers { var all: [ScriptedReader<Files>] = [] }

    /// The orders for which sources were made, and the reason why none can be made.
    @MainActor private final class Orders {
        var all: [[ColumnSort]] = []
        var failure: (any Error)?

        func source(_ order: [ColumnSort]) throws -> Files {
            all.append(order)
            if let failure { throw failure }
            return Files()
        }
    }

    private func rows(of view: CollectionReusableView) -> [String] {
        view.fields.map { field in
            (field.view as? ContentCell)?.content.title
                ?? (field.view as? ContentView).map { $0.content.title + ($0.content.trailing ?? "") } ?? "?"
        }
    }

    private var cells: [[String]] {
        view.layoutIfNeeded()
        return view.visibleCells.map(rows)
    }

    private var titles: [[String]] { view.visibleViews.filter { $0 is TableHeaderView }.map(rows) }

    private func shown(_ section: RowSection<Files>) -> ListDataSource {
        let list = ListDataSource(in: view)
        list.build { section }
        return list
    }

    private func answer(_ files: [File]) {
        guard let reader = readers.all.last else { return }
        reader.opened?()
        guard let read = reader.waiting.first else { return }
        reader.remove(read)
        let rows = files.enumerated().map { KeyedRow(key: $0.offset, id: $0.element.name, row: $0.element) }
        read.done(.success(RowSlice(rows, isEnd: true)))
    }

    private func table(_ renamed: @escaping @MainActor (String) -> Void = { _ in }) -> ListTable<File> {
        ListTable {
            ListColumn("Name") { (file: File) in ItemContent(file.name) }
                .sorted { _, _ in
                    Issue.record("a comparator is called")
                    return false
                }
                .onEdit { file, text in
                    renamed("\(file.name) to \(text)")
                    return true
                }
            ListColumn("Size", width: .points(100)) { (file: File) in ItemContent("\(file.size)") }
        }
    }

    @Test func aSortReplacesTheSource() async throws {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        let orders = Orders()
        var renamed: [String] = []
        let section = RowSection(rows, table: table { renamed.append($0) }) { try await orders.source($0) }
        let list = shown(section)
        #expect(cells == [["?", "?"]] && titles == [["Name", "Size"]], "the placeholder shows nothing")
        #expect(view.copiedFields() == nil)
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(view.copiedFields() == nil && view.diagnostics.count(of: .unusableColumns) == 1, "it is not loaded")
        answer(Self.files)
        #expect(cells == [["oak", "70"], ["ash", "9"], ["elm", "1200"]])
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(view.copiedFields()?.tabSeparated == "oak\t70")

        // The header shows the order, and the old rows stay until the new ones are there.
        view.sort(by: "Size")
        await wait(until: { readers.all.count == 2 })
        #expect(orders.all == [[ColumnSort("Size")]] && readers.all.count == 2)
        #expect(cells.first == ["oak", "70"] && titles == [["Name", "Size▲"]])
        #expect(view.beginFieldEdit("Name", at: IndexPath(item: 0, section: 0)))
        view.hostChangeFieldEdit("pine")
        answer(Self.files.sorted { $0.size < $1.size })
        #expect(cells == [["ash", "9"], ["oak", "70"], ["elm", "1200"]])
        #expect(view.fieldEdit?.indexPath == IndexPath(item: 1, section: 0), "the edit follows its row")
        #expect(view.hostEndFieldEdit() && renamed == ["oak to pine"])
        #expect(view.hostTypeAhead("12") && view.focusedIndexPath?.item == 2, "by the sorted column")
        withExtendedLifetime(list) {}
    }

    /// The titles show the order of the rows, including that of a stored state, and after a source that could not be read.
    @Test func theTitlesShowTheOrderOfTheRows() async {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        let orders = Orders()
        view.columnState = ColumnState(columns: [.init("Size")], sortOrder: [ColumnSort("Size")])
        let section = RowSection(rows, table: table()) { try await orders.source($0) }
        let list = shown(section)
        view.layoutIfNeeded()
        await wait(until: { readers.all.count == 2 })
        #expect(orders.all == [[ColumnSort("Size")]], "a restored order")
        answer(Self.files.sorted { $0.size < $1.size })
        #expect(cells.map { $0.sorted() } == [["9", "ash"], ["70", "oak"], ["1200", "elm"]])
        let sorted = titles
        view.sort(by: "Name")
        view.layoutIfNeeded()
        await wait(until: { readers.all.count == 3 })
        #expect(titles != sorted && orders.all.count == 2)
        struct Failure: Error {}
        readers.all.last?.opened?()
        if let reader = readers.all.last, let read = reader.waiting.first {
            reader.remove(read)
            read.done(.failure(Failure()))
        }
        #expect(cells.map { $0.sorted() } == [["9", "ash"], ["70", "oak"], ["1200", "elm"]])
        #expect(titles == sorted && view.columns?.sortOrder == [ColumnSort("Size")] && orders.all.count == 2)
        #expect(rows.failure is Failure)
        withExtendedLifetime(list) {}
    }

    /// A source that cannot be made, as for a column without an index or in a closed database.
    @Test func aSortThatFailsKeepsTheRowsAndIsTriedAgain() async throws {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        struct Closed: Error {}
        let orders = Orders()
        orders.failure = Closed()
        let section = RowSection(rows, table: table()) { try await orders.source($0) }
        let list = shown(section)
        view.layoutIfNeeded()
        answer(Self.files)
        let before = cells
        var updates = 0
        rows.onUpdate = { _ in updates += 1 }
        view.sort(by: "Size")
        await wait(until: { rows.failure != nil })
        #expect(rows.failure is Closed && updates == 1)
        #expect(cells == before && titles == [["Name", "Size"]] && view.columns?.sortOrder == [])
        #expect(rows.state(at: 0).failure == nil, "the rows are not out of date")
        // Again with the same result, and then with a better one.
        rows.retry()
        await wait(until: { orders.all.count == 2 && rows.failure != nil })
        #expect(cells == before && view.columns?.sortOrder == [])
        orders.failure = nil
        rows.retry()
        #expect(rows.failure == nil && view.columns?.sortOrder == [ColumnSort("Size")])
        await wait(until: { readers.all.count == 2 })
        answer(Self.files.sorted { $0.size < $1.size })
        #expect(cells == [["ash", "9"], ["oak", "70"], ["elm", "1200"]] && titles == [["Name", "Size▲"]])
        #expect(orders.all.count == 3)
        withExtendedLifetime(list) {}
    }

    /// An order is being read when the next one fails: rows and titles stay as they were.
    @Test func aSortThatFailsEndsTheOneBefore() async {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        struct Closed: Error {}
        let orders = Orders()
        let section = RowSection(rows, table: table()) { try await orders.source($0) }
        let list = shown(section)
        view.layoutIfNeeded()
        answer(Self.files)
        let before = cells
        view.sort(by: "Size")
        await wait(until: { readers.all.count == 2 })
        orders.failure = Closed()
        view.sort(by: "Name")
        #expect(!rows.isReplacing)
        await wait(until: { rows.failure != nil })
        answer(Self.files.sorted { $0.size < $1.size })
        #expect(cells == before && view.columns?.sortOrder == [] && rows.failure is Closed)
        // The program replaces the source while another one is being made: the older wish is dropped.
        orders.failure = nil
        view.sort(by: "Size")
        rows.replace(with: Files())
        await wait(until: { orders.all.count == 3 })
        for _ in 0..<1_000 { await Task.yield() }
        #expect(readers.all.count == 3 && rows.failure == nil)
        withExtendedLifetime(list) {}
    }

    /// Two clicks in a row: only the last order counts, whichever source is made first.
    @Test func onlyTheNewestOrderIsShown() async {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        let orders = Orders()
        let section = RowSection(rows, table: table()) { try await orders.source($0) }
        let list = shown(section)
        view.layoutIfNeeded()
        answer(Self.files)
        view.sort(by: "Name")
        view.sort(by: "Size")
        view.sort(by: "Size")
        let wanted = [ColumnSort("Size", isAscending: false)]
        await wait(until: { orders.all.contains(wanted) && readers.all.count >= 2 })
        await wait(until: { rows.isReplacing })
        answer(Self.files.sorted { $0.size > $1.size })
        #expect(cells.first == ["elm", "1200"] && view.columns?.sortOrder == wanted)
        #expect(readers.all.count == 2, "sources for older orders are not read")
        withExtendedLifetime(list) {}
    }

    /// A row that is not there is one text across all columns, and a table row as soon as it is read.
    @Test func aRowThatCannotBeReadShowsTheReason() {
        view.host = host
        struct Failure: Error, CustomStringConvertible { var description: String { "the disk is broken" } }
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        let list = ListDataSource(in: view)
        let section = RowSection(rows, table: table())
        list.build { section }
        view.layoutIfNeeded()
        #expect(section.estimatedHeight == nil && view.visibleCells.first is TableCell, "a placeholder is empty")
        readers.all.last?.opened?()
        if let reader = readers.all.last, let read = reader.waiting.first {
            reader.remove(read)
            read.done(.failure(Failure()))
        }
        view.layoutIfNeeded()
        #expect((view.visibleCells.first as? ContentCell)?.content.title == "the disk is broken")
        rows.retry()
        answer(Self.files)
        #expect(cells == [["oak", "70"], ["ash", "9"], ["elm", "1200"]])
        withExtendedLifetime(list) {}
    }

    @Test func aProviderShowsItsColumns() {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        let list = SectionProviderList()
        list.update(animated: false) { $0.providers = [RowSection(rows, table: table())] }
        list.attach(to: view)
        view.layoutIfNeeded()
        answer(Self.files)
        #expect(cells.first == ["oak", "70"] && titles == [["Name", "Size"]])
        #expect(!view.sort(by: "Size"), "there is no closure")
    }
}
