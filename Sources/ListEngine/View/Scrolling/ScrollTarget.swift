import Foundation
import ListEngineLayout

/// The target of scrolling in a pass. It stays the target while items are measured.
enum ScrollTarget {
    case start
    case end
    case item(ElementPath, ItemScrollPosition)
    /// The shortest distance that makes an item visible that was after the visible area, or before it. See
    /// ``ItemScrollPosition/nearest``.
    case nearest(ElementPath, isAfter: Bool)
    case anchor(ScrollAnchor)

    /// The target after a change of the list; nil if its element was deleted.
    func following(_ edit: SharedEdit?) -> ScrollTarget? {
        switch self {
        case .start, .end: return self
        case .item(let path, let position): return edit?.newPath(path).map { .item($0, position) }
        case .nearest(let path, let isAfter): return edit?.newPath(path).map { .nearest($0, isAfter: isAfter) }
        case .anchor(var anchor):
            if anchor.category == .item {
                guard let path = edit?.newPath(anchor.path) else { return nil }
                (anchor.section, anchor.item) = (path.section, path.item)
            } else {
                guard let section = edit?.newSection(anchor.section) else { return nil }
                anchor.section = section
            }
            return .anchor(anchor)
        }
    }
}
