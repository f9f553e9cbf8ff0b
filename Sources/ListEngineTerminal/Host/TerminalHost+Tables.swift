import Foundation
import ListEngine

extension TerminalHost {
    /// The character between columns, such as "│". Nil, the default, is a blank.
    public var columnSeparator: Character? {
        get { tables.separator }
        set {
            // A separator that is not one cell wide would move the columns.
            tables.separator = newValue.flatMap { String($0).columns() == 1 ? $0 : nil }
            requestFrame()
        }
    }

    /// Receives the fields that the user copies. Without it, the terminal puts them into the clipboard if it supports that (OSC 52).
    public var copyHandler: (@MainActor (CopiedFields) -> Void)? {
        get { tables.copyHandler }
        set { tables.copyHandler = newValue }
    }

    /// Receives text that the user pastes into the terminal, before the list does. It returns whether it has used the text.
    public var pasteHandler: (@MainActor (String) -> Bool)? {
        get { tables.pasteHandler }
        set { tables.pasteHandler = newValue }
    }

    // MARK: Keys

    /// - Returns: False if the key has its usual effect.
    func pressInTable(_ key: TerminalKey) -> Bool {
        // The shortcuts of the program have priority.
        if key.code != .delete, let shortcut = ItemShortcut(key), list.hostPerform(shortcut) { return true }
        let held = Self.modifiers(key.modifiers)
        let column = list.focusedColumn
        switch key.code {
        case .function(2): return list.hostKey(.edit)
        case .function(3), .function(4): return sort(forward: key.code == .function(3))
        case .function(7):
            if column != nil {
                list.focusedColumn = nil
            } else if let first = list.visibleColumns.first {
                list.focusedColumn = first
            }
            return true
        case .function(9): return openHeaderMenu(of: column ?? list.visibleColumns.first)
        case .character("c") where key.modifiers == .alt: return copy()
        case .left where key.modifiers.contains(.alt), .right where key.modifiers.contains(.alt):
            guard let column else { return false }
            let isForward = (key.code == .right) == (list.flowDirection == .leftToRight)
            list.hostMoveColumn(column, by: isForward ? 1 : -1)
        case .character("+") where key.modifiers.contains(.alt), .character("-") where key.modifiers.contains(.alt):
            guard let column else { return false }
            try? list.editColumns { columns in
                let width = columns.width(of: column) ?? 0
                try columns.resize(column, to: max(1, key.code == .character("+") ? width + 1 : width - 1))
            }
        case .left where column != nil: list.hostKey(.left, modifiers: held)
        case .right where column != nil: list.hostKey(.right, modifiers: held)
        default: return false
        }
        return true
    }

    /// Sorts by the column of the focused field, or by the next column, or by the same one in the other direction.
    private func sort(forward: Bool) -> Bool {
        guard let columns = list.columns, list.sortHandler != nil else { return false }
        let current = columns.sortOrder.first
        if let focused = list.focusedColumn { return list.sort(by: [ColumnSort(focused, isAscending: forward)]) }
        guard forward else { return current.map { list.sort(by: $0.column, extending: false) } ?? false }
        let shown = columns.columns.filter { !$0.isHidden }.map(\.id)
        let place = current.flatMap { shown.firstIndex(of: $0.column) } ?? -1
        return !shown.isEmpty && list.sort(by: shown[(place + 1) % shown.count], extending: false)
    }

    private func openHeaderMenu(of column: String?) -> Bool {
        guard let shown = column.flatMap({ list.headerMenu(of: $0) }) else { return false }
        menu = OpenMenu(shown)
        return true
    }

    /// Opens the menu of the header at a point of the content.
    /// - Returns: False if no header is there.
    func openHeaderMenu(at point: CGPoint) -> Bool {
        guard let shown = list.hostHeaderMenu(at: point) else { return false }
        menu = OpenMenu(shown)
        return true
    }

    private func copy() -> Bool {
        guard let copied = list.copiedFields() else { return false }
        if let handler = copyHandler {
            handler(copied)
        } else {
            session?.copy(copied.tabSeparated)
        }
        return true
    }

    // MARK: Editing

    /// Keys while the user edits a field.
    func pressInEdit(_ key: TerminalKey) {
        guard let edit = list.fieldEdit else { return }
        switch key.code {
        case .enter: list.hostEndFieldEdit()
        case .tab:
            guard list.hostEndFieldEdit() else { return }
            // After the last field, the edit is over.
            if list.hostKey(key.modifiers.contains(.shift) ? .previous : .next) { list.hostKey(.edit) }
        case .up, .down, .pageUp, .pageDown: if list.hostEndFieldEdit() { pressInList(key) }
        case .escape: list.hostEndFieldEdit(cancelled: true)
        case .backspace: list.hostChangeFieldEdit(String(edit.text.dropLast()))
        case .character("u") where key.modifiers == .control: list.hostChangeFieldEdit("")
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty:
            list.hostChangeFieldEdit(edit.text + String(character))
        default: break
        }
    }

    /// The line of a field that is edited: the end of the text, where the user types.
    func lines(ofEdited cell: ContentCell, width: Int) -> [[StyledText]]? {
        guard cell.fieldState.contains(.edited), let edit = list.fieldEdit else { return nil }
        var shown = String(edit.text.suffix(width))
        while shown.columns() > max(0, width - 1) { shown.removeFirst() }
        var style = TextStyle.plain
        style.isUnderlined = true
        return [[StyledText((shown + "▏").padded(to: width), style)]]
    }

    /// The lines of a field with the separator in its last column.
    func separated(_ lines: [[StyledText]], _ width: Int, _ style: TextStyle) -> [[StyledText]] {
        guard let separator = columnSeparator, width > 1 else { return lines }
        var plain = style
        plain.isReversed = false
        return lines.map { $0 + [StyledText(String(separator), plain)] }
    }
}
