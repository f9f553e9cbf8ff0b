import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// Two lists and an entry in one window, side by side.
@MainActor
private final class Shelves {
    @MainActor
    final class Shelf {
        let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
        let source = ListDataSource()
        let host: GTKHost
        let name: String
        var texts: [String]
        var log: [String] = []
        var whileDropping: (() -> Void)?
        var canMove = false
        /// The files of rows, which then have no text.
        var files: [String: [URL]] = [:]

        init(_ name: String, _ texts: [String]) throws {
            (self.name, self.texts) = (name, texts)
            view.collectionViewLayout = CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(30)))
            view.allowsMultipleSelection = true
            host = try GTKHost(showing: view)
            source.attach(to: view)
            gtk_widget_set_size_request(host.widget, 250, 300)
            gtk_widget_set_hexpand(host.widget, 1)
            gtk_widget_set_vexpand(host.widget, 1)
            render()
        }

        func render() {
            source.build {
                ListBlock("rows", texts, id: \.self) { (cell: TextCell, text) in cell.text = text }
                    .onMove(where: { [unowned self] _ in canMove }) { [unowned self] _, from, to in
                        texts.insert(texts.remove(at: from), at: to)
                    }
                    .onDrag { [unowned self] in
                        CollectionDragItem(payload: $0, text: files[$0] == nil ? $0 : nil, files: files[$0] ?? [])
                    } ended: { [unowned self] items, operation in
                        log.append("\(operation) \(items.joined(separator: ","))")
                        guard operation == .move else { return }
                        texts.removeAll { items.contains($0) }
                        render()
                    }
                    .onDrop { [unowned self] drag in
                        drag.source === view ? .cancel : .move
                    } _: {
                        [unowned self] drag, index in
                        whileDropping?()
                        let items = drag.items.compactMap { $0.payload as? String }
                        if !drag.files.isEmpty { log.append("files \(drag.files.map(\.absoluteString))") }
                        texts.insert(
                            contentsOf: items.isEmpty ? [drag.text ?? "?"] : items, at: min(index, texts.count))
                        render()
                    }
            }
        }
    }

    let left: Shelf
    let right: Shelf
    let entry: UnsafeMutablePointer<GtkWidget>
    let window: UnsafeMutablePointer<GtkWidget>

    init(_ first: [String], _ second: [String]) throws {
        left = try Shelf("left", first)
        right = try Shelf("right", second)
        entry = gtk_entry_new()
        window = gtk_window_new()
        let grid = UnsafeMutableRawPointer(gtk_grid_new()!).assumingMemoryBound(to: GtkGrid.self)
        gtk_grid_attach(grid, left.host.widget, 0, 0, 1, 1)
        gtk_grid_attach(grid, right.host.widget, 1, 0, 1, 1)
        gtk_grid_attach(grid, entry, 0, 1, 2, 1)
        let window = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_child(window, UnsafeMutableRawPointer(grid).assumingMemoryBound(to: GtkWidget.self))
        gtk_window_present(window)
        wait("rows") {
            (first.isEmpty || !left.view.visibleCells.isEmpty) && (second.isEmpty || !right.view.visibleCells.isEmpty)
        }
        settle()
    }

    func close() { gtk_window_destroy(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)) }

    /// Rows are 30 points high.
    func move(_ x: Int, row: Double) { xdotool("mousemove", "\(x)", "\(Int(row * 30))") }

    /// Presses the button over a row of the left list and moves the pointer until it is dragged.
    func take(row: Double) {
        move(50, row: row)
        settle()
        xdotool("mousedown", "1")
        settle()
        move(65, row: row)
        move(80, row: row)
        settle()
    }

    /// Moves the pointer to a place, and there until a condition holds.
    func carry(_ x: Int, row: Double, line: Int = #line, until condition: () -> Bool) {
        var step = 0
        wait("row \(row) at \(x)", line: line) {
            step += 1
            move(x + step % 5, row: row)
            settle()
            return condition()
        }
    }

    /// Moves the pointer over the right list, until that shows where the rows would fall.
    func carry(row: Double, to item: Int?, line: Int = #line) {
        carry(300, row: row, line: line) { right.view.dropTarget?.indexPath.item == item }
    }

    func release() {
        xdotool("mouseup", "1")
        settle()
    }
}

private let letters = ["a", "b", "c", "d", "e"]

