import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

/// Windows with every control of ready-made cells, for `Scripts/gtk-accessibility.py`. Each control writes its effect to a label.
@MainActor
final class Controls {
    private var kept: [AnyObject] = []
    private let label = gtk_label_new("log:")!
    private var log: [String] = []
    private var isExpanded = false
    private var order = ["first", "second"]
    private var tree = SectionSnapshot<String>()

    init() throws {
        tree.append(["fruit"])
        tree.append(["apple"], to: "fruit")
        try showEditedList()
        try showLists()
        try showMenu()
    }

    private func note(_ what: String) {
        log.append(what)
        gtk_label_set_text(OpaquePointer(label), "log: " + log.joined(separator: ", "))
    }

    /// A window with widgets below each other.
    private func show(_ widgets: [UnsafeMutablePointer<GtkWidget>], _ height: Int32) {
        let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
        let box = UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!).assumingMemoryBound(
            to: GtkBox.self)
        for widget in widgets {
            gtk_widget_set_size_request(widget, 300, widget == label ? -1 : height)
            gtk_box_append(box, widget)
        }
        gtk_window_set_child(window, UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkWidget.self))
        gtk_window_present(window)
        settle()
    }

    private func list(
        _ layout: CollectionViewCompositionalLayout = .list(
            using: CollectionLayoutListConfiguration(appearance: .sidebar))
    ) throws -> (view: CollectionView, source: ListDataSource, host: GTKHost) {
        let view = CollectionView()
        view.collectionViewLayout = layout
        let host = try GTKHost(showing: view)
        let source = ListDataSource(in: view)
        kept += [view, source, host]
        return (view, source, host)
    }

    private func state(_ name: String) -> ItemContent {
        if name == "loading" { return .loading("Reading") { [unowned self] in note("cancelled") } }
        return .failed("No answer") { [unowned self] in note("tried again") }
    }

    /// A sidebar that is edited, with an outline and items that are loaded.
    private func showEditedList() throws {
        let (view, source, host) = try list()
        view.allowsMultipleSelectionDuringEditing = true
        @MainActor func render() {
            source.build {
                ListBlock("outline", tree.visibleItems, id: \.self) { ItemContent($0, accessories: [.outline]) }
                    .outline(tree) { [unowned self] item, isExpanded in
                        if isExpanded { tree.expand([item]) } else { tree.collapse([item]) }
                        render()
                    }
                ListBlock("states", ["loading", "failed"], id: \.self) { [unowned self] in state($0) }
                ListBlock("edited", order, id: \.self) { [unowned self] name in
                    ItemContent(
                        name,
                        accessories: [
                            .selection, .delete { self.note("deleted \(name)") },
                            .insert { self.note("inserted \(name)") },
                            .reorder,
                        ])
                }
                .onMove { [unowned self] name, from, to in
                    order.insert(order.remove(at: from), at: to)
                    note("moved \(name) to \(to)")
                }
            }
        }
        render()
        view.isEditing = true
        show([host.widget, label], 400)
    }

    /// An empty list, a list with an open swipe, pages, and a title that is edited.
    private func showLists() throws {
        let empty = try list()
        empty.view.emptyContent = .failed("The server is away", text: "No route") { [unowned self] in
            note("asked again")
        }
        let swiped = try list()
        swiped.source.build {
            ListBlock("rows", ["swiped", "other"], id: \.self) { ItemContent($0) }
                .trailingSwipeActions { [unowned self] name in
                    CollectionSwipeActions([
                        CollectionSwipeAction(.normal, title: "Archive") { _, _, done in
                            self.note("archived \(name)")
                            done(true)
                        }
                    ])
                }
        }
        let pages = CollectionLayoutSection.banner(height: .absolute(60))
        pages.boundarySupplementaryItems = [PageDots.item()]
        let paged = try list(CollectionViewCompositionalLayout(section: pages))
        paged.source.build { ListBlock("pages", ["page a", "page b", "page c"], id: \.self) { ItemContent($0) } }
        let renamed = try list()
        renamed.source.build {
            ListBlock("rows", ["old name", "another"], id: \.self) { ItemContent($0) }
                .onRename { [unowned self] old, new in
                    note("\(old) is now \(new)")
                    return true
                }
        }
        show([empty.host.widget, swiped.host.widget, paged.host.widget, renamed.host.widget], 150)
        wait("rows") { !swiped.view.visibleCells.isEmpty && !renamed.view.visibleCells.isEmpty }
        if let frame = swiped.view.visibleCells.first?.frame {
            _ = swiped.view.hostBeginSwipe(at: CGPoint(x: frame.midX, y: frame.midY))
            _ = swiped.view.hostSwipe(by: -120)
            swiped.view.hostEndSwipe()
            swiped.host.requestFrame()
        }
        settle()
        renamed.view.focusedIndexPath = IndexPath(item: 0, section: 0)
        expect(renamed.view.perform(.rename))
        settle()
    }

    /// A menu with checked and disabled entries, which is open.
    private func showMenu() throws {
        let shown = try list()
        shown.source.build {
            ListBlock("rows", ["with a menu"], id: \.self) { ItemContent($0) }
                .menu { [unowned self] _ in
                    CollectionContextMenu(
                        ItemMenu([
                            .init("Starred", isChecked: true) { self.note("starred") },
                            .init("Muted", isEnabled: false) { self.note("muted") },
                        ]))
                }
        }
        show([shown.host.widget], 150)
        wait("a row") { !shown.view.visibleCells.isEmpty }
        xdotool("mousemove", "60", "15", "click", "3")
        wait("the menu") { shown.view.contextMenu != nil }
        settle()
    }
}
