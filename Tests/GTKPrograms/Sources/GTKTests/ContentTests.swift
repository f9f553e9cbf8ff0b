import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A window with ready-made cells.
@MainActor
final class ContentWindow {
    let host: GTKHost
    let source: ListDataSource
    let window: UnsafeMutablePointer<GtkWindow>
    private let build: @MainActor () -> [any ListSection]

    init(
        _ width: Int32 = 400, _ height: Int32 = 500, @ListBuilder _ build: @escaping @MainActor () -> [any ListSection]
    )
        throws
    {
        host = try GTKHost(showing: CollectionView())
        source = ListDataSource(in: host.list)
        self.build = build
        source.build(animatingDifferences: false) { build() }
        window = present(host, width, height)
        signal_setting(host.widget, "gtk-cursor-blink", nil, 0)
        settle()
    }

    var view: CollectionView { host.list }

    func update() { source.build(animatingDifferences: false) { build() } }

    var widget: UnsafeMutablePointer<GtkWidget> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
    }

    /// The row of an item, as GTK has it. The list scrolls to the item if it is not on the screen.
    func row(_ item: Int, _ section: Int = 0) -> UnsafeMutablePointer<GtkWidget>? {
        let path = IndexPath(item: item, section: section)
        if !view.bounds.contains(view.layout.frame(ofItem: item, inSection: section)) {
            view.scrollToItem(at: path, at: .nearest, animated: false)
            settle()
        }
        return rowWidget(of: view.cellForItem(at: path), in: host)
    }

    /// The widget of a type in a row, by its position among those.
    func part(_ type: String, of item: Int, _ position: CInt = 0, section: Int = 0) -> UnsafeMutablePointer<GtkWidget>?
    {
        row(item, section).flatMap { signal_descendant($0, type, position) }
    }

    /// The middle of a widget in the window.
    func middle(_ widget: UnsafeMutablePointer<GtkWidget>?) -> (x: Int, y: Int)? {
        var bounds = graphene_rect_t()
        guard let widget, gtk_widget_compute_bounds(widget, self.widget, &bounds) != 0 else { return nil }
        return (
            Int(bounds.origin.x + bounds.size.width / 2), Int(bounds.origin.y + bounds.size.height / 2)
        )
    }

    func click(_ widget: UnsafeMutablePointer<GtkWidget>?, line: Int = #line) {
        guard let (x, y) = middle(widget) else { return fail("no such widget", line: line) }
        xdotool("mousemove", "\(x)", "\(y)", "click", "1")
        settle()
    }

    func close() { gtk_window_destroy(window) }
}

/// The widget that GTK shows for a view: the row at its place.
@MainActor
func rowWidget(of view: CollectionReusableView?, in host: GTKHost) -> UnsafeMutablePointer<GtkWidget>? {
    guard let view else { return nil }
    let (x, y) = (view.frame.midX - host.list.bounds.minX, view.frame.midY - host.list.bounds.minY)
    var child = gtk_widget_pick(host.widget, x, y, GTK_PICK_INSENSITIVE)
    while let found = child, gtk_widget_get_parent(found) != host.widget { child = gtk_widget_get_parent(found) }
    return child
}

@MainActor
func describe(_ widget: UnsafeMutablePointer<GtkWidget>?) -> String {
    guard let widget, let text = signal_describe(widget) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}

@MainActor
func takePicture(_ widget: UnsafeMutablePointer<GtkWidget>, _ name: String) {
    if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
        settle()
        _ = Screenshot(widget, file: "\(folder)/\(name).png")
    }
}

/// A picture of one pixel.
private let pixel: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 144, 119, 83,
    222, 0, 0, 0, 12, 73, 68, 65, 84, 120, 156, 99, 56, 160, 224, 0, 0, 2, 196, 1, 33, 212, 254, 57, 188, 0, 0, 0, 0,
    73, 69, 78, 68, 174, 66, 96, 130,
]

