import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Random programs that change their table in every callback: while fields are configured, columns are dragged, fields are edited and
/// committed, items are compared, and menus are open.
@MainActor
@Suite("Hostile tables")
struct HostileTableTests {
    @Test func callbacksMayDoAnything() {
        for seed in LawCases.seeds(150) {
            let session = HostileTable(seed: seed)
            for step in 0..<80 {
                if let fault = session.step() {
                    Issue.record("seed \(seed), step \(step), \(session.trail.joined(separator: ", ")): \(fault)")
                    return
                }
            }
        }
    }

    /// The column that is dragged is deleted while its row is edited, and the edit sorts.
    @Test func theDraggedColumnIsTheEditedOne() throws {
        let session = HostileTable(seed: 1)
        let view = session.view
        #expect(view.beginFieldEdit("c0", at: IndexPath(item: 1, section: 0)))
        let edge = try #require(view.columns?.place(of: "c0")?.maxX)
        #expect(view.hostBeginColumnDrag(at: CGPoint(x: edge, y: view.bounds.minY + 10)))
        try view.editColumns { try $0.remove("c0") }
        #expect(view.fieldEdit == nil && session.ends == 1)
        view.hostColumnDrag(to: CGPoint(x: edge + 10, y: 10))
        view.hostEndColumnDrag()
        view.layoutIfNeeded()
        #expect(session.fault() == nil)
    }

    @Test func aTableOfManyColumnsIsEdited() throws {
        let table = TableList(Array(0..<5), [])
        table.source?.fieldProvider = { column, item in TableField("\(item)") { _ in true } }
        try table.view.setColumns(tableColumns(100_000, width: 40))
        table.view.layoutIfNeeded()
        table.view.focusedIndexPath = IndexPath(item: 1, section: 0)
        table.view.focusedColumn = "c0"
        #expect(table.view.hostKey(.end) && table.view.focusedColumn == "c99999")
        #expect(table.view.hostKey(.edit) && table.view.fieldEdit?.column == "c99999")
        try table.view.editColumns { try $0.remove("c99999") }
        #expect(table.view.fieldEdit == nil && table.view.focusedColumn == "c99998")
        #expect(table.view.hostKey(.home, modifiers: .extend) && table.view.fieldRange?.columns.count == 99_999)
        #expect(table.view.copiedFields()?.tabSeparated.count == 2 * 99_999 - 1)
        #expect(table.view.hostKey(.down, modifiers: .extend))
        table.view.hostKey(.end, modifiers: [.extend, .toggle])
        #expect(table.view.fieldRange?.last.item == 4 && table.view.copiedFields() == nil)
        #expect(table.view.diagnostics.count(of: .unusableColumns) == 1, "too many fields at once")
        table.view.layoutIfNeeded()
        #expect(table.fault() == nil)
    }
}

/// A field that calls back when it gets a state.
private final class HostileField: CollectionViewCell {
    override var showsFieldEdit: Bool { true }
    var receive: (@MainActor () -> Void)?
    override var fieldState: FieldState { didSet { receive?() } }
}

/// A table, a program that changes it at random, and the rules that hold nevertheless.
@MainActor
private final class HostileTable {
    private var random: TestRandom
    let view = CollectionView(size: CGSize(width: 300, height: 120), collectionViewLayout: nil)
    private let host = RecorderHost()
    private var source: DiffableDataSource<Int, Int>?
    private var items = Array(0..<12)
    private var made = 12
    private var columnsMade = 6
    private var depth = 0
    private var budget = 0
    private(set) var trail: [String] = []
    private var begun = 0
    private(set) var ends = 0
    /// The item of the edit.
    private var edited: Int?
    private var actions: [ItemMenu.Action] = []
    private var noted: String?
    /// Whether the user is cancelling the edit.
    private var cancels = false

