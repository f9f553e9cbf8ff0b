import Foundation
import ListEngine

extension TerminalHost {
    /// Takes what the user did. ``run(_:)`` calls it; so does a program that reads the terminal itself, or a test.
    public func handle(_ input: TerminalInput) {
        noteFocusedRow()
        switch input {
        case .key(let key): press(key)
        case .mouse(let mouse): move(mouse)
        case .paste(let text): if tables.pasteHandler?(text) != true { type(text) }
        }
        requestFrame()
    }

    private func press(_ key: TerminalKey) {
        if keyHandler?(key) == true { return }
        if key == .control("c") { return end() }
        if key == .control("z") { return session?.suspend() ?? () }
        if key == .control("l") { return session?.redraw() ?? () }
        if gesture.isDrag, key.code == .escape { return endDrag(cancelled: true) }
        if menu != nil { return pressInMenu(key) }
        if edited != nil { return pressInField(key) }
        if list.fieldEdit != nil { return pressInEdit(key) }
        if isFiltering, pressInFilter(key) { return }
        if swiped?.swipe.phase == .open, pressInSwipe(key) { return }
        if list.columns != nil, pressInTable(key) { return }
        pressInList(key)
    }

    // MARK: The list

    func pressInList(_ key: TerminalKey) {
        let held = Self.modifiers(key.modifiers)
        switch key.code {
        case .up where key.modifiers.contains([.alt, .shift]): list.hostMoveSection(toward: .up)
        case .down where key.modifiers.contains([.alt, .shift]): list.hostMoveSection(toward: .down)
        case .up where key.modifiers.contains(.alt): list.hostMoveItems(toward: .up)
        case .down where key.modifiers.contains(.alt): list.hostMoveItems(toward: .down)
        case .up: press(CollectionViewKey.up, modifiers: held)
        case .down: press(CollectionViewKey.down, modifiers: held)
        case .pageUp: press(.pageUp, modifiers: held)
        case .pageDown: press(.pageDown, modifiers: held)
        case .home: press(.home, modifiers: held)
        case .end: press(.end, modifiers: held)
        case .tab: press(key.modifiers.contains(.shift) ? CollectionViewKey.previous : .next)
        case .left: if !press(CollectionViewKey.left) { openSwipe(.trailing) }
        case .right: if !press(CollectionViewKey.right) { openSwipe(.leading) }
        case .enter where list.shownEmptyContent?.action != nil: list.shownEmptyContent?.action?.perform()
        case .enter: if !useControl(of: focusedCell, withButtons: false) { press(CollectionViewKey.activate) }
        case .delete: if !deleteItem() { perform(key) }
        case .function(10), .function(16): openMenu()
        case .character("o") where key.modifiers == .control: openMenu()
        case .character("a") where key.modifiers == .control: list.hostSelectAll()
        case .escape: closeOneThing()
        case .character(" ") where key.modifiers.isEmpty && Date().timeIntervalSince(keys.lastTyped) > 1:
            if !useControl(of: focusedCell, withButtons: true) {
                press(.mark, modifiers: list.allowsMultipleSelection ? .toggle : [])
            }
        case .character("/") where key.modifiers.isEmpty && filterHandler != nil: isFiltering = true
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty: search(character)
        case .backspace, .insert: break
        case .function, .character: perform(key)
        }
    }

    /// Performs the action of a menu that has these keys.
    private func perform(_ key: TerminalKey) {
        guard let shortcut = ItemShortcut(key), !list.hostPerform(shortcut) else { return }
        // Control with some of these letters belongs to the terminal.
        guard shortcut.modifiers.contains(.alt), case .character(let letter) = shortcut.key, "cvxz".contains(letter)
        else { return }
        let held = shortcut.modifiers.subtracting(.alt).union(.control)
        list.hostPerform(ItemShortcut(.character(letter), held))
    }

    static func modifiers(_ held: TerminalKey.Modifiers) -> InputModifiers {
        var modifiers: InputModifiers = []
        if held.contains(.shift) { modifiers.insert(.extend) }
        if held.contains(.control) { modifiers.insert(.toggle) }
        return modifiers
    }

    private func search(_ character: Character) {
        let now = Date()
        if now.timeIntervalSince(keys.lastTyped) > 1 { list.hostDidPauseTyping() }
        keys.lastTyped = now
        press(CollectionViewKey.character(character))
    }

    private func closeOneThing() {
        if list.swipe != nil { return list.closeSwipe() }
        if list.focusedColumn != nil {
            list.focusedColumn = nil
            return
        }
        if !filterText.isEmpty { return filter(by: "") }
        if endsOnEscape { end() }
    }

    /// The cell with the focus.
    var focusedCell: CollectionViewCell? { list.focusedIndexPath.flatMap { list.cellForItem(at: $0) } }