@MainActor
func testDropping() {
    run("aRowIsDraggedToAnotherList") {
        let lists = try Shelves(letters, ["x", "y"])
        lists.take(row: 1.5)
        lists.carry(row: 1.2, to: 1)
        settle()
        if let pictures = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(lists.window, file: "\(pictures)/drop.png")
        }
        // Room between the rows, with a placeholder.
        wait("room") { lists.right.host.dropPlaceholderFrame?.height == 30 }
        settle()
        expect(lists.right.host.dropPlaceholderFrame?.minY == 30)
        if let shot = Screenshot(lists.window) {
            let x = Double(shot.width) * 0.75
            let room = (20..<100).filter { shot.colour(x, Double($0)) != shot.colour(x, 15) }
            expect(Set(32..<58).isSubset(of: room) && room.count <= 32, "\(room)")
        }
        lists.release()
        wait("the move") { lists.right.texts == ["x", "b", "y"] && lists.left.texts == ["a", "c", "d", "e"] }
        expect(lists.left.log == ["move b"] && lists.right.view.dropTarget == nil)
        // The next click is a click.
        xdotool("mousemove", "50", "15", "click", "1")
        wait("a click") { lists.left.view.indexPathsForSelectedItems.count == 1 }
        lists.close()
    }

    run("allSelectedRowsAreDragged") {
        let lists = try Shelves(letters, [])
        for item in [1, 3] {
            lists.left.view.selectItem(at: IndexPath(item: item, section: 0), animated: false)
        }
        lists.take(row: 3.5)
        // The other list is empty.
        lists.carry(row: 4, to: 0)
        // Both rows are under the pointer, with their number.
        if let icon = signal_drag_icon(lists.right.host.widget) {
            var text: UnsafePointer<CChar>?
            let pictures = signal_pictures(icon, &text)
            let number = text.map { String(cString: $0) }
            expect(pictures == 2 && number == " 2 ", "\(pictures) \(number ?? "no number")")
            if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
                settle()
                _ = Screenshot(icon, file: "\(folder)/dragged.png")
                _ = Screenshot(lists.window, file: "\(folder)/dragged-window.png")
            }
        } else {
            fail("nothing is under the pointer")
        }
        lists.release()
        wait("the move") { lists.right.texts == ["b", "d"] && lists.left.texts == ["a", "c", "e"] }
        lists.close()
    }

    run("aDragWithControlCopies") {
        let lists = try Shelves(letters, ["x"])
        lists.take(row: 0.5)
        xdotool("keydown", "ctrl")
        lists.carry(300, row: 0.2) { lists.right.view.dropTarget?.operation == .copy }
        lists.release()
        xdotool("keyup", "ctrl")
        wait("the copy") { lists.right.texts == ["a", "x"] && lists.left.log == ["copy a"] }
        expect(lists.left.texts == letters)
        lists.close()
    }

    run("rowsAreDroppedNowhere") {
        let lists = try Shelves(letters, ["x"])
        lists.take(row: 2.5)
        lists.carry(row: 0.2, to: 0)
        xdotool("mousemove", "900", "900")
        wait("it left") { lists.right.view.dropTarget == nil }
        lists.release()
        wait("the end") { lists.left.log == ["cancel c"] }
        expect(lists.left.texts == letters && lists.right.texts == ["x"])
        lists.close()
    }

    run("aRowIsDroppedOnAnEntryAsText") {
        let lists = try Shelves(letters, ["x"])
        lists.take(row: 2.5)
        let y = Int(gtk_widget_get_height(lists.window)) - 12
        for x in [300, 310, 320] {
            xdotool("mousemove", "\(x)", "\(y)")
            settle()
        }
        lists.release()
        wait("the text") { gtk_editable_get_text(OpaquePointer(lists.entry)).map { String(cString: $0) } == "c" }
        wait("the end") { lists.left.log.count == 1 }
        // And the text of the entry is dropped on a list.
        gtk_editable_set_text(OpaquePointer(lists.entry), "textoftheentry")
        gtk_widget_grab_focus(lists.entry)
        settle()
        gtk_editable_select_region(OpaquePointer(lists.entry), 0, -1)
        settle()
        xdotool("mousemove", "40", "\(y)")
        settle()
        xdotool("mousedown", "1")
        settle()
        for x in [60, 80] {
            xdotool("mousemove", "\(x)", "\(y - 10)")
            settle()
        }
        lists.carry(row: 0.2, to: 0)
        lists.release()
        wait("the text in the list") { lists.right.texts == ["textoftheentry", "x"] }
        lists.close()
    }

    run("filesAreDraggedToOtherProgramsAndFromThem") {
        let lists = try Shelves(["a", "b"], ["x"])
        lists.left.files["b"] = [URL(fileURLWithPath: "/tmp/a file")]
        lists.take(row: 1.5)
        // An entry shows the path.
        for x in [300, 310, 320] {
            xdotool("mousemove", "\(x)", "\(Int(gtk_widget_get_height(lists.window)) - 12)")
            settle()
        }
        lists.release()
        wait("the path") {
            gtk_editable_get_text(OpaquePointer(lists.entry)).map { String(cString: $0) } == "/tmp/a file"
        }
        // Another widget drags files into the list, as a file manager does.
        let source = gtk_drag_source_new()
        let file = g_file_new_for_uri("file:///tmp/a%20file")
        let files = gdk_file_list_new_from_list(g_slist_append(nil, UnsafeMutableRawPointer(file)))
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        g_value_take_boxed(&value, UnsafeMutableRawPointer(files))
        gtk_drag_source_set_content(source, gdk_content_provider_new_for_value(&value))
        g_value_unset(&value)
        let label: UnsafeMutablePointer<GtkWidget> = gtk_label_new("A file")
        gtk_widget_set_size_request(label, 200, 40)
        gtk_widget_add_controller(label, source)
        let window = UnsafeMutableRawPointer(lists.window).assumingMemoryBound(to: GtkWindow.self)
        let grid = UnsafeMutableRawPointer(gtk_window_get_child(window)!).assumingMemoryBound(to: GtkGrid.self)
        gtk_grid_attach(grid, label, 0, 2, 2, 1)
        settle()
        let y = Int(gtk_widget_get_height(lists.window)) - 10
        xdotool("mousemove", "200", "\(y)")
        settle()
        xdotool("mousedown", "1")
        settle()
        for x in [210, 225, 240] {
            xdotool("mousemove", "\(x)", "\(y)")
            settle()
        }
        lists.carry(row: 0.9, to: 1)
        lists.release()
        wait("the file") { lists.right.log == ["files [\"file:///tmp/a%20file\"]"] }
        expect(lists.right.texts.count == 2)
        lists.close()
    }

    run("aRowIsReorderedInItsListUntilItLeaves") {
        let lists = try Shelves(letters, ["x"])
        lists.left.canMove = true
        lists.take(row: 0.5)
        lists.carry(80, row: 2.5) { lists.left.view.reorderedItem?.to.item == 2 }
        lists.carry(row: 0.2, to: 0)
        expect(lists.left.view.reorderedItem == nil)
        lists.carry(80, row: 3.5) { lists.left.view.reorderedItem?.to.item == 3 }
        lists.release()
        wait("the order") { lists.left.texts == ["b", "c", "d", "a", "e"] }
        wait("the end") { lists.left.log == ["cancel a"] }
        lists.close()
    }

    run("theOtherListScrollsUnderRowsAtItsEnd") {
        let lists = try Shelves(letters, (0..<200).map { "row \($0)" })
        lists.take(row: 0.5)
        lists.carry(300, row: 9.8) { lists.right.view.dropTarget != nil }
        wait("it scrolls") { lists.right.view.contentOffset.y > 400 }
        expect((lists.right.view.dropTarget?.indexPath.item ?? 0) > 20)
        lists.close()
        lists.release()
    }

    run("picturesAndOwnTypesAreCopiedToOtherProgramsAndFromThem") {
        let view = CollectionView()
        let source = ListDataSource(in: view)
        let host = try GTKHost(showing: view)
        var received: [[String: [UInt8]]] = []
        source.build {
            ListBlock("cards", ["one", "two"])
                .onDrag { name in
                    var item = CollectionDragItem(payload: name)
                    item.data = ["application/x-card": Array(name.utf8), "image/png": [1, 0, 2]]
                    return item
                }
                .onDrop(accepts: { _ in .copy }) { drag, _ in received.append(drag.data) }
        }
        view.acceptedMediaTypes = ["application/x-card", "image/png"]
        let window = present(host)
        settle()
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        expect(view.perform(.copy))
        let clipboard = gtk_widget_get_clipboard(host.widget)
        let formats = gdk_clipboard_get_formats(clipboard)
        for type in ["application/x-card", "image/png"] {
            expect(gdk_content_formats_contain_mime_type(formats, type) != 0, type)
        }
        expect(
            view.perform(.paste) && received == [["application/x-card": Array("one".utf8), "image/png": [1, 0, 2]]])
        // As another program does.
        @MainActor func offer(_ type: String, _ bytes: [UInt8]) {
            let content = g_bytes_new(bytes, gsize(bytes.count))
            let provider = gdk_content_provider_new_for_bytes(type, content)
            g_bytes_unref(content)
            gdk_clipboard_set_content(clipboard, provider)
            g_object_unref(provider)
        }
        received = []
        expect(CollectionDrag.copied != nil)
        offer("image/png", [9, 8])
        // The copied items are no longer kept.
        expect(CollectionDrag.copied == nil)
        expect(view.perform(.paste))
        wait("a picture") { received == [["image/png": [9, 8]]] }
        offer("application/x-unknown", [1])
        expect(!view.perform(.paste))
        // The window is closed before the content arrives.
        offer("application/x-card", [7])
        view.perform(.paste)
        gtk_window_destroy(window)
        settle()
    }

    run("ownTypesAreDraggedBetweenTwoPrograms") {
        // Another list of this program takes the types in its own order, and one that the drag does not have.
        let (first, second) = (CollectionView(), CollectionView())
        first.acceptedMediaTypes = ["application/x-note", "application/x-card"]
        second.acceptedMediaTypes = ["application/x-unknown", "application/x-card", "application/x-note"]
        var received: [String: [[String: [UInt8]]]] = [:]
        let hosts = try [first, second].map { try GTKHost(showing: $0) }
        let sources = [("first", first), ("second", second)].map { name, view in
            let source = ListDataSource(in: view)
            source.build {
                ListBlock("cards", ["a", "b", "c"])
                    .onDrop(accepts: { _ in .copy }) { drag, _ in received[name, default: []].append(drag.data) }
            }
            return source
        }
        let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
        let box = UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!).assumingMemoryBound(
            to: GtkBox.self)
        for host in hosts {
            gtk_widget_set_size_request(host.widget, 200, 300)
            gtk_box_append(box, host.widget)
        }
        gtk_window_set_child(window, UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkWidget.self))
        gtk_window_present(window)
        wait("rows") { hosts.allSatisfy { !$0.list.visibleCells.isEmpty } }
        settle()
        let program = try OtherProgram("--drag-source")
        defer { program.end() }
        for (x, isExpected) in [
            (100, { received["first"] == [["application/x-note": Array("note".utf8)]] }),
            (300, { received["second"] == [["application/x-card": Array("card".utf8)]] }),
        ] as [(Int, () -> Bool)] {
            xdotool("mousemove", "640", "15")
            settle()
            xdotool("mousedown", "1")
            for step in 1...4 {
                xdotool("mousemove", "\(640 + 10 * step)", "15")
                settle()
            }
            var step = 0
            wait("the drag at \(x)") {
                step += 1
                xdotool("mousemove", "\(x + step % 5)", "45")
                settle()
                return hosts.contains { $0.list.dropTarget != nil }
            }
            xdotool("mouseup", "1")
            wait("the content at \(x): \(received)", until: isExpected)
        }
        withExtendedLifetime(sources) { gtk_window_destroy(window) }
        settle()
    }

    run("listsChangeUnderADrag") {
        let lists = try Shelves(letters, ["x", "y"])
        lists.take(row: 1.5)
        lists.left.texts = []
        lists.left.render()
        lists.carry(row: 1.2, to: 1)
        lists.right.texts = ["v", "w", "x", "y"]
        lists.right.render()
        wait("another place") { lists.right.view.dropTarget?.indexPath.item == 1 }
        lists.right.whileDropping = {
            lists.right.texts = []
            lists.right.render()
        }
        lists.release()
        wait("the drop") { lists.right.texts == ["b"] }
        settle()
        expect(lists.left.log.isEmpty && lists.left.texts.isEmpty)
        lists.close()
    }

    run("aWindowIsClosedInTheMiddleOfADrag") {
        let other = try Shelves(letters, ["x"])
        weak var host: GTKHost?
        do {
            let lists = try Shelves(letters, ["x"])
            host = lists.left.host
            lists.take(row: 1.5)
            lists.carry(row: 0.2, to: 0)
            lists.close()
            expect(lists.left.log == ["cancel b"], "\(lists.left.log)")
        }
        settle()
        wait("it is released") { host == nil }
        other.move(310, row: 0.3)
        other.release()
        expect(other.right.texts == ["x"])
        // The pointer is free.
        xdotool("mousemove", "50", "15", "click", "1")
        wait("a click") { other.left.view.indexPathsForSelectedItems.count == 1 }
        other.close()
    }
}

