import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import ListEngineLayout
import Signals

extension TableWindow {
    /// Shows the trees in two groups with sums, below the titles of the list.
    func showGroups() {
        view.showsColumnTitlesAboveSections = true
        var columns = columns
        columns[1] = columns[1].summary { trees in ItemContent("Σ \(trees.reduce(0) { $0 + $1.age })") }
        let table = ListTable(columns)
        let groups = [("Young", trees.filter { $0.age < 500 }), ("Old", trees.filter { $0.age >= 500 })]
        source.build(animatingDifferences: false) {
            for (name, trees) in groups { ListBlock(name, trees).columns(of: table).summaryHeader(name) }
        }
    }

    /// Where a title or a sum is, from the top of the list. Nil if it is not on the screen.
    func top(_ text: String) -> CGFloat? {
        guard let title = title(text), gtk_widget_get_mapped(title) != 0 else { return nil }
        return bounds(title)?.minY
    }
}

@MainActor
func testTableSections() {
    run("titlesOfATableAreAboveItsSections") {
        let table = try TableWindow()
        table.showGroups()
        settle()
        let height = table.host.usualTitleExtent
        expect(table.top("Name") == 0 && table.top("Young") == height, "\(String(describing: table.top("Young")))")
        table.host.scroll(to: 2_000)
        settle()
        expect(table.top("Name") == 0 && table.top("Young") == height)
        guard let next = table.view.layout.frameForHeader(inSection: 1)?.minY else { return fail("no header") }
        table.host.scroll(to: next)
        settle()
        expect(table.top("Name") == 0 && table.top("Old") == height && table.top("Young") == nil)
        let sum = table.trees.filter { $0.age >= 500 }.reduce(0) { $0 + $1.age }
        expect(table.top("Σ \(sum)") == height, "sums are in the columns")
        // A click on a title sorts, and only the titles show the order.
        table.view.sortHandler = { [unowned table] order in
            table.orders.append(order)
            table.trees = ItemSorter(table.columns).sorted(table.trees, by: order)
            table.showGroups()
        }
        guard let age = table.bounds(table.title("Age")) else { return fail("no title") }
        xdotoolMeanwhile(["mousemove", "\(Int(age.midX))", "\(Int(age.midY))", "click", "1"])
        wait("it is sorted") { table.orders == [[ColumnSort("Age")]] }
        settle()
        expect(table.named("sort-indicator").count == 1, "\(table.named("sort-indicator").count) signs")
        // The keyboard goes through the titles, not through the sums.
        gtk_widget_grab_focus(table.title("Name"))
        xdotoolMeanwhile(["key", "Right"])
        wait("the next title") { gtk_widget_is_focus(table.title("Age")) != 0 }
        if let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] {
            _ = Screenshot(table.window, file: folder + "/table-groups.png")
        }
        table.close()
    }

    run("textIsPastedIntoFields") {
        var changes: [String] = []
        var columns = TableWindow.usual
        for place in 0...1 {
            columns[place] = columns[place].onEdit { tree, text in
                changes.append("\(tree.id) \(text)")
                return true
            }
        }
        let table = try TableWindow(columns: columns)
        gtk_widget_grab_focus(table.host.widget)
        table.view.focusedIndexPath = IndexPath(item: 2, section: 0)
        table.view.focusedColumn = "Name"
        gdk_clipboard_set_text(gtk_widget_get_clipboard(table.host.widget), "a\tb\tc\nd\te\n")
        xdotoolMeanwhile(["key", "ctrl+v"])
        wait("it is pasted") { changes.count == 4 }
        expect(changes == ["2 a", "2 b", "3 d", "3 e"], "\(changes)")
        table.close()
    }
}