@MainActor
private func everyPart() -> [ItemContent] {
    var contents = [
        ItemContent("Title alone"),
        ItemContent(
            "Title", subtitle: "and a subtitle", trailing: "09:30", badge: "12", mark: .unread,
            accessories: [.disclosure]),
        ItemContent("Icon", image: .icon("folder-symbolic", text: "F"), mark: .checked),
        ItemContent("Icon that the theme does not have", image: .icon("no-such-icon", text: "🍎"), mark: .unchecked),
        ItemContent("Picture", image: ItemImage(.data(pixel), text: "P")),
        ItemContent("Copying", subtitle: "3 of 10 files", progress: 0.3),
        ItemContent("Switch", accessories: [.toggle(true) { _ in }]),
        ItemContent("Button and check mark", accessories: [.button("Install") {}, .checkmark]),
        ItemContent("Entry", accessories: [.entry("", placeholder: "Name") { _ in }]),
        ItemContent("Dimmed", subtitle: "cannot be chosen"), ItemContent("Warning", badge: "!"),
        ItemContent("Rose", badge: "3", progress: 1.5),
    ]
    contents[9].isDimmed = true
    contents[10].background = .warning
    contents[10].tint = .error
    contents[11].background = .rgb(red: 120, green: 0, blue: 60)
    contents[11].tint = .rgb(red: 255, green: 200, blue: 220)
    return contents
}