/// This program once more, as another one with a window at the right of the display.
@MainActor
private final class OtherProgram {
    private let process = Process()
    private let input = Pipe()

    init(_ option: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [option]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // It writes a line when its window is shown.
        let descriptor = output.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var byte: UInt8 = 0
        wait("the other program") { read(descriptor, &byte, 1) == 1 }
        xdotoolMeanwhile(["search", "--name", "drag source", "windowmove", "600", "0"])
    }

    /// It ends with its input.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// A window with items that are dragged with two types of this program, until the input ends.
@MainActor
func showDragSource() throws -> Never {
    let view = CollectionView()
    let source = ListDataSource(in: view)
    let host = try GTKHost(showing: view)
    source.build {
        ListBlock("items", ["one", "two"])
            .onDrag { name in
                var item = CollectionDragItem(payload: name)
                item.data = ["application/x-card": Array("card".utf8), "application/x-note": Array("note".utf8)]
                return item
            }
    }
    let window = present(host)
    gtk_window_set_title(window, "drag source")
    settle()
    print("ready")
    fflush(nil)
    _ = fcntl(0, F_SETFL, O_NONBLOCK)
    var byte: UInt8 = 0
    while read(0, &byte, 1) != 0 {
        _ = g_main_context_iteration(nil, 0)
        usleep(500)
    }
    exit(0)
}
