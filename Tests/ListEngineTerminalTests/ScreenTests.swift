import TestSupport
import Testing

@testable import ListEngineTerminal

@Suite("Screens")
struct ScreenTests {
    @Test func onlyChangedCellsAreWritten() {
        var one = Screen(width: 6, height: 2)
        one.write([StyledText("ab", .bold)], y: 0)
        #expect(one.output(from: one) == "")
        var two = one
        two.write([StyledText("漢字漢字")], y: 1)
        #expect(two.text == "ab\n漢字漢")
        #expect(two.output(from: one) == "\u{1B}[2;1H\u{1B}[0m漢字漢")
        #expect(two.output(from: nil).hasPrefix("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0;1mab"))
        var three = two
        three.write([StyledText("x")], x: 1, y: 1, to: 2)
        // Half of a wide character is not shown.
        #expect(three.text == "ab\n x字漢")
    }

    /// ASCII characters are written without looking for characters of several scalars. Invisible scalars between them take that
    /// road away.
    @Test func asciiIsWrittenAsAllOtherText() {
        for seed in LawCases.seeds(300) {
            var random = TestRandom(seed: seed)
            let (width, x) = (random.int(in: 1...9), random.int(in: -4...9))
            let end = random.chance(oneIn: 2) ? nil : random.int(in: 0...10)
            var screens = [Screen(width: width, height: 1), Screen(width: width, height: 1)]
            for _ in 0..<2 {
                let runs = (0..<random.int(in: 1...3)).map { _ in
                    (0..<random.below(6)).map { _ in
                        ["a", "b", " ", "~", "\t", "\u{7F}", "漢", "e\u{301}", "\u{301}"][
                            random.below(random.chance(oneIn: 4) ? 9 : 4)]
                    }
                }
                screens[0].write(runs.map { StyledText($0.joined(), .bold) }, x: x, y: 0, to: end)
                screens[1].write(
                    runs.map { StyledText("\u{200B}" + $0.joined(separator: "\u{200B}"), .bold) }, x: x, y: 0, to: end)
            }
            #expect(screens[0] == screens[1], "seed \(seed): \(screens.map(\.text))")
            #expect(screens[0].output(from: screens[1]) == "", "seed \(seed)")
        }
    }

    @Test func withoutColoursABackgroundIsReversed() {
        var screen = Screen(width: 3, height: 1)
        screen.write([StyledText("a", .focused), StyledText("b", TextStyle(foreground: .palette(9)))], y: 0)
        #expect(screen.output(from: nil, .none).contains("\u{1B}[0;7ma\u{1B}[0mb"))
        #expect(screen.output(from: nil).contains("\u{1B}[0;30;46ma\u{1B}[0;91mb"))
        var dim = Screen(width: 1, height: 1)
        dim.write([StyledText("d", .dim)], y: 0)
        #expect(dim.output(from: nil).contains("\u{1B}[0;2md"))
        var colour = Screen(width: 1, height: 1)
        colour.write([StyledText("c", TextStyle(foreground: .rgb(red: 255, green: 95, blue: 0)))], y: 0)
        #expect(colour.output(from: nil, .full).contains("38;2;255;95;0m"))
        #expect(colour.output(from: nil, .indexed).contains("38;5;202m"))
        #expect(TerminalPalette(environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"]) == .none)
        #expect(TerminalPalette(environment: ["NO_COLOR": "", "COLORTERM": "24bit"]) == .full)
    }

    /// A terminal shows each screen of a random sequence as it is, whether it has drawn the one before or nothing, and whether it
    /// knows pictures of several scalars or not.
    @Test(arguments: [false, true]) func aTerminalShowsTheScreen(addsColumns: Bool) {
        let parts = ["a", "word", "漢字", "e\u{301}", "👩‍👩‍👧", "👍🏽", "🇩🇪", "❤️", "▏", "\u{1B}[2J", "\n", "한"]
        let styles: [TextStyle] = [.plain, .bold, .dim, .focused, .header]
        for seed in LawCases.seeds(300) {
            var random = TestRandom(seed: seed)
            let (width, height) = (random.int(in: 1...11), random.int(in: 1...3))
            var terminal = Emulator(width: width, height: height)
            terminal.addsColumns = addsColumns
            var old: Screen?
            for _ in 0..<4 {
                var screen = old ?? Screen(width: width, height: height)
                for _ in 0..<3 {
                    let line = (0..<random.int(in: 1...3)).map { _ in
                        StyledText(
                            parts.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain)
                    }
                    let x = random.int(in: -3...width - 1)
                    screen.write(
                        line, x: x, y: random.int(in: -1...height), to: random.chance(oneIn: 2) ? nil : x + 4)
                }
                terminal.write(screen.output(from: old))
                if !addsColumns { #expect(terminal.text == screen.text, "LE_SEED=\(seed)") }
                for y in 0..<height {
                    // Characters of one scalar are in their columns in every terminal.
                    for (x, cell) in screen[y].enumerated() where cell.text.unicodeScalars.count == 1 && x + 1 < width {
                        let isCovered = addsColumns && screen[y].prefix(x).contains { $0.text.unicodeScalars.count > 1 }
                        if !isCovered { #expect(terminal.rows[y][x].text == cell.text, "LE_SEED=\(seed)") }
                    }
                }
                #expect(terminal.unknown.isEmpty || addsColumns, "LE_SEED=\(seed)")
                old = screen
            }
        }
    }
}
