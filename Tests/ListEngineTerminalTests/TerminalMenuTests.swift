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

    private func press(_ codes: TerminalKey.Code...) {
        for code in codes {
            host.handle(.key(TerminalKey(code)))
            _ = host.screen()
        }
    }

    private var lines: [String] {
        host.screen().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
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
        _ = lines
        press(.down, .function(10))
        let menu = lines.joined(separator: "\n")
        #expect(menu.contains("❯ Open") && menu.contains("📁 Move to") && menu.contains("▸"))
        #expect(menu.contains("────") && menu.contains("Delete Two") && menu.contains("Del"))
        press(.down, .right)
        #expect(lines.joined().contains("❯ Here") && lines.joined().contains("Far"))
        press(.down, .down, .left, .down)
        #expect(!lines.joined().contains("There") && lines.joined().contains("❯ Delete Two"))
        press(.up, .enter, .end, .enter)
        #expect(done == ["There"] && host.list.contextMenu == nil)
        press(.function(10), .home, .end, .enter)
        #expect(done == ["There"] && host.list.contextMenu != nil, "it is disabled")
        press(.escape, .delete, .function(2), .function(3))
        #expect(done == ["There", "Delete Two"] && host.list.contextMenu == nil)
        // The item goes away while its submenu is open.
        press(.function(10), .down, .enter)
        list.build {}
        _ = lines
        press(.enter, .escape)
        #expect(host.list.indexPathsForContextMenu.isEmpty)
    }
}
