import Foundation
import ListEngine
import ListEngineTerminal

/// A second list at the left of the list of a host, and the thumb of a scroll bar at its right.
@MainActor
public final class TerminalPanes: TerminalSurroundings {
    /// The list at the left.
    public let side = TerminalHost()
    /// Returns the columns of the list at the left, with the line next to it, for the columns of the screen. 0 hides it.
    public var sideColumns: @MainActor (Int) -> Int = { _ in 0 }
    /// Called before the list at the left is drawn.
    public var willDrawSide: @MainActor () -> Void = {}
    /// Returns a text that is shown instead of the rows.
    public var message: @MainActor () -> String? = { nil }
    /// Scrolls to a share of the content: 0 is its start, 1 its end.
    public var scroll: @MainActor (Double) -> Void = { _ in }

    private let list: CollectionView
    /// Whether the mouse moves the thumb.
    private var holdsThumb = false

    /// Keep the object: the host does not.
    public init(_ host: TerminalHost) {
        list = host.list
        host.surroundings = self
    }

    public func margins(width: Int) -> (leading: Int, trailing: Int) { (sideColumns(width), width < 20 ? 0 : 1) }

    public func draw(into screen: inout Screen, rows: Range<Int>, list columns: Range<Int>) {
        // A hidden list follows its rows as well.
        if columns.lowerBound > 1 || side.list.bounds.isEmpty {
            side.list.bounds.size = CGSize(width: max(1, columns.lowerBound - 1), height: rows.count)
        }
        side.frame(at: 0)
        if columns.lowerBound > 1 {
            willDrawSide()
            side.draw(into: &screen, rows: rows)
            for row in rows {
                screen.write([StyledText("│", .dim)], x: columns.lowerBound - 1, y: row, to: columns.lowerBound)
            }
        }
        if columns.upperBound < screen.width {
            let thumb = thumb
            let length = max(1, Int((thumb.length * Double(rows.count)).rounded()))
            let start = min(rows.count - length, Int((thumb.start * Double(rows.count)).rounded()))
            for row in rows {
                let isThumb = thumb.length < 1 && (start..<start + length).contains(row - rows.lowerBound)
                screen.write([StyledText(isThumb ? "█" : "│", .dim)], x: columns.upperBound, y: row)
            }
        }
        guard let message = message() else { return }
        let lines = TerminalText.wrapped(message, to: max(1, columns.count - 2))
        for row in rows {
            let line = row - rows.lowerBound - 1
            let text = lines.indices.contains(line) ? lines[line] : ""
            screen.write([StyledText(" " + text)], x: columns.lowerBound, y: row, to: columns.upperBound)
        }
    }

    /// Where the screen begins, and how much of the content it shows, as shares of the content.
    private var thumb: (start: Double, length: Double) {
        let (extent, visible) = (list.contentSize.height, list.bounds.height)
        guard extent > visible, visible > 0 else { return (0, 1) }
        return (Double(list.contentOffset.y / extent), Double(visible / extent))
    }

    public func handle(_ mouse: TerminalMouse, rows: Range<Int>, list columns: Range<Int>) -> Bool {
        if mouse.action == .press { holdsThumb = mouse.x >= columns.upperBound && rows.contains(mouse.y) }
        if holdsThumb {
            if mouse.action == .release { holdsThumb = false }
            scroll(Double(mouse.y - rows.lowerBound) / Double(max(1, rows.count - 1)))
            return true
        }
        guard mouse.x < columns.lowerBound else { return false }
        var inside = mouse
        inside.y -= rows.lowerBound
        side.handle(.mouse(inside))
        return true
    }
}
