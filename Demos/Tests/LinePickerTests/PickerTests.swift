import Foundation
import ListEngineTerminal
import Testing

@testable import LinePicker

/// One terminal of the process is used at a time, so these tests run one after the other.
@MainActor
@Suite("Picking lines in a pseudo-terminal", .serialized)
struct PickerTests {
    /// A pipe, a terminal, and a picker between them.
    @MainActor
    private final class Session {
        let terminal: PseudoTerminal
        let picker: Picker
        private let pipe = Pipe()

        init(_ options: Picker.Options = .init(), width: Int = 40, height: Int = 6) throws {
            terminal = try PseudoTerminal(width: width, height: height)
            picker = Picker(input: pipe.fileHandleForReading.fileDescriptor, options)
            picker.host.palette = .none
        }

        func write(_ text: String) { try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
        func close() { try? pipe.fileHandleForWriting.close() }

        func run() async -> Picker.Result { await picker.run(.init(input: terminal.slave, output: terminal.slave)) }
    }

    private func bytes(_ lines: String...) -> Picker.Result { .chosen(lines.map { Array($0.utf8) }) }

    @Test func theFirstScreenComesBeforeTheInputEnds() async throws {
        let session = try Session()
        session.write("apple\npear\n")
        async let result = session.run()
        #expect(
            await session.terminal.wait { $0.text == " 2 of 2 …\n❯ apple\n  pear\n\n\n/▏" }, "\(session.terminal.text)")
        session.write("plum\n")
        #expect(await session.terminal.wait { $0.text.contains("  plum") })
        session.close()
        #expect(await session.terminal.wait { $0.text.hasPrefix(" 3 of 3\n") })
        session.terminal.type("\r")
        #expect(await result == bytes("apple"))
        #expect(session.terminal.isCooked)
    }

    @Test func typingFilters() async throws {
        let session = try Session()
        session.write("apple\npear\nplum\nPeach\n")
        session.close()
        async let result = session.run()
        #expect(await session.terminal.wait { $0.text.contains("4 of 4") })
        session.terminal.type("p")
        #expect(await session.terminal.wait { $0.text.contains("/p▏") && $0.text.contains("4 of 4") })
        session.terminal.type("e")
        #expect(
            await session.terminal.wait { $0.text == " 2 of 4\n❯ pear\n  Peach\n\n\n/pe▏" }, "\(session.terminal.text)")
        session.terminal.type("\u{7F}\u{7F}lu")
        #expect(await session.terminal.wait { $0.text == " 1 of 4\n❯ plum\n\n\n\n/lu▏" }, "\(session.terminal.text)")
        session.terminal.type("\u{15}")
        #expect(await session.terminal.wait { $0.text.contains("4 of 4") && $0.text.contains("❯ apple") })
        session.terminal.type("\u{1B}[B\u{1B}[B")
        #expect(await session.terminal.wait { $0.text.contains("❯ plum") })
        session.terminal.type("\r")
        #expect(await result == bytes("plum"))
    }

    @Test func returnWaitsForTheSearch() async throws {
        let session = try Session()
        session.write((0..<50_000).map { "line \($0)\n" }.joined())
        session.close()
        async let result = session.run()
        #expect(await session.terminal.wait { $0.text.contains("50000 of 50000\n") })
        // Return comes before the result of the last key can be shown.
        session.terminal.type("49999\r")
        #expect(await result == bytes("line 49999"))
    }

    @Test func noMatchAndEscapeAreTold() async throws {
        for (keys, wanted) in [
            ("zzz\r", Picker.Result.noMatch), ("\u{1B}", .cancelled), ("\u{3}", .cancelled), ("a\u{7}", .cancelled),
        ] {
            let session = try Session()
            session.write("apple\n")
            session.close()
            async let result = session.run()
            #expect(await session.terminal.wait { $0.text.contains("1 of 1") })
            session.terminal.type(keys)
            #expect(await result == wanted, "\(keys.debugDescription)")
            #expect(session.terminal.isCooked)
        }
    }

    @Test func severalLinesAreChosenInTheOrderOfTheInput() async throws {
        var options = Picker.Options()
        options.choosesSeveral = true
        options.query = "p"
        let session = try Session(options)
        session.write("apple\npear\nfig\nplum\n")
        session.close()
        async let result = session.run()
        #expect(
            await session.terminal.wait { $0.text.contains("3 of 4") && $0.text.contains("/p▏") },
            "\(session.terminal.text)")
        session.terminal.type("\u{1B}[B\u{1B}[B\t")
        #expect(
            await session.terminal.wait { $0.text.contains("•plum") && $0.text.contains("1 marked") },
            "\(session.terminal.text)")
        session.terminal.type("\u{1B}[A\u{1B}[A\t\r")
        #expect(await result == bytes("apple", "plum"))
    }

    @Test func linesThatArriveWhileAFilterIsTypedAreFiltered() async throws {
        let session = try Session()
        async let result = session.run()
        session.terminal.type("7")
        for block in 0..<40 {
            session.write((block * 100..<block * 100 + 100).map { "n\($0)\n" }.joined())
            if block == 20 { session.terminal.type("7") }
            if block == 30 { session.terminal.type("\u{7F}\u{7F}7") }
            try await Task.sleep(nanoseconds: 1_000_000)
        }
        session.close()
        let wanted = (0..<4_000).filter { "\($0)".contains("7") }.count
        #expect(await session.terminal.wait { $0.text.contains(" \(wanted) of 4000\n") }, "\(session.terminal.text)")
        session.terminal.type("\u{1B}")
        #expect(await result == .cancelled)
    }

    @Test func controlCharactersAndInvalidBytesDoNotControlTheTerminal() async throws {
        let session = try Session()
        session.write("a\u{1B}[2Jb\tc\n漢字\n")
        session.close()
        async let result = session.run()
        #expect(await session.terminal.wait { $0.text.contains("漢字") })
        #expect(session.terminal.screen.unknown.isEmpty)
        session.terminal.type("\r")
        #expect(await result == bytes("a\u{1B}[2Jb\tc"))
    }

    @Test func aTerminalThatIsClosedEndsThePicker() async throws {
        let session = try Session()
        session.write("a\n")
        async let result = session.run()
        #expect(await session.terminal.wait { $0.text.contains("❯ a") })
        session.terminal.hangUp()
        #expect(await result == .noTerminal)
    }
}
