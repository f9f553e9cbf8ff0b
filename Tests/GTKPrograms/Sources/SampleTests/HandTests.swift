import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK

@testable import WindowBrowser

// MARK: - Tasks

extension TasksSample {
    /// The titles of the tasks on the screen, by day.
    var shownTitles: [String] { list.visibleCells.compactMap { ($0 as? ContentCell)?.content.title } }
    func cell(_ title: String) -> ContentCell? {
        list.visibleCells.compactMap { $0 as? ContentCell }.first { $0.content.title == title }
    }
    var selected: [String] {
        list.indexPathsForSelectedItems.compactMap { (list.cellForItem(at: $0) as? ContentCell)?.content.title }
    }
}

@MainActor func testTasks() {
    run("tasksAreSelectedRenamedDeletedMovedAndUndone") {
        try withBrowser(at: "Tasks", TasksSample.self) { browser, sample in
            expect(sample.shownTitles.first == "Water the beans", "\(sample.shownTitles)")
            expect(gtk_widget_has_css_class((sample.sidebar.host as! GTKHost).widget, "navigation-sidebar") != 0)
            guard let first = sample.cell("Water the beans"), let second = sample.cell("Repair the fence") else {
                return fail("no task")
            }
            // Several tasks are selected, and deleted together.
            browser.click(first)
            xdotool("keydown", "shift")
            browser.click(second)
            xdotool("keyup", "shift")
            expect(sample.selected == ["Water the beans", "Repair the fence"], "\(sample.selected)")
            picture(browser, "tasks-selected")
            xdotool("key", "Delete")
            wait("deleted tasks") { sample.cell("Water the beans") == nil && sample.cell("Repair the fence") == nil }
            xdotool("key", "ctrl+z")
            wait("undone") { sample.cell("Water the beans") != nil && sample.cell("Repair the fence") != nil }
            settle()
            // A task is renamed.
            guard let hedge = sample.cell("Cut the hedge") else { return fail("no hedge") }
            browser.click(hedge)
            xdotool("key", "F2")
            wait("an edit") { sample.list.fieldEdit != nil }
            settle()
            picture(browser, "tasks-renamed")
            xdotool("type", "Trim the hedge")
            xdotool("key", "Return")
            wait("a new title") { sample.cell("Trim the hedge") != nil }
            settle()
            // A section is moved by its header.
            guard let header = sample.list.visibleSupplementaryViews(ofKind: .header).first else {
                return fail("no header")
            }
            let place = browser.bounds(header)
            let days = sample.days
            xdotool("mousemove", "\(Int(place.midX))", "\(Int(place.midY))", "mousedown", "1")
            for step in 1...8 {
                xdotool("mousemove", "\(Int(place.midX))", "\(Int(place.midY) + 30 * step)")
                settle()
            }
            wait("a mark") { sample.list.sectionMoveMark != nil }
            picture(browser, "tasks-section")
            xdotool("mouseup", "1")
            wait("another order") { sample.days != days }
            expect(sample.days.sorted() == days.sorted(), "\(sample.days)")
            settle()
            // Controls for editing.
            sample.list.isEditing = true
            settle()
            picture(browser, "tasks-editing")
            sample.list.isEditing = false
            settle()
            // Nothing is found.
            browser.click(control: browser.control(0))
            xdotool("type", "zzz")
            wait("no results") { sample.list.shownEmptyContent?.title == "No results" }
            settle()
            picture(browser, "tasks-no-results")
            xdotool("key", "ctrl+a", "key", "BackSpace")
            wait("tasks") { !sample.list.visibleCells.isEmpty }
            // Only two of the three days have tasks that match.
            xdotool("type", "o")
            wait("tasks with an o") {
                sample.list.numberOfSections == 2 && sample.cell("Sow radishes") != nil
                    && sample.cell("Turn the compost") != nil
            }
            let all = sample.days
            let found = all.filter { $0 != "Today" }
            sample.list.sectionMoveHandler?(1, 0)
            var wanted = all.filter { $0 != found[1] }
            wanted.insert(found[1], at: all.firstIndex(of: found[0]) ?? 0)
            expect(sample.days == wanted, "\(all) became \(sample.days)")
            sample.undo()
            expect(sample.days == all, "\(sample.days)")
        }
    }
}

// MARK: - Names

@MainActor func testNames() {
    run("namesAreDrawnAndReachedByTheIndex") {
        try withBrowser(at: "Names", NamesSample.self) { browser, sample in
            expect(sample.list.indexTitles.count > 8, "\(sample.list.indexTitles)")
            guard let cell = sample.list.visibleCells.first as? NameCell else { return fail("no name") }
            let place = browser.bounds(cell)
            let ink =
                Screenshot(browser.window.pointer)?.ink(place.minX + 40, place.minY + 2, 200, place.height - 4) ?? 0
            expect(ink > 0.01, "\(ink)")
            xdotool("mousemove", "\(Int(place.midX))", "\(Int(place.midY))")
            wait("the pointer") { cell.isHovered }
            picture(browser, "names-hover")
            sample.list.scrollToIndexTitle(at: sample.list.indexTitles.count - 1, animated: false)
            settle()
            expect((sample.list.visibleCells.last as? NameCell)?.name.hasPrefix("P") == true)
        }
    }
}
