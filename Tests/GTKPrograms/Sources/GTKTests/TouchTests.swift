import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// Rows with actions at both ends: all but "fixed".
@MainActor
private final class SwipeWindow: CollectionViewDelegate {
    let window: Window
    let source: DiffableDataSource<Int, String>
    var log: [String] = []

    init(_ rows: [String] = rows) throws {
        window = try Window(rows)
        source = DiffableDataSource(collectionView: window.view) { view, indexPath, text in
            let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
            cell.text = text
            return cell
        }
        window.view.delegate = self
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(rows)
        }
        wait("rows") { window.screen.count == min(rows.count, window.screen.count) && !window.screen.isEmpty }
        settle()
    }

    private func actions(_ indexPath: IndexPath, _ titles: [String]) -> CollectionSwipeActions? {
        guard let text = source.itemIdentifier(for: indexPath), text != "fixed" else { return nil }
        return CollectionSwipeActions(
            titles.map { title in
                CollectionSwipeAction(
                    title == "Delete" ? .destructive : .normal, title: title,
                    image: title == "Pin" ? .icon("emblem-important-symbolic") : nil,
                    color: title == "Mark" ? .rgb(red: 230, green: 97, blue: 0) : nil
                ) {
                    [unowned self] _, indexPath, completion in
                    log.append("\(title) \(source.itemIdentifier(for: indexPath) ?? "?")")
                    if title == "Delete" { source.edit { $0.deleteItems([text]) } }
                    completion(true)
                }
            })
    }
    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { actions(indexPath, ["Delete", "Mark"]) }
    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { actions(indexPath, ["Pin"]) }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(source.itemIdentifier(for: indexPath) ?? "?")")
    }

    var area: UnsafeMutablePointer<GtkWidget> { window.host.widget }
    var swipe: CollectionSwipe? { window.view.swipe }
    func middle(_ item: Int) -> Double {
        let text = source.itemIdentifier(for: IndexPath(item: item, section: 0))
        return window.screen.first { $0.text == text }.map { $0.y + $0.height / 2 } ?? .nan
    }

    /// Where GTK has the row of an item.
    func x(_ item: Int) -> Double? {
        guard let cell = window.view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell,
            let row = gtk_widget_get_parent(cell.makeWidget().pointer)
        else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row, area, &bounds) != 0 else { return nil }
        return Double(bounds.origin.x)
    }

    /// The middle of a visible button.
    func button(_ title: String) -> (x: Double, y: Double)? {
        guard let button = signal_button(area, title) else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_get_mapped(button) != 0, gtk_widget_compute_bounds(button, area, &bounds) != 0 else {
            return nil
        }
        return (Double(bounds.origin.x + bounds.size.width / 2), Double(bounds.origin.y + bounds.size.height / 2))
    }

    /// A finger swipes a row by a distance, and stays.
    func swipe(_ row: Int, by distance: Double) {
        signal_finger_down(area, 150, middle(row))
        for step in 1...10 { signal_finger_moved(area, distance * Double(step) / 10, 1) }
        settle()
    }

    func open(_ row: Int) {
        swipe(row, by: -120)
        signal_finger_up(area, -120, 0, 0, 0)
        expect(swipe?.phase == .open)
        settle()
    }

    func click(_ title: String) {
        guard let place = button(title) else { return fail("no button \(title)") }
        xdotool("mousemove", "\(Int(place.x))", "\(Int(place.y))", "click", "1")
    }
}

