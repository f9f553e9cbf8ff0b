import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

@testable import ListEngineData

/// The rows of a source next to blocks of a list.
@MainActor
@Suite struct BuildTests {
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: CollectionViewFlowLayout())
    private let host = RecorderHost()
    private let reader = ScriptedReader<ArrayRows<Int, Int, String>>()

    @MainActor
    private final class Mark { var text = "a" }

    /// The texts of the visible cells, by section.
    private var texts: [[String]] {
        view.layoutIfNeeded()
        let paths = view.indexPathsForVisibleItems.sorted()
        return (0..<view.numberOfSections).map { section in
            paths.filter { $0[0] == section }.compactMap { (view.cellForItem(at: $0) as? ContentCell)?.content.title }
        }
    }

    private func answer(_ rows: [String]) {
        reader.opened?()
        let keyed = rows.enumerated().map { KeyedRow(key: $0.offset, id: $0.offset, row: $0.element) }
        guard let read = reader.waiting.first else { return }
        reader.remove(read)
        read.done(.success(RowSlice(keyed, isEnd: true)))
    }

    @Test func rowsStandNextToBlocks() throws {
        view.host = host
        let list = ListDataSource(in: view)
        let rows = LiveRows(ArrayRows<Int, Int, String>()) { _ in reader }
        let mark = Mark()
        let section = RowSection(rows, listIdentifier: "messages") { (cell: ContentCell, state) in
            cell.content = ItemContent((state.row ?? "…") + mark.text)
        }
        func render(_ pinned: [String], showsRows: Bool = true) {
            list.build {
                ListBlock("pinned", pinned)
                if showsRows { section }
                ListBlock("end", ["end"])
            }
        }
        render(["p"])
        #expect(texts == [["p"], ["…a"], ["end"]])
        answer(["x", "y"])
        #expect(texts == [["p"], ["xa", "ya"], ["end"]])
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 1)))
        #expect(list.section(at: 1)?.listIdentifier == "messages")

        // A build shows all cells again, with what the program has now.
        mark.text = "b"
        render(["p", "q"])
        #expect(texts == [["p", "q"], ["xb", "yb"], ["end"]])
        #expect(view.cellForItem(at: IndexPath(item: 1, section: 1)) === cell)

        // Changes of the rows need no build. Sections of the source come between the blocks.
        reader.changes?(.sections([RowHeading(first: 0, title: "A"), RowHeading(first: 1, title: "B")], .initial))
        #expect(texts == [["p", "q"], ["xb"], ["yb"], ["end"]])
        render(["p"])
        #expect(texts == [["p"], ["xb"], ["yb"], ["end"]])
        reader.changes?(.edits([RowEdit(id: 2, old: nil, new: 2, row: "z")], RowRevision(1)))
        #expect(texts == [["p"], ["xb"], ["yb", "zb"], ["end"]])

        // Without the rows, and with them again. They have changed in the meantime.
        render(["p"], showsRows: false)
        #expect(texts == [["p"], ["end"]])
        reader.changes?(.edits([RowEdit(id: 0, old: 0, new: nil)], RowRevision(2)))
        render([])
        #expect(texts == [[], ["yb", "zb"], ["end"]])
        #expect(view.diagnostics.recent.isEmpty, "\(view.diagnostics.recent)")
    }

    /// The same rows twice, and another section of the same name, are left out and reported, as with any section.
    @Test func rowsAreInAListOnce() {
        view.host = host
        let list = ListDataSource(in: view)
        let section = RowSection(LiveRows(ArrayRows<Int, Int, String>()) { _ in reader }) {
            (cell: ContentCell, state) in
            cell.content = ItemContent(state.row ?? "…")
        }
        list.build {
            section
            section
            ListBlock("rows", ["other"])
        }
        #expect(texts == [["…"]])
        #expect(view.diagnostics.recent.contains { $0.code == .duplicateIdentifier })
        let other = RowSection(LiveRows(ArrayRows<Int, Int, String>()) { _ in reader }) { (cell: ContentCell, state) in
            cell.content = ItemContent(state.row ?? "other")
        }
        list.build { other }
        #expect(texts == [["other"]])
    }
}
