import Foundation
import Testing

@testable import ListEngine

/// A program translates the text of ready-made controls in one place, for all lists of the process: each test
/// restores them before it returns, and other tests of lists cannot run in between, because they need the main actor.
@MainActor
@Suite("Text of ready-made controls")
struct ListTextTests {
    @Test func menusCommandsAndContentsAreTranslated() throws {
        let before = ListText.translate
        defer { ListText.translate = before }
        let german: [ListText: String] = [
            .sortAscending: "Aufsteigend sortieren", .hideColumn: "Ausblenden", .paste: "Einfügen", .loading: "Lädt …",
            .noResults: "Nichts gefunden", .noMatch: "Nichts passt zu „%1“.", .collapse: "Zuklappen",
            .page: "%2 Seiten, diese ist die %1.", .controlKey: "Strg", .shiftKey: "Umschalt", .deleteKey: "Entf",
            .isUnread: "ungelesen", .isNotChecked: "nicht erledigt", .isChecked: "erledigt",
        ]
        ListText.translate = { german[$0] }
        let view = CollectionView(size: CGSize(width: 300, height: 100))
        view.sortHandler = { _ in }
        try view.setColumns([Column("a"), Column("b")])
        let titles = try #require(view.headerMenu(of: "a")).actions.map(\.title)
        #expect(titles[0] == "Aufsteigend sortieren" && titles[5] == "Ausblenden" && titles[1] == "Sort descending")
        #expect(ItemCommand.paste.title == "Einfügen" && ItemCommand.copy.title == "Copy")
        #expect(ItemContent.loading().title == "Lädt …" && EmptyContent.loading().title == "Lädt …")
        #expect(EmptyContent.noResults(for: "x %1 %").title == "Nichts gefunden")
        #expect(EmptyContent.noResults(for: "x %1 %").text == "Nichts passt zu „x %1 %“.")
        #expect(ListText.page.text("3", "9") == "9 Seiten, diese ist die 3.")
        #expect(ListText.page.text("3") == "%2 Seiten, diese ist die 3.", "a value is missing")
        #expect("\(ItemShortcut(.character("d"), [.control, .shift, .alt]))" == "Strg+Alt+Umschalt+D")
        #expect("\(ItemShortcut.delete)" == "Entf")
        let marks: [ItemMark] = [.unread, .checked, .unchecked]
        #expect(
            marks.map { ItemContent("a", mark: $0).accessibility.value } == ["ungelesen", "erledigt", "nicht erledigt"])
        let isOpen = OutlineState(level: 0, isExpandable: true, isExpanded: true)
        #expect(ItemAccessory.outline.actionName(isOpen) == "Zuklappen")
    }
}
