import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A row of a settings list: a name, and an entry in some rows.
private final class SettingCell: GTKCell {
    let entry: UnsafeMutablePointer<GtkWidget> = gtk_entry_new()
    private let label: UnsafeMutablePointer<GtkWidget> = gtk_label_new(nil)
    var number = 0 {
        didSet { gtk_label_set_text(OpaquePointer(label), "setting \(number)") }
    }
    override func makeWidget() -> GTKWidget {
        let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)!
        let list = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self)
        gtk_box_append(list, label)
        gtk_box_append(list, entry)
        return GTKWidget(box)
    }
}

/// A row that is higher than the list, with an entry at each end.
private final class HighCell: GTKCell {
    let entries: [UnsafeMutablePointer<GtkWidget>] = [gtk_entry_new(), gtk_entry_new()]
    override func makeWidget() -> GTKWidget {
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 900)!
        for entry in entries {
            gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), entry)
        }
        return GTKWidget(box)
    }
}

private final class TitleView: GTKView {
    let button: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("All")
    override func makeWidget() -> GTKWidget { GTKWidget(button) }
}

/// A list of settings, of which those whose number `hasEntry` accepts have an entry, above another entry.
@MainActor
private final class SettingsWindow {
    let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
    let source = ListDataSource()
    let host: GTKHost
    let window: UnsafeMutablePointer<GtkWidget>
    let after: UnsafeMutablePointer<GtkWidget>

    init(_ groups: [ClosedRange<Int>], headers: Bool = false, hasEntry: @escaping (Int) -> Bool = { _ in true }) throws
    {
        view.collectionViewLayout = CollectionViewCompositionalLayout(
            section: headers ? .table(itemHeight: .estimated(30)) : .list(itemHeight: .estimated(30)))
        host = try GTKHost(showing: view)
        window = gtk_window_new()
        after = gtk_entry_new()
        source.attach(to: view)
        source.build {
            for group in groups {
                let block = ListBlock("\(group)", Array(group), id: \.self) { (cell: SettingCell, number) in
                    cell.number = number
                    gtk_widget_set_visible(cell.entry, hasEntry(number) ? 1 : 0)
                }.estimatedHeight(30)
                if headers { block.header(height: 30) { (_: TitleView) in } } else { block }
            }
        }
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        let list = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self)
        gtk_widget_set_vexpand(host.widget, 1)
        gtk_box_append(list, host.widget)
        gtk_box_append(list, after)
        let gtkWindow = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_default_size(gtkWindow, 360, 400)
        gtk_window_set_child(gtkWindow, box)
        // A blinking cursor never stops drawing frames.
        signal_setting(host.widget, "gtk-cursor-blink", nil, 0)
        gtk_window_present(gtkWindow)
        wait("the first frame") { !view.visibleCells.isEmpty }
        settle()
        gtk_widget_grab_focus(host.widget)
    }

    var gtkWindow: UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
    }

    /// As GTK does for the key.
    func tab(backward: Bool = false) {
        signal_move_focus(window, backward ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
    }

    /// The widget with the focus.
    var focus: UnsafeMutablePointer<GtkWidget>? { gtk_window_get_focus(gtkWindow) }

    func isFocus(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard let focus else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
    }

    /// The number of the setting with the focus, if GTK shows all of its entry.
    var setting: Int? {
        for case let cell as SettingCell in view.visibleCells where isFocus(cell.entry) {
            var place = graphene_rect_t()
            let isPlaced = gtk_widget_compute_bounds(cell.entry, host.widget, &place) != 0
            let height = Double(gtk_widget_get_height(host.widget))
            let (top, bottom) = (Double(place.origin.y), Double(place.origin.y + place.size.height))
            if isPlaced, gtk_widget_get_mapped(cell.entry) != 0, top >= 0, bottom <= height { return cell.number }
            return nil
        }
        return nil
    }

    func close() { gtk_window_destroy(gtkWindow) }
}

