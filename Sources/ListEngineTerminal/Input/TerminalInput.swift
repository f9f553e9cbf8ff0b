import ListEngine

/// A key of a keyboard, with the keys that are held down.
public struct TerminalKey: Sendable, Hashable {
    public enum Code: Sendable, Hashable {
        case up, down, left, right, pageUp, pageDown, home, end
        case enter, tab, escape, backspace, delete, insert
        /// F1 is 1.
        case function(Int)
        case character(Character)
    }

    /// Those of a shortcut of a menu. A terminal has no command key.
    public typealias Modifiers = ItemShortcut.Modifiers

    public var code: Code
    public var modifiers: Modifiers

    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// A letter with the control key.
    public static func control(_ character: Character) -> TerminalKey { TerminalKey(.character(character), .control) }
}

/// A button of the mouse or its wheel, at a place of the screen.
public struct TerminalMouse: Sendable, Hashable {
    public enum Action: Sendable, Hashable {
        case press, drag, release
        case secondaryPress
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    public var action: Action
    /// The column, from 0.
    public var x: Int
    /// The row, from 0.
    public var y: Int
    public var modifiers: TerminalKey.Modifiers

    public init(_ action: Action, x: Int, y: Int, _ modifiers: TerminalKey.Modifiers = []) {
        self.action = action
        self.x = x
        self.y = y
        self.modifiers = modifiers
    }
}

/// A key, a movement of the mouse, or pasted text.
public enum TerminalInput: Sendable, Hashable {
    case key(TerminalKey)
    case mouse(TerminalMouse)
    /// Text that was pasted. No part of it is a key.
    case paste(String)
}
