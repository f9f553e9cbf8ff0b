import Foundation
import TestSupport
import Testing

@testable import ListEngineTerminal

/// Items that are wider than the screen.
@MainActor
@Suite("Sideways scrolling in a terminal")
struct WideContentTests {
    private let host = TerminalHost()
    private let list: ListDataSource

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 20, height: 4)
        host.list.minimumCrossExtent = 60
        list.build {
            ListBlock(
                "a", ["0123456789 123456789 123456789 123456789 end", "short", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"], id: \.self
            ) { text in
                ItemContent(text)
            }
            .trailingSwipeActions { text in
                text == "short"
                    ? CollectionSwipeActions([CollectionSwipeAction(title: "Delete") { _, _, done in done(true) }])
                    : nil
            }
        }
    }

    @Test func marksShowThatALineGoesOn() {
        #expect(host.lines == ["❯ 0123456789 123456›", "  short", "  漢字漢字漢字漢字 ›", ""])
        host.pressKeys(.right)
        #expect(host.list.contentOffset.x == 2)
        #expect(host.lines == ["‹123456789 12345678›", "short", "漢字漢字漢字漢字漢 ›", ""])
        host.scroll(by: CGPoint(x: 100, y: 0))
        #expect(host.list.contentOffset.x == 40)
        #expect(host.lines == ["‹9 end", "‹", "‹", ""])
    }

    @Test func halfAWideCharacterIsBlank() {
        host.scroll(by: CGPoint(x: 3, y: 0))
        // The left half of the first character is outside, and so is the right half of the last one.
        #expect(host.lines[2] == "‹字漢字漢字漢字漢字›")
    }

    @Test func keysWheelAndSwipesScrollSideways() {
        _ = host.screen()
        func wheel(_ action: TerminalMouse.Action, _ held: TerminalKey.Modifiers = []) -> CGPoint {
            host.handle(.mouse(TerminalMouse(action, x: 3, y: 1, held)))
            _ = host.screen()
            return host.list.contentOffset
        }
        #expect(wheel(.wheelDown, .shift) == CGPoint(x: 3, y: 0))
        #expect(wheel(.wheelRight) == CGPoint(x: 6, y: 0))
        #expect(wheel(.wheelUp, .shift) == CGPoint(x: 3, y: 0))
        host.pressKeys(.down, .right)
        #expect(host.list.contentOffset.x == 5 && host.list.swipe == nil)
        host.pressKeys(.left, .left, .left)
        #expect(host.list.contentOffset.x == 0)
        // At its leading edge the content cannot go on, and the key shows the actions of the item on the screen.
        host.pressKeys(.left)
        #expect(host.list.swipe?.phase == .open && host.lines[1].contains("Delete"))
        host.pressKeys(.escape)
        #expect(host.list.swipe == nil)
    }

    @Test func upAndDownScrollAListThatRunsSideways() {
        let layout = CollectionViewFlowLayout()
        layout.scrollDirection = .horizontal
        host.list.collectionViewLayout = layout
        host.list.minimumCrossExtent = 40
        _ = host.screen()
        host.pressKeys(.down, .down, .down, .down, .down)
        #expect(host.list.contentOffset.y > 0)
        host.pressKeys(.up, .up, .up, .up, .up, .up, .up)
        #expect(host.list.contentOffset.y == 0)
    }
}
