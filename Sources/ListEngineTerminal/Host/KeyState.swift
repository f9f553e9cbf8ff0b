import Foundation
import ListEngine

/// The state of a host between two keys.
@MainActor
final class KeyState {
    /// When a letter was typed.
    var lastTyped = Date.distantPast
    /// The row in which the focus was drawn, from the first of the list. Nil before the first one.
    var focusedRow: Int?
}

/// How a host shows tables, and where copied fields go.
@MainActor
final class TerminalTables {
    var separator: Character?
    var copyHandler: (@MainActor (CopiedFields) -> Void)?
    var pasteHandler: (@MainActor (String) -> Bool)?
}
