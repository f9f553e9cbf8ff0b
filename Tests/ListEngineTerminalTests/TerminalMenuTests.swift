import Testing

@testable import ListEngineTerminal

@MainActor
@Suite("Menus in a terminal")
struct TerminalMenuTests {
    private let host = TerminalHost()
    private let list: ListDataSource

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 24, height: 5)
    }

    @Test func menusHaveSectionsSubmenusAndShortcuts() {
        var done: [String] = []
        func action(_ title: String, _ shortcut: ItemShortcut? = nil, isEnabled: Bool = true) -> ItemMenu.Element {
            .action(ItemMenu.Action(title, shortcut: shortcut, isEnabled: isEnabled) { done.append(title) })
        }
        list.build {
            ListBlock("a", ["One", "Two"])
                .menu { name in
                    CollectionContextMenu(
                        ItemMenu([
                            action("Open"),
                            .submenu(
                                "Move to", image: .text("📁"),
                                [action("Here"), .section("Far", elements: [action("There")])]),
                            .section(elements: [
                                action("Delete \(name)", .delete), action("Never", .rename, isEnabled: false),
                            ]),
                        ]))
                }
        }
        _ = host.lines
        host.pressKeys(.down, .function(10))
        let menu = host.lines.joined(separator: "\n")
        #expect(menu.contains("❯ Open") && menu.contains("📁 Move to") && menu.contains("▸"))
        #expect(menu.contains("────") && menu.contains("Delete Two") && menu.contains("Del"))
        host.pressKeys(.down, .right)
        #expect(host.lines.joined().contains("❯ Here") && host.lines.joined().contains("Far"))
        host.pressKeys(.down, .down, .left, .down)
        #expect(!host.lines.joined().contains("There") && host.lines.joined().contains("❯ Delete Two"))
        host.pressKeys(.up, .enter, .end, .enter)
        #expect(done == ["There"] && host.list.contextMenu == nil)
        host.pressKeys(.function(10), .home, .end, .enter)
        #expect(done == ["There"] && host.list.contextMenu != nil, "it is disabled")
        host.pressKeys(.escape, .delete, .function(2), .function(3))
        #expect(done == ["There", "Delete Two"] && host.list.contextMenu == nil)
        // The item goes away while its submenu is open.
        host.pressKeys(.function(10), .down, .enter)
        list.build {}
        _ = host.lines
        host.pressKeys(.enter, .escape)
        #expect(host.list.indexPathsForContextMenu.isEmpty)
    }

    @Test(arguments: [false, true]) func swipeActionsHaveColorsAndImages(isRightToLeft: Bool) {
        list.build {
            ListBlock("a", ["One"])
                .trailingSwipeActions { _ in
                    CollectionSwipeActions([
                        CollectionSwipeAction(
                            title: "Flag", image: .icon("flag-symbolic", text: "⚑"),
                            color: .rgb(red: 9, green: 8, blue: 7)
                        ) { _, _, done in done(true) }
                    ])
                }
        }
        host.list.flowDirection = isRightToLeft ? .rightToLeft : .leftToRight
        _ = host.lines
        host.pressKeys(.left)
        #expect(host.lines[0].contains(" ⚑ Flag"))
        let cells = host.screen()[0]
        #expect(cells.contains { $0.style.background == .rgb(red: 9, green: 8, blue: 7) })
        // The menu has the action too.
        host.pressKeys(.escape, .function(10))
        #expect(host.lines.joined().contains("⚑ Flag"))
    }

    /// Return and a click on the button perform the action of an empty list.
    @Test func anEmptyListSaysWhy() {
        var tries = 0
        list.build {}
        host.list.emptyContent = .loading("Wait")
        #expect(host.lines == ["", "           ⋯", "          Wait", "", ""])
        host.list.emptyContent = EmptyContent(
            "Failed", text: "No answer from the server", image: .text("!"), action: .init("Again") { tries += 1 })
        #expect(
            host.lines == [
                "           !", "         Failed", "   No answer from the", "         server", "        [Again]",
            ])
        host.pressKeys(.enter)
        host.handle(.mouse(TerminalMouse(.press, x: 10, y: 4)))
        host.handle(.mouse(TerminalMouse(.release, x: 10, y: 4)))
        #expect(tries == 2)
        host.handle(.mouse(TerminalMouse(.press, x: 10, y: 1)))
        list.build { ListBlock("a", ["One"]) }
        host.pressKeys(.enter)
        #expect(tries == 2 && host.lines[0] == "❯ One")
    }

    /// F2, delete, and alt with the letters of cut, copy, paste and undo.
    @Test func commandsHaveKeys() {
        final class Names: UndoTarget {
            var all = ["One", "Two", "Three"]
            var old: [[String]] = []
            var canUndo: Bool { !old.isEmpty }
            let canRedo = false
            func undo() { all = old.removeLast() }
            func redo() {}
        }
        let names = Names()
        func change(_ edit: (inout [String]) -> Void) {
            names.old.append(names.all)
            edit(&names.all)
        }
        func show() {
            list.build {
                ListBlock("a", names.all)
                    .onRename { old, new in
                        guard !names.all.contains(new) else { return false }
                        change { all in all = all.map { $0 == old ? new : $0 } }
                        show()
                        return true
                    }
                    .onDelete { deleted in
                        change { all in all.removeAll { deleted.contains($0) } }
                        show()
                    }
                    .onDrag { CollectionDragItem(payload: $0, text: $0) }
                    .onDrop(accepts: { _ in .copy }) { drag, place in
                        let new = drag.items.isEmpty ? [drag.text ?? "?"] : drag.items.map { "\($0.payload)+" }
                        change { $0.insert(contentsOf: new, at: place) }
                        show()
                    }
            }
        }
        show()
        host.list.undoTarget = names
        _ = host.lines
        host.pressKeys(.down, .function(2))
        #expect(host.lines[1] == "❯ Two▏")
        for letter in "s!" { host.handle(.key(TerminalKey(.character(letter)))) }
        host.pressKeys(.backspace)
        #expect(host.lines[1] == "❯ Twos▏")
        host.pressKeys(.enter)
        #expect(host.lines == ["  One", "❯ Twos", "  Three", "", ""] && names.all[1] == "Twos")
        // A name that exists is refused, and escape gives the old one back.
        host.pressKeys(.function(2))
        host.handle(.key(TerminalKey(.character("u"), .control)))
        host.handle(.paste("One"))
        host.pressKeys(.enter)
        #expect(host.lines[1] == "❯ One▏")
        host.pressKeys(.escape)
        #expect(host.lines[1] == "❯ Twos")
        host.pressKeys(.delete)
        #expect(names.all == ["One", "Three"])
        host.pressKeys(.home, .character("c"), held: .alt)
        host.pressKeys(.home)
        host.pressKeys(.character("c"), held: .alt)
        host.pressKeys(.end)
        host.pressKeys(.character("v"), held: .alt)
        #expect(names.all == ["One", "Three", "One+"])
        host.handle(.paste("pasted"))
        #expect(names.all.contains("pasted"))
        host.pressKeys(.character("z"), held: .alt)
        show()
        #expect(names.all == ["One", "Three", "One+"])
        #expect(host.list.diagnostics.recent.isEmpty)
    }
}
