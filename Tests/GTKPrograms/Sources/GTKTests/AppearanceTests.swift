import CGTK
import GTKTestSupport
import ListEngineGTK
import Signals

/// A background that knows where GTK has it.
private final class Card: GTKBackground {
    private var shown: UnsafeMutablePointer<GtkWidget>?

    override func makeWidget() -> GTKWidget {
        let made = super.makeWidget()
        shown = made.pointer
        return made
    }

    func place(in host: GTKHost) -> (y: Float, height: Float)? {
        var bounds = graphene_rect_t()
        guard let shown, gtk_widget_compute_bounds(shown, host.widget, &bounds) != 0 else { return nil }
        return (bounds.origin.y, bounds.size.height)
    }
}

private final class RedLine: CollectionReusableView, OrnamentView {
    var ornament = ListOrnament.line(.rgb(red: 255, green: 0, blue: 0), insets: SectionInsets(leading: 100)) {
        didSet { ornamentDidChange() }
    }
    override var accessibilityRole: AccessibilityRole { .ornament }
}

private final class Busy: CollectionReusableView, OrnamentView {
    var isBusy = true { didSet { ornamentDidChange() } }
    var ornament: ListOrnament { .activity(isRunning: isBusy) }
}

@MainActor
func testAppearances() {
    run("linesAndSignsOfActivityAreDrawn") {
        let window = try Window(["first"])
        window.view.collectionViewLayout = CollectionViewFlowLayout()
        window.source.build {
            ListBlock("a", ["a"], id: \.self) { (cell: TextCell, text) in cell.text = text }
                .height(80).header(height: 4) { (_: RedLine) in }
            ListBlock("b", ["b"], id: \.self) { (cell: TextCell, text) in cell.text = text }
                .height(80).header(height: 44) { (_: Busy) in }
        }
        settle()
        guard let screenshot = Screenshot(window.window) else { return fail("the window shows nothing") }
        let top = Double(screenshot.height) - Double(window.view.bounds.height)
        expect(
            screenshot.colour(200, top + 2) != screenshot.colour(200, top + 20), "the line is not drawn")
        expect(screenshot.colour(50, top + 2) != screenshot.colour(200, top + 2), "the line is not inset")
        let isDrawn = stride(from: 0.0, to: Double(screenshot.width), by: 1).contains {
            screenshot.colour($0, top + 106) != screenshot.colour(2, top + 106)
        }
        expect(isDrawn, "there is no spinner")
        let line = window.view.visibleViews.lazy.compactMap { $0 as? RedLine }.first
        line?.ornament = .line(.rgb(red: 255, green: 0, blue: 0))
        settle()
        if let screenshot = Screenshot(window.window) {
            expect(screenshot.colour(50, top + 2) == screenshot.colour(200, top + 2), "the new line is not drawn")
        }
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
    }

    run("separatorsAndBackgroundsAreDrawnByTheTheme") {
        let window = try Window(["a", "b", "c"])
        var configuration = CollectionLayoutListConfiguration(appearance: .insetGrouped)
        configuration.itemHeight = .absolute(40)
        configuration.separatorInsets = DirectionalEdgeInsets(leading: 30)
        window.view.collectionViewLayout = CollectionViewCompositionalLayout.list(using: configuration)
        settle()
        let lines = window.view.visibleViews.compactMap { $0 as? ItemSeparatorView }
        expect(lines.map(\.frame.maxY) == [48, 88], "\(lines.map(\.frame))")
        guard let screenshot = Screenshot(window.window) else { return fail("the window shows nothing") }
        // The title bar is above the list.
        let top = Double(screenshot.height) - Double(window.view.bounds.height)
        @MainActor func differs(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Bool {
            screenshot.colour(a.x, top + a.y) != screenshot.colour(b.x, top + b.y)
        }
        expect(differs((200, 47.5), (200, 44)), "there is no line below the first row")
        expect(!differs((30, 47.5), (30, 44)), "the line is not inset")
        expect(!differs((200, 127.5), (200, 124)) || differs((20, 127.5), (20, 124)), "the last row has a line")
        let edge = stride(from: 14.0, through: 17, by: 1).contains { differs(($0, 68), (12, 68)) }
        expect(edge, "the background has no edge")
        window.close()
    }

    run("anEmptyListSaysWhy") {
        var names: [String] = ["a"]
        var tries = 0
        var window: ContentWindow!
        window = try ContentWindow { ListBlock("names", names) }
        names = []
        window.view.emptyContent = .loading("Wait")
        window.update()
        wait("the empty view") { window.view.shownEmptyContent != nil }
        settle()
        let spinner = signal_descendant(window.host.widget, "GtkSpinner", 0)
        expect(spinner.map { gtk_widget_get_mapped($0) } == 1)
        expect(spinner.map { signal_has_property($0, GTK_ACCESSIBLE_PROPERTY_LABEL, "Wait") } == 1)
        takePicture(window.widget, "empty-loading")
        window.view.emptyContent = .noResults(for: "x")
        settle()
        expect(spinner.map { gtk_widget_get_mapped($0) } == 0)
        takePicture(window.widget, "empty-no-results")
        window.view.emptyContent = EmptyContent(
            "Failed", text: "No answer", image: .icon("network-error-symbolic"),
            action: .init("Again") {
                tries += 1
                if tries == 2 { window.view.emptyContent = nil }
            })
        settle()
        takePicture(window.widget, "empty-failed")
        guard let button = signal_button(window.host.widget, "Again") else { return fail("no button") }
        window.click(button)
        wait("an action") { tries == 1 }
        // By keys too. The action removes its own button.
        gtk_widget_child_focus(window.host.widget, GTK_DIR_TAB_FORWARD)
        xdotool("key", "Tab")
        settle()
        gtk_widget_grab_focus(button)
        xdotool("key", "space")
        wait("another action") { tries == 2 }
        settle()
        expect(window.view.emptyView == nil)
        // A list from right to left, which gets items, and a closed window.
        gtk_widget_set_direction(window.host.widget, GTK_TEXT_DIR_RTL)
        window.view.emptyContent = EmptyContent("Empty", action: .init("Again") { window.close() })
        settle()
        names = ["b"]
        window.update()
        settle()
        expect(signal_button(window.host.widget, "Again") == nil)
        names = []
        window.update()
        settle()
        signal_click(signal_button(window.host.widget, "Again"))
        settle()
    }

    run("aSidebarAndBoxesAreThoseOfTheTheme") {
        let window = try Window(["a", "b", "c"])
        @MainActor func show(_ appearance: CollectionLayoutListConfiguration.Appearance?) -> [Bool] {
            window.view.collectionViewLayout =
                appearance.map { .list(using: CollectionLayoutListConfiguration(appearance: $0)) }
                ?? CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30)))
            settle()
            return ["navigation-sidebar", "background"].map { (name: String) in
                gtk_widget_has_css_class(window.host.widget, name) != 0
            }
        }
        expect(show(.sidebar) == [true, false])
        takePicture(window.window, "sidebar")
        expect(show(.insetGrouped) == [false, true])
        takePicture(window.window, "boxes")
        expect(show(.plain) == [false, false] && show(.sidebar) == [true, false] && show(nil) == [false, false])
        window.close()
    }

    run("aLineIsHiddenByItsItem") {
        var lines: [String: ItemSeparator] = ["a": .hidden, "b": .inset(leading: 100)]
        var window: ContentWindow!
        window = try ContentWindow {
            ListBlock("rows", ["a", "b", "c"], id: \.self) { name in
                var content = ItemContent(name)
                content.separator = lines[name]
                return content
            }
        }
        var configuration = CollectionLayoutListConfiguration(appearance: .plain)
        configuration.itemHeight = .absolute(40)
        window.view.collectionViewLayout = CollectionViewCompositionalLayout.list(using: configuration)
        settle()
        @MainActor func isDrawn(_ x: Double, _ row: Double) -> Bool? {
            guard let screenshot = Screenshot(window.widget) else { return nil }
            let top = Double(screenshot.height) - Double(window.view.bounds.height)
            return screenshot.colour(x, top + 40 * row + 39.5) != screenshot.colour(x, top + 40 * row + 35)
        }
        expect(isDrawn(300, 0) == false && isDrawn(300, 1) == true && isDrawn(60, 1) == false)
        lines = [:]
        window.update()
        settle()
        expect(isDrawn(300, 0) == true && isDrawn(60, 1) == true)
        window.close()
    }

    run("theBackgroundOfAMillionRowsIsDrawnWhereItIsVisible") {
        let window = try Window(["first"])
        window.view.register(
            Card.self, forDecorationViewOfKind: ElementKind(CollectionLayoutListConfiguration.backgroundKind))
        window.view.collectionViewLayout = CollectionViewCompositionalLayout.list(
            using: CollectionLayoutListConfiguration(appearance: .insetGrouped))
        window.source.build {
            ListBlock("rows", Array(0..<1_000_000), id: \.self) { (cell: TextCell, number) in cell.text = "\(number)" }
        }
        settle()
        window.host.scroll(to: window.host.offsetRange.upperBound / 2)
        settle()
        guard let place = window.view.visibleViews.lazy.compactMap({ $0 as? Card }).first?.place(in: window.host) else {
            return fail("there is no background")
        }
        expect(place.height < 2_000 && place.y < 0 && place.y + place.height > 400, "\(place)")
        window.close()
    }
}
