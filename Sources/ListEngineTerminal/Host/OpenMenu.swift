import ListEngine

/// The menu that is open, with the submenus in which the user is.
struct OpenMenu {
    /// A line of a menu.
    enum Row {
        case action(ItemMenu.Action)
        case submenu(title: String, image: ItemImage?, elements: [ItemMenu.Element])
        case title(String)
        case line
    }

    struct Level {
        let rows: [Row]
        /// The row that the user has chosen, an action or a submenu.
        var chosen: Int
    }

    var levels: [Level] = []

    @MainActor
    init?(_ menu: ItemMenu) {
        if !open(menu.elements) { return nil }
    }

    /// - Returns: False if there is nothing to choose.
    @MainActor
    mutating func open(_ elements: [ItemMenu.Element]) -> Bool {
        let rows = Self.rows(of: elements)
        guard let first = rows.firstIndex(where: Self.canChoose) else { return false }
        levels.append(Level(rows: rows, chosen: first))
        return true
    }

    /// Moves to the next row that can be chosen.
    mutating func move(by step: Int) {
        guard var level = levels.popLast() else { return }
        var row = level.chosen + step
        while level.rows.indices.contains(row), !Self.canChoose(level.rows[row]) { row += step }
        if level.rows.indices.contains(row) { level.chosen = row }
        levels.append(level)
    }

    mutating func moveToEnd(_ isLast: Bool) {
        guard var level = levels.popLast() else { return }
        let found = isLast ? level.rows.lastIndex(where: Self.canChoose) : level.rows.firstIndex(where: Self.canChoose)
        level.chosen = found ?? level.chosen
        levels.append(level)
    }

    private static func canChoose(_ row: Row) -> Bool {
        switch row {
        case .action, .submenu: true
        case .title, .line: false
        }
    }

    @MainActor
    private static func rows(of elements: [ItemMenu.Element]) -> [Row] {
        var rows: [Row] = []
        var isAfterSection = false
        for element in elements {
            switch element {
            case .action(let action):
                if isAfterSection { rows.append(.line) }
                rows.append(.action(action))
            case .submenu(let title, let image, let elements):
                if isAfterSection { rows.append(.line) }
                rows.append(.submenu(title: title, image: image, elements: elements))
            case .section(let title, let elements):
                let own = Self.rows(of: elements)
                if own.isEmpty { continue }
                if let title { rows.append(.title(title)) } else if !rows.isEmpty { rows.append(.line) }
                rows += own
                isAfterSection = true
                continue
            }
            isAfterSection = false
        }
        return rows
    }
}
