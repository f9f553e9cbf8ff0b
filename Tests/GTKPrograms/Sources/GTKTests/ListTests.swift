import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// Rows, the pointer, keys and updates.
@MainActor
func testLists() {
    run("rowsAreShownWhereTheLayoutHasThem") {
        let window = try Window(rows)
        settle()
        let screen = window.screen
        expect(screen.count > 5 && screen.first?.text == "row 0", "\(screen)")
        for (item, row) in screen.enumerated() {
            let place = window.place(of: item)
            expect(place?.y == row.y && place?.height == row.height, "\(row) is at \(String(describing: place))")
        }
        // GTK measured them: a row is as high as its text and the theme's padding.
        expect(screen[0].height > 15 && screen[0].height != 30)
        window.close()
    }

    run("aListTakesAnySize") {
        let window = try Window(rows)
        for axis in [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL] {
            var (least, natural): (CInt, CInt) = (-1, -1)
            gtk_widget_measure(window.host.widget, axis, -1, &least, &natural, nil, nil)
            expect(least == 0 && natural == 240, "\(least), \(natural)")
        }
        window.close()
    }

    run("aListIsDestroyedWithItsWindowAndItsHost") {
        do {
            let window = try Window(rows)
            settle()
            signal_count_destroyed(window.host.widget)
            expect(signal_destroyed() == 0)
            window.close()
        }
        settle()
        expect(signal_destroyed() == 1, "\(signal_destroyed())")
    }

    run("assistiveTechnologiesReceiveThePlaceOfARow") {
        let window = try Window(rows)
        settle()
        for item in 0..<6 {
            guard let cell = window.view.cellForItem(at: IndexPath(item: item, section: 0)) as? TextCell,
                let row = gtk_widget_get_parent(cell.makeWidget().pointer)
            else { return fail("no row \(item)") }
            expect(signal_has_relation(row, GTK_ACCESSIBLE_RELATION_POS_IN_SET, CInt(item + 1)) != 0, "row \(item)")
            expect(signal_has_relation(row, GTK_ACCESSIBLE_RELATION_SET_SIZE, 1_000) != 0, "row \(item)")
        }
        window.close()
    }

    run("rowsOfSeveralLinesAreMeasured") {
        let long = Array(repeating: "some words that do not fit one line", count: 4).joined(separator: " ")
        let window = try Window([long, "short", long + "!"])
        settle()
        let heights = window.screen.map(\.height)
        expect(heights.count == 3 && heights[0] > 2 * heights[1] && heights[0] == heights[2], "\(heights)")
        gtk_window_set_default_size(window.gtkWindow, 900, 400)
        wait("a wider window needs fewer lines") { window.screen[0].height < heights[0] }
        window.close()
    }

    run("scrollingIsExact") {
        let window = try Window(rows)
        settle()
        for step in 1...20 {
            let before = window.screen.first { $0.y > 40 }!
            window.host.scroll(by: CGPoint(x: 0, y: 40))
            settle()
            let after = window.screen.first { $0.text == before.text }
            expect(after.map { before.y - $0.y } == 40, "step \(step): \(before) \(String(describing: after))")
        }
        window.view.scrollToItem(at: IndexPath(item: 500, section: 0), at: .start, animated: false)
        wait("the jump") { window.screen.first?.text == "row 500" && window.place(of: 500)?.y == 0 }
        window.view.scrollToItem(at: IndexPath(item: 900, section: 0), at: .start, animated: true)
        wait("smooth scroll") { !window.host.isScrolling && window.place(of: 900)?.y == 0 }
        window.close()
    }

    run("aRowThatGrowsPushesTheNextOneDown") {
        let window = try Window(rows)
        settle()
        let (first, second) = (window.screen[0], window.screen[1])
        let cell = window.view.visibleCells[0] as? TextCell
        cell?.text = "one line\nand another\nand one more"
        wait("the row grows") { window.screen[0].height > 2 * first.height && window.screen[1].y > second.y }
        wait("the next row is below") { window.place(of: 1)?.y == window.screen[1].y }
        window.close()
    }

    run("aClickSelectsAndTheWheelAndKeysScroll") {
        let window = try Window(rows)
        settle()
        // Without a window manager the window is at the origin of the screen.
        let row = window.screen[3]
        xdotool("mousemove", "50", "\(Int(row.y + row.height / 2))", "click", "1")
        wait("click") { window.selected == ["row 3"] }
        settle()
        expect(window.view.indexPathsForSelectedItems == [IndexPath(item: 3, section: 0)])
        xdotool("click", "5")
        wait("wheel") { window.view.contentOffset.y > 0 && !window.host.isScrolling }
        let offset = window.view.contentOffset.y
        expect(abs(offset - pow(window.host.visibleExtent, 2 / 3)) < 1, "\(offset)")
        xdotool("key", "End")
        wait("end key") { window.screen.last?.text == "row 999" }
        xdotool("key", "Return")
        wait("return key") { window.selected == ["row 3", "row 999"] }
        xdotool("key", "Home")
        wait("home key") { window.screen.first?.text == "row 0" }
        window.close()
    }

    run("clicksWithShiftAndControlSelectAsOnADesktop") {
        let window = try Window(rows)
        settle()
        window.view.allowsMultipleSelection = true
        // Not by default, because the block acts on a selection.
        window.view.selectionFollowsFocus = true
        @MainActor func click(_ item: Int, holding key: String?) {
            let row = window.screen[item]
            let middle = "\(Int(row.y + row.height / 2))"
            if let key { xdotool("keydown", key) }
            xdotool("mousemove", "50", middle, "click", "1")
            if let key { xdotool("keyup", key) }
            settle()
        }
        var selected: [Int] { window.view.indexPathsForSelectedItems.map(\.item) }
        click(2, holding: nil)
        wait("click") { selected == [2] }
        click(5, holding: "shift")
        wait("click with shift") { selected == [2, 3, 4, 5] }
        click(3, holding: "ctrl")
        wait("click with control") { selected == [2, 4, 5] }
        click(8, holding: nil)
        wait("click") { selected == [8] }
        xdotool("key", "shift+Down")
        wait("shift and down") { selected == [8, 9] }
        xdotool("key", "ctrl+a")
        wait("all") { selected.count == 1_000 }
        xdotool("key", "ctrl+shift+a")
        wait("none") { selected.isEmpty }
        xdotool("key", "ctrl+shift+i")
        wait("all others") { selected.count == 1_000 }
        xdotool("key", "Down")
        wait("the arrow selects") { selected == [10] }
        xdotool("key", "ctrl+Down", "key", "ctrl+Down")
        wait("control only moves the focus") { window.view.focusedIndexPath?.item == 12 }
        expect(selected == [10], "\(selected)")
        xdotool("key", "ctrl+space")
        wait("control and space") { selected == [10, 12] }
        xdotool("key", "space")
        wait("space") { selected == [12] }
        window.show(rows.filter { $0 != "row 12" })
        wait("the row is filtered out") { selected == [] }
        window.show(rows)
        wait("the row is selected again") { selected == [12] && window.view.focusedIndexPath?.item == 12 }
        window.view.allowsMultipleSelection = false
        xdotool("key", "Down", "key", "ctrl+a")
        settle()
        expect(selected.count == 1, "\(selected.count)")
        window.close()
    }

    run("anAwaitedUpdateThatIsPreparedOnAThreadArrives") {
        let window = try Window(rows)
        settle()
        Task { await window.prepare(rows.filter { $0.hasSuffix("7") }) }
        wait("the update") { window.hasArrived }
        wait("its rows") { window.screen.first?.text == "row 7" && window.place(of: 0)?.y == 0 }
        window.close()
    }

    run("aWindowCanBeClosedInTheMiddleOfAnUpdate") {
        let window = try Window(rows)
        settle()
        window.view.scrollToItem(at: IndexPath(item: 900, section: 0), at: .start, animated: true)
        settle()
        window.source.build {
            ListBlock("rows", rows.reversed(), id: \.self) { (cell: TextCell, text) in
                cell.text = text
                if text == "row 999" { window.close() }
            }
        }
        settle()
        window.host.scroll(by: CGPoint(x: 0, y: 100))
        window.show(rows)
        settle()
        expect(window.view.diagnostics.recent.isEmpty)
    }

    run("aThousandWindowsLeaveNothingBehind") {
        func memory() -> Int {
            let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            return (fields.flatMap { Int($0[1]) } ?? 0) * 4
        }
        weak var last: GTKHost?
        @MainActor func open() throws {
            let window = try Window(Array(rows.prefix(20)))
            last = window.host
            window.close()
        }
        for _ in 0..<50 { try open() }
        settle()
        let before = memory()
        for _ in 0..<1_000 { try open() }
        settle()
        expect(last == nil, "the host is alive")
        let grown = memory() - before
        expect(grown < 20_000, "grown by \(grown) KiB")
    }
}

@MainActor
func testWithoutDisplay() {
    run("noDisplayIsAClearError") {
        do {
            _ = try GTKHost(showing: CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout()))
            fail("a host was made")
        } catch {
            expect("\(error)".contains("cannot open a display"), "\(error)")
        }
    }
}
