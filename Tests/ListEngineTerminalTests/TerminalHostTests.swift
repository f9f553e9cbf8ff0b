import Foundation
import Observation
import TestSupport
import Testing

@testable import ListEngineTerminal

private struct Task: Identifiable {
    let id: Int
    var name: String
    var isOn = false
    var note = ""
}

private final class LinesCell: CollectionViewCell, TerminalView {
    var name = ""
    func lines(width: Int) -> [[StyledText]] {
        [[StyledText((isFocused ? ">" : " ") + name)], [StyledText("  own", .dim)]]
    }
}

@MainActor
@Suite("Lists in a terminal, by keys")
struct TerminalHostTests {
    private let host = TerminalHost()
    private let list: ListDataSource

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 24, height: 5)
    }

    @Test func itemsAreLinesBelowPinnedHeaders() {
        list.build {
            ListBlock("a", (0..<6).map { "Item \($0)" }).header("First", pins: true)
            ListBlock("b", ["Last"]).header("Second", pins: true).footer("The end")
        }
        #expect(host.lines == [" First", "❯ Item 0", "  Item 1", "  Item 2", "  Item 3"])
        host.pressKeys(.down, .down, .down, .down)
        #expect(host.lines == [" First", "  Item 1", "  Item 2", "  Item 3", "❯ Item 4"])
        host.pressKeys(.end)
        #expect(host.lines.contains("❯ Last"))
        host.pressKeys(.home)
        #expect(host.lines[1] == "❯ Item 0")
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    /// A reader who has scrolled away from the focus keeps the place when the screen changes its size; a visible focus stays visible.
    @Test func theScreenChangesItsSizeAndKeepsThePlace() {
        list.build { ListBlock("a", (0..<60).map { "Item \($0)" }) }
        #expect(host.lines[0] == "❯ Item 0")
        for _ in 0..<10 { host.handle(.mouse(TerminalMouse(.wheelDown, x: 3, y: 2))) }
        #expect(host.lines[0] == "  Item 30")
        host.resize(width: 30, height: 4)
        #expect(host.lines == ["  Item 30", "  Item 31", "  Item 32", "  Item 33"])
        host.resize(width: 12, height: 6)
        #expect(host.lines[0] == "  Item 30")
        host.pressKeys(.end)
        #expect(host.lines.last == "❯ Item 59")
        host.resize(width: 12, height: 3)
        #expect(host.lines.contains("❯ Item 59"))
    }

    /// Whether the rows of a chat are there before the first screen or after it, the focus is on the newest message.
    @Test(arguments: [false, true]) func theFirstFocusIsWhereTheListBegins(isLate: Bool) {
        host.list.anchorPolicy = .endWhenAtEnd
        host.list.contentAlignment = .end
        let messages = (0..<60).map { ItemContent("Message \($0)", subtitle: "text") }
        func show(_ count: Int) {
            list.build { ListBlock("a", messages.suffix(count), id: \.title) { $0 } }
            host.list.layoutIfNeeded()
            host.list.scrollToEnd(animated: false)
        }
        if isLate {
            show(1)
            #expect(host.lines[3] == "❯ Message 59")
        }
        show(60)
        #expect(host.lines == ["  text", "  Message 58", "  text", "❯ Message 59", "  text"])
    }

    /// Half of the first item is above the screen. The first focus can be seen.
    @Test func theFirstFocusIsAWholeItem() {
        #expect(host.lines == ["", "", "", "", ""])
        list.build {
            ListBlock("a", Array(0..<60), id: \.self) { ItemContent("Item \($0)", subtitle: "text") }
        }
        host.list.layoutIfNeeded()
        host.list.scrollToItem(at: IndexPath(item: 20, section: 0), at: .start, animated: false)
        host.list.layoutIfNeeded()
        host.list.contentOffset.y += 1
        #expect(host.lines == ["  text", "❯ Item 21", "  text", "  Item 22", "  text"])
    }

    @Test func aContentIsDrawnWithAllItsParts() {
        host.resize(width: 44, height: 6)
        list.build {
            ListBlock("a", ["Mail"], id: \.self) { title in
                var content = ItemContent(title, subtitle: "from Ann", trailing: "12:00", badge: "3", mark: .unread)
                content.image = .text("✉")
                content.accessories = [.disclosure]
                return content
            }
            ListBlock("b", ["On"], id: \.self) { ItemContent($0, accessories: [.toggle(true) { _ in }]) }
            ListBlock("c", ["Copy"], id: \.self) { ItemContent($0, progress: 0.5) }
        }
        #expect(
            host.lines == [
                "❯ ● ✉ Mail                       12:00  3  ›", "      from Ann",
                "  On                                     [x]",
                "  Copy                        ████░░░░  50 %", "", "",
            ])
    }

    @Test func aNarrowScreenShowsTheTitle() {
        list.build {
            ListBlock("a", ["Title"], id: \.self) { title in
                ItemContent(
                    title, subtitle: "sub", trailing: "right", badge: "9", accessories: [.toggle(true) { _ in }])
            }
        }
        for width in 1...24 {
            for height in 1...4 {
                host.resize(width: width, height: height)
                let screen = host.screen()
                #expect(screen.width == width && screen.height == height)
                if width > 9 { #expect(screen.text.contains("T")) }
            }
        }
    }

    @Test func aHostileContentDoesNoHarm() {
        var titles = [
            "\u{1B}[2J\u{1B}]0;x\u{7}", "two\nlines\ttab", "\u{202E}abc", String(repeating: "x", count: 10_000_000), "",
        ]
        titles.append("a" + String(repeating: "\u{301}", count: 100_000))
        list.build {
            ListBlock("a", titles, id: \.self) { title in
                var content = ItemContent(title, subtitle: title, trailing: title, badge: title, progress: .nan)
                content.image = .text(title)
                content.indentation = .max
                content.titleLineLimit = title.utf8.count < 20 ? 0 : 2
                content.accessories = [.entry(title, placeholder: title) { _ in }, .button(title) {}]
                return content
            }
            .header(titles[0])
        }
        for (width, height) in [(1, 1), (2, 3), (9, 9), (80, 40)] {
            host.resize(width: width, height: height)
            for code: TerminalKey.Code in [
                .down, .down, .up, .end, .home, .left, .right, .character("x"), .enter, .escape,
            ] {
                host.pressKeys(code)
                let output = host.screen().output(from: nil)
                #expect(!output.contains("\u{1B}]") && !output.contains("\u{7}"))
            }
        }
    }

    @Test func keysUseControls() {
        var tasks = [Task(id: 0, name: "One"), Task(id: 1, name: "Two")]
        var chosen: [String] = []
        func render() {
            list.build {
                ListBlock("a", tasks) { task in
                    var content = ItemContent(task.name)
                    content.accessories = [
                        task.id == 0
                            ? .toggle(task.isOn) { isOn in
                                tasks[0].isOn = isOn
                                render()
                            }
                            : .entry(task.note, placeholder: "note") { text in
                                tasks[1].note = text
                                render()
                            }
                    ]
                    return content
                }
                .onDidSelect { task, _ in chosen.append(task.name) }
            }
        }
        render()
        _ = host.lines
        host.pressKeys(.character(" "))
        #expect(tasks[0].isOn && host.lines[0].hasSuffix("[x]"))
        host.pressKeys(.enter, .down, .enter)
        #expect(!tasks[0].isOn && host.lines[1].contains("▏"))
        host.pressKeys(.character("a"), .character("b"), .backspace, .character("c"))
        #expect(tasks[1].note == "")
        host.handle(.paste("d\ne"))
        host.pressKeys(.enter)
        #expect(tasks[1].note == "acd e" && !host.lines[1].contains("▏"))
        host.pressKeys(.enter, .character("x"), .escape)
        #expect(tasks[1].note == "acd e" && !host.isDone)
        #expect(chosen.isEmpty)
    }

    @Test func lettersFindItemsAndSpaceChooses() {
        var chosen: [String] = []
        list.build {
            ListBlock("a", ["Apple", "Pear", "Plum"]).onDidSelect { name, _ in chosen.append(name) }
        }
        _ = host.lines
        host.pressKeys(.character("p"), .character("l"), .enter)
        #expect(chosen == ["Plum"])
    }

    @Test func leftAndRightShowSwipeActions() {
        var names = ["One", "Two", "Three"]
        var done: [String] = []
        func render() {
            list.build {
                ListBlock("a", names)
                    .trailingSwipeActions { name in
                        CollectionSwipeActions([
                            CollectionSwipeAction(.destructive, title: "Delete") { _, _, completion in
                                names.removeAll { $0 == name }
                                completion(true)
                                render()
                            },
                            CollectionSwipeAction(title: "Flag") { _, _, completion in
                                done.append(name)
                                completion(true)
                            },
                        ])
                    }
            }
        }
        render()
        _ = host.lines
        host.pressKeys(.down, .left)
        #expect(host.lines[1].hasSuffix(" Flag  Delete"))
        #expect(host.screen()[1].suffix(6).allSatisfy { $0.style.foreground == .palette(15) })
        host.pressKeys(.left, .enter)
        #expect(done == ["Two"] && names.count == 3)
        host.pressKeys(.left, .enter)
        #expect(names == ["One", "Three"] && host.lines[1].contains("Three"))
        host.pressKeys(.left, .right)
        #expect(host.list.swipe == nil && !host.isDone)
        host.pressKeys(.left, .escape)
        #expect(host.list.swipe == nil && !host.isDone)
    }

    @Test func menusAndMovesByKeys() {
        var names = ["One", "Two", "Three"]
        var done: [String] = []
        list.build {
            ListBlock("a", names)
                .menu { name in
                    CollectionContextMenu(
                        ItemMenu([
                            .init("Open") { done.append("open " + name) },
                            .init("Close") { done.append("close " + name) },
                        ]))
                }
                .onMove { _, from, to in names.insert(names.remove(at: from), at: to) }
        }
        _ = host.lines
        host.pressKeys(.down, .function(10))
        #expect(host.lines.joined().contains("❯ Open"))
        host.pressKeys(.down, .enter)
        #expect(done == ["close Two"] && host.list.contextMenu == nil)
        host.pressKeys(.function(10), .escape)
        #expect(host.list.contextMenu == nil && !host.isDone)
        host.pressKeys(.up, held: .alt)
        #expect(names == ["Two", "One", "Three"] && host.lines[0] == "❯ Two")
        host.pressKeys(.down, held: .alt)
        host.pressKeys(.down, held: .alt)
        #expect(names == ["One", "Three", "Two"] && host.lines[2] == "❯ Two")
    }

    @Test func theMouseClicksControlsAndScrolls() {
        var isOn = false
        var chosen: [String] = []
        list.build {
            ListBlock("t", ["Switch"], id: \.self) { ItemContent($0, accessories: [.toggle(isOn) { isOn = $0 }]) }
            ListBlock("a", (0..<20).map { "Item \($0)" }).onDidSelect { name, _ in chosen.append(name) }
        }
        #expect(host.lines[0] == "❯ Switch             [x]" || host.lines[0] == "❯ Switch             [ ]")
        func click(_ x: Int, _ y: Int) {
            host.handle(.mouse(TerminalMouse(.press, x: x, y: y)))
            host.handle(.mouse(TerminalMouse(.release, x: x, y: y)))
        }
        // The control begins after a space.
        for (x, expected) in [(20, false), (21, true), (23, false), (22, true)] {
            click(x, 0)
            #expect(isOn == expected, "column \(x)")
        }
        #expect(chosen.isEmpty)
        click(3, 2)
        #expect(chosen == ["Item 1"])
        host.handle(.mouse(TerminalMouse(.wheelDown, x: 3, y: 2)))
        #expect(host.lines[0] == "  Item 2")
        for mouse in [TerminalMouse(.press, x: 9_999, y: 9_999), TerminalMouse(.release, x: 0, y: 9_999)] {
            host.handle(.mouse(mouse))
        }
    }

    private func mouse(_ action: TerminalMouse.Action, _ x: Int, _ y: Int, _ held: TerminalKey.Modifiers = []) {
        host.handle(.mouse(TerminalMouse(action, x: x, y: y, held)))
    }

    @Test func theMouseDragsAnItemToItsNewPlace() {
        var (names, chosen) = (["One", "Two", "Three", "Four"], [String]())
        func render() {
            list.build(animatingDifferences: false) {
                ListBlock("a", names)
                    .onMove { name, source, target in
                        names.remove(at: source)
                        names.insert(name, at: target)
                        render()
                    }
                    .onDidSelect { name, _ in chosen.append(name) }
            }
        }
        render()
        _ = host.lines
        mouse(.press, 3, 0)
        // Not yet on another item.
        mouse(.drag, 5, 0)
        mouse(.drag, 5, 1)
        mouse(.drag, 5, 2)
        _ = host.lines
        #expect(names == ["One", "Two", "Three", "Four"])
        mouse(.release, 5, 2)
        _ = host.lines
        #expect(names == ["Two", "Three", "One", "Four"] && chosen.isEmpty)
        // The escape key takes the item to its old place, and does not end the program.
        mouse(.press, 3, 0)
        mouse(.drag, 3, 3)
        host.pressKeys(.escape)
        mouse(.release, 3, 3)
        #expect(names == ["Two", "Three", "One", "Four"] && !host.isDone && chosen.isEmpty)
        #expect(host.lines.prefix(2).map { $0.dropFirst(2) } == ["Two", "Three"])
        // A press and a release without a drag choose.
        mouse(.press, 3, 1)
        mouse(.release, 3, 1)
        #expect(chosen == ["Three"])
        // A release that got lost.
        mouse(.press, 3, 0)
        mouse(.drag, 3, 2)
        mouse(.press, 3, 2)
        mouse(.release, 3, 2)
        _ = host.lines
        #expect(names == ["Two", "Three", "One", "Four"] && chosen == ["Three", "One"])
    }

    @Test func theMouseDragsSeveralSelectedItemsAndShowsTheirNumber() {
        var names = ["One", "Two", "Three", "Four"]
        list.build(animatingDifferences: false) {
            ListBlock("a", names).onMove { name, source, target in
                names.remove(at: source)
                names.insert(name, at: target)
            }
        }
        host.list.allowsMultipleSelection = true
        _ = host.lines
        for item in [0, 3] { host.list.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        mouse(.press, 3, 0)
        mouse(.drag, 3, 2)
        #expect(host.lines[2].hasSuffix(" 2"), "\(host.lines)")
        mouse(.release, 3, 2)
        #expect(names == ["Two", "Three", "One", "Four"], "the last one is where it would go")
        mouse(.press, 3, 2)
        mouse(.drag, 3, 0)
        mouse(.release, 3, 0)
        #expect(names == ["One", "Four", "Two", "Three"])
        #expect(host.lines.prefix(4).map { $0.dropFirst(2) } == ["One", "Four", "Two", "Three"])
    }

    @Test func theMouseUsesTheControlsOfAListThatIsEdited() {
        var names = (0..<12).map { "Item \($0)" }
        var inserted: [String] = []
        func render() {
            list.build(animatingDifferences: false) {
                ListBlock("a", names, id: \.self) { name in
                    ItemContent(name, accessories: [.insert { inserted.append(name) }, .selection, .reorder])
                }
                .onMove { name, source, target in
                    names.remove(at: source)
                    names.insert(name, at: target)
                }
            }
        }
        render()
        #expect(host.lines[0].hasSuffix("Item 0"))
        (host.list.isEditing, host.list.allowsMultipleSelectionDuringEditing) = (true, true)
        #expect(host.lines[0].hasSuffix("[+] ○ ≡"), "\(host.lines)")
        let width = host.size.width
        func press(_ x: Int, _ from: Int, to: Int) {
            mouse(.press, x, from)
            if to != from { mouse(.drag, x, to) }
            mouse(.release, x, to)
        }
        press(width - 7, 1, to: 1)
        #expect(inserted == ["Item 1"])
        // A click on a mark changes one item, and a drag all up to the mouse.
        press(width - 3, 1, to: 1)
        press(width - 3, 4, to: 4)
        press(width - 3, 1, to: 1)
        #expect(host.list.indexPathsForSelectedItems.map(\.item) == [4])
        press(width - 3, 0, to: 2)
        #expect(host.list.indexPathsForSelectedItems.map(\.item) == [0, 1, 2, 4])
        #expect(host.lines[1].hasSuffix("[+] ✓ ≡") && host.lines[3].hasSuffix("[+] ○ ≡"))
        // The handle moves the item, with all selected items if it is one of them.
        press(width - 1, 3, to: 5)
        #expect(names.prefix(6) == ["Item 0", "Item 1", "Item 2", "Item 4", "Item 5", "Item 3"])
        host.list.isEditing = false
        #expect(host.lines.allSatisfy { !$0.contains("≡") })
    }

    @Test func anItemThatDoesNotMoveIsNotDragged() {
        var chosen: [String] = []
        list.build { ListBlock("a", ["One", "Two", "Three"]).onDidSelect { name, _ in chosen.append(name) } }
        _ = host.lines
        mouse(.press, 3, 0)
        mouse(.drag, 3, 2)
        mouse(.release, 3, 2)
        // The release is on another item than the press.
        #expect(chosen.isEmpty && host.lines[0].hasSuffix("One"))
    }

    @Test func aDragBelowTheListScrollsAndGoesOn() {
        var names = (0..<30).map { "Item \($0)" }
        list.build {
            ListBlock("a", names).onMove { name, source, target in
                names.remove(at: source)
                names.insert(name, at: target)
            }
        }
        _ = host.lines
        let height = host.size.height
        mouse(.press, 3, 0)
        for _ in 0..<5 {
            mouse(.drag, 3, height + 2)
            _ = host.lines
        }
        mouse(.release, 3, height + 2)
        #expect(names.firstIndex(of: "Item 0")! >= height, "\(names)")
    }

    @Test func aDragOutsideOfTheItemsSelectsThoseBetween() {
        host.list.allowsMultipleSelection = true
        list.build { ListBlock("a", ["One", "Two", "Three"]) }
        host.resize(width: 24, height: 8)
        _ = host.lines
        func selected() -> [Int] { host.list.indexPathsForSelectedItems.map(\.item).sorted() }
        mouse(.press, 3, 6)
        mouse(.drag, 8, 1)
        #expect(selected() == [1, 2])
        mouse(.drag, 8, 0)
        #expect(selected() == [0, 1, 2])
        mouse(.drag, 8, 2)
        mouse(.release, 8, 2)
        #expect(selected() == [2])
        // Control adds and removes.
        mouse(.press, 3, 6, .control)
        mouse(.drag, 8, 1, .control)
        mouse(.release, 8, 1, .control)
        #expect(selected() == [1])
        mouse(.press, 3, 6, .control)
        mouse(.drag, 8, 0, .control)
        #expect(selected() == [0, 2])
        host.pressKeys(.escape)
        mouse(.release, 8, 0, .control)
        #expect(selected() == [1] && !host.isDone)
    }

    @Test func theNextItemGetsTheFocusOfADeletedOne() {
        var names = ["One", "Two", "Three", "Four"]
        func render() {
            list.build(animatingDifferences: false) {
                ListBlock("a", names).onDidSelect { name, _ in
                    names.removeAll { $0 == name }
                    render()
                }
            }
        }
        render()
        _ = host.lines
        // Both keys come between two screens.
        host.pressKeys(.down, .enter)
        #expect(host.lines.prefix(3) == ["  One", "❯ Three", "  Four"])
    }

    @Test func anObservableModelIsShownWithoutACall() async {
        let model = Model()
        let list = TerminalList { filter in ListBlock("a", model.names.filter { filter.isEmpty || $0.contains(filter) })
        }
        list.host.resize(width: 20, height: 4)
        list.update()
        #expect(list.host.screen().text == "❯ One\n  Two\n\n")
        model.names.append("Three")
        model.names.removeFirst()
        await wait { list.host.screen().text.contains("Three") }
        #expect(list.host.screen().text == "❯ Two\n  Three\n\n")
        // The last closure counts, with the filter of today.
        for character in "/re" { list.host.handle(.key(TerminalKey(.character(character)))) }
        model.names.append("Four re")
        await wait { list.host.screen().text.contains("Four") }
        #expect(list.host.screen().text.hasPrefix("❯ Three\n  Four re\n"), "\(list.host.screen().text)")
    }

    @Test func eachControlOfALineIsClickedInItsColumns() {
        var (isOn, pressed) = (false, 0)
        list.build {
            ListBlock("t", ["Two"], id: \.self) {
                ItemContent($0, accessories: [.toggle(isOn) { isOn = $0 }, .button("Go") { pressed += 1 }])
            }
        }
        let line = host.lines[0]
        guard let box = line.range(of: "[ ]")?.lowerBound, let button = line.range(of: "Go")?.lowerBound else {
            Issue.record("\(line)")
            return
        }
        func click(_ place: String.Index) {
            let x = line.distance(from: line.startIndex, to: place)
            host.handle(.mouse(TerminalMouse(.press, x: x, y: 0)))
            host.handle(.mouse(TerminalMouse(.release, x: x, y: 0)))
        }
        click(button)
        #expect(pressed == 1 && !isOn)
        click(box)
        #expect(pressed == 1 && isOn)
    }

    @Test func theFilterIsTypedInALine() {
        let fruits = ["Apple", "Apricot", "Pear"]
        let list = TerminalList("Fruits") { filter in
            ListBlock("a", fruits.filter { filter.isEmpty || $0.lowercased().contains(filter) })
        }
        list.host.resize(width: 20, height: 6)
        list.update()
        list.host.pressKeys(.character("/"), .character("a"), .character("p"), .character("r"))
        #expect(list.host.screen().text == " Fruits\n❯ Apricot\n\n\n\n/apr▏")
        list.host.pressKeys(.backspace, .enter)
        #expect(list.host.screen().text == " Fruits\n  Apple\n❯ Apricot\n\n\n/ap")
        list.host.pressKeys(.escape)
        #expect(list.host.screen().text == " Fruits\n  Apple\n❯ Apricot\n  Pear\n\n" && !list.host.isDone)
        list.host.pressKeys(.escape)
        #expect(list.host.isDone)
    }

    @Test func aCellDrawsItsLines() {
        list.build {
            ListBlock("a", ["One", "Two"], id: \.self) { (cell: LinesCell, name) in cell.name = name }.estimatedHeight(
                1)
        }
        #expect(host.lines == [">One", "  own", " Two", "  own", ""])
    }

    @Test func mixedCellsAreFilteredOnAnotherThreadAsTheUserTypes() async {
        let names = (0..<3_000).map { "Item \($0)" }
        func content(_ found: [String]) -> any ListSection {
            ListBlock("found", found)
                .cell(where: { $0.hasSuffix("7") }) { (cell: LinesCell, name) in cell.name = name }
                .header("\(found.count)", pins: true)
        }
        @Sendable func search(_ text: String) -> [String] { names.filter { $0.contains(text) }.sorted() }
        func type(_ text: String) {
            list.buildLatest {
                search(text)
            } content: {
                content($0)
            }
            host.pressKeys(.down)
        }
        for text in ["1", "17", "", "2", "27"] { type(text) }
        let result = await list.buildLatest {
            search("99")
        } content: {
            content($0)
        }
        #expect(result.isApplied)
        #expect(host.lines == [" 57", "❯ Item 1099", "  Item 1199", "  Item 1299", "  Item 1399"])
        await list.buildLatest {
            search("297")
        } content: {
            content($0)
        }
        host.pressKeys(.home)
        #expect(host.lines == [" 13", ">Item 1297", "  own", " Item 2297", "  own"])
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    @Test func anOutlineIsOpenedByKeys() async {
        let view = CollectionView()
        let host = TerminalHost(view)
        host.resize(width: 20, height: 5)
        let source = DiffableDataSource<String, String>(collectionView: view) { view, indexPath, name in
            view.contentCell(ItemContent(name, accessories: [.outline]), for: indexPath)
        }
        var section = SectionSnapshot<String>()
        section.append(["Fruits", "Nuts"])
        section.append(["Apple"], to: "Fruits")
        await source.apply(section, to: "all", animatingDifferences: false)
        #expect(host.screen().text.hasPrefix("❯ ▸ Fruits\n    Nuts"))
        host.handle(.key(TerminalKey(.right)))
        #expect(host.screen().text.hasPrefix("❯ ▾ Fruits\n      Apple\n    Nuts"))
        host.handle(.mouse(TerminalMouse(.press, x: 2, y: 0)))
        #expect(host.screen().text.hasPrefix("❯ ▸ Fruits\n    Nuts"))
    }

    @Test func allItemsAreTextWithoutATerminal() {
        list.build {
            ListBlock("a", (0..<500).map { "Item \($0)" }).header("First", pins: true)
            ListBlock("b", ["Last"], id: \.self) { ItemContent($0, subtitle: "two") }.header("Second", pins: true)
                .footer("End")
        }
        let text = host.text(width: 20)
        let expected =
            [" First"] + (0..<500).map { "  Item \($0)" } + [" Second", "  Last", "  two", " End"]
        #expect(text == expected.joined(separator: "\n") + "\n")
    }

    /// The program changes everything in each callback that it has.
    @Test func aProgramThatChangesEverythingInEveryCallback() {
        var round = 0
        func render() {
            round += 1
            list.build {
                ListBlock("a", (0..<(round % 7)).map { "Item \($0 + round % 3)" })
                    .onDidSelect { _, _ in render() }
                    .trailingSwipeActions { _ in
                        render()
                        return CollectionSwipeActions([
                            CollectionSwipeAction(title: "x") { _, _, done in
                                render()
                                done(true)
                            }
                        ])
                    }
                    .menu { _ in
                        render()
                        return CollectionContextMenu(ItemMenu([.init("x") { render() }]))
                    }
                    .onMove { _, _, _ in render() }
                if round % 2 == 0 { ListBlock("b", ["Other"]).header("\(round)") }
            }
        }
        host.keyHandler = { _ in
            if round % 5 == 0 { host.resize(width: 1 + round % 30, height: 1 + round % 9) }
            render()
            return false
        }
        render()
        let codes: [TerminalKey.Code] = [
            .down, .left, .enter, .function(10), .enter, .right, .end, .character(" "), .up, .delete, .character("i"),
            .tab,
        ]
        for step in 0..<300 {
            let code = codes[(step * 7) % codes.count]
            host.pressKeys(code, held: step % 4 == 0 ? .alt : [])
            let action: TerminalMouse.Action = [.press, .drag, .release, .drag, .drag][step % 5]
            host.handle(.mouse(TerminalMouse(action, x: step % 31, y: step % 9)))
        }
        #expect(!host.isDone)
    }

    @Test func aSecondHostTakesTheListOver() {
        list.build { ListBlock("a", ["One", "Two"]) }
        _ = host.lines
        let second = TerminalHost(host.list)
        second.resize(width: 24, height: 3)
        #expect(second.screen().text == "❯ One\n  Two\n")
        // The first shows nothing any more, and its keys do no harm.
        host.pressKeys(.down)
        #expect(!host.lines.contains { $0.contains("One") })
    }
}

@Observable
private final class Model {
    var names = ["One", "Two"]
}
