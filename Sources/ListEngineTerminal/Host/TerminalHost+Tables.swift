import ListEngine

extension TerminalHost {
    /// Sorts a table by its next column (F3), or by the same one in the other direction (F4).
    /// - Returns: False for other keys, and in a list that does not sort.
    func sortsTable(_ key: TerminalKey) -> Bool {
        guard [.function(3), .function(4)].contains(key.code), list.sortHandler != nil, let columns = list.columns
        else {
            return false
        }
        let current = columns.sortOrder.first?.column
        switch key.code {
        case .function(3):
            let shown = columns.columns.filter { !$0.isHidden }.map(\.id)
            let place = current.flatMap { shown.firstIndex(of: $0) } ?? -1
            return !shown.isEmpty && list.sort(by: shown[(place + 1) % shown.count], extending: false)
        default: return current.map { list.sort(by: $0, extending: false) } ?? false
        }
    }
}
