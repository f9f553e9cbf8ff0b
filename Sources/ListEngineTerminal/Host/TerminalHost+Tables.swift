import ListEngine

extension TerminalHost {
    /// Sorts a table by its next column (F3), or by the same one in the other direction (F4).
    /// - Returns: False for other keys, and in a list that does not sort.
    func sortsTable(_ key: TerminalKey) -> Bool {
        guard let columns = list.columns, list.sortHandler != nil else { return false }
        let shown = columns.columns.filter { !$0.isHidden }.map(\.id)
        let current = columns.sortOrder.first?.column
        switch key.code {
        case .function(3):
            let place = current.flatMap { shown.firstIndex(of: $0) } ?? -1
            return !shown.isEmpty && list.sort(by: shown[(place + 1) % shown.count], extending: false)
        case .function(4): return current.map { list.sort(by: $0, extending: false) } ?? false
        default: return false
        }
    }
}
