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
}
