/// What a host asks of the terminal that shows it.
@MainActor
final class TerminalSession {
    /// A frame is needed.
    let wake: @MainActor () -> Void
    /// Stops the process, as control Z does.
    let suspend: @MainActor () -> Void
    /// Writes the whole screen.
    let redraw: @MainActor () -> Void
    /// Puts a text into the clipboard.
    let copy: @MainActor (String) -> Void

    init(
        wake: @escaping @MainActor () -> Void, suspend: @escaping @MainActor () -> Void,
        redraw: @escaping @MainActor () -> Void, copy: @escaping @MainActor (String) -> Void
    ) {
        (self.wake, self.suspend, self.redraw, self.copy) = (wake, suspend, redraw, copy)
    }
}
