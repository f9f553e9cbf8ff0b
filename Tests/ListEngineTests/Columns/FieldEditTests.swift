import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Text that the user has typed into a field is committed, refused, or reported as not taken; and what the program does meanwhile moves
/// the focus to no other item than the one that the user meant.
@MainActor
@Suite("Edits of fields")
struct FieldEditTests {
    /// An event that moves the focus away from the field "5 c1".
    enum Move: CaseIterable {
        case end, down, right, next, pageDown, extend, noField, click, tap, column, item, nothing, range, other

        @MainActor
        func perform(_ view: CollectionView) {
            let row = view.bounds.minY + 10
            switch self {
            case .end: view.hostEndFieldEdit()
            case .down: view.hostKey(.down)
            case .right: view.hostKey(.right)
            case .next: view.hostKey(.next)
            case .pageDown: view.hostKey(.pageDown)
            case .extend: view.hostKey(.down, modifiers: .extend)
            case .noField: FieldEditTests.click(view, CGPoint(x: view.bounds.minX + 290, y: row))
            case .click: FieldEditTests.click(view, CGPoint(x: view.bounds.minX + 10, y: row))
            case .tap: view.hostTap(at: CGPoint(x: view.bounds.minX + 10, y: row))
            case .column: view.focusedColumn = "c3"
            case .item: view.focusedIndexPath = IndexPath(item: 7, section: 0)
            case .nothing: view.focusedIndexPath = nil
            case .range: view.hostExtendFieldRange(to: CGPoint(x: 60, y: row))
            case .other: view.beginFieldEdit("c2", at: IndexPath(item: 6, section: 0))
            }
        }
    }

