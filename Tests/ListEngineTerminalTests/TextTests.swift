import Foundation
import TestSupport
import Testing

@testable import ListEngineTerminal

@Suite("Text in a terminal")
struct TextTests {
    private func columns(_ text: String) -> [Int] { TerminalCharacters(text).map(\.columns) }

    @Test func charactersHaveTheColumnsOfUnicode() {
        #expect(WidthTable.unicodeVersion == "15.0.0")
        for (text, expected) in [
            ("a", [1]), ("é", [1]), ("e\u{301}", [1]), ("漢字", [2, 2]), ("ｱ", [1]), ("Ａ", [2]), ("한국", [2, 2]),
            ("\u{1112}\u{1161}\u{11AB}", [2]), ("😀", [2]), ("👩‍👩‍👧‍👦", [2]), ("🇩🇪🇫🇷", [2, 2]), ("👍🏽", [2]), ("❤️", [2]),
            ("☃", [1]), ("क्", [1]), ("\u{200B}", []), ("a\u{200D}b", [1]), ("\u{301}a", [1]), ("▏", [1]), ("…", [1]),
        ] { #expect(columns(text) == expected, "\(text)") }
    }

    /// The table has the widths of the database from which it is written.
    @Test func theTableIsInOrder() {
        for table in [WidthTable.wide, WidthTable.none] {
            #expect(table.count % 2 == 0 && !table.isEmpty)
            for place in table.indices.dropFirst() {
                #expect(place % 2 == 1 ? table[place] >= table[place - 1] : table[place] > table[place - 1] + 1)
            }
        }
    }

    @Test func nothingInATextControlsTheTerminal() {
        let text = "a\u{1B}[2Jb\u{9B}c\r\nd\te\u{202E}f\u{2066}g\u{7}\u{7F}"
        let shown = TerminalCharacters(text).map(\.text).joined()
        #expect(shown == "a\u{FFFD}[2Jb\u{FFFD}c d efg\u{FFFD}\u{FFFD}")
        for value in UInt32(0)..<0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for written in TerminalCharacters("x" + String(scalar) + "y").flatMap(\.text.unicodeScalars) {
                #expect(written.value >= 0x20 && !(0x7F..<0xA0).contains(written.value))
                #expect(!(0x202A...0x202E).contains(written.value) && !(0x2066...0x2069).contains(written.value))
            }
        }
    }

    /// Ten million marks on a letter, or characters in a title, cost no more than those that are shown.
    @Test func longTextIsReadAsFarAsItIsShown() {
        let long = String(repeating: "title ", count: 2_000_000)
        #expect(long.cut(to: 8) == "title t…")
        #expect(long.wrapped(to: 12, limit: 2) == ["title title ", "title title…"])
        let marks = "a" + String(repeating: "\u{301}", count: 1_000_000) + "b"
        let shown = Array(TerminalCharacters(marks))
        #expect(shown.count == 1 && shown[0].text.unicodeScalars.count <= 16)
        let some = "a" + String(repeating: "\u{301}", count: 100) + "b"
        #expect(TerminalCharacters(some).map(\.columns) == [1, 1])
    }

    @Test func textIsCutAndBrokenByColumns() {
        #expect("one two three".wrapped(to: 7, limit: 9) == ["one two", "three"])
        #expect("abcdefgh ij".wrapped(to: 3, limit: 9) == ["abc", "def", "gh ", "ij"])
        #expect("漢字漢字".wrapped(to: 5, limit: 9) == ["漢字", "漢字"])
        #expect("one\ntwo\n\nfour".wrapped(to: 9, limit: 9) == ["one", "two", "", "four"])
        #expect("one two three".wrapped(to: 7, limit: 1) == ["one tw…"])
        #expect("abcdef".cut(to: 4) == "abc…" && "漢字漢字".cut(to: 4) == "漢…" && "ab".cut(to: 0) == "")
        #expect("漢字".cut(to: 4) == "漢字" && "漢字".cut(to: 3) == "漢…" && "漢字".cut(to: 1) == "…")
    }

    /// Lines are never wider than the width, and without a limit nothing but blanks is lost.
    @Test func wrappedLinesFitAndLoseNothing() {
        let parts = ["a", "word", " ", "  ", "漢字", "e\u{301}", "👩‍👩‍👧", "\n", "\t", "longerword"]
        for seed in LawCases.seeds(2000) {
            var random = TestRandom(seed: seed)
            let text = (0..<random.below(20)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let width = random.int(in: 1...13)
            let lines = text.wrapped(to: width, limit: 1000)
            let letters = { (text: String) in text.filter { $0 != " " && $0 != "\n" && $0 != "\t" } }
            let name = "LE_SEED=\(seed): \(text.debugDescription) \(width)"
            #expect(lines.allSatisfy { $0.columns() <= max(2, width) }, "\(name)")
            #expect(letters(lines.joined()) == letters(text), "\(name)")
            let limited = text.wrapped(to: width, limit: 3)
            #expect(limited.count <= 3 && limited.allSatisfy { $0.columns() <= max(2, width) }, "\(name)")
        }
    }
}

@Suite("Keys of a terminal")
struct DecoderTests {
    private func keys(_ text: String) -> [TerminalInput] {
        var decoder = TerminalDecoder()
        return decoder.read(Array(text.utf8)) + decoder.flush()
    }

