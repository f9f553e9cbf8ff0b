import CGTK
import Foundation
import ListEngineGTK
import ListEngineLayout
import Rivals

/// A list in a window, with all words.
@MainActor
protocol Contender: AnyObject {
    var widget: UnsafeMutablePointer<GtkWidget> { get }
    /// That of the scroll bar, which all are scrolled by.
    var adjustment: UnsafeMutablePointer<GtkAdjustment> { get }
    var rowsOnScreen: [screen_row] { get }
    /// Rows that the list has, and whether that is all that the last filter finds.
    var count: Int { get }
    var isComplete: Bool { get }
    /// The text of a key: shows the words that contain it.
    func filter(_ text: String)
    func jump(to index: Int)
    /// Inserts rows above all others.
    func insert(_ count: Int)
}

/// A pointer that GTK returns as one to another class.
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>, to: To.Type = To.self) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// One of GTK's own lists.
@MainActor
final class Rival: Contender {
    let widget: UnsafeMutablePointer<GtkWidget>

    init(_ kind: rival_kind) { widget = rival_new(kind) }

    var adjustment: UnsafeMutablePointer<GtkAdjustment> { rival_adjustment(widget) }
    var rowsOnScreen: [screen_row] { collect { rival_rows($0, $1) } }
    var count: Int { Int(rival_count()) }
    var isComplete: Bool { rival_is_complete() }
    func filter(_ text: String) { rival_filter(text) }
    func jump(to index: Int) { rival_jump(UInt32(index)) }
    func insert(_ count: Int) { rival_insert(UInt32(count)) }
}

func collect(_ body: (UnsafeMutablePointer<screen_row>, UInt32) -> UInt32) -> [screen_row] {
    Array(unsafeUninitializedCapacity: 256) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        count = Int(body(base, 256))
    }
}

// MARK: - Ours

/// A cell of either kind.
@MainActor
protocol WordView: CollectionViewCell {
    func show(_ word: Int32)
}

final class WordCell: GTKCell, WordView {
    private let label = gtk_label_new(nil)!
    override func makeWidget() -> GTKWidget {
        gtk_label_set_wrap(OpaquePointer(label), 1)
        gtk_label_set_xalign(OpaquePointer(label), 0)
        return GTKWidget(label)
    }
    func show(_ word: Int32) { gtk_label_set_text(OpaquePointer(label), words_text(UInt32(word))) }
}

/// The same, drawn.
final class DrawnWordCell: GTKDrawnCell, WordView {
    private var word: Int32 = 0
    /// The text as it was measured or drawn last, and for which word.
    private var layout: (pango: OpaquePointer, word: Int32)?

    func show(_ word: Int32) { self.word = word }

    private func layout(_ width: CGFloat?) -> OpaquePointer? {
        guard let pango = layout?.pango ?? makeTextLayout("") else { return nil }
        if layout?.word != word { pango_layout_set_text(pango, words_text(UInt32(word)), -1) }
        layout = (pango, word)
        pango_layout_set_width(pango, width.map { CInt($0) * PANGO_SCALE } ?? -1)
        return pango
    }

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat {
        var (width, height): (CInt, CInt) = (0, 0)
        layout(across).map { pango_layout_get_pixel_size($0, &width, &height) }
        return CGFloat(axis == GTK_ORIENTATION_VERTICAL ? height : width)
    }

    override func draw(in context: OpaquePointer, size: CGSize) {
        var color = textColor
        gdk_cairo_set_source_rgba(context, &color)
        layout(size.width).map { pango_cairo_show_layout(context, $0) }
    }

    /// The word and where GTK has it.
    func row(in list: UnsafeMutablePointer<GtkWidget>) -> screen_row? {
        var bounds = graphene_rect_t()
        guard let widget, gtk_widget_get_mapped(widget) != 0, gtk_widget_compute_bounds(widget, list, &bounds) != 0
        else { return nil }
        return screen_row(text: g_str_hash(words_text(UInt32(word))), y: Double(bounds.origin.y))
    }
}

final class LetterView: GTKView {
    private let label = gtk_label_new(nil)!
    override func makeWidget() -> GTKWidget { GTKWidget(label) }
    func show(_ section: Int) {
        gtk_label_set_text(OpaquePointer(label), section < 26 ? String(UnicodeScalar(UInt8(65 + section))) : "#")
    }
}

