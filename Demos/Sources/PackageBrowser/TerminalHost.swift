import Foundation
import ListEngine
import ListEngineLayout

/// A view that can be written as lines of text.
@MainActor
public protocol TerminalView: CollectionReusableView {
    func lines(width: Int) -> [[StyledText]]
}

/// Shows a collection view on a screen of characters: a point is a column wide and a row high.
///
/// It has no views of a toolkit: a view of the list provides its lines when the screen is drawn.
public final class TerminalHost: ScrollingHost {
    /// A view has one row per line.
    public override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        guard let view = view as? any TerminalView else { return nil }
        return CGSize(width: size.width, height: CGFloat(view.lines(width: Int(size.width)).count))
    }

    /// Draws the list into some rows of a screen.
    public func draw(into screen: inout Screen, rows: Range<Int>) {
        // Nothing moves by itself, so the time does not matter.
        frame(at: 0)
        for shown in viewsInDrawingOrder where !shown.placement.isHidden {
            guard let view = shown.view as? any TerminalView else { continue }
            let (x, y, width) = (Int(shown.frame.minX), Int(shown.frame.minY), Int(shown.frame.width))
            for (number, line) in view.lines(width: width).prefix(Int(shown.frame.height)).enumerated()
            where (0..<rows.count).contains(y + number) {
                screen.write(line, x: x, y: rows.lowerBound + y + number, to: x + width)
            }
        }
    }
}
