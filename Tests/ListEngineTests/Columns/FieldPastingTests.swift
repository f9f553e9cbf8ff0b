import Foundation
import TestSupport
import Testing

@testable import ListEngine

/// Tab-separated text that is pasted into fields.
@MainActor
@Suite("Pasting into fields")
struct FieldPastingTests {
    private struct Pair: Identifiable, Equatable {
        let id: Int
        var name: String
        var size: Int
    }

    /// A program with pairs, which the user edits, and the changes to be undone.
    @MainActor
    private final class Program: UndoTarget {
        let view = CollectionView(size: CGSize(width: 300, height: 300))
        let host = RecorderHost()
        let list: ListDataSource
        var pairs = (0..<4).map { Pair(id: $0, name: "n\($0)", size: $0) }
        var undone: [[Pair]] = []
        var groups: [Int] = []
        /// Called before each change.
        var inCommit: @MainActor (Program) -> Void = { _ in }

        init() {
            list = ListDataSource(in: view)
            view.host = host
            view.undoTarget = self
            show()
            view.focusedIndexPath = IndexPath(item: 0, section: 0)
            view.focusedColumn = "Name"
        }

        func show() {
            list.build(animatingDifferences: false) {
                ListBlock("pairs", pairs).columns {
                    ListColumn("Name") { (pair: Pair) in ItemContent(pair.name) }
                        .onEdit { [unowned self] pair, text in change(pair) { $0.name = text } }
                    ListColumn("Size") { pair in ItemContent("\(pair.size)") }
                        .onEdit { [unowned self] pair, text in
                            guard let size = Int(text) else { return false }
                            // A program that stores the item that it receives.
                            return change(pair) { $0 = Pair(id: pair.id, name: pair.name, size: size) }
                        }
                    ListColumn("Fixed") { _ in ItemContent("x") }
                }
            }
            view.layoutIfNeeded()
        }

        private func change(_ pair: Pair, _ body: (inout Pair) -> Void) -> Bool {
            inCommit(self)
            guard let place = pairs.firstIndex(where: { $0.id == pair.id }) else { return false }
            undone.append(pairs)
            body(&pairs[place])
            show()
            return true
        }

        var canUndo: Bool { !undone.isEmpty }
        var canRedo: Bool { false }
        func undo() {
            guard let size = groups.popLast() else { return }
            pairs = undone[undone.count - size]
            undone.removeLast(size)
            show()
        }
        func redo() {}
        func beginUndoGroup() { groups.append(-undone.count) }
        func endUndoGroup() { groups[groups.count - 1] += undone.count }

        var values: [String] { pairs.map { "\($0.name) \($0.size)" } }
    }

    @Test func rowsArePastedFromTheFocusOn() {
        let program = Program()
        let pasted = program.view.pasteFields("a\t10\n\"b\t\"\"c\"\"\"\t11\nd\tno\n")
        #expect(program.values == ["a 10", "b\t\"c\" 11", "d 2", "n3 3"])
        #expect(pasted?.accepted == 5 && pasted?.refused.count == 1)
        #expect(program.view.perform(.undo))
        #expect(program.values == ["n0 0", "n1 1", "n2 2", "n3 3"], "one group")
    }

    @Test func whatIsCopiedIsPasted() throws {
        let program = Program()
        program.pairs[0].name = "tab\tline\nmark\"  "
        program.show()
        program.view.hostKey(.right, modifiers: .extend)
        program.view.hostKey(.down, modifiers: .extend)
        let copied = try #require(program.view.copiedFields()?.tabSeparated)
        program.view.focusedIndexPath = IndexPath(item: 2, section: 0)
        program.view.focusedColumn = "Name"
        #expect(program.view.pasteFields(copied) == PastedFields(accepted: 4))
        #expect(program.values == ["tab\tline\nmark\"   0", "n1 1", "tab\tline\nmark\"   0", "n1 1"])
    }

    @Test func oneValueFillsTheRange() {
        let program = Program()
        program.view.hostKey(.down, modifiers: .extend)
        program.view.hostKey(.down, modifiers: .extend)
        #expect(program.view.pasteFields("same") == PastedFields(accepted: 3))
        #expect(program.values == ["same 0", "same 1", "same 2", "n3 3"])
    }

