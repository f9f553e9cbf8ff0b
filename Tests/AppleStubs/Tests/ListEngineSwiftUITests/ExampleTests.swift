import ListEngineExamples
import ListEngineSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite struct ExampleTests {
    /// The example: the user types a message and sends it, scrolls away, and returns.
    @Test func theChatOfTheExample() async {
        let screen = Screen(SwiftUIChat())
        await screen.update()
        #expect(screen.rows.last?.text == "Message 99999")
        screen.hierarchy.type("Hello")
        #expect(screen.hierarchy.tap("Send"))
        await screen.update()
        #expect(screen.rows.suffix(2).map { $0.text } == ["Hello", "An answer to “Hello”"])
        #expect(screen.rows.last?.frame.maxY == 480)
        screen.offset -= 5_000
        await screen.later()
        let first = screen.rows[0]
        screen.hierarchy.type("Again")
        #expect(screen.hierarchy.tap("Send"))
        await screen.update()
        #expect(screen.top(of: first.text) == first.frame.minY)
        await screen.update()
        #expect(screen.hierarchy.tap("2 new messages"))
        await screen.update()
        #expect(screen.rows.last?.text == "An answer to “Again”" && screen.rows.last?.frame.maxY == 480)
    }
}
