import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// Shows a list until the input ends: Scripts/gtk-accessibility.py reads it through the accessibility bus.
@MainActor
func showForAssistiveTechnologies() throws -> Never {
    let table = try TableWindow(10)
    table.view.sort(by: "Number")
    table.view.selectItem(at: IndexPath(item: 2, section: 0), animated: false)
    settle()
    let window = try Window(rows)
    window.source.build {
        ListBlock("rows", rows, id: \.self) { (cell: TextCell, text) in cell.text = text }
            .leadingSwipeActions { _ in
                CollectionSwipeActions([
                    CollectionSwipeAction(.normal, title: "Pin") { _, _, done in
                        window.view.selectItem(at: IndexPath(item: 7, section: 0), animated: false)
                        done(true)
                    }
                ])
            }
    }
    window.view.selectItem(at: IndexPath(item: 2, section: 0), animated: false, scrollPosition: nil)
    window.view.focusedIndexPath = IndexPath(item: 3, section: 0)
    gtk_widget_grab_focus(window.host.widget)
    settle()
    var marked = AccessibilityDescription(label: "the fifth row", value: "unread")
    marked.actions = [
        AccessibilityAction("Mark") { window.view.selectItem(at: IndexPath(item: 6, section: 0), animated: false) }
    ]
    marked.isExpanded = true
    window.view.allowsMultipleSelection = true
    window.view.cellForItem(at: IndexPath(item: 5, section: 0))?.accessibility = marked
    window.host.requestFrame()
    settle()
    let controls = try Controls()
    settle()
    print("ready")
    fflush(nil)
    Thread.detachNewThread {
        _ = readLine()
        exit(0)
    }
    while true { withExtendedLifetime(controls) { _ = g_main_context_iteration(nil, 1) } }
}

/// The program runs with GDK_SCALE=2.
@MainActor
func testDisplayScale() {
    run("theDisplayScaleIsFollowed") {
        let window = try Window(rows)
        settle()
        expect(window.view.displayScale == 2, "\(window.view.displayScale)")
        // Half a point is a pixel.
        window.host.scroll(by: CGPoint(x: 0, y: 10.5))
        wait("half a point") {
            window.place(of: 1).map { $0.y == window.screen[1].y && $0.y.rounded() != $0.y } ?? false
        }
        window.close()
    }
}

private final class TypingCell: GTKCell {
    private let entry = gtk_entry_new()!
    var text: String { String(cString: gtk_editable_get_text(OpaquePointer(entry))) }
    override func makeWidget() -> GTKWidget { GTKWidget(entry) }
}

