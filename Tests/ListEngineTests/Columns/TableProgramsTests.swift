import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Tables as a program writes them in a hurry: it changes the list where it just happens to be called.
@MainActor
@Suite("Programs with tables")
struct TableProgramsTests {
    private struct File: Identifiable, Sendable, Equatable {
        let id: Int
        var name: String
        var size: Int
    }

    /// A list of files, which the program shows again after each change.
    @MainActor
    private final class Program {
        let view = CollectionView(size: CGSize(width: 300, height: 200))
        let host = RecorderHost()
        let list: ListDataSource
        var files = (0..<20).map { File(id: $0, name: "n\($0)", size: ($0 * 7) % 20) }
        var order: [ColumnSort] = []
        var columns: @MainActor (Program) -> [ListColumn<File>]
        var shown = 0

        init(_ columns: @escaping @MainActor (Program) -> [ListColumn<File>]) {
            list = ListDataSource(in: view)
            self.columns = columns
            view.host = host
            view.sortHandler = { [unowned self] new in
                order = new
                show()
            }
            show()
        }

        func show() {
            shown += 1
            let table = ListTable(columns(self))
            let sorted = table.sorter.sorted(files, by: order)
            list.build(animatingDifferences: false) { ListBlock("files", sorted).height(20).columns(of: table) }
            view.layoutIfNeeded()
        }

        /// The point at the end of a title, at a distance from its edge.
        func title(_ column: String, fromEdge distance: CGFloat) -> CGPoint? {
            view.columns?.place(of: column, at: view.bounds.minX).map {
                CGPoint(x: $0.maxX - distance, y: view.bounds.minY + 5)
            }
        }

        /// A difference of the screen from the data and the columns. Fields are named "number column".
        func fault() -> String? {
            view.layoutIfNeeded()
            let names = Set(view.visibleColumns)
            for cell in view.visibleCells {
                guard let path = view.indexPath(for: cell), path.item < files.count else {
                    return "an item that is gone"
                }
                let fields = cell.fields
                guard Set(fields.map(\.column)) == (view.columns == nil ? [] : names), fields.count == names.count
                else {
                    return "\(fields.map(\.column)) instead of \(names)"
                }
                let titles = fields.compactMap { ($0.view as? ContentCell)?.content.title }
                let items = Set(titles.compactMap { $0.split(separator: " ").first })
                guard items.count <= 1 else { return "fields of several items: \(titles)" }
            }
            guard view.diagnostics.count(of: .viewInUse) == 0 else { return "a view in two places" }
            return nil
        }

        /// The numbers of the items on the screen.
        var numbers: [String] {
            view.visibleCells.compactMap { cell in
                (cell.fields.first?.view as? ContentCell)?.content.title.split(separator: " ").first.map(String.init)
            }
        }
    }

    private static func plain(_ name: String, _ width: CGFloat = 80) -> ListColumn<File> {
        ListColumn(name, width: .points(width)) { ItemContent("\($0.id) \(name)") }
    }

    // MARK: Drags

