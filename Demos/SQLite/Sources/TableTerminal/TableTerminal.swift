import Foundation
import ListEngineData
import ListEngineSQLite
import ListEngineTerminal
import TableBrowser
import TerminalPanes

/// The tables of a file in a terminal: their names at the left, the rows of one of them at the right.
@MainActor
public final class TableTerminal {
    public let browser: TableBrowser
    public let host: TerminalHost
    private let panes: TerminalPanes
    private let tables: ListDataSource
    private let context = RowContext()

    /// Whether keys move in the list of tables.
    private var isChoosingTable = false
    private var isTyping = false
    private var shownTables: [TableEntry] = []

    /// - Parameter path: See `TableBrowser`.
    public init(_ path: String) {
        host = TerminalHost()
        panes = TerminalPanes(host)
        tables = ListDataSource(in: panes.side.list)
        let context = context
        browser = TableBrowser(path, host.list) { list, indexPath, state in
            let cell = list.dequeueReusableCell(RowCell.self, for: indexPath)
            (cell.state, cell.context) = (state, context)
            return cell
        }
        browser.onChange = { [weak self] in self?.update() }
        context.table = self
        panes.side.list.selectionFollowsFocus = true
        panes.sideColumns = { [weak self] in self?.sideColumns($0) ?? 0 }
        panes.willDrawSide = { [weak self] in self?.showCurrentTable() }
        panes.message = { [weak self] in self?.browser.problem.map { $0 + ". Press r to try again." } }
        panes.scroll = { [weak self] in self?.browser.scroll(toFraction: $0) }
        panes.pressTopBar = { [weak self] in self?.sort(at: $0 - 1) }
        host.topBar = { [weak self] in self?.topBar(width: $0) ?? [] }
        host.bottomBar = { [weak self] in self?.bottomBar(width: $0) ?? [] }
        host.keyHandler = { [weak self] in self?.take($0) ?? false }
    }

    /// Shows the file until the user ends it.
    /// - Returns: False if there is no terminal.
    public func run() async -> Bool {
        browser.start()
        return await host.run() != .noTerminal
    }

    private func update() {
        context.columns = browser.columns
        if browser.entries != shownTables {
            shownTables = browser.entries
            tables.build(animatingDifferences: false) {
                ListBlock("tables", shownTables, id: \.name) { entry in
                    ItemContent(entry.name, trailing: entry.isView ? "view" : nil)
                }
                .onDidSelect { [weak self] entry, _ in self?.browser.open(entry) }
            }
        }
        host.requestFrame()
    }

    // MARK: Keys

    private func take(_ key: TerminalKey) -> Bool {
        if isTyping { return type(key) }
        switch key.code {
        case .tab: isChoosingTable.toggle()
        case .up, .down, .pageUp, .pageDown, .home, .end, .enter:
            guard isChoosingTable else { return key.code == .enter }
            if key.code == .enter { isChoosingTable = false } else { panes.side.handle(.key(key)) }
        case .left: context.firstColumn = max(0, context.firstColumn - 1)
        case .right: context.firstColumn = min(max(0, browser.columns.count - 1), context.firstColumn + 1)
        case .escape where browser.request?.filter.isEmpty == false: browser.filter(by: "")
        case .character("t") where key.modifiers == .control: browser.toggleTextIndex()
        case .character(let character) where key.modifiers.isEmpty || key.modifiers == .shift: command(character)
        default: return false
        }
        return true
    }

    private func command(_ character: Character) {
        switch character {
        case "/": isTyping = true
        case "s": sort(step: 1)
        case "S": sort(step: -1)
        case "d":
            browser.sort(by: browser.request?.sortColumn, isDescending: browser.request?.isDescending == false)
        case "g": browser.toggleSections()
        case "r": browser.retry()
        case "q": host.end()
        case "1"..."9": browser.scroll(toFraction: Double(String(character)).map { $0 / 10 } ?? 0)
        default: break
        }
    }

    /// Orders by the next column, or by the key before the first and after the last one.
    private func sort(step: Int) {
        let columns = browser.request?.entry.columns ?? []
        let current = browser.request?.sortColumn.flatMap { columns.firstIndex(of: $0) } ?? -1
        let next = (current + 1 + step + columns.count + 1) % (columns.count + 1) - 1
        browser.sort(by: next < 0 ? nil : columns[next], isDescending: false)
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

    // MARK: Bars

    private func topBar(width: Int) -> [StyledText] {
        let margin = min(sideColumns(width), width)
        var runs = [StyledText(TerminalText.fitted(" " + browser.name, to: margin), .reversed)]
        let request = browser.request
        runs.append(StyledText(" ", .reversed))
        for column in browser.columns.dropFirst(context.firstColumn) {
            let sign = column.name == request?.sortColumn ? (request?.isDescending == true ? "▼" : "▲") : ""
            runs.append(StyledText(column.fitted(sign + column.name) + " ", .reversed))
        }
        return runs
    }

    private func bottomBar(width: Int) -> [StyledText] {
        let filter = browser.request?.filter ?? ""
        let typed = isTyping || !filter.isEmpty ? "/\(filter)\(isTyping ? "▏" : "") " : ""
        let keys = "tab tables · / filter · s d sort · g group · 1–9 go · r again · q quit "
        let status = " " + typed + browser.status + " "
        let room = width - TerminalText.columns(of: status)
        let help = TerminalText.columns(of: keys) <= room ? keys : ""
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

    /// Orders by the column at a place of the bar.
    private func sort(at x: Int) {
        var end = 0
        for column in browser.columns.dropFirst(context.firstColumn) {
            end += column.width + 1
            if x < end { return browser.toggleSort(by: column.name) }
        }
    }

    // MARK: Rows

    fileprivate func isFocusShown() -> Bool { !isChoosingTable }
}

/// What the cells of rows have in common.
@MainActor
private final class RowContext {
    weak var table: TableTerminal?
    var columns: [TableColumn] = []
    /// The first column that is shown.
    var firstColumn = 0
}

private final class RowCell: CollectionViewCell, TerminalView {
    var state = RowState<SQLiteRow>.placeholder
    var context: RowContext?

    func lines(width: Int) -> [[StyledText]] {
        guard let context else { return [[]] }
        let hasFocus = isFocused && context.table?.isFocusShown() == true
        let base: TextStyle = hasFocus ? .focused : .plain
        let weak: TextStyle = hasFocus ? .focused : .dim
        var runs = [StyledText(hasFocus ? "❯" : " ", base)]
        if let text = TableBrowser.text(of: state) { return [runs + [StyledText(text, weak), StyledText("", base)]] }
        guard let row = state.row else { return [runs] }
        // The row can be one of the table before.
        for (place, column) in context.columns.enumerated().dropFirst(context.firstColumn)
        where place < row.values.count {
            let field = FieldText(row[place])
            runs.append(
                StyledText(column.fitted(field.text), field.kind == .description ? weak : base))
            runs.append(StyledText(" ", base))
        }
        return [runs]
    }
}
