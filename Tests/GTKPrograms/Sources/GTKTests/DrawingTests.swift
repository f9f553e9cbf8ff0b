import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A bar of a colour, two lines high in rows of even numbers and of narrow lists.
private final class BarCell: GTKDrawnCell {
    var number = 0
    /// What a hasty program does while it draws.
    var isDrawing: (() -> Void)?
    static var drawn: [Int] = []

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat {
        switch number {
        case 5: .nan
        case 7: -10
        case 9: .infinity
        default: number % 2 == 0 || (across ?? 1_000) < 200 ? 40 : 20
        }
    }

    override func draw(in context: OpaquePointer, size: CGSize) {
        Self.drawn.append(number)
        cairo_set_source_rgb(context, 1, 0, 0)
        cairo_rectangle(context, 0, 0, Double(number), Double(size.height))
        cairo_fill(context)
        isDrawing?()
    }
}

/// A text in the theme's font and colour.
private final class DrawnTextCell: GTKDrawnCell {
    var text = ""

    private func layout(_ width: CGFloat?) -> OpaquePointer? {
        guard let layout = makeTextLayout(text) else { return nil }
        if let width { pango_layout_set_width(layout, CInt(width) * PANGO_SCALE) }
        return layout
    }

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat {
        guard let layout = layout(across) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var (width, height): (CInt, CInt) = (0, 0)
        pango_layout_get_pixel_size(layout, &width, &height)
        return CGFloat(height)
    }

    override func draw(in context: OpaquePointer, size: CGSize) {
        guard let layout = layout(size.width) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var color = textColor
        gdk_cairo_set_source_rgba(context, &color)
        pango_cairo_show_layout(context, layout)
    }
}

@MainActor
private final class DrawnWindow<Cell: GTKDrawnCell> {
    let view = CollectionView(
        frame: .zero,
        collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
    let source = ListDataSource()
    let window: UnsafeMutablePointer<GtkWidget>
    private(set) var host: GTKHost?

    init(_ count: Int, _ configure: @escaping @MainActor (Cell, Int) -> Void) throws {
        let host = try GTKHost(showing: view)
        self.host = host
        window = gtk_window_new()
        source.attach(to: view)
        source.build { ListBlock("rows", Array(0..<count), id: \.self, configure) }
        let gtkWindow = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_default_size(gtkWindow, 300, 400)
        gtk_window_set_child(gtkWindow, host.widget)
        gtk_window_present(gtkWindow)
        wait("the first frame") { !view.visibleCells.isEmpty }
        settle()
    }

    /// The heights of the rows on the screen, by item.
    var heights: [Int: CGFloat] {
        Dictionary(
            uniqueKeysWithValues: view.indexPathsForVisibleItems.map { path in
                (path.item, view.cellForItem(at: path)?.frame.height ?? -1)
            })
    }

    func dropHost() { host = nil }

    func close() { gtk_window_destroy(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)) }
}

