import CGTK
import ListEngineGTK

// A window with a hundred thousand rows of text. With --once it prints what it shows and ends.

final class TextCell: GTKCell {
    private let label = gtk_label_new(nil)!
    var text = "" {
        didSet { gtk_label_set_text(OpaquePointer(label), text) }
    }
    override func makeWidget() -> UnsafeMutablePointer<GtkWidget> { label }
}

let view = CollectionView(
    frame: .zero,
    collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
let host = try GTKHost(showing: view)
let list = ListDataSource()
list.prepare(for: view)
list.build {
    ListBlock("rows", Array(0..<100_000), id: \.self) { (cell: TextCell, number) in cell.text = "Row \(number)" }
}

let widget = gtk_window_new()!
let window = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_default_size(window, 300, 400)
gtk_window_set_child(window, host.widget)
gtk_window_present(window)

let isOnce = CommandLine.arguments.contains("--once")
GTKHost.runMainLoop(untilClosed: window) { isOnce && !view.visibleCells.isEmpty }
let texts = view.visibleCells.compactMap { ($0 as? TextCell)?.text }
print("\(view.numberOfItems(inSection: 0)) rows, at the top: \(texts.prefix(2).joined(separator: ", "))")
