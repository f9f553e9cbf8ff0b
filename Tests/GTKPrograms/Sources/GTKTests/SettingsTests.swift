import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// What the user changes while a program runs.
@MainActor
func testSettings() {
    /// Rows that GTK has elsewhere than the list, by more than the rounding to pixels.
    func misplaced(_ window: Window) -> [String] {
        var found: [String] = []
        for (place, path) in window.view.indexPathsForVisibleItems.sorted().enumerated() {
            let (row, actual) = (window.screen[place], window.place(of: path.item))
            if let actual, abs(actual.y - row.y) <= 0.5, actual.height == row.height { continue }
            found.append("\(row) is at \(String(describing: actual))")
        }
        return found
    }

    run("rowsAreMeasuredAgainWithAnotherFont") {
        let window = try Window(rows)
        signal_setting(window.host.widget, "gtk-xft-dpi", nil, 96 * 1024)
        window.host.scroll(to: 3_000)
        settle()
        let before = window.screen
        signal_setting(window.host.widget, "gtk-font-name", "Sans 30", 0)
        wait("higher rows") { window.screen.allSatisfy { $0.height > before[0].height * 1.5 } }
        settle()
        // The first row is where it was.
        expect(window.screen.first?.text == before[0].text && window.screen.first?.y == before[0].y, "\(window.screen)")
        expect(misplaced(window) == [], "\(misplaced(window))")
        // Also in the middle of a fling.
        signal_fling(window.host.widget, 1, 2, 900)
        wait("fling") { window.host.isScrolling }
        signal_setting(window.host.widget, "gtk-font-name", "Sans 10", 0)
        wait("rest") { !window.host.isScrolling && window.screen.allSatisfy { $0.height == before[0].height } }
        settle()
        expect(misplaced(window) == [], "\(misplaced(window))")
        expect(window.view.diagnostics.recent.isEmpty)
        // The user's factor for texts. Rows that were measured before and are not on the screen are measured again, too.
        window.host.scroll(to: 0)
        settle()
        signal_setting(window.host.widget, "gtk-xft-dpi", nil, 192 * 1024)
        wait("higher rows") { window.screen.allSatisfy { $0.height > before[0].height * 1.4 } }
        window.host.scroll(to: 3_000)
        settle()
        expect(window.screen.allSatisfy { $0.height > before[0].height * 1.4 }, "\(window.screen)")
        expect(misplaced(window) == [], "\(misplaced(window))")
        signal_setting(window.host.widget, "gtk-xft-dpi", nil, 96 * 1024)
        window.close()
    }

    run("theThemeChangesWhileTheListScrolls") {
        let window = try Window(rows)
        settle()
        let light = Screenshot(window.window)?.colour(200, 300)
        signal_fling(window.host.widget, 1, 2, 900)
        wait("fling") { window.host.isScrolling }
        signal_setting(window.host.widget, "gtk-application-prefer-dark-theme", nil, 1)
        wait("rest") { !window.host.isScrolling }
        settle()
        expect(misplaced(window) == [], "\(misplaced(window))")
        let dark = Screenshot(window.window)?.colour(200, 300)
        expect((light?.max() ?? 0) > 200 && (dark?.max() ?? 255) < 100, "\(light ?? []), then \(dark ?? [])")
        signal_setting(window.host.widget, "gtk-application-prefer-dark-theme", nil, 0)
        window.close()
    }

    run("aListFromRightToLeftHasItsBarAtTheLeft") {
        let window = try Window(rows)
        window.host.usesOverlayScrollBar = false
        settle()
        gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
        wait("the direction") { window.view.flowDirection == .rightToLeft }
        settle()
        var bounds = graphene_rect_t()
        let bar = signal_bar(window.host.widget)
        expect(gtk_widget_compute_bounds(bar, window.host.widget, &bounds) != 0 && bounds.origin.x == 0)
        let width = Double(bounds.size.width)
        let cell = window.view.visibleCells[2] as? TextCell
        if let row = cell.flatMap({ gtk_widget_get_parent($0.makeWidget().pointer) }) {
            expect(gtk_widget_compute_bounds(row, window.host.widget, &bounds) != 0)
            expect(Double(bounds.origin.x) == width && Double(bounds.size.width) == 300 - width, "\(bounds)")
        }
        xdotool("mousemove", "150", "\(Int(window.screen[2].y + 5))", "click", "1")
        wait("the row") { window.selected == ["row 2"] }
        gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
        wait("back") { window.view.flowDirection == .leftToRight }
        window.close()
    }
}
