import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// Random numbers from a seed.
private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
}

@MainActor
private func randomContent(_ generator: inout Generator) -> ItemContent {
    func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
    var content = ItemContent(pick(["", "one", "two"]))
    content.subtitle = pick([
        nil, nil, "", "below", "a text that is so long that it needs more than the one line that a row has",
    ])
    content.subtitleLineLimit = pick([0, 1, 2])
    content.titleLineLimit = pick([1, 1, 0, 3])
    content.trailing = pick([nil, "09:30"])
    content.badge = pick([nil, "7"])
    content.mark = pick([nil, .unread, .checked, .unchecked])
    content.progress = pick([nil, nil, 0, 0.5, .nan, 2])
    content.image = pick([
        nil, .icon("folder-symbolic"), .icon("no-such-icon", text: "n"), .text("t"),
        ItemImage(.data([1, 2, 3]), text: "d"),
        ItemImage(.file("/no/such/file")),
    ])
    content.background = pick([nil, nil, .accent, .rgb(red: 1, green: 2, blue: 3)])
    content.tint = pick([nil, .error, .rgb(red: 200, green: 2, blue: 3)])
    content.isDimmed = pick([true, false, false])
    content.indentation = pick([nil, 1, 3])
    for _ in 0..<pick([0, 1, 2, 4]) {
        var accessory = pick([
            ItemAccessory.disclosure, .checkmark, .toggle(pick([true, false])) { _ in },
            .button(pick(["Go", "Stop"])) {},
            .entry(pick(["", "text"]), placeholder: pick(["", "place"])) { _ in }, .reorder, .delete {}, .outline,
        ])
        accessory.isEnabled = pick([true, true, false])
        accessory.visibility = pick([.always, .whileEditing, .whileNotEditing])
        content.accessories.append(accessory)
    }
    return content
}

/// A drawn cell among ready-made ones.
private final class DrawnNameCell: GTKDrawnCell {
    var name = ""
    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat { 31 }
}

