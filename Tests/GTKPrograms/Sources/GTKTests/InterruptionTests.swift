import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A gesture that something interrupts in the middle. The user does not know of it, and goes on.
@MainActor
private final class InterruptedWindow {
    enum Gesture: CaseIterable {
        case press, reorder, dragOut, band, menu, rename, pan, fling, swipe, longPress
    }

    /// `cancelled` is what GTK does when the device of a gesture is removed.
    enum Interruption: CaseIterable {
        case nothing, removedRow, otherRows, noRows, hiddenList, otherWindow, cancelled, closedWindow
    }

    private let gesture: Gesture
    private let list: Window
    private var names: [String]
    private var log: [String] = []
    /// The height of a row.
    private var height = 0.0
    private var area: UnsafeMutablePointer<GtkWidget> { list.host.widget }
    private var view: CollectionView { list.view }
    private var host: GTKHost { list.host }

    init(_ gesture: Gesture) throws {
        self.gesture = gesture
        list = try Window(["no rows yet"])
        names = Self.names(gesture)
        view.allowsMultipleSelection = true
        show()
        wait("rows") { view.visibleCells.count >= 6 }
        settle()
        height = view.visibleCells.first.map { Double($0.frame.height) } ?? 0
    }

    /// A rectangle begins below the last row.
    private static func names(_ gesture: Gesture, _ prefix: String = "row") -> [String] {
        (0..<(gesture == .band ? 6 : 60)).map { "\(prefix) \($0)" }
    }

    private func show() {
        list.source.build(animatingDifferences: false) {
            ListBlock("rows", names, id: \.self) { ItemContent($0) }
                .onMove(where: { [unowned self] _ in gesture == .reorder }) { [unowned self] _, from, to in
                    names.insert(names.remove(at: from), at: to)
                }
                .onDrag { [unowned self] name in
                    guard gesture == .dragOut else { return nil }
                    log.append("drag")
                    return CollectionDragItem(payload: name, text: name)
                } ended: { [unowned self] _, operation in
                    log.append("\(operation)")
                }
                .onRename { _, _ in true }
                .trailingSwipeActions { _ in
                    let action = CollectionSwipeAction(.normal, title: "Mark") { _, _, end in end(true) }
                    return CollectionSwipeActions([action])
                }
                .menu { _ in CollectionContextMenu(ItemMenu([.init("Open") {}])) }
        }
    }

    private func middle(_ row: Int) -> Double { height * (Double(row) + 0.5) }

    private func move(_ x: Int, row: Int) { xdotool("mousemove", "\(x)", "\(Int(middle(row)))") }

    private func drag(_ x: Int, row: Int) {
        move(x, row: row)
        xdotool("mousedown", "1")
        settle()
        // GTK begins a drag when the pointer has moved by some points.
        for step in 1...3 { xdotool("mousemove", "\(x - 8 * step)", "\(Int(middle(row)) - 12 * step)") }
        settle()
    }

    /// The gesture begins, at the fifth row.
    func begin(line: Int = #line) {
        switch gesture {
        case .press:
            move(50, row: 4)
            xdotool("mousedown", "1")
        case .reorder, .dragOut: drag(50, row: 4)
        case .band: drag(150, row: 7)
        case .menu:
            move(50, row: 4)
            xdotool("click", "3")
        case .rename:
            move(50, row: 4)
            xdotool("click", "1")
            wait("the focus", line: line) { view.focusedIndexPath?.item == 4 }
            xdotool("key", "F2")
        case .pan, .fling:
            signal_finger_down(area, 50, 300)
            for step in 1...4 { signal_finger_moved(area, 0, -20 * Double(step)) }
            if gesture == .fling { signal_finger_up(area, 0, -80, 0, -2_000) }
        case .swipe:
            signal_finger_down(area, 200, middle(4))
            for step in 1...4 { signal_finger_moved(area, -20 * Double(step), 0) }
        case .longPress: signal_finger_held(area, 50, middle(4))
        }
        wait("\(gesture) begins", line: line) { isHeld }
    }

    private var isHeld: Bool {
        switch gesture {
        case .press: view.cellForItem(at: IndexPath(item: 4, section: 0))?.isHighlighted == true
        case .reorder: view.reorderedItem?.from.item == 4
        case .dragOut: log.contains("drag")
        case .band: host.bandSelectionFrame != nil
        case .menu, .longPress: signal_menu(area) != nil && view.contextMenu != nil
        case .rename: view.fieldEdit != nil
        case .pan: host.offset > 40
        case .fling: host.isScrolling
        case .swipe: view.swipe?.phase == .dragging
        }
    }

