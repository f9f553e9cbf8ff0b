import ListEngineTerminal
import Testing

/// What a program draws next to a list, and the mouse there.
@MainActor
@Suite("Next to the list")
struct SurroundingsTests {
    private struct Number: Identifiable { let id: Int }

    /// Four columns at the left and one at the right.
    @MainActor
    private final class Margins: TerminalSurroundings {
        var widths = (leading: 4, trailing: 1)
        var kept: [TerminalMouse] = []

        func margins(width: Int) -> (leading: Int, trailing: Int) { widths }

        func draw(into screen: inout Screen, rows: Range<Int>, list: Range<Int>) {
            for row in rows {
                screen.write([StyledText("side", .dim)], y: row, to: list.lowerBound)
                screen.write([StyledText("|")], x: list.upperBound, y: row)
            }
        }

        func handle(_ mouse: TerminalMouse, rows: Range<Int>, list: Range<Int>) -> Bool {
            guard !list.contains(mouse.x) else { return false }
            kept.append(mouse)
            return true
        }
    }

    private func makeList(width: Int = 20) -> (TerminalList, Margins) {
        let list = TerminalList("Fruits") { ListBlock("fruits", ["Apple", "Pear", "Plum"]) }
        let margins = Margins()
        list.host.surroundings = margins
        list.host.resize(width: width, height: 4)
        list.update()
        return (list, margins)
    }

    @Test func theListIsBetweenWhatTheProgramDraws() {
        let (list, margins) = makeList()
        withExtendedLifetime(margins) {
            #expect(
                list.host.screen().text == " Fruits\nside❯ Apple        |\nside  Pear         |\nside  Plum         |")
            list.host.resize(width: 14, height: 4)
            #expect(list.host.screen().text == " Fruits\nside❯ Apple  |\nside  Pear   |\nside  Plum   |")
        }
    }

    @Test func theListKeepsAColumn() {
        let (list, margins) = makeList(width: 3)
        for widths in [(leading: 4, trailing: 1), (-1, -1), (.max, .max), (0, .max), (.max, 0)] {
            margins.widths = widths
            list.host.requestFrame()
            #expect(list.host.screen().width == 3)
            #expect(list.view.bounds.width >= 1 && list.view.bounds.width <= 3)
        }
    }

    @Test func theMouseIsInTheColumnsOfTheList() {
        let (list, margins) = makeList()
        _ = list.host.screen()
        func move(_ action: TerminalMouse.Action, x: Int, y: Int) {
            list.host.handle(.mouse(TerminalMouse(action, x: x, y: y)))
        }
        move(.press, x: 6, y: 2)
        move(.release, x: 6, y: 2)
        #expect(list.view.focusedIndexPath?.item == 1)
        #expect(margins.kept.isEmpty)
        move(.press, x: 3, y: 3)
        move(.drag, x: 19, y: 3)
        move(.release, x: 19, y: 3)
        #expect(margins.kept.map(\.action) == [.press, .drag, .release])
        #expect(list.view.focusedIndexPath?.item == 1)
        // A gesture that began in the list belongs to it.
        move(.press, x: 6, y: 3)
        move(.release, x: 3, y: 3)
        #expect(margins.kept.count == 3)
    }

    /// A drag that the list refuses is still its own.
    @Test func aRefusedDragDoesNotLeaveTheList() {
        let (list, margins) = makeList()
        _ = list.host.screen()
        for (action, x, y) in [(TerminalMouse.Action.press, 6, 1), (.drag, 6, 2), (.drag, 2, 3), (.release, 2, 3)] {
            list.host.handle(.mouse(TerminalMouse(action, x: x, y: y)))
        }
        #expect(margins.kept.isEmpty)
        list.host.handle(.mouse(TerminalMouse(.press, x: 2, y: 3)))
        #expect(margins.kept.count == 1)
    }

    /// A callback resizes the screen while it is drawn.
    @Test func theScreenIsResizedWhileItIsDrawn() {
        let margins = Margins()
        var onShow: (() -> Void)?
        let list = TerminalList("Numbers") {
            ListBlock("numbers", (0..<30).map(Number.init)) { number in
                onShow?()
                return ItemContent("\(number.id)")
            }
        }
        list.host.surroundings = margins
        list.host.resize(width: 20, height: 4)
        list.update()
        _ = list.host.screen()
        onShow = { list.host.resize(width: 20, height: 2) }
        list.host.resize(width: 20, height: 10)
        #expect(list.host.screen().height == 10)
        #expect(list.host.screen().height == 2)
    }
}
