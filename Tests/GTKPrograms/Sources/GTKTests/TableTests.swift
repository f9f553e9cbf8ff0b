import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import ListEngineLayout
import Signals

struct Tree: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
    var age: Int { (id * 7_919) % 1_000 }
}

/// A table in a window, which sorts its items.
@MainActor
final class TableWindow {
    let view = CollectionView()
    let source: ListDataSource
    let host: GTKHost
    let window: UnsafeMutablePointer<GtkWidget>
    var trees: [Tree]
    var columns: [ListColumn<Tree>]
    var orders: [[ColumnSort]] = []
    var selected: [Int] = []

    /// The estimated height of rows; nil for the usual height.
    private let rowHeight: CGFloat?

    init(
        _ count: Int = 500, width: Int32 = 400, height: Int32 = 300, isMirrored: Bool = false,
        styles: [String] = [], columns: [ListColumn<Tree>]? = nil, rowHeight: CGFloat? = nil
    ) throws {
        self.rowHeight = rowHeight
        source = ListDataSource(in: view)
        host = try GTKHost(showing: view)
        window = gtk_window_new()
        trees = (0..<count).map { Tree(id: $0, name: "tree \($0)") }
        self.columns = columns ?? Self.usual
        for style in styles { gtk_widget_add_css_class(host.widget, style) }
        if isMirrored { gtk_widget_set_direction(host.widget, GTK_TEXT_DIR_RTL) }
        view.sortHandler = { [unowned self] order in
            orders.append(order)
            trees = ItemSorter(self.columns).sorted(trees, by: order)
            show()
        }
        show()
        present(host, in: gtkWindow, width, height)
        settle()
    }

    static var usual: [ListColumn<Tree>] {
        [
            ListColumn("Name", width: .points(150)) { ItemContent($0.name) }.sorted { $0.name < $1.name },
            ListColumn("Age", width: .points(80)) { ItemContent("\($0.age)") }.sorted { $0.age < $1.age }
                .aligned(.trailing),
            ListColumn("Number", width: .points(90)) { ItemContent("\($0.id)") }.sorted { $0.id < $1.id },
        ]
    }

