import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// A table looks and works the same, whatever kind of data source shows it.
@MainActor
@Suite("Data sources of tables")
struct TableDoorTests {
    struct File: ListIdentifiable, Sendable, Equatable {
        let number: Int
        var name: String
        var size: Int
        var listIdentifier: String { "\(number)" }
    }

    final class FilesSection: ListTableSection {
        weak var context: ListContext?
        let listIdentifier = "files"
        var items: [File] = []
        let table: ListTable<File>
        init(_ table: ListTable<File>) { self.table = table }
    }

    /// A program with some files, which it shows by one kind of data source.
    @MainActor
    final class Program {
        let view = CollectionView(size: CGSize(width: 300, height: 300))
        let host = RecorderHost()
        var files = [
            File(number: 0, name: "oak", size: 70), File(number: 1, name: "ash", size: 9),
            File(number: 2, name: "elm", size: 1_200),
        ]
        private(set) var show: @MainActor () -> Void = {}

        private(set) lazy var table = ListTable<File> {
            ListColumn("Name") { file in ItemContent(file.name) }
                .sorted { $0.name < $1.name }
                .onEdit { [unowned self] file, name in
                    guard !name.isEmpty, let place = files.firstIndex(where: { $0.number == file.number }) else {
                        return false
                    }
                    files[place].name = name
                    show()
                    return true
                }
            ListColumn("Size", width: .points(90)) { file in ItemContent("\(file.size)") }
                .sorted { $0.size < $1.size }.aligned(.trailing)
            ListColumn("Own", width: .points(60)) { (field: TextField, file: File) in field.text = file.name }
                .text { "own\t\"\($0.number)\"" }
        }

        init(_ door: Int) {
            view.host = host
            var order: [ColumnSort] = []
            switch door {
            case 0:
                let list = ListDataSource(in: view)
                show = { [unowned self] in
                    list.build(animatingDifferences: false) {
                        ListBlock("files", table.sorter.sorted(files, by: order), id: \.listIdentifier).columns(
                            of: table)
                    }
                    view.layoutIfNeeded()
                }
            case 1:
                let list = ListDataSource(in: view)
                let section = FilesSection(table)
                list.append(newSections: [section])
                show = { [unowned self] in
                    section.items = table.sorter.sorted(files, by: order)
                    section.update(reconfiguring: section.items, animatingDifferences: false)
                    withExtendedLifetime(list) {}
                    view.layoutIfNeeded()
                }
            default:
                let source = DiffableDataSource<Int, Int>(collectionView: view, table: table) {
                    [unowned self] number in files.first { $0.number == number }
                }
                show = { [unowned self] in
                    var snapshot = DiffableSnapshot<Int, Int>()
                    snapshot.appendSections([0])
                    snapshot.appendItems(table.sorter.sorted(files, by: order).map(\.number))
                    snapshot.reconfigureItems(source.snapshot().itemIdentifiers.filter { snapshot.contains(item: $0) })
                    source.apply(snapshot, animatingDifferences: false)
                    view.layoutIfNeeded()
                }
            }
            view.sortHandler = { [unowned self] new in
                order = new
                show()
            }
            show()
        }

        func texts(_ view: CollectionReusableView) -> [String] {
            view.fields.map { field in
                switch field.view {
                case let cell as ContentCell: cell.content.title
                case let view as ContentView: view.content.title + (view.content.trailing ?? "")
                case let field as TextField: field.text
                default: "?"
                }
            }
        }

        var rows: [[String]] { view.visibleCells.map(texts) }
        var titles: [[String]] { view.visibleViews.filter { $0 is TableHeaderView }.map(texts) }
    }