    private func key(_ code: TerminalKey.Code, _ modifiers: TerminalKey.Modifiers = []) -> TerminalInput {
        .key(TerminalKey(code, modifiers))
    }

    @Test func bytesOfATerminalAreKeys() {
        #expect(
            keys("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}OH\u{1B}[F\u{1B}[3~") == [
                key(.up), key(.down), key(.pageUp), key(.pageDown), key(.home), key(.end), key(.delete),
            ])
        #expect(
            keys("\u{1B}[1;2A\u{1B}[1;3B\u{1B}[1;5C") == [key(.up, .shift), key(.down, .alt), key(.right, .control)])
        #expect(
            keys("a é漢\r\t\u{7F}\u{1B}[Z\u{3}") == [
                key(.character("a")), key(.character(" ")), key(.character("é")), key(.character("漢")), key(.enter),
                key(.tab), key(.backspace), key(.tab, .shift), key(.character("c"), .control),
            ])
        #expect(
            keys("\u{1B}x\u{1B}[21~\u{1B}OP") == [key(.character("x"), .alt), key(.function(10)), key(.function(1))])
        // The first and the last characters of each length.
        for text in ["\u{A0}", "\u{7FF}", "\u{800}", "\u{FFFC}", "\u{10000}", "\u{10FFFF}"] {
            #expect(keys(text) == [key(.character(Character(text)))], "\(text.debugDescription)")
        }
        #expect(keys("\u{1B}") == [key(.escape)] && keys("\u{1B}\u{1B}") == [key(.escape), key(.escape)])
    }

    @Test func theMouseAndPastedTextAreRead() {
        #expect(
            keys("\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<65;1;1M\u{1B}[<2;9;9M\u{1B}[<20;2;2M") == [
                .mouse(TerminalMouse(.press, x: 2, y: 3)), .mouse(TerminalMouse(.release, x: 2, y: 3)),
                .mouse(TerminalMouse(.wheelDown, x: 0, y: 0)), .mouse(TerminalMouse(.secondaryPress, x: 8, y: 8)),
                .mouse(TerminalMouse(.press, x: 1, y: 1, [.shift, .control])),
            ])
        #expect(
            keys("\u{1B}[200~two\nlines \u{1B}[A\u{1B}[201~x") == [
                .paste("two\nlines \u{1B}[A"), key(.character("x")),
            ])
        #expect(keys("\u{1B}[<99999999999999999999;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M") == [])
    }

    /// However the bytes arrive, the keys are the same.
    @Test func bytesMayArriveOneByOne() {
        let text = "a\u{1B}[1;5A漢\u{1B}[200~p\u{1B}[20é\u{1B}[201~\u{1B}[<0;12;7Mz\u{1B}[999z\u{1B}OQ"
        let whole = keys(text)
        let bytes = Array(text.utf8)
        for size in 1..<bytes.count {
            var decoder = TerminalDecoder()
            var read: [TerminalInput] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                read += decoder.read(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(read + decoder.flush() == whole, "\(size)")
        }
    }

    /// Any bytes are read to their end, and the next key is understood.
    @Test func anyBytesAreRead() {
        let parts: [[UInt8]] = [
            [0x1B], [0x5B], [0x4F], [0x3C], [0x30, 0x3B], [0xC3], [0xE6, 0xBC], [0xFF], [0x7E], Array("200~".utf8),
            [0x4D],
        ]
        for seed in LawCases.seeds(3000) {
            var random = TestRandom(seed: seed)
            var decoder = TerminalDecoder()
            for _ in 0..<12 {
                var bytes = parts.randomElement(using: &random) ?? []
                if random.chance(oneIn: 2) { bytes.append(UInt8(random.below(256))) }
                _ = decoder.read(bytes)
            }
            _ = decoder.flush()
            #expect(!decoder.isWaiting, "LE_SEED=\(seed)")
            _ = decoder.read(Array("\u{1B}[201~".utf8)) + decoder.flush()
            #expect(decoder.read([0x61]) == [key(.character("a"))], "LE_SEED=\(seed)")
        }
    }
}