@MainActor
func testDrawings() {
    run("drawnCellsHaveTheirExtentsAndColours") {
        let window = try DrawnWindow<BarCell>(1_000) { cell, number in cell.number = number }
        let heights = window.heights
        // Rows have a padding of the theme, which is the same for all.
        let padding = (heights[0] ?? 0) - 40
        expect(heights[1] == padding + 20 && heights[2] == padding + 40, "\(heights)")
        expect(heights[5] == padding && heights[7] == padding, "\(heights)")
        // An infinite extent does not hide what follows for ever.
        expect((heights[9] ?? 0) >= 400 && (heights[9] ?? 0).isFinite, "\(heights)")
        window.view.scrollToItem(at: IndexPath(item: 100, section: 0), at: .start, animated: false)
        settle()
        // Cells that showed other rows before have the heights of their own.
        for (item, height) in window.heights {
            expect(height == padding + (item % 2 == 0 ? 40 : 20), "row \(item) has \(height)")
        }
        guard let cell = window.view.visibleCells.compactMap({ $0 as? BarCell }).first(where: { $0.number == 102 }),
            let picture = Screenshot(window.window)
        else { return fail("row 102 is not on the screen") }
        let y = Double(cell.frame.midY - window.view.contentOffset.y)
        let left = picture.colour(Double(padding / 2) + 50, y) ?? []
        let right = picture.colour(Double(padding / 2) + 150, y) ?? []
        expect(left.first ?? 0 > 200 && left.last ?? 255 < 80, "\(left)")
        expect(right.first == right.last, "\(right)")
        window.close()
    }

    run("aDrawnCellNeedsThirtyPointsUnlessItSaysOtherwise") {
        final class Plain: GTKDrawnCell {}
        let (plain, bars) = (try DrawnWindow<Plain>(3) { _, _ in }, try DrawnWindow<BarCell>(3) { $0.number = $1 })
        // The first bar needs 40 points.
        expect(plain.heights[0] == (bars.heights[0] ?? 0) - 10, "\(plain.heights)")
        plain.close()
        bars.close()
    }

    run("aDrawingIsMadeOnceWhileItMoves") {
        let window = try DrawnWindow<BarCell>(1_000) { cell, number in cell.number = number + 100 }
        BarCell.drawn = []
        for _ in 0..<10 {
            guard let host = window.host else { break }
            host.scroll(to: host.offset + 20)
            settle()
        }
        // Ten to four rows have appeared, and nothing was drawn twice.
        expect(Set(BarCell.drawn).count == BarCell.drawn.count, "\(BarCell.drawn)")
        expect((4...10).contains(BarCell.drawn.count), "\(BarCell.drawn)")
        // What changed is drawn again when the program says so.
        let cell = window.view.visibleCells.compactMap { $0 as? BarCell }.first { $0.number % 2 == 1 }
        let (height, number) = (cell?.frame.height ?? 0, cell?.number ?? 0)
        BarCell.drawn = []
        cell?.setNeedsDisplay()
        wait("drawing") { BarCell.drawn == [number] }
        cell?.number = 200
        cell?.setNeedsMeasuring()
        wait("height") { cell?.frame.height == height + 20 }
        expect(BarCell.drawn.contains(200), "\(BarCell.drawn)")
        window.close()
    }

    run("aDrawingDropsItsListAndItself") {
        let window = try DrawnWindow<BarCell>(100) { cell, number in cell.number = number + 100 }
        let cell = window.view.visibleCells.first as? BarCell
        cell?.isDrawing = { window.source.build { ListBlock("none", [Int](), id: \.self) { (_: BarCell, _) in } } }
        cell?.setNeedsDisplay()
        wait("no rows") { window.view.visibleCells.isEmpty }
        settle()
        cell?.isDrawing = nil
        window.source.build {
            ListBlock("rows", Array(0..<100), id: \.self) { (cell: BarCell, number) in cell.number = number + 100 }
        }
        wait("rows") { !window.view.visibleCells.isEmpty }
        let other = window.view.visibleCells.first as? BarCell
        other?.isDrawing = { [unowned window] in window.dropHost() }
        other?.setNeedsDisplay()
        wait("no host") { window.host == nil }
        settle()
        window.close()
        settle()
        // A cell without a list draws nothing, and does no harm.
        other?.setNeedsMeasuring()
    }

    run("drawnTextHasTheThemesFontAndColour") {
        let words = (0..<100).map { "\($0) " + String(repeating: "word ", count: $0 % 5 * 10) }
        let window = try DrawnWindow<DrawnTextCell>(100) { cell, number in cell.text = words[number] }
        let heights = window.heights
        expect((heights[0] ?? 0) < (heights[1] ?? 0) && (heights[1] ?? 0) < (heights[2] ?? 0), "\(heights)")
        let ink = Screenshot(window.window)?.ink(0, Double(heights[0] ?? 0), 280, Double(heights[1] ?? 0)) ?? 0
        expect(ink > 0.02, "\(ink)")
        let widget = window.host?.widget
        signal_setting(widget, "gtk-font-name", "Sans 30", 0)
        wait("higher rows") { (window.heights[0] ?? 0) > (heights[0] ?? 0) * 1.5 }
        signal_setting(widget, "gtk-font-name", "Sans 10", 0)
        wait("lower rows") { (window.heights[0] ?? 0) < (heights[0] ?? 0) * 1.5 }
        // Light text on a dark row.
        signal_setting(widget, "gtk-application-prefer-dark-theme", nil, 1)
        settle()
        let dark = Screenshot(window.window)
        let colours = (0..<60).compactMap { dark?.colour(Double($0), Double(window.heights[0] ?? 0) / 2) }
        let lights = colours.map { $0.reduce(0, +) / 3 }
        expect((lights.min() ?? 255) < 80 && (lights.max() ?? 0) > 160, "\(lights)")
        signal_setting(widget, "gtk-application-prefer-dark-theme", nil, 0)
        window.close()
    }

    run("theTooltipOfADrawnCellIsAskedFor") {
        let window = try DrawnWindow<BarCell>(1_000) { cell, number in cell.number = number + 100 }
        let cell = window.view.visibleCells.compactMap { $0 as? BarCell }.first { $0.number == 103 }
        guard let cell, let widget = cell.widget else { return fail("row 103 is not on the screen") }
        gtk_widget_set_tooltip_text(widget, "three")
        asked = 0
        let handler: @convention(c) (OpaquePointer?, CInt, CInt, gboolean, OpaquePointer?, gpointer?) -> gboolean = {
            _, _, _, _, _, _ in
            MainActor.assumeIsolated { asked += 1 }
            return 0
        }
        g_signal_connect_data(
            widget, "query-tooltip", unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
        xdotool("mousemove", "100", "\(Int(cell.frame.midY))")
        xdotool("mousemove", "103", "\(Int(cell.frame.midY))")
        wait("tooltip") { asked > 0 }
        window.close()
    }
}

@MainActor private var asked = 0
