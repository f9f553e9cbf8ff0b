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
@MainActor
public final class TerminalHost: CollectionViewHost {
    private var shown: [ObjectIdentifier: (view: CollectionReusableView, place: ElementPlacement)] = [:]

    /// Whether the list has requested a pass before the next drawing.
    public private(set) var needsFrame = false

    public init() {}

    public func makeView(for view: CollectionReusableView) -> AnyObject? { nil }

    public func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        shown[ObjectIdentifier(view)] = (view, placement)
    }

    public func recycle(_ view: CollectionReusableView) { shown[ObjectIdentifier(view)] = nil }
    public func remove(_ view: CollectionReusableView) { shown[ObjectIdentifier(view)] = nil }
    public func requestFrame() { needsFrame = true }

    /// A view has one row per line.
    public func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        guard let view = view as? any TerminalView else { return nil }
        return CGSize(width: size.width, height: CGFloat(view.lines(width: Int(size.width)).count))
    }

    /// Draws the list into some rows of a screen.
    public func draw(_ list: CollectionView, into screen: inout Screen, rows: Range<Int>) {
        needsFrame = false
        list.layoutIfNeeded()
        // The lowest views first: pinned headers come last.
        let views = shown.values.filter { !$0.place.isHidden }
            .sorted { ($0.place.zIndex, $0.place.frame.minY) < ($1.place.zIndex, $1.place.frame.minY) }
        for (view, place) in views {
            guard let view = view as? any TerminalView else { continue }
            let frame = place.frame.offsetBy(
                dx: place.origin.x - list.bounds.minX, dy: place.origin.y - list.bounds.minY)
            let (x, y) = (Int(frame.minX.rounded()), Int(frame.minY.rounded()))
            let width = Int(frame.width.rounded())
            for (number, line) in view.lines(width: width).prefix(Int(frame.height.rounded())).enumerated()
            where (0..<rows.count).contains(y + number) {
                screen.write(line, x: x, y: rows.lowerBound + y + number, to: x + width)
            }
        }
    }
}
