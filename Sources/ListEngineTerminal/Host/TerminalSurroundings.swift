import ListEngine

/// Draws what is next to the list of a ``TerminalHost``, such as a second list or the thumb of a scroll bar, and receives the mouse there.
@MainActor
public protocol TerminalSurroundings: AnyObject {
    /// Returns the numbers of columns left and right of the list, for the columns of the screen. The list keeps at least one column.
    func margins(width: Int) -> (leading: Int, trailing: Int)

    /// Draws next to the list, which is drawn already. Called for each screen, before the bars are drawn.
    /// - Parameters:
    ///   - rows: The rows of the list.
    ///   - list: The columns of the list.
    func draw(into screen: inout Screen, rows: Range<Int>, list: Range<Int>)

    /// Receives the mouse before the list, wherever it is. Return true to keep it from the list. Not called during a gesture that
    /// began in the list.
    /// - Parameters:
    ///   - rows: The rows of the list.
    ///   - list: The columns of the list.
    func handle(_ mouse: TerminalMouse, rows: Range<Int>, list: Range<Int>) -> Bool
}
