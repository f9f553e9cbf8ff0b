import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Fields that have the focus, are in a range, and are edited.
@MainActor
@Suite("The focus of fields")
struct FieldFocusTests {
    /// Which fields of the screen have states: "1 c2 fse".
    private func states(_ table: TableList) -> [String] {
        table.view.visibleCells.flatMap { cell in
            cell.fields.compactMap { shown -> String? in
                guard let field = shown.view as? TextField, !field.fieldState.isEmpty else { return nil }
                var text = field.text + " "
                if field.fieldState.contains(.focused) { text += "f" }
                if field.fieldState.contains(.selected) { text += "s" }
                if field.fieldState.contains(.edited) { text += "e" }
                return text
            }
        }
    }

    private func position(_ table: TableList) -> String {
        "\(table.view.focusedIndexPath?.item ?? -1) \(table.view.focusedColumn ?? "-")"
    }

    @Test func keysMoveTheFocusBetweenFields() {
        let table = TableList(Array(0..<100), tableColumns(30))
        let view = table.view
        #expect(view.hostKey(.down) && position(table) == "0 -")
        #expect(states(table).isEmpty)
        view.focusedColumn = "none"
        #expect(view.focusedColumn == nil)
        view.focusedColumn = "c1"
        #expect(states(table) == ["0 c1 f"])
        #expect(view.hostKey(.right) && view.hostKey(.down) && position(table) == "1 c2")
        #expect(states(table) == ["1 c2 f"])
        #expect(view.hostKey(.end) && position(table) == "1 c29" && view.bounds.minX == 1_200)
        #expect(states(table) == ["1 c29 f"])
        #expect(!view.hostKey(.right))
        #expect(view.hostKey(.next) && position(table) == "2 c0" && view.bounds.minX == 0)
        #expect(view.hostKey(.previous) && position(table) == "1 c29")
        #expect(view.hostKey(.home) && position(table) == "1 c0")
        #expect(!view.hostKey(.left))
        #expect(view.hostKey(.pageDown) && view.focusedColumn == "c0" && view.focusedIndexPath?.item == 6)
        #expect(view.hostKey(.end, modifiers: .toggle) && position(table) == "99 c0")
        #expect(view.bounds.maxY == 2_000)
        view.focusedColumn = nil
        #expect(states(table).isEmpty && view.focusedIndexPath?.item == 99)
    }

    @Test func keysAreMirroredFromRightToLeft() {
        let table = TableList(Array(0..<3), tableColumns(30))
        table.view.flowDirection = .rightToLeft
        table.view.layoutIfNeeded()
        table.view.focusedIndexPath = IndexPath(item: 0, section: 0)
        table.view.focusedColumn = "c0"
        #expect(!table.view.hostKey(.right))
        for column in 1..<10 { #expect(table.view.hostKey(.left) && table.view.focusedColumn == "c\(column)") }
        #expect(states(table) == ["0 c9 f"], "the list scrolls to it")
        #expect(table.view.crossOffset == 200)
    }

    @Test func pinnedColumnsDoNotCoverTheFocus() throws {
        let table = TableList(Array(0..<3), tableColumns(30))
        try table.view.editColumns {
            try $0.pin("c0", at: .leading)
            try $0.pin("c29", at: .trailing)
        }
        table.view.focusedIndexPath = IndexPath(item: 0, section: 0)
        table.view.focusedColumn = "c0"
        for column in (1..<30) {
            #expect(table.view.hostKey(.right) && table.view.focusedColumn == "c\(column)")
            let field = try #require(table.fields["0 c\(column)"])
            #expect(
                field.width == 50 && (column == 29 || (field.minX >= 50 && field.maxX <= 250)), "\(column): \(field)")
        }
        for column in (0..<29).reversed() {
            #expect(table.view.hostKey(.left) && table.view.focusedColumn == "c\(column)")
            let field = try #require(table.fields["0 c\(column)"])
            #expect(column == 0 || (field.minX >= 50 && field.maxX <= 250), "\(column): \(field)")
        }
    }

