import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// What stands beside and above the rows: the scroll bar, the glow at the ends, the index.
@MainActor
func testBars() {
    func bounds(_ child: UnsafeMutablePointer<GtkWidget>?, in host: GTKHost) -> CGRect? {
        var bounds = graphene_rect_t()
        guard let child, gtk_widget_compute_bounds(child, host.widget, &bounds) != 0 else { return nil }
        return CGRect(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    run("theScrollBarIsAboveTheRowsAndFades") {
        xdotool("mousemove", "1200", "1000")
        let window = try Window(rows)
        settle()
        guard let bar = signal_bar(window.host.widget) else { return fail("no bar") }
        expect(window.view.bounds.width == 300, "\(window.view.bounds)")
        wait("it is hidden") { gtk_widget_get_opacity(bar) == 0 }
        expect(gtk_widget_get_can_target(bar) == 0)
        window.host.scroll(by: CGPoint(x: 0, y: 500))
        wait("it is shown while the list scrolls") { gtk_widget_get_opacity(bar) == 1 }
        expect(gtk_widget_get_can_target(bar) != 0)
        expect(bounds(bar, in: window.host)?.maxX == 300)
        wait("it is hidden again") { gtk_widget_get_opacity(bar) == 0 }
        // The pointer shows it, and near to it keeps it.
        xdotool("mousemove", "100", "100")
        wait("it is shown") { gtk_widget_get_opacity(bar) == 1 && gtk_widget_has_css_class(bar, "hovering") == 0 }
        let narrow = bounds(bar, in: window.host)?.width ?? 0
        xdotool("mousemove", "296", "200")
        wait("it is broad") { (bounds(bar, in: window.host)?.width ?? 0) > narrow }
        // The thumb.
        let offset = window.view.contentOffset.y
        xdotool("mousemove", "296", "20")
        settle()
        xdotool("mousedown", "1", "mousemove", "250", "200")
        wait("the thumb scrolls") { window.view.contentOffset.y > offset + 1_000 }
        expect(gtk_widget_has_css_class(bar, "hovering") != 0)
        xdotool("mouseup", "1", "mousemove", "100", "100")
        wait("hidden") { gtk_widget_get_opacity(bar) == 0 }
        // Beside the rows it stays.
        window.host.usesOverlayScrollBar = false
        wait("beside") { window.view.bounds.width < 300 && gtk_widget_get_opacity(bar) == 1 }
        window.close()
    }

    run("theScrollBarIsThereIfTheContentAndItsInsetsDoNotFit") {
        for (inset, isShown) in [(CGFloat(0), false), (60, false), (80, true), (300, true)] {
            let window = try Window(Array(rows.prefix(11)))
            window.view.collectionViewLayout = CollectionViewCompositionalLayout(
                section: .list(itemHeight: .absolute(30)))
            window.view.contentInset = SectionInsets(top: inset, leading: 0, bottom: 0, trailing: 0)
            settle()
            let bar = signal_bar(window.host.widget)
            expect((gtk_widget_get_child_visible(bar) != 0) == isShown, "\(inset), \(window.host.offsetRange)")
            window.close()
        }
    }

    run("aListThatIsWiderThanItsWindowHasASecondBar") {
        xdotool("mousemove", "1200", "1000")
        let window = try Window(rows)
        let area = window.host.widget
        guard let bar = signal_bar(area), let second = signal_second_bar(area) else { return fail("no bars") }
        settle()
        expect(gtk_widget_get_child_visible(second) == 0, "there is nothing to scroll")
        window.view.minimumCrossExtent = 900
        wait("it is there") { gtk_widget_get_child_visible(second) != 0 }
        settle()
        expect(window.view.bounds.size == CGSize(width: 300, height: 400), "\(window.view.bounds)")
        expect(window.view.visibleCells.first?.frame.width == 900)
        // Above the rows, and neither in the corner.
        if let along = bounds(bar, in: window.host), let across = bounds(second, in: window.host) {
            expect(along.maxX == 300 && along.maxY == across.minY, "\(along), \(across)")
            expect(across.minX == 0 && across.maxY == 400 && across.maxX == along.minX, "\(along), \(across)")
        }
        // Shift and the wheel. The pointer has shown the bars.
        xdotool("mousemove", "100", "100")
        settle()
        xdotool("keydown", "shift", "click", "5", "click", "5", "keyup", "shift")
        wait("the wheel scrolls sideways") { window.view.contentOffset.x > 60 && window.view.contentOffset.y == 0 }
        wait("it is shown while the list scrolls") { gtk_widget_get_opacity(second) == 1 }
        wait("it comes to rest") { !window.host.isScrolling }
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(window.window, file: folder + "/two-bars.png")
        }
        xdotool("click", "6", "click", "6", "click", "6")
        wait("the horizontal wheel turns back") { window.view.contentOffset.x == 0 }
        // The thumb.
        gtk_adjustment_set_value(gtk_scrollbar_get_adjustment(OpaquePointer(second)), 250)
        wait("the thumb scrolls") { window.view.contentOffset == CGPoint(x: 250, y: 0) }
        // Keys that move no focus.
        window.view.focusedIndexPath = IndexPath(item: 0, section: 0)
        xdotool("key", "Right")
        wait("a key scrolls") { window.view.contentOffset.x == 280 }
        // A finger moves along the axis on which it sets out. At the end a glow shows that nothing follows.
        signal_finger_down(area, 100, 100)
        signal_finger_moved(area, -30, -3)
        signal_finger_moved(area, -60, -60)
        settle()
        expect(window.view.contentOffset == CGPoint(x: 340, y: 0), "\(window.view.contentOffset)")
        signal_finger_moved(area, -360, 0)
        settle()
        let glow = bounds(signal_child(area, "scrolledwindow"), in: window.host)
        expect(window.view.contentOffset.x == 600 && glow?.maxX == 300 && glow?.height == 400, "\(glow ?? .zero)")
        signal_finger_up(area, -360, 0, 0, 0)
        wait("the glow goes") { window.host.crossOverscroll == 0 }
        // Beside the rows both bars take room.
        window.host.usesOverlayScrollBar = false
        wait("beside and below") { window.view.bounds.width < 300 && window.view.bounds.height < 400 }
        settle()
        let size = window.view.bounds.size
        if let along = bounds(bar, in: window.host), let across = bounds(second, in: window.host) {
            expect(along.minX == size.width && along.height == size.height, "\(along), \(size)")
            expect(across.minY == size.height && across.width == size.width, "\(across), \(size)")
        }
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(window.window, file: folder + "/two-bars-beside.png")
        }
        // From right to left the content begins at the right.
        gtk_widget_set_direction(area, GTK_TEXT_DIR_RTL)
        wait("mirrored") { window.view.flowDirection == .rightToLeft && window.host.crossOffset > 0 }
        settle()
        window.host.scrollAcross(to: 0)
        settle()
        expect(window.view.contentOffset.x == 900 - window.view.bounds.width, "\(window.view.bounds)")
        if let along = bounds(bar, in: window.host), let across = bounds(second, in: window.host) {
            expect(along.minX == 0 && across.minX == along.maxX && across.maxX == 300, "\(along), \(across)")
        }
        window.view.minimumCrossExtent = 0
        wait("the rows have the room again") { window.view.bounds.height == 400 }
        window.close()
    }

    run("aGlowShowsWhereTheContentEnds") {
        let window = try Window(rows)
        let area = window.host.widget
        settle()
        @MainActor func glow() -> CGRect? { bounds(signal_child(area, "scrolledwindow"), in: window.host) }
        expect(glow() == nil)
        signal_finger_down(area, 100, 100)
        signal_finger_moved(area, 0, 20)
        signal_finger_moved(area, 0, 60)
        settle()
        expect(
            window.view.contentOffset.y == 0 && glow() == CGRect(x: 0, y: 0, width: 300, height: 60),
            "\(glow() ?? .zero)")
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(window.window, file: folder + "/glow.png")
        }
        // It comes back the same way.
        signal_finger_moved(area, 0, 10)
        settle()
        expect(window.view.contentOffset.y == 0 && glow()?.height == 10)
        signal_finger_up(area, 0, 10, 0, 0)
        wait("it goes") { glow() == nil }
        // A fling arrives at the end.
        window.view.scrollToItem(at: IndexPath(item: 999, section: 0), at: .end, animated: false)
        settle()
        window.host.scroll(by: CGPoint(x: 0, y: -40))
        settle()
        signal_fling(area, 1, 1, 3_000)
        var highest = 0.0
        wait("a glow at the end") {
            if let place = glow(), place.maxY == 400 { highest = max(highest, place.height) }
            return highest > 10
        }
        wait("it goes") { glow() == nil }
        expect(window.host.overscroll == 0)
        window.close()
    }

    run("anIndexBesideTheRowsScrollsToItsTitles") {
        let view = CollectionView(
            frame: .zero,
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(30))))
        let host = try GTKHost(showing: view)
        let source = DiffableDataSource<String, String>(collectionView: view) { view, indexPath, text in
            let cell = view.dequeueReusableCell(TextCell.self, for: indexPath)
            cell.text = text
            return cell
        }
        source.indexTitleProvider = { $0 }
        let titles = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
        @MainActor func show(_ titles: [String]) {
            var snapshot = DiffableSnapshot<String, String>()
            for title in titles {
                snapshot.appendSections([title])
                snapshot.appendItems((0..<20).map { "\(title)\($0)" })
            }
            source.apply(snapshot, animatingDifferences: false)
        }
        show(titles)
        let window = present(host)
        settle()
        expect(view.bounds.width == 300)
        host.showsIndex = true
        wait("the rows make room") { view.bounds.width < 300 }
        settle()
        let left = Double(view.bounds.width)
        @MainActor func top() -> String? { (view.visibleCells.first as? TextCell)?.text }
        let shot = Screenshot(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self))
        expect((shot?.ink(left + 1, 1, 298 - left, 398) ?? 0) > 0.01, "no titles")
        var child = gtk_widget_get_first_child(host.widget)
        while let found = child, gtk_widget_has_css_class(found, "dim-label") == 0 {
            child = gtk_widget_get_next_sibling(found)
        }
        expect(child != nil, "the titles are as dark as the rows")
        // The middle of the titles from N on.
        xdotool("mousemove", "\(Int(left) + 6)", "\(400 * 13 / 26 + 4)", "mousedown", "1")
        wait("N") { top() == "N0" }
        xdotool("mousemove", "\(Int(left) + 6)", "\(400 * 19 / 26 + 6)")
        wait("T") { top() == "T0" }
        xdotool("mouseup", "1")
        settle()
        expect(view.indexPathsForSelectedItems.isEmpty)
        // Fewer titles.
        show(["X", "Y", "Z"])
        settle()
        // They are narrower.
        xdotool("mousemove", "\(Int(view.bounds.width) + 6)", "200", "click", "1")
        wait("Y") { top() == "Y0" }
        host.showsIndex = false
        wait("no index") { view.bounds.width == 300 }
        gtk_window_destroy(window)
    }
}
