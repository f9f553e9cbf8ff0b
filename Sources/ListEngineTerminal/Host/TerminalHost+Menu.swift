import ListEngine

extension TerminalHost {
    func openMenu(at point: CGPoint? = nil) {
        guard let point = point ?? focusedPoint, let shown = list.hostItemMenu(at: point) else { return }
        menu = OpenMenu(shown)
    }

    func closeMenu() {
        menu = nil
        list.hostEndContextMenu()
    }

    func pressInMenu(_ key: TerminalKey) {
        switch key.code {
        case .up: menu?.move(by: -1)
        case .down: menu?.move(by: 1)
        case .home: menu?.moveToEnd(false)
        case .end: menu?.moveToEnd(true)
        case .enter, .character(" "): chooseInMenu()
        case .right: if case .submenu = chosenRow { chooseInMenu() }
        case .left, .escape:
            if let open = menu, open.levels.count > 1 {
                menu?.levels.removeLast()
            } else if key.code == .escape {
                closeMenu()
            }
        default: closeMenu()
        }
    }

    private var chosenRow: OpenMenu.Row? { menu?.levels.last.map { $0.rows[$0.chosen] } }

    private func chooseInMenu() {
        switch chosenRow {
        case .action(let action):
            guard action.isEnabled else { return }
            closeMenu()
            action.perform()
        case .submenu(_, _, let elements): _ = menu?.open(elements)
        case .title, .line, nil: break
        }
    }

    func drawMenu(_ screen: inout Screen, _ rows: Range<Int>, _ columns: Range<Int>) {
        for (depth, level) in (menu?.levels ?? []).enumerated() { draw(level, depth, &screen, rows, columns) }
    }

    private func draw(
        _ level: OpenMenu.Level, _ depth: Int, _ screen: inout Screen, _ rows: Range<Int>, _ columns: Range<Int>
    ) {
        let texts = level.rows.map { Self.text(of: $0) }
        let widest = texts.reduce(4) { max($0, $1.left.columns(upTo: 40) + $1.right.columns(upTo: 20)) }
        let width = min(columns.count, widest + 5)
        let height = min(level.rows.count, rows.count)
        let x = columns.lowerBound + min(4 + 4 * depth, columns.count - width)
        let y = rows.lowerBound + min((keys.focusedRow ?? 0) + 1 + depth, max(0, rows.count - height))
        let first = max(0, min(level.chosen - height / 2, level.rows.count - height))
        for row in 0..<height {
            let index = first + row
            var style = TextStyle(foreground: .palette(15), background: .palette(4))
            switch level.rows[index] {
            case .action(let action):
                if action.isDestructive { style.background = .palette(1) }
                if !action.isEnabled { style.isDim = true }
            case .title: style.isBold = true
            case .line: style.isDim = true
            case .submenu: break
            }
            if index == level.chosen { (style.isReversed, style.isBold) = (true, true) }
            let (left, right) = texts[index]
            let sign = index == level.chosen ? "❯ " : "  "
            if case .line = level.rows[index] {
                screen.write([StyledText(String(repeating: "─", count: width), style)], x: x, y: y + row, to: x + width)
                continue
            }
            screen.write([StyledText(sign + left, style)], x: x, y: y + row, to: x + width)
            if !right.isEmpty {
                screen.write(
                    [StyledText(right, style)], x: x + width - right.columns(upTo: 20) - 1, y: y + row, to: x + width)
            }
        }
    }

    /// Whether the host uses the keys itself, so that they do not perform an action.
    private static func isKept(_ shortcut: ItemShortcut) -> Bool {
        guard shortcut.modifiers == .control, case .character(let key) = shortcut.key else {
            return shortcut.key == .function(10) || shortcut.key == .function(16)
        }
        return "aclozi".contains(key)
    }

    private static func text(of row: OpenMenu.Row) -> (left: String, right: String) {
        func mark(_ image: ItemImage?) -> String { image?.text.map { $0 + " " } ?? "" }
        switch row {
        case .action(let action):
            let check = action.isChecked == true ? "✓ " : action.isChecked == false ? "  " : ""
            return (
                check + mark(action.image) + action.title,
                action.shortcut.flatMap { isKept($0) ? nil : "  \($0)" } ?? ""
            )
        case .submenu(let title, let image, _): return (mark(image) + title, " ▸")
        case .title(let title): return (title, "")
        case .line: return ("", "")
        }
    }
}

extension ItemShortcut {
    /// The keys of a terminal that can be a shortcut: delete, function keys, and characters with control or alt.
    init?(_ key: TerminalKey) {
        let held = key.modifiers
        switch key.code {
        case .delete: self.init(.delete, held)
        case .function(let number): self.init(.function(number), held)
        case .character(let character) where !held.subtracting(.shift).isEmpty: self.init(.character(character), held)
        default: return nil
        }
    }
}
