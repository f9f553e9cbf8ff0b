import AppKit
import ListEngineAppKit
import ListEngineMacExamples
import SwiftUI
import Testing

/// The views of Examples/mac-app, with the stub.
@MainActor
@Suite struct MacExampleTests {
    @Test func theTableIsSortedAndAColumnIsResized() throws {
        let controller = CitiesViewController()
        let window = NSWindow()
        window.contentView = controller.view
        func layOut() { for _ in 0..<3 { controller.view.layoutSubtreeIfNeeded() } }
        layOut()
        /// The text on the screen from top to bottom, and in a line from left to right.
        func shown() -> [String] {
            var found: [(frame: CGRect, text: String)] = []
            func walk(_ view: NSView) {
                if view.isHidden { return }
                if let field = view as? NSTextField {
                    let frame = field.convert(field.bounds, to: nil)
                    found.append((CGRect(x: frame.minX, y: 600 - frame.maxY, width: 1, height: 1), field.stringValue))
                }
                view.subviews.forEach(walk)
            }
            walk(controller.view)
            return found.filter { (0..<600).contains($0.frame.minY) }
                .sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }.map(\.text)
        }
        #expect(Array(shown().prefix(6)) == ["Name", "People", "City 0", "0", "City 1", "7919"])
        let mouse = Mouse(in: window)
        mouse.click(at: CGPoint(x: 430, y: 12))
        layOut()
        #expect(shown().first { $0.hasPrefix("City") } == "City 0")
        mouse.click(at: CGPoint(x: 430, y: 12))
        layOut()
        let people = shown().compactMap { Int($0) }
        #expect(people.count > 10 && people == people.sorted(by: >), "the second click sorts the other way")
        let menu = try #require(mouse.menu(at: CGPoint(x: 100, y: 40)))
        let first = shown().first { $0.hasPrefix("City") }
        menu.choose(menu.items[0])
        layOut()
        #expect(shown().first { $0.hasPrefix("City") } != first)
    }

    @Test func tasksAreSelectedMovedAndDeleted() async {
        let screen = Screen(TasksView())
        await screen.update()
        screen.tap(50, 30)
        await screen.update()
        #expect(screen.rows[1].text == "✓ Task 2" && screen.hierarchy.texts == ["1 selected"])
        screen.press(.down, moving: true)
        await screen.update()
        #expect(screen.rows.prefix(3).map { $0.text } == ["Task 1", "Task 3", "✓ Task 2"])
        screen.press(.delete)
        await screen.update()
        #expect(screen.rows.prefix(3).map { $0.text } == ["Task 1", "Task 3", "Task 4"])
        screen.open(50, 10)
        await screen.update()
        #expect(screen.rows.first?.text == "✓ Task 1 (done)")
        // A drag with the mouse moves a task.
        screen.mouse.press(at: CGPoint(x: 50, y: 10))
        for y in [20, 35, 52] { screen.mouse.move(to: CGPoint(x: 50, y: y)) }
        screen.mouse.release()
        await screen.update()
        #expect(screen.rows.prefix(3).map { $0.text } == ["Task 3", "Task 4", "✓ Task 1 (done)"])
    }
}