    init(seed: UInt64) {
        random = TestRandom(seed: seed)
        view.host = host
        let table = ListTable<Int>((0..<6).map { column($0) })
        source = DiffableDataSource(collectionView: view, table: table) { $0 }
        let source = source
        source?.fieldProvider = { [unowned self] column, item in
            callBack("field")
            guard item % 5 != 0 else { return nil }
            return TableField("\(item) \(column)") { [unowned self] _ in
                callBack("commit")
                return random.chance(oneIn: 2)
            }
        }
        view.sortHandler = { [unowned self] order in
            let sorted = table.sorter.sorted(items, by: order)
            callBack("sort")
            items = sorted.filter { items.contains($0) }
            apply()
        }
        view.fieldEditHandler = { [unowned self] edit, end in
            ends += 1
            edited = nil
            if view.fieldEdit == edit { noted = "an edit ended and is still there" }
            if end == .cancelled, edit.text != edit.original, !cancels { noted = "\(edit) was lost" }
            callBack("end")
        }
        view.headerMenuHandler = { [unowned self] _, menu in
            callBack("menu")
            return menu
        }
        apply()
        view.layoutIfNeeded()
    }

    private func column(_ number: Int) -> ListColumn<Int> {
        if number == 2 {
            return ListColumn("c2", width: .points(80)) { [unowned self] (field: HostileField, _: Int) in
                callBack("content")
                field.receive = { [weak self] in self?.callBack("state") }
            }
        }
        return ListColumn("c\(number)", width: .points(80)) { [unowned self] (item: Int) in
            callBack("content")
            return ItemContent("\(item) c\(number)")
        }
        .sorted { $0 % (number + 2) < $1 % (number + 2) }
    }

