import Foundation

/// Keys that perform an action of a menu.
///
///     ItemMenu.Action("Rename", shortcut: .rename) { print("renamed") }
///     ItemMenu.Action("Duplicate", shortcut: .control("d")) { print("duplicated") }
public struct ItemShortcut: Sendable, Hashable {
    /// The key that is pressed last, while the modifiers are held.
    public enum Key: Sendable, Hashable {
        /// A letter is stored in lower case, and the shift key is a modifier. For all other characters the shift key is
        /// ignored, because the keyboard decides which of them need it.
        case character(Character)
        /// The key that deletes the character after the cursor.
        case delete
        /// F1 is 1.
        case function(Int)
    }

    /// Keys that are held while another key is pressed.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        /// The control key, on Apple's systems the command key.
        public static let control = Modifiers(rawValue: 4)
    }

    /// The key that is pressed last.
    public let key: Key
    /// The keys that are held.
    public let modifiers: Modifiers

    /// Creates a shortcut. A letter is stored in lower case. For other characters the shift key is ignored.
    public init(_ key: Key, _ modifiers: Modifiers = []) {
        if case .character(let character) = key, let small = character.lowercased().first {
            self.key = .character(small)
            self.modifiers = character.isCased ? modifiers : modifiers.subtracting(.shift)
        } else {
            self.key = key
            self.modifiers = modifiers
        }
    }

    /// A character with the control key, on Apple's systems the command key.
    public static func control(_ character: Character) -> ItemShortcut { ItemShortcut(.character(character), .control) }

    /// The delete key.
    public static let delete = ItemShortcut(.delete)
    /// F2.
    public static let rename = ItemShortcut(.function(2))
    /// Control and X.
    public static let cut = control("x")
    /// Control and C. In a terminal they end the program, so menus there do not show them.
    public static let copy = control("c")
    /// Control and V.
    public static let paste = control("v")
}

extension ItemShortcut: CustomStringConvertible {
    /// The keys by the names that ``ListText`` has for them, such as "Ctrl+Shift+D".
    public var description: String {
        var names: [String] = []
        if modifiers.contains(.control) { names.append(ListText.controlKey.text) }
        if modifiers.contains(.alt) { names.append(ListText.altKey.text) }
        if modifiers.contains(.shift) { names.append(ListText.shiftKey.text) }
        switch key {
        case .character(let character): names.append(character.uppercased())
        case .delete: names.append(ListText.deleteKey.text)
        case .function(let number): names.append("F\(number)")
        }
        return names.joined(separator: "+")
    }
}

extension CollectionView {
    /// Reports keys that no other method handles. If the menu of the focused item, or of the selected items if it is one of them,
    /// has an enabled action with these keys, the action is performed. If not, the ``ItemCommand`` with these keys is performed. The
    /// menu is an ``ItemMenu``, and it is not opened. Without a focus, the menu is that of the selected items.
    /// - Returns: False if there is no such action, and no such command can be performed.
    /// - Complexity: O(selected items), including calls of the delegate.
    @discardableResult
    public func hostPerform(_ shortcut: ItemShortcut) -> Bool {
        let shown = menus.menuOfFocus()
        let command = ItemCommand.allCases.first { $0.shortcut == shortcut }
        // A menu of one of several selected items would leave the others.
        let isForSome = shown.map { $0.items.paths.count == 1 && itemDrags.targetCount > 1 } ?? false
        if isForSome, let command, let isDone = itemDrags.perform(command, on: nil) { return isDone }
        if let action = (shown?.menu.payload as? ItemMenu)?.actions.first(where: {
            $0.shortcut == shortcut && $0.isEnabled
        }) {
            action.perform()
            return true
        }
        // It was tried above.
        return isForSome ? false : command.map { perform($0) } ?? false
    }
}

extension ItemCommand {
    /// The keys that perform the command, unless an action of a menu has them.
    public var shortcut: ItemShortcut {
        switch self {
        case .rename: .rename
        case .delete: .delete
        case .cut: .cut
        case .copy: .copy
        case .paste: .paste
        case .undo: .control("z")
        case .redo: ItemShortcut(.character("z"), [.control, .shift])
        }
    }
}

extension ItemMenu.Action {
    /// An action that performs a command, with its title and its keys.
    ///
    /// In a menu that the delegate returns, it acts on the items of the menu, wherever they are by then. In another place it acts on
    /// the items that receive keys.
    /// - Parameters:
    ///   - title: Nil is that of ``ListText``.
    ///   - list: The list of the items. The action holds a weak reference to it.
    @MainActor
    public init(_ command: ItemCommand, _ title: String? = nil, in list: CollectionView) {
        let items = list.menus.asked
        self.init(
            title ?? command.title, shortcut: command.shortcut, isDestructive: command == .delete,
            isEnabled: list.itemDrags.canPerform(command, on: items)
        ) { [weak list] in list?.itemDrags.perform(command, on: items) }
    }
}
