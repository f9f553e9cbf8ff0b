import Foundation
import ListEngine
import ListEngineLayout
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

    @Test func aSortReplacesTheSource() throws {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        var orders: [[ColumnSort]] = []
        var renamed: [String] = []
        let section = RowSection(rows, table: table { renamed.append($0) }) { order in
            orders.append(order)
            return Files()
        }
        let list = ListDataSource(in: view)
        list.build { section }
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
        #expect(orders == [[ColumnSort("Size")]] && readers.all.count == 2)
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
    @Test func theTitlesShowTheOrderOfTheRows() {
        view.host = host
        let rows = LiveRows(Files()) { _ in
            let reader = ScriptedReader<Files>()
            readers.all.append(reader)
            return reader
        }
        var orders: [[ColumnSort]] = []
        view.columnState = ColumnState(columns: [.init("Size")], sortOrder: [ColumnSort("Size")])
        let section = RowSection(rows, table: table()) { order in
            orders.append(order)
            return Files()
        }
        let list = ListDataSource(in: view)
        list.build { section }
        view.layoutIfNeeded()
        #expect(orders == [[ColumnSort("Size")]], "a restored order")
        answer(Self.files.sorted { $0.size < $1.size })
        #expect(cells.map { $0.sorted() } == [["9", "ash"], ["70", "oak"], ["1200", "elm"]])
        let sorted = titles
        view.sort(by: "Name")
        view.layoutIfNeeded()
        #expect(titles != sorted && orders.count == 2)
        struct Failure: Error {}
        readers.all.last?.opened?()
        if let reader = readers.all.last, let read = reader.waiting.first {
            reader.remove(read)
            read.done(.failure(Failure()))
        }
        #expect(cells.map { $0.sorted() } == [["9", "ash"], ["70", "oak"], ["1200", "elm"]])
        #expect(titles == sorted && view.columns?.sortOrder == [ColumnSort("Size")] && orders.count == 2)
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