    /// The expander of an outline is in a field, which is indented; the others are not.
    @Test func anOutlineIsInTheFieldWithTheExpander() throws {
        let view = CollectionView(size: CGSize(width: 300, height: 400))
        let table = ListTable<String> {
            ListColumn("Name") { name in ItemContent(name, accessories: [.outline]) }
            ListColumn("Letters", width: .points(60)) { name in ItemContent("\(name.count)") }
        }
        let source = DiffableDataSource<Int, String>(collectionView: view, table: table) { $0 }
        var outline = SectionSnapshot<String>()
        outline.append(["tree", "herb"])
        outline.append(["oak", "ash"], to: "tree")
        source.apply(outline, to: 0, animatingDifferences: false)
        func fields() -> [[ContentCell]] {
            view.layoutIfNeeded()
            let cells = view.visibleCells.sorted { $0.frame.minY < $1.frame.minY }
            return cells.map { $0.fields.compactMap { $0.view as? ContentCell } }
        }
        #expect(fields().map { $0.map(\.content.title) } == [["tree", "4"], ["herb", "4"]])
        #expect(fields().map { $0[0].shownAccessories.count } == [1, 0], "only a tree has children")
        #expect(fields()[0][0].perform(.pressed, accessoryAt: 0))
        #expect(
            fields().map { $0.map(\.content.title) } == [["tree", "4"], ["oak", "3"], ["ash", "3"], ["herb", "4"]])
        #expect(fields().map { $0.map(\.indentation) } == [[0, 0], [1, 0], [1, 0], [0, 0]])
        #expect(fields()[0][0].outlineState?.isExpanded == true)
        #expect(fields()[0][0].perform(.pressed, accessoryAt: 0))
        #expect(fields().map { $0[0].indentation } == [0, 0])
        withExtendedLifetime(source) {}
    }

    @Test(arguments: 0..<3) func rowsAndTitlesAreShown(door: Int) {
        let program = Program(door)
        #expect(program.titles == [["Name", "Size", "Own"]])
        #expect(program.rows == [["oak", "70", "oak"], ["ash", "9", "ash"], ["elm", "1200", "elm"]])
        #expect(program.view.columns?.width(of: "Name") == 150)
        #expect(program.view.diagnostics.recent.isEmpty, "\(program.view.diagnostics.recent)")
    }

    @Test(arguments: 0..<3) func aClickOnATitleSorts(door: Int) {
        let program = Program(door)
        #expect(program.view.hostTap(at: CGPoint(x: 200, y: 10)))
        #expect(program.titles == [["Name", "Size▲", "Own"]])
        #expect(program.rows.map { $0[1] } == ["9", "70", "1200"])
        program.view.sort(by: [ColumnSort("Name", isAscending: false)])
        #expect(program.rows.map { $0[0] } == ["oak", "elm", "ash"])
        #expect(!program.view.sort(by: [ColumnSort("none")]))
    }

    @Test(arguments: 0..<3) func rowsAndRangesAreCopied(door: Int) throws {
        let program = Program(door)
        #expect(program.view.copiedFields() == nil)
        program.view.focusedIndexPath = IndexPath(item: 1, section: 0)
        #expect(program.view.copiedFields()?.tabSeparated == "ash\t9\t\"own\t\"\"1\"\"\"")
        program.view.allowsMultipleSelection = true
        for item in [2, 0] { program.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        #expect(
            program.view.copiedFields()?.tabSeparated
                == "oak\t70\t\"own\t\"\"0\"\"\"\nelm\t1200\t\"own\t\"\"2\"\"\"\n")
        try program.view.editColumns {
            try $0.move("Size", to: 0)
            try $0.setHidden(true, "Own")
        }
        program.view.focusedColumn = "Name"
        #expect(program.view.copiedFields()?.tabSeparated == "ash")
        #expect(program.view.hostKey(.left, modifiers: .extend) && program.view.hostKey(.up, modifiers: .extend))
        #expect(program.view.fieldRange?.columns == ["Size", "Name"])
        #expect(program.view.copiedFields()?.tabSeparated == "70\toak\n9\tash\n")
    }

    @Test(arguments: 0..<3) func aFieldIsEdited(door: Int) throws {
        let program = Program(door)
        var ends: [FieldEditEnd] = []
        program.view.fieldEditHandler = { _, end in ends.append(end) }
        #expect(!program.view.beginFieldEdit("Size", at: IndexPath(item: 1, section: 0)), "it has no closure")
        #expect(program.view.beginFieldEdit("Name", at: IndexPath(item: 1, section: 0)))
        #expect(program.view.fieldEdit?.text == "ash" && program.view.focusedColumn == "Name")
        program.view.hostChangeFieldEdit("")
        #expect(!program.view.hostEndFieldEdit() && program.view.fieldEdit?.text == "", "the text is refused")
        program.view.hostChangeFieldEdit("birch")
        #expect(program.view.hostEndFieldEdit() && program.view.fieldEdit == nil)
        #expect(program.rows.map { $0[0] } == ["oak", "birch", "elm"] && ends == [.committed])
        // Nothing is changed, or the user cancels.
        #expect(program.view.hostKey(.edit) && program.view.hostEndFieldEdit())
        #expect(program.view.hostKey(.activate))
        program.view.hostChangeFieldEdit("fir")
        #expect(program.view.hostEndFieldEdit(cancelled: true))
        #expect(program.rows[1][0] == "birch" && ends == [.committed, .cancelled, .cancelled])
    }

    @Test(arguments: 0..<3) func anEditFollowsItsItem(door: Int) throws {
        let program = Program(door)
        var ends: [(FieldEdit, FieldEditEnd)] = []
        program.view.fieldEditHandler = { ends.append(($0, $1)) }
        #expect(program.view.beginFieldEdit("Name", at: IndexPath(item: 0, section: 0)))
        program.view.hostChangeFieldEdit("pine")
        program.view.sort(by: [ColumnSort("Size")])
        #expect(program.view.fieldEdit?.indexPath == IndexPath(item: 1, section: 0))
        program.files.insert(File(number: 7, name: "yew", size: 1), at: 0)
        program.show()
        #expect(program.view.fieldEdit?.indexPath == IndexPath(item: 2, section: 0))
        let edited = program.view.visibleCells.flatMap { cell in
            cell.fields.filter { ($0.view as? CollectionViewCell)?.fieldState.contains(.edited) == true }.map {
                "\(cell.layoutAttributes?.path.item ?? -1) \($0.column)"
            }
        }
        #expect(edited == ["2 Name"])
        program.view.reloadData()
        program.view.layoutIfNeeded()
        #expect(program.view.fieldEdit?.indexPath == IndexPath(item: 2, section: 0), "after a reload too")
        #expect(program.view.hostEndFieldEdit())
        #expect(program.files[1].name == "pine" && ends.map(\.1) == [.committed])
        #expect(program.view.beginFieldEdit("Name", at: IndexPath(item: 0, section: 0)))
        program.view.hostChangeFieldEdit("lost")
        program.files.removeAll { $0.number == 7 }
        program.show()
        #expect(program.view.fieldEdit == nil && ends.last?.1 == .removed && ends.last?.0.text == "lost")
        #expect(program.view.beginFieldEdit("Name", at: IndexPath(item: 0, section: 0)))
        try program.view.editColumns { try $0.setHidden(true, "Name") }
        #expect(program.view.fieldEdit == nil && ends.count == 3 && ends.last?.1 == .removed)
        #expect(program.view.focusedColumn == "Size")
    }

    @Test(arguments: 0..<3) func typingFindsItemsInTheSortedColumn(door: Int) {
        let program = Program(door)
        program.view.sort(by: [ColumnSort("Size")])
        #expect(program.view.hostTypeAhead("12"))
        #expect(program.view.focusedIndexPath == IndexPath(item: 2, section: 0))
        #expect(!program.view.hostTypeAhead("oak"))
        program.view.sort(by: [ColumnSort("Name")])
        #expect(program.view.hostTypeAhead("oak"))
    }

    @Test(arguments: 0..<3) func theStateOfColumnsIsRestored(door: Int) throws {
        let first = Program(door)
        try first.view.editColumns {
            try $0.resize("Size", to: 120)
            try $0.move("Own", to: 0)
            try $0.setHidden(true, "Name")
        }
        first.view.sort(by: [ColumnSort("Size")])
        let stored = try JSONEncoder().encode(first.view.columnState)
        let second = Program(door)
        second.view.columnState = try JSONDecoder().decode(ColumnState.self, from: stored)
        second.show()
        #expect(second.files.count == 3 && second.rows == first.rows, "the rows are sorted as the titles say")
        #expect(second.titles == [["Own", "Size▲"]] && second.view.columns?.width(of: "Size") == 120)
        #expect(second.view.columnState == first.view.columnState)
    }

    @Test func aStateIsRestoredWhenTheColumnsAreThere() throws {
        let view = CollectionView(size: CGSize(width: 300, height: 100))
        view.columnState = ColumnState(
            columns: [.init("b", width: 70), .init("gone"), .init("a", isHidden: true)], sortOrder: [ColumnSort("b")])
        try view.setColumns([Column("a"), Column("b"), Column("c", width: .points(10))])
        #expect(view.columns?.columns.map(\.id) == ["b", "c", "a"] && view.columns?.shownCount == 2)
        #expect(view.columns?.width(of: "b") == 70 && view.columns?.sortOrder == [ColumnSort("b")])
    }

    @Test(arguments: 0..<3) func theMenuOfAHeaderHidesAndShowsColumns(door: Int) throws {
        let program = Program(door)
        let view = program.view
        func act(_ column: String, _ title: String) throws {
            let menu = try #require(view.headerMenu(of: column))
            try #require(menu.actions.first { $0.title == title }).perform()
            view.layoutIfNeeded()
        }
        #expect(view.hostHeaderMenu(at: CGPoint(x: 200, y: 100)) == nil, "no header is there")
        let menu = try #require(view.hostHeaderMenu(at: CGPoint(x: 200, y: 10)))
        #expect(
            menu.actions.map(\.title) == [
                "Sort ascending", "Sort descending", "Fit to content", "Keep at the start", "Keep at the end", "Hide",
                "Name",
                "Size", "Own",
            ])
        try act("Size", "Sort descending")
        #expect(program.titles == [["Name", "Size▼", "Own"]] && program.rows.map { $0[1] } == ["1200", "70", "9"])
        try act("Size", "Hide")
        #expect(program.titles == [["Name", "Own"]])
        try act("Name", "Size")
        #expect(program.titles == [["Name", "Size▼", "Own"]])
        try act("Own", "Keep at the start")
        #expect(view.columns?.columns.map(\.id) == ["Own", "Name", "Size"])
        try act("Own", "Keep at the start")
        #expect(view.columns?["Own"]?.pinnedEdge == nil)
        view.headerMenuHandler = { column, menu in
            column == "Name" ? nil : ItemMenu(menu.elements + [.action(ItemMenu.Action("About \(column)") {})])
        }
        #expect(view.headerMenu(of: "Name") == nil && view.headerMenu(of: "none") == nil)
        let kept = try #require(view.headerMenu(of: "Size")?.actions)
        #expect(kept.last?.title == "About Size")
        // Actions that are performed when their column is gone do nothing.
        view.sortHandler = nil
        try view.editColumns { try $0.remove("Size") }
        for action in kept { action.perform() }
        #expect(view.columns?["Size"] == nil && view.columns?.shownCount ?? 0 > 0)
    }

    @Test func menusOfManyColumnsAreDivided() throws {
        let table = TableList([1], tableColumns(3_000))
        let menu = try #require(table.view.headerMenu(of: "c7"))
        #expect(menu.actions.count == 3_000 + 4)
        func most(_ elements: [ItemMenu.Element]) -> Int {
            elements.reduce(elements.count) { found, element in
                switch element {
                case .action: found
                case .submenu(_, _, let inner), .section(_, let inner): max(found, most(inner))
                }
            }
        }
        #expect(most(menu.elements) <= 50)
        let last = try #require(menu.actions.last)
        #expect(last.title == "c2999" && last.isChecked == true)
        last.perform()
        #expect(table.view.columns?["c2999"]?.isHidden == true)
    }
}