    /// The content of a column deletes this column, or ends the table, while the user drags its edge or its title.
    @Test func aColumnDeletesItselfWhileItIsDragged() throws {
        for deed in 0..<4 {
            for (distance, isCancelled) in [(CGFloat(1), false), (1, true), (40, false), (40, true)] {
                var isArmed = false
                let program = Program { program in
                    [
                        Self.plain("Name"),
                        ListColumn("Size", width: .points(80)) { [unowned program] file in
                            if isArmed {
                                isArmed = false
                                let view = program.view
                                switch deed {
                                case 0: try? view.editColumns { try $0.remove("Size") }
                                case 1: view.removeColumns()
                                case 2: try? view.editColumns { try $0.setHidden(true, "Size") }
                                default:
                                    program.files.removeAll()
                                    program.show()
                                }
                            }
                            return ItemContent("\(file.id) Size")
                        },
                        Self.plain("Date"), Self.plain("Kind"),
                    ]
                }
                let (view, start) = (program.view, try #require(program.title("Size", fromEdge: distance)))
                #expect(view.hostBeginColumnDrag(at: start) && view.isDraggingColumn)
                view.hostColumnDrag(to: CGPoint(x: start.x + 10, y: start.y))
                view.layoutIfNeeded()
                // The program shows a new size in the middle of the drag.
                isArmed = true
                program.files[0].size = 99
                program.show()
                view.hostColumnDrag(to: CGPoint(x: start.x - 150, y: start.y))
                view.layoutIfNeeded()
                view.hostEndColumnDrag(cancelled: isCancelled)
                #expect(!isArmed && !view.isDraggingColumn && view.movedColumn == nil)
                #expect(program.fault() == nil, "deed \(deed), \(distance), \(isCancelled)")
                // The next drag begins from what there is.
                if let next = program.title("Name", fromEdge: 1) {
                    let width = view.columns?.width(of: "Name") ?? 0
                    #expect(view.hostBeginColumnDrag(at: next) == !view.visibleCells.isEmpty || deed == 3)
                    view.hostColumnDrag(to: CGPoint(x: next.x + 12, y: next.y))
                    view.hostEndColumnDrag()
                    #expect(view.columns?.width(of: "Name") == width + 12 || view.visibleCells.isEmpty)
                }
                #expect(program.fault() == nil, "deed \(deed), \(distance), \(isCancelled)")
            }
        }
    }

    /// The program goes away in the middle of a drag, and then the view. The view keeps its data source until then.
    @Test func theOwnerIsDroppedInTheMiddleOfADrag() throws {
        for distance in [CGFloat(1), 40] {
            var program: Program? = Program { _ in [Self.plain("Name"), Self.plain("Size"), Self.plain("Date")] }
            var view = program?.view
            weak var list = program?.list
            weak var gone = program
            let start = try #require(program?.title("Name", fromEdge: distance))
            #expect(view?.hostBeginColumnDrag(at: start) == true)
            view?.hostColumnDrag(to: CGPoint(x: start.x + 30, y: start.y))
            // Its handlers refer to the program.
            view?.sortHandler = nil
            program = nil
            #expect(gone == nil && list != nil && view?.sort(by: "Name") == false)
            view?.hostColumnDrag(to: CGPoint(x: start.x + 130, y: start.y))
            view?.layoutIfNeeded()
            #expect(view?.columns?.width(of: "Name") == 210 || view?.movedColumn != nil, "the drag goes on")
            #expect(view?.visibleCells.isEmpty == false)
            view?.hostEndColumnDrag(cancelled: true)
            view?.layoutIfNeeded()
            #expect(view?.columns?.width(of: "Name") == 80 && view?.columns?.index(of: "Name") == 0)
            // The view goes in the middle of the next drag.
            #expect(view?.hostBeginColumnDrag(at: start) == true)
            weak var shown = view
            view = nil
            #expect(shown == nil && list == nil)
        }
    }

    // MARK: Sorts

    /// A comparator sorts by another column, and reloads, while the user edits a field. The edit stays with its item.
    @Test func aComparatorSortsAndReloadsWhileAFieldIsEdited() throws {
        for deed in 0..<3 {
            var left = 0
            var committed: [String] = []
            let program = Program { program in
                let disturb: @MainActor () -> Void = { [unowned program] in
                    guard left > 0 else { return }
                    left -= 1
                    switch deed {
                    case 0: program.view.sort(by: [ColumnSort("Size", isAscending: false)])
                    case 1: program.view.reloadData()
                    default:
                        program.files.append(File(id: 100 + left, name: "a", size: 0))
                        program.show()
                    }
                }
                return [
                    ListColumn("Name", width: .points(80)) { ItemContent("\($0.id) Name") }
                        .sorted { one, other in
                            // The list calls sorters of this program on the main thread.
                            MainActor.assumeIsolated { disturb() }
                            return one.name < other.name
                        }
                        .onEdit { file, text in
                            committed.append("\(file.id) \(text)")
                            return true
                        },
                    ListColumn("Size", width: .points(80)) { ItemContent("\($0.id) Size") }.sorted {
                        $0.size < $1.size
                    },
                ]
            }
            let view = program.view
            #expect(view.beginFieldEdit("Name", at: IndexPath(item: 3, section: 0)))
            view.hostChangeFieldEdit("typed")
            left = 2
            #expect(view.sort(by: "Name"))
            view.layoutIfNeeded()
            #expect(left == 0 && program.fault() == nil, "deed \(deed)")
            #expect(view.fieldEdit?.text == "typed", "deed \(deed)")
            left = 1
            view.sort(by: "Name")
            view.sort(by: "Size", extending: true)
            #expect(program.fault() == nil && view.columns?.sortOrder == program.order, "deed \(deed)")
            #expect(view.hostEndFieldEdit() && committed == ["3 typed"], "deed \(deed)")
        }
    }

    /// Everything that describes a field reloads the list, sorts, or shows other items.
    @Test func allProvidersChangeTheList() {
        for place in 0..<5 {
            for deed in 0..<4 {
                var left = 0
                let program = Program { program in
                    let disturb: @MainActor (Int) -> Void = { [unowned program] called in
                        guard left > 0, called == place else { return }
                        left -= 1
                        switch deed {
                        case 0: program.view.reloadData()
                        case 1: program.view.sort(by: "Size")
                        case 2: program.show()
                        default:
                            program.files.removeFirst(program.files.isEmpty ? 0 : 1)
                            program.show()
                        }
                    }
                    return [
                        ListColumn("Name", width: .points(80)) { file in
                            disturb(0)
                            return ItemContent("\(file.id) Name")
                        }
                        .text { file in
                            disturb(1)
                            return "\(file.id) text"
                        }
                        .onEdit(where: { _ in
                            disturb(2)
                            return true
                        }) { _, _ in
                            disturb(3)
                            return false
                        }
                        .sorted { $0.name < $1.name },
                        ListColumn("Size", width: .points(80)) { (field: ContentCell, file: File) in
                            disturb(4)
                            field.content = ItemContent("\(file.id) Size")
                        }
                        .sorted { $0.size < $1.size },
                    ]
                }
                let view = program.view
                view.focusedIndexPath = IndexPath(item: 2, section: 0)
                view.focusedColumn = "Name"
                left = 3
                program.files[5].size = 40
                program.show()
                view.sort(by: "Size")
                _ = view.copiedFields()
                view.hostKey(.character("7"))
                view.hostKey(.edit)
                view.hostChangeFieldEdit("new")
                view.hostKey(.down)
                view.hostEndFieldEdit()
                view.pasteFields("a\tb\nc")
                #expect(program.fault() == nil, "place \(place), deed \(deed)")
                left = 0
                view.hostEndFieldEdit(cancelled: true)
                program.show()
                #expect(program.fault() == nil, "place \(place), deed \(deed)")
                let order = program.view.columns?.sortOrder ?? []
                #expect(order == program.order, "the titles show the order of the rows")
            }
        }
    }

    // MARK: Late stores

    /// Two fields of an item are edited before the program has stored either of them. A store ends while a third edit is under way.
    @Test func twoFieldsOfAnItemAreStoredLate() throws {
        for lastFirst in [false, true] {
            var received: [File] = []
            var stores: [@MainActor () -> Void] = []
            let program = Program { program in
                let later: @MainActor (File, @escaping @MainActor (inout File) -> Void) -> Bool = { file, change in
                    received.append(file)
                    stores.append { [unowned program] in
                        change(&program.files[file.id])
                        program.show()
                    }
                    return true
                }
                return [
                    ListColumn("Name", width: .points(80)) { ItemContent("\($0.id) \($0.name)") }
                        .onEdit { file, text in later(file) { $0.name = text } }
                        .sorted { $0.name < $1.name },
                    ListColumn("Size", width: .points(80)) { ItemContent("\($0.id) \($0.size)") }
                        .onEdit { file, text in
                            guard let size = Int(text) else { return false }
                            return later(file) { $0.size = size }
                        }
                        .sorted { $0.size < $1.size },
                ]
            }
            let view = program.view
            let path = IndexPath(item: 3, section: 0)
            for (column, text) in [("Name", "a new"), ("Size", "-5")] {
                #expect(view.beginFieldEdit(column, at: path))
                view.hostChangeFieldEdit(text)
                #expect(view.hostEndFieldEdit() && view.fieldEdit == nil)
            }
            #expect(received == [File(id: 3, name: "n3", size: 1), File(id: 3, name: "n3", size: 1)])
            #expect(view.beginFieldEdit("Name", at: path))
            view.hostChangeFieldEdit("typed")
            // The stores move the item of the edit to the start of the list.
            view.sort(by: "Size")
            let (first, second) = lastFirst ? (stores[1], stores[0]) : (stores[0], stores[1])
            first()
            #expect(view.fieldEdit?.text == "typed" && program.fault() == nil)
            second()
            #expect(view.fieldEdit?.text == "typed" && program.fault() == nil)
            #expect(program.files[3] == File(id: 3, name: "a new", size: -5))
            let shown = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)))
            #expect(shown.fields.compactMap { ($0.view as? ContentCell)?.content.title } == ["3 a new", "3 -5"])
            #expect(view.hostEndFieldEdit() && received.last == program.files[3], "the item as it is shown")
            stores[2]()
            #expect(program.files[3] == File(id: 3, name: "typed", size: -5))
        }
    }

    // MARK: Columns that make no sense

    /// Each description is refused with a message that names the column, and the table stays as it is; or it is shown.
    @Test func unusableColumnsAreNamedAndTheTableStays() {
        let refused: [([ListColumn<File>], String)] = [
            ([Self.plain("Name"), Self.plain("Bad", .nan)], "\"Bad\""), ([Self.plain("Bad", .infinity)], "inf"),
            ([Self.plain("Bad", -1)], "-1"), ([Self.plain("Bad").width(from: 9, to: 3)], "9.0"),
            ([Self.plain("Bad").width(from: .nan)], "nan"),
            ([Self.plain("Bad").width(from: 0, to: -.infinity)], "-inf"),
            ([ListColumn("Bad", width: .share(.nan)) { _ in ItemContent("") }], "nan"),
            ([ListColumn("Bad", width: .share(-3)) { _ in ItemContent("") }], "-3"),
            ([Self.plain("Twice"), Self.plain("Name"), Self.plain("Twice")], "\"Twice\""),
            ([Self.plain("Bad", .greatestFiniteMagnitude)], "\"Bad\""),
        ]
        let good = [Self.plain("Name"), Self.plain("Size")]
        for (place, (columns, word)) in refused.enumerated() {
            let program = Program { _ in good }
            program.columns = { _ in columns }
            program.show()
            #expect(program.view.columns?.columns.map(\.id) == ["Name", "Size"], "case \(place)")
            #expect(program.view.diagnostics.recent.last?.message.contains(word) == true, "case \(place)")
            #expect(program.view.visibleCells.count > 5, "the items stay")
            program.columns = { _ in good }
            program.show()
            #expect(program.fault() == nil, "case \(place)")
            // As the first description of a list.
            let first = Program { _ in columns }
            #expect(first.view.columns == nil, "case \(place)")
            first.columns = { _ in good }
            first.show()
            #expect(first.view.columns?.count == 2 && first.fault() == nil, "case \(place)")
        }
        let shown: [([ListColumn<File>], Int)] = [
            ([], 0), ([Self.plain("Name", 0)], 1), ([Self.plain("Name").width(from: 0, to: 0)], 1),
            ([Self.plain("Name").hidden(), Self.plain("Size").hidden()], 2),
            ([Self.plain("")], 1), ((0..<100_000).map { Self.plain("c\($0)", 30) }, 100_000), (good, 2), ([], 0),
        ]
        let program = Program { _ in good }
        for (columns, count) in shown {
            program.columns = { _ in columns }
            program.show()
            #expect(program.view.columns?.count == count && program.fault() == nil, "\(count) columns")
            program.view.hostDidScroll(to: CGPoint(x: 2_000_000, y: 0))
            program.view.hostKey(.down)
            #expect(program.fault() == nil, "\(count) columns, scrolled")
        }
        #expect(program.view.diagnostics.count(of: .unusableColumns) == 0)
    }

    // MARK: Stored columns

    /// A state that a later version of the program has stored, or that was damaged, is restored as far as it fits.
    @Test func aStateOfOtherColumnsIsRestored() throws {
        func sorted(_ name: String) -> ListColumn<File> { Self.plain(name).sorted { $0.size > $1.size } }
        let later = Program { _ in [sorted("New"), sorted("Size"), sorted("Name"), sorted("Other")] }
        later.view.sort(by: [ColumnSort("New"), ColumnSort("Size", isAscending: false)])
        try later.view.editColumns { columns in
            try columns.move("Name", to: 0)
            try columns.resize("Size", to: 55)
            try columns.setHidden(true, "Other")
            try columns.pin("New", at: .leading)
        }
        let stored = try JSONEncoder().encode(later.view.columnState)
        var state = try JSONDecoder().decode(ColumnState.self, from: stored)
        let entries = state.columns
        state.columns +=
            entries + [
                ColumnState.Entry("Date", width: .nan), ColumnState.Entry("Date", width: -1),
                ColumnState.Entry("", width: .infinity),
            ]
        state.sortOrder += [ColumnSort("none"), ColumnSort("Size"), ColumnSort("Size")]
        for isEarly in [true, false] {
            let program = Program { _ in [] }
            if isEarly {
                program.view.removeColumns()
                program.view.columnState = state
            }
            program.columns = { _ in [sorted("Size"), sorted("Name"), sorted("Date")] }
            program.show()
            if !isEarly { program.view.columnState = state }
            let columns = try #require(program.view.columns)
            #expect(Set(columns.columns.map(\.id)) == ["Size", "Name", "Date"], "early: \(isEarly)")
            #expect(columns.width(of: "Size") == 55 && columns.width(of: "Date") == 80, "early: \(isEarly)")
            let places = ["Name", "Size"].compactMap(columns.index(of:))
            #expect(places == places.sorted(), "early: \(isEarly)")
            #expect(columns.sortOrder == [ColumnSort("Size", isAscending: false)], "early: \(isEarly)")
            if !isEarly { #expect(program.order == columns.sortOrder, "the program has sorted") }
            #expect(program.fault() == nil)
            // It is stored again without what did not fit.
            #expect(program.view.columnState?.columns.allSatisfy { $0.column != "New" && $0.column != "" } == true)
        }
    }
}