    func interrupt(_ interruption: Interruption) {
        switch interruption {
        case .nothing: break
        case .removedRow:
            names.remove(at: 4)
            show()
        case .otherRows:
            names = Self.names(gesture, "other")
            show()
        case .noRows:
            names = []
            show()
        case .hiddenList: gtk_widget_set_visible(area, 0)
        case .otherWindow:
            guard let other = gtk_window_new() else { return fail("no window") }
            let window = UnsafeMutableRawPointer(other).assumingMemoryBound(to: GtkWindow.self)
            gtk_window_set_default_size(window, 20, 20)
            gtk_window_present(window)
            wait("another window") { gtk_widget_get_mapped(other) != 0 }
            settle()
            gtk_window_destroy(window)
            // The user comes back.
            gtk_window_present(list.gtkWindow)
        case .cancelled:
            signal_reset(area)
            signal_finger_cancelled(area)
        case .closedWindow: list.close()
        }
        settle()
    }

    /// The user goes on, and ends the gesture.
    func end(_ interruption: Interruption) {
        switch gesture {
        case .press: xdotool("mouseup", "1")
        case .reorder, .dragOut, .band:
            move(40, row: 6)
            xdotool("mouseup", "1")
        case .menu, .longPress: xdotool("key", "Escape")
        case .rename: xdotool("key", "x", "key", "Return")
        case .pan, .swipe:
            let distance = gesture == .pan ? (x: 0.0, y: -100.0) : (x: -100.0, y: 0.0)
            signal_finger_moved(area, distance.x, distance.y)
            signal_finger_up(area, distance.x, distance.y, 0, 0)
        case .fling: break
        }
        settle()
        if interruption == .hiddenList {
            gtk_widget_set_visible(area, 1)
            settle()
            // A title is still edited, until the user goes elsewhere.
            if gesture == .rename {
                move(50, row: 5)
                xdotool("click", "1")
                settle()
            }
        }
    }

    /// Nothing is left of the gesture, and the list shows its rows.
    /// - Parameter isClosed: Whether the window is closed. The list keeps the title that is edited, for another window.
    func expectNothingIsLeft(_ context: String, isClosed: Bool = false, line: Int = #line) {
        wait("\(context): the end", line: line) {
            !host.isScrolling && host.overscroll == 0 && view.contextMenu == nil
                && signal_menu(area) == nil && view.reorderedItem == nil && view.dropTarget == nil
                && host.bandSelectionFrame == nil && (view.fieldEdit == nil || isClosed)
                && (view.swipe == nil || view.swipe?.phase == .open)
        }
        expect(host.offsetRange.contains(host.offset), "\(context): the offset is \(host.offset)", line: line)
        for path in view.indexPathsForVisibleItems {
            guard let cell = view.cellForItem(at: path) as? ContentCell, names.indices.contains(path.item) else {
                fail("\(context): \(path) is shown", line: line)
                continue
            }
            let title = cell.content.title
            expect(title == names[path.item], "\(context): \(path) shows \(title)", line: line)
            expect(!cell.isHighlighted && !cell.isReordering, "\(context): \(path) looks touched", line: line)
        }
    }

    /// The list is as at the beginning. The next click is a click, and the next gesture works.
    func expectNextGestureWorks(_ context: String, line: Int = #line) {
        view.closeSwipe()
        names = Self.names(gesture)
        log = []
        show()
        host.scroll(to: 0)
        view.hostDeselectAll()
        wait("\(context): rows", line: line) { view.visibleCells.count >= 6 && view.swipe == nil }
        settle()
        move(60, row: 5)
        xdotool("click", "1")
        wait("\(context): a click", line: line) {
            view.indexPathsForSelectedItems == [IndexPath(item: 5, section: 0)]
        }
        begin(line: line)
        end(.nothing)
        expectNothingIsLeft("\(context), again", line: line)
        view.closeSwipe()
        names = Self.names(gesture)
        log = []
        show()
        host.scroll(to: 0)
        settle()
    }

    func close() { list.close() }
}

@MainActor
func testInterruptions() {
    // Once, and not with each font and size of text.
    guard ProcessInfo.processInfo.environment["LE_TEXT"] == nil else { return }
    for gesture in InterruptedWindow.Gesture.allCases {
        run("nothingIsLeftOfAnInterruptedGesture(\(gesture))") {
            var list = try InterruptedWindow(gesture)
            for interruption in InterruptedWindow.Interruption.allCases {
                let context = "\(gesture), \(interruption)"
                list.begin()
                list.interrupt(interruption)
                list.end(interruption)
                list.expectNothingIsLeft(context, isClosed: interruption == .closedWindow)
                if interruption == .closedWindow { list = try InterruptedWindow(gesture) }
                list.expectNextGestureWorks(context)
            }
            list.close()
        }
    }
}