@MainActor
func testDesktop() {
    func middle(_ row: (text: String, y: Double, height: Double)) -> String { "\(Int(row.y + row.height / 2))" }

    run("theCellUnderThePointerKnows") {
        let window = try Window(rows)
        settle()
        TextCell.hovered = []
        xdotool("mousemove", "50", middle(window.screen[2]))
        wait("row 2") { TextCell.hovered.last == "row 2" }
        xdotool("mousemove", "50", middle(window.screen[4]))
        wait("row 4") { TextCell.hovered.last == "row 4" }
        expect(window.view.visibleCells.filter { ($0 as? GTKCell)?.isHovered == true }.count == 1)
        // The content moves below a pointer that rests.
        window.host.scroll(by: CGPoint(x: 0, y: window.screen[0].height * 3))
        wait("row 7") { TextCell.hovered.last == "row 7" }
        xdotool("mousemove", "1200", "1000")
        wait("no row") { window.view.visibleCells.allSatisfy { ($0 as? GTKCell)?.isHovered == false } }
        window.close()
    }

    run("theSecondaryButtonOpensTheMenuOfARow") {
        let window = try Window(rows)
        settle()
        xdotool("mousemove", "50", middle(window.screen[3]), "click", "3")
        wait("menu") { signal_menu(window.host.widget) != nil }
        settle()
        expect(window.view.indexPathsForContextMenu == [IndexPath(item: 3, section: 0)])
        if let file = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(signal_menu(window.host.widget), file: file + "/menu.png")
            _ = Screenshot(window.window, file: file + "/rows.png")
        }
        expect(signal_icons(signal_menu(window.host.widget)) == 1)
        // An underscore is a part of the title, and marks no key.
        expect(signal_has_title(signal_menu(window.host.widget), "Open a_b") != 0)
        expect(signal_choose(signal_menu(window.host.widget), "Delete") != 0, "there is no such title")
        wait("the action") { window.chosen == ["delete row 3"] }
        wait("the menu closes") { signal_menu(window.host.widget) == nil && window.view.contextMenu == nil }
        // Without a click it closes by the escape key.
        settle()
        xdotool("mousemove", "50", middle(window.screen[5]), "click", "3")
        wait("another menu") { signal_menu(window.host.widget) != nil }
        xdotool("key", "Escape")
        wait("it closes") { signal_menu(window.host.widget) == nil && window.view.contextMenu == nil }
        expect(window.chosen.count == 1 && window.selected.isEmpty)
        // The menu key is for the row that receives keys.
        settle()
        expect(window.view.focusedIndexPath == nil)
        signal_count_keys(window.window)
        xdotool("key", "Down", "key", "Down", "key", "Menu")
        wait("the menu of a row") { signal_menu(window.host.widget) != nil }
        expect(signal_keys() == 0, "the program receives the key, too")
        expect(window.view.indexPathsForContextMenu == [IndexPath(item: 1, section: 0)])
        settle()
        xdotool("key", "Escape")
        wait("it closes") { window.view.contextMenu == nil }
        settle()
        xdotool("key", "shift+F10")
        wait("once more") { window.view.contextMenu != nil }
        window.close()
    }

    run("theMenuOfAMirroredListOpensAtThePointer") {
        let window = try Window(rows)
        gtk_widget_set_direction(window.host.widget, GTK_TEXT_DIR_RTL)
        // The scroll bar is on the left.
        window.host.usesOverlayScrollBar = false
        wait("room for the bar") { window.view.bounds.width < 300 }
        settle()
        xdotool("mousemove", "150", middle(window.screen[3]), "click", "3")
        wait("menu") { signal_menu(window.host.widget) != nil }
        var place = GdkRectangle()
        let menu = UnsafeMutableRawPointer(signal_menu(window.host.widget))?.assumingMemoryBound(to: GtkPopover.self)
        expect(gtk_popover_get_pointing_to(menu, &place) != 0 && place.x == 150, "\(place)")
        window.close()
    }

    run("aMenuIsOpenWhenItsWindowCloses") {
        let window = try Window(rows)
        settle()
        xdotool("mousemove", "50", middle(window.screen[3]), "click", "3")
        wait("menu") { signal_menu(window.host.widget) != nil }
        window.close()
        settle()
        // The menu had grabbed the pointer.
        let next = try Window(rows)
        settle()
        xdotool("mousemove", "50", middle(next.screen[2]), "click", "1")
        wait("a click in another window") { next.selected == ["row 2"] }
        next.close()
    }

    run("aRowWithTheKeyboardFocusStaysWhenItLeavesTheScreen") {
        let window = try Window(rows)
        settle()
        let cell = window.view.visibleCells[1]
        let row = gtk_widget_get_parent((cell as! TextCell).makeWidget().pointer)!
        gtk_widget_set_focusable(row, 1)
        gtk_widget_grab_focus(row)
        window.host.scroll(to: 5_000)
        wait("it scrolled") { window.view.contentOffset.y == 5_000 }
        settle()
        var place = graphene_rect_t()
        expect(gtk_widget_compute_bounds(row, window.host.widget, &place) != 0 && place.origin.y < -20, "\(place)")
        expect(gtk_window_get_focus(window.gtkWindow) == row)
        window.host.scroll(to: 0)
        settle()
        expect(window.view.cellForItem(at: IndexPath(item: 1, section: 0)) === cell)
        // The focus moves elsewhere.
        window.host.scroll(to: 5_000)
        settle()
        gtk_widget_grab_focus(window.host.widget)
        wait("the row is recycled") { window.view.cellForItem(at: IndexPath(item: 1, section: 0)) == nil }
        // The item is deleted.
        let next = gtk_widget_get_parent((window.view.visibleCells[1] as! TextCell).makeWidget().pointer)!
        gtk_widget_set_focusable(next, 1)
        gtk_widget_grab_focus(next)
        expect(window.view.heldItem != nil)
        window.show(Array(rows.prefix(10)))
        wait("the list has the focus") { gtk_window_get_focus(window.gtkWindow) == window.host.widget }
        window.close()
    }

    run("textIsTypedInAnEntryThatHasLeftTheScreen") {
        let view = CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
        let host = try GTKHost(showing: view)
        let source = ListDataSource()
        source.attach(to: view)
        source.build { ListBlock("rows", rows, id: \.self) { (_: TypingCell, _) in } }
        let window = present(host)
        settle()
        guard let cell = view.visibleCells[2] as? TypingCell else { return fail("no cell") }
        xdotool("mousemove", "50", "\(Int(cell.frame.midY))", "click", "1")
        wait("the entry has the focus") { view.heldItem == IndexPath(item: 2, section: 0) }
        xdotool("type", "some")
        wait("text") { cell.text == "some" }
        xdotool("click", "5", "click", "5", "click", "5", "click", "5", "click", "5", "click", "5", "click", "5")
        wait("it has left") { view.contentOffset.y > cell.frame.maxY + 100 && !host.isScrolling }
        settle()
        xdotool("type", "more")
        wait("more text") { cell.text == "somemore" }
        host.scroll(to: 0)
        settle()
        expect(view.visibleCells.dropFirst(2).first === cell && cell.text == "somemore")
        expect(view.visibleCells.compactMap { ($0 as? TypingCell)?.text }.filter { !$0.isEmpty } == ["somemore"])
        gtk_window_destroy(window)
    }

    run("aFlingOnATouchpadGoesOn") {
        let window = try Window(rows)
        settle()
        signal_fling(window.host.widget, 1, 2, 900)
        wait("fling") { window.host.isScrolling && window.view.contentOffset.y > 100 }
        let offset = window.view.contentOffset.y
        wait("further") { window.view.contentOffset.y > offset + 50 }
        wait("rest") { !window.host.isScrolling }
        // 900 points a second at the fingers are 2,250 of the content, of which each second leaves a part.
        expect(abs(window.view.contentOffset.y - (2 * pow(400, 2 / 3) + 2_250 / window.host.deceleration)) < 120)
        window.close()
    }

    run("aHorizontalListHasItsBarBelow") {
        let window = try Window(rows, width: 400, height: 200)
        window.host.usesOverlayScrollBar = false
        let flow = CollectionViewFlowLayout()
        flow.scrollDirection = .horizontal
        flow.itemSize = CGSize(width: 90, height: 40)
        window.view.collectionViewLayout = flow
        settle()
        guard let bar = signal_bar(window.host.widget) else { return fail("no bar") }
        var bounds = graphene_rect_t()
        wait("below") {
            gtk_widget_compute_bounds(bar, window.host.widget, &bounds) != 0 && bounds.size.width == 400
                && bounds.origin.y + bounds.size.height == 200
        }
        expect(window.view.bounds.width == 400 && window.view.bounds.height < 200, "\(window.view.bounds)")
        gtk_adjustment_set_value(gtk_scrollbar_get_adjustment(OpaquePointer(bar)), 500)
        wait("the thumb scrolls") { window.view.contentOffset.x == 500 }
        window.close()
    }
}
