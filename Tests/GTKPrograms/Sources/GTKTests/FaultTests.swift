import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A header whose text is larger than that of the rows.
private final class LargeTitle: GTKView {
    private let label: UnsafeMutablePointer<GtkWidget> = gtk_label_new(nil)
    override func makeWidget() -> GTKWidget {
        gtk_label_set_markup(OpaquePointer(label), "<span size='40000'>Title</span>")
        return GTKWidget(label)
    }
}

/// Faults of windows that users have found.
@MainActor
func testFaults() {
    func middle(_ row: (text: String, y: Double, height: Double)) -> String { "\(Int(row.y + row.height / 2))" }

    /// Where GTK has the widget of a view.
    func place(_ view: CollectionReusableView?, in host: GTKHost) -> graphene_rect_t? {
        guard let widget = (view as? any GTKContent)?.makeWidget().pointer, let row = gtk_widget_get_parent(widget)
        else {
            return nil
        }
        var bounds = graphene_rect_t()
        return gtk_widget_compute_bounds(row, host.widget, &bounds) != 0 ? bounds : nil
    }

    func flags(_ item: Int, in window: Window) -> UInt32 {
        let cell = window.view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell
        guard let cell, let row = gtk_widget_get_parent(cell.makeWidget().pointer) else { return 0 }
        return gtk_widget_get_state_flags(row).rawValue
    }

    func hasPopup(_ item: Int, in window: Window) -> Bool {
        let cell = window.view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell
        guard let cell, let row = gtk_widget_get_parent(cell.makeWidget().pointer) else { return false }
        return gtk_widget_has_css_class(row, "has-open-popup") != 0
    }

    run("theHeaderOfATableIsAsHighAsItsText") {
        let window = try Window(rows)
        window.view.collectionViewLayout = CollectionViewCompositionalLayout(
            section: .table(itemHeight: .estimated(30)))
        let source = DiffableDataSource<Int, String>(collectionView: window.view) { view, indexPath, text in
            let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
            cell.text = text
            return cell
        }
        source.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(LargeTitle.self, ofKind: kind, for: indexPath)
        }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(Array(rows.prefix(50)))
        }
        settle()
        let header = place(window.view.visibleSupplementaryViews(ofKind: .header).first, in: window.host)
        let first = place(window.view.cellForItem(at: IndexPath(item: 0, section: 0)), in: window.host)
        guard let header, let first else { return fail("nothing is shown") }
        expect(header.size.height > 40, "\(header)")
        expect(first.origin.y == header.origin.y + header.size.height, "\(header), \(first)")
        expect(window.view.diagnostics.recent.isEmpty)
        window.close()
    }

    run("aViewThatIsHigherThanItsPlaceIsReportedOnce") {
        let window = try Window(rows)
        window.source.build {
            ListBlock("rows", Array(rows.prefix(50)), id: \.self) { (cell: TextCell, text) in cell.text = text }
                .header(height: 20) { (_: LargeTitle) in }
        }
        window.view.collectionViewLayout = CollectionViewCompositionalLayout(
            section: .table(itemHeight: .estimated(30), headerHeight: .absolute(20)))
        settle()
        for _ in 0..<5 {
            window.host.scroll(by: CGPoint(x: 0, y: 3))
            settle()
        }
        let reports = window.view.diagnostics.recent
        expect(reports.map(\.code) == [.contentTooLarge], "\(reports)")
        expect(reports.first?.message.contains("has 20") ?? false, "\(reports)")
        // A header that is measured is not.
        window.view.collectionViewLayout = CollectionViewCompositionalLayout(
            section: .table(itemHeight: .estimated(30)))
        settle()
        expect(window.view.diagnostics.count(of: .contentTooLarge) == 1, "\(window.view.diagnostics.recent)")
        window.close()
    }

    run("theMainLoopEndsWithItsWindow") {
        let window = try Window(rows)
        settle()
        let closer = Unmanaged.passUnretained(window)
        g_timeout_add(
            50,
            { window in
                let address = UInt(bitPattern: window)
                MainActor.assumeIsolated {
                    guard let window = UnsafeRawPointer(bitPattern: address) else { return }
                    // As the window manager does.
                    gtk_window_close(Unmanaged<Window>.fromOpaque(window).takeUnretainedValue().gtkWindow)
                }
                return 0
            }, closer.toOpaque())
        var turns = 0
        GTKHost.runMainLoop(untilClosed: window.gtkWindow) {
            turns += 1
            return false
        }
        expect(turns > 0)
        let other = try Window(rows)
        GTKHost.runMainLoop(untilClosed: other.gtkWindow) { !other.view.visibleCells.isEmpty }
        expect(!other.view.visibleCells.isEmpty)
        other.close()
    }

    run("noClickIsLostWhileFramesAreDrawn") {
        let window = try Window(rows)
        settle()
        // Each frame moves the content, so GDK asks the server for the state of the buttons in each. The user lets go in the
        // time between GDK's last event and that.
        guard let letsGo = signal_release_in_frame(window.window) else { return fail("no frames") }
        let ticks = g_timeout_add(
            5,
            { window in
                let address = UInt(bitPattern: window)
                MainActor.assumeIsolated {
                    guard let window = UnsafeRawPointer(bitPattern: address) else { return }
                    let host = Unmanaged<Window>.fromOpaque(window).takeUnretainedValue().host
                    host.scroll(by: CGPoint(x: 0, y: host.offset > 0 ? -1 : 1))
                }
                return 1
            }, Unmanaged.passUnretained(window).toOpaque())
        for click in 0..<20 {
            let row = window.screen[click % 5 * 2 + 1]
            xdotool("mousemove", "50", middle(row), "mousedown", "1")
            guard wait("the press", until: { window.view.visibleCells.contains(where: \.isHighlighted) }) else { break }
            letsGo.pointee = 1
            guard wait("the release", until: { letsGo.pointee == 0 }),
                wait("click \(click)", until: { window.selected.count == click + 1 })
            else { break }
            expect(window.selected.last == row.text, "\(window.selected.last ?? "") instead of \(row.text)")
        }
        g_source_remove(ticks)
        window.close()
    }

    run("aBoxedListClipsItsRowsToItsCorners") {
        let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
        var appearance = CollectionLayoutListConfiguration(appearance: .insetGrouped)
        appearance.itemHeight = .estimated(40)
        view.collectionViewLayout = CollectionViewCompositionalLayout.list(using: appearance)
        let host = try GTKHost(showing: view)
        let source = ListDataSource()
        source.attach(to: view)
        source.build {
            ListBlock("rows", Array(rows.prefix(3)), id: \.self) { (cell: TextCell, text) in cell.text = text }
        }
        let window = present(host)
        settle()
        let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
        guard let first = view.cellForItem(at: IndexPath(item: 0, section: 0))?.frame,
            let before = Screenshot(widget)
        else { return fail("nothing is shown") }
        view.selectItem(at: IndexPath(item: 0, section: 0), animated: false)
        settle()
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(widget, file: folder + "/boxed.png")
        }
        guard let after = Screenshot(widget) else { return fail("nothing is shown") }
        // The title bar is above the list.
        let bar = Double(before.height) - Double(view.bounds.height)
        @MainActor func changes(_ x: Double, _ y: Double) -> Bool {
            before.colour(x, bar + y) != after.colour(x, bar + y)
        }
        let (left, right, top) = (Double(first.minX), Double(first.maxX) - 1, Double(first.minY))
        expect(changes(left + 20, top + 10), "the selection is not drawn")
        for x in [left, right] {
            expect(!changes(x, top), "the corner at \(x) is covered")
            expect(!changes(x, top + 20), "the border at \(x) is covered")
        }
        // The middle row has no corners.
        view.selectItem(at: IndexPath(item: 1, section: 0), animated: false)
        settle()
        let middle = Double(view.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.minY ?? 0)
        guard let last = Screenshot(widget) else { return fail("nothing is shown") }
        expect(before.colour(left + 2, bar + middle + 3) != last.colour(left + 2, bar + middle + 3))
        // Borders of different widths.
        let provider = gtk_css_provider_new()
        let style = "frame { border-style: solid; border-color: red; border-width: 1px 1px 1px 12px; }"
        gtk_css_provider_load_from_data(provider, style, -1)
        gtk_style_context_add_provider_for_display(
            gtk_widget_get_display(widget), OpaquePointer(provider), CUnsignedInt(GTK_STYLE_PROVIDER_PRIORITY_USER))
        settle()
        guard let broad = Screenshot(widget) else { return fail("nothing is shown") }
        for x in stride(from: left, to: left + 12, by: 1) {
            let color = broad.colour(x, bar + middle + 10) ?? []
            expect(color.first ?? 0 > 200 && color.last ?? 255 < 100, "\(color) covers the border at \(x - left)")
        }
        gtk_style_context_remove_provider_for_display(gtk_widget_get_display(widget), OpaquePointer(provider))
        g_object_unref(provider)
        gtk_window_destroy(window)
    }

    run("theRowUnderARestingPointerIsMarkedAfterAWheel") {
        let window = try Window(rows)
        settle()
        xdotool("mousemove", "50", "200")
        settle()
        xdotool("click", "5", "click", "5", "click", "5", "click", "5", "click", "4")
        wait("it moves") { window.view.contentOffset.y > 0 }
        wait("rest") { !window.host.isScrolling }
        settle()
        let marked = window.view.indexPathsForVisibleItems.map(\.item).filter {
            flags($0, in: window) & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
        }
        let under = window.view.indexPathForItem(at: CGPoint(x: 50, y: window.view.contentOffset.y + 200))?.item
        expect(marked == [under].compactMap { $0 }, "\(marked), not \(String(describing: under))")
        expect(window.view.visibleCells.compactMap { ($0 as? TextCell)?.isHovered == true ? $0 : nil }.count == 1)
        window.close()
    }

    run("theRowOfAMenuIsMarkedWhileItIsOpen") {
        let window = try Window(rows)
        settle()
        xdotool("mousemove", "50", middle(window.screen[3]), "click", "3")
        wait("menu") { signal_menu(window.host.widget) != nil }
        expect(hasPopup(3, in: window) && !hasPopup(2, in: window))
        expect(window.view.indexPathsForSelectedItems.isEmpty)
        // The mark follows the item.
        window.show(Array(rows.dropFirst()))
        settle()
        expect(hasPopup(2, in: window) && !hasPopup(3, in: window))
        xdotool("key", "Escape")
        wait("it closes") { window.view.contextMenu == nil }
        expect(window.view.indexPathsForVisibleItems.allSatisfy { !hasPopup($0.item, in: window) })
        window.close()
    }

    run("aListOnAHiddenPageIsNotReported") {
        let view = CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
        let host = try GTKHost(showing: view)
        let source = ListDataSource()
        source.attach(to: view)
        source.build { ListBlock("rows", rows, id: \.self) { (cell: TextCell, text) in cell.text = text } }
        let stack = gtk_stack_new()!
        gtk_stack_add_named(OpaquePointer(stack), gtk_label_new("first"), "first")
        gtk_stack_add_named(OpaquePointer(stack), host.widget, "second")
        let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_default_size(window, 300, 400)
        gtk_window_set_child(window, stack)
        gtk_window_present(window)
        settle()
        expect(view.explainBlankScreen() == nil, "\(view.diagnostics.recent)")
        gtk_stack_set_visible_child_name(OpaquePointer(stack), "second")
        wait("the rows") { !view.visibleCells.isEmpty }
        expect(view.explainBlankScreen() == nil && view.diagnostics.recent.isEmpty, "\(view.diagnostics.recent)")
        gtk_window_destroy(window)
    }

    run("theMenuOfSeveralRowsOpens") {
        let window = try Window(rows)
        settle()
        window.view.allowsMultipleSelection = true
        xdotool("mousemove", "50", middle(window.screen[2]), "click", "1")
        xdotool("key", "shift+Down")
        wait("two rows") { window.view.indexPathsForSelectedItems.count == 2 }
        xdotool("mousemove", "50", middle(window.screen[3]), "click", "3")
        wait("menu") { signal_menu(window.host.widget) != nil }
        window.close()
    }
}