@MainActor
func testFocus() {
    run("theTabKeyReachesTheControlsOfAllRows") {
        let window = try SettingsWindow([0...59])
        for number in 0...59 {
            window.tab()
            guard wait("setting \(number)", until: { window.setting == number }) else { break }
        }
        window.tab()
        expect(window.isFocus(window.after), "the tab key stays in the list")
        for number in (0...59).reversed() {
            window.tab(backward: true)
            guard wait("back to setting \(number)", until: { window.setting == number }) else { break }
        }
        window.tab(backward: true)
        expect(window.focus == window.host.widget, "the list is before its rows")
        window.close()
    }

    run("theTabKeyReachesRowsThatAreLoadedAgain") {
        let window = try SettingsWindow([0...59])
        window.view.reloadData()
        window.tab()
        settle()
        expect(window.setting == 0, "\(String(describing: window.setting))")
        window.close()
    }

    run("theTabKeyShowsTheOtherEndOfARowThatIsHigherThanTheList") {
        let view = CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
        let host = try GTKHost(showing: view)
        let source = ListDataSource()
        source.attach(to: view)
        source.build { ListBlock("rows", [1, 2], id: \.self) { (_: HighCell, _) in } }
        let window = present(host)
        settle()
        gtk_widget_grab_focus(host.widget)
        let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
        /// Whether an entry of the first row has the focus, and GTK shows it.
        @MainActor func isShown(_ number: Int) -> Bool {
            guard let cell = view.cellForItem(at: IndexPath(item: 0, section: 0)) as? HighCell,
                let focus = gtk_window_get_focus(window), gtk_widget_is_ancestor(focus, cell.entries[number]) != 0
            else { return false }
            var place = graphene_rect_t()
            guard gtk_widget_compute_bounds(cell.entries[number], host.widget, &place) != 0 else { return false }
            return place.origin.y >= 0
                && place.origin.y + place.size.height <= Float(gtk_widget_get_height(host.widget))
        }
        signal_move_focus(widget, GTK_DIR_TAB_FORWARD)
        wait("the first entry") { isShown(0) }
        signal_move_focus(widget, GTK_DIR_TAB_FORWARD)
        wait("the second entry") { isShown(1) }
        signal_move_focus(widget, GTK_DIR_TAB_BACKWARD)
        wait("back to the first entry") { isShown(0) }
        gtk_window_destroy(window)
    }

    run("theTabKeyReachesControlsBehindAScreenOfText") {
        let window = try SettingsWindow([0...49]) { $0 % 20 == 0 }
        for number in [0, 20, 40] {
            window.tab()
            wait("setting \(number)") { window.setting == number }
        }
        let offset = window.view.contentOffset.y
        window.tab()
        expect(window.isFocus(window.after), "the tab key stays in the list")
        expect(window.view.contentOffset.y == offset, "the list scrolled in vain")
        window.close()
    }

    run("theTabKeyReachesHeadersAndShowsThem") {
        let window = try SettingsWindow([0...19, 20...39], headers: true) { $0 % 10 == 9 }
        var path: [String] = []
        while path.count < 20, !window.isFocus(window.after) {
            window.tab()
            settle()
            let header = window.view.visibleSupplementaryViews(ofKind: .header).first {
                ($0 as? TitleView).map { window.isFocus($0.button) } ?? false
            }
            path.append(window.setting.map { "\($0)" } ?? (header != nil ? "header" : "?"))
        }
        expect(path == ["header", "9", "19", "header", "29", "39", "?"], "\(path)")
        window.close()
    }

    run("theTabKeyLeavesAListOfText") {
        let window = try SettingsWindow([0...9_999]) { _ in false }
        window.tab()
        expect(window.isFocus(window.after) && window.view.contentOffset.y == 0)
        window.tab(backward: true)
        expect(window.focus == window.host.widget && window.view.contentOffset.y == 0)
        window.close()
    }

    run("theTabKeyGoesOnFromARowThatHasLeftTheScreen") {
        let window = try SettingsWindow([0...199])
        window.tab()
        window.tab()
        wait("setting 1") { window.setting == 1 }
        window.host.scroll(to: 2_000)
        settle()
        window.tab()
        wait("the next row") { window.setting == 2 }
        window.close()
    }

    run("typedLettersFindARow") {
        let window = try Window(rows)
        let source = DiffableDataSource<Int, String>(collectionView: window.view) { view, indexPath, text in
            let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
            cell.text = text
            return cell
        }
        source.itemTextProvider = { $0 }
        window.view.allowsMultipleSelection = true
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(["apple", "banana", "blueberry", "cherry"])
        }
        wait("rows") { window.view.visibleCells.count == 4 }
        settle()
        xdotool("mousemove", "50", "350", "key", "b", "key", "l")
        wait("the row") { window.view.focusedIndexPath?.item == 2 }
        expect(window.view.indexPathsForSelectedItems.map(\.item) == [2])
        // After a pause, a letter is the first of a word. It is no shortcut.
        wait("a pause") { usleep(1_100_000) == 0 }
        xdotool("key", "a")
        wait("the first row") { window.view.focusedIndexPath?.item == 0 }
        expect(window.view.indexPathsForSelectedItems.map(\.item) == [0])
        xdotool("key", "ctrl+c", "key", "ctrl+a")
        wait("all") { window.view.indexPathsForSelectedItems.count == 4 }
        expect(window.view.focusedIndexPath?.item == 0)
        window.close()
    }

    run("cellsThatAreNoGTKCellsShowSelectionAndFocus") {
        final class OwnCell: CollectionViewCell, GTKContent {
            let label: UnsafeMutablePointer<GtkWidget> = gtk_label_new("own")
            func makeWidget() -> GTKWidget { GTKWidget(label) }
        }
        let window = try Window(rows)
        let source = DiffableDataSource<Int, Int>(collectionView: window.view) { view, indexPath, _ in
            view.dequeueReusableCell(OwnCell.self, for: indexPath)
        }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems([0, 1, 2])
        }
        wait("rows") { window.view.visibleCells.count == 3 }
        gtk_widget_grab_focus(window.host.widget)
        window.view.focusedIndexPath = IndexPath(item: 1, section: 0)
        window.view.selectItem(at: IndexPath(item: 2, section: 0), animated: false)
        settle()
        let flags = window.view.visibleCells.map { cell in
            signal_row((cell as? OwnCell)?.label).map { gtk_widget_get_state_flags($0).rawValue } ?? 0
        }
        expect(flags.map { $0 & GTK_STATE_FLAG_FOCUSED.rawValue != 0 } == [false, true, false], "\(flags)")
        expect(flags.map { $0 & GTK_STATE_FLAG_SELECTED.rawValue != 0 } == [false, false, true], "\(flags)")
        window.close()
    }

    run("theFocusRingIsWhereTheKeyboardIs") {
        let window = try SettingsWindow([0...59]) { _ in false }
        @MainActor func ring(of number: Int) -> (isFocused: Bool, isVisible: Bool) {
            let cell = window.view.cellForItem(at: IndexPath(item: number, section: 0))
            guard let cell = cell as? SettingCell, let row = signal_row(cell.entry) else {
                return (false, false)
            }
            let flags = gtk_widget_get_state_flags(row).rawValue
            return (
                flags & GTK_STATE_FLAG_FOCUSED.rawValue != 0, flags & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0
            )
        }
        // Without a window manager, the window under the pointer gets the keys.
        xdotool("mousemove", "50", "100", "key", "Down")
        wait("a ring") { ring(of: 0) == (true, true) }
        xdotool("key", "Down")
        wait("the ring moves") { ring(of: 1) == (true, true) }
        expect(ring(of: 0) == (false, false))
        // Another widget has the keyboard.
        xdotool("key", "Tab")
        wait("the entry has the focus") { window.isFocus(window.after) }
        expect(ring(of: 1) == (false, false) && window.view.focusedIndexPath?.item == 1)
        xdotool("key", "shift+Tab")
        wait("the ring is back") { ring(of: 1) == (true, true) }
        // GTK shows no ring after a click.
        let frame = window.view.cellForItem(at: IndexPath(item: 4, section: 0))?.frame ?? .zero
        xdotool("mousemove", "50", "\(Int(frame.midY))", "click", "1")
        wait("the click") { window.view.focusedIndexPath?.item == 4 }
        gtk_window_set_focus_visible(window.gtkWindow, 0)
        settle()
        expect(ring(of: 4) == (true, false), "\(ring(of: 4))")
        window.view.focusedIndexPath = IndexPath(item: 5, section: 0)
        settle()
        expect(ring(of: 5) == (true, false) && ring(of: 4) == (false, false), "\(ring(of: 5))")
        window.close()
    }
}
