import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

// MARK: - The list under test

final class TextCell: GTKCell {
    private let label = gtk_label_new(nil)!
    var text = "" {
        didSet { gtk_label_set_text(OpaquePointer(label), text) }
    }
    /// The text of each cell that the pointer was over.
    static var hovered: [String] = []
    override var isHovered: Bool {
        didSet { if isHovered { Self.hovered.append(text) } }
    }
    override func makeWidget() -> GTKWidget {
        gtk_label_set_wrap(OpaquePointer(label), 1)
        gtk_label_set_xalign(OpaquePointer(label), 0)
        return GTKWidget(label)
    }
}

/// Shows a list in a window, and waits for its first frame.
@MainActor @discardableResult
func present(
    _ host: GTKHost, in window: UnsafeMutablePointer<GtkWindow>? = nil, _ width: Int32 = 300, _ height: Int32 = 400
) -> UnsafeMutablePointer<GtkWindow> {
    let window = window ?? UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_default_size(window, width, height)
    gtk_window_set_child(window, host.widget)
    gtk_window_present(window)
    wait("the first frame") { !host.list.visibleCells.isEmpty }
    return window
}

@MainActor
final class Window {
    let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
    let source = ListDataSource()
    let host: GTKHost
    let window: UnsafeMutablePointer<GtkWidget>
    var selected: [String] = []
    var chosen: [String] = []
    var hasArrived = false

    init(_ rows: [String], width: Int32 = 300, height: Int32 = 400) throws {
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30)))
        // The host opens the display, which a window needs.
        host = try GTKHost(showing: view)
        window = gtk_window_new()
        source.attach(to: view)
        show(rows)
        present(host, in: gtkWindow, width, height)
    }

    var gtkWindow: UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
    }

    func show(_ rows: [String]) {
        source.build {
            ListBlock("rows", rows, id: \.self) { (cell: TextCell, text) in cell.text = text }
                .onDidSelect { [unowned self] text, _ in selected.append(text) }
                .menu { [unowned self] text in
                    CollectionContextMenu(
                        ItemMenu([
                            .init("Open a_b") { self.chosen.append("open \(text)") },
                            .init("Delete", image: .icon("user-trash-symbolic")) {
                                self.chosen.append("delete \(text)")
                            },
                        ]))
                }
        }
    }

    func prepare(_ rows: [String]) async {
        let result = await source.buildPreparing {
            ListBlock("rows", rows, id: \.self) { (cell: TextCell, text) in cell.text = text }
        }
        hasArrived = result.isApplied
    }

    func close() { gtk_window_destroy(gtkWindow) }

    /// The labels on the screen, from top to bottom, with their positions.
    var screen: [(text: String, y: Double, height: Double)] {
        view.visibleCells.compactMap { cell -> (text: String, y: Double, height: Double)? in
            guard let cell = cell as? TextCell else { return nil }
            let frame = cell.frame
            return (cell.text, Double(frame.minY - view.contentOffset.y), Double(frame.height))
        }
    }

    /// Where GTK has a cell's widget, in the list's widget: the row around the program's widget.
    func place(of item: Int) -> (y: Double, height: Double)? {
        guard let cell = view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell,
            let row = gtk_widget_get_parent(cell.makeWidget().pointer), gtk_widget_get_child_visible(row) != 0
        else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row, host.widget, &bounds) != 0 else { return nil }
        return (Double(bounds.origin.y), Double(bounds.size.height))
    }
}

let rows = (0..<1_000).map { "row \($0)" }
