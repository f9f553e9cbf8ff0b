import Foundation
import ListEngineTerminal
import Testing

@testable import PackageBrowser

private func resource(_ name: String) throws -> String {
    let url = try #require(Bundle.module.url(forResource: name, withExtension: "txt"))
    return try String(contentsOf: url, encoding: .utf8)
}

private func packages() throws -> [PackageRecord] {
    PackageRecord.parse(Array(try resource("packages").utf8))
}

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
        func cell(_ name: String) -> CollectionViewCell? {
            browser.list.visibleCells.first { cell in
                cell.fields.contains { ($0.view as? ContentCell)?.content.title == "▸ " + name }
            }
        }
        let emacs = cell("emacs")
        for key in "/em" { browser.press(TerminalKey(.character(key))) }
        _ = browser.screen()
        #expect(emacs != nil && cell("emacs") === emacs)
        #expect(browser.list.visibleCells.count == 1)
    }

    private func columns(_ browser: Browser) -> [String] { browser.list.columns?.columns.map(\.id) ?? [] }

    private func names(_ browser: Browser) -> [String] {
        browser.screen().text.split(separator: "\n").compactMap { line in
            guard let mark = line.firstIndex(of: "▸") else { return nil }
            return String(line[mark...].dropFirst(2).prefix { $0 != " " })
        }
    }

    @Test func theTableIsSortedByAnyColumnAndFiltered() throws {
        let browser = Browser(try packages(), width: 90, height: 12)
        #expect(browser.screen().text.split(separator: "\n")[1].hasPrefix("Name"))
        #expect(names(browser).prefix(2) == ["ed", "emacs"])
        for column in columns(browser) {
            browser.list.sort(by: [ColumnSort(column, isAscending: false)])
            let shown = names(browser).prefix(8)
            let records = try packages().filter { $0.section == "editors" }
            let expected = records.sorted { one, other in
                switch column {
                case "Name": one.name > other.name
                case "Version": (one.version, other.name) > (other.version, one.name)
                case "Size": (one.installedSize, other.name) > (other.installedSize, one.name)
                default: (one.summary, other.name) > (other.summary, one.name)
                }
            }
            #expect(Array(shown) == expected.prefix(8).map(\.name), "by \(column)")
        }
        browser.list.sort(by: [ColumnSort("Name", isAscending: false)])
        for key in "/e" { browser.press(TerminalKey(.character(key))) }
        #expect(names(browser).prefix(3) == ["zile", "ne", "joe"])
    }

    @Test func aColumnIsHiddenAndMadeWider() throws {
        let browser = Browser(try packages(), width: 90, height: 12)
        _ = browser.screen()
        // The menu of the first column, and the width of the focused one.
        browser.press(TerminalKey(.function(9)))
        #expect(browser.host.isMenuOpen)
        browser.press(TerminalKey(.escape))
        browser.press(TerminalKey(.function(7)))
        #expect(browser.list.focusedColumn == "Name")
        browser.press(TerminalKey(.character("+"), .alt))
        #expect(browser.list.columns?.width(of: "Name") == 23)
        browser.press(TerminalKey(.right))
        #expect(browser.list.focusedColumn == "Version")
        try browser.list.editColumns { try $0.setHidden(true, "Version") }
        #expect(!browser.screen().text.contains("Version"))
        browser.press(TerminalKey(.escape))
        #expect(browser.list.focusedColumn == nil)
    }

    @Test func aFaultOfAScriptNamesItsLine() throws {
        let browser = Browser(try packages(), width: 40, height: 10)
        #expect(throws: Script.Fault.self) { try Script.run("down\nsideways", on: browser) }
        #expect(
            "\(Script.Fault(line: 2, text: "sideways"))" == "line 2: sideways is no key and no command")
        #expect(throws: Script.Fault.self) { try Script.run("size 0x5", on: browser) }
        #expect(throws: Script.Fault.self) { try Script.run("down -1", on: browser) }
    }

    @Test func noPackagesAndTinyScreensDoNoHarm() throws {
        for (width, height) in [(1, 1), (3, 2), (8, 3), (72, 18)] {
            for packages in [[], try packages()] {
                let browser = Browser(packages, width: width, height: height)
                for key: TerminalKey.Code in [
                    .down, .enter, .pageDown, .end, .tab, .character("x"), .right, .escape,
                ] {
                    browser.press(TerminalKey(key))
                    #expect(
                        browser.screen().text.split(separator: "\n", omittingEmptySubsequences: false).count
                            == height)
                }
            }
        }
    }
}

@Suite("Records and pictures")
struct PartTests {
    @Test func aRecordIsReadOnceAndWhole() throws {
        let records = try packages()
        #expect(records.count == 43 && Set(records.map(\.name)).count == 43)
        let vim = try #require(records.first { $0.name == "vim" })
        #expect(vim.version == "2:9.1" && vim.section == "editors" && vim.summary == "Vi, improved")
        #expect(vim.details.map(\.name) == ["Installed size", "Homepage", "Depends"])
        #expect(
            vim.details[2].value.hasSuffix(
                "libselinux1 (>= 3.1~), libsodium23 (>= 1.0.14), libtinfo6 (>= 6)"))
        #expect(PackageRecord.parse([]).isEmpty)
        #expect(
            PackageRecord.parse(Array("Package: a\nno field\n b\n\n\nPackage: c".utf8)).map(\.name) == [
                "a", "c",
            ])
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

    @Test func noControlCharactersAreInAPicture() throws {
        var screen = Screen(width: 9, height: 1)
        screen.write([StyledText("a\u{1B}[2J\u{07}<&")], y: 0)
        #expect(screen.svg().contains("&lt;&amp;") && !screen.svg().contains("\u{1B}"))
    }
}
