import CGTK
import ListEngineGTK

/// Names with an index next to them, drawn by their cells, which show where the pointer is.
final class NamesSample: Sample {
    private let source = ListDataSource()
    private(set) var names: [String] = []
    private var filter = ""

    /// - Parameter load: Returns the names in their order, on another thread.
    init(_ load: @escaping @Sendable () throws -> [String] = NamesSample.examples) throws {
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(30))))
        source.attach(to: list)
        host.showsIndex = true
        add(
            searchField { [unowned self] in
                filter = $0
                show()
            })
        list.emptyContent = .loading("Reading the names…")
        Task { [weak self] in
            do {
                let names = try await Task.detached(operation: load).value
                self?.names = names
                self?.show()
            } catch {
                self?.list.emptyContent = EmptyContent("The names cannot be read", text: "\(error)")
            }
        }
    }

    private func show() {
        let found = filter.isEmpty ? names : names.filter { $0.lowercased().hasPrefix(filter.lowercased()) }
        var letters: [(letter: String, names: [String])] = []
        for name in found {
            let letter = String(name.prefix(1))
            if letters.last?.letter != letter { letters.append((letter, [])) }
            letters[letters.count - 1].names.append(name)
        }
        list.emptyContent = .noResults(for: filter)
        source.build(animatingDifferences: false) {
            for (letter, names) in letters {
                ListBlock(letter, names, id: \.self) { (cell: NameCell, name) in cell.name = name }
                    .header(estimatedHeight: 28, pins: true) { (title: TitleView) in title.text = letter }
                    .indexTitle(letter)
            }
        }
        status.text = "\(found.count) of \(names.count) names"
    }

    /// Some thousand names, made of syllables.
    nonisolated static func examples() -> [String] {
        let starts = [
            "An", "Ber", "Car", "Dag", "El", "Fri", "Ger", "Hil", "In", "Jo", "Kat", "Lin", "Mar", "Nor", "Ol", "Pet",
        ]
        let middles = ["", "a", "da", "li", "mo", "ne", "ri", "so", "ti"]
        let ends = ["ana", "bert", "dis", "gard", "hilde", "ine", "mund", "nard", "olf", "ric", "trud", "ulf", "win"]
        return starts.flatMap { start in middles.flatMap { middle in ends.map { start + middle + $0 } } }.sorted()
    }
}

/// A name, with its first letter in a circle. The circle is filled below the pointer.
final class NameCell: GTKDrawnCell {
    var name = "" {
        didSet {
            accessibility = AccessibilityDescription(label: name)
            setNeedsDisplay()
        }
    }

    override var isHovered: Bool { didSet { setNeedsDisplay() } }

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat { 40 }

    override func draw(in context: OpaquePointer, size: CGSize) {
        var color = textColor
        gdk_cairo_set_source_rgba(context, &color)
        let isMirrored = collectionView?.flowDirection == .rightToLeft
        let x = isMirrored ? size.width - 24 : 24
        cairo_arc(context, x, size.height / 2, 13, 0, 2 * .pi)
        if isHovered { cairo_fill_preserve(context) }
        cairo_set_line_width(context, 1)
        cairo_stroke(context)
        show(name, in: context, at: isMirrored ? nil : 48, end: size.width - 48, size)
        guard !isHovered else { return }
        show(String(name.prefix(1)), in: context, at: x - 5, end: x + 5, size)
    }

    /// - Parameter start: The left end of the text. Nil: it ends at the right end.
    private func show(_ text: String, in context: OpaquePointer, at start: CGFloat?, end: CGFloat, _ size: CGSize) {
        guard let layout = makeTextLayout(text) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var (width, height): (CInt, CInt) = (0, 0)
        pango_layout_get_pixel_size(layout, &width, &height)
        cairo_move_to(context, start ?? end - CGFloat(width), (size.height - CGFloat(height)) / 2)
        pango_cairo_show_layout(context, layout)
    }
}
