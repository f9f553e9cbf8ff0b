import Foundation
import Testing

@testable import PackageBrowser

private func resource(_ name: String) throws -> String {
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "txt"))
    return try String(contentsOf: url, encoding: .utf8)
}

private func packages() throws -> [PackageRecord] { PackageRecord.parse(Array(try resource("packages").utf8)) }

@MainActor
@Suite("Browsing packages")
struct BrowserTests {
    /// A session of keys gives the screens in the repository.
    @Test func theScriptProducesTheseScreens() throws {
        let browser = Browser(try packages(), width: 72, height: 18)
        let screens = try Script.run(try resource("keys"), on: browser)
        let expected = try resource("screens").split(separator: "\n", omittingEmptySubsequences: false)
        let found = screens.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, (line, wanted)) in zip(found, expected).enumerated() where line != wanted {
            Issue.record("line \(number + 1) is\n\(line)\nand not\n\(wanted)")
            return
        }
        #expect(found.count == expected.count)
        #expect(browser.list.diagnostics.recent.isEmpty)
    }

    @Test func aFilterKeepsTheCellsOfRemainingPackages() throws {
        let browser = Browser(try packages(), width: 72, height: 18)
        _ = browser.screen()
        func cell(_ name: String) -> PackageCell? {
            browser.list.visibleCells.compactMap { $0 as? PackageCell }.first { $0.record.name == name }
        }
        let emacs = cell("emacs")
        for key in "/em" { browser.press(.character(key)) }
        _ = browser.screen()
        #expect(emacs != nil && cell("emacs") === emacs)
        #expect(browser.list.visibleCells.count == 1)
    }

    @Test func aFaultOfAScriptNamesItsLine() throws {
        let browser = Browser(try packages(), width: 40, height: 10)
        #expect(throws: Script.Fault.self) { try Script.run("down\nsideways", on: browser) }
        #expect("\(Script.Fault(line: 2, text: "sideways"))" == "line 2: sideways is no key and no command")
        #expect(throws: Script.Fault.self) { try Script.run("size 0x5", on: browser) }
        #expect(throws: Script.Fault.self) { try Script.run("down -1", on: browser) }
    }

    @Test func noPackagesAndTinyScreensDoNoHarm() throws {
        for (width, height) in [(1, 1), (3, 2), (8, 3), (72, 18)] {
            for packages in [[], try packages()] {
                let browser = Browser(packages, width: width, height: height)
                for key: Key in [.down, .enter, .pageDown, .end, .tab, .backTab, .character("x"), .right, .escape] {
                    browser.press(key)
                    #expect(
                        browser.screen().text.split(separator: "\n", omittingEmptySubsequences: false).count == height)
                }
            }
        }
    }
}

@Suite("Records, keys and screens")
struct PartTests {
    @Test func aRecordIsReadOnceAndWhole() throws {
        let records = try packages()
        #expect(records.count == 43 && Set(records.map(\.name)).count == 43)
        let vim = try #require(records.first { $0.name == "vim" })
        #expect(vim.version == "2:9.1" && vim.section == "editors" && vim.summary == "Vi, improved")
        #expect(vim.details.map(\.name) == ["Installed size", "Homepage", "Depends"])
        #expect(vim.details[2].value.hasSuffix("libselinux1 (>= 3.1~), libsodium23 (>= 1.0.14), libtinfo6 (>= 6)"))
        #expect(PackageRecord.parse([]).isEmpty)
        #expect(PackageRecord.parse(Array("Package: a\nno field\n b\n\n\nPackage: c".utf8)).map(\.name) == ["a", "c"])
    }

    @Test func aSearchFindsNamesThatContainTheText() throws {
        let index = PackageIndex(try packages())
        func names(_ text: String) -> [String] {
            index.matching(text, among: index.records.indices).map { index.records[$0].name }
        }
        #expect(
            names("SUDO") == ["sudoku"] && names("p") == ["iperf3", "lftp", "nmap", "htop", "ripgrep"]
                && names("zzz") == [] && names("").count == 43)
        // Not across two names.
        #expect(names("demacs") == [])
    }

    @Test func bytesOfATerminalAreKeys() {
        #expect(
            Key.decode(Array("\u{1B}[A\u{1B}[B\u{1B}[5~\u{1B}[6~\u{1B}OH\u{1B}[F".utf8)) == [
                .up, .down, .pageUp, .pageDown, .home, .end,
            ])
        #expect(
            Key.decode(Array("a é\r\t\u{7F}\u{1B}".utf8)) == [
                .character("a"), .character(" "), .character("é"), .enter, .tab, .backspace, .escape,
            ])
        #expect(Key.decode([0x03, 0x1B, 0x5B, 0x5A, 0x1B, 0x5B, 0x39, 0x39, 0x7E, 0xFF]) == [.quit, .backTab])
    }

    @Test func onlyRowsThatChangedAreWritten() {
        var one = Screen(width: 6, height: 2)
        one.write([StyledText("ab", .bold)], y: 0)
        #expect(one.escapeCodes(from: one) == "")
        var two = one
        two.write([StyledText("漢字漢字", .plain)], y: 1)
        #expect(two.text == "ab\n漢字漢")
        #expect(two.escapeCodes(from: one) == "\u{1B}[2;1H\u{1B}[0m漢字漢")
        #expect(two.escapeCodes(from: nil).hasPrefix("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0;1mab"))
    }

    @Test func noControlCharactersAreWritten() throws {
        var screen = Screen(width: 9, height: 1)
        screen.write([StyledText("a\u{1B}[2J\u{07}<&")], y: 0)
        #expect(screen.text == "a?[2J?<&")
        #expect(screen.svg().contains("a?[2J?&lt;&amp;") && !screen.svg().contains("\u{1B}"))
        screen.write([StyledText("no row")], y: 4)
    }

    @Test func textIsCutAndBrokenByColumns() {
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
        #expect("abcdefgh ij".wrapped(to: 3) == ["abc", "def", "gh", "ij"])
        #expect("漢字漢字".wrapped(to: 5) == ["漢字", "漢字"])
        #expect("abcdef".cut(to: 4) == "abc…" && "漢字漢字".cut(to: 4) == "漢…" && "ab".cut(to: 0) == "")
    }
}