    @Test func rangesGrowFromTheFocus() throws {
        let table = TableList(Array(0..<10), tableColumns(5))
        let view = table.view
        #expect(view.fieldRange == nil && !view.hostExtendFieldRange(to: CGPoint(x: 10, y: 10)))
        view.focusedIndexPath = IndexPath(item: 2, section: 0)
        view.focusedColumn = "c3"
        #expect(view.fieldRange?.columns == ["c3"])
        view.hostKey(.left, modifiers: .extend)
        view.hostKey(.up, modifiers: .extend)
        #expect(states(table) == ["1 c2 fs", "1 c3 s", "2 c2 s", "2 c3 s"])
        #expect(view.indexPathsForSelectedItems.isEmpty, "a range of fields selects no items")
        view.hostKey(.right, modifiers: .extend)
        view.hostKey(.right, modifiers: .extend)
        #expect(states(table) == ["1 c3 s", "1 c4 fs", "2 c3 s", "2 c4 s"])
        // The corners stay. After a column moves, other columns are between them.
        try view.editColumns { try $0.move("c4", to: 0) }
        view.layoutIfNeeded()
        #expect(view.fieldRange?.columns == ["c4", "c0", "c1", "c2", "c3"])
        #expect(view.hostExtendFieldRange(to: CGPoint(x: 60, y: 70)))
        #expect(view.fieldRange?.columns == ["c0", "c1", "c2", "c3"] && view.fieldRange?.last.item == 3)
        // A row in the range is deleted, an end is deleted, items are moved.
        table.apply([0, 1, 2, 4, 5, 6])
        #expect(view.fieldRange == nil, "the item with the focus was deleted")
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.hostKey(.down, modifiers: .extend)
        view.hostKey(.down, modifiers: .extend)
        table.apply([0, 2, 4, 5, 6])
        #expect(view.fieldRange?.last.item == 1)
        table.apply([6, 0, 2, 4, 5])
        #expect(view.fieldRange.map { $0.first == $0.last } == true, "items were moved")
        #expect(states(table).count == 1)
    }

