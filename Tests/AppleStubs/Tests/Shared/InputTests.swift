import Testing

#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
#else
    import ListEngineUIKit
    import UIKit
#endif

/// Keys, fields and menus. The same tests run with both toolkits.
@MainActor
@Suite struct InputTests {
    private func rows(_ count: Int = 9, grid: Bool = false) -> Stage {
        let layout = CollectionViewFlowLayout()
        layout.itemSize = grid ? CGSize(width: 100, height: 100) : CGSize(width: 320, height: 50)
        layout.minimumLineSpacing = 0
        layout.minimumInteritemSpacing = 0
        let stage = Stage(layout)
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        return stage
    }

    // MARK: Keys

    /// The focused cell receives each key by its meaning.
    @Test func eachKeyHasItsMeaning() {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        let keys = PressedKeys()
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("keys", [0, 1, 2], id: \.self) { (cell: KeyCell, _) in cell.keys = keys }.height(50)
        }
        stage.list.focusedIndexPath = [0, 1]
        stage.layOut()
        func pressed(_ key: StageKey, _ characters: String = "x", _ held: Set<Held> = []) -> [CollectionViewKey] {
            keys.all = []
            let isUsed = stage.key(key, characters, held)
            #expect(isUsed != keys.all.isEmpty, "\(key)")
            return keys.all
        }
        let plain: [(StageKey, CollectionViewKey)] = [
            (.up, .up), (.down, .down), (.left, .left), (.right, .right), (.pageUp, .pageUp), (.pageDown, .pageDown),
            (.home, .home), (.end, .end), (.f2, .edit), (.tab, .next), (.character, .character("x")),
        ]
        for (key, meaning) in plain { #expect(pressed(key) == [meaning]) }
        #expect(pressed(.tab, "", [.shift]) == [.previous])
        #expect(pressed(.character, "yz") == [.character("y"), .character("z")])
        #expect(pressed(.character, "å", [.option]) == [.character("å")], "option types other characters")
        #expect(pressed(.character, "X", [.shift]) == [.character("X")])
        #if LISTENGINE_APPKIT
            // A Mac opens with return and selects with the space bar.
            #expect(pressed(.enter) == [.activate] && pressed(.space) == [.mark])
        #else
            #expect(pressed(.enter) == [.select] && pressed(.space) == [.select])
        #endif
        // These are commands of the program.
        for held: Set<Held> in [[.command], [.command, .shift], [.command, .option]] {
            #expect(pressed(.character, "k", held).isEmpty)
        }
        for key in [StageKey.delete, .forwardDelete, .escape] { #expect(pressed(key).isEmpty) }
        #expect(pressed(.down, "", [.command]) == [.down] && pressed(.down, "", [.shift]) == [.down])
    }

    @Test func commandAndAnArrowMoveTheFocusOnly() {
        let stage = rows()
        stage.list.allowsMultipleSelection = true
        var selected: [Int] { stage.list.indexPathsForSelectedItems.map(\.item).sorted() }
        stage.tap(100, 125)
        stage.list.focusedIndexPath = [0, 2]
        stage.key(.down, "", [.command])
        #expect(stage.list.focusedIndexPath == [0, 3] && selected == [2])
        stage.key(.down, "", [.shift])
        #expect(stage.list.focusedIndexPath == [0, 4] && selected == [2, 3, 4])
        stage.key(.character, "a", [.command])
        #expect(selected == Array(0..<9))
        stage.key(.character, "A", [.command, .shift])
        #expect(selected.isEmpty)
    }

    /// Option and an arrow move the focused item.
    @Test func optionMovesItemsInEachDirection() {
        let places: [(StageKey, [Int])] = [
            (.left, [0, 1, 2, 4, 3, 5, 6, 7, 8]), (.right, [0, 1, 2, 3, 5, 4, 6, 7, 8]),
            (.up, [0, 4, 1, 2, 3, 5, 6, 7, 8]), (.down, [0, 1, 2, 3, 5, 6, 7, 4, 8]),
        ]
        for (key, order) in places {
            let stage = rows(grid: true)
            stage.source?.reorderingHandlers.canReorderItem = { _ in true }
            stage.list.focusedIndexPath = [0, 4]
            #expect(stage.key(key, "", [.option]), "\(key)")
            #expect(stage.source?.snapshot().itemIdentifiers == order, "\(key)")
            #expect(!stage.key(.pageUp, "", [.option, .shift]) || stage.list.focusedIndexPath != nil)
        }
    }

    @Test func optionAndShiftMoveSections() {
        let stage = rows(2)
        stage.contents = (0..<6).map { ItemContent("Row \($0)") }
        stage.source?.edit { snapshot in
            for section in 1..<3 {
                snapshot.appendSections([section])
                snapshot.appendItems([section * 2, section * 2 + 1], toSection: section)
            }
        }
        stage.layOut()
        var moves: [[Int]] = []
        stage.list.sectionMoveHandler = { moves.append([$0, $1]) }
        stage.list.focusedIndexPath = [1, 0]
        #expect(stage.key(.down, "", [.option, .shift]))
        #expect(stage.key(.up, "", [.option, .shift]))
        #expect(moves == [[1, 2], [1, 0]])
        stage.list.sectionMoveHandler = nil
        #expect(!stage.key(.up, "", [.option, .shift]) && !stage.key(.up, "", [.option]))
    }

    /// The keys of a menu perform its actions, whether the menu is open or not.
    @Test func shortcutsPerformTheActionsOfTheMenu() {
        let (stage, program) = (rows(), MenuProgram())
        stage.list.delegate = program
        stage.list.focusedIndexPath = [0, 3]
        let pressed: [(StageKey, String, Set<Held>, String)] = [
            (.delete, "", [], "Delete"), (.forwardDelete, "", [], "Delete"), (.delete, "", [.shift], "Erase"),
            (.f2, "", [], "Rename"), (.character, "k", [.command], "Command"), (.character, "k", [.option], "Option"),
            (.character, "K", [.command, .shift], "Both"), (.f2, "", [.option], "Other"),
        ]
        for (key, characters, held, title) in pressed {
            program.log = []
            #expect(stage.key(key, characters, held), "\(title)")
            #expect(program.log == ["\(title) 3"])
        }
        program.log = []
        stage.key(.character, "k")
        stage.key(.character, "K", [.shift])
        stage.key(.delete, "", [.command])
        #expect(program.log.isEmpty)
    }

    @Test func theListRefreshesByACommandOfAMac() {
        let stage = rows()
        var count = 0
        #expect(!stage.key(.character, "r", [.command]))
        stage.list.refreshHandler = { count += 1 }
        stage.layOut()
        #if LISTENGINE_APPKIT
            #expect(stage.key(.character, "r", [.command]) && count == 1 && stage.list.isRefreshing)
            #expect(!stage.key(.character, "r", [.command]), "it is being refreshed")
        #else
            stage.host.view.refreshControl?.pull()
            stage.layOut()
        #endif
        #expect(count == 1)
        stage.scroll(to: 0)
        stage.check("refreshing")
        stage.list.endRefreshing()
        stage.layOut()
        stage.check("refreshed")
    }

    // MARK: Fields

    private func entry(_ stage: Stage, _ text: String, _ log: @escaping @MainActor (String) -> Void = { _ in }) {
        stage.show(
            [ItemContent("Row", accessories: [.entry(text, log)])] + Array(repeating: ItemContent("Other"), count: 60))
    }

    private func entryField(_ stage: Stage, in item: Int = 0) -> StageField? {
        let cell = stage.source?.indexPath(for: item).flatMap { stage.list.cellForItem(at: $0)?.hostView as? StageView }
        return cell?.subviews.lazy.compactMap { $0 as? StageField }.last
    }

    /// A program that shows a text only after the user has typed more keeps the longer text.
    @Test func aLateTextDoesNotReplaceWhatWasTypedSince() throws {
        let stage = Stage()
        var typed: [String] = []
        entry(stage, "") { typed.append($0) }
        let field = try #require(entryField(stage))
        #if !LISTENGINE_APPKIT
            field.becomeFirstResponder()
        #endif
        for text in ["a", "ab", "abc"] { field.type(text) }
        #expect(typed == ["a", "ab", "abc"])
        entry(stage, "a")
        entry(stage, "ab")
        stage.frames(10)
        #expect(field.shownText == "abc")
        entry(stage, "abc")
        entry(stage, "ABC")
        #expect(field.shownText == "ABC", "the program changes it")
        field.type("ABCd")
        field.type("ABCde")
        entry(stage, "ABCd")
        stage.frames(20)
        #expect(field.shownText == "ABCde")
        stage.frames(20)
        #expect(field.shownText == "ABCd", "it shows nothing else: the program means it")
        // A program that refuses a text immediately.
        entry(stage, "12") { [weak stage] text in
            if let stage, text == "123" { entry(stage, "12") }
        }
        field.type("123")
        #expect(field.shownText == "12")
    }

    /// A program that empties a field, which the user has emptied before.
    @Test(arguments: [false, true]) func aProgramEmptiesAField(answersImmediately: Bool) throws {
        let stage = Stage()
        func show(_ text: String) {
            entry(stage, text) { if answersImmediately { show($0) } }
        }
        show("")
        let field = try #require(entryField(stage))
        #if !LISTENGINE_APPKIT
            field.becomeFirstResponder()
        #endif
        for text in ["h", ""] { field.type(text) }
        // A program that answers each text empties the field for a button, others for the return key.
        field.type("hi", thenReturn: !answersImmediately)
        #expect(field.shownText == "hi")
        show("")
        #expect(field.shownText == "")
    }

    /// A text that is being composed stays until it is complete.
    @Test func aComposedTextIsNotBrokenOff() throws {
        let stage = Stage()
        entry(stage, "")
        let field = try #require(entryField(stage))
        field.type("か")
        #if LISTENGINE_APPKIT
            let editor = try #require(field.currentEditor() as? NSTextView)
            editor.isComposing = true
        #else
            field.becomeFirstResponder()
            field.markedTextRange = UITextRange()
        #endif
        entry(stage, "KA")
        #expect(field.shownText == "か")
        for text in ["かn", "かな"] { field.type(text) }
        entry(stage, "かn")
        stage.frames(40)
        #expect(field.shownText == "かな", "a late text waits for the end of the composition")
        #if LISTENGINE_APPKIT
            editor.isComposing = false
        #else
            field.markedTextRange = nil
        #endif
        stage.frames(2)
        #expect(field.shownText == "かn")
        entry(stage, "KB")
        #expect(field.shownText == "KB")
    }

    /// The cell in which the user types stays with its views while the list scrolls, and follows its item.
    @Test func theCellThatIsTypedInStays() throws {
        let stage = Stage()
        var typed: [String] = []
        entry(stage, "") { typed.append($0) }
        let field = try #require(entryField(stage))
        field.type("a")
        #if !LISTENGINE_APPKIT
            field.becomeFirstResponder()
        #endif
        stage.layOut()
        #expect(stage.list.heldItem == [0, 0])
        stage.scroll(to: 1_500)
        #expect(entryField(stage) === field && stage.typedField === field)
        field.type("far")
        #expect(typed == ["a", "far"])
        stage.source?.edit { $0.moveItem(0, afterItem: 5) }
        stage.frames()
        #expect(stage.list.heldItem == [0, 5] && entryField(stage) === field)
        // The keys are those of the field.
        stage.source?.deletionHandler = { _ in Issue.record("deleted by a key of the field") }
        stage.list.selectItem(at: [0, 40], animated: false)
        stage.key(.delete)
        #if LISTENGINE_APPKIT
            stage.window.makeFirstResponder(stage.content)
        #else
            field.resignFirstResponder()
        #endif
        stage.layOut()
        #expect(stage.list.heldItem == nil && entryField(stage) == nil)
    }

    /// A program that holds a different item while the user types keeps it.
    @Test func theProgramsHeldItemStays() throws {
        let stage = Stage()
        entry(stage, "")
        let field = try #require(entryField(stage))
        #if !LISTENGINE_APPKIT
            field.becomeFirstResponder()
        #endif
        field.type("a")
        stage.layOut()
        #expect(stage.list.heldItem == [0, 0])
        stage.list.heldItem = [0, 3]
        stage.layOut()
        #expect(stage.list.heldItem == [0, 3])
        #if LISTENGINE_APPKIT
            stage.window.makeFirstResponder(stage.content)
        #else
            field.resignFirstResponder()
        #endif
        stage.layOut()
        #expect(stage.list.heldItem == [0, 3])
    }

    /// F2 edits the title. Escape ends that without a change, and the list has the keyboard again.
    @Test func aTitleIsEditedInItsPlace() throws {
        let stage = rows(3)
        var names = ["a", "b", "c"]
        stage.source?.fieldProvider = { column, id in
            guard column == TableField.title else { return nil }
            return TableField(names[id]) { new in
                guard !new.isEmpty else { return false }
                names[id] = new
                return true
            }
        }
        stage.list.focusedIndexPath = [0, 1]
        #expect(stage.key(.f2))
        stage.check("renaming")
        let first = try #require(stage.typedField)
        first.type("lost")
        #expect(stage.key(.escape) && stage.list.fieldEdit == nil && names == ["a", "b", "c"])
        #expect(stage.typedField == nil && first.superview == nil)
        #expect(stage.key(.down) && stage.list.focusedIndexPath == [0, 2])
        stage.key(.f2)
        let second = try #require(stage.typedField)
        second.type("", thenReturn: true)
        #expect(stage.list.fieldEdit != nil, "the program refuses")
        second.type("new", thenReturn: true)
        stage.layOut()
        #expect(names == ["a", "b", "new"] && stage.list.fieldEdit == nil && stage.typedField == nil)
        #expect(!stage.key(.escape))
    }

    /// A cell of the program shows its own field.
    @Test func aTitleOfTheProgramsOwnCellIsEdited() throws {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        var names = ["a", "b"]
        let registration = CollectionView.CellRegistration<RenamedCell, Int> { _, _, _ in }
        let source = DiffableDataSource<Int, Int>(collectionView: stage.list) { list, path, id in
            list.dequeueConfiguredReusableCell(using: registration, for: path, item: id)
        }
        source.fieldProvider = { column, id in
            guard column == TableField.title else { return nil }
            return TableField(names[id]) { new in
                names[id] = new
                return true
            }
        }
        source.edit { snapshot in
            snapshot.appendSections([0])
            snapshot.appendItems([0, 1])
        }
        stage.layOut()
        stage.list.focusedIndexPath = [0, 1]
        #expect(stage.key(.f2))
        let first = try #require(stage.typedField)
        #expect(first.shownText == "b")
        first.type("lost")
        #expect(stage.list.fieldEdit?.text == "lost")
        #expect(stage.key(.escape) && stage.list.fieldEdit == nil && stage.typedField == nil)
        stage.key(.f2)
        try #require(stage.typedField).type("new", thenReturn: true)
        stage.layOut()
        #expect(names == ["a", "new"] && stage.list.fieldEdit == nil && stage.typedField == nil)
    }

    // MARK: Menus

    @Test func menusHaveTheirLines() throws {
        let (stage, program) = (rows(), MenuProgram())
        stage.list.delegate = program
        #expect(stage.menu(at: 100, 470) == nil, "below the last item")
        let menu = try #require(stage.menu(at: 100, 175))
        #if LISTENGINE_APPKIT
            #expect(
                menu.lines == [
                    "on Checked flag", "off Unchecked", "off Off disabled", "off More tray", "  off Last", "  -",
                    "  off Inner", "-", "off Group disabled", "off Grouped", "-", "off After", "-", "off No title",
                ])
        #else
            #expect(
                menu.lines == [
                    "on Checked destructive flag", "off Unchecked", "off Off disabled", "menu More tray", "  inline ",
                    "    off Last", "  off Inner", "inline Group", "  off Grouped", "off After", "inline ",
                    "  off No title",
                ])
        #endif
        menu.choose("Checked")
        menu.choose("Off")
        menu.choose("Last")
        menu.choose("Grouped")
        #expect(program.log == ["Checked 3", "Last 3", "Grouped 3"])
        #expect(stage.list.indexPathsForContextMenu == [[0, 3]])
        menu.close()
        #expect(stage.list.indexPathsForContextMenu.isEmpty && program.log.last == "closed")
    }
}