    private func apply() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(items)
        source?.apply(snapshot, animatingDifferences: random.chance(oneIn: 3))
    }

    private func callBack(_ callback: String) {
        guard budget > 0, depth < 3, random.chance(oneIn: 10) else { return }
        budget -= 1
        act(in: callback)
    }

    func step() -> String? {
        trail = []
        budget = random.below(5)
        act(in: nil)
        budget = 0
        view.layoutIfNeeded()
        view.layoutIfNeeded()
        return fault()
    }

    private func act(in callback: String?) {
        depth += 1
        defer { depth -= 1 }
        let names = view.columns?.columns.map(\.id) ?? []
        let name = names.isEmpty ? "none" : names[random.below(names.count)]
        let path = IndexPath(item: random.below(items.count + 1), section: 0)
        let point = CGPoint(
            x: view.bounds.minX + CGFloat(random.below(300)), y: view.bounds.minY + CGFloat(random.below(120)))
        let action = random.below(23)
        trail.append((callback.map { $0 + ": " } ?? "") + "\(action)")
        switch action {
        case 0, 1:
            items.removeAll { _ in random.chance(oneIn: 8) }
            made += 1
            items.insert(made, at: random.below(items.count + 1))
            if random.chance(oneIn: 3) { items.shuffle(using: &random) }
            apply()
        case 2: view.reloadData()
        case 3:
            try? view.editColumns { columns in
                switch random.below(7) {
                case 0: try columns.remove(name)
                case 1: try columns.move(name, to: random.below(max(1, columns.count)))
                case 2: try columns.resize(name, to: random.pick(.nan, -1, .infinity, 0, 30, 200))
                case 3: try columns.setHidden(random.chance(oneIn: 2), name)
                case 4: try columns.pin(name, at: random.pick(nil, .leading, .trailing))
                case 5:
                    columnsMade += 1
                    try columns.insert(
                        Column("c\(random.below(columnsMade))", width: .points(40)), at: random.below(columns.count + 1)
                    )
                default: try view.editColumns { try $0.remove(name) }
                }
            }
        case 4:
            switch random.below(6) {
            case 0: try? view.setColumns([])
            case 1: try? view.setColumns([Column("c1"), Column("c1")])
            case 2: view.removeColumns()
            default: try? view.setColumns((0..<random.below(8)).map { Column("c\($0)", width: .points(70)) })
            }
        case 5: view.sort(by: name, extending: random.chance(oneIn: 2))
        case 6: view.sort(by: [ColumnSort(name), ColumnSort(random.pick("none", "c1", name))])
        case 7: view.hostBeginColumnDrag(at: CGPoint(x: point.x, y: view.bounds.minY + 5), tolerance: 20)
        case 8, 9: view.hostColumnDrag(to: random.chance(oneIn: 9) ? CGPoint(x: CGFloat.nan, y: 0) : point)
        case 10: view.hostEndColumnDrag(cancelled: random.chance(oneIn: 2))
        case 11, 12:
            let before = view.fieldEdit
            let item = items.indices.contains(path.item) ? items[path.item] : nil
            if view.beginFieldEdit(name, at: path), view.fieldEdit != nil, view.fieldEdit != before, callback == nil,
                trail.count == 1
            {
                edited = item
            }
        case 13: view.hostChangeFieldEdit("\(random.below(9))")
        case 14:
            let former = cancels
            cancels = random.chance(oneIn: 3)
            view.hostEndFieldEdit(cancelled: cancels)
            cancels = former
        case 15: view.focusedColumn = random.pick(nil, name, "none")
        case 16: view.focusedIndexPath = random.pick(nil, path)
        case 17:
            view.hostKey(
                random.pick(.left, .right, .up, .down, .home, .end, .next, .previous, .edit, .activate, .pageDown),
                modifiers: random.pick([], .extend, .toggle))
        case 18: _ = view.copiedFields()
        case 19:
            if let menu = random.chance(oneIn: 2) ? view.headerMenu(of: name) : view.hostHeaderMenu(at: point) {
                actions += menu.actions
            }
            if !actions.isEmpty { actions.remove(at: random.below(actions.count)).perform() }
        case 20:
            view.hostDidScroll(to: CGPoint(x: CGFloat(random.below(300)), y: CGFloat(random.below(200))))
            if random.chance(oneIn: 3) { view.fitColumn(name) }
        case 21: view.showsColumnTitlesAboveSections.toggle()
        default:
            for phase in [CollectionViewTouch.Phase.began, .ended] {
                var touch = CollectionViewTouch(phase, at: point)
                (touch.pointer, touch.clickCount) = (.mouse, random.pick(1, 2))
                touch.modifiers = random.pick([], .extend, .toggle)
                view.hostTouch(touch)
            }
        }
    }

    /// How the table differs from the rules after a step.
    func fault() -> String? {
        if let noted { return noted }
        let shown = view.visibleCells.compactMap { $0 as? TableCell }
        for cell in shown {
            guard let path = cell.layoutAttributes?.path.indexPath, items.indices.contains(path.item) else {
                return "a row shows an item that is not there"
            }
            for field in cell.fields {
                guard let content = (field.view as? ContentCell)?.content.title, !content.isEmpty else { continue }
                if content != "\(items[path.item]) \(field.column)" {
                    return "\(content) is shown for \(items[path.item]) \(field.column)"
                }
            }
            let columns = cell.fields.map(\.column)
            if Set(columns) != Set(view.visibleColumns) { return "\(columns) instead of \(view.visibleColumns)" }
        }
        let views = shown.flatMap { $0.fields.map { ObjectIdentifier($0.view) } }
        if Set(views).count != views.count { return "a view is the field of two rows" }
        if let focused = view.focusedColumn, view.columns?[focused]?.isHidden != false {
            return "the focus is in column \(focused), which is not shown"
        }
        if let edit = view.fieldEdit {
            // Without columns, an item is renamed.
            let column = view.columns == nil ? TableField.title : view.focusedColumn
            if edit.indexPath != view.focusedIndexPath || edit.column != column {
                return "\(edit) is edited, and the focus is at \(String(describing: view.focusedIndexPath))"
            }
            if let edited, items.indices.contains(edit.indexPath.item), items[edit.indexPath.item] != edited {
                return "item \(items[edit.indexPath.item]) is edited instead of \(edited)"
            }
        } else {
            edited = nil
        }
        if view.columns != nil {
            let titles = view.visibleViews.filter { $0 is TableHeaderView }
            let isOwn = titles.map { ($0.layoutAttributes?.section ?? 0) < 0 }
            if isOwn != [view.showsColumnTitlesAboveSections] { return "titles of the list: \(isOwn)" }
            // The list can be scrolled beyond its end.
            let first = titles[0]
            if first.frame.minY != max(0, min(view.bounds.minY, view.contentSize.height - first.frame.height)) {
                return "the titles are at \(first.frame.minY) in \(view.bounds)"
            }
        }
        let known = Set(view.columns?.columns.map(\.id) ?? [])
        for name in view.visibleColumns where !known.contains(name) { return "column \(name) is shown and unknown" }
        return nil
    }
}