    private static func click(_ view: CollectionView, _ point: CGPoint) {
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: point)
            (touch.pointer, touch.clickCount) = (.mouse, 1)
            view.hostTouch(touch)
        }
    }

    /// A table with ready-made fields, whose data source is called back.
    @MainActor
    final class Editor {
        let view = CollectionView(
            size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
        let host = RecorderHost()
        private(set) var source: DiffableDataSource<Int, Int>?
        var commit: @MainActor (String) -> Bool = { _ in true }
        var isEditable = true
        var ends: [(FieldEdit, FieldEditEnd)] = []

        init() {
            view.host = host
            source = DiffableDataSource(collectionView: view) { list, indexPath, item in
                list.tableCell(for: indexPath) { $0.content(ItemContent("\(item) \($0.column)")) }
            }
            source?.fieldProvider = { [unowned self] _, item in
                isEditable ? TableField("\(item)") { [unowned self] in commit($0) } : TableField("\(item)")
            }
            try? view.setColumns(tableColumns(5))
            view.fieldEditHandler = { [unowned self] in ends.append(($0, $1)) }
            show(Array(0..<10))
            #expect(view.beginFieldEdit("c1", at: IndexPath(item: 5, section: 0)))
            view.hostChangeFieldEdit("new")
        }

        func show(_ items: [Int]) {
            var snapshot = DiffableSnapshot<Int, Int>()
            snapshot.appendSections([0])
            snapshot.appendItems(items)
            source?.apply(snapshot, animatingDifferences: false)
            view.layoutIfNeeded()
        }

        var focusedItem: Int? {
            view.focusedIndexPath.flatMap { source?.itemIdentifier(for: $0) }
        }
    }

    @Test(arguments: Move.allCases) func leavingAFieldCommitsItsText(move: Move) {
        let editor = Editor()
        var texts: [String] = []
        editor.commit = {
            texts.append($0)
            return true
        }
        move.perform(editor.view)
        #expect(texts == ["new"] && editor.ends.map(\.1) == [.committed])
        #expect(editor.view.fieldEdit == nil || move == .other)
    }

    @Test(arguments: Move.allCases) func aRefusedTextKeepsItsFocus(move: Move) {
        let editor = Editor()
        for movesFocus in [false, true] {
            editor.commit = { [unowned editor] _ in
                if movesFocus {
                    editor.view.focusedIndexPath = IndexPath(item: 0, section: 0)
                    editor.view.focusedColumn = "c4"
                }
                return false
            }
            move.perform(editor.view)
            #expect(editor.ends.isEmpty && editor.view.fieldEdit?.text == "new")
            #expect(editor.focusedItem == 5 && editor.view.focusedColumn == "c1")
        }
        editor.view.hostEndFieldEdit(cancelled: true)
        #expect(editor.ends.map(\.1) == [.cancelled])
    }

    /// The data source changes the list in the middle of each movement.
    @Test(arguments: Move.allCases) func committingCanDoAnything(move: Move) {
        for deed in 0..<11 {
            let editor = Editor()
            editor.view.selectionFollowsFocus = true
            var calls = 0
            editor.commit = { [unowned editor] _ in
                let view = editor.view
                calls += 1
                if calls > 1 { return true }
                switch deed {
                case 0: editor.show([0])
                case 1: view.reloadData()
                case 2: try? view.editColumns { try $0.remove("c1") }
                case 3: view.hostEndFieldEdit()
                case 4: view.beginFieldEdit("c4", at: IndexPath(item: 0, section: 0))
                case 5: view.removeColumns()
                case 6: view.focusedIndexPath = IndexPath(item: 9, section: 0)
                case 7: editor.show([])
                case 8: editor.show(Array((0..<10).reversed()))
                case 9: view.host = RecorderHost()
                default: editor.show([20, 21, 22] + Array(0..<10))
                }
                return true
            }
            move.perform(editor.view)
            editor.view.layoutIfNeeded()
            #expect(calls == 1 && editor.ends.map(\.1) == [.committed], "deed \(deed): \(editor.ends)")
            if let focus = editor.view.focusedIndexPath {
                #expect(editor.source?.itemIdentifier(for: focus) != nil, "deed \(deed)")
            }
            if deed == 8 || deed == 10 {
                let expected: Int? =
                    switch move {
                    case .end, .right, .column,
                        .next where deed == 8:
                        nil
                    case .down, .extend, .other: 6
                    case .item: 7
                    default: nil
                    }
                if let expected { #expect(editor.focusedItem == expected, "deed \(deed)") }
            }
            for key in [CollectionViewKey.down, .up, .end, .next] { editor.view.hostKey(key) }
            editor.view.layoutIfNeeded()
        }
    }

    @Test func aFieldThatBecomesReadOnlyReturnsItsText() {
        let editor = Editor()
        editor.isEditable = false
        #expect(editor.view.hostEndFieldEdit() && editor.view.fieldEdit == nil)
        #expect(editor.ends.map(\.1) == [.removed] && editor.ends.first?.0.text == "new")
    }

    /// A tap moves the focus to the field of the item.
    @Test func aTapMovesTheFocusToItsItem() {
        let editor = Editor()
        editor.view.hostEndFieldEdit()
        editor.view.hostTap(at: CGPoint(x: 110, y: editor.view.bounds.minY + 10))
        #expect(editor.focusedItem == Int(editor.view.bounds.minY / 20) && editor.view.focusedColumn == "c2")
    }

    /// A field that removes columns when it receives its state.
    @Test func aFieldChangesTheColumnsWhenItGetsTheFocus() {
        final class HastyField: CollectionViewCell {
            override var showsFieldEdit: Bool { true }
            static var deed: (@MainActor (CollectionView) -> Void)?
            override var fieldState: FieldState {
                didSet {
                    guard let list = collectionView, let deed = Self.deed else { return }
                    Self.deed = nil
                    deed(list)
                }
            }
        }
        for deed in 0..<4 {
            let view = CollectionView(
                size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
            let source = DiffableDataSource<Int, Int>(collectionView: view) { list, indexPath, _ in
                list.tableCell(for: indexPath) { $0.dequeue(HastyField.self) }
            }
            func show(_ items: [Int], in view: CollectionView) {
                var snapshot = DiffableSnapshot<Int, Int>()
                snapshot.appendSections([0])
                snapshot.appendItems(items)
                source.apply(snapshot, animatingDifferences: false)
                view.layoutIfNeeded()
            }
            try? view.setColumns(tableColumns(5))
            show([0, 1, 2], in: view)
            view.focusedIndexPath = IndexPath(item: 1, section: 0)
            HastyField.deed = { list in
                switch deed {
                case 0:
                    try? list.editColumns { columns in for column in 1..<5 { try columns.setHidden(true, "c\(column)") }
                    }
                    list.layoutIfNeeded()
                case 1: show([9, 0, 1, 2], in: list)
                case 2: list.focusedColumn = "c3"
                default: list.removeColumns()
                }
                list.layoutIfNeeded()
            }
            view.focusedColumn = "c0"
            view.layoutIfNeeded()
            var states: [String] = []
            for cell in view.visibleCells {
                for field in cell.fields {
                    guard let own = field.view as? CollectionViewCell, own.fieldState.contains(.focused) else {
                        continue
                    }
                    states.append("\(cell.layoutAttributes?.path.indexPath.item ?? -1) \(field.column)")
                }
            }
            #expect(states == [["1 c0"], ["2 c0"], ["1 c3"], []][deed], "deed \(deed)")
            HastyField.deed = nil
        }
    }

    @Test func marksWithCombiningScalarsAreQuoted() {
        let editor = Editor()
        editor.view.hostEndFieldEdit(cancelled: true)
        for (text, copied) in [
            ("\"\u{301}x", "\"\"\"\u{301}x\""), ("a\r\nb", "\"a\r\nb\""), ("a\u{2028}", "\"a\u{2028}\""),
            ("a b", "a b"),
        ] {
            editor.source?.fieldProvider = { _, _ in TableField(text) }
            #expect(editor.view.fieldRange?.columns == ["c1"])
            #expect(
                editor.view.copiedFields()?.tabSeparated.unicodeScalars.map(\.value)
                    == copied.unicodeScalars.map(\.value))
        }
    }

    @Test func anotherHostKnowsTheEdit() {
        @MainActor final class EditHost: CollectionViewHost {
            var edits: [FieldEdit?] = []
            func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
            func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
            func recycle(_ view: CollectionReusableView) {}
            func remove(_ view: CollectionReusableView) {}
            func fieldEditDidChange(_ edit: FieldEdit?) { edits.append(edit) }
        }
        let editor = Editor()
        let host = EditHost()
        editor.view.host = host
        #expect(host.edits == [editor.view.fieldEdit])
    }

    /// Rows of a flow are as wide as the columns, before and after a column is resized.
    @Test func rowsOfAFlowAreAsWideAsTheColumns() throws {
        let view = CollectionView(
            size: CGSize(width: 300, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        let section = TableDoorTests.FilesSection(
            ListTable {
                ListColumn("a", width: .points(350)) { ItemContent($0.name) }
                ListColumn("b", width: .points(350)) { ItemContent($0.name) }
            })
        section.items = (0..<4).map { TableDoorTests.File(number: $0, name: "\($0)", size: 0) }
        let list = ListDataSource(in: view)
        list.append(newSections: [section], animatingDifferences: false)
        view.layoutIfNeeded()
        for width in [350, 500, 40] as [CGFloat] {
            try view.editColumns { try $0.resize("a", to: width) }
            view.layoutIfNeeded()
            let frames = view.visibleCells.map(\.frame)
            #expect(frames.count == 4 && Set(frames.map(\.minY)).count == 4, "\(frames)")
            #expect(Set(frames.map(\.width)) == [350 + width], "\(frames)")
        }
        withExtendedLifetime(list) {}
    }
}
