import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

private final class EntryCell: GTKCell {
    let entry = gtk_entry_new()!
    override func makeWidget() -> GTKWidget {
        gtk_editable_set_text(OpaquePointer(entry), "text that can be selected")
        return GTKWidget(entry)
    }
}

/// A window whose rows can be dragged, but for the first one.
@MainActor
private final class DragWindow {
    let window: Window
    let source: DiffableDataSource<Int, String>

    init(entries: Bool = false) throws {
        window = try Window(rows)
        source = DiffableDataSource(collectionView: window.view) { view, indexPath, text in
            if entries { return view.dequeueReusableCell(EntryCell.self, for: indexPath) }
            let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
            cell.text = text
            return cell
        }
        source.reorderingHandlers.canReorderItem = { $0 != "row 0" }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(rows)
        }
        settle()
        wait("rows") { window.view.visibleCells.count > 8 && (!entries || window.screen.isEmpty) }
    }

    var items: [String] { source.snapshot().itemIdentifiers }
    var target: Int? { window.view.reorderedItem?.to.item }

    func middle(_ row: Int) -> Int { Int(window.screen[row].y + window.screen[row].height / 2) }

    func move(to y: Int) { xdotool("mousemove", "50", "\(y)") }

    /// Presses the button over a row and moves the pointer until the row is dragged.
    func drag(_ row: Int) {
        let y = middle(row)
        move(to: y)
        xdotool("mousedown", "1")
        move(to: y + 15)
        wait("the drag of row \(row)") { target != nil }
    }
}

@MainActor
func testDragging() {
    run("altWithAnArrowMovesRows") {
        let drag = try DragWindow()
        drag.window.view.allowsMultipleSelection = true
        drag.source.selectedItemIdentifiers = ["row 2", "row 3"]
        drag.source.focusedItemIdentifier = "row 3"
        xdotool("key", "alt+Down")
        wait("two rows are lower") { drag.items.prefix(5) == ["row 0", "row 1", "row 4", "row 2", "row 3"] }
        xdotool("key", "alt+Up", "key", "alt+Up", "key", "alt+ctrl+Up")
        wait("they are higher") { drag.items.prefix(4) == ["row 0", "row 2", "row 3", "row 1"] }
        // The first row cannot be moved, but it makes room.
        xdotool("key", "alt+Up", "key", "alt+Up")
        wait("they are first") { drag.items.prefix(3) == ["row 2", "row 3", "row 0"] }
        expect(drag.source.focusedItemIdentifier == "row 3")
        expect(drag.source.selectedItemIdentifiers == ["row 2", "row 3"])
        drag.window.close()
    }

    run("aRowIsDraggedByTheMouse") {
        let list = try DragWindow()
        let end = list.middle(6)
        list.drag(3)
        list.move(to: end)
        wait("it would be the sixth") { list.target == 6 }
        settle()
        // It is under the pointer, and above the others, which made room.
        let dragged = list.window.screen.first { $0.text == "row 3" }
        expect(abs((dragged?.y ?? 0) + (dragged?.height ?? 0) / 2 - Double(end)) <= 1, "\(String(describing: dragged))")
        let hovered = list.window.view.visibleCells.compactMap { $0 as? TextCell }.filter(\.isHovered).map(\.text)
        expect(hovered == ["row 3"], "the pointer is over \(hovered)")
        expect(list.items == rows)
        xdotool("mouseup", "1")
        let order = ["row 0", "row 1", "row 2", "row 4", "row 5", "row 6", "row 3", "row 7"]
        wait("the order") { Array(list.items.prefix(8)) == order }
        expect(list.window.selected.isEmpty && list.window.view.indexPathsForSelectedItems.isEmpty)
        wait("the screen") { list.window.screen.map(\.text).prefix(8).elementsEqual(list.items.prefix(8)) }
        list.window.close()
    }

    run("theEscapeKeyTakesADragBack") {
        let list = try DragWindow()
        let before = list.window.screen.map(\.y)
        list.drag(5)
        list.move(to: list.middle(2))
        wait("it would be the second") { list.target == 2 }
        signal_count_keys(list.window.window)
        xdotool("key", "Escape")
        wait("the end") { list.target == nil }
        settle()
        // It does not close the window in addition.
        expect(signal_keys() == 0)
        // The button is still down.
        list.move(to: list.middle(7))
        settle()
        expect(list.target == nil)
        xdotool("mouseup", "1")
        settle()
        expect(list.items == rows && list.window.screen.map(\.y) == before)
        list.window.close()
    }

    run("aDragIsCancelledWhenGTKCancelsIt") {
        // The list is hidden, or something else takes the events.
        for cancel in [{ gtk_widget_set_visible($0, 0) }, { signal_reset($0) }]
            as [(UnsafeMutablePointer<GtkWidget>) -> Void]
        {
            let list = try DragWindow()
            list.drag(3)
            list.move(to: list.middle(6))
            wait("it would be the sixth") { list.target == 6 }
            cancel(list.window.host.widget)
            wait("the end") { list.target == nil }
            xdotool("mouseup", "1")
            settle()
            expect(list.items == rows)
            list.window.close()
        }
    }

    run("theListScrollsUnderARowAtItsEnd") {
        let list = try DragWindow()
        list.drag(1)
        list.move(to: 395)
        wait("it scrolls") { list.window.view.contentOffset.y > 500 && (list.target ?? 0) > 15 }
        list.move(to: 200)
        settle()
        let offset = list.window.view.contentOffset.y
        settle()
        expect(list.window.view.contentOffset.y == offset, "it still scrolls")
        let target = list.target
        xdotool("mouseup", "1")
        wait("the order") { list.items.firstIndex(of: "row 1") == target }
        list.window.close()
    }

    run("aRowThatCannotBeMovedIsNotDragged") {
        let list = try DragWindow()
        list.move(to: list.middle(0))
        xdotool("mousedown", "1")
        for row in 1..<5 { list.move(to: list.middle(row)) }
        settle()
        expect(list.target == nil)
        xdotool("mouseup", "1")
        settle()
        expect(list.items == rows)
        list.window.close()
    }

    run("anEntryInARowSelectsItsTextByADrag") {
        let list = try DragWindow(entries: true)
        guard let cell = list.window.view.visibleCells.dropFirst(2).first as? EntryCell else { return fail("no cell") }
        let y = Int(cell.frame.midY)
        list.move(to: y)
        xdotool("mousedown", "1")
        for step in 1...6 { xdotool("mousemove", "\(50 + 20 * step)", "\(y + 5 * step)") }
        wait("a selection") { gtk_editable_get_selection_bounds(OpaquePointer(cell.entry), nil, nil) != 0 }
        expect(list.target == nil)
        xdotool("mouseup", "1")
        settle()
        expect(list.items == rows && list.window.view.indexPathsForSelectedItems.isEmpty)
        list.window.close()
    }

    run("aDragEndsWithItsItemOrItsWindow") {
        let list = try DragWindow()
        list.drag(4)
        list.source.edit { $0.deleteItems(["row 4"]) }
        wait("the end") { list.target == nil }
        list.move(to: 300)
        xdotool("mouseup", "1")
        settle()
        expect(!list.items.contains("row 4") && list.items.count == 999)
        list.drag(2)
        list.window.close()
        settle()
        xdotool("mouseup", "1")
        settle()
    }
}
