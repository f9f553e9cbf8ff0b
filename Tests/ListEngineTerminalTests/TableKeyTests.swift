import Foundation
import TestSupport
import Testing

@testable import ListEngineTerminal

/// Keys and mouse in a table: the focus of fields, ranges, edits, menus, and columns.
@MainActor
@Suite("Keys in tables of a terminal")
struct TableKeyTests {
    @MainActor
    private final class Files {
        var all = ["oak.txt": 70, "ash.swift": 1_200, "elm": 9]
        var order: [ColumnSort] = []
        var show: @MainActor () -> Void = {}
    }

    private struct File: Identifiable {
        let name: String
        let size: Int
        var id: Int { size }
    }

    private let host = TerminalHost()
    private let list: ListDataSource
    private let files = Files()

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 34, height: 5)
        let (list, files) = (list, files)
        let table = ListTable<File> {
            ListColumn("Name", width: .points(12)) { file in ItemContent(file.name) }
                .onEdit { file, name in
                    guard files.all[name] == nil, !name.isEmpty else { return false }
                    files.all[name] = files.all.removeValue(forKey: file.name)
                    files.show()
                    return true
                }
            ListColumn("Size", width: .points(8)) { file in ItemContent("\(file.size)") }
                .sorted { $0.size < $1.size }.aligned(.trailing)
            ListColumn("Kind", width: .points(10)) { _ in ItemContent("a kind") }
                .onEdit { _, _ in true }
            ListColumn("Date", width: .points(10)) { _ in ItemContent("a date") }
        }
        host.list.sortHandler = { order in
            files.order = order
            files.show()
        }
        files.show = {
            let items = files.all.map { File(name: $0.key, size: $0.value) }.sorted { $0.name < $1.name }
            list.build(animatingDifferences: false) {
                ListBlock("files", table.sorter.sorted(items, by: files.order)).columns(of: table)
            }
        }
        files.show()
        _ = host.screen()
    }

    private func press(_ code: TerminalKey.Code, _ held: TerminalKey.Modifiers = []) {
        host.handle(.key(TerminalKey(code, held)))
        _ = host.screen()
    }

    private func type(_ text: String) { for character in text { press(.character(character)) } }

    private func mouse(_ action: TerminalMouse.Action, _ x: Int, _ y: Int) {
        host.handle(.mouse(TerminalMouse(action, x: x, y: y, [])))
        _ = host.screen()
    }

    private var position: String { "\(host.list.focusedIndexPath?.item ?? -1) \(host.list.focusedColumn ?? "-")" }

    @Test func theFocusMovesBetweenFields() {
        #expect(position == "0 -")
        press(.function(7))
        #expect(position == "0 Name")
        press(.down)
        press(.right)
        #expect(position == "1 Size")
        #expect(host.lines[2].hasPrefix("elm               9 a kind"))
        press(.end)
        #expect(position == "1 Date" && host.list.contentOffset.x == 6, "the column is scrolled into view")
        #expect(host.lines[2].hasSuffix("a date"))
        press(.tab)
        #expect(position == "2 Name" && host.list.contentOffset.x == 0)
        press(.home, .control)
        #expect(position == "0 Name")
        press(.escape)
        #expect(position == "0 -" && !host.isDone)
    }

    @Test func fieldsAreEdited() {
        press(.function(2))
        #expect(host.lines[1].hasPrefix("ash.swift▏"))
        press(.character("u"), .control)
        type("elm")
        press(.enter)
        #expect(host.list.fieldEdit?.text == "elm", "there is such a name")
        type("ent")
        #expect(host.lines[1].hasPrefix("elment▏"))
        host.handle(.paste("a\nry"))
        press(.backspace)
        #expect(host.lines[1].hasPrefix("elmenta r▏"))
        press(.enter)
        #expect(files.all["elmenta r"] == 1_200 && host.list.fieldEdit == nil)
        #expect(position == "1 Name", "the row moved, and the focus with it")
        press(.enter)
        press(.escape)
        #expect(host.list.fieldEdit == nil && position == "1 Name")
        press(.enter)
        press(.tab)
        #expect(host.list.fieldEdit == nil && position == "1 Size", "this column cannot be edited")
        press(.right)
        press(.enter)
        #expect(host.list.fieldEdit?.column == "Kind")
        press(.down)
        #expect(host.list.fieldEdit == nil && position == "2 Kind")
    }

    @Test func columnsAreSortedMovedAndResizedByKeys() {
        press(.function(7))
        press(.right)
        press(.function(3))
        #expect(host.list.columns?.sortOrder == [ColumnSort("Size")] && host.lines[1].hasPrefix("elm"))
        press(.function(4))
        #expect(host.list.columns?.sortOrder == [ColumnSort("Size", isAscending: false)])
        press(.left, .alt)
        #expect(host.lines[0].hasPrefix(" Size ▼ Name"))
        press(.left, .alt)
        press(.right, .alt)
        #expect(host.lines[0].hasPrefix("Name         Size ▼"))
        press(.character("+"), .alt)
        press(.character("+"), .alt)
        #expect(host.list.columns?.width(of: "Size") == 10)
        for _ in 0..<20 { press(.character("-"), .alt) }
        #expect(host.list.columns?.width(of: "Size") == 1)
    }

    @Test func theMenuOfAColumnIsOpenedByKeysAndMouse() throws {
        press(.function(7))
        press(.right)
        press(.function(9))
        #expect(host.lines.contains { $0.contains("❯") && $0.contains("Sort ascending") })
        for _ in 0..<5 { press(.down) }
        press(.enter)
        #expect(host.list.columns?["Size"]?.isHidden == true && host.lines[0].hasPrefix("Name        Kind"))
        #expect(position == "0 Kind")
        mouse(.secondaryPress, 2, 0)
        #expect(host.lines.contains { $0.contains("Sort ascending") })
        press(.end)
        press(.right)
        press(.down)
        press(.enter)
        #expect(host.lines[0].hasPrefix("Name           Size Kind"), "\(host.lines)")
    }

    @Test func fieldsAreCopied() {
        var copied: [CopiedFields] = []
        host.copyHandler = { copied.append($0) }
        press(.character("c"), .alt)
        #expect(copied.last?.tabSeparated == "ash.swift\t1200\ta kind\ta date")
        press(.function(7))
        press(.right, .shift)
        press(.down, .shift)
        press(.character("c"), .alt)
        #expect(copied.last?.tabSeparated == "ash.swift\t1200\nelm\t9\n")
        // The mouse selects fields too.
        mouse(.press, 14, 3)
        mouse(.drag, 22, 2)
        mouse(.release, 22, 2)
        press(.character("c"), .alt)
        #expect(copied.last?.tabSeparated == "9\ta kind\n70\ta kind\n" && position == "1 Kind")
        #expect(TerminalHost.clipboardSequence("é") == "\u{1B}]52;c;w6k=\u{1B}\\")
    }

    /// Lines of fields are kept between two screens. Whatever changes, the screen equals the one that a new host draws.
    @Test func keptLinesEqualComposedOnes() throws {
        for seed in LawCases.seeds(30) {
            var random = TestRandom(seed: seed)
            var isHeld = false
            mouse(.release, 0, 0)
            for step in 0..<40 {
                switch random.below(9) {
                case 0: files.all["f\(random.below(6))"] = random.below(5)
                case 1: files.all.removeValue(forKey: "f\(random.below(6))")
                case 2: press(.function(random.pick(2, 3, 4, 7)))
                case 3: host.columnSeparator = random.pick(nil, "│", "|")
                case 4: press(random.pick(.enter, .escape))
                case 5: type(random.pick("a", "b"))
                case 6:
                    let action = random.pick(TerminalMouse.Action.press, .drag, .release)
                    mouse(action, random.below(34), random.below(5))
                    if action != .drag { isHeld = action == .press }
                case 7:
                    try? host.list.editColumns {
                        try $0.setAlignment(random.pick(.leading, .center, .trailing), of: "Kind")
                    }
                default: press(random.pick(.up, .down, .left, .right), random.pick([], .shift, .alt))
                }
                files.show()
                let kept = host.screen()
                // A drag ends with its host.
                if isHeld { continue }
                // A host that was replaced has no kept lines.
                host.list.host = nil
                host.list.host = host
                let composed = host.screen()
                guard kept.text == composed.text, (0..<5).allSatisfy({ kept[$0] == composed[$0] }) else {
                    Issue.record("seed \(seed), step \(step): \(kept.text) instead of \(composed.text)")
                    return
                }
            }
        }
    }

    @Test func columnsAreSeparated() {
        host.columnSeparator = "│"
        #expect(host.lines[0] == "Name       │   Size│Kind     │Date")
        #expect(host.lines[2] == "elm        │      9│a kind   │a da")
        host.columnSeparator = "漢"
        #expect(host.lines[0] == "Name           Size Kind      Date", "it would be two columns wide")
    }

    /// The actions of a row that is aside are drawn above its fields.
    @Test func swipeActionsCoverFields() {
        let other = TerminalHost()
        other.resize(width: 20, height: 3)
        let source = ListDataSource(in: other.list)
        source.build(animatingDifferences: false) {
            ListBlock("files", ["oak"], id: \.self)
                .columns {
                    ListColumn("Name", width: .points(10)) { (name: String) in ItemContent(name) }
                    ListColumn("Last", width: .points(10)) { (name: String) in ItemContent("123456789") }
                }
                .trailingSwipeActions { _ in
                    CollectionSwipeActions([
                        CollectionSwipeAction(.destructive, title: "Delete") { _, _, done in done(true) }
                    ])
                }
        }
        _ = other.screen()
        other.handle(.key(TerminalKey(.left)))
        #expect(other.lines[1].hasSuffix(" Delete"), "\(other.lines)")
    }
}