/// Programs that change or end things while ready-made cells report.
@MainActor
func testContentPrograms() {
    run("aReusedCellLooksAsANewOneDoes") {
        let seed = UInt64(ProcessInfo.processInfo.environment["LE_SEED"] ?? "") ?? 1
        var generator = Generator(state: seed)
        var contents = (0..<6).map { _ in randomContent(&generator) }
        let window = try ContentWindow(500, 700) {
            ListBlock("items", Array(contents.indices), id: \.self) { contents[$0] }
        }
        for round in 0..<60 {
            for item in contents.indices where Bool.random(using: &generator) {
                contents[item] = randomContent(&generator)
            }
            let isEditing = Bool.random(using: &generator)
            window.view.isEditing = isEditing
            window.update()
            // New cells.
            let other = try ContentWindow(500, 700) {
                ListBlock("items", Array(contents.indices), id: \.self) { contents[$0] }
            }
            other.view.isEditing = isEditing
            window.host.requestFrame()
            settle()
            for item in contents.indices {
                let (one, two) = (window.row(item), other.row(item))
                let (old, new) = (describe(one), describe(two))
                expect(
                    old == new && !new.isEmpty, "seed \(seed), round \(round), item \(item):\n\(old)instead of\n\(new)")
                let heights = [one, two].map { $0.map { gtk_widget_get_height($0) } }
                expect(
                    heights[0] == heights[1], "seed \(seed), round \(round), item \(item): heights \(heights)\n\(old)")
                @MainActor func backgrounds(_ row: UnsafeMutablePointer<GtkWidget>?) -> [String] {
                    ["item-background-accent", "item-background-rgb-1-2-3"].filter { name in
                        row.map { gtk_widget_has_css_class($0, name) != 0 } ?? false
                    }
                }
                expect(
                    backgrounds(one) == backgrounds(two), "seed \(seed), round \(round), item \(item): the background")
            }
            other.close()
        }
        window.close()
    }

    run("aPageOfMixedCellsIsFilteredAsItIsTypedAndAsHighAsItsItems") {
        let names = ["switch", "text", "drawn", "own"].flatMap { kind in (0..<3).map { "\(kind) \($0)" } }
        let host = try GTKHost(showing: CollectionView())
        host.isAsHighAsItems = true
        let source = ListDataSource(in: host.list)
        var (ready, ended) = (Set<String>(), 0)
        @MainActor func show(_ text: String) {
            let readyNames = ready
            source.buildLatest(completion: { _ in ended += 1 }) {
                names.filter { text.isEmpty || $0.contains(text) }.sorted { $0.count < $1.count }
            } content: { found in
                ListBlock("settings", found, id: \.self) { name in
                    ItemContent(
                        name, accessories: [name.hasPrefix("switch") ? .toggle(true) { _ in } : .entry(name) { _ in }])
                }
                .cell(where: { $0.hasPrefix("drawn") && !readyNames.contains($0) }) { (cell: DrawnNameCell, name) in
                    cell.name = name
                    cell.accessibility = AccessibilityDescription(label: name)
                }
                .cell(where: { $0.hasPrefix("own") && !readyNames.contains($0) }) { (cell: TextCell, name) in
                    cell.text = name
                }
                .header("\(found.count)")
            }
        }
        let window = GTKWindow("Settings", width: 300, height: 900)
        let list = GTKWidget(host.widget)
        window.child = GTKBox(.vertical, [list, GTKLabel("below").expanding(vertically: true)])
        window.present()
        @MainActor func check(_ expected: [String], line: Int = #line) {
            settle()
            let cells = (0..<expected.count).compactMap { host.list.cellForItem(at: IndexPath(item: $0, section: 0)) }
            let shown = cells.map { cell in
                switch cell {
                case let cell as ContentCell: cell.content.title
                case let cell as DrawnNameCell: cell.name
                case let cell as TextCell: cell.text
                default: "?"
                }
            }
            expect(shown == expected, "\(shown)", line: line)
            for (cell, name) in zip(cells, expected) {
                let isOwn = !ready.contains(name) && (name.hasPrefix("own") || name.hasPrefix("drawn"))
                expect((cell is ContentCell) != isOwn, "\(name): \(type(of: cell))", line: line)
                let row = rowWidget(of: cell, in: host)
                let needed = row.map { row -> CInt in
                    var natural: CInt = 0
                    gtk_widget_measure(
                        row, GTK_ORIENTATION_VERTICAL, CInt(cell.frame.width), nil, &natural, nil, nil)
                    return natural
                }
                expect(needed == CInt(cell.frame.height), "\(name): \(cell.frame.height)", line: line)
                expect(
                    row.map { signal_has_property($0, GTK_ACCESSIBLE_PROPERTY_LABEL, name) } == 1 || cell is TextCell,
                    "\(name) has another name for assistive technologies", line: line)
            }
            expect(
                gtk_widget_get_height(host.widget) == CInt(host.list.contentSize.height.rounded(.up)),
                "\(gtk_widget_get_height(host.widget)) of \(host.list.contentSize.height)", line: line)
        }
        for text in ["", "s", "sw", "swi", "", "o"] { show(text) }
        wait("the searches") { ended == 6 }
        let sorted = names.sorted { $0.count < $1.count }
        check(sorted.filter { $0.contains("o") })
        show("")
        wait("all of them") { ended == 7 }
        check(sorted)
        // Items change the class of their cells.
        ready = ["drawn 1", "own 0"]
        show("")
        wait("other classes") { ended == 8 }
        check(sorted)
        ready = []
        show("n")
        wait("fewer items") { ended == 9 }
        check(sorted.filter { $0.contains("n") })
        expect(host.list.diagnostics.recent.isEmpty, "\(host.list.diagnostics.recent)")
        window.close()
    }

    run("aSwitchThatRemovesItsItem") {
        var numbers = Array(0..<20)
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("switches", numbers, id: \.self) { number in
                ItemContent(
                    "Switch \(number)",
                    accessories: [
                        .toggle(false) { _ in
                            numbers.removeAll { $0 == number }
                            window.update()
                        }
                    ])
            }
        }
        for expected in 1...3 {
            window.click(window.part("GtkSwitch", of: 1))
            wait("item \(expected) goes") { numbers.count == 20 - expected }
            settle()
        }
        expect(numbers.prefix(3) == [0, 4, 5], "\(numbers)")
        // The cells are used again, and no switch shows the state of the deleted items.
        for item in 0..<5 {
            expect(window.part("GtkSwitch", of: item).map { gtk_switch_get_active(OpaquePointer($0)) } == 0)
        }
        window.close()
    }

    run("anItemIsDeletedWhileItsEntryHasTheFocus") {
        var numbers = [0, 1, 2]
        var reports: [String] = []
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("entries", numbers, id: \.self) { number in
                ItemContent(
                    "Entry \(number)",
                    accessories: [
                        .entry("") { text in
                            reports.append("\(number) \(text)")
                            if text == "x" {
                                numbers.removeAll { $0 == number }
                                window.update()
                            }
                        }
                    ])
            }
        }
        window.click(window.part("GtkEntry", of: 1))
        xdotool("type", "x")
        wait("the item goes") { numbers == [0, 2] }
        settle()
        expect(gtk_window_get_focus(window.window) == window.host.widget, "the list has the focus")
        xdotool("type", "y")
        settle()
        expect(reports == ["1 x"], "\(reports)")
        for item in 0..<2 {
            let entry = window.part("GtkEntry", of: item)
            expect(entry.map { String(cString: gtk_editable_get_text(OpaquePointer($0))) } == "")
        }
        window.close()
    }

    run("aButtonThatEndsEverything") {
        for step in 0..<4 {
            var window: ContentWindow? = nil
            weak var host: GTKHost?
            var pressed = 0
            window = try ContentWindow {
                ListBlock("buttons", [0, 1], id: \.self) { number in
                    ItemContent(
                        "Button \(number)",
                        accessories: [
                            .button("End") {
                                pressed += 1
                                switch step {
                                case 0: window?.close()
                                case 1:
                                    window?.close()
                                    window = nil
                                case 2: window?.view.reloadData()
                                default:
                                    window?.source.build {
                                        ListBlock("none", [Int](), id: \.self) { _ in ItemContent() }
                                    }
                                }
                            }
                        ])
                }
            }
            host = window?.host
            window?.click(window?.part("GtkButton", of: 1))
            wait("step \(step)") { pressed == 1 }
            settle()
            if step == 1 { expect(host == nil, "the host is kept") }
            if step >= 2 { window?.close() }
            window = nil
            settle()
            expect(host == nil, "step \(step): the host is kept")
        }
    }

    run("aHostThatGoesAwayAfterTheUserTyped") {
        // The report waits for its turn when the host is released.
        var reports: [String] = []
        var window: ContentWindow? = try ContentWindow {
            ListBlock("entries", [0], id: \.self) { _ in
                ItemContent("Name", accessories: [.entry("") { reports.append($0) }])
            }
        }
        guard let entry = window?.part("GtkEntry", of: 0) else { return fail("no entry") }
        gtk_editable_set_text(OpaquePointer(entry), "typed")
        window?.close()
        window = nil
        settle()
        expect(reports.count <= 1, "\(reports)")
    }

    run("aProgressThatChangesWhileItsRowIsRecycled") {
        var parts = [Double](repeating: 0, count: 300)
        let window = try ContentWindow {
            ListBlock("downloads", Array(parts.indices), id: \.self) {
                ItemContent("Download \($0)", progress: parts[$0])
            }
        }
        for step in 0..<120 {
            for item in parts.indices { parts[item] = Double((item * 7 + step) % 100) / 100 }
            window.host.scroll(by: CGPoint(x: 0, y: step % 3 == 0 ? -90 : 140))
            window.update()
            if step % 10 == 9 {
                settle()
                for path in window.view.indexPathsForVisibleItems {
                    guard let bar = window.part("GtkProgressBar", of: path.item) else { continue }
                    let shown = gtk_progress_bar_get_fraction(OpaquePointer(bar))
                    expect(shown == parts[path.item], "step \(step), item \(path.item): \(shown)")
                }
            } else {
                g_main_context_iteration(nil, 0)
            }
        }
        window.close()
    }

    run("rowsThatAreScrolledShowTheirOwnContents") {
        let contents = (0..<1_000).map { number in
            var generator = Generator(state: UInt64(number))
            var content = randomContent(&generator)
            content.title = "item \(number)"
            return content
        }
        let window = try ContentWindow { ListBlock("items", Array(contents.indices), id: \.self) { contents[$0] } }
        for step in 0..<30 {
            window.host.scroll(by: CGPoint(x: 0, y: step % 5 == 4 ? -3_000 : 1_500))
            settle()
            for path in window.view.indexPathsForVisibleItems {
                guard let row = window.row(path.item) else { continue }
                let text = describe(row)
                expect(text.contains("'item \(path.item)'"), "item \(path.item): \(text)")
                let content = contents[path.item]
                expect(text.contains("GtkProgressBar") == (content.progress != nil), "item \(path.item): \(text)")
                let switches = content.accessories.filter {
                    if case .toggle = $0.kind { $0.visibility != .whileEditing } else { false }
                }.count
                expect(text.components(separatedBy: "GtkSwitch ").count - 1 == switches, "item \(path.item): \(text)")
            }
        }
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
    }
}