    var gtkWindow: UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
    }

    func show() {
        let block = ListBlock("trees", trees).columns { columns }
        if let rowHeight { block.estimatedHeight(rowHeight) }
        block.onDidSelect { [unowned self] tree, _ in selected.append(tree.id) }
        source.build(animatingDifferences: false) { block }
    }

    func close() { gtk_window_destroy(gtkWindow) }

    func bounds(_ child: UnsafeMutablePointer<GtkWidget>?) -> CGRect? {
        var bounds = graphene_rect_t()
        guard let child, gtk_widget_compute_bounds(child, host.widget, &bounds) != 0 else { return nil }
        return CGRect(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    /// The title of a column, where GTK has it.
    func title(_ text: String) -> UnsafeMutablePointer<GtkWidget>? {
        for position in 0..<Int32(200) {
            guard let button = signal_named(host.widget, "button", position) else { return nil }
            guard let label = signal_descendant(button, "GtkLabel", 0) else { continue }
            if String(cString: gtk_label_get_text(OpaquePointer(label))) == text { return button }
        }
        return nil
    }

    /// The visible widgets with a name in style sheets.
    func named(_ name: String) -> [UnsafeMutablePointer<GtkWidget>] {
        var found: [UnsafeMutablePointer<GtkWidget>] = []
        while let next = signal_named(host.widget, name, Int32(found.count)) { found.append(next) }
        return found
    }

    /// The text in the first rows, as the list has it.
    func texts(_ count: Int = 3) -> [[String]] {
        let cells = view.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.prefix(count)
        return cells.map { cell in
            cell.fields.sorted { $0.view.frame.minX < $1.view.frame.minX }
                .compactMap { ($0.view as? ContentCell)?.content.title }
        }
    }

    /// Where GTK has the cells of a column, in all rows. They have to be below its title.
    func expectCells(_ count: Int, line: Int = #line) {
        var seen: Int32 = 0
        while let cell = signal_named(host.widget, "cell", seen) {
            seen += 1
            guard let place = bounds(cell) else { return fail("no place", line: line) }
            let isBelow = (0..<Int32(200)).contains { position in
                guard let button = signal_named(host.widget, "button", position), let title = bounds(button) else {
                    return false
                }
                return abs(title.minX - place.minX) < 1 && abs(title.width - place.width) < 1
            }
            if !isBelow {
                let titles = (0..<Int32(9)).compactMap { bounds(signal_named(host.widget, "button", $0)) }
                return fail("the cell at \(place) is below none of the titles \(titles)", line: line)
            }
        }
        expect(Int(seen) == count, "\(seen) cells instead of \(count)", line: line)
    }

    var cellCount: Int { view.visibleCells.reduce(0) { $0 + $1.fields.count } }

    var order: [String] { view.columns?.columns.map(\.id) ?? [] }

    func drag(from start: (CGFloat, CGFloat), by distance: CGFloat, releases: Bool = true) {
        xdotoolMeanwhile(["mousemove", "\(Int(start.0))", "\(Int(start.1))"])
        xdotoolMeanwhile(["mousedown", "1"])
        let step = distance / 4
        for part in 1...4 {
            xdotoolMeanwhile(["mousemove", "\(Int(start.0 + step * CGFloat(part)))", "\(Int(start.1))"])
        }
        if releases { xdotoolMeanwhile(["mouseup", "1"]) }
    }
}

@MainActor
func testTables() {
    run("aTableHasTheWidgetsThatThemesKnow") {
        let table = try TableWindow(styles: ["data-table", "column-separators", "row-separators"])
        let area = table.host.widget
        let path = { (widget: UnsafeMutablePointer<GtkWidget>?) -> String in
            guard let widget, let path = signal_path(widget, signal_named(area, "columnview", 0)) else { return "" }
            defer { g_free(path) }
            return String(cString: path)
        }
        expect(path(signal_named(area, "cell", 0)) == "columnview > listview > row > cell")
        expect(path(table.title("Name")) == "columnview > header > button")
        let columnView = signal_named(area, "columnview", 0)
        for style in ["view", "data-table", "column-separators"] {
            expect(gtk_widget_has_css_class(columnView, style) != 0, style)
        }
        expect(gtk_widget_has_css_class(signal_named(area, "listview", 0), "separators") != 0)
        gtk_widget_remove_css_class(area, "column-separators")
        expect(gtk_widget_has_css_class(columnView, "column-separators") == 0)
        expect(gtk_widget_has_css_class(columnView, "view") != 0)
        table.expectCells(table.cellCount)
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(table.window, file: folder + "/table.png")
        }
        table.close()
    }

    run("aClickOnATitleSortsATable") {
        let table = try TableWindow()
        guard let name = table.bounds(table.title("Name")), let age = table.bounds(table.title("Age")) else {
            return fail("no titles")
        }
        xdotoolMeanwhile(["mousemove", "\(Int(age.midX))", "\(Int(age.midY))", "click", "1"])
        wait("it is sorted") { table.orders == [[ColumnSort("Age")]] }
        wait("the title shows it") { signal_named(table.host.widget, "sort-indicator", 0) != nil }
        let sign = signal_named(table.host.widget, "sort-indicator", 0)
        expect(gtk_widget_has_css_class(sign, "ascending") != 0)
        expect(signal_has_sort(table.title("Age"), GTK_ACCESSIBLE_SORT_ASCENDING) != 0)
        expect(signal_has_sort(table.title("Name"), GTK_ACCESSIBLE_SORT_NONE) != 0)
        let ages = table.texts(5).compactMap { Int($0[1]) }
        expect(ages == (0..<500).map { Tree(id: $0, name: "").age }.sorted().prefix(5).map(\.self), "\(ages)")
        xdotoolMeanwhile(["click", "1"])
        wait("the other way round") { table.orders.last == [ColumnSort("Age", isAscending: false)] }
        settle()
        expect(gtk_widget_has_css_class(sign, "descending") != 0 && gtk_widget_has_css_class(sign, "ascending") == 0)
        xdotoolMeanwhile([
            "mousemove", "\(Int(name.midX))", "\(Int(name.midY))", "keydown", "shift", "click", "1", "keyup", "shift",
        ])
        wait("two columns") { table.orders.last?.count == 2 }
        expect(table.orders.last?.last == ColumnSort("Name"), "\(table.orders)")
        expect(table.selected.isEmpty)
        // A row is chosen by a click on any of its cells.
        xdotoolMeanwhile(["mousemove", "\(Int(age.midX))", "\(Int(age.maxY + 20))", "click", "1"])
        wait("a row") { table.selected.count == 1 }
        table.close()
    }

    run("theEdgeOfAColumnIsDragged") {
        let table = try TableWindow()
        guard let name = table.bounds(table.title("Name")) else { return fail("no title") }
        expect(name.width == 150, "\(name)")
        xdotoolMeanwhile(["mousemove", "\(Int(name.maxX))", "\(Int(name.midY))"])
        wait("the pointer shows the edge") {
            signal_cursor(table.host.widget).map { String(cString: $0) } == "col-resize"
        }
        table.drag(from: (name.maxX, name.midY), by: 60, releases: false)
        wait("live") { table.bounds(table.title("Name"))?.width == 210 }
        table.expectCells(table.cellCount)
        xdotoolMeanwhile(["key", "Escape"])
        wait("escape restores") { table.bounds(table.title("Name"))?.width == 150 }
        xdotoolMeanwhile(["mouseup", "1"])
        table.drag(from: (name.maxX, name.midY), by: -60)
        wait("narrow") { table.bounds(table.title("Name"))?.width == 90 }
        expect(table.orders.isEmpty, "a drag is no click")
        xdotoolMeanwhile(["mousemove", "\(Int(name.midX))", "200"])
        expect(signal_cursor(table.host.widget) == nil)
        // A double click fits the column to what is visible.
        xdotoolMeanwhile(["mousemove", "\(Int(name.minX + 90))", "\(Int(name.midY))", "click", "--repeat", "2", "1"])
        let widest = table.view.visibleViews.compactMap { view in
            view.fields.first { $0.column == "Name" }.flatMap {
                table.host.naturalSize(of: $0.view, upTo: .infinity)?.width
            }
        }.max()
        wait("fitted") { table.view.columns?.width(of: "Name") == widest }
        expect((widest ?? 0) > 20 && (widest ?? 0) < 150, "\(String(describing: widest))")
        expect(table.orders.isEmpty)
        table.close()
    }

    run("aTitleIsDraggedToAnotherPlace") {
        let table = try TableWindow()
        guard let name = table.bounds(table.title("Name")) else { return fail("no title") }
        table.drag(from: (name.midX, name.midY), by: 100, releases: false)
        wait("it has moved") { table.order == ["Age", "Name", "Number"] }
        settle()
        // It is at the pointer, with its cells.
        expect(table.bounds(table.title("Name"))?.minX == name.minX + 100)
        expect(gtk_widget_has_css_class(table.title("Name"), "dnd") != 0)
        table.expectCells(table.cellCount)
        xdotoolMeanwhile(["mouseup", "1"])
        wait("it is in its place") { table.bounds(table.title("Name"))?.minX == 80 }
        expect(gtk_widget_has_css_class(table.title("Name"), "dnd") == 0)
        table.expectCells(table.cellCount)
        table.drag(from: (100, name.midY), by: 200, releases: false)
        wait("at the end") { table.order == ["Age", "Number", "Name"] }
        xdotoolMeanwhile(["key", "Escape"])
        wait("back") { table.order == ["Age", "Name", "Number"] }
        xdotoolMeanwhile(["mouseup", "1"])
        settle()
        table.expectCells(table.cellCount)
        expect(table.orders.isEmpty)
        table.close()
    }

    run("aDragOfAColumnIsInterrupted") {
        for (purpose, interruption) in [0, 1].flatMap({ purpose in (0..<6).map { (purpose, $0) } }) {
            let table = try TableWindow()
            guard let name = table.bounds(table.title("Name")) else { return fail("no title") }
            let start = purpose == 0 ? name.maxX : name.midX
            table.drag(from: (start, name.midY), by: 100, releases: false)
            switch interruption {
            case 0:
                table.trees.removeFirst(3)
                table.show()
            case 1: table.view.reloadData()
            case 2: table.columns.removeFirst()
            case 3: table.view.removeColumns()
            case 4: try table.view.editColumns { try $0.setHidden(true, "Name") }
            default:
                table.close()
                xdotoolMeanwhile(["mousemove_relative", "30", "0", "mouseup", "1"])
                continue
            }
            if interruption == 2 { table.show() }
            xdotoolMeanwhile(["mousemove_relative", "30", "0"])
            xdotoolMeanwhile(["mouseup", "1"])
            settle()
            expect(!table.view.isDraggingColumn, "\(purpose), \(interruption)")
            if interruption != 3 { table.expectCells(table.cellCount) }
            table.close()
        }
        settle()
    }

    run("aTableIsMirroredFromRightToLeft") {
        let table = try TableWindow(isMirrored: true)
        guard let name = table.bounds(table.title("Name")) else { return fail("no title") }
        expect(name.maxX == 400 && name.width == 150, "\(name)")
        table.expectCells(table.cellCount)
        table.drag(from: (name.minX, name.midY), by: -60)
        wait("to the left it is larger") { table.bounds(table.title("Name"))?.width == 210 }
        table.drag(from: (name.midX, name.midY), by: -140)
        wait("moved") { table.order == ["Age", "Name", "Number"] }
        settle()
        table.expectCells(table.cellCount)
        table.close()
    }

    run("aTableDrawsATextForEachRowAndNothingBelowItsHeader") {
        let table = try TableWindow(styles: ["column-separators"])
        guard let header = table.bounds(signal_named(table.host.widget, "header", 0)) else { return fail("no header") }
        // The columns, without the scroll bar next to them.
        let list = CGRect(x: 0, y: header.maxY, width: 330, height: 300 - header.maxY)
        let nodes = { (type: GskRenderNodeType) -> Int in
            DrawnNode.all(in: table.window).filter { $0.type == type && list.contains($0.bounds) }.count
        }
        // The sign for a title that is cut can have a different font: it is drawn separately then.
        var titles: Int?
        for offset in [0, 7, 20, 400, 5_000] as [CGFloat] {
            table.host.scroll(to: offset)
            settle()
            let drawn = DrawnNode.all(in: table.window)
            let inHeader = drawn.filter { $0.type == GSK_TEXT_NODE && $0.bounds.minY < header.maxY - 0.5 }.count
            expect(inHeader >= 3 && inHeader == titles ?? inHeader, "\(inHeader) texts in the header")
            titles = inHeader
            let (rows, cells) = (drawn.filter { $0.type == GSK_TEXT_NODE && list.contains($0.bounds) }, table.cellCount)
            // Rows that are cut by an end of the list may have nothing inside of it.
            expect(rows.count <= cells / 3 && rows.count >= cells / 3 - 3, "\(rows.count) of \(cells / 3) rows")
            expect(rows.allSatisfy { $0.bounds.minX < 100 && $0.bounds.maxX > 230 }, "\(rows)")
            expect(nodes(GSK_BORDER_NODE) >= cells / 2, "the theme draws lines between columns")
            // Each field is in its column: names and numbers at the start of it, ages at its end.
            guard let picture = Screenshot(table.window) else { return fail("no picture") }
            // Of a row that is cut by an end of the list there may be no ink.
            let height = rows.map(\.bounds.height).max() ?? 0
            for row in rows where row.bounds.height > height - 4 {
                let ink = { (x: Double) in picture.ink(x, row.bounds.minY, 25, row.bounds.height) }
                expect(ink(4) > 0 && ink(235) > 0 && ink(202) > 0, "a field of \(row) is not drawn")
                // With a large font, fields fill their columns.
                guard row.bounds.height < 20 else { continue }
                expect(ink(122) == 0 && ink(155) == 0 && ink(295) == 0, "a field of \(row) is elsewhere")
            }
        }
        // The text of a row may be one node. Each part of it is drawn in its column.
        if let shot = Screenshot(table.window), let row = table.view.visibleCells.dropFirst(2).first {
            let y = row.frame.midY - table.view.bounds.minY - 6
            let ink = [(2, 60), (90, 55), (160, 68), (235, 30)].map { shot.ink(Double($0.0), y, Double($0.1), 12) }
            // With a large font, names fill their column.
            expect(ink[0] > 0 && (ink[1] == 0 || row.frame.height > 40) && ink[2] > 0 && ink[3] > 0, "\(ink)")
        }
        let line = { Screenshot(table.window).map { $0.colour(150, 200) == $0.colour(140, 200) } }
        expect(line() == false, "a line between columns")
        gtk_widget_remove_css_class(table.host.widget, "column-separators")
        wait("no line") { line() == true }
        let borders = DrawnNode.all(in: table.window).filter { $0.type == GSK_BORDER_NODE && list.contains($0.bounds) }
        expect(borders.isEmpty, "nothing transparent is drawn: \(borders)")
        table.close()
    }

    run("aTableOfManyColumnsHasTheWidgetsOfThoseOnTheScreen") {
        let columns = (0..<1_000).map { number in
            let column = ListColumn<Tree>("c\(number)", width: .points(70)) { ItemContent("\($0.id) \(number)") }
            return number == 0 ? column.pinned(.leading) : number == 999 ? column.pinned(.trailing) : column
        }
        let table = try TableWindow(columns: columns)
        table.expectCells(table.cellCount)
        let rows = table.view.visibleCells.count
        let shown = table.view.columns?.columns(at: 0).count ?? 0
        expect(shown == 6, "\(shown)")
        let cells = Int(signal_count_named(table.host.widget, "cell"))
        expect(cells >= rows * shown && cells <= (rows + 3) * (shown + 2), "\(cells) cells, \(rows) rows")
        for offset in [0, 1, 35, 70, 1_000, 40_123, 69_000, 300] as [CGFloat] {
            table.host.scrollAcross(to: offset)
            settle()
            expect(table.bounds(table.title("c0"))?.minX == 0)
            expect(table.bounds(table.title("c999"))?.maxX == 400)
            table.expectCells(table.cellCount)
        }
        expect(Int(signal_count_named(table.host.widget, "cell")) <= (rows + 3) * (shown + 3))
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(table.window, file: folder + "/table-pinned.png")
        }
        table.close()
    }

    run("keysReachTheTitlesOfATable") {
        let columns = (0..<30).map { number in
            ListColumn<Tree>("c\(number)", width: .points(90)) { ItemContent("\($0.id) \(number)") }
                .sorted { $0.id > $1.id }
        }
        let table = try TableWindow(columns: columns)
        gtk_widget_grab_focus(table.host.widget)
        xdotoolMeanwhile(["key", "Tab"])
        let focused = { () -> String? in
            for number in 0..<30 {
                guard let title = table.title("c\(number)") else { continue }
                if gtk_widget_is_focus(title) != 0 { return "c\(number)" }
            }
            return nil
        }
        wait("the first title") { focused() == "c0" }
        for number in 1...6 {
            xdotoolMeanwhile(["key", "Right"])
            wait("the next title") { focused() == "c\(number)" }
            guard let place = table.bounds(table.title("c\(number)")) else { return fail("no title") }
            expect(place.minX >= 0 && place.maxX <= 400, "\(place)")
        }
        xdotoolMeanwhile(["key", "space"])
        wait("sorted") { table.orders == [[ColumnSort("c6")]] }
        wait("the title keeps the focus") { focused() == "c6" }
        xdotoolMeanwhile(["key", "End"])
        wait("the last title") { focused() == "c29" }
        xdotoolMeanwhile(["key", "Right", "key", "Home"])
        wait("the first title") { focused() == "c0" && table.host.crossOffset == 0 }
        xdotoolMeanwhile(["key", "Tab"])
        wait("leaves the header") { focused() == nil }
        table.close()
    }

    run("rowsAndTitlesAreAsHighAsTheThemeMakesThem") {
        var heights: [CGFloat] = []
        for styles in [[], ["data-table"]] {
            let table = try TableWindow(styles: styles)
            let (row, titles) = (table.host.usualItemExtent, table.host.usualTitleExtent)
            expect(Set(table.view.visibleCells.map(\.frame.height)) == [row], "\(row)")
            let header = table.view.visibleViews.first { $0 is TableHeaderView }
            expect(header?.frame.height == titles, "\(titles) \(String(describing: header?.frame))")
            // They have the heights that GTK needs for them.
            let least = { (widget: UnsafeMutablePointer<GtkWidget>?) in
                var natural: CInt = 0
                if let widget { gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, 100, nil, &natural, nil, nil) }
                return CGFloat(natural)
            }
            expect(least(table.title("Name")) == titles, "\(least(table.title("Name"))) instead of \(titles)")
            expect(table.bounds(table.title("Name"))?.height == titles)
            // The estimate is exact, so the end is where it was before its rows were measured.
            let size = table.view.contentSize
            expect(size.height == titles + 500 * row, "\(size)")
            table.host.scroll(to: size.height)
            settle()
            expect(table.view.contentSize == size, "\(table.view.contentSize) instead of \(size)")
            heights.append(row)
            table.close()
        }
        expect(heights[1] < heights[0], "\(heights)")
    }

    run("aRowOfATableIsAsHighAsWhatIsInItNow") {
        let columns: [ListColumn<Tree>] = [
            ListColumn("Own", width: .points(180)) { (cell: TextCell, tree: Tree) in cell.text = "own \(tree.id)" },
            ListColumn("Age", width: .points(80)) { ItemContent("\($0.age)") },
        ]
        let table = try TableWindow(columns: columns, rowHeight: 20)
        let heights = { table.view.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.map(\.frame.height) }
        let usual = heights()[0]
        expect(Set(heights()).count == 1 && usual > 20, "\(heights())")
        // A widget changes without the list.
        let first = table.view.cellForItem(at: IndexPath(item: 1, section: 0))
        (first?.fields.first { $0.column == "Own" }?.view as? TextCell)?.text = "one two three four five six seven"
        wait("the row is higher") { heights()[1] > usual && heights()[0] == usual }
        settle()
        table.expectCells(table.cellCount)
        // A narrow column needs more lines.
        try table.view.editColumns { try $0.resize("Own", to: 100) }
        let before = heights()[1]
        wait("higher again") { heights()[1] > before }
        settle()
        table.expectCells(table.cellCount)
        table.close()
    }

    run("aListBecomesATableAndAListAgain") {
        let window = try Window(rows)
        settle()
        let trees = (0..<100).map { Tree(id: $0, name: "tree \($0)") }
        window.source.build(animatingDifferences: false) { ListBlock("rows", trees).columns { TableWindow.usual } }
        wait("cells") { signal_named(window.host.widget, "cell", 3) != nil }
        window.view.removeColumns()
        window.show(rows)
        wait("rows") { window.place(of: 0)?.y == 0 }
        expect(signal_named(window.host.widget, "cell", 0) == nil)
        window.close()
    }

    run("fieldsOfATableAreContentsAndWidgetsOfTheProgram") {
        let columns: [ListColumn<Tree>] = [
            ListColumn("Content", width: .points(180)) { tree in
                tree.id % 2 == 0
                    ? ItemContent(tree.name, badge: "\(tree.id)", accessories: [.toggle(tree.id % 4 == 0) { _ in }])
                    : ItemContent(tree.name)
            },
            ListColumn("Own", width: .points(100)) { (cell: TextCell, tree: Tree) in cell.text = "own \(tree.id)" },
        ]
        let table = try TableWindow(columns: columns)
        table.expectCells(table.cellCount)
        // Recycled cells change between a text and widgets.
        for offset in [40, 77, 500, 533, 0] as [CGFloat] {
            table.host.scroll(to: offset)
            settle()
            table.expectCells(table.cellCount)
            for cell in table.view.visibleCells {
                let content = (cell.fields.first { $0.column == "Content" }?.view as? ContentCell)?.content
                let own = (cell.fields.first { $0.column == "Own" }?.view as? TextCell)?.text
                expect(own == content.map { "own " + $0.title.dropFirst(5) }, "\(String(describing: own))")
            }
        }
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(table.window, file: folder + "/table-fields.png")
        }
        table.close()
    }

    run("aFieldIsEditedAndCopied") {
        let table = try TableWindow()
        var names: [Int: String] = [:]
        table.columns[0] = ListColumn("Name", width: .points(150)) { ItemContent(names[$0.id] ?? $0.name) }
            .onEdit { tree, text in
                guard text != "no" else { return false }
                names[tree.id] = text
                table.show()
                return true
            }
        table.show()
        gtk_widget_grab_focus(table.host.widget)
        table.view.focusedIndexPath = IndexPath(item: 2, section: 0)
        settle()
        xdotoolMeanwhile(["key", "F2"])
        wait("an entry") { signal_named(table.host.widget, "entry", 0) != nil }
        settle()
        xdotoolMeanwhile(["type", " and more"])
        wait("the text") { table.view.fieldEdit?.text == "tree 2 and more" }
        xdotoolMeanwhile(["key", "Return"])
        wait("committed") { names[2] == "tree 2 and more" && table.view.fieldEdit == nil }
        wait("no entry") { signal_named(table.host.widget, "entry", 0) == nil }
        expect(table.texts(3)[2][0] == "tree 2 and more", "\(table.texts(3))")
        xdotoolMeanwhile(["key", "F2"])
        wait("an entry again") { signal_named(table.host.widget, "entry", 0) != nil }
        settle()
        xdotoolMeanwhile(["key", "ctrl+a", "type", "no"])
        xdotoolMeanwhile(["key", "Escape"])
        wait("cancelled") { table.view.fieldEdit == nil && signal_named(table.host.widget, "entry", 0) == nil }
        expect(names == [2: "tree 2 and more"])
        table.expectCells(table.cellCount)
        table.close()
    }

    run("fieldsAreSelectedByDrags") {
        let table = try TableWindow()
        table.view.focusedIndexPath = IndexPath(item: 0, section: 0)
        table.view.focusedColumn = "Name"
        settle()
        guard let start = table.view.cellForItem(at: IndexPath(item: 1, section: 0))?.frame else {
            return fail("no row")
        }
        table.drag(from: (75, start.midY), by: 120)
        wait("a range") { table.view.fieldRange?.columns == ["Name", "Age"] }
        xdotoolMeanwhile(["keydown", "ctrl"])
        table.drag(from: (75, start.midY + 2 * start.height), by: 120)
        xdotoolMeanwhile(["keyup", "ctrl"])
        wait("another range") { table.view.fieldRanges.count == 2 }
        expect(table.view.fieldRanges.map { [$0.first.item, $0.last.item] } == [[1, 1], [3, 3]])
        expect(table.selected.isEmpty && table.view.indexPathsForSelectedItems.isEmpty)
        table.drag(from: (75, start.midY), by: 120)
        wait("the new range alone") { table.view.fieldRanges.map(\.first.item) == [1] }
        table.close()
    }

    run("anEditOfAFieldGoesOnAfterAReload") {
        let table = try TableWindow()
        var names: [Int: String] = [:]
        table.columns[0] = ListColumn("Name", width: .points(150)) { ItemContent(names[$0.id] ?? $0.name) }
            .onEdit { tree, text in
                names[tree.id] = text
                return true
            }
        table.show()
        gtk_widget_grab_focus(table.host.widget)
        table.view.focusedIndexPath = IndexPath(item: 2, section: 0)
        settle()
        xdotoolMeanwhile(["key", "F2"])
        wait("an entry") { signal_named(table.host.widget, "entry", 0) != nil }
        settle()
        xdotoolMeanwhile(["type", "a"])
        wait("a letter") { table.view.fieldEdit?.text == "tree 2a" }
        table.view.reloadData()
        settle()
        xdotoolMeanwhile(["type", "b"])
        wait("another letter") { table.view.fieldEdit?.text == "tree 2ab" }
        // The tab key does not leave a text behind.
        xdotoolMeanwhile(["key", "Tab"])
        wait("committed") { names[2] == "tree 2ab" && table.view.fieldEdit == nil }
        expect(table.view.focusedColumn == "Age", "\(String(describing: table.view.focusedColumn))")
        wait("the list has the keyboard") { gtk_window_get_focus(table.gtkWindow) == table.host.widget }
        let marked = {
            table.named("cell").filter { gtk_widget_has_css_class($0, "focused-field") != 0 }.count
        }
        wait("one field has the focus") { marked() == 1 }
        // Fields that were away look as all others.
        let trees = table.trees
        table.trees = [trees[499]]
        table.show()
        settle()
        table.view.focusedColumn = nil
        settle()
        table.trees = trees
        table.show()
        settle()
        expect(table.view.focusedColumn == nil && marked() == 0, "\(marked())")
        table.close()
    }

    run("shortcutsOfTheProgramComeBeforeThoseOfATable") {
        let table = try TableWindow()
        var chosen: [String] = []
        table.source.build(animatingDifferences: false) {
            ListBlock("trees", table.trees).columns { table.columns }
                .menu { tree in
                    CollectionContextMenu(
                        ItemMenu([
                            .action(ItemMenu.Action("Copy", shortcut: .copy) { chosen.append("copy \(tree.id)") }),
                            .action(
                                ItemMenu.Action("Rename", shortcut: .rename) { chosen.append("rename \(tree.id)") }),
                        ]))
                }
        }
        gtk_widget_grab_focus(table.host.widget)
        table.view.focusedIndexPath = IndexPath(item: 1, section: 0)
        settle()
        xdotoolMeanwhile(["key", "ctrl+c", "key", "F2"])
        wait("both") { chosen == ["copy 1", "rename 1"] }
        table.close()
    }

    run("fieldsOfATableFollowTheFontTheColumnsAndTheStyle") {
        let table = try TableWindow()
        let width = { () -> CGFloat in
            let cell = table.view.cellForItem(at: IndexPath(item: 0, section: 0))
            let field = cell?.fields.first { $0.column == "Name" }?.view
            return field.flatMap { table.host.naturalSize(of: $0, upTo: .infinity)?.width } ?? 0
        }
        let usual = width()
        expect(usual > 10)
        signal_setting(table.host.widget, "gtk-font-name", "Sans 30", 0)
        wait("the text is larger") { width() > usual * 1.5 }
        signal_setting(table.host.widget, "gtk-font-name", "Sans 10", 0)
        settle()
        let title = { () -> Float? in
            table.title("Name").flatMap { signal_descendant($0, "GtkLabel", 0) }
                .map { gtk_label_get_xalign(OpaquePointer($0)) }
        }
        expect(title() == 0)
        try table.view.editColumns { try $0.setAlignment(.trailing, of: "Name") }
        wait("the title is at the end") { title() == 1 }
        let odd = {
            table.named("row").filter { gtk_widget_has_css_class($0, "odd") != 0 }.count
        }
        let rows = table.view.visibleCells.count
        expect(odd() == 0)
        gtk_widget_add_css_class(table.host.widget, "alternating-rows")
        wait("every second row") { odd() >= rows / 2 && odd() <= (rows + 1) / 2 }
        gtk_widget_remove_css_class(table.host.widget, "alternating-rows")
        wait("no row") { odd() == 0 }
        table.close()
    }

    run("assistiveTechnologiesReadTheFieldThatIsShownNow") {
        let columns: [ListColumn<Tree>] = [
            ListColumn("Stars", width: .points(120)) { tree in
                var content = ItemContent("3")
                content.accessibilityLabel = tree.name == "tree 0" ? "3 stars" : nil
                if tree.name == "badge" { content.badge = "1" }
                return content
            }
        ]
        let table = try TableWindow(3, columns: columns)
        let labels = { () -> [Int] in
            ["3 stars", "3"].map { (text: String) -> Int in
                table.named("cell").filter { signal_has_property($0, GTK_ACCESSIBLE_PROPERTY_LABEL, text) != 0 }.count
            }
        }
        expect(labels() == [1, 2], "\(labels())")
        table.trees[0] = Tree(id: 0, name: "another")
        table.show()
        wait("the title alone") { labels() == [0, 3] }
        table.trees[0] = Tree(id: 0, name: "badge")
        table.show()
        wait("the widgets are read") { labels() == [0, 2] }
        // The program changes a field on the screen.
        let field = table.view.cellForItem(at: IndexPath(item: 1, section: 0))?.fields.first?.view as? ContentCell
        field?.content = ItemContent("4")
        wait("the row is read again") {
            table.named("row").contains { signal_has_property($0, GTK_ACCESSIBLE_PROPERTY_LABEL, "4") != 0 }
        }
        table.close()
    }

    run("theHeaderOfAColumnHasAMenu") {
        let table = try TableWindow()
        guard let age = table.bounds(table.title("Age")) else { return fail("no title") }
        xdotoolMeanwhile(["mousemove", "\(Int(age.midX))", "\(Int(age.midY))", "click", "3"])
        wait("the menu") { signal_menu(table.host.widget) != nil }
        guard let menu = signal_menu(table.host.widget) else { return fail("no menu") }
        expect(signal_choose(menu, "Hide") != 0)
        wait("hidden") { table.view.columns?["Age"]?.isHidden == true }
        settle()
        expect(table.title("Age") == nil)
        table.expectCells(table.cellCount)
        table.close()
    }
}