@MainActor
func testContents() {
    run("everyPartOfAContentIsDrawn") {
        let contents = everyPart()
        let window = try ContentWindow(420, 760) {
            ListBlock("parts", Array(contents.indices), id: \.self) { contents[$0] }
                .header(ItemContent("Every part", trailing: "12"))
                .footer("A footer explains the items above, in as many lines as it needs. This one has more than one.")
        }
        takePicture(window.widget, "contents")
        for (item, content) in contents.enumerated() {
            let text = describe(window.row(item))
            expect(text.contains("'\(content.title)'"), "\(content.title): \(text)")
            for part in [content.subtitle, content.trailing, content.badge].compactMap(\.self) {
                expect(text.contains("'\(part)'"), "\(part): \(text)")
            }
            expect(text.contains(" transparent") == false)
        }
        expect(describe(window.row(1)).contains(".item-mark .unread"))
        expect(describe(window.row(2)).contains("folder-symbolic"))
        expect(describe(window.row(3)).contains("'🍎'") && !describe(window.row(3)).contains("no-such-icon"))
        expect(describe(window.row(4)).contains("GtkImage (null) 1") && !describe(window.row(4)).contains("'P'"))
        expect(describe(window.row(5)).contains("GtkProgressBar .horizontal 0.3"), describe(window.row(5)))
        expect(describe(window.row(11)).contains("GtkProgressBar .horizontal 1"), describe(window.row(11)))
        expect(window.part("GtkSwitch", of: 6) != nil && window.part("GtkEntry", of: 8) != nil)
        expect(describe(window.row(9)).contains(".dim-label"))
        // Items are as high as their contents.
        let heights = contents.indices.map { window.view.layout.frame(ofItem: $0, inSection: 0).height }
        expect(heights[1] > heights[0] && heights[5] > heights[1], "\(heights)")
        window.host.scroll(to: 100_000)
        settle()
        let footer = window.view.visibleSupplementaryViews(ofKind: .footer).first
        expect((footer?.frame.height ?? 0) > heights[0], "\(String(describing: footer?.frame))")
        expect(describe(rowWidget(of: footer, in: window.host)).contains("A footer explains"))
        // A background is seen, and a selected row looks selected.
        guard let place = window.middle(window.row(11)), let shot = Screenshot(window.widget) else {
            return fail("no picture")
        }
        let rose = shot.colour(200, Double(place.y) - 16)
        expect(rose == [120, 0, 60], "\(rose ?? [])")
        window.view.selectItem(at: IndexPath(item: 11, section: 0), animated: false)
        settle()
        expect(Screenshot(window.widget)?.colour(200, Double(place.y) - 16) != rose)
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
    }

    run("aSwitchReportsWhatTheUserDoesAndNothingElse") {
        var states = [false, true, false]
        var reports: [String] = []
        var accepts = true
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("switches", [0, 1, 2], id: \.self) { number in
                ItemContent(
                    "Switch \(number)",
                    accessories: [
                        .toggle(states[number]) { isOn in
                            reports.append("\(number) \(isOn)")
                            if accepts { states[number] = isOn }
                            window.update()
                        }
                    ])
            }
        }
        @MainActor func isOn(_ item: Int) -> Bool {
            window.part("GtkSwitch", of: item).map { gtk_switch_get_active(OpaquePointer($0)) != 0 } ?? false
        }
        window.click(window.part("GtkSwitch", of: 2))
        wait("the report") { reports == ["2 true"] }
        expect(isOn(2) && states[2])
        states = [true, false, false]
        window.update()
        settle()
        expect([0, 1, 2].map(isOn) == [true, false, false] && reports == ["2 true"], "\(reports)")
        // A program that refuses: the switch goes back.
        accepts = false
        window.click(window.part("GtkSwitch", of: 1))
        wait("the refused report") { reports == ["2 true", "1 true"] }
        settle()
        expect(!isOn(1) && reports.count == 2, "\(reports)")
        expect(window.view.indexPathsForSelectedItems.isEmpty, "the click also selected the item")
        window.close()
    }

    run("anEntryKeepsCursorAndTextWhileTheModelEchoes") {
        var text = "ad"
        var reports: [String] = []
        var shouts = false
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("entries", [0], id: \.self) { _ in
                ItemContent(
                    "Name",
                    accessories: [
                        .entry(text, placeholder: "nobody") { new in
                            reports.append(new)
                            text = shouts ? new.uppercased() : new
                            window.update()
                        }
                    ])
            }
        }
        guard let entry = window.part("GtkEntry", of: 0) else { return fail("no entry") }
        window.click(entry)
        gtk_editable_set_position(OpaquePointer(entry), 1)
        xdotool("key", "b", "key", "c")
        wait("the text") { text == "abcd" }
        settle()
        @MainActor func shown() -> String { String(cString: gtk_editable_get_text(OpaquePointer(entry))) }
        expect(shown() == "abcd" && gtk_editable_get_position(OpaquePointer(entry)) == 3, shown())
        expect(reports == ["abcd"] || reports == ["abd", "abcd"], "\(reports)")
        // A program that changes what was typed.
        shouts = true
        xdotool("key", "x")
        wait("the changed text") { shown() == "ABCXD" }
        expect(
            gtk_editable_get_position(OpaquePointer(entry)) == 4, "\(gtk_editable_get_position(OpaquePointer(entry)))")
        let count = reports.count
        text = "by the program"
        window.update()
        settle()
        expect(shown() == text && reports.count == count, "\(reports)")
        window.close()
    }

    run("theExpanderShowsAndHidesChildren") {
        let host = try GTKHost(showing: CollectionView())
        let source = DiffableDataSource<Int, String>(collectionView: host.list) { view, indexPath, id in
            view.contentCell(ItemContent(id, accessories: [.outline]), for: indexPath)
        }
        var outline = SectionSnapshot<String>()
        outline.append(["a", "b"])
        outline.append(["a1", "a2"], to: "a")
        source.apply(outline, to: 0, animatingDifferences: false)
        let window = present(host)
        settle()
        @MainActor func row(_ item: Int) -> UnsafeMutablePointer<GtkWidget>? {
            rowWidget(of: host.list.cellForItem(at: IndexPath(item: item, section: 0)), in: host)
        }
        @MainActor func click(_ widget: UnsafeMutablePointer<GtkWidget>?) {
            var place = graphene_rect_t()
            let root = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            guard let widget, gtk_widget_compute_bounds(widget, root, &place) != 0 else { return fail("no expander") }
            xdotool("mousemove", "\(Int(place.origin.x + 5))", "\(Int(place.origin.y + 5))", "click", "1")
        }
        expect(describe(row(0)).contains("pan-end-symbolic") && !describe(row(0)).contains("transparent"))
        expect(describe(row(1)).contains("transparent"), "b has no children: \(describe(row(1)))")
        click(row(0).flatMap { signal_descendant($0, "GtkButton", 0) })
        wait("the children") { host.list.numberOfItems(inSection: 0) == 4 }
        settle()
        expect(describe(row(0)).contains("pan-down-symbolic"), describe(row(0)))
        expect(describe(row(1)).contains("'a1'") && describe(row(1)).contains("margin 20"), describe(row(1)))
        click(row(0).flatMap { signal_descendant($0, "GtkButton", 0) })
        wait("no children") { host.list.numberOfItems(inSection: 0) == 2 }
        gtk_window_destroy(window)
    }

    run("accessoriesForEditingAreShownWhileTheListIsEdited") {
        var names = ["a", "b", "c"]
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("names", names, id: \.self) { name in
                ItemContent(
                    name,
                    accessories: [
                        .reorder,
                        .delete {
                            names.removeAll { $0 == name }
                            window.update()
                        },
                    ])
            }
        }
        expect(window.part("GtkButton", of: 0) == nil)
        window.view.isEditing = true
        settle()
        expect(describe(window.row(0)).contains("list-drag-handle-symbolic"))
        takePicture(window.widget, "contents-editing")
        window.click(window.part("GtkButton", of: 1))
        wait("one less") { window.view.numberOfItems(inSection: 0) == 2 }
        expect(names == ["a", "c"])
        window.view.isEditing = false
        settle()
        expect(window.part("GtkButton", of: 0) == nil && !describe(window.row(0)).contains("list-drag"))
        window.close()
    }

    run("marksSelectAndHandlesMoveWhileTheListIsEdited") {
        var names = (0..<8).map { "item \($0)" }
        var inserted: [String] = []
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("names", names, id: \.self) { name in
                ItemContent(name, accessories: [.insert { inserted.append(name) }, .selection, .reorder])
            }
            .onMove { name, source, target in
                names.remove(at: source)
                names.insert(name, at: target)
            }
        }
        window.view.allowsMultipleSelectionDuringEditing = true
        window.view.isEditing = true
        settle()
        @MainActor func selected() -> [Int] { window.view.indexPathsForSelectedItems.map(\.item) }
        // Images of the insert button, the mark and the handle.
        window.click(window.part("GtkImage", of: 1, 1))
        window.click(window.part("GtkImage", of: 4, 1))
        expect(selected() == [1, 4], "\(selected())")
        window.click(window.part("GtkImage", of: 4, 1))
        expect(selected() == [1], "\(selected())")
        @MainActor func drag(_ part: CInt, from: Int, to: Int) {
            guard let start = window.middle(window.part("GtkImage", of: from, part)),
                let end = window.middle(window.part("GtkImage", of: to, part))
            else { return fail("no sign") }
            xdotool("mousemove", "\(start.x)", "\(start.y)", "mousedown", "1")
            for step in 1...4 {
                xdotool("mousemove", "\(start.x)", "\(start.y + (end.y - start.y) * step / 4)")
                settle()
            }
            xdotool("mouseup", "1")
            settle()
        }
        drag(1, from: 3, to: 5)
        expect(selected() == [1, 3, 4, 5], "\(selected())")
        takePicture(window.widget, "contents-marks")
        drag(2, from: 4, to: 6)
        wait("a move") { names.firstIndex(of: "item 4") != 4 }
        expect(names == [0, 2, 6, 1, 3, 4, 5, 7].map { "item \($0)" }, "\(names)")
        // The escape key takes a drag over marks back.
        let before = selected()
        guard let start = window.middle(window.part("GtkImage", of: 0, 1)),
            let end = window.middle(window.part("GtkImage", of: 2, 1))
        else { return fail("no mark") }
        xdotool("mousemove", "\(start.x)", "\(start.y)", "mousedown", "1")
        settle()
        xdotool("mousemove", "\(end.x)", "\(end.y)")
        wait("more selected items") { selected().count > before.count }
        xdotool("key", "Escape")
        wait("the old selection") { selected() == before }
        xdotool("mouseup", "1")
        settle()
        // However short, a press of a button is no click on its row.
        guard let add = window.middle(window.part("GtkButton", of: 0)) else { return fail("no button") }
        for _ in 0..<8 {
            xdotool("mousemove", "\(add.x)", "\(add.y)", "mousedown", "1", "mouseup", "1")
            settle()
            expect(selected() == before, "\(selected())")
        }
        inserted = []
        xdotool("mousemove", "\(add.x)", "\(add.y)", "mousedown", "1")
        settle()
        xdotool("mouseup", "1")
        wait("an inserted item") { inserted == ["item 0"] }
        expect(selected() == before, "\(selected())")
        window.close()
    }

    run("rowsAreRenamedDeletedAndCopiedByKeys") {
        struct Named: Identifiable {
            let id: Int
            var name: String
        }
        var all = ["one", "two", "three"].enumerated().map { Named(id: $0, name: $1) }
        var names: [String] { all.map(\.name) }
        @MainActor func add(_ name: String, at place: Int) {
            all.insert(Named(id: (all.map(\.id).max() ?? 0) + 1, name: name), at: place)
        }
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("names", all) { ItemContent($0.name) }
                .onRename { old, new in
                    guard !names.contains(new) else { return false }
                    all = all.map { $0.id == old.id ? Named(id: old.id, name: new) : $0 }
                    window.update()
                    return true
                }
                .onDelete { deleted in
                    all.removeAll { named in deleted.contains { $0.id == named.id } }
                    window.update()
                }
                .onDrag { CollectionDragItem(payload: $0, text: $0.name) }
                .onDrop(accepts: { _ in .copy }) { drag, place in
                    add(drag.items.isEmpty ? drag.text ?? "?" : "copy", at: place)
                    window.update()
                }
        }
        window.click(window.row(1))
        xdotool("key", "F2")
        wait("an entry") { window.part("GtkEntry", of: 1) != nil }
        settle()
        takePicture(window.widget, "contents-rename")
        if let entry = window.part("GtkEntry", of: 1) {
            expect(signal_has_property(entry, GTK_ACCESSIBLE_PROPERTY_LABEL, "two") != 0)
        }
        // The whole title is selected. A name that exists is refused, and the entry stays.
        xdotool("type", "one")
        xdotool("key", "Return")
        settle()
        expect(window.part("GtkEntry", of: 1) != nil && names == ["one", "two", "three"], "\(names)")
        xdotool("type", "s")
        xdotool("key", "Return")
        wait("a new name") { names == ["one", "ones", "three"] }
        settle()
        expect(window.part("GtkEntry", of: 1) == nil)
        // The list has the keyboard again, and escape changes nothing.
        xdotool("key", "F2")
        wait("an entry") { window.part("GtkEntry", of: 1) != nil }
        settle()
        xdotool("type", "x")
        xdotool("key", "Escape")
        wait("the row") { window.part("GtkEntry", of: 1) == nil }
        expect(names == ["one", "ones", "three"])
        // An update during the edit, and the removal of the row.
        xdotool("key", "F2")
        wait("an entry") { window.part("GtkEntry", of: 1) != nil }
        add("new", at: 0)
        window.update()
        settle()
        expect(window.part("GtkEntry", of: 2) != nil)
        all.remove(at: 2)
        window.update()
        settle()
        expect(window.view.fieldEdit == nil && window.part("GtkEntry", of: 2) == nil)
        window.click(window.row(1))
        xdotool("key", "ctrl+c")
        settle()
        xdotool("key", "ctrl+v")
        wait("a copy") { names == ["new", "one", "copy", "three"] }
        xdotool("key", "Delete")
        wait("a deleted row") { names == ["new", "copy", "three"] }
        // Text of another widget.
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window.host.widget), "text")
        window.click(window.row(0))
        xdotool("key", "ctrl+v")
        wait("a pasted text") { names == ["new", "text", "copy", "three"] }
        // The focus moves before the text has arrived.
        gdk_clipboard_set_text(gtk_widget_get_clipboard(window.host.widget), "late")
        expect(window.view.perform(.paste))
        window.view.focusedIndexPath = IndexPath(item: 3, section: 0)
        wait("where it was requested") { names == ["new", "late", "text", "copy", "three"] }
        all.removeAll { $0.name == "late" }
        window.update()
        window.click(window.row(0))
        // The window is closed during an edit.
        xdotool("key", "F2")
        wait("an entry") { window.part("GtkEntry", of: 0) != nil }
        window.close()
        settle()
    }

    run("assistiveTechnologiesReadTheContent") {
        let window = try ContentWindow {
            ListBlock("items", [0], id: \.self) { _ in
                ItemContent(
                    "Wi-Fi", subtitle: "Home", mark: .unread, progress: 0.5,
                    accessories: [.toggle(true) { _ in }, .entry("x") { _ in }])
            }
            .header("Networks")
        }
        guard let row = window.row(0), let toggle = window.part("GtkSwitch", of: 0),
            let entry = window.part("GtkEntry", of: 0)
        else { return fail("no row") }
        expect(signal_has_property(row, GTK_ACCESSIBLE_PROPERTY_LABEL, "Wi-Fi") != 0)
        expect(signal_has_property(row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Home, unread, 50 %, on, x") != 0)
        expect(signal_has_property(toggle, GTK_ACCESSIBLE_PROPERTY_LABEL, "Wi-Fi") != 0)
        expect(signal_has_property(entry, GTK_ACCESSIBLE_PROPERTY_LABEL, "Wi-Fi") != 0)
        expect(gtk_accessible_get_accessible_role(OpaquePointer(row)) == GTK_ACCESSIBLE_ROLE_LIST_ITEM)
        let header = rowWidget(of: window.view.visibleSupplementaryViews(ofKind: .header).first, in: window.host)
        expect(header.map { gtk_accessible_get_accessible_role(OpaquePointer($0)) } == GTK_ACCESSIBLE_ROLE_HEADING)
        expect(header.map { signal_has_property($0, GTK_ACCESSIBLE_PROPERTY_LABEL, "Networks") } == 1)
        window.close()
    }

    run("aMenuOfAnItemShowsChecksAndWhatCannotBeChosen") {
        var chosen: [String] = []
        let window = try ContentWindow {
            ListBlock("items", [0], id: \.self) { _ in ItemContent("item") }
                .menu { _ in
                    var sorted = ItemMenu.Action("Sorted") { chosen.append("sorted") }
                    sorted.isChecked = true
                    var off = ItemMenu.Action("Off") { chosen.append("off") }
                    off.isEnabled = false
                    return CollectionContextMenu(ItemMenu([sorted, off]))
                }
        }
        guard let place = window.middle(window.row(0)) else { return fail("no row") }
        xdotool("mousemove", "\(place.x)", "\(place.y)", "click", "3")
        wait("the menu") { signal_menu(window.host.widget) != nil }
        takePicture(window.widget, "contents-menu")
        guard let menu = signal_menu(window.host.widget) else { return }
        let items = describe(menu).components(separatedBy: "GtkModelButton")
        expect(items.count == 3 && items[1].contains("GtkBuiltinIcon") && !items[1].contains("disabled"), "\(items)")
        expect(!items[2].contains("GtkBuiltinIcon") && items[2].contains("disabled"), "\(items)")
        expect(signal_choose(menu, "Sorted") != 0)
        wait("the choice") { chosen == ["sorted"] }
        window.close()
    }

    run("aMenuHasSubmenusSectionsAndShortcuts") {
        var chosen: [String] = []
        let window = try ContentWindow {
            ListBlock("items", [0, 1], id: \.self) { ItemContent("item \($0)") }
                .menu { number in
                    CollectionContextMenu(
                        ItemMenu([
                            .action(ItemMenu.Action("Copy", shortcut: .copy) { chosen.append("copy \(number)") }),
                            .submenu("Move to", [.action(ItemMenu.Action("Box_1") { chosen.append("box \(number)") })]),
                            .section(
                                "Danger",
                                elements: [
                                    .action(
                                        ItemMenu.Action("Delete", shortcut: .delete) {
                                            chosen.append("delete \(number)")
                                        }),
                                    .action(
                                        ItemMenu.Action("Rename", shortcut: .rename) {
                                            chosen.append("rename \(number)")
                                        }),
                                ]),
                        ]))
                }
        }
        guard let place = window.middle(window.row(1)) else { return fail("no row") }
        xdotool("mousemove", "\(place.x)", "\(place.y)", "click", "3")
        wait("the menu") { signal_menu(window.host.widget) != nil }
        takePicture(window.widget, "contents-submenu")
        guard let menu = signal_menu(window.host.widget) else { return }
        // Four actions, the title of the submenu and the way back from it.
        let buttons = describe(menu).components(separatedBy: "GtkModelButton").count - 1
        expect(buttons == 6, "\(buttons)")
        expect(signal_choose(menu, "Box_1") != 0)
        wait("the choice") { chosen == ["box 1"] }
        // Without the menu, while the list has the keyboard.
        wait("the menu is closed") { signal_menu(window.host.widget) == nil }
        settle()
        xdotool("mousemove", "\(place.x)", "\(place.y)", "click", "1")
        wait("the row is selected") { window.host.list.indexPathsForSelectedItems.map(\.item) == [1] }
        xdotool("key", "ctrl+c", "key", "Delete", "key", "F2", "key", "F3", "key", "ctrl+d")
        wait("the shortcuts") { chosen == ["box 1", "copy 1", "delete 1", "rename 1"] }
        expect(signal_menu(window.host.widget) == nil)
        window.close()
    }

    run("aListIsAsHighAsItsItems") {
        var count = 3
        let host = try GTKHost(showing: CollectionView())
        let source = ListDataSource(in: host.list)
        @MainActor func show() {
            source.build(animatingDifferences: false) {
                ListBlock("items", Array(0..<count), id: \.self) {
                    ItemContent("item \($0)", subtitle: $0 == 1 ? "below" : nil)
                }
            }
        }
        show()
        host.isAsHighAsItems = true
        // Above other widgets: the list gets its natural height as long as there is room.
        let rest = GTKLabel("below the list").expanding(vertically: true)
        let window = GTKWindow("", width: 300, height: 500)
        window.child = GTKBox(.vertical, [GTKWidget(host.widget), rest])
        window.present()
        wait("the window") { window.isOpen && !host.list.visibleCells.isEmpty }
        settle()
        @MainActor func height() -> Int { Int(gtk_widget_get_height(host.widget)) }
        expect(height() == Int(host.list.contentSize.height) && height() > 100, "\(height()), \(host.list.contentSize)")
        count = 5
        show()
        wait("higher") { height() == Int(host.list.contentSize.height) && host.list.numberOfItems(inSection: 0) == 5 }
        count = 0
        show()
        wait("nothing") { height() == 0 }
        // More than there is room for: the list scrolls.
        count = 100
        show()
        wait("the rest of the window") { height() > 300 && host.list.visibleCells.count > 5 }
        settle()
        expect(height() < 500 && host.list.contentSize.height > 3_000, "\(height())")
        host.scroll(to: 1_000)
        settle()
        expect(host.list.contentOffset.y == 1_000)
        expect(host.list.diagnostics.recent.isEmpty, "\(host.list.diagnostics.recent)")
        window.close()
    }

    run("aPopoverOpensAsHighAsItsList") {
        let host = try GTKHost(showing: CollectionView())
        let source = ListDataSource(in: host.list)
        source.build { ListBlock("fruits", ["Apple", "Pear", "Plum"]) }
        host.isAsHighAsItems = true
        let window = GTKWindow("", width: 300, height: 400)
        let button = GTKButton("Fruits") {}
        window.child = button
        window.present()
        wait("the window") { window.isOpen }
        let popover = gtk_popover_new()!
        let pointer = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
        gtk_popover_set_child(pointer, host.widget)
        gtk_widget_set_parent(popover, button.pointer)
        gtk_popover_popup(pointer)
        wait("the list") { host.list.visibleCells.count == 3 }
        settle()
        expect(Int(gtk_widget_get_height(host.widget)) == Int(host.list.contentSize.height), "\(host.list.contentSize)")
        gtk_popover_popdown(pointer)
        settle()
        gtk_widget_unparent(popover)
        window.close()
    }

    run("aListWindowShowsFiltersAndEnds") {
        var fruits = ["Apple", "Apricot", "Cherry", "Pear", "Plum"]
        var list: ListWindow!
        list = try ListWindow("Fruits", width: 300, height: 400) { filter in
            ListBlock("fruits", fruits.filter { filter.isEmpty || $0.localizedStandardContains(filter) })
                .header("Click one to eat it")
                .onDidSelect { fruit, _ in
                    fruits.removeAll { $0 == fruit }
                    list.update()
                }
        }
        list.present()
        wait("five") { list.view.visibleCells.count == 5 }
        expect(list.window.title == "Fruits")
        takePicture(list.window.pointer, "first-window")
        @MainActor func titles() -> [String] {
            list.view.visibleCells.compactMap { ($0 as? ContentCell)?.content.title }
        }
        list.searchField?.grabFocus()
        settle()
        xdotool("mousemove", "150", "300", "type", "pl")
        wait("two") { titles() == ["Apple", "Plum"] }
        guard let apple = rowWidget(of: list.view.visibleCells.first, in: list.host) else { return fail("no row") }
        var place = graphene_rect_t()
        expect(gtk_widget_compute_bounds(apple, list.window.pointer, &place) != 0)
        xdotool("mousemove", "\(Int(place.origin.x + 50))", "\(Int(place.origin.y + 20))", "click", "1")
        wait("one") { titles() == ["Plum"] }
        list.searchField?.grabFocus()
        settle()
        xdotool("key", "Escape")
        wait("all") { titles().count == 4 }
        settle()
        xdotool("key", "Down")
        wait("the list has the keys") { list.view.focusedIndexPath?.item == 0 }
        // In a block that acts on a selection the arrow keys select nothing, and return does.
        expect(fruits.count == 4)
        xdotool("key", "Down", "key", "Return")
        wait("the second is eaten") { titles() == ["Apricot", "Pear", "Plum"] }
        // The condition is read in each turn of the main loop, which otherwise waits for events.
        let clock = g_timeout_add(5, { _ in 1 }, nil)
        var turns = 0
        list.run {
            turns += 1
            if turns == 3 { list.close() }
            return false
        }
        g_source_remove(clock)
        expect(!list.window.isOpen)
    }

    run("widgetsOutliveTheirObjects") {
        var texts: [String] = []
        var states: [Bool] = []
        var clicks = 0
        let window = GTKWindow("Form")
        window.child = GTKBox(
            .vertical, spacing: 6,
            [
                GTKLabel("Name").style("heading"), GTKEntry("a", placeholder: "Name") { texts.append($0) },
                GTKSwitch(true) { states.append($0) }, GTKButton("Go") { clicks += 1 },
                GTKButton(icon: "list-add-symbolic", label: "Add") { clicks += 10 }, GTKImage(icon: "folder-symbolic"),
            ])
        window.addToBar(GTKButton("Close") {}, atEnd: true)
        window.present()
        settle()
        let widget = window.pointer
        gtk_editable_set_text(OpaquePointer(signal_descendant(widget, "GtkEntry", 0)), "b")
        gtk_switch_set_active(OpaquePointer(signal_descendant(widget, "GtkSwitch", 0)), 0)
        signal_click(signal_button(widget, "Go"))
        signal_click(signal_descendant(signal_descendant(widget, "GtkBox", 0), "GtkButton", 1))
        expect(texts.last == "b" && states == [false] && clicks == 11, "\(texts) \(states) \(clicks)")
        weak var label: GTKLabel?
        do {
            let new = GTKLabel("x", lineLimit: 2)
            (new.text, new.isVisible, new.isEnabled, new.tooltip) = ("y", false, false, "tip")
            expect(
                new.text == "y" && !new.isVisible && !new.isEnabled && new.tooltip == "tip"
                    && new.style("a").hasStyle("a"))
            new.removeStyle("a")
            expect(!new.hasStyle("a"))
            label = new
        }
        expect(label == nil)
        window.close()
    }
}