@MainActor
func testTouch() {
    run("aFingerMovesTheContent") {
        let list = try SwipeWindow()
        signal_finger_down(list.area, 100, 300)
        signal_finger_moved(list.area, 1, -3)
        expect(list.window.view.contentOffset.y == 0, "below the threshold nothing moves")
        signal_finger_moved(list.area, 2, -50)
        signal_finger_moved(list.area, 3, -120)
        expect(list.window.view.contentOffset.y == 120, "\(list.window.view.contentOffset)")
        signal_finger_moved(list.area, 3, -70)
        settle()
        let fifth = list.window.screen.first { $0.text == "row 5" }
        expect(list.window.view.contentOffset.y == 70 && list.window.place(of: 5)?.y == fifth?.y)
        signal_finger_up(list.area, 3, -70, 10, -2_000)
        // The finger was fast, so the content goes on.
        wait("a fling") { list.window.view.contentOffset.y > 300 }
        expect(list.window.host.isScrolling)
        wait("the end") { !list.window.host.isScrolling }
        expect(list.window.view.contentOffset.y > 500 && list.log.isEmpty)
        list.window.close()
    }

    run("aRowIsSwipedAside") {
        let list = try SwipeWindow()
        list.swipe(2, by: -60)
        expect(list.swipe?.phase == .dragging && list.swipe?.edge == .trailing && list.x(2) == -60 && list.x(1) == 0)
        expect(list.window.view.contentOffset.y == 0)
        // The buttons are where the row was: the first action is nearest to the edge.
        let (delete, mark) = (list.button("Delete"), list.button("Mark"))
        expect((delete?.x ?? 0) > (mark?.x ?? 1_000) && abs((delete?.y ?? 0) - list.middle(2)) <= 1)
        signal_finger_moved(list.area, 40, 0)
        settle()
        expect(list.swipe?.edge == .leading && list.x(2) == 40)
        expect(signal_descendant(list.area, "GtkImage", 0) != nil, "no image")
        expect(list.button("Pin") != nil && list.button("Mark") == nil)
        signal_finger_moved(list.area, -130, 0)
        signal_finger_up(list.area, -130, 0, 0, 0)
        settle()
        // It stays open by the extent of the buttons.
        let open = list.swipe?.offset ?? 0
        let colored = signal_button(list.area, "Mark")
        expect(colored.map { gtk_widget_has_css_class($0, "item-action-rgb-e6-61-0") } == 1)
        expect(list.swipe?.phase == .open && open < -60 && list.x(2) == Double(open), "\(open) \(list.x(2) ?? 0)")
        // The whole button has the color, right of its border.
        if let button = colored, let shot = Screenshot(list.window.window) {
            var bounds = graphene_rect_t()
            _ = gtk_widget_compute_bounds(button, list.window.window, &bounds)
            let found = shot.colour(Double(bounds.origin.x) + 6, Double(bounds.origin.y + bounds.size.height / 2))
            expect(found == [230, 97, 0], "\(String(describing: found))")
        }
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(list.window.window, file: folder + "/swipe.png")
        }
        list.click("Mark")
        wait("the action") { list.log == ["Mark row 2"] }
        wait("it is back") { list.swipe == nil && list.x(2) == 0 }
        settle()
        expect(signal_button(list.area, "Mark") == nil && list.log == ["Mark row 2"])
        // An action that takes its own button away.
        list.open(3)
        list.click("Delete")
        wait("the row is deleted") { list.window.screen[3].text == "row 4" }
        settle()
        expect(list.swipe == nil && list.x(3) == 0 && signal_button(list.area, "Delete") == nil)
        list.window.close()
    }

    run("aTapElsewhereAndScrollingCloseASwipe") {
        let list = try SwipeWindow()
        list.open(1)
        xdotool("mousemove", "50", "\(Int(list.middle(4)))", "click", "1")
        wait("it is back") { list.swipe == nil && list.x(1) == 0 }
        settle()
        expect(list.log.isEmpty, "\(list.log)")
        list.open(4)
        signal_finger_down(list.area, 50, 300)
        signal_finger_moved(list.area, 0, -40)
        wait("it is back") { list.swipe == nil && list.x(4) == 0 }
        signal_finger_up(list.area, 0, -40, 0, 0)
        // Another row.
        list.open(6)
        list.open(5)
        expect(list.x(6) == 0 && (list.x(5) ?? 0) < 0)
        list.window.close()
    }

    run("aFullSwipePerformsTheFirstAction") {
        let list = try SwipeWindow()
        list.swipe(2, by: -260)
        signal_finger_up(list.area, -260, 0, 0, 0)
        wait("the row is deleted") { list.window.screen[2].text == "row 3" }
        expect(list.log == ["Delete row 2"] && list.swipe == nil)
        wait("no row is aside") { (0..<6).allSatisfy { list.x($0) == 0 } }
        list.window.close()
    }

    run("aListThatIsPulledShowsThatItRefreshes") {
        let list = try SwipeWindow()
        var refreshed = 0
        list.window.view.refreshHandler = { refreshed += 1 }
        expect(signal_spinner(list.area) == nil)
        signal_finger_down(list.area, 100, 100)
        signal_finger_moved(list.area, 0, 20)
        signal_finger_moved(list.area, 0, 40)
        settle()
        let half = signal_spinner(list.area).map { gtk_widget_get_opacity($0) } ?? 0
        expect(half > 0.5 && half < 0.75, "\(half)")
        signal_finger_moved(list.area, 0, 90)
        expect(refreshed == 0)
        signal_finger_up(list.area, 0, 90, 0, 0)
        settle()
        let spinner = signal_spinner(list.area)
        expect(refreshed == 1 && spinner.map { gtk_spinner_get_spinning(OpaquePointer($0)) } == 1)
        expect(spinner.map { gtk_widget_get_opacity($0) } == 1 && list.window.view.contentOffset.y == 0)
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(list.window.window, file: folder + "/refresh.png")
        }
        list.window.view.endRefreshing()
        wait("it is hidden") { signal_spinner(list.area) == nil }
        list.window.close()
    }

    run("aRowWithoutActionsStays") {
        let list = try SwipeWindow(["a", "fixed", "b"])
        list.swipe(1, by: -100)
        expect(list.swipe == nil && list.x(1) == 0 && list.button("Delete") == nil)
        signal_finger_up(list.area, -100, 0, 0, 0)
        // An update under the finger ends the swipe, and the finger moves nothing more.
        list.swipe(0, by: -100)
        list.source.edit(animatingDifferences: false) { $0.deleteItems(["a"]) }
        signal_finger_moved(list.area, -140, 0)
        signal_finger_up(list.area, -140, 0, 0, 0)
        settle()
        expect(list.window.screen.map(\.text) == ["fixed", "b"] && list.x(0) == 0 && list.button("Delete") == nil)
        list.window.close()
    }

    run("aListThatIsClosedWithARowAside") {
        let list = try SwipeWindow()
        list.open(1)
        list.swipe(2, by: -50)
        list.window.close()
        signal_finger_moved(list.area, -60, 0)
        signal_finger_up(list.area, -60, 0, 0, 0)
        settle()
        expect(list.log.isEmpty)
    }
}
