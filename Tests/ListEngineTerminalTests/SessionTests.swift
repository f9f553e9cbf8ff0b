import CListEngineTerminal
import Foundation
import Testing

@testable import ListEngineTerminal

/// One terminal of the process is used at a time, so these tests run one after the other.
@Suite("Sessions in a pseudo-terminal", .serialized)
struct SessionTests {
    @MainActor
    private func list(_ names: @escaping @MainActor () -> [String]) -> TerminalList {
        TerminalList("Fruits") { ListBlock("a", names()) }
    }

    @MainActor
    @Test func keysAreReadAndScreensAreWritten() async throws {
        let terminal = try PseudoTerminal(width: 30, height: 5)
        var names = ["Apple", "Pear", "漢字 e\u{301} 👩‍👩‍👧"]
        let list = list { names }
        list.host.palette = .indexed
        async let ended = list.run(.init(input: terminal.slave, output: terminal.slave))
        #expect(
            await terminal.wait { $0.text == " Fruits\n❯ Apple\n  Pear\n  漢字 e\u{301} 👩‍👩‍👧\n" },
            "\(terminal.output.debugDescription)")
        #expect(terminal.screen.modes == [1049, 2004, 1000, 1002, 1006] && !terminal.isCooked)
        let written = terminal.screen.written
        terminal.type("\u{1B}[B")
        #expect(await terminal.wait { $0.text.contains("❯ Pear") && $0.text.contains("  Apple") })
        // The difference, not the screen.
        #expect(terminal.screen.written - written < 200)
        #expect(terminal.screen.codes(of: "P") == [30, 46])
        // A change from outside of any key.
        names.append("Plum")
        list.update()
        #expect(await terminal.wait { $0.text.contains("  Plum") })
        // In two parts, with a pause that makes the first one look like a key.
        terminal.type("\u{1B}[")
        terminal.type("B")
        #expect(await terminal.wait { $0.text.contains("❯ 漢字") })
        terminal.type("\u{3}")
        #expect(await ended == .done)
        #expect(terminal.isCooked)
        #expect(await terminal.wait { $0.modes == [7, 25] })
        #expect(terminal.screen.unknown.isEmpty)
    }

    @MainActor
    @Test func theScreenFollowsTheSizeOfTheTerminal() async throws {
        let terminal = try PseudoTerminal(width: 30, height: 5)
        let list = list { (0..<50).map { "Item \($0)" } }
        async let ended = list.run(.init(input: terminal.slave, output: terminal.slave))
        #expect(await terminal.wait { $0.text.contains("Item 3") })
        for (width, height) in [(12, 9), (1, 1), (200, 3), (20, 6)] {
            terminal.setSize(width, height)
            kill(getpid(), SIGWINCH)
            #expect(
                await terminal.wait { width > 8 ? $0.text.contains("Item 0") : $0.text == "…" }, "\(width) x \(height)")
        }
        terminal.type("\u{1B}[<65;3;3M")
        #expect(await terminal.wait { $0.text.contains("  Item 3") && !$0.text.contains("Item 2") })
        terminal.type("\u{1B}")
        #expect(await ended == .done)
        #expect(terminal.screen.unknown.isEmpty)
    }

    @MainActor
    @Test func aListThatIsWiderThanTheTerminalScrollsSideways() async throws {
        let terminal = try PseudoTerminal(width: 20, height: 4)
        let list = list { ["漢字漢字漢字漢字漢字漢字", "Apple"] }
        list.view.minimumCrossExtent = 40
        async let ended = list.run(.init(input: terminal.slave, output: terminal.slave))
        #expect(await terminal.wait { $0.text == " Fruits\n❯ 漢字漢字漢字漢字 ›\n  Apple\n" })
        // The wheel with shift. Of the first character and of the last one, half is outside.
        terminal.type("\u{1B}[<69;3;3M")
        #expect(await terminal.wait { $0.text == " Fruits\n‹字漢字漢字漢字漢字›\n‹ple\n" })
        // A key that moves no focus.
        terminal.type("\u{1B}[C")
        #expect(await terminal.wait { $0.text == " Fruits\n‹漢字漢字漢字漢字漢›\n‹e\n" }, "\(terminal.screen.text)")
        terminal.type("\u{3}")
        #expect(await ended == .done)
        #expect(terminal.screen.unknown.isEmpty)
    }

    @Test func aTerminalWithoutASizeHasTheUsualOne() throws {
        let terminal = try PseudoTerminal(width: 0, height: 0)
        let reader = try #require(TerminalReader(input: terminal.slave, output: terminal.slave, usesMouse: false))
        #expect(reader.size == (80, 24))
        terminal.setSize(30, 5)
        #expect(reader.size == (30, 5))
        reader.stop()
    }

    @MainActor
    @Test func aClosedTerminalEndsTheSession() async throws {
        let terminal = try PseudoTerminal()
        let slave = dup(terminal.slave)
        let list = list { ["Apple"] }
        async let ended = list.run(.init(input: slave, output: slave))
        #expect(await terminal.wait { $0.text.contains("Apple") })
        // Another host finds the terminal of the process in use.
        #expect(le_terminal_start(terminal.slave, terminal.slave, "", "") == EBUSY)
        terminal.hangUp()
        #expect(await ended == .closed)
        close(slave)
    }

    @Test func whatIsNoTerminalIsRefused() {
        #expect(le_terminal_start(-1, -1, "", "") == ENOTTY)
        let long = String(repeating: "x", count: 256)
        #expect(le_terminal_start(-1, -1, long, "") == EINVAL)
        le_terminal_stop()
        #expect(le_terminal_wait(0) == 0 && !le_terminal_is_raw())
        var byte: UInt8 = 0
        #expect(le_terminal_read(&byte, 1) == 0 && !le_terminal_write(&byte, 1))
    }
}
