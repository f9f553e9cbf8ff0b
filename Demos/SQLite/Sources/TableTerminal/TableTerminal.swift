import Foundation
import ListEngineData
import ListEngineTerminal
import TableBrowser
import TerminalPanes

/// The tables of a file in a terminal: their names at the left, the rows of one of them in columns at the right.
@MainActor
public final class TableTerminal {
    public let browser: TableBrowser
    public let host: TerminalHost
    private let panes: TerminalPanes
    private let tables: ListDataSource

    /// Whether keys move in the list of tables.
    private var isChoosingTable = false
    private var isTyping = false
    private var shownTables: [TableEntry] = []

    /// - Parameter path: See `TableBrowser`.
    public init(_ path: String) {
        host = TerminalHost()
        panes = TerminalPanes(host)
        tables = ListDataSource(in: panes.side.list)
        browser = TableBrowser(path, host.list, TextWidths(character: 1, padding: 1))
        browser.onChange = { [weak self] in self?.update() }
        // Control Z stops the program.
        browser.edits.showsControlKeys = false
        panes.side.list.selectionFollowsFocus = true
        panes.sideColumns = { [weak self] in self?.sideColumns($0) ?? 0 }
        panes.willDrawSide = { [weak self] in self?.showCurrentTable() }
        panes.message = { [weak self] in self?.browser.problem.map { $0 + ". Press r to try again." } }
        panes.scroll = { [weak self] in self?.browser.scroll(toFraction: $0) }
        host.bottomBar = { [weak self] in self?.bottomBar(width: $0) ?? [] }
        host.pasteHandler = { [weak self] text in
            guard let self, isTyping else { return false }
            let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            browser.filter(by: (browser.request?.filter ?? "") + line)
            return true
        }
        host.keyHandler = { [weak self] in self?.take($0) ?? false }
    }

    /// Shows the file until the user ends it, and waits until all edits are written.
    /// - Returns: Edits that could not be written, and why. Nil if there is no terminal.
    public func run() async -> [String]? {
        browser.start()
        guard await host.run() != .noTerminal else { return nil }
        return await browser.close()
    }

    private func update() {
        if browser.entries != shownTables {
            shownTables = browser.entries
            tables.build(animatingDifferences: false) {
                ListBlock("tables", shownTables, id: \.name) { entry in
                    ItemContent(entry.name, trailing: entry.isView ? "view" : nil)
                }
                .header(browser.name, pins: true)
                .onDidSelect { [weak self] entry, _ in self?.browser.open(entry) }
            }
        }
        host.requestFrame()
    }

    // MARK: Keys

    private func take(_ key: TerminalKey) -> Bool {
        let list = host.list
        if list.fieldEdit != nil || host.isMenuOpen { return false }
        if isTyping { return type(key) }
        switch key.code {
        case .tab: isChoosingTable.toggle()
        case .up, .down, .pageUp, .pageDown, .home, .end, .enter, .function(2):
            guard isChoosingTable else {
                let isEdit = key.code == .enter || key.code == .function(2)
                if isEdit { browser.edits.edit() } else { return moveToEnd(key) }
                return true
            }
            if key.code == .enter { isChoosingTable = false } else { panes.side.handle(.key(key)) }
        case .escape where browser.request?.filter.isEmpty == false: browser.filter(by: "")
        // The focus stays in a field.
        case .escape: break
        case .character("t") where key.modifiers == .control: browser.toggleTextIndex()
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty: return command(character)
        default: return false
        }
        return true
    }

    /// Home and end lead to the ends of the table, with control to those of the row.
    private func moveToEnd(_ key: TerminalKey) -> Bool {
        guard key.code == .home || key.code == .end else { return false }
        let isInRow = key.modifiers.contains(.control)
        host.list.hostKey(key.code == .home ? .home : .end, modifiers: isInRow ? [] : .toggle)
        host.requestFrame()
        return true
    }

    private func command(_ character: Character) -> Bool {
        let (list, column) = (host.list, host.list.focusedColumn)
        switch character {
        case "/": isTyping = true
        case "s": if let column { list.sort(by: column, extending: false) }
        case "S": if let column { list.sort(by: column, extending: true) }
        case "k": browser.sortByKey()
        case "d":
            list.sort(by: (list.columns?.sortOrder ?? []).map { ColumnSort($0.column, isAscending: !$0.isAscending) })
        case "g": browser.toggleSections()
        case "h":
            if let column, let columns = list.columns, columns.shownCount > 1 {
                try? list.editColumns { try $0.setHidden(true, column) }
            }
        case "H":
            try? list.editColumns { columns in
                for column in columns.columns where column.isHidden { try columns.setHidden(false, column.id) }
            }
        case "u": browser.edits.undo()
        case "U": browser.edits.redo()
        case "n": browser.edits.setNull()
        case "r": browser.retry()
        case "q": host.end()
        case "1"..."9": browser.scroll(toFraction: Double(String(character)).map { $0 / 10 } ?? 0)
        default: break
        }
        host.requestFrame()
        return true
    }

    private func type(_ key: TerminalKey) -> Bool {
        let filter = browser.request?.filter ?? ""
        switch key.code {
        case .enter: isTyping = false
        case .escape:
            isTyping = false
            browser.filter(by: "")
        case .backspace: browser.filter(by: String(filter.dropLast()))
        case .character("u") where key.modifiers == .control: browser.filter(by: "")
        case .character("t") where key.modifiers == .control: browser.toggleTextIndex()
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty:
            browser.filter(by: filter + String(character))
        default: return false
        }
        return true
    }

    // MARK: Below the rows

    private func bottomBar(width: Int) -> [StyledText] {
        let filter = browser.request?.filter ?? ""
        let typed = isTyping || !filter.isEmpty ? "/\(filter)\(isTyping ? "▏" : "") " : ""
        let status = " " + typed + browser.status + " "
        let room = width - TerminalText.columns(of: status)
        let keys = ["tab tables", "/ filter", "s sort", "enter edit", "u undo", "h hide", "1–9 go", "q quit"]
        var help = keys.joined(separator: " · ") + " "
        if TerminalText.columns(of: help) > room { help = "" }
        let fitted = TerminalText.fitted(status, to: max(0, width - TerminalText.columns(of: help)))
        return [StyledText(fitted + help, .reversed)]
    }

    // MARK: Next to the rows

    /// As wide as the longest name, up to a third of the screen.
    private func sideColumns(_ width: Int) -> Int {
        let longest = shownTables.reduce(8) {
            max($0, TerminalText.columns(of: $1.name) + ($1.isView ? 5 : 0))
        }
        return width < 40 ? 0 : min(longest + 4, width / 3)
    }

    private func showCurrentTable() {
        guard !isChoosingTable, let entry = browser.request?.entry, let item = shownTables.firstIndex(of: entry) else {
            return
        }
        let path = IndexPath(item: item, section: 0)
        let side = panes.side
        guard side.list.focusedIndexPath != path else { return }
        side.list.focusedIndexPath = path
        side.frame(at: 0)
    }
}