    @Test func whatDoesNotFitIsCounted() {
        let program = Program()
        program.view.focusedIndexPath = IndexPath(item: 3, section: 0)
        program.view.focusedColumn = "Size"
        let pasted = program.view.pasteFields("1\ty\tz\n2\n")
        #expect(pasted?.accepted == 1 && pasted?.refused.map(\.text) == ["y"] && pasted?.left == 2)
        #expect(program.values.last == "n3 1")
        program.view.focusedColumn = nil
        #expect(program.view.pasteFields("1") == nil)
    }

    /// The list changes with each text: items follow, and text for deleted items is refused.
    @Test func theRowsFollowTheirItems() {
        let program = Program()
        var calls = 0
        program.inCommit = { program in
            calls += 1
            if calls == 1 { program.pairs.insert(Pair(id: 9, name: "new", size: 9), at: 0) }
            if calls == 2 { program.pairs.removeAll { $0.id == 2 } }
        }
        let pasted = program.view.pasteFields("a\nb\nc\nd")
        #expect(pasted?.accepted == 3 && pasted?.refused.map(\.text) == ["c"])
        #expect(program.values == ["new 9", "a 0", "b 1", "d 3"])
    }

    /// A program receives each refused field, where its item is after the last text, whoever pastes.
    @Test func refusedFieldsAreNamed() {
        let program = Program()
        var received: [PastedFields] = []
        program.view.fieldPasteHandler = { [unowned program] result in
            // It may paste again.
            if received.isEmpty { received.append(result) } else { return }
            program.view.pasteFields("x\tno\ty")
        }
        program.inCommit = { program in
            if program.undone.isEmpty { program.pairs.insert(Pair(id: 9, name: "new", size: 9), at: 0) }
        }
        program.view.hostPaste(CollectionDrag(text: "a\tmany\tb\nc\t7"))
        #expect(received.count == 1 && received.first?.accepted == 3)
        let refused = received.first?.refused ?? []
        #expect(refused.map(\.column) == ["Size", "Fixed"] && refused.map(\.text) == ["many", "b"])
        #expect(refused.map(\.original) == ["0", "x"])
        #expect(refused.allSatisfy { $0.indexPath == IndexPath(item: 1, section: 0) }, "its item has moved")
        #expect(program.values == ["new 9", "x 0", "c 7", "n2 2", "n3 3"])
        let other = Program()
        other.view.fieldPasteHandler = { received.append($0) }
        #expect(other.view.pasteFields("") == nil && received.count == 1)
        #expect(other.view.pasteFields("fine")?.refused == [] && received.count == 2)
    }

    @Test func oneValueFillsAllRanges() {
        let program = Program()
        let view = program.view
        view.hostKey(.down, modifiers: .extend)
        view.hostBeginFieldRange(at: point(view, 3, "Name"), modifiers: .toggle)
        // Overlapping ranges: the field is changed once.
        view.hostBeginFieldRange(at: point(view, 1, "Name"), modifiers: .toggle)
        #expect(view.fieldRanges.count == 3)
        #expect(view.pasteFields("same") == PastedFields(accepted: 3))
        #expect(program.values == ["same 0", "same 1", "n2 2", "same 3"] && program.groups == [3])
        // Several values go to the last range.
        #expect(view.pasteFields("p\t8")?.accepted == 2)
        #expect(program.values == ["same 0", "p 8", "n2 2", "same 3"])
    }

    private func point(_ view: CollectionView, _ item: Int, _ column: String) -> CGPoint {
        CGPoint(
            x: (view.columns?.place(of: column)?.minX ?? 0) + 1,
            y: view.layout.frame(ofItem: item, inSection: 0).midY)
    }

    /// No field is changed, and the data source is not called.
    @Test func aTextOfTooManyFieldsIsRefusedFirst() {
        let program = Program()
        program.view.fieldPasteHandler = { _ in Issue.record("nothing is pasted") }
        for separator in ["\t", "\n", "\"a\"\t"] {
            #expect(program.view.pasteFields(String(repeating: separator, count: 1 << 17) + "x") == nil)
        }
        #expect(program.groups.isEmpty && program.view.diagnostics.count(of: .unusableColumns) == 3)
        #expect(program.view.diagnostics.recent.last?.message.contains("131072 fields in the text") == true)
        #expect(TabSeparatedText(String(repeating: "\t", count: 1 << 20)).numberOfFields(upTo: 5) == 6)
        #expect(TabSeparatedText(String(repeating: "\n", count: 6)).numberOfFields(upTo: 9) == 6)
    }