/// Rows of estimated height below a letter that stays on the screen.
final class WordLayout: CollectionViewLayoutRecipe {
    nonisolated static let header: CGFloat = 28
    let scrollDirection = ScrollDirection.vertical

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        Self.recipe(context.itemCount)
    }

    nonisolated private static func recipe(_ count: Int) -> SectionRecipe {
        .list(
            count: count, height: CommandLine.arguments.contains("single") ? 24 : 40, header: header, pinsHeader: true,
            estimated: true)
    }

    /// The same, for updates that are prepared on another thread.
    nonisolated static let shared = SharedSectionRecipes { _, items, context in
        recipe(items.map { $0.reduce(0) { $0 + $1.count } } ?? context.itemCount)
    }
}

typealias Words = DiffableSnapshot<Int, Int32>

/// Reads the words, and makes a snapshot of them, on a thread.
final class Reading: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var result = (count: 0, words: Words())

    /// - Parameter empty: The snapshot from which the words' snapshot is made; nil if none is wanted.
    init(from empty: Words?) {
        Thread.detachNewThread { [self] in
            result.count = Int(words_load("/usr/share/dict/american-english-insane"))
            if let empty, result.count > 0 {
                result.words = Words(basedOn: empty)
                result.words.appendSections(Array(0..<27))
                for section in 0..<27 {
                    let (first, end) = (words_section(UInt32(section)), words_section(UInt32(section) + 1))
                    result.words.appendItems(Int32(first)..<Int32(end), toSection: section)
                }
            }
            done.signal()
        }
    }

    func wait() -> (count: Int, words: Words) {
        done.wait()
        return result
    }
}

@MainActor
final class Ours: Contender {
    private let list = CollectionView(frame: .zero, collectionViewLayout: WordLayout())
    private let source: DiffableDataSource<Int, Int32>
    private var host: GTKHost?
    private var all = Words()
    private var typing: Task<Void, Never>?
    private(set) var isComplete = true

    /// A list without rows and without a window, which can be made before GTK starts.
    init<Cell: WordView>(_ cell: Cell.Type) {
        source = DiffableDataSource(collectionView: list) { list, indexPath, word in
            let cell = list.dequeueReusableCell(Cell.self, for: indexPath)
            cell.show(word)
            return cell
        }
        source.supplementaryViewProvider = { list, kind, indexPath in
            let view = list.dequeueReusableSupplementaryView(LetterView.self, ofKind: kind, for: indexPath)
            view.show(indexPath.section)
            return view
        }
    }

    /// The first snapshot is made from this one, so that its identifiers are hashed once.
    var empty: Words { source.snapshot() }

    func show(_ all: Words) throws {
        self.all = all
        let host = try GTKHost(showing: list)
        // As in the rivals' windows.
        host.usesOverlayScrollBar = false
        self.host = host
        source.apply(all, animatingDifferences: false)
    }

    var widget: UnsafeMutablePointer<GtkWidget> {
        guard let host else { fatalError("the list is not in a window") }
        return host.widget
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        var child = gtk_widget_get_first_child(widget)
        while let found = child {
            if g_type_check_instance_is_a(cast(found), gtk_scrollbar_get_type()) != 0 {
                return gtk_scrollbar_get_adjustment(OpaquePointer(found))
            }
            child = gtk_widget_get_next_sibling(found)
        }
        fatalError("no scroll bar")
    }

    var rowsOnScreen: [screen_row] {
        let labels = collect { screen_rows(widget, $0, $1) }
        let drawn = list.visibleCells.compactMap { ($0 as? DrawnWordCell)?.row(in: widget) }
        return drawn.isEmpty ? labels : drawn
    }

    var count: Int { source.snapshot().numberOfItems }

    func filter(_ text: String) {
        isComplete = false
        typing?.cancel()
        typing = Task { [source, all] in
            let found = await Self.search(all, text)
            guard !Task.isCancelled else { return }
            let result = await source.applyPreparing(found, recipes: WordLayout.shared, animatingDifferences: false)
            if result.isApplied { isComplete = true }
        }
    }

    @concurrent nonisolated private static func search(_ all: Words, _ text: String) async -> Words {
        guard !text.isEmpty else { return all }
        var found = all
        for section in 0..<27 where !Task.isCancelled {
            let (first, last) = (words_section(UInt32(section)), words_section(UInt32(section) + 1))
            let words = [Int32](unsafeUninitializedCapacity: Int(last - first)) { buffer, count in
                if let base = buffer.baseAddress { count = Int(words_search(first, last, text, base)) }
            }
            found.replaceItems(inSection: section, with: words)
        }
        return found
    }

    func jump(to index: Int) {
        guard let indexPath = source.indexPath(for: Int32(index)) else { return }
        list.scrollToItem(at: indexPath, at: .start, animated: false)
    }

    func insert(_ count: Int) {
        let all = Int32(all.numberOfItems)
        source.edit(animatingDifferences: false) { snapshot in
            snapshot.insertItems(all..<all + Int32(count), beforeItem: 0)
        }
    }
}