    /// The centre of the cell with the focus, in the content.
    var focusedPoint: CGPoint? { focusedCell.map { CGPoint(x: $0.frame.midX, y: $0.frame.midY) } }

    // MARK: Controls

    /// Uses the first switch or field of a cell, or its first button.
    func useControl(of cell: CollectionViewCell?, withButtons: Bool) -> Bool {
        guard let cell = cell as? ContentCell else { return false }
        for (index, accessory) in cell.shownAccessories where accessory.isEnabled {
            switch accessory.kind {
            case .toggle, .entry: return use(index, of: cell)
            case .button where withButtons: return use(index, of: cell)
            default: continue
            }
        }
        return false
    }

    /// Uses an accessory as a click does.
    func use(_ index: Int, of cell: ContentCell) -> Bool {
        guard let accessory = cell.shownAccessories.first(where: { $0.index == index })?.accessory, accessory.isEnabled
        else { return false }
        switch accessory.kind {
        case .toggle(let isOn): return cell.perform(.switched(isOn: !isOn), accessoryAt: index)
        case .entry(let text, _):
            edited = (cell, index, text)
            return true
        default: return cell.perform(.pressed, accessoryAt: index)
        }
    }

    private func deleteItem() -> Bool {
        guard let cell = focusedCell as? ContentCell,
            let delete = cell.shownAccessories.first(where: { $0.accessory.kind == .delete })
        else { return false }
        return cell.perform(.pressed, accessoryAt: delete.index)
    }

    private func pressInField(_ key: TerminalKey) {
        guard let field = edited else { return }
        switch key.code {
        case .enter, .tab, .up, .down:
            edited = nil
            field.cell.perform(.edited(text: field.text), accessoryAt: field.index)
            if key.code != .enter { pressInList(key) }
        case .escape: edited = nil
        case .backspace: edited?.text = String(field.text.dropLast())
        case .character("u") where key.modifiers == .control: edited?.text = ""
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty: edited?.text.append(character)
        default: break
        }
    }

    // MARK: The filter

    private func pressInFilter(_ key: TerminalKey) -> Bool {
        switch key.code {
        case .enter:
            isFiltering = false
        case .escape:
            isFiltering = false
            filter(by: "")
        case .backspace: filter(by: String(filterText.dropLast()))
        case .character("u") where key.modifiers == .control: filter(by: "")
        case .character(let character) where key.modifiers.subtracting(.shift).isEmpty:
            filter(by: filterText + String(character))
        default: return false
        }
        return true
    }

    /// Sets the text of the filter, and lets the user continue it without the key `/`.
    public func beginFiltering(with text: String = "") {
        isFiltering = true
        filter(by: text)
        requestFrame()
    }

    func filter(by text: String) {
        guard text != filterText else { return }
        filterText = text
        filterHandler?(text)
    }

    /// Pasted text is typed where the user types.
    private func type(_ text: String) {
        let line = String(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        if edited != nil {
            edited?.text += line
        } else if let edit = list.fieldEdit {
            list.hostChangeFieldEdit(edit.text + line)
        } else if isFiltering {
            filter(by: filterText + line)
        } else {
            list.hostPaste(CollectionDrag(text: text))
        }
    }

    // MARK: Swipe actions

    private func openSwipe(_ edge: CollectionSwipe.Edge) {
        guard let point = focusedPoint, let width = focusedCell?.frame.width, list.hostBeginSwipe(at: point) else {
            return
        }
        // The row moves to the right for the actions at its leading edge.
        let isRight = (edge == .leading) == (list.flowDirection == .leftToRight)
        guard list.hostSwipe(by: isRight ? 1 : -1), let cell = focusedCell, let actions = list.swipe?.actions else {
            return list.closeSwipe()
        }
        let extent = min(self.extent(of: actions, behind: cell), min(width, list.bounds.width))
        _ = list.hostSwipe(by: isRight ? extent : -extent)
        list.hostEndSwipe()
    }

    private func pressInSwipe(_ key: TerminalKey) -> Bool {
        guard let open = swiped else { return false }
        let count = open.swipe.actions.count
        // The first action is nearest to the edge.
        let isAtRight = open.swipe.offset < 0
        switch key.code {
        case .left, .right:
            let next = open.action + ((key.code == .right) == isAtRight ? -1 : 1)
            if (0..<count).contains(next) {
                swiped?.action = next
            } else if next < 0, (key.code == .right) == isAtRight {
                list.closeSwipe()
            }
        case .enter, .character(" "): list.hostPerformSwipeAction(at: open.action)
        case .escape: list.closeSwipe()
        default:
            list.closeSwipe()
            return false
        }
        return true
    }
}