    @Test func callbacksMayEndTheTable() {
        let program = Program()
        program.inCommit = { $0.view.removeColumns() }
        #expect(program.view.pasteFields("a\nb") != nil)
        let other = Program()
        other.inCommit = { program in
            program.inCommit = { _ in }
            program.view.pasteFields("inner")
            program.view.reloadData()
        }
        #expect(other.view.pasteFields("a\nb\nc") != nil)
        other.view.layoutIfNeeded()
    }

    @Test func pastedContentGoesToTheFocusedField() {
        let program = Program()
        program.view.hostPaste(CollectionDrag(text: "from elsewhere"))
        #expect(program.values[0] == "from elsewhere 0")
        #expect(program.view.canPerform(.paste))
    }

    /// A host whose clipboard belongs to another program, which answers late.
    private final class LateHost: CollectionViewHost {
        var answers: [@MainActor (CollectionDrag) -> Void] = []
        func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
        func recycle(_ view: CollectionReusableView) {}
        func remove(_ view: CollectionReusableView) {}
        func paste(_ receive: @escaping @MainActor (CollectionDrag) -> Void) -> Bool {
            answers.append(receive)
            return true
        }
    }

    /// The text goes where the user wanted it, however the list and the focus have changed meanwhile.
    @Test func lateTextGoesWhereItWasRequested() {
        for change in 0..<5 {
            let program = Program()
            let host = LateHost()
            program.view.host = host
            program.view.layoutIfNeeded()
            #expect(program.view.perform(.paste))
            var expected = ["late 0", "n1 1", "n2 2", "n3 3"]
            switch change {
            case 0: program.view.hostKey(.down)
            case 1: program.view.focusedColumn = nil
            case 2:
                program.pairs.insert(Pair(id: 9, name: "new", size: 9), at: 0)
                program.show()
                expected.insert("new 9", at: 0)
            case 3:
                program.pairs.removeFirst()
                program.show()
                expected.removeFirst()
            default:
                program.view.removeColumns()
                program.view.layoutIfNeeded()
                expected[0] = "n0 0"
            }
            for answer in host.answers { answer(CollectionDrag(text: "late")) }
            #expect(program.values == expected, "change \(change)")
        }
    }

    @Test(arguments: [
        ("", [[""]]), ("a", [["a"]]), ("a\n", [["a"]]), ("a\tb\r\nc\td\r\n", [["a", "b"], ["c", "d"]]),
        ("a\t\n\tb", [["a", ""], ["", "b"]]), ("\"a\nb\"\tc", [["a\nb", "c"]]), ("a\"b\"", [["a\"b\""]]),
        ("\"open\tend", [["\"open", "end"]]), ("\"\"", [[""]]), ("\"\u{301}", [["\"\u{301}"]]), ("\n\n", [[""], [""]]),
        ("\"", [["\""]]), ("\"\"\"\"", [["\""]]), ("\"\"\"", [["\"\"\""]]), ("\"a\" b\tc", [["\"a\" b", "c"]]),
        ("\"a\nb\" c", [["\"a"], ["b\" c"]]), ("\"a\tb\"\r\n\"", [["a\tb"], ["\""]]), ("\"\"x\"", [["\"\"x\""]]),
        ("\"a\"\"\"\t\"\"", [["a\"", ""]]), ("5\"\t6\"", [["5\"", "6\""]]), ("\"a\"\n", [["a"]]), ("a\t", [["a", ""]]),
    ])
    func textIsDivided(text: String, fields: [[String]]) {
        #expect(TabSeparatedText(text).fields() == fields)
        #expect(TabSeparatedText(text).numberOfFields(upTo: 99) == fields.reduce(0) { $0 + $1.count })
    }

    /// Any fields that are copied are the same ones when they are pasted.
    @Test func copiedFieldsArePastedAsTheyWere() {
        for seed in LawCases.seeds(300) {
            var random = TestRandom(seed: seed)
            let rows = 1 + random.below(3)
            let texts = (0..<rows).map { _ in
                (0..<random.below(6)).map { _ in random.pick("\"", "\t", "\n", "\r", "\r\n", "a", "\u{301}", "\u{2028}")
                }.joined()
            }
            let program = Program()
            for (place, text) in texts.enumerated() { program.pairs[place].name = text }
            program.show()
            for _ in 1..<rows { program.view.hostKey(.down, modifiers: .extend) }
            guard let copied = program.view.copiedFields()?.tabSeparated else {
                Issue.record("seed \(seed)")
                continue
            }
            let found = TabSeparatedText(copied).fields()
            #expect(
                found.map { $0.map { Array($0.unicodeScalars) } } == texts.map { [Array($0.unicodeScalars)] },
                "seed \(seed)")
        }
    }
}
