@testable import ListEngineTerminal

/// Tests read the screen as lines, and press keys.
extension TerminalHost {
    /// The lines of the screen, without its attributes.
    var lines: [String] {
        screen().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Presses keys, and draws the screen after each.
    func pressKeys(_ codes: TerminalKey.Code..., held: TerminalKey.Modifiers = []) {
        for code in codes {
            handle(.key(TerminalKey(code, held)))
            _ = screen()
        }
    }
}