@MainActor
private final class PressedKeys {
    var all: [CollectionViewKey] = []
}

@MainActor
private final class KeyCell: CollectionViewCell {
    var keys: PressedKeys?
    override func handle(_ key: CollectionViewKey) -> Bool {
        keys?.all.append(key)
        return true
    }
}

@MainActor
private final class MenuProgram: CollectionViewDelegate {
    var log: [String] = []

    private func action(
        _ title: String, _ item: Int, shortcut: ItemShortcut? = nil, isEnabled: Bool = true, isChecked: Bool? = nil,
        image: ItemImage? = nil, isDestructive: Bool = false
    ) -> ItemMenu.Element {
        .action(
            ItemMenu.Action(
                title, image: image, shortcut: shortcut, isDestructive: isDestructive, isEnabled: isEnabled,
                isChecked: isChecked
            ) { [weak self] in self?.log.append("\(title) \(item)") })
    }

    func collectionView(
        _ list: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        let item = indexPath.item
        let keys: [ItemMenu.Element] = [
            action("Delete", item, shortcut: .delete), action("Erase", item, shortcut: ItemShortcut(.delete, .shift)),
            action("Rename", item, shortcut: .rename),
            action("Other", item, shortcut: ItemShortcut(.function(2), .alt)),
            action("Command", item, shortcut: .control("k")),
            action("Option", item, shortcut: ItemShortcut(.character("k"), .alt)),
            action("Both", item, shortcut: ItemShortcut(.character("k"), [.shift, .control])),
        ]
        guard list.focusedIndexPath == nil else { return CollectionContextMenu(ItemMenu(keys)) }
        return CollectionContextMenu(
            ItemMenu([
                action("Checked", item, isChecked: true, image: .icon("flag"), isDestructive: true),
                action("Unchecked", item, isChecked: false), action("Off", item, isEnabled: false),
                .submenu(
                    "More", image: .icon("tray"), [.section(elements: [action("Last", item)]), action("Inner", item)]),
                .section("Group", elements: [action("Grouped", item)]), action("After", item),
                .section(elements: [action("No title", item)]),
            ]))
    }

