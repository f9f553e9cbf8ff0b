import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

/// A cell that needs another height each time it is asked, and asks to be measured while it is drawn.
private final class RestlessCell: GTKDrawnCell {
    static var isRestless = true
    static var asked = 0

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat {
        Self.asked += 1
        return Self.isRestless ? 20 + CGFloat(Self.asked % 5) * 10 : 25
    }

    override func draw(in context: OpaquePointer, size: CGSize) {
        if Self.isRestless { setNeedsMeasuring() }
    }
}

/// What programs, users and GTK do at bad times.
@MainActor
func testBadTimes() {
    run("heightsThatChangeWithEachQuestion") {
        let window = try Window(rows)
        RestlessCell.isRestless = true
        window.source.build { ListBlock("restless", Array(0..<1_000), id: \.self) { (_: RestlessCell, _) in } }
        wait("rows") { window.view.visibleCells.first is RestlessCell }
        // The main loop goes on: each frame asks a bounded number of times.
        for _ in 0..<20 {
            RestlessCell.asked = 0
            let drawn = window.view.bounds.minY
            window.host.scroll(by: CGPoint(x: 0, y: 15))
            for _ in 0..<20 { _ = g_main_context_iteration(nil, 0) }
            wait("scrolled") { window.view.bounds.minY != drawn }
            expect(RestlessCell.asked < 5_000, "\(RestlessCell.asked)")
        }
        RestlessCell.isRestless = false
        // The list keeps the sizes of rows that it measured in the meantime, until the program says that all are wrong. Rows above
        // the screen have them too, and a row that had seven different sizes keeps the last one for good (`oscillatingSize`). GTK
        // keeps what a cell returned.
        window.host.scroll(by: CGPoint(x: 0, y: -200))
        settle()
        for cell in window.view.visibleCells { (cell as? RestlessCell)?.setNeedsMeasuring() }
        window.view.measuredSizes.removeAll()
        window.view.invalidateLayout()
        wait("rest") { Set(window.view.visibleCells.dropFirst().dropLast().map(\.frame.height)).count == 1 }
        window.close()
    }

    run("aCellsWidgetIsDestroyed") {
        let window = try Window(rows)
        settle()
        for cell in window.view.visibleCells.prefix(3) {
            guard let cell = cell as? TextCell else { continue }
            let label = cell.makeWidget().pointer
            // The cell refers to the label, and configures it again.
            g_object_ref(label)
            gtk_widget_unparent(label)
        }
        gtk_widget_queue_resize(window.host.widget)
        settle()
        window.host.scroll(by: CGPoint(x: 0, y: 2_000))
        settle()
        window.host.scroll(to: 0)
        settle()
        window.show(rows.reversed())
        settle()
        expect(window.screen.first?.text == "row 999", "\(window.screen)")
        expect(window.view.diagnostics.recent.isEmpty, "\(window.view.diagnostics.recent)")
        window.close()
    }

    run("ofAFilterTypedFasterThanItIsPreparedTheLastIsShown") {
        let window = try Window(rows)
        settle()
        var ended = 0
        for number in 0..<200 {
            Task {
                await window.prepare(rows.filter { $0.contains("\(number)") })
                ended += 1
            }
            if number % 10 == 0 { _ = g_main_context_iteration(nil, 0) }
        }
        wait("all ended") { ended == 200 }
        expect(window.view.numberOfItems(inSection: 0) == rows.filter { $0.contains("199") }.count)
        wait("the last one") { window.screen.map(\.text) == ["row 199"] }
        window.close()
    }

    run("aSectionScrollsAcrossBelowThePointer") {
        let window = try Window(rows)
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(100), heightDimension: .absolute(80)))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(100), heightDimension: .absolute(80)),
            subitems: [item])
        let section = CollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .continuous
        window.view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        settle()
        xdotool("mousemove", "150", "40", "click", "7", "click", "7")
        @MainActor func x(_ item: Int) -> Float? {
            guard let cell = window.view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell,
                let row = gtk_widget_get_parent(cell.makeWidget().pointer)
            else { return nil }
            var bounds = graphene_rect_t()
            return gtk_widget_compute_bounds(row, window.host.widget, &bounds) != 0 ? bounds.origin.x : nil
        }
        wait("the section") { (x(2) ?? 200) < 200 }
        @MainActor func rest() {
            wait("the end of the movement") {
                let before = x(3)
                settle()
                return x(3) == before
            }
        }
        rest()
        let moved = x(2) ?? 0
        expect(window.view.contentOffset == .zero)
        expect(x(3) == moved + 100, "\(moved), then \(x(3) ?? -1)")
        window.host.scroll(by: CGPoint(x: 50, y: 0), at: CGPoint(x: 150, y: 40))
        wait("fingers") { x(3) == moved + 50 }
        // With the pointer outside of the section: the list has nothing to scroll.
        window.host.scroll(by: CGPoint(x: 50, y: 0), at: CGPoint(x: 150, y: 300))
        settle()
        expect(x(3) == moved + 50)
        // Shift turns the wheel sideways, and the pointer drags the section.
        xdotool("mousemove", "150", "40", "keydown", "shift", "click", "5", "keyup", "shift")
        wait("the wheel with shift") { (x(3) ?? moved + 50) < moved + 50 }
        rest()
        let turned = x(3) ?? 0
        xdotool("mousemove", "180", "40", "mousedown", "1", "mousemove", "160", "41")
        settle()
        xdotool("mousemove", "140", "42", "mousemove", "120", "42", "mouseup", "1")
        // The mouse flings the section: the item may be out of sight.
        wait("a dragged mouse") { (x(3) ?? -1_000) < turned - 20 }
        rest()
        expect(window.view.indexPathsForSelectedItems.isEmpty && window.view.contentOffset == .zero)
        window.close()
    }
}