    @Test func aClickMovesTheFocusToAField() {
        let table = TableList(Array(0..<10), tableColumns(5))
        // The fields of this table receive touches themselves.
        table.inRequest = nil
        let list = CollectionView(
            size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
        let source = DiffableDataSource<Int, Int>(collectionView: list) { view, indexPath, item in
            view.tableCell(for: indexPath) { $0.content(ItemContent("\(item) \($0.column)")) }
        }
        var committed: [String] = []
        source.fieldProvider = { column, item in
            TableField("\(item) \(column)") { text in
                committed.append(text)
                return true
            }
        }
        try? list.setColumns(tableColumns(5))
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<10))
        source.apply(snapshot, animatingDifferences: false)
        list.layoutIfNeeded()
        func click(_ x: CGFloat, _ y: CGFloat, _ count: Int = 1, _ modifiers: InputModifiers = []) {
            for phase in [CollectionViewTouch.Phase.began, .ended] {
                var touch = CollectionViewTouch(phase, at: CGPoint(x: x, y: y))
                (touch.pointer, touch.clickCount, touch.modifiers) = (.mouse, count, modifiers)
                list.hostTouch(touch)
            }
        }
        click(60, 30)
        #expect(list.focusedColumn == nil && list.focusedIndexPath?.item == 1)
        list.focusedColumn = "c0"
        click(60, 50)
        #expect(list.focusedColumn == "c1" && list.focusedIndexPath?.item == 2)
        click(160, 70, 1, .extend)
        #expect(list.fieldRange?.columns == ["c1", "c2", "c3"] && list.fieldRange?.last.item == 3)
        #expect(list.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
        click(60, 30, 2)
        #expect(list.fieldEdit?.indexPath.item == 1 && list.fieldEdit?.column == "c1")
        list.hostChangeFieldEdit("new")
        click(60, 30)
        #expect(list.fieldEdit?.text == "new", "a click in the edited field does not end the edit")
        click(10, 30)
        #expect(list.fieldEdit == nil && committed == ["new"] && list.focusedColumn == "c0")
        #expect(list.hostKey(.edit))
        list.hostChangeFieldEdit("other")
        list.focusedIndexPath = IndexPath(item: 4, section: 0)
        #expect(list.fieldEdit == nil && committed == ["new", "other"])
    }

    /// The data source changes the list in each of its calls.
    @Test func committingCanDoAnything() throws {
        for deed in 0..<7 {
            let table = TableList(Array(0..<10), tableColumns(5))
            let (view, source) = (table.view, try #require(table.source))
            var ends: [FieldEditEnd] = []
            view.fieldEditHandler = { _, end in ends.append(end) }
            var calls = 0
            source.fieldProvider = { [unowned table] column, item in
                TableField("\(item)") { _ in
                    calls += 1
                    if calls > 3 { return false }
                    switch deed {
                    case 0: table.apply([0, 1, 2])
                    case 1: table.view.reloadData()
                    case 2: try? table.view.editColumns { try $0.remove(column) }
                    case 3: table.view.hostEndFieldEdit()
                    case 4: table.view.beginFieldEdit("c4", at: IndexPath(item: 0, section: 0))
                    case 5: table.view.removeColumns()
                    default: table.view.focusedIndexPath = IndexPath(item: 9, section: 0)
                    }
                    return true
                }
            }
            #expect(view.beginFieldEdit("c1", at: IndexPath(item: 5, section: 0)))
            view.hostChangeFieldEdit("new")
            _ = view.hostEndFieldEdit()
            view.layoutIfNeeded()
            #expect(calls == 1, "deed \(deed): \(calls) calls")
            #expect(ends.count == 1, "deed \(deed): \(ends)")
            if view.fieldEdit != nil { #expect(deed == 4) }
            #expect(table.fault() == nil, "deed \(deed)")
        }
    }

    /// States of fields equal those that a scan of all fields gives.
    @Test func statesEqualThoseOfAScan() throws {
        for seed in LawCases.seeds(60) {
            var random = TestRandom(seed: seed)
            let table = TableList(Array(0..<20), tableColumns(12))
            let view = table.view
            table.source?.fieldProvider = { column, item in TableField("\(item)") { _ in true } }
            view.focusedIndexPath = IndexPath(item: 3, section: 0)
            view.focusedColumn = "c3"
            var made = 20
            for step in 0..<60 {
                switch random.below(9) {
                case 0:
                    var items = table.source?.snapshot().itemIdentifiers ?? []
                    if random.chance(oneIn: 3) { items.shuffle(using: &random) }
                    items.removeAll { _ in random.chance(oneIn: 8) }
                    made += 1
                    items.insert(made, at: random.below(items.count + 1))
                    table.apply(items)
                case 1:
                    let names = view.columns?.columns.map(\.id) ?? []
                    if names.count > 2 {
                        let name = names[random.below(names.count)]
                        try view.editColumns { columns in
                            switch random.below(4) {
                            case 0: try columns.move(name, to: random.below(columns.count))
                            case 1: try columns.setHidden(random.chance(oneIn: 2), name)
                            case 2: try columns.pin(name, at: random.pick(nil, .leading, .trailing))
                            default: try columns.resize(name, to: CGFloat(random.below(90)))
                            }
                        }
                    }
                case 2: view.beginFieldEdit("c\(random.below(12))", at: IndexPath(item: random.below(20), section: 0))
                case 3:
                    view.hostChangeFieldEdit("\(step)")
                    view.hostEndFieldEdit(cancelled: random.chance(oneIn: 2))
                case 4:
                    view.hostDidScroll(
                        to: CGPoint(x: CGFloat(random.below(300)), y: CGFloat(random.below(300))))
                case 5: if random.chance(oneIn: 4) { view.reloadData() }
                case 6: if random.chance(oneIn: 4) { view.focusedColumn = random.pick(nil, "c1", "c5") }
                default:
                    view.hostKey(
                        random.pick(.left, .right, .up, .down, .home, .end, .next, .previous, .pageDown),
                        modifiers: random.chance(oneIn: 2) ? .extend : [])
                }
                view.layoutIfNeeded()
                var expected: [String] = []
                let range = view.fieldRange
                let items = table.source?.snapshot().itemIdentifiers ?? []
                for cell in view.visibleCells {
                    guard let path = cell.layoutAttributes?.path.indexPath else { continue }
                    for field in cell.fields {
                        var state = ""
                        if path == view.focusedIndexPath, field.column == view.focusedColumn { state += "f" }
                        if let range, range.first != range.last || range.columns.count > 1, range.first <= path,
                            path <= range.last, range.columns.contains(field.column)
                        {
                            state += "s"
                        }
                        if view.fieldEdit?.indexPath == path, view.fieldEdit?.column == field.column { state += "e" }
                        if !state.isEmpty { expected.append("\(items[path.item]) \(field.column) \(state)") }
                    }
                }
                guard states(table) == expected else {
                    Issue.record("seed \(seed), step \(step): \(states(table)) instead of \(expected)")
                    return
                }
            }
        }
    }
}