    func collectionView(
        _ list: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { log.append("closed") }
}

// MARK: Menus of the toolkits

/// An open menu.
@MainActor
struct StageMenu {
    let lines: [String]
    let choose: @MainActor (String) -> Void
    let close: @MainActor () -> Void
}

#if LISTENGINE_APPKIT
    extension Stage {
        func menu(at x: CGFloat, _ y: CGFloat) -> StageMenu? {
            guard let menu = mouse.menu(at: CGPoint(x: x, y: y)) else { return nil }
            var (lines, found): ([String], [(NSMenu, NSMenuItem)]) = ([], [])
            func add(_ menu: NSMenu, _ indent: String) {
                for item in menu.items {
                    found.append((menu, item))
                    if item.isSeparatorItem {
                        lines.append("\(indent)-")
                        continue
                    }
                    lines.append(
                        "\(indent)\(item.state == .on ? "on" : "off") \(item.title)\(item.isEnabled ? "" : " disabled")"
                            + (item.image.map { " \($0.name)" } ?? ""))
                    if let inner = item.submenu { add(inner, indent + "  ") }
                }
            }
            add(menu, "")
            return StageMenu(lines: lines) { title in
                if let (menu, item) = found.first(where: { $0.1.title == title }) { menu.choose(item) }
            } close: {
                menu.delegate?.menuDidClose(menu)
            }
        }
    }
#else
    extension Stage {
        var menuInteraction: UIContextMenuInteraction? {
            host.view.interactions.lazy.compactMap { $0 as? UIContextMenuInteraction }.first
        }

        func menu(at x: CGFloat, _ y: CGFloat) -> StageMenu? {
            let place = CGPoint(x: x + host.view.contentOffset.x, y: y + host.view.contentOffset.y)
            guard let interaction = menuInteraction, let menu = interaction.press(at: place)?.menu else { return nil }
            var (lines, found): ([String], [UIAction]) = ([], [])
            func add(_ menu: UIMenu, _ indent: String) {
                for child in menu.children {
                    let image = child.image.map { " \($0.name)" } ?? ""
                    if let inner = child as? UIMenu {
                        lines.append(
                            "\(indent)\(inner.options.contains(.displayInline) ? "inline" : "menu") \(inner.title)\(image)"
                        )
                        add(inner, indent + "  ")
                    } else if let action = child as? UIAction {
                        found.append(action)
                        lines.append(
                            "\(indent)\(action.state == .on ? "on" : "off") \(action.title)"
                                + (action.attributes.contains(.disabled) ? " disabled" : "")
                                + (action.attributes.contains(.destructive) ? " destructive" : "") + image)
                    }
                }
            }
            add(menu, "")
            return StageMenu(lines: lines) { title in
                found.first { $0.title == title }?.choose()
            } close: {
                interaction.close()
            }
        }
    }
#endif
